"""The page about the command line says what the program says."""

from __future__ import annotations

import pytest

from tests.cli.examples import ROOT, Example, examples
from tests.lanes import lane, sample

CHEAP = [example for example in examples() if lane.slow or " odds " not in example.command]
"""Those that are tried every day: forecasts are played in the slow lane."""


@pytest.mark.parametrize("example", sample(CHEAP, 12), ids=lambda example: example.command)
def test_an_example_says_what_the_page_says(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    output = example.output()
    assert example.fits(output), f"the program says now (`python -m tests.cli.examples` writes it):\n{output}"
