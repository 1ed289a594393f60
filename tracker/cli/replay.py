"""`tracker replay`: a recorded fight plays on the screen, or is written as a film; the fight stays as it is."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.cli.execution import BAD
from tracker.cli.opening import fight_only, session_of
from tracker.cli.streams import say, tell_progress
from tracker.cli.written_pages import unfit_name
from tracker.controller.replay import Replay, place_at
from tracker.dice.source import SeededDice
from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.paths import fight_called
from tracker.storage.toml.diagnostics import StorageError
from tracker.tui import terminal_presence

if TYPE_CHECKING:
    from tracker.clock.spans import TimeUnit
    from tracker.export.frames import Film
    from tracker.session import Session

_NEEDS_NONE = "with --svg FILE or --cast FILE it needs none"


def carry_out(options: argparse.Namespace) -> int:
    """Play a fight on the screen, or write the recordings that are asked for; return the exit code."""
    path = fight_called(options.file)
    fight_only(path)
    opened = open_fight(path, look=True)
    session = session_of(opened, SeededDice(0))
    if not session.journal.done:
        say(f"{path}: this fight has no steps yet; `tracker play {path}` begins it.")
        return BAD
    refused = _refused(options, session)
    if refused:
        say(refused)
        return BAD
    first, last = _part(options, session)
    replay = Replay(session, 0.0, first, last)
    replay.speed = options.speed
    if options.cast or options.svg:
        for warning in opened.warnings:
            say(warning)
        return _record(replay, options)
    return _show(replay)


def _refused(options: argparse.Namespace, session: Session) -> str:
    """Return why this cannot be replayed so, a sentence; empty when it can."""
    unit = session.rules.unit
    for name, text in (("--from", options.first), ("--to", options.last)):
        if text and unit.read(text) is None:
            return f"{name} takes a {unit.one} such as {unit.example}, not {text!r}."
    if options.first and options.last and _count(unit, options.last) < _count(unit, options.first):
        return f"--to {options.last} lies before --from {options.first}."
    recordings = [path for path in (options.cast, options.svg) if path]
    if not recordings:
        if options.seconds is not None:
            return "--seconds is for a recording: add --svg FILE or --cast FILE."
        if find_spec("termios") is None:
            return f"tracker replay needs a POSIX terminal (Linux, macOS, or WSL on Windows); {_NEEDS_NONE}."
        needs = f"tracker replay needs a terminal; {_NEEDS_NONE}."
        if sentence := terminal_presence.lacking(needs, "record it with --svg FILE or --cast FILE"):
            return sentence
    for path in map(Path, recordings):
        if refused := unfit_name(path, "the recording", ".svg"):
            return refused
        if os.path.lexists(path):
            return f"{path} exists already and was not changed; give another name."
    if len(recordings) > 1 and Path(recordings[0]) == Path(recordings[1]):
        return "--cast and --svg need two files."
    return ""


def _count(unit: TimeUnit, text: str) -> int:
    """Return the count that a text means, which has been read before."""
    count = unit.read(text)
    assert count is not None
    return count


def _part(options: argparse.Namespace, session: Session) -> tuple[int, int]:
    """Return the first and the last place of the steps to play; the first count also has the step that leads to it."""
    unit, end = session.rules.unit, len(session.journal.done)
    first = place_at(session, _count(unit, options.first)) if options.first else 0
    last = place_at(session, _count(unit, options.last) + 1) if options.last else end
    return min(first, end - 1), max(min(first, end - 1) + 1, last)


def _record(replay: Replay, options: argparse.Namespace) -> int:
    """Draw the fight without a terminal and write the recordings; return the exit code. Raises StorageError."""
    from tracker.export.cast import cast
    from tracker.export.frames import lasting
    from tracker.export.moving_picture import SECONDS, moving_picture
    from tracker.tui.frame_capture import filmed

    places = replay.last - replay.first + 1
    try:
        film = filmed(replay, options.size, lambda frames: tell_progress(f"drawn: {frames} of {places}"))
    finally:
        tell_progress("")
    if options.cast:
        timed = film if options.seconds is None else lasting(film, float(options.seconds))
        _write(Path(options.cast), cast(timed), timed)
    if options.svg:
        most = min(film.seconds, SECONDS) if options.seconds is None else float(options.seconds)
        timed = lasting(film, most)
        _write(Path(options.svg), moving_picture(timed), timed)
    return 0


def _write(path: Path, text: str, film: Film) -> None:
    """Write a recording into a new file and say so; raises StorageError."""
    try:
        write_new(Disk(), path, text.encode("utf-8"))
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {why(error)}.") from error
    say(f"Written: {path} ({film.seconds:.0f} seconds, {len(text.encode()) / 1000:,.0f} kB)")


def _show(replay: Replay) -> int:
    """Play the fight on the screen and return the exit code."""
    from tracker.cli.user_files import keep, own, settings_file
    from tracker.controller.controller import Controller
    from tracker.controller.debounce import Debounce
    from tracker.storage.crash_reports import crash_reporter
    from tracker.storage.paths import data_dir
    from tracker.tui.app import run
    from tracker.tui.app_config import AppConfig, Clock
    from tracker.tui.screens.replay import ReplayScreen

    user_files = own()

    def screen(controller: Controller, debounce: Debounce, clock: Clock) -> ReplayScreen:
        replay.begin(clock())
        return ReplayScreen(replay, controller, debounce, clock)

    config = AppConfig(
        replay.session,
        title=replay.session.encounter.title,
        keys=user_files.keys,
        remarks=user_files.remarks,
        report=crash_reporter(data_dir() / "reports"),
        settings=user_files.settings,
        keep=keep,
        kept_in=str(settings_file()),
        screen=screen,
    )
    return run(config)
