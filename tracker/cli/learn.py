"""`tracker learn`: a first fight in a game, lesson by lesson, on the screen. How far one has come is kept."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.cli.execution import BAD
from tracker.cli.streams import say
from tracker.controller.courses.course import Course, Learner, catch_up, course_of, courses
from tracker.controller.pages.openable_files import Entry, Way
from tracker.dice.source import SeededDice
from tracker.session.opening import prepared_only, session_at_start
from tracker.storage.paths import data_dir, examples_dir
from tracker.storage.preparation import read_encounter
from tracker.storage.settings_file import set_in
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.reader import read
from tracker.text.suggestions import ended, hint_or_list
from tracker.tui import terminal_presence

if TYPE_CHECKING:
    from tracker.controller.controller import Controller
    from tracker.controller.input.debounce import Debounce
    from tracker.session import Session
    from tracker.tui.app_config import Clock
    from tracker.tui.screens.learn import LearnScreen

PROGRESS = "learn.toml"
"""The file of the data folder with the number of finished lessons of each course."""
_NOT_SAVED = "practice"
"""The word in place of a fight's saved state."""


def carry_out(options: argparse.Namespace) -> int:
    """Show a course on the screen, or let the user choose one first. Return the exit code."""
    names = courses()
    if options.system is not None and options.system not in names:
        say(ended(f'There is no course for "{options.system}"{hint_or_list(options.system, names)}'))
        return BAD
    if find_spec("termios") is None:
        say("tracker learn needs a POSIX terminal (Linux, macOS, or WSL on Windows).")
        return BAD
    needs = "tracker learn needs a terminal; the same lessons are pages in docs/tutorials."
    if sentence := terminal_presence.lacking(needs, "read the same lessons in docs/tutorials"):
        say(sentence)
        return BAD
    progress = _Progress(data_dir() / PROGRESS)
    if options.restart:
        for name in names if options.system is None else (options.system,):
            refused = progress.keep(name, 0)
            if refused and progress.done(course_of(name)):
                say(f"The course does not start over: {refused}")
                return BAD
    return _run(_Courses(names, progress), options.system)


class _Progress:
    """The number of finished lessons of each course, kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def done(self, course: Course) -> int:
        """Return the number of finished lessons of a course. 0 when the file cannot be read or is wrong."""
        try:
            number = read(self._path).data.get(course.system, 0)
        except InvalidFile:
            return 0
        whole = isinstance(number, int) and not isinstance(number, bool)
        return max(0, min(number, len(course.lessons))) if whole else 0

    def keep(self, system: str, lessons: int) -> str:
        """Write the number of finished lessons of a course. Return why that failed, or an empty text."""
        try:
            set_in(self._path, system, float(lessons))
        except StorageError as error:
            return error.sentence
        return ""


class _Courses:
    """All courses, and the one that is opened."""

    def __init__(self, names: tuple[str, ...], progress: _Progress) -> None:
        self._courses = {name: course_of(name) for name in names}
        self._progress = progress
        self._open: Course | None = None

    def entries(self) -> list[Entry]:
        """Return an entry for each course, with its progress."""
        return [
            Entry(course.title, self._standing(course), self._path(course), Way.START)
            for course in self._courses.values()
        ]

    def _standing(self, course: Course) -> str:
        """Return the progress of a course in words."""
        done, all_told = self._progress.done(course), len(course.lessons)
        if done == all_told:
            return f"{all_told} lessons, done; starts over"
        return f"continues with lesson {done + 1} of {all_told}" if done else f"{all_told} lessons"

    def open(self, entry: Entry) -> tuple[Session, Callable[[], str]]:
        """Return a course's fight at its beginning, and a function that says it is not saved. Raises InvalidFile."""
        course = self._open = next(course for course in self._courses.values() if self._path(course) == entry.path)
        prepared = read_encounter(entry.path)
        return session_at_start(prepared_only(prepared), SeededDice(course.seed)), lambda: _NOT_SAVED

    def chosen(self, entry: Entry) -> tuple[Session, Callable[[], str]]:
        """Open the course of an entry of the list, as `open` does.

        Raises ValueError with a sentence, with which the list is shown again.
        """
        try:
            return self.open(entry)
        except InvalidFile as invalid:
            raise ValueError(str(invalid.diagnostics[0])) from invalid

    def entry(self, system: str) -> Entry:
        """Return the entry of the course of a game."""
        return self.entries()[list(self._courses).index(system)]

    def _path(self, course: Course) -> Path:
        """Return the encounter of a course, an example."""
        return examples_dir() / f"{course.encounter}.toml"

    def screen(self, controller: Controller, debounce: Debounce, clock: Clock) -> LearnScreen:
        """Return the screen of the course that was opened, at the lesson that comes next."""
        from tracker.tui.screens.learn import LearnScreen

        course = self._open
        assert course is not None
        done = self._progress.done(course)
        lesson = 0 if done == len(course.lessons) else done
        catch_up(controller, course.lessons[:lesson])
        kept = partial(self._progress.keep, course.system)
        return LearnScreen(Learner(course, lesson), kept, controller, debounce, clock)


def _run(choice: _Courses, system: str | None) -> int:
    """Show the course of `system`, or the choice of one, and return the exit code."""
    from tracker.cli.user_files import keep, own, settings_file
    from tracker.storage.crash_reports import crash_reporter
    from tracker.tui.app import run
    from tracker.tui.app_config import AppConfig

    user_files = own()
    chosen = choice.entry(system) if system is not None else None
    # The usual keys and not one's own: a lesson names the keys that every user begins with.
    return run(
        AppConfig(
            title="Learn: a first fight in each game",
            opening=partial(choice.open, chosen) if chosen is not None else None,
            entries=choice.entries(),
            open_entry=choice.chosen,
            report=crash_reporter(data_dir() / "reports"),
            settings=user_files.settings,
            keep=keep,
            kept_in=str(settings_file()),
            screen=choice.screen,
        )
    )
