"""Every game of the registry keeps the contract, on its template and on every encounter that comes with the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

from tests.lanes import sample
from tracker import testing as contract
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.storage.preparation import Prepared, read_encounter

SAVES = Path(__file__).resolve().parent.parent / "saves"
BUILT_IN = (
    "hybrid",
    "feats",
    "phases",
    "plain",
    "prism",
    "ticks",
    "segments",
    "shots",
    "passes",
    "ranks",
    "d20",
    "countup",
    "percent",
)
EDITIONS = {"hybrid": ("current", "1997")}
"""The editions each game is tried in; a game without editions has one."""


def encounters() -> Iterator[tuple[str, str, str]]:
    """Game, edition and text of every encounter there is."""
    for path in sorted(SAVES.glob("*.toml")):
        if path.name.endswith(".fight.toml"):
            continue
        text = path.read_text(encoding="utf-8")
        name = tomli.loads(text).get("system", registry.DEFAULT)
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


def test_every_built_in_game_is_tried() -> None:
    assert {name for name, _, _ in encounters()} == set(BUILT_IN) == {*registry._BUILT_IN, *registry._PACKED}


ALL = [
    pytest.param(*one, id=f"{one[0]}-{one[1]}-{tomli.loads(one[2]).get('title', 'template')}") for one in encounters()
]


@pytest.mark.parametrize(
    ("name", "edition", "text"),
    sample(ALL, each=lambda case: case.values[:2]),
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


@pytest.mark.parametrize("name", BUILT_IN)
def test_it_follows_orders_and_takes_a_modifier(name: str, tmp_path: Path) -> None:
    prepared = opened(tmp_path, "", registry.find(name).template())
    contract.check_orders(contract.fight(prepared.encounter, prepared.rules, SeededDice(3)))
    contract.check_modifier(contract.fight(prepared.encounter, prepared.rules, SeededDice(4)))
