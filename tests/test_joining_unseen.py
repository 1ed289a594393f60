"""Who comes in hidden is nobody to the players: no line, no row, no sample, whatever the game and however it joins."""

from __future__ import annotations

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tests.tui.opening import SAVES, example
from tracker.campaign.reinforcements import creatures, stock
from tracker.dice.source import SeededDice
from tracker.encounter.hidden_fighters import friendly
from tracker.model.state import Encounter
from tracker.players.log import Tale, told
from tracker.players.view import Showing, View, view
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter

SHOWING = Showing()
NOTHING_TOLD = Tale()
FORMS = (
    "join new Shade {side} hidden",
    "join new Shade x3 {side} hidden",
    "join new Shade hidden {side}",
    'join new "Hidden Shade" hidden x2 {side}',
    "join {creature} {side} hidden",
    "join {creature} x4 {side} hidden",
    "join 2 {creature} {side} Lurker hidden",
)
"""Every form of the line that lets somebody join, each hidden; a creature stands in quotes."""


def as_players_know(session: Session, start: Encounter, tale: Tale = NOTHING_TOLD) -> tuple[Tale, View]:
    """What players were told of all steps in force, and what they see now."""
    state = start
    for number in session.journal.done:
        step = session.journal.steps[number]
        assert step is not None
        tale, state = told(tale, state, step.events, session.rules, SHOWING)
    return tale, view(state, session.rules, SHOWING, tale.now, (), tale.numbers)


def lines_of(tale: Tale) -> list[str]:
    return [line.text for line in tale.lines]


def test_an_ambusher_comes_in_unseen_by_one_line_or_by_two() -> None:
    people = [{"name": "Ann", "side": "x", "player": "Ana"}, {"name": "Bo", "side": "y"}]
    for lines in (
        ("join new Shade y hidden",),
        ("join new Shade y", "shade hidden"),
        ("join new Shade y", "note x", "shade hidden"),
    ):
        fight = prepare({"system": "ticks", "combatant": people})
        session = Session(fight.encounter, fight.rules, SeededDice(1), None, stock(fight))
        for line in ("ann rolled", "begin", *lines):
            session.say(line)
        tale, seen = as_players_know(session, fight.encounter)
        assert lines_of(tale) == ["The fight begins"] and [one.name for one in seen.fighters] == ["Ann", "Bo"]
        assert {sample.who for sample in tale.samples} == {"ann", "bo"}


def test_who_was_seen_to_do_something_has_been_there() -> None:
    people = [{"name": "Ann", "side": "x", "player": "Ana"}, {"name": "Bo", "side": "y"}]
    fight = prepare({"system": "ticks", "combatant": people})
    session = Session(fight.encounter, fight.rules, SeededDice(1), None, stock(fight))
    for line in ("ann rolled", "begin", "join new Shade y", "shade leaves", "shade returns", "shade hidden"):
        session.say(line)
    assert lines_of(as_players_know(session, fight.encounter)[0])[1] == "Shade joins"


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_in_every_game_nothing_shows_that_somebody_came_in_hidden(name: str) -> None:
    creature = creatures(read_encounter(SAVES / f"{name}.toml"))[0]
    start, tried = example(name, 7).encounter, 0
    for moment, session in enumerate(random_fight(name, 7, 25)):
        if moment % 8:
            continue
        before, known = session.encounter, as_players_know(session, start)
        foes = [one.profile.side for one in before if one.profile.side not in friendly(before)]
        side = foes[0] if foes and foes[0] else "strangers"
        for form in sample(FORMS, 3):
            line = form.format(side=f'"{side}"', creature=f'"{creature}"')
            after = Session(before, session.rules, SeededDice(3), None, session.stock)
            after.say(line)
            came = [one for one in after.encounter if one.id not in before]
            assert came and all(one.profile.side == side for one in came)
            tale, seen = as_players_know(after, before, known[0])
            assert lines_of(tale) == lines_of(known[0]) and tale.samples == known[0].samples, line
            assert seen == known[1], line
            tried += 1
    assert tried >= 6
