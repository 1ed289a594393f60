"""Every key of an encounter of Hybrid stands in the page of files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from tracker.games.hybrid.book.house_rules import Options, Scene
from tracker.games.hybrid.sheet import schema

PAGE = (Path(__file__).parents[2] / "docs" / "files.md").read_text(encoding="utf-8")
PART = PAGE[PAGE.index("### Keys of Hybrid") : PAGE.index("### Keys of phases")]
ROWS = [
    (set(re.findall(r"`(\w+)`", keys)), where) for keys, where in re.findall(r"^\| ([^|]*) \| ([^|]*) \|", PART, re.M)
]


@pytest.mark.parametrize(
    ("model", "where"),
    [
        (Options, ("the top",)),
        (Scene, ("`[scene]`",)),
        (schema.CombatantEntry, ("`[[combatant]]`",)),
        (schema.Skill, ("a skill", "a support skill")),
        (schema.Weapon, ("a weapon",)),
        (schema.Armour, ("an armour",)),
    ],
)
def test_every_key_has_its_row(model: type[BaseModel], where: tuple[str, ...]) -> None:
    told = set().union(*(keys for keys, place in ROWS if place.strip() in where))
    assert set(model.model_fields) - {"scene"} <= told
    assert told <= set(model.model_fields), "and no row is of a key that is not there"
