"""`tracker log`: a fight told step by step; what was taken back stays, marked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from tracker.cli import records
from tracker.cli.opening import holds_fight
from tracker.cli.printing import say, tell, tell_json
from tracker.cli.telling import Teller
from tracker.encounter.players import Players
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
    steps: Iterable[Told] = steps_of(path)
    if options.audience == "players":
        steps = _for_players(opened, steps)
    if options.format == "json":
        _as_json(steps)
    else:
        _as_text(opened, steps)
    return 0


def _for_players(opened: Opened, steps: Iterable[Told]) -> Iterator[Told]:
    """The steps in force with what players may know of them, without what the game master typed."""
    players = Players(opened.prepared.encounter)
    for told in steps:
        if told.in_force:
            events = tuple(players.seen(told.step.events))
            actor = told.step.actor if players.notices(told.step.actor) else ""
            yield replace(told, step=replace(told.step, events=events, line="", actor=actor))


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
    teller = Teller(opened.prepared.encounter, opened.prepared.rules.unit)
    before = 0
    for told in steps:
        step = told.step
        mark = " " if told.in_force else "~"
        if step.line:
            tell(f"{step.n:>4}{mark}> {step.line}")
        for line in teller.lines(step.events, records.began(step, before), mark):
            tell(f"  {line}")
        before = step.at if told.in_force else before
