"""What a player is told of its own rolls: the chance before, and how it came out; nothing that policy hides."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.player_screen.table import PLAYERS, Table
from tracker.model.events import Rolled
from tracker.model.questions import Ask
from tracker.player_screen.spectator import Seat, Spectator

FIGHT = f"""\
title = "At the mill"
{{players}}
{PLAYERS}
[[combatant]]
from = "goblin"
name = "Gruk"
side = "raiders"
"""


def table(folder: Path, players: str = "", then: str = "") -> Table:
    """A fight of Brann and Sela with Gruk in which Brann's dice are typed, until Brann may declare."""
    own = Table(folder, text=FIGHT.format(players=f"[players]\n{players}\n" if players else ""))
    own.say("begin")
    while own.session.encounter.question is not None and own.session.encounter.question.ask is Ask.DICE:
        own.say("5 5" if own.session.encounter.question.dice == "2d6" else "20")
    own.until_declares("brann")
    if then:
        own.say(then)
    return own


def seat(own: Table) -> Seat:
    """What Ana's phone knows."""
    spectator = Spectator(own.path)
    spectator.look()
    told = spectator.seat("Ana")
    assert told is not None
    return told


def struck(own: Table, face: str) -> None:
    """Brann's sword lands on Gruk with this roll; Gruk does not defend."""
    own.say("brann attack gruk bastard-sword")
    while (question := own.session.encounter.question) is None or question.what != "attack":
        if question is None:
            own.say("next")
        else:
            own.say(f"{question.who} {'wait' if question.ask is Ask.DECLARE else 'nothing'}")
    assert seat(own).offer is not None
    own.say(face)
    while (question := own.session.encounter.question) is not None and question.ask is Ask.DICE:
        own.say("50" if question.what == "location" else "roll")


def test_the_chance_of_a_roll_on_ones_own_sheet_is_told_before_and_after_it(tmp_path: Path) -> None:
    own = Table(tmp_path, text=FIGHT.format(players=""))
    own.say("begin")
    before = seat(own).offer
    assert before is not None and before.text == "Brann: roll perception" and before.odds.endswith(" %")
    number = before.odds.removesuffix(" %")
    own.say("20")
    assert seat(own).result == f"perception: 20 against {number}: succeeds"


def rolled(own: Table) -> int:
    """The chance of the last attack, as the log of the game master has it."""
    events = [event for step in own.session.journal for event in step.events]
    return next(event.chance or 0 for event in reversed(events) if isinstance(event, Rolled) and event.what == "attack")


def test_of_a_blow_a_player_is_told_number_chance_and_what_came_of_it_but_no_points_of_a_foe(tmp_path: Path) -> None:
    own = table(tmp_path)
    struck(own, "6")
    told = seat(own).result
    assert told.startswith(f"attack on Gruk: 6 against {rolled(own)}: hit, ")
    assert not told.rpartition(" ")[2].isdecimal()


def test_where_points_are_shown_the_result_tells_them(tmp_path: Path) -> None:
    own = table(tmp_path, 'health = "exact"')
    struck(own, "6")
    assert seat(own).result.rpartition(" ")[2].isdecimal()


def test_that_a_foe_has_not_noticed_the_attacker_is_told_by_no_chance(tmp_path: Path) -> None:
    own = table(tmp_path, then="gruk unaware of brann")
    struck(own, "6")
    assert seat(own).result.startswith("attack on Gruk: 6: hit, ")


@pytest.mark.parametrize(("chances", "told"), [("own", False), ("all", True)])
def test_a_game_that_keeps_a_chance_to_itself_has_it_told_where_the_game_master_tells_all(
    tmp_path: Path, chances: str, told: bool
) -> None:
    text = (
        f'system = "plain"\n[players]\nchances = "{chances}"\n'
        '[[combatant]]\nfrom = "guard"\nname = "Brann"\nplayer = "Ana"\n'
        '[[combatant]]\nfrom = "goblin"\nname = "Gruk"\nside = "raiders"\n'
    )
    own = Table(tmp_path, text=text)
    own.say("begin")
    while (question := own.session.encounter.question) is None or question.what != "attack":
        if question is None:
            own.say("next")
        elif question.ask is Ask.DECLARE:
            own.say("brann attack gruk" if question.who == "brann" else f"{question.who} wait")
        else:
            own.say("roll")
    asked = seat(own).offer
    assert asked is not None and bool(asked.odds) is told
    own.say("19")
    assert (" against " in seat(own).result) is told


def test_what_a_secret_condition_weighs_is_in_no_chance(tmp_path: Path) -> None:
    own = Table(tmp_path, text=FIGHT.format(players=""))
    plain = []
    for line in ("", 'brann is secretly "cursed" -2'):
        if line:
            own.say(line)
        own.say("begin")
        told = seat(own).offer
        assert told is not None
        plain.append(told.odds)
        own.say("undo")
    assert plain[0] == plain[1] != ""


def test_a_secret_condition_that_begins_or_ends_while_a_roll_is_asked_changes_no_chance(tmp_path: Path) -> None:
    own = Table(tmp_path, text=FIGHT.format(players=""))
    own.say("begin")
    odds = {seat(own).offer.odds}  # type: ignore[union-attr]
    own.say('brann is secretly "cursed" -2')
    odds.add(seat(own).offer.odds)  # type: ignore[union-attr]
    own.say("undo", "undo", 'brann is secretly "cursed" -2', "begin")
    odds.add(seat(own).offer.odds)  # type: ignore[union-attr]
    own.say("fix brann cursed off")
    odds.add(seat(own).offer.odds)  # type: ignore[union-attr]
    assert len(odds) == 1 and "" not in odds


def test_a_miss_reads_as_it_came_out(tmp_path: Path) -> None:
    own = table(tmp_path)
    struck(own, "99")
    assert ": miss" in seat(own).result
