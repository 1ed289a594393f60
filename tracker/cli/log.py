"""`tracker log`: a fight told step by step; what was taken back stays, marked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from tracker.cli import records
from tracker.cli.opening import holds_fight
from tracker.cli.printing import say, tell, tell_json
from tracker.cli.telling import Teller
from tracker.storage import Mistake, Mistakes, Opened, Told, open_fight, steps_of
from tracker.storage.source import LARGEST, read_bytes


def carry_out(options: argparse.Namespace) -> int:
    """Print the log in the format wanted."""
    path = Path(options.file)
    if not holds_fight(path):
        read_bytes(path, LARGEST)
        text = "this is an encounter, of which nothing can be told yet; its fights end in .fight.toml"
        raise Mistakes([Mistake(str(path), 0, 0, text)])
    opened = open_fight(path, look=True)
    for warning in opened.warnings:
        say(warning)
    if options.format == "json":
        _as_json(steps_of(path))
    else:
        _as_text(opened, steps_of(path))
    return 0


def _as_json(steps: Iterable[Told]) -> None:
    before = 0
    for told in steps:
        step = told.step
        tell_json(
            {
                "step": step.n,
                "count": step.at,
                "line": step.line,
                "who": step.actor,
                "orders": step.mode == "orders",
                "undone": not told.in_force,
                "events": records.of_step(step.events, records.began(step, before)),
            }
        )
        before = step.at if told.in_force else before


def _as_text(opened: Opened, steps: Iterable[Told]) -> None:
    tell(opened.prepared.title)
    teller = Teller(opened.prepared.encounter)
    before = 0
    for told in steps:
        step = told.step
        mark = " " if told.in_force else "~"
        if step.line:
            tell(f"{step.n:>4}{mark}> {step.line}")
        for line in teller.lines(step.events, records.began(step, before), mark):
            tell(f"  {line}")
        before = step.at if told.in_force else before
