"""From every state of every fight that ships or was kept, what is open is answered, and orders play on to an end."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.cli.calling import call
from tests.lanes import sample
from tests.random_play import answers
from tests.tui.opening import SAVES
from tracker.dice.source import SeededDice
from tracker.encounter.advance import nothing_due
from tracker.encounter.engine.evolve import fold
from tracker.encounter.features.sides import standing_sides
from tracker.model import commands as cmd
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.odds.job import job_of
from tracker.odds.playout import ONLY_TIME, UNDECIDED, play
from tracker.odds.policies import policies
from tracker.session import Session
from tracker.storage.fight_log.opening import OpenedFight, logged_steps, open_fight
from tracker.storage.toml.models import KERNEL_KEYS

FIGHTS = [*sorted(SAVES.glob("*.fight.toml")), *sorted((SAVES.parent / "tests" / "old_fights").glob("*/*.fight.toml"))]
ENDS = ("", UNDECIDED, ONLY_TIME)
"""How a fight that is played on may end: one side stands, its time is over, or nobody does more than wait."""
FURTHER = 12
"""Steps of a fight that only one side is left in."""


def named(path: Path) -> str:
    return f"{path.parent.name} {path.name.removesuffix('.fight.toml')}"


def states_of(path: Path, opened: OpenedFight) -> Iterator[Encounter]:
    """Every state that a fight has been in: the first one, and after each step in force."""
    state = opened.prepared.encounter
    yield state
    for told in logged_steps(path, opened.prepared.rules):
        if told.in_force:
            state = fold(state, told.step.events)
            yield state


def answered(opened: OpenedFight, state: Encounter, seed: int) -> list[Session]:
    """The fight in this state after each answer to what is open; what is declared may be refused, if not all of it."""
    sessions, refusals = list[Session](), list[str]()
    for answer in answers(Session(state, opened.prepared.rules, SeededDice(0))):
        session = Session(state, opened.prepared.rules, SeededDice(seed))
        try:
            session.say(answer) if isinstance(answer, str) else session.dispatch(answer, str(answer))
            sessions.append(session)
        except Refused as refused:
            assert state.question is None or state.question.ask is Ask.DECLARE, (answer, refused.sentence)
            refusals.append(refused.sentence)
    if not sessions:
        assert state.question is None and nothing_due(state, opened.prepared.rules), refusals
    return sessions


def plays_on(opened: OpenedFight, session: Session, seed: int) -> None:
    """By orders to an end; once one side is left, by the likely answer for some steps."""
    state, rules = session.encounter, session.rules
    if len(standing_sides(state, rules)) > 1:
        options = {key: value for key, value in opened.prepared.document.items() if key not in KERNEL_KEYS}
        told = policies(state, rules.abilities.orders)
        job = job_of(told[seed % len(told)].encounter, opened.prepared.system.name, options, seed)
        ending = play(job, seed)
        # Fighters who cannot come at each other end up all waiting, or let time pass.
        assert ending.why in ENDS or ending.why.startswith("Nothing is due: "), ending.why
        return
    for _ in range(FURTHER):
        if session.encounter.question is None and not len(session.encounter.agenda):
            return
        try:
            session.say(str(answers(session)[0])) if session.encounter.question is None else session.dispatch(
                cmd.Unattended(), "unattended"
            )
        except Refused:
            assert session.encounter.question is None, "what is asked can be answered"
            return


@pytest.mark.parametrize("path", sample(FIGHTS, 2), ids=named)
def test_a_recorded_fight_is_answered_and_played_on_to_an_end_from_each_of_its_states(path: Path) -> None:
    opened, random = open_fight(path, look=True), Random(path.name)
    for place, state in enumerate(sample(states_of(path, opened), 3)):
        plays_on(opened, Session(state, opened.prepared.rules, SeededDice(place)), place)
        for session in random.sample(afterwards := answered(opened, state, place), min(1, len(afterwards))):
            plays_on(opened, session, place)


def test_a_roll_for_initiative_that_an_early_fight_left_open_is_rolled(tmp_path: Path) -> None:
    fight = tmp_path / "duel.fight.toml"
    shutil.copy(SAVES / "finished-duel.fight.toml", fight)
    gone_on = call("run", fight, "--seed", "3", given="back 2\n35\n")
    assert gone_on.code == 0, gone_on.err
    (brann,) = (line for line in gone_on.lines if "Brann (heroes)" in line)
    assert brann.endswith("may declare at 19"), "8 of the dice, 8, 5 for nothing perceived, less 2 for speed"
