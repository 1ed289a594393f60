"""`tracker schema output`: every JSON output fits the schema printed for it, and no name of one ever vanishes."""

from __future__ import annotations

import argparse
from functools import cache
from typing import Any

import pytest

from tests.cli.calling import ROOT, call
from tests.lanes import sample
from tests.outputs import SAMPLES, names_kept, names_now, printed_schema, strict, values_of
from tracker.cli.argument_types import OUTPUTS as NAMED
from tracker.cli.arguments import parser_of_all
from tracker.cli.output_schemas import OUTPUTS

jsonschema = pytest.importorskip("jsonschema")

every_output = pytest.mark.parametrize("name", sample(OUTPUTS, 4))


@cache
def values(name: str) -> tuple[Any, ...]:
    return tuple(values_of(name))


def commands_with_json() -> set[str]:
    """The commands that print JSON, by the parser."""
    (commands,) = (one for one in parser_of_all()._actions if isinstance(one, argparse._SubParsersAction))
    return {
        name
        for name, parser in commands.choices.items()
        for action in parser._actions
        if "--json" in action.option_strings or "json" in (action.choices or ())
    }


def test_every_command_that_prints_json_has_a_schema() -> None:
    assert {output.command.split()[1] for output in OUTPUTS.values()} == commands_with_json()
    assert set(NAMED) == set(OUTPUTS) == set(SAMPLES)


@every_output
def test_what_the_command_prints_fits_its_schema_and_has_no_name_outside_it(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(printed_schema(name))
    validator = jsonschema.Draft202012Validator(strict(printed_schema(name)))
    assert values(name)
    for value in values(name):
        validator.validate(value)


def test_no_name_that_a_version_has_printed_has_vanished_and_new_ones_are_kept() -> None:
    """Scripts of others read them. `python -m tests.outputs` adds new names to those kept."""
    now = names_now()
    assert {place: gone for place, names in names_kept().items() if (gone := names - now.get(place, set()))} == {}
    assert now == names_kept()


def test_a_vanished_key_another_type_and_a_broken_event_are_noticed() -> None:
    validator = jsonschema.Draft202012Validator(strict(printed_schema("systems")))
    (first, *_) = values("systems")[0]
    validator.validate([first])
    for broken in ({**first, "from": 3}, {**first, "origin": "x"}, {k: v for k, v in first.items() if k != "from"}):
        assert not validator.is_valid([broken])
    lines = jsonschema.Draft202012Validator(strict(printed_schema("run")))
    rolled = next(value for value in values("run") if value["kind"] == "Rolled")
    lines.validate(rolled)
    for broken in ({**rolled, "luck": 1}, {**rolled, "total": "9"}, {**rolled, "kind": "Rolling"}):
        assert not lines.is_valid(broken)


def test_an_output_is_asked_for_by_name_and_a_file_has_none() -> None:
    without = call("schema", "output")
    assert without.code == 2
    assert all(name in without.err for name in OUTPUTS)
    mistaken = call("schema", "party", "sheet")
    assert mistaken.code == 2 and "tracker schema party" in mistaken.err
    with_game = call("schema", "output", "sheet", "--system", "prism")
    assert with_game.code == 2 and "--system" in with_game.err


def test_the_page_names_every_schema() -> None:
    page = (ROOT / "docs" / "json-output.md").read_text("utf-8")
    for name, output in OUTPUTS.items():
        assert f"| `tracker schema output {name}` | `{output.command}` | {output.about} |" in page
