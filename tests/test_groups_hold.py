"""Groups hold: however they are folded and told apart, a fight is taken back, read again and comes out alike."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import tomli
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from tests.controllers import controller_of
from tests.crowd import crowd
from tests.storage.table import looked_at, sat_down, stand_up
from tracker import testing as contract
from tracker.controller.controller import Controller
from tracker.controller.input import keys
from tracker.controller.modes import Mode
from tracker.dice.source import SeededDice
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.fight_log.state_codec import keys_of_state, state_of
from tracker.storage.preparation import Prepared, read_encounter
from tracker.views.fighters.collapsed_groups import folded
from tracker.views.log.roll_log import RollLog

KEYS = {"=": "equals_sign", "\\": "backslash", "u": "u", "y": "y"}
MOVES = st.sampled_from(["act"] * 4 + [*KEYS, "group goblins singly", "group goblins together", "goblin-2 group none",
                         "goblin-2 group goblins", "goblin-1 leaves", "goblin-1 returns"])  # fmt: skip
DECLARED = st.sampled_from(["attack brann", "attack odo called head", "wait", 'does "yells" 5'])


def prepared_crowd(folder: str, number: int) -> Prepared:
    path = Path(folder) / "crowd.toml"
    heroes = ('name = "Brann"\norders = "parry above 20"', 'name = "Odo"')
    path.write_text(crowd(*heroes, number=number), encoding="utf-8")
    return read_encounter(path, library_dirs=())


def act(controller: Controller) -> None:
    """The likely key: on, the likely answer, or an attack where nothing was done before."""
    if controller.mode in (Mode.FREE, Mode.BEGIN):
        keys.press(controller, "space", " ")
    elif controller.mode is Mode.DECLARE and controller.prompt.likely is None:
        keys.press(controller, "a", "a")
    else:
        keys.press(controller, "enter")


def check_looks(session: Session) -> None:
    """Folded, everybody is drawn once, in the place of the group or in its own; unfolded it is the fight itself."""
    whole, words = session.encounter, session.rules.abilities.orders
    drawn = folded(whole, (), words)
    assert folded(whole, {one.group for one in whole}, words) is whole
    assert {drawn[one.id].group for one in whole if one.group} == {one.group for one in whole if one.group}
    assert all(drawn[one.id] is one or one.group or one.unaware_of for one in whole)
    assert len(drawn.combatants) <= len(whole.combatants)


def check_log(controller: Controller, session: Session) -> None:
    """What follows the fight step by step tells the same single lines as one that does not know of groups."""
    plain = RollLog(controller.runner.name, session.rules.unit)
    plain.follow(session.journal)
    told = sorted((line.step, line.words.text) for entry in controller.runner.log.entries for line in entry.single)
    assert told == sorted((entry.step, entry.words.text) for entry in plain.entries)


@given(st.integers(0, 99), st.integers(2, 4), st.lists(MOVES, min_size=10, max_size=30))
def test_played_by_any_keys_a_fight_with_a_group_is_saved_read_and_taken_back_alike(
    seed: int, number: int, moves: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        prepared, path = prepared_crowd(folder, number), Path(folder) / "crowd.fight.toml"
        session = sat_down(prepared, path, SeededDice(seed))
        controller = controller_of(session)
        act(controller)
        for move in moves:
            if move == "act":
                act(controller)
            elif move in KEYS:
                keys.press(controller, KEYS[move], move)
            else:
                controller.say(move)
            check_looks(session)
        check_log(controller, session)
        contract.check_replay(session, prepared.encounter)
        assert stand_up(session) == ""
        opened = looked_at(path)
        assert opened.encounter == session.encounter
        kept = tomli_w.dumps(keys_of_state(session.encounter))
        again = state_of(tomli.loads(kept), prepared.encounter, prepared.rules)
        assert again == session.encounter and tomli_w.dumps(keys_of_state(again)) == kept
        session.recorder = None
        contract.check_undo(session, prepared.encounter)


def asked(prepared: Prepared, seed: int) -> Session:
    """The goblins are asked to declare, all of them at one moment, and the others far later."""
    session = Session(prepared.encounter, prepared.rules, SeededDice(seed))
    session.say("begin")
    for one in session.encounter:
        session.say(f"fix {one.id} count {11 if one.group else 60 + one.profile.seat}")
    session.say("next")
    return session


def landed(session: Session) -> Encounter:
    """On until everything declared has landed, all questions answered as is likeliest."""
    for _ in range(60):
        question = session.encounter.question
        if question is None:
            if not any(one.actions for one in session.encounter):
                break
            session.say("next")
        elif question.ask is Ask.CHOOSE:
            session.say(f"{question.who} {session.rules.choices.answers(session.encounter, question)[0].word}")
        else:
            session.say(f"{question.who} wait")
    return session.encounter


@given(st.integers(0, 999), st.integers(2, 5), DECLARED)
def test_declaring_for_all_comes_to_the_same_as_declaring_one_by_one(seed: int, number: int, declared: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        prepared = prepared_crowd(folder, number)
        together, singly = asked(prepared, seed), asked(prepared, seed)
        together.say(f"goblins {declared}")
        singly.say("group goblins singly")
        while (question := singly.encounter.question) is not None and singly.encounter[question.who].group:
            singly.say(f"{question.who} {declared}")
        if declared == "wait":
            assert all(one.waiting for one in together.encounter if one.group)
        one, other = landed(together), landed(singly)
        assert replace(other, groups=one.groups) == one


@given(st.integers(0, 99), st.integers(2, 4))
def test_a_refused_line_of_a_group_changes_nothing(seed: int, number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        session = asked(prepared_crowd(folder, number), seed)
        before, steps = session.encounter, list(session.journal.done)
        for line in ("goblins attack nobody", "only nobody wait", "goblins parry", "group wolves singly"):
            try:
                session.say(line)
            except Refused:
                assert session.encounter is before and session.journal.done == steps
            else:
                raise AssertionError(f"{line} was not refused")
