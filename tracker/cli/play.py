"""`tracker play`: begins an encounter or resumes a fight, on the screen or in line mode.

Without a file, lets you choose.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tracker.cli.execution import REFUSED
from tracker.cli.signals import watched, whole
from tracker.cli.streams import say, tell_wrapped
from tracker.cli.user_files import Own, own
from tracker.dice.source import DiceSource, SeededDice

if TYPE_CHECKING:
    import argparse

    from tracker.controller.outside.dice_feed import FaceSource
    from tracker.controller.pages.openable_files import Entry
    from tracker.controller.shared_pages import Sharing
    from tracker.controller.user_settings import Settings
    from tracker.session import Session
    from tracker.storage.fight_log.opening import OpenedFight
    from tracker.web.process import PageServer

_NOT_SAVED = "This fight has unsaved steps in another file."
_PLAYED = {
    True: "This encounter has a fight already.",
    False: "This encounter has a fight that has not begun.",
}
"""The sentence about an encounter that has a fight, by whether the fight has begun."""
_FIGHTS, _ENCOUNTERS = "Go on with a fight, the newest first", "Begin an encounter"
_EXAMPLES, _FINISHED = "Begin an example", "Look at a finished example"
_NEW = "New here? `tracker learn` teaches a first fight, lesson by lesson."
"""The hint over the choice until the GM has a fight to continue with."""
_MOST = 60


def carry_out(options: argparse.Namespace) -> int:
    """Play on the screen or in line mode and return the exit code. 1 when steps could not be saved."""
    line_mode = options.plain or os.environ.get("TERM") == "dumb"
    user_files = own()
    source = _face_source(options.dice_from)
    frontend = _LineMode(user_files, source) if line_mode else _Screen(user_files, source)
    table = _Table(frontend, SeededDice(options.seed), user_files.settings, options)
    code = 0
    if not line_mode:
        gc.disable()  # nothing becomes garbage until the first frame, which begins to look for it
    with watched() if line_mode else nullcontext():
        try:
            if options.new is not None:
                code = _play(table, _new_fight(options, user_files.settings.game))
            elif options.file is None:
                entries = _openable_entries()
                played = line_mode or any(entry.section == _FIGHTS for entry in entries)
                code = table.choose("Choose a fight", entries, "" if played else _NEW)
            else:
                code = _play(table, _resolve(Path(options.file), table))
        finally:
            gc.enable()
            table.close()
            if source is not None:
                source.stop()
            for sentence in (*table.spilled, *table.partings):
                say(sentence)
    return code or (REFUSED if table.spilled else 0)


def _new_fight(options: argparse.Namespace, usual: str) -> Path:
    """Write the encounter that `--new` means, and return its file. `usual` is the game of the last new fight."""
    from tracker.campaign.new_fight import planned
    from tracker.model.refusals import Refused

    if options.file is not None:
        raise Refused(f"Give a file or --new, not both: {options.file}")
    fight = planned(options.new, options.system or "", usual)
    fight.write()
    return fight.path


def _face_source(text: str) -> FaceSource | None:
    """Return the source of typed faces by `--dice-from`. None: the keyboard alone. Raises Refused."""
    if not text:
        return None
    from tracker.cli.dice_from import open_source

    return open_source(text)


def _resolve(path: Path, table: _Table) -> Path:
    """Return the file meant by `path`: itself, one of that name with an ending, or the copy of an example.

    Raises InvalidFile with the names there are, StorageError when the example cannot be copied.
    """
    from tracker.cli.opening import no_such
    from tracker.storage.atomic import why
    from tracker.storage.paths import copy_example, example_called, is_fight
    from tracker.storage.toml.diagnostics import StorageError

    if os.path.lexists(path) or path.name != str(path):
        return path
    for ending in (".toml", ".fight.toml"):
        if (candidate := path.with_name(path.name + ending)).is_file():
            return candidate
    example = example_called(path.name)
    if example is None:
        raise no_such(path)
    if is_fight(example):
        return example
    try:
        copy, new = copy_example(example)
    except OSError as error:
        raise StorageError(f"{example.name} cannot be copied into your data folder: {why(error)}.") from error
    if new:
        table.partings.append(f"Copied the example {example.stem} to {copy}; play and change it there.")
    return copy


def _play(table: _Table, path: Path) -> int:
    """Play the encounter or fight at `path`, or let the user choose first where there is more than one way.

    A choice is offered when an encounter has a fight already, unsaved steps lie beside it, another tracker plays it, or
    its file is damaged. Raises InvalidFile, StorageError.
    """
    from tracker.controller.pages.openable_files import Entry, Way
    from tracker.session.opening import holds_fight
    from tracker.storage.fight_log.fight_lock import played_elsewhere
    from tracker.storage.fight_log.progress import Progress, progress
    from tracker.storage.paths import fight_path_for, is_finished_example
    from tracker.storage.preparation import read_encounter
    from tracker.storage.toml.diagnostics import BrokenSeal, Locked

    # An entry that is opened at once is shown in no list, so it has no name and no detail.
    if is_finished_example(path):
        return table.show(*table.open(Entry("", "", path, Way.UNSAVED)))
    if not holds_fight(path):
        fight = fight_path_for(path)
        unsaved = _joins(fight)
        fight_progress = progress(fight) if fight.exists() else Progress.UNTOUCHED
        played_by = played_elsewhere(fight) if fight.exists() else ""
        if not unsaved and not played_by and fight_progress is Progress.UNTOUCHED:
            return table.show(*table.open(Entry("", "", path, Way.START)))
        read_encounter(path)  # what is wrong with it is told before anything is asked
        if played_by:
            return table.choose(path.name, [_look_on(fight), _start_anew(path)], played_by)
        if unsaved:
            start_over = Entry("Start over", "without them", path, Way.START)
            choices = _resume_or_start(path, fight) if fight.exists() else [start_over]
            return table.choose(path.name, [*unsaved, *choices], _NOT_SAVED)
        return table.choose(path.name, _resume_or_start(path, fight), _PLAYED[fight_progress is Progress.BEGUN])
    if unsaved := _joins(path):
        go_on = Entry("Go on without them", "the unsaved steps stay where they are", path, Way.RESUME)
        return table.choose(path.name, [*unsaved, go_on], _NOT_SAVED)
    try:
        return table.show(*table.open(Entry("", "", path, Way.RESUME)))
    except Locked as error:
        return table.choose(path.name, [_look_on(path)], str(error))
    except BrokenSeal as error:
        if not error.openable:
            raise
        entry = Entry("Open it up to that step", "the rest stays in a file beside it", path, Way.UP_TO_BREAK)
        return table.choose(path.name, [entry], str(error))


def _joins(fight: Path) -> list[Entry]:
    """Return a choice for each file of unsaved steps that follow this fight."""
    from tracker.controller.pages.openable_files import Entry, Way
    from tracker.storage.fight_log.spill_files import spill_files_for

    return [
        Entry(f"Join {steps} step{'' if steps == 1 else 's'} and go on", str(tail), fight, Way.JOIN, tail)
        for tail, steps in spill_files_for(fight)
    ]


def _resume_or_start(path: Path, fight: Path) -> list[Entry]:
    """Return the choices for an encounter that has a fight: resume it, or start a new one."""
    from tracker.controller.pages.openable_files import Entry, Way

    return [
        Entry(f"Go on with {fight.name}", "where it stopped", fight, Way.RESUME),
        _start_anew(path),
    ]


def _start_anew(path: Path) -> Entry:
    """Return the choice to start a new fight of an encounter."""
    from tracker.controller.pages.openable_files import Entry, Way

    return Entry("Start again", f"{path.name} as it is now; the old fight stays in a file", path, Way.START)


def _look_on(fight: Path) -> Entry:
    """Return the choice to watch a fight that another program plays."""
    from tracker.controller.pages.openable_files import Entry, Way

    return Entry("Only watch", "follow the other tracker; save nothing", fight, Way.LOOK)


def _openable_entries() -> list[Entry]:
    """Return the fights to resume and encounters to begin: from this folder, the user's data folder and the examples.

    An example that was copied is left out for its copy, and a fight that has not begun for its encounter.
    """
    from tracker.controller.pages.openable_files import Entry, Way
    from tracker.storage.fight_log.progress import Progress, progress
    from tracker.storage.paths import FIGHT, data_dir, examples_dir, fight_path_for, is_finished_example

    current, shipped = Path(), examples_dir()
    paths: dict[Path, Path] = {}
    for folder in dict.fromkeys([current, current / "saves", data_dir(), shipped]):
        for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
            copied = (data_dir() / path.name).exists()
            if path.name != "pyproject.toml" and not (folder == shipped and (copied or path.name.endswith(FIGHT))):
                paths.setdefault(path.resolve(), path)
    fights = sorted((p for p in paths.values() if p.name.endswith(FIGHT)), key=_age)
    encounters = [p for p in paths.values() if not p.name.endswith(FIGHT)]
    fights_of_encounters = {fight_path_for(path).resolve() for path in encounters}
    entries: list[Entry] = []
    for path in fights:
        if is_finished_example(path):
            continue
        stem, fight_progress = path.name.removesuffix(FIGHT), progress(path)
        encounters_of_fight = {path.with_name(f"{name}{FIGHT}").resolve() for name in (stem, _unnumbered(stem))}
        if fight_progress is Progress.UNTOUCHED and encounters_of_fight & fights_of_encounters:
            continue
        detail = str(path.parent) + ("" if fight_progress is Progress.BEGUN else " · not begun yet")
        entries.append(
            Entry(
                f"{'Begin' if fight_progress is Progress.UNTOUCHED else 'Go on'}: {stem}",
                detail,
                path,
                Way.RESUME,
                section=_FIGHTS,
            )
        )
    encounters.sort(key=lambda path: path.parent == shipped)
    for path in encounters:
        section = _EXAMPLES if path.parent == shipped else _ENCOUNTERS
        entries.append(Entry(f"Begin: {path.stem}", str(path.parent), path, Way.START, section=section))
    finished = [path for path in fights if is_finished_example(path)]
    entries += [
        Entry(f"Look at: {path.name.removesuffix(FIGHT)}", "save nothing", path, Way.UNSAVED, section=_FINISHED)
        for path in finished
    ]
    return entries[:_MOST]


def _unnumbered(stem: str) -> str:
    """Return the encounter's name from that of its second or later fight: `ford` from `ford-2`."""
    return stem.rstrip("0123456789").removesuffix("-")


def _age(path: Path) -> float:
    """Return a sort key that puts the newest file first, and files that cannot be read last."""
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0


def _reporter() -> Callable[[str], str]:
    """Return the function that writes crash reports into the user's data folder."""
    from tracker.storage.crash_reports import crash_reporter
    from tracker.storage.paths import data_dir

    return crash_reporter(data_dir() / "reports")


Opening = tuple["Session", Callable[[], str]]
"""A session, and a function that returns the reason why it is not saved (empty: it is)."""


Share = Callable[["Session"], "Sharing | None"]
"""A function that returns the server of the players' pages of a fight."""


class _Frontend(Protocol):
    """A way to show a fight. `closing` is called once the fight is left."""

    def missing(self) -> str:
        """Return a sentence about missing requirements. Empty when nothing is missing."""

    def sharing(self, share: Share, begin: bool) -> None:
        """Set the function by which a fight is shared with its players, and whether it is shared from the beginning."""

    def show(self, session: Session, trouble: Callable[[], str], closing: Callable[[], None]) -> int: ...

    def choose(
        self,
        title: str,
        entries: Sequence[Entry],
        words: str,
        opened: Callable[[Entry], Opening],
        closing: Callable[[], None],
    ) -> int: ...


class _Screen:
    def __init__(self, user_files: Own, source: FaceSource | None) -> None:
        self._own = user_files
        self._source = source
        self._share: Share | None = None
        self._shared = False

    def sharing(self, share: Share, begin: bool) -> None:
        """Take the function that shares a fight, and whether to share it from the beginning."""
        self._share, self._shared = share, begin

    def missing(self) -> str:
        """Return a sentence about what the screen lacks here. Empty when nothing is missing."""
        from tracker.tui import terminal_presence

        return terminal_presence.lacking_to_play()

    def show(self, session: Session, trouble: Callable[[], str], closing: Callable[[], None]) -> int:
        """Show one fight on the screen and return the exit code."""
        return self._run({"session": session, "trouble": trouble}, closing)

    def choose(
        self,
        title: str,
        entries: Sequence[Entry],
        words: str,
        opened: Callable[[Entry], Opening],
        closing: Callable[[], None],
    ) -> int:
        """Show the start page, then the chosen fight, and return the exit code."""
        return self._run({"title": title, "entries": entries, "words": words, "open_entry": opened}, closing)

    def _run(self, shown: dict[str, Any], closing: Callable[[], None]) -> int:
        """Run the Textual app with its first content (`shown`) and the user's own files. Return the exit code."""
        from tracker.cli.user_files import keep, settings_file
        from tracker.tui.app import run
        from tracker.tui.app_config import AppConfig

        user_files = self._own
        config = AppConfig(
            **shown,
            keys=user_files.keys,
            remarks=user_files.remarks,
            report=_reporter(),
            settings=user_files.settings,
            keep=keep,
            kept_in=str(settings_file()),
            share=self._share,
            shared=self._shared,
            dice=self._source,
        )
        return run(config, closing)


def _share_in_lines(server: Sharing) -> None:
    """Serve the pages beside line mode, and print their addresses. Answers from them are not taken there."""
    import select

    server.seats, server.door = "off", False
    if why := server.start():
        tell_wrapped(why)
        return
    while server.running and not server.doors():
        select.select([server.fileno()], [], [], 10)
        server.read()
    for door in server.doors():
        tell_wrapped(f"For {door.player}: {door.address}" if door.player else f"For everybody: {door.address}")
    for sentence in filter(None, (server.note, server.trouble)):
        tell_wrapped(sentence)


class _LineMode:
    def __init__(self, user_files: Own, source: FaceSource | None) -> None:
        self._lines = iter(sys.stdin or ())
        self._source = source
        self._remarks = user_files.remarks
        self._share: Share | None = None

    def sharing(self, share: Share, begin: bool) -> None:
        """Take the function that shares a fight. Line mode shares only from the beginning, when told to `begin`."""
        self._share = share if begin else None

    def missing(self) -> str:
        """Return nothing: line mode runs on any terminal."""
        return ""

    def show(self, session: Session, trouble: Callable[[], str], closing: Callable[[], None]) -> int:
        """Play a session in line mode, after remarks about mistakes in the user's files. Return the exit code.

        `trouble` says what is not saved. `closing` is not called.
        """
        from tracker.line_mode.loop import play

        for remark in self._remarks:
            tell_wrapped(remark)
        server = None if self._share is None else self._share(session)
        if server is not None:
            _share_in_lines(server)
        whole_step = partial(whole, lambda: session.planning)
        return play(session, trouble, _reporter(), self._lines, tell_wrapped, whole_step, self._source)

    def choose(
        self,
        title: str,
        entries: Sequence[Entry],
        words: str,
        opened: Callable[[Entry], Opening],
        closing: Callable[[], None],
    ) -> int:
        """Let the user choose an entry by number and play it. Return the exit code, 0 when none is chosen.

        `words` is read out above the entries. `opened` opens the fight of the one chosen. `closing` is not called.
        """
        from tracker.line_mode.loop import choose

        chosen = choose(title, entries, words, opened, self._lines, tell_wrapped)
        return 0 if chosen is None else self.show(*chosen, closing)


class _Table:
    """The opener of fights, which closes them however the program ends."""

    def __init__(self, frontend: _Frontend, dice: DiceSource, settings: Settings, options: argparse.Namespace) -> None:
        self._frontend = frontend
        self._options = options
        self._servers: list[PageServer] = []
        self._dice = dice
        self._settings = settings
        self._opened: list[OpenedFight] = []
        self._sessions: list[Session] = []
        self.spilled: list[str] = []
        """Sentences about steps that could not be written to their fight's file, known once it is closed."""
        self.partings: list[str] = []
        """Sentences for the end, such as what is not yet written into the party's file."""

    def show(self, session: Session, trouble: Callable[[], str]) -> int:
        """Play an open fight and return the exit code."""
        self._frontend.sharing(self.share, self._options.share)
        return self._frontend.show(session, trouble, self.close)

    def share(self, session: Session) -> Sharing | None:
        """Return the server of the players' pages of an open fight. None for a fight not played and saved here."""
        from tracker.cli.share import missing
        from tracker.storage.table.links import table_of
        from tracker.web.process import PageServer

        opened = next((fight for fight in self._opened if fight.fight_file is session.recorder), None)
        if opened is None or opened.fight_file is None:
            return None
        path, document = opened.fight_file.path, opened.prepared.document
        server = PageServer(
            path,
            table_of(path, str(document.get("party", ""))),
            tuple(fighter.profile.player for fighter in session.encounter if fighter.profile.player),
            missing,
            str(document.get("players", {}).get("seats", "offer")),
            self._options.host,
            self._options.port,
        )
        self._servers.append(server)
        return server

    def choose(self, title: str, entries: list[Entry], words: str) -> int:
        """Let the user choose an entry and play it. Return the exit code. `words` is shown above the entries."""
        if not entries:
            words = "There is no encounter here yet; + begins a new fight, `tracker new FILE` writes one to fill in."
        self._frontend.sharing(self.share, self._options.share)
        return self._frontend.choose(title, entries, words, self._chosen, self.close)

    def _chosen(self, entry: Entry) -> tuple[Session, Callable[[], str]]:
        """Open the chosen entry. Raises ValueError with a sentence for the list of choices to show."""
        from tracker.storage.toml.diagnostics import InvalidFile, StorageError

        try:
            return self.open(entry)
        except InvalidFile as invalid:
            raise ValueError(str(invalid.diagnostics[0])) from invalid
        except StorageError as error:
            raise ValueError(error.sentence) from error
        except OSError as error:
            raise ValueError(f"{error.filename or entry.name}: {error.strerror or error}.") from error

    def open(self, entry: Entry) -> tuple[Session, Callable[[], str]]:
        """Open the fight of an entry and return its session with a function that says why it is not saved.

        Raises InvalidFile or StorageError.
        """
        from tracker.cli.opening import begin_fight, onlooker_of
        from tracker.controller.pages.openable_files import Way
        from tracker.session.opening import look, session_of
        from tracker.storage.fight_log.opening import open_fight, remove_untouched_fight
        from tracker.storage.fight_log.spill_recovery import join
        from tracker.storage.paths import fight_path_for
        from tracker.storage.preparation import preferring, read_encounter
        from tracker.storage.toml.diagnostics import StorageError

        path = entry.path
        match entry.way:
            case Way.START:
                prepared = read_encounter(path)
                if missing := self._frontend.missing():
                    raise StorageError(missing)
                remove_untouched_fight(fight_path_for(path))
                opened = begin_fight(
                    preferring(prepared, self._settings.options(prepared.system.name)), fight_path_for(path, new=True)
                )
            case Way.LOOK | Way.UNSAVED:
                opened = look(path)
            case Way.JOIN:
                assert entry.tail is not None
                join(path, entry.tail, owned_only=True)
                opened = open_fight(path)
            case Way.RESUME | Way.UP_TO_BREAK:
                opened = open_fight(path, up_to_break=entry.way is Way.UP_TO_BREAK)
        self._opened.append(opened)

        def trouble() -> str:
            """Return why nothing is saved, for the banner. Empty while all is saved."""
            return opened.fight_file.trouble if opened.fight_file is not None else "only watched, nothing is saved"

        session = onlooker_of(opened, self._dice) if entry.way is Way.LOOK else session_of(opened, self._dice)
        if entry.way is Way.START and self._settings.dice == "rolled":
            for combatant in session.encounter:
                if combatant.typed:
                    session.say(f"{combatant.id} rolled")
        self._sessions.append(session)
        return session, trouble

    def close(self) -> None:
        """Close every file and the players' pages. Note what the party's file lacks, and how each fight continues."""
        while self._servers:
            self._servers.pop().stop()

        while self._sessions:
            session = self._sessions.pop()
            if session.shelf is not None and (
                sentence := session.shelf.unwritten_note(session.encounter, session.journal)
            ):
                self.partings.append(sentence)
        if not self._opened:
            return  # who leaves the list without a fight need not wait for what opens one
        from tracker.cli.opening import close

        while self._opened:
            opened = self._opened.pop()
            spilled = close(opened)
            self.spilled += spilled
            # A fight that only opened has nothing in it to come back to: its encounter begins it again.
            if opened.fight_file is not None and opened.journal.last and not spilled:
                self.partings.append(f"Saved. `tracker play {opened.fight_file.path}` goes on.")
