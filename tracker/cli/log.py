"""`tracker log`: a fight printed step by step. Undone steps stay, marked."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from tracker.cli.execution import BAD, REFUSED
from tracker.cli.narration import UNDONE, Teller
from tracker.cli.opening import fight_only
from tracker.cli.streams import say, tell, tell_json
from tracker.cli.written_pages import printed, refuse_old_picture, write_picture
from tracker.clock.spans import TimeUnit
from tracker.dice.source import ScriptedDice
from tracker.export import recap_pages
from tracker.export.log_pages import as_markdown, as_page, as_records, as_text
from tracker.export.recap import Recap, recap_of
from tracker.export.recap_picture import missing, png_of, recap_card
from tracker.export.roll_table import HEADS, rows_of
from tracker.export.story import Story, story_of_steps, story_of_tale
from tracker.narration.summary import account
from tracker.player_screen.spectator import Spectator
from tracker.session.opening import session_at_start
from tracker.session.script import Unsaid, recorded, script
from tracker.storage.fight_log.opening import LoggedStep, OpenedFight, logged_steps, open_fight
from tracker.storage.fight_log.reader import MissingGame
from tracker.storage.paths import fight_called
from tracker.storage.toml.diagnostics import printed as printed_diagnostics
from tracker.views import records

_PLAYERS = "players"
_PAGES = ("markdown", "html")
Keeps = Callable[[int, str], bool]
"""A test whether a line of a count stays in the log."""


def carry_out(options: argparse.Namespace) -> int:
    """Print the log in the format wanted, or write it into a file. Return the exit code."""
    fight_only(fight_called(options.file))
    refused = _refused(options)
    if refused:
        say(refused)
        return BAD
    if options.svg and (refused := _refused_picture(Path(options.svg))):
        say(refused)
        return BAD
    return printed(options, partial(_log, options))


def _refused_picture(path: Path) -> str:
    """Return why no picture is written there. Empty when one is. Raises StorageError for a name that is none."""
    refuse_old_picture(path)
    return missing() if _is_png(path) else ""


def _is_png(path: Path) -> bool:
    return path.suffix.casefold() == ".png"


def _refused(options: argparse.Namespace) -> str:
    """Return why these options cannot be given together, as a sentence. Empty when they can."""
    players, form = options.audience == _PLAYERS, options.format
    if form == "lines" and players:
        return "--format lines holds your own lines with dice and secrets; it cannot be --for players."
    if form == "csv" and players:
        return "--format csv holds every roll, secret ones too; it cannot be --for players."
    if options.recap and not players:
        return "A recap tells what the players saw: add --for players. `--summary` gives your own figures."
    if options.svg and not options.recap:
        return "--svg draws a recap: add --for players --recap."
    if options.recap and form not in (*_PAGES, "text"):
        return f"A recap is a page: --format markdown or html, not {form}."
    if options.summary and form not in ("text", "json"):
        return f"A summary is text or json, not {form}; `--for players --recap` makes a page."
    if options.summary and players and form == "json":
        return "The players' summary is text; `--for players --recap` makes a page."
    if (options.since or options.only) and (form == "lines" or options.summary):
        return "--since and --only take lines out of a log; a script or a summary needs all of them."
    return ""


def _log(options: argparse.Namespace) -> int:
    """Print a fight's log in the format asked for and return the exit code."""
    path = fight_called(options.file)
    if options.format == "lines":
        return _as_lines(path)
    if options.audience == _PLAYERS:
        return _for_players(path, options)
    try:
        opened = open_fight(path, look=True)
    except MissingGame as missing_game:
        if options.format != "text" or options.summary or options.since:
            raise
        return _lines_alone(path, missing_game, options)
    prepared, steps = opened.prepared, logged_steps(path, opened.prepared.rules)
    for warning in opened.warnings:
        say(warning)
    keeps = _line_test(options, prepared.rules.unit)
    if keeps is None:
        return BAD
    if options.summary:
        _summary(opened, steps, options.format)
    elif options.format in _PAGES:
        pairs = ((logged.step, logged.in_force) for logged in steps)
        story = story_of_steps(
            prepared.title, prepared.rules.unit, prepared.encounter, pairs, prepared.rules.dice.turning_term
        )
        _page(_filtered_story(story, keeps), options.format)
    elif options.format == "json":
        _as_json(steps, Teller(prepared.encounter, prepared.rules.unit), keeps)
    elif options.format == "csv":
        _as_csv(opened, steps, keeps)
    else:
        _as_text(opened, steps, keeps)
    return 0


def _lines_alone(path: Path, missing_game: MissingGame, options: argparse.Namespace) -> int:
    """Print the lines of the steps of a fight whose game is not there, say so, and return the exit code."""
    words = [word.casefold() for word in options.only or ()]
    for logged in logged_steps(path):
        step, mark = logged.step, " " if logged.in_force else UNDONE
        if step.line and all(word in step.line.casefold() for word in words):
            tell(f"{step.n:>4}{mark}> {step.line}")
    for sentence in printed_diagnostics(missing_game.diagnostics):
        say(sentence)
    return BAD


def _line_test(options: argparse.Namespace, unit: TimeUnit) -> Keeps | None:
    """Return the test for the lines to print. None, after a sentence, when `--since` is no count of this game."""
    since = unit.read(options.since) if options.since else 0
    if since is None:
        say(f"--since takes a {unit.one} such as {unit.example}, not {options.since!r}.")
        return None
    words = [word.casefold() for word in options.only or ()]
    return lambda count, text: count >= since and all(word in text.casefold() for word in words)


def _as_lines(path: Path) -> int:
    """Print the commands of a fight with their dice, as a script for `tracker run`. Return the exit code."""
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


def _for_players(path: Path, options: argparse.Namespace) -> int:
    """Print only what the players saw, and return the exit code. Mistakes in the file are not mentioned either."""
    spectator = Spectator(path)
    spectator.look()
    chronicle = spectator.chronicle()
    if chronicle is not None:
        keeps = _line_test(options, chronicle.unit)
        if keeps is None:
            return BAD
        lines = [line for line in chronicle.lines if keeps(line.at, line.text)]
        if options.recap or options.summary:
            recap = recap_of(chronicle, lines)
            _recap(recap, "text" if options.summary else options.format, whole=not options.summary)
            if options.svg:
                picture = recap_card(recap)
                path = Path(options.svg)
                write_picture(path, png_of(picture) if _is_png(path) else f"{picture}\n".encode())
        else:
            tale = replace(spectator.tale(), lines=tuple(lines))
            _print_story(story_of_tale(chronicle.title, chronicle.unit, tale), options.format)
    if spectator.trouble:
        say(f"{path}: {spectator.trouble}")
    return 2 if spectator.trouble else 0


def _recap(recap: Recap, form: str, whole: bool) -> None:
    """Print a recap as HTML, Markdown or text. A text that is not `whole` is the summary."""
    if form == "html":
        print(recap_pages.as_page(recap), flush=True)
        return
    for line in recap_pages.as_markdown(recap) if form == "markdown" else recap_pages.as_text(recap, whole):
        tell(line)


def _print_story(story: Story, form: str) -> None:
    """Print a story as JSON lines, as text, or as a page of the format `form`."""
    if form == "json":
        for record in as_records(story):
            tell_json(record)
    elif form == "text":
        for line in as_text(story):
            tell(line)
    else:
        _page(story, form)


def _filtered_story(story: Story, keeps: Keeps) -> Story:
    """Return a story with those entries alone that the test keeps."""
    return replace(story, entries=tuple(entry for entry in story.entries if keeps(entry.at, entry.text)))


def _page(story: Story, form: str) -> None:
    """Print a story as one page of HTML or Markdown."""
    if form == "html":
        print(as_page(story), flush=True)
        return
    for line in as_markdown(story):
        tell(line)


def _summary(opened: OpenedFight, steps: Iterable[LoggedStep], form: str) -> None:
    """Print the summary of the fight, as the command `summary` does."""
    in_force = [logged.step for logged in steps if logged.in_force]
    summary = account(in_force, opened.encounter, opened.prepared.rules)
    if form == "json":
        tell_json(records.of_account(summary))
        return
    for line in summary.words:
        tell(line)


def _as_csv(opened: OpenedFight, steps: Iterable[LoggedStep], keeps: Keeps) -> None:
    """Print every roll as a row. The rolls of undone steps are marked."""
    rows = rows_of(
        opened.prepared.encounter, opened.prepared.rules.unit, ((logged.step, logged.in_force) for logged in steps)
    )
    page = io.StringIO()
    table = csv.writer(page, lineterminator="\n")
    table.writerow(HEADS)
    table.writerows(row.cells for row in rows if keeps(row.at, " ".join(row.cells)))
    print(page.getvalue(), end="", flush=True)


def _as_json(steps: Iterable[LoggedStep], teller: Teller, keeps: Keeps) -> None:
    """Print each step as one JSON object, unless nothing of it is kept."""
    before = 0
    for logged in steps:
        step, count = logged.step, before
        before = step.at if logged.in_force else before
        if not _any_kept(step.at, [step.line, *teller.lines(step, count, logged.in_force)], keeps):
            continue
        tell_json(
            {
                "step": step.n,
                "count": step.at,
                "line": step.line,
                "who": step.actor,
                "orders": step.mode == "orders",
                "undone": not logged.in_force,
                "by": step.by,
                "events": records.of_step(step, count),
            }
        )


def _any_kept(count: int, lines: Iterable[str], keeps: Keeps) -> bool:
    """Return whether the test keeps one of the lines of a step at `count`."""
    return any(keeps(count, line) for line in lines)


def _as_text(opened: OpenedFight, steps: Iterable[LoggedStep], keeps: Keeps) -> None:
    """Print each step with its line and events. Undone steps are marked `~`."""
    tell(opened.prepared.title)
    teller = Teller(opened.prepared.encounter, opened.prepared.rules.unit)
    before = 0
    for logged in steps:
        step = logged.step
        mark = " " if logged.in_force else UNDONE
        lines = [line for line in teller.lines(step, before, logged.in_force) if keeps(step.at, line)]
        if step.line and (lines or keeps(step.at, step.line)):
            tell(f"{step.n:>4}{mark}> {step.line}{f'  ({step.by})' if step.by else ''}")
        for line in lines:
            tell(f"  {line}")
        before = step.at if logged.in_force else before
