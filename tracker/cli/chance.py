"""`tracker chance`: a chance, its thresholds, and what a roll against it means."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from tracker.cli.execution import BAD
from tracker.cli.streams import say, tell, tell_json
from tracker.model.refusals import Refused
from tracker.system_api import calculator_lines
from tracker.systems import registry

_GIVEN = (
    *("stat", "rank", "df", "roll", "edition"),
    *("kind", "support", "filter", "related", "unfamiliar", "pool"),
    *("difficulty", "setup", "rush", "passive", "why", "severity"),
)
"""The options that are figures of the chance."""


def carry_out(options: argparse.Namespace) -> int:
    """Print the chance that the default game calculates from the options, and return the exit code."""
    system = registry.find(registry.DEFAULT)
    chance = next(calculator for calculator in system.calculators() if calculator.name == "chance")
    try:
        record = chance.reckon({name: getattr(options, name) for name in _GIVEN})
    except Refused as refused:
        say(refused.sentence)
        return BAD
    print_figures(record, options.json)
    return 0


def print_figures(record: Mapping[str, Any], as_json: bool) -> None:
    """Print a calculator's result as one JSON object, or as one line per figure."""
    if as_json:
        tell_json(dict(record))
        return
    for line in calculator_lines.figures(record):
        tell(line)
