"""`tracker log`: a fight printed step by step; undone steps stay, marked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import partial
from pathlib import Path

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
from tracker.views import records


def carry_out(options: argparse.Namespace) -> int:
    """Print the log of a fight in the format wanted and return the exit code."""
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
        pairs = ((logged.step, logged.in_force) for logged in steps)
        _page(story_of_steps(prepared.title, prepared.rules.unit, prepared.encounter, pairs), options.format)
    elif options.format == "json":
        _as_json(steps)
    else:
        _as_text(opened, steps)
    return 0


def _as_lines(path: Path, audience: str) -> int:
    """Print the command lines of a fight with their dice, so that `tracker run --script` can repeat it.

    Return the exit code.
    """
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
    """Print the log as the players saw it and return the exit code; errors name no detail of the file either."""
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
    """Print a story as one HTML page, or as Markdown lines."""
    if form == "html":
        print(as_page(story), flush=True)
        return
    for line in as_markdown(story):
        tell(line)


def _as_json(steps: Iterable[LoggedStep]) -> None:
    """Print each step as one line of JSON, undone steps too."""
    count_before = 0
    for logged in steps:
        step = logged.step
        tell_json(
            {
                "step": step.n,
                "count": step.at,
                "line": step.line,
                "who": step.actor,
                "orders": step.mode == "orders",
                "undone": not logged.in_force,
                "events": records.of_step(step.events, records.began(step, count_before)),
            }
        )
        count_before = step.at if logged.in_force else count_before


def _as_text(opened: OpenedFight, steps: Iterable[LoggedStep]) -> None:
    """Print each step's command line and then its events; `~` marks an undone step."""
    tell(opened.prepared.title)
    teller = Teller(opened.prepared.encounter, opened.prepared.rules.unit)
    count_before = 0
    for logged in steps:
        step = logged.step
        mark = " " if logged.in_force else "~"
        if step.line:
            tell(f"{step.n:>4}{mark}> {step.line}")
        for line in teller.lines(step.events, records.began(step, count_before), mark):
            tell(f"  {line}")
        count_before = step.at if logged.in_force else count_before
