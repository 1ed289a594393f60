"""Every finished fight fits the schemas of what is printed of it, and every name of a schema is printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import ROOT, call
from tests.outputs import names_now, printed_schema, strict, values_of
from tracker.cli.output_schemas import OUTPUTS

jsonschema = pytest.importorskip("jsonschema")


@pytest.mark.parametrize("path", sorted((ROOT / "saves").glob("*.fight.toml")), ids=lambda path: path.stem)
def test_every_finished_fight_fits_the_schemas_of_its_outputs(path: Path) -> None:
    for name, words in (("log", ()), ("log-players", ("--for", "players")), ("log-summary", ("--summary",))):
        validator = jsonschema.Draft202012Validator(strict(printed_schema(name)))
        for line in call("log", path, "--format", "json", *words).out.splitlines():
            validator.validate(json.loads(line))


def keys_in(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for entry in value:
            yield from keys_in(entry)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_in(inner)


def test_every_name_that_is_declared_is_printed_by_a_sample() -> None:
    printed = {key for name in OUTPUTS for value in values_of(name) for key in keys_in(value)}
    declared = {
        name
        for place, names in names_now().items()
        if not place.startswith("events/") or place.startswith(("events/State", "events/Explained"))
        for name in names
    }
    assert declared - printed == set()
