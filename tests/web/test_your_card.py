"""A player's own card: what the fighter does and what is aimed at it, in words that players read."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from tests.player_screen.table import PLAYERS, Table
from tests.random_play import random_fight
from tests.web.serving import text_of, texts_in
from tracker.clock.spans import TimeUnit
from tracker.export.html import Node
from tracker.model.questions import Ask
from tracker.player_screen.spectator import Spectator
from tracker.players.seat import leaves, offer
from tracker.players.view import Coming, View
from tracker.views.next_up import next_up
from tracker.web.sections import AXIS, NOW, YOU, sections


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
    assert words in scene.lines[-1].text and words in [entry.what for entry in scene.view.coming]


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


def axis_of(table: Table, player: str) -> Node:
    """The picture of the time axis on a page."""
    spectator = Spectator(table.path)
    spectator.look()
    scene = spectator.scene(player)
    assert scene is not None
    (strip,) = sections(scene, player)[AXIS].children
    assert isinstance(strip, Node) and isinstance(strip.children[0], Node)
    return strip.children[0]


def percent(text: str) -> float:
    return float(text.removesuffix("%"))


def test_a_players_own_next_mark_is_on_the_first_page_of_the_axis_however_far_others_reach(table: Table) -> None:
    table.until_declares("brann")
    table.say("brann attack goblin-1 bastard-sword allout setup called head")
    now = table.session.encounter.count
    table.say(f"fix goblin-1 count {now + 200}")
    picture = axis_of(table, "Ana")
    wide = percent(picture.attributes["width"])
    ends = [one for one in picture.children if isinstance(one, Node) and one.attributes.get("class") == "end side-0"]
    assert wide > 500 and len(ends) == 1
    assert 5 < percent(ends[0].attributes["cx"]) * wide / 100 < 80
    assert axis_of(table, "").attributes["width"] == "100%"


def test_a_pool_is_quiet_until_half_of_it_is_gone(table: Table) -> None:
    table.until_declares("brann")
    full = table.session.encounter["brann"].full("PFT")
    for left, level in ((full, "well"), (full // 2 + 1, "well"), (full // 2, "worn"), (full // 4, "low"), (0, "gone")):
        table.say(f"fix brann PFT ={left}")
        spectator = Spectator(table.path)
        spectator.look()
        scene = spectator.scene("Ana")
        assert scene is not None
        assert f"'level {level}'" in repr(sections(scene, "Ana")[YOU]), (left, level)


def test_an_answer_tells_its_cost_in_counts_and_the_count_it_leads_to() -> None:
    for session in random_fight("duel", 0, 60):
        encounter, question = session.encounter, session.encounter.question
        if question is None or (question.who, question.ask) != ("brann", Ask.CHOOSE) or "parry" not in question.choices:
            continue
        offered = offer(encounter, session.rules, "Ana", encounter.count)
        assert offered is not None
        answers = {one["word"]: one for one in offered.record()["choices"] if not one["refused"]}
        assert answers["nothing"]["counts"] == 0 < answers["parry"]["counts"]
        if answers["nothing"]["at"]:
            assert int(answers["parry"]["at"]) == int(answers["nothing"]["at"]) + answers["parry"]["counts"]
            return
    raise AssertionError("nobody struck at Brann")


def test_a_choice_against_a_stranger_tells_no_landing(table: Table) -> None:
    table.until_declares("brann")
    encounter = table.session.encounter
    offered = offer(encounter, table.session.rules, "Ana", encounter.count)
    assert offered is not None
    against = [one for one in leaves(offered.options) if " attack goblin" in one.line]
    assert against and all((one.counts, one.at, one.price) == (0, "", "") for one in against)
