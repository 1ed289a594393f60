"""A party of every game: what a fight did to its people is what they sit down with in the next."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli_w

from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF
from tracker.campaign.file_checks import check
from tracker.campaign.party import read_party
from tracker.campaign.party_changes import differences
from tracker.campaign.party_file import undo, write
from tracker.campaign.rest import manner, rest
from tracker.dice.source import SeededDice
from tracker.encounter.names import slug
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.testing import likely

SAVES = Path(__file__).parents[2] / "saves"
OF_THE_HEAD = ("title", "combatant", "scheduled", "notes", "players", "party")


def party_of(system: str, folder: Path) -> Path:
    """The people of an example as a party, and an encounter of nobody else."""
    prepared = read_encounter(SAVES / f"{EXAMPLE_OF[system]}.toml")
    head = {key: value for key, value in prepared.document.items() if key not in OF_THE_HEAD}
    path = folder / "party.toml"
    people = [{key: value for key, value in one.items() if key != "player"} for one in prepared.document["combatant"]]
    path.write_text(f"# ours\n{tomli_w.dumps({'kind': 'party', **head, 'person': people})}")
    (folder / "fight.toml").write_text(tomli_w.dumps({**head, "party": "party.toml"}))
    return path


def fought(folder: Path, lines: int = 60) -> Session:
    prepared = read_encounter(folder / "fight.toml")
    session = Session(prepared.encounter, prepared.rules, SeededDice(6))
    session.say("begin")
    for _ in range(lines):
        try:
            session.say(likely(session))
        except Refused:
            break
    return session


@pytest.mark.parametrize("system", sample(EXAMPLE_OF, 3))
def test_what_a_fight_left_is_what_one_sits_down_with_next(system: str, tmp_path: Path) -> None:
    path = party_of(system, tmp_path)
    before = {one.name: dict(one.entry) for one in read_party(path).people}
    session = fought(tmp_path)
    people = differences(read_party(path), session.encounter, session.rules, "abc", 5)
    changes = [change for person in people for change in person.changes]
    assert changes, "a fight leaves something"
    write(path, "fight", changes)
    assert [str(diagnostic) for diagnostic in check(path)] == [] and path.read_text().startswith("# ours\n")
    for person in read_party(path).people:
        one = session.encounter[slug(person.name)]
        kept = [pool.name for pool in one.profile.pools if session.rules.carry_over.pool_kept(pool, 0) is not None]
        again = person.combatant
        assert {name: again.pool(name) for name in kept} == {name: one.pool(name) for name in kept}
        things = [(kept.keys, kept.value) for kept in session.rules.carry_over.things_kept(session.encounter, one.id)]
        sitting = read_encounter(tmp_path / "fight.toml").encounter
        assert [(kept.keys, kept.value) for kept in session.rules.carry_over.things_kept(sitting, one.id)] == things
    fought(tmp_path, 10)
    undo(path)
    assert {one.name: dict(one.entry) for one in read_party(path).people} == before


@pytest.mark.parametrize("system", sample(["hybrid", "phases", "feats"], 2))
def test_a_year_of_rest_makes_full_what_rest_brings_back(system: str, tmp_path: Path) -> None:
    path = party_of(system, tmp_path)
    session = fought(tmp_path)
    rules = session.rules
    people = differences(read_party(path), session.encounter, rules, "abc", 5)
    write(path, "fight", [change for person in people for change in person.changes if change.keys[0] != "lasting"])
    party = read_party(path)
    way = manner(party.rules, system)
    changes = [change for person in rest(party, 365 * 86400, way) for change in person.changes]
    assert changes
    write(path, "a year", changes)
    back = {rate.pool for rate in rules.carry_over.rest_rates()[way]}
    for person in read_party(path).people:
        one = person.combatant
        assert all(one.pool(pool.name) == pool.full for pool in one.profile.pools if pool.name in back)
