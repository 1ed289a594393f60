"""`tracker schema`: what editors are told of each kind of file agrees with what the program reads."""

from __future__ import annotations

import errno
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli

from tests.cli.calling import call
from tests.lanes import sample
from tracker.cli import new
from tracker.games import registry
from tracker.storage.atomic import Disk, write_new

jsonschema = pytest.importorskip("jsonschema")

SAVES = Path(__file__).parents[2] / "saves"
ENCOUNTERS = [path for path in sorted(SAVES.glob("*.toml")) if not path.name.endswith(".fight.toml")]


@cache
def schema_of(kind: str, system: str = "hybrid") -> Any:
    printed = call("schema", kind, "--system", system)
    assert printed.code == 0
    return json.loads(printed.out)


@pytest.mark.parametrize("path", sample(ENCOUNTERS, 2), ids=lambda path: path.stem)
def test_every_example_fits_the_schema_of_its_game(path: Path) -> None:
    data = tomli.loads(path.read_text(encoding="utf-8"))
    kind = "party" if data.get("kind") == "party" else "encounter"
    jsonschema.validate(data, schema_of(kind, data.get("system", registry.DEFAULT)))


@pytest.mark.parametrize("system", sample(registry.names(), 2))
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


@pytest.mark.parametrize("system", sample(registry.names(), 2))
@pytest.mark.parametrize("kind", ["encounter", "library", "party"])
def test_every_key_of_every_game_is_explained_in_a_sentence(kind: str, system: str) -> None:
    schema = schema_of(kind, system)
    for name, table in {"the top": schema, **schema["$defs"]}.items():
        for key, told in table.get("properties", {}).items():
            assert told.get("description", "").endswith("."), f"{name}: {key}"


def test_keys_are_explained_in_the_words_of_the_program() -> None:
    schema = schema_of("encounter")
    assert schema["properties"]["notes"]["description"] == "Notes for the GM. Players never see them."
    combatant = schema["$defs"]["Combatant"]["properties"]
    assert combatant["from"]["description"] == "The creature of the library that it is."
    assert "default" not in combatant["from"], "a TOML file has no null"


def test_a_party_has_people_with_experience_and_the_keys_of_a_combatant() -> None:
    person = schema_of("party")["$defs"]["Person"]
    assert {"experience", "rests", "name", "skill", "weapon"} <= set(person["properties"])


def test_an_unknown_game_is_refused_in_a_sentence() -> None:
    printed = call("schema", "encounter", "--system", "hybird")
    assert printed.code == 2 and 'did you mean "hybrid"' in printed.err


@pytest.mark.parametrize("system", sample(registry.names(), 2))
def test_a_new_encounter_names_the_schema_beside_it_and_fits_it(tmp_path: Path, system: str) -> None:
    path = tmp_path / "ambush.toml"
    reply = call("new", path, "--system", system)
    assert reply.code == 0 and f"{system}.encounter.schema.json: what an editor completes" in reply.out
    text = path.read_text("utf-8")
    named = text.splitlines()[0].removeprefix("#:schema ")
    schema = json.loads((path.parent / named).read_text("utf-8"))
    assert schema == schema_of("encounter", system)
    jsonschema.validate(tomli.loads(text), schema)


def test_a_schema_that_is_there_already_stays_as_it_is(tmp_path: Path) -> None:
    call("new", tmp_path / "one.toml")
    schema = tmp_path / "hybrid.encounter.schema.json"
    schema.write_text("{}", "utf-8")
    reply = call("new", tmp_path / "two.toml")
    assert reply.code == 0 and "completes" not in reply.out
    assert schema.read_text("utf-8") == "{}"


def test_without_room_for_the_schema_the_encounter_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(disk: Disk, path: Path, data: bytes) -> None:
        if path.suffix == ".json":
            raise OSError(errno.ENOSPC, "No space left on device")
        write_new(disk, path, data)

    monkeypatch.setattr(new, "write_new", full)
    reply = call("new", tmp_path / "one.toml")
    assert reply.code == 0 and (tmp_path / "one.toml").exists()
    assert "hybrid.encounter.schema.json, from which editors complete, cannot be written: " in reply.err
