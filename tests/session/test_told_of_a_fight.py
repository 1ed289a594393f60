"""Told of a fight that has been played: its chronicle for players, who is aimed at, a forecast, a script."""

from __future__ import annotations

from pathlib import Path

from tracker import testing
from tracker.dice.source import SeededDice
from tracker.players.chronicle import chronicle
from tracker.players.log import Tale, told
from tracker.players.threats import threats
from tracker.players.view import NO_NUMBERS, Showing
from tracker.session import Session
from tracker.session.forecasts import setup_of
from tracker.session.script import recorded, script
from tracker.storage.fight_log.opening import start_fight
from tracker.storage.preparation import read_encounter

SKIRMISH = Path(__file__).parents[2] / "saves" / "plain-skirmish.toml"


def test_a_played_fight_has_people_lines_and_samples_and_says_who_is_aimed_at() -> None:
    prepared = read_encounter(SKIRMISH)
    session = Session(prepared.encounter, prepared.rules, SeededDice(3))
    aimed = 0
    tale, state = Tale(), prepared.encounter
    for before in testing.play(session, 40):
        aimed += sum(len(threats(before, session.rules, fighter.id, Showing(), NO_NUMBERS)) for fighter in before)
    lines = 0
    for number in session.journal.done:
        tale, state = told(tale, state, session.journal.steps[number].events, session.rules, Showing())
        lines += len(tale.lines)
    shown = chronicle(state, session.rules, Showing(), tale)
    assert {person.name for person in shown.people} <= {fighter.name for fighter in state} and shown.people
    assert lines and shown.lines and aimed


def test_a_forecast_of_any_moment_plays_from_that_state() -> None:
    prepared = read_encounter(SKIRMISH)
    session = Session(prepared.encounter, prepared.rules, SeededDice(3))
    testing.play(session, 10)
    assert setup_of(session.encounter, session.rules, prepared, "attack nearest").jobs


def test_a_recorded_fight_is_written_as_a_script_with_its_dice(tmp_path: Path) -> None:
    prepared = read_encounter(SKIRMISH)
    path = tmp_path / "skirmish.fight.toml"
    fight_file = start_fight(prepared, path)
    session = Session(prepared.encounter, prepared.rules, SeededDice(3), fight_file)
    testing.play(session, 30)
    session.say("undo")
    fight_file.close()
    blocks, opened = recorded(path)
    lines = script(lambda: Session(prepared.encounter, prepared.rules, SeededDice(9)), blocks, opened.encounter)
    assert lines[0] == "begin" and any(line.startswith("ann ") for line in lines), lines
