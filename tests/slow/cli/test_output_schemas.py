"""Every finished fight fits the schemas of what is printed of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call
from tests.outputs import printed_schema, strict

jsonschema = pytest.importorskip("jsonschema")


@pytest.mark.parametrize("path", sorted((ROOT / "saves").glob("*.fight.toml")), ids=lambda path: path.stem)
def test_every_finished_fight_fits_the_schemas_of_its_outputs(path: Path) -> None:
    for name, words in (("log", ()), ("log-players", ("--for", "players")), ("log-summary", ("--summary",))):
        validator = jsonschema.Draft202012Validator(strict(printed_schema(name)))
        for line in call("log", path, "--format", "json", *words).out.splitlines():
            validator.validate(json.loads(line))
