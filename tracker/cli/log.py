"""`tracker log`: a fight told step by step; what was taken back stays, marked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from tracker.cli import records
from tracker.cli.execution import BAD, REFUSED
from tracker.cli.narration import Teller
from tracker.cli.opening import fight_only, session_at_start
from tracker.cli.streams import say, tell, tell_json
from tracker.dice.source import ScriptedDice
from tracker.export.log_pages import as_markdown, as_page, as_records, as_text
from tracker.export.story import Story, story_of_steps, story_of_tale
from tracker.player_screen.spectator import Spectator
from tracker.session.script import Unsaid, recorded, script
from tracker.storage.fight_log.opening import LoggedStep, OpenedFight, logged_steps, open_fight


def carry_out(options: argparse.Namespace) -> int:
    """Print the log in the format wanted."""
    path = Path(options.file)
    fight_only(path)
    if options.format == "lines":
        return _as_lines(path, options.audience)
    if options.audience == "players":
        return _for_players(path, options.format)
    opened = open_fight(path, look=True)
    steps = logged_steps(path)
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


def _as_lines(path: Path, audience: str) -> int:
    """What was said, with the dice that fell, so that it can be said again; the exit code."""
    if audience == "players":
        say("--format lines holds your own lines with dice and secrets; it cannot be --for players.")
        return BAD
    blocks, opened = recorded(path)
    start = partial(session_at_start, opened, ScriptedDice(()))
    try:
        lines = script(start, blocks, opened.encounter)
    except Unsaid as unsaid:
        say(f"{path} cannot be repeated by the present rules: {unsaid}")
        return REFUSED
    tell(f"# {opened.prepared.title}")
    for line in lines:
        tell(line)
    return 0


def _for_players(path: Path, form: str) -> int:
    """What the players were told and nothing else, not even of what is wrong with the file; the exit code."""
    spectator = Spectator(path)
    spectator.look()
    scene = spectator.scene()
    if scene is not None:
        story = story_of_tale(scene.view.title, scene.unit, spectator.tale())
        if form == "json":
            for record in as_records(story):
                tell_json(record)
        elif form == "text":
            for line in as_text(story):
                tell(line)
        else:
            _page(story, form)
    if spectator.trouble:
        say(f"{path}: {spectator.trouble}")
    return 2 if spectator.trouble else 0


def _page(story: Story, form: str) -> None:
    if form == "html":
        print(as_page(story), flush=True)
        return
    for line in as_markdown(story):
        tell(line)


def _as_json(steps: Iterable[LoggedStep]) -> None:
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
                "by": step.by,
                "events": records.of_step(step.events, records.began(step, before)),
            }
        )
        before = step.at if told.in_force else before


def _as_text(opened: OpenedFight, steps: Iterable[LoggedStep]) -> None:
    tell(opened.prepared.title)
    teller = Teller(opened.prepared.encounter, opened.prepared.rules.unit)
    before = 0
    for told in steps:
        step = told.step
        mark = " " if told.in_force else "~"
        if step.line:
            tell(f"{step.n:>4}{mark}> {step.line}{f'  ({step.by})' if step.by else ''}")
        for line in teller.lines(step.events, records.began(step, before), mark):
            tell(f"  {line}")
        before = step.at if told.in_force else before
