"""`tracker schema`: what editors are told of each kind of file agrees with what the program reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomli

from tests.cli.calling import call
from tracker.systems import registry

SAVES = Path(__file__).parents[2] / "saves"
ENCOUNTERS = [path for path in sorted(SAVES.glob("*.toml")) if not path.name.endswith(".fight.toml")]


def schema_of(kind: str, system: str = "hybrid") -> Any:
    printed = call("schema", kind, "--system", system)
    assert printed.code == 0
    return json.loads(printed.out)


@pytest.mark.parametrize("path", ENCOUNTERS, ids=lambda path: path.stem)
def test_every_example_fits_the_schema_of_its_game(path: Path) -> None:
    data = tomli.loads(path.read_text(encoding="utf-8"))
    kind = "party" if data.get("kind") == "party" else "encounter"
    jsonschema.validate(data, schema_of(kind, data.get("system", registry.DEFAULT)))


@pytest.mark.parametrize("system", registry.names())
def test_a_mistyped_key_a_wrong_value_and_a_nobody_do_not_fit(system: str) -> None:
    validator = jsonschema.Draft202012Validator(schema_of("encounter", system))
    assert validator.is_valid({"system": system, "combatant": [{"name": "Ann"}, {"from": "Goblin", "number": 3}]})
    for combatant in (
        {"nmae": "Ann"},
        {"name": "Ann", "hiden": True},
        {"name": "Ann", "number": "3"},
        {"side": "foes"},
    ):
        assert not validator.is_valid({"system": system, "combatant": [combatant]}), combatant


def test_keys_are_explained() -> None:
    schema = schema_of("encounter")
    assert schema["properties"]["notes"]["description"] == "Notes for the GM; players never see them."
    assert (
        schema["$defs"]["Combatant"]["properties"]["from"]["description"] == "The creature of the library that it is."
    )


def test_a_party_has_people_with_experience_and_the_keys_of_a_combatant() -> None:
    person = schema_of("party")["$defs"]["Person"]
    assert {"experience", "rests", "name", "skill", "weapon"} <= set(person["properties"])


def test_an_unknown_game_is_refused_in_a_sentence() -> None:
    printed = call("schema", "encounter", "--system", "hybird")
    assert printed.code == 2 and 'did you mean "hybrid"' in printed.err
