"""`tracker chance`: a chance, its thresholds, and what a roll against it means."""

from __future__ import annotations

import argparse

from tracker.cli.carrying import BAD
from tracker.cli.printing import say, tell, tell_json
from tracker.encounter.refusals import Refused
from tracker.systems import registry

_MORE = (
    *("kind", "support", "filter", "related", "unfamiliar", "pool"),
    *("difficulty", "setup", "rush", "passive", "why", "severity"),
)
"""Options that only some chances have."""


def carry_out(options: argparse.Namespace) -> int:
    """Print what the rule system makes of the figures."""
    system = registry.find(registry.DEFAULT)
    more = {name: getattr(options, name) for name in _MORE}
    edition = {"edition": options.edition}
    try:
        record = system.chance(options.stat, options.rank, options.df, options.roll, edition, more)
    except Refused as refused:
        say(refused.sentence)
        return BAD
    if options.json:
        tell_json(record)
        return 0
    for name, value in record.items():
        if isinstance(value, list):
            for line in value:
                tell(f"  {line}")
            continue
        if isinstance(value, dict):
            for inner, number in value.items():
                tell(f"  {inner.replace('_', ' '):<14}{number:>5}")
        else:
            tell(f"{name.replace('_', ' '):<16}{value:>5}")
    return 0
