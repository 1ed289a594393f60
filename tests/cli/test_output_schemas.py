"""`docs/json/`: every `--json` output has a schema that it fits, and no name of one ever vanishes."""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import pytest

from tests.cli.calling import ROOT, call
from tests.output_schemas import FOLDER, OUTPUTS, both, described, path_of, schema_of, text_of, values_of
from tracker.cli.arguments import parser_of_all

PAGE = ROOT / "docs" / "json-output.md"
every_output = pytest.mark.parametrize("name", OUTPUTS)


def kept(name: str) -> Any:
    return json.loads(path_of(name).read_text("utf-8"))


@cache
def values(name: str) -> tuple[Any, ...]:
    return tuple(values_of(OUTPUTS[name]))


def commands_with_json() -> set[str]:
    """The commands that print JSON, by the parser."""
    (commands,) = (one for one in parser_of_all()._actions if isinstance(one, argparse._SubParsersAction))
    return {
        name
        for name, parser in commands.choices.items()
        for action in parser._actions
        if "--json" in action.option_strings or "json" in (action.choices or ())
    }


def test_every_command_that_prints_json_has_a_schema_and_every_schema_a_file() -> None:
    assert {output.title.split()[1] for output in OUTPUTS.values()} == commands_with_json()
    assert {path.name for path in FOLDER.iterdir()} == {path_of(name).name for name in OUTPUTS}


def strict(schema: Any) -> Any:
    """The same schema, but names that it does not know are refused."""
    if isinstance(schema, list):
        return [strict(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    if "properties" in schema and "additionalProperties" not in schema:
        closed["additionalProperties"] = False
    return closed


@every_output
def test_what_the_command_prints_fits_its_schema_and_has_no_name_outside_it(name: str) -> None:
    """A new name is added to the schema by `python -m tests.output_schemas`."""
    validator = jsonschema.Draft202012Validator(strict(kept(name)))
    for value in values(name):
        validator.validate(value)


def names_in(value: Any, place: str = "") -> Iterator[str]:
    """Every name in an output with where it stands; records by their kind, wherever they stand."""
    if isinstance(value, list):
        for entry in value:
            yield from names_in(entry, place)
    elif isinstance(value, dict):
        place = f"/{value['kind']}" if {"count", "kind"} <= set(value) else place
        for key, inner in value.items():
            yield f"{place}/{key}"
            yield from names_in(inner, f"{place}/{key}")


def names_told(schema: Any, definitions: dict[str, Any], place: str = "") -> Iterator[str]:
    """Every name in a schema with where it stands."""
    for key, inner in schema.get("properties", {}).items():
        yield f"{place}/{key}"
        yield from names_told(inner, definitions, f"{place}/{key}")
    if "items" in schema:
        yield from names_told(schema["items"], definitions, place)
    for kind, inner in schema.get("$defs", {}).items():
        yield from names_told(inner, definitions, f"/{kind}")


@every_output
def test_no_name_of_the_schema_has_vanished_from_what_is_printed(name: str) -> None:
    """Names only grow: scripts of others read them. Of events the names are those of the events themselves."""
    schema = kept(name)
    printed = {place for value in values(name) for place in names_in(value)}
    now = set(names_told(described_by_events(name), {}))
    missing = [place for place in names_told(schema, {}) if place not in printed | now]
    assert missing == []


def described_by_events(name: str) -> dict[str, Any]:
    """The schemas of the kinds of events that there are now, where an output has events."""
    from tests.output_schemas import event_schemas

    return {"$defs": dict(event_schemas())} if OUTPUTS[name].events else {}


@every_output
def test_the_schema_is_written_as_the_generator_writes_it(name: str) -> None:
    assert path_of(name).read_text("utf-8") == text_of(described(name, OUTPUTS[name]))


def test_a_vanished_key_a_vanished_event_field_and_another_type_are_noticed() -> None:
    schema = strict(kept("systems"))
    (first, *_) = values("systems")[0]
    jsonschema.Draft202012Validator(schema).validate([first])
    for broken in ({**first, "from": 3}, {**first, "origin": "x"}, {k: v for k, v in first.items() if k != "from"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(schema).validate([broken])
    grown = copy.deepcopy(kept("run"))
    grown["$defs"]["Rolled"]["properties"]["luck"] = {"type": "number"}
    now = set(names_told(described_by_events("run"), {}))
    assert {place for place in names_told(grown, {}) if place.startswith("/Rolled/")} - now == {"/Rolled/luck"}


def test_to_draw_anew_keeps_names_that_are_gone_and_words_by_hand() -> None:
    old = {
        "type": "object",
        "properties": {"gone": {"type": "string", "description": "What was."}},
        "required": ["gone"],
    }
    merged = both(old, schema_of({"new": None}, {}))
    assert merged["properties"] == {"gone": {"type": "string", "description": "What was."}, "new": {"type": "null"}}
    assert merged["required"] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((ROOT / "saves").glob("*.fight.toml")), ids=lambda path: path.stem)
def test_every_finished_fight_fits_the_schemas_of_its_outputs(path: Any) -> None:
    for name, words in (("log", ()), ("log-players", ("--for", "players")), ("log-summary", ("--summary",))):
        printed = call("log", path, "--format", "json", *words).out
        validator = jsonschema.Draft202012Validator(kept(name))
        for line in printed.splitlines():
            validator.validate(json.loads(line))


def test_the_page_names_every_schema() -> None:
    page = PAGE.read_text("utf-8")
    for name, output in OUTPUTS.items():
        assert f"[{name}.schema.json](json/{name}.schema.json) | `{output.title}`" in page
