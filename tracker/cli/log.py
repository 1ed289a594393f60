"""`tracker log`: a fight told step by step; what was taken back stays, marked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from tracker.cli import records
from tracker.cli.opening import fight_only
from tracker.cli.printing import say, tell, tell_json
from tracker.cli.telling import Teller
from tracker.encounter.tale import tale_of
from tracker.export.log_pages import as_markdown, as_page
from tracker.export.story import Story, story_of_steps, story_of_tale
from tracker.players.spectator import showing_of
from tracker.storage import Opened, Told, open_fight, steps_of


def carry_out(options: argparse.Namespace) -> int:
    """Print the log in the format wanted."""
    path = Path(options.file)
    fight_only(path)
    opened = open_fight(path, look=True)
    steps = steps_of(path)
    if options.audience == "players":
        _for_players(opened, steps, options.format)
        return 0
    for warning in opened.warnings:
        say(warning)
    if options.format in ("markdown", "html"):
        prepared = opened.prepared
        pairs = ((told.step, told.in_force) for told in steps)
        _page(story_of_steps(prepared.title, prepared.rules.unit, prepared.encounter, pairs), options.format)
    elif options.format == "json":
        _as_json(steps)
    else:
        _as_text(opened, steps)
    return 0


def _for_players(opened: Opened, steps: Iterable[Told], form: str) -> None:
    """What the players were told, a line a line; nothing but the tale."""
    prepared = opened.prepared
    in_force = (told.step.events for told in steps if told.in_force)
    tale = tale_of(prepared.encounter, in_force, prepared.rules, showing_of(prepared))
    if form in ("markdown", "html"):
        _page(story_of_tale(prepared.title, prepared.rules.unit, tale), form)
        return
    if form == "text":
        tell(prepared.title)
    for line in tale.lines:
        if form == "json":
            tell_json({"count": line.at, "text": line.text})
        else:
            tell(f"  {prepared.rules.unit.text(line.at):>4}  {line.text}")


def _page(story: Story, form: str) -> None:
    if form == "html":
        print(as_page(story), flush=True)
        return
    for line in as_markdown(story):
        tell(line)


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
