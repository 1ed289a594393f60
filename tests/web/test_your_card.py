"""A player's own card: what the fighter does and what is aimed at it, in words that players read."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from tests.player_screen.table import PLAYERS, Table
from tests.web.serving import text_of, texts_in
from tracker.clock.spans import TimeUnit
from tracker.player_screen.spectator import Spectator
from tracker.players.view import Coming, View
from tracker.views.next_up import next_up
from tracker.web.sections import NOW, YOU, sections


def card_of(table: Table, player: str) -> list[str]:
    """The texts of the rows below a player's fighter, each row in one."""
    spectator = Spectator(table.path)
    spectator.look()
    scene, seat = spectator.scene(player), spectator.seat(player)
    assert scene is not None and seat is not None
    return text_of(sections(scene, player, seat.threats)[YOU], "li", "deeds")


def test_a_threat_is_told_in_words_and_names_its_target_once(table: Table) -> None:
    table.until_declares("goblin-1")
    table.say("goblin-1 close brann")
    rows = card_of(table, "Ana")
    lands = next(action.lands for action in table.session.encounter["goblin-1"].actions)
    ahead = lands - table.session.encounter.count
    assert f"At you | Goblin 1: closing with Brann | lands at count {lands}, in {ahead} counts" in rows


def test_what_a_fighter_does_names_the_target_once(table: Table) -> None:
    table.until_declares("brann")
    table.say("brann attack goblin-1 bastard-sword")
    (row,) = [row for row in card_of(table, "Ana") if row.startswith("You do")]
    assert row.count("Goblin 1") == 1 and row.startswith("You do | bastard sword on Goblin 1 | lands at count ")


def test_an_option_is_told_in_plain_words_and_recorded_as_it_is_typed(table: Table) -> None:
    table.until_declares("brann")
    table.say("brann attack goblin-1 bastard-sword allout setup called head")
    (action,) = table.session.encounter["brann"].actions
    assert action.label == "bastard sword (allout) (setup) (called head)"
    spectator = Spectator(table.path)
    spectator.look()
    scene = spectator.scene("Ana")
    assert scene is not None
    words = "bastard sword (all out) (set up) (called head) on Goblin 1"
    assert any(row.startswith(f"You do | {words} | ") for row in card_of(table, "Ana"))
    assert words in scene.told[-1].text and words in [entry.what for entry in scene.view.coming]


def headline(table: Table, player: str) -> str:
    """What stands at the head of a player's page."""
    spectator = Spectator(table.path)
    spectator.look()
    scene = spectator.scene(player)
    assert scene is not None
    return " ".join(filter(str.strip, texts_in(sections(scene, player)[NOW])))


def test_when_one_side_alone_is_left_the_page_says_who_before_what_it_asks(tmp_path: Path) -> None:
    text = f'{PLAYERS}[[combatant]]\nfrom = "goblin"\nside = "raiders"\nnumber = 2\n'
    table = Table(tmp_path, text=text)
    table.begin()
    table.until_declares("brann")
    count = table.session.encounter.count
    asked = f"count {count} Your turn Brann declares"
    assert headline(table, "Ana").startswith(asked)
    table.say("goblin-1 falls")
    assert headline(table, "Ana").startswith(asked), "another one stands"
    table.say("goblin-2 falls")
    held = "The heroes hold the field, both fighters; the raiders are all down."
    assert headline(table, "Ana").startswith(f"count {count} {held} {count} Brann declares")
    table.say("goblin-2 returns")
    assert "hold the field" not in headline(table, "Ana")


def test_where_all_wait_the_head_says_that_nobody_is_due(tmp_path: Path) -> None:
    table = Table(tmp_path, text=PLAYERS)
    table.begin()
    while table.session.encounter.question is not None:
        table.say(f"{table.session.encounter.question.who} wait")
        if table.session.encounter.question is None and table.session.encounter.agenda.peek() is not None:
            table.say("next")
    assert headline(table, "Ana") == f"count {table.session.encounter.count} Nobody is due"


def test_what_comes_next_has_its_moment_with_the_unit() -> None:
    view = View("", "count", True, 3, "", "", (), (Coming(4, "Tess", ""), Coming(9, "Sergeant Holt", "")), ())
    first, after = next_up(view, TimeUnit("second", "seconds", Fraction(1)))
    assert (first, after) == ("Tess may declare at second 4", ("9  Sergeant Holt may declare",))
