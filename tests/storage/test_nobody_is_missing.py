"""Nobody of an encounter's file is ever missing: any mix of party, names, creatures, numbers and groups."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.lanes import sample
from tests.tui.opening import EXAMPLE_OF
from tracker.campaign.file_checks import check
from tracker.campaign.party import read_party
from tracker.campaign.party_changes import differences
from tracker.campaign.party_file import write
from tracker.dice.source import SeededDice
from tracker.encounter.names import plain
from tracker.games import registry
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.storage.toml.diagnostics import InvalidFile

GAMES = tuple(EXAMPLE_OF)
OWN = ("Brann", "Sela", "Nobody", "None", "Old Tom")


def creatures(system: str) -> tuple[str, ...]:
    return tuple(str(entry["name"]) for entry in registry.find(system).builtin()["creature"])[:3]


@some.composite
def files(draw: some.DrawFn, system: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """People of a party and combatants of an encounter."""
    kinds = creatures(system)
    names = some.sampled_from((*OWN, kinds[0], f"{kinds[0]} 2"))

    def entry(numbers: bool) -> dict[str, Any]:
        out: dict[str, Any] = {}
        named, born = draw(some.booleans()), draw(some.booleans())
        if named or not born:
            out["name"] = draw(names)
        if born:
            out["from"] = draw(some.sampled_from(kinds))
        if numbers and draw(some.integers(0, 3)) == 0:
            out["number"] = draw(some.integers(1, 3))
        if draw(some.integers(0, 3)) == 0:
            out["group"] = draw(some.sampled_from(("red", "blue")))
        return out | {"side": "foes"}

    people = [entry(False) for _ in range(draw(some.integers(0, 3)))]
    return people, [entry(True) for _ in range(draw(some.integers(0, 5)))]


def expected(people: list[dict[str, Any]], own: list[dict[str, Any]]) -> tuple[Counter[str], bool]:
    """How many of each name there have to be, numbers left out, and whether one name is given to two."""
    given = {plain(one["name"]): 0 for one in people if "name" in one}
    there: Counter[str] = Counter()
    single: list[str] = []
    for one in people:
        single.append(one.get("name") or one["from"])
    for one in own:
        name = one.get("name") or one["from"]
        if "number" in one:
            there[name] += one["number"]
        elif "name" in one and given.get(plain(name)) == 0:
            given[plain(name)] = 1  # the encounter's own words on somebody of the party
        else:
            single.append(name)
    return there + Counter(single), len({plain(name) for name in single}) < len(single)


def written(folder: Path, system: str, people: list[dict[str, Any]], own: list[dict[str, Any]]) -> Path:
    (folder / "party.toml").write_text(tomli_w.dumps({"kind": "party", "system": system, "person": people}))
    path = folder / "ford.toml"
    path.write_text(tomli_w.dumps({"system": system, "party": "party.toml", "combatant": own}))
    return path


def base(name: str, known: Counter[str]) -> str:
    return name if name in known else re.sub(r" \d+$", "", name)


@pytest.mark.parametrize("system", sample(GAMES))
def test_nobody_of_the_file_is_missing_in_any_mix_of_party_names_and_numbers(system: str) -> None:
    with tempfile.TemporaryDirectory() as folder:

        @settings(max_examples=3 * settings().max_examples)
        @given(files(system))
        def holds(both: tuple[list[dict[str, Any]], list[dict[str, Any]]]) -> None:
            people, own = both
            path = written(Path(folder), system, people, own)
            known, twice = expected(people, own)
            try:
                prepared = read_encounter(path, library_dirs=())
            except InvalidFile as invalid:
                assert twice, f"{invalid}"
                return
            assert not twice
            there = Counter(base(one.name, known) for one in prepared.encounter)
            assert len(prepared.encounter.combatants) == known.total()
            assert {plain(name): n for name, n in there.items()} == {plain(name): n for name, n in known.items()}

        holds()


PARTY = 'kind = "party"\nsystem = "plain"\n[[person]]\nname = "Brann"\n[[person]]\nname = "Sela"\n'


def told(folder: Path, encounter: str, party: str = PARTY) -> list[str]:
    (folder / "party.toml").write_text(party)
    (folder / "ford.toml").write_text(f'system = "plain"\nparty = "party.toml"\n{encounter}')
    return [str(diagnostic).removeprefix(f"{folder}/") for diagnostic in check(folder / "ford.toml")]


def test_every_nameless_creature_beside_a_party_is_judged(tmp_path: Path) -> None:
    guard = '[[combatant]]\nfrom = "guard"\n'
    wrong = f'[[combatant]]\nfrom = "wulf"\n[[combatant]]\nfrom = "goblin"\norders = "atack"\n{guard}'
    assert [line.split(": ")[0] for line in told(tmp_path, wrong)] == ["ford.toml:4:1", "ford.toml:7:1"]
    known = wrong.replace("wulf", "wolf")
    assert [line.split(": ")[0] for line in told(tmp_path, known)] == ["ford.toml:7:1"]


def test_a_name_given_twice_beside_a_party_is_a_mistake_and_no_second_word_on_one_person(tmp_path: Path) -> None:
    (line,) = told(tmp_path, '[[combatant]]\nname = "brann"\nhidden = true\n[[combatant]]\nname = "Brann"\n')
    assert line.startswith("ford.toml:7:1: ") and "is there already" in line


def test_several_of_a_name_that_the_party_has_are_not_words_on_that_person(tmp_path: Path) -> None:
    assert told(tmp_path, '[[combatant]]\nname = "Brann"\nnumber = 2\n') == []
    names = [one.name for one in read_encounter(tmp_path / "ford.toml").encounter]
    assert names == ["Brann", "Sela", "Brann 1", "Brann 2"]


def test_whom_a_party_has_under_a_mistyped_key_is_told(tmp_path: Path) -> None:
    (line,) = told(tmp_path, "", PARTY.replace('[[person]]\nname = "Sela"', '[[persn]]\nname = "Sela"'))
    assert line == 'party.toml:5:1: unknown key "persn"; did you mean "person"?'
    (line,) = told(tmp_path, "", PARTY.replace('[[person]]\nname = "Sela"', '[[combatant]]\nname = "Sela"'))
    assert line == "party.toml:5:1: the people of a party are each a [[person]], not a [[combatant]]"
    (line,) = told(tmp_path, "", PARTY + "number = 2\n")
    assert line.startswith("party.toml:7:1: ") and "one of a party is one" in line


def test_whoever_of_a_party_has_its_name_from_the_library_or_of_signs_alone_is_written(tmp_path: Path) -> None:
    people = '[[person]]\nfrom = "goblin"\n[[person]]\nname = "★"\n[[person]]\nname = "☆"\n'
    path = tmp_path / "party.toml"
    path.write_text(f'kind = "party"\nsystem = "feats"\n{people.replace("goblin", "runner")}')
    (tmp_path / "ford.toml").write_text('system = "feats"\nparty = "party.toml"\n')
    prepared = read_encounter(tmp_path / "ford.toml")
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    for one, points in zip(session.encounter, (3, 5, 7), strict=True):
        session.say(f"fix {one.id} FP {points}")
    changes = [c for p in differences(read_party(path), session.encounter, session.rules, "abc", 5) for c in p.changes]
    write(path, "fight", changes)
    assert [one["pools"]["FP"] for one in tomli.loads(path.read_text())["person"]] == [3, 5, 7]
