"""Random fights: whatever is chosen and wherever the dice fall, nothing breaks and a refusal changes nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.lanes import sample
from tests.phases.playing import a_line
from tracker import testing as contract
from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[2] / "saves"


@pytest.mark.parametrize("name", ["phases-corridor", "phases-ambush"])
@pytest.mark.parametrize("seed", sample(range(6)))
def test_a_random_fight_holds(name: str, seed: int) -> None:
    prepared = read_encounter(SAVES / f"{name}.toml", library_dirs=())
    random = Random(seed)
    session = Session(prepared.encounter, prepared.rules, SeededDice(seed))
    session.say("begin")
    for turn in range(120):
        line, before = a_line(session, random), session.encounter
        try:
            session.say(line)
        except Refused as refused:
            assert session.encounter is before and " " in refused.sentence
            if line == "next":
                break
        for one in session.encounter:
            used, entry = one.mark("used"), session.encounter.agenda.find(one.id, "declare")
            assert 0 <= used <= 2
            assert not (entry is not None and not one.able)
        if turn % 40 == 0:
            contract.check_face(session)
    contract.check_replay(session, prepared.encounter)
    contract.check_undo(session, prepared.encounter)
