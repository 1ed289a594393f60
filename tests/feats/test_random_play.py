"""Fights of feats played at random: nothing but refusals, which change nothing, and every fight replays to its end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.everyday import few
from tests.feats.playing import a_line
from tracker import testing as contract
from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[2] / "saves"


NAMES = ("feats-rooftops", "feats-drowning")


@pytest.mark.parametrize("name", few(NAMES))
@pytest.mark.parametrize("seed", few(range(6)))
def test_a_fight_at_random_has_no_end_but_refusals(name: str, seed: int) -> None:
    assert _played(name, seed, 120, faces=True) < 110


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(0, 1000, 50))
def test_a_thousand_fights_at_random_have_no_end_but_refusals(seed: int) -> None:
    for each in range(seed, seed + 50):
        assert _played(NAMES[each % 2], each, 60, faces=False) < 58


def _played(name: str, seed: int, lines: int, faces: bool) -> int:
    """A fight of so many lines, in which a refusal changes nothing, and which replays; how many were refused."""
    prepared = read_encounter(SAVES / f"{name}.toml", library_dirs=())
    session, random = Session(prepared.encounter, prepared.rules, SeededDice(seed)), Random(seed)
    session.say("begin")
    people = [one.id for one in session.encounter]
    refused = 0
    for turn in range(lines):
        before, steps = session.encounter, len(session.journal.done)
        try:
            session.say(a_line(session, random, people))
        except Refused as refusal:
            assert " " in refusal.sentence
            assert session.encounter is before and len(session.journal.done) == steps
            refused += 1
        if faces and turn % 4 == seed % 4:
            contract.check_face(session)
        _sound(session)
    contract.check_replay(session, prepared.encounter)
    if faces:
        contract.check_undo(session, prepared.encounter)
    return refused


def _sound(session: Session) -> None:
    """Whoever is able and has nothing under way is asked some time, or may act at any second."""
    encounter = session.encounter
    for one in encounter:
        if one.able and encounter.began and not one.waiting and not one.actions:
            due = encounter.agenda.find(one.id, "declare")
            open_now = encounter.question is not None
            assert due is not None or open_now, f"{one.name} is lost at {encounter.count}"
        activities = [c.key for c in one.conditions if c.key in ("sprint", "run", "swim", "paddle", "float", "climb")]
        assert len(activities) <= 1
        assert not activities or one.able
