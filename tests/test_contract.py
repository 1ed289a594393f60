"""Every game of the registry keeps the contract, on its template and on every encounter that comes with the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

from tests.lanes import sample, system_of
from tracker import testing as contract
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.storage.preparation import Prepared, read_encounter

SAVES = Path(__file__).resolve().parent.parent / "saves"
ENCOUNTERS = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))
BUILT_IN = (*registry._BUILT_IN, *registry._PACKED)
EDITIONS = {"hybrid": ("current", "1997")}
"""The editions each game is tried in; a game without editions has one."""


def kind(name: str) -> str:
    """The name of a game; all that are TOML files are of one kind, and tried one by one in `tests/packs`."""
    return "pack" if name in registry._PACKED else name


def encounters() -> Iterator[tuple[str, str, str]]:
    """Game, edition and text of every encounter there is."""
    for path in ENCOUNTERS:
        text = path.read_text(encoding="utf-8")
        name = system_of(text)
        for edition in EDITIONS.get(name, ("",)):
            yield name, edition, text
    for name in BUILT_IN:
        yield name, "", registry.find(name).template()


def opened(tmp_path: Path, edition: str, text: str) -> Prepared:
    """The encounter, in an edition where the game has some."""
    if edition and "\nedition" not in text:
        text = text.replace("\nsystem", f'\nedition = "{edition}"\nsystem', 1)
    path = tmp_path / "encounter.toml"
    path.write_text(text, encoding="utf-8")
    return read_encounter(path, library_dirs=())


def test_every_built_in_game_ships_with_an_encounter() -> None:
    assert {system_of(path.read_text(encoding="utf-8")) for path in ENCOUNTERS} == set(BUILT_IN)


ALL = [
    pytest.param(*one, id=f"{one[0]}-{one[1]}-{tomli.loads(one[2]).get('title', 'template')}") for one in encounters()
]


@pytest.mark.parametrize(
    ("name", "edition", "text"),
    sample(ALL, each=lambda case: (kind(case.values[0]), case.values[1])),
)
def test_it_is_begun_played_shown_refused_replayed_and_taken_back(
    name: str, edition: str, text: str, tmp_path: Path
) -> None:
    prepared = opened(tmp_path, edition, text)
    contract.check_system(registry.find(name), prepared.rules)
    session = contract.fight(prepared.encounter, prepared.rules, SeededDice(1))
    contract.check_face(session)
    contract.play(session, 25)
    assert len(session.journal.done) >= 10
    contract.check_face(session)
    contract.check_rule_book(session)
    contract.check_keeping(registry.find(name), session)
    contract.check_refusals(session)
    contract.check_replay(session, prepared.encounter)
    contract.check_undo(session, prepared.encounter)


@pytest.mark.parametrize("name", sample(BUILT_IN, each=kind))
def test_it_follows_orders_and_takes_a_modifier(name: str, tmp_path: Path) -> None:
    prepared = opened(tmp_path, "", registry.find(name).template())
    contract.check_orders(contract.fight(prepared.encounter, prepared.rules, SeededDice(3)))
    contract.check_modifier(contract.fight(prepared.encounter, prepared.rules, SeededDice(4)))
