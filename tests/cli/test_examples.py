"""The page about the command line says what the program says."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from tests.cli.examples import PAGE, ROOT, Example, examples
from tests.lanes import lane, sample
from tracker.model import events as ev
from tracker.views.records import HIDDEN_FIELDS

CHEAP = [example for example in examples() if lane.slow or " odds " not in example.command]
"""Those that are tried every day: forecasts are played in the slow lane."""


@pytest.mark.parametrize("example", sample(CHEAP, 12), ids=lambda example: example.command)
def test_an_example_says_what_the_page_says(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    output = example.output()
    assert example.fits(output), f"the program says now (`python -m tests.cli.examples` writes it):\n{output}"


@pytest.mark.parametrize("kind", get_args(ev.Event), ids=lambda kind: kind.__name__)
def test_every_event_and_each_of_its_fields_is_on_the_page(kind: type) -> None:
    row = next(
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{kind.__name__}` |")
    )
    hidden = ("who", *HIDDEN_FIELDS.get(kind, ()))
    missing = [
        field.name for field in fields(kind) if field.name not in hidden and f"`{field.name.rstrip('_')}`" not in row
    ]
    assert missing == []
