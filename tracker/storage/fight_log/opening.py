"""Opening: starts a fight log, resumes one, or reads one without locking it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from tracker.encounter.engine.journal import Journal, Step
from tracker.game_api.rules import Rules
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.fight_log.bounded_read import LARGEST_FIGHT
from tracker.storage.fight_log.fight_lock import Lock
from tracker.storage.fight_log.format import head
from tracker.storage.fight_log.game_head import game_keys
from tracker.storage.fight_log.hash_chain import seal_block
from tracker.storage.fight_log.progress import Progress, progress
from tracker.storage.fight_log.reader import FightText
from tracker.storage.fight_log.replay import current_state
from tracker.storage.fight_log.spill_files import spill_files_for
from tracker.storage.fight_log.writer import FightFile, WrittenPart
from tracker.storage.library.lookup import folders_for
from tracker.storage.paths import beside
from tracker.storage.preparation import Prepared
from tracker.storage.toml.diagnostics import BrokenSeal, InvalidFile, Locked, StorageError
from tracker.storage.toml.reader import read_bytes


@dataclass
class OpenedFight:
    """A fight that was opened. `warnings` are sentences for the game master."""

    prepared: Prepared
    encounter: Encounter
    journal: Journal
    fight_file: FightFile | None
    """The file to write to. None when the fight is opened for reading only."""
    warnings: tuple[str, ...] = ()
    earlier: Callable[[], bool] | None = None
    """Reads older steps into the journal and returns whether there are more. None when all are there."""


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """A step of the log. `in_force` is false when it was undone."""

    step: Step
    in_force: bool


def start_fight(prepared: Prepared, path: Path, disk: Disk | None = None) -> FightFile:
    """Start a new fight at `path`. Raises StorageError when a file is there.

    A failing disk becomes the file's `trouble`.
    """
    if path.exists() or path.is_symlink():
        raise StorageError(f"{path} is there already; resume it, or give the new fight another name.")
    lock, trouble = _take_lock(path, make_folder=True)
    if path.exists():  # another program may have made it before the lock
        if lock is not None:
            lock.release()
        raise StorageError(f"{path} is there already; resume it, or give the new fight another name.")
    text = head(prepared.document, game_keys(prepared))
    try:
        _read_back(path, text)
    except StorageError:
        if lock is not None:
            lock.release()
        raise
    fight_file = FightFile(path, WrittenPart(), lock, disk)
    fight_file.write_head(text)
    if trouble and fight_file.trouble:
        fight_file.trouble = f"not saved since the beginning: {trouble}"
    return fight_file


def _read_back(path: Path, text: str) -> None:
    """Raise StorageError when a head could not be opened again, so that no such fight is ever begun."""
    data, _ = seal_block("", text)
    why_not = ""
    if len(data) > LARGEST_FIGHT:
        why_not = f"its head alone has {len(data)} bytes; a fight may have {LARGEST_FIGHT}"
    else:
        try:
            FightText(path, data)
        except (InvalidFile, BrokenSeal) as error:
            why_not = error.diagnostics[0].text if isinstance(error, InvalidFile) else error.what
    if why_not:
        raise StorageError(f"{path} is not started; it could not be opened again: {why_not}.")


def remove_untouched_fight(path: Path) -> None:
    """Delete a fight that was opened and left before anything happened, so that its encounter is read afresh.

    A fight that is open elsewhere, was edited by hand, or has steps, saved or spilled, stays.
    """
    if path.is_symlink() or not path.is_file() or progress(path) is not Progress.UNTOUCHED or spill_files_for(path):
        return
    try:
        opened = open_fight(path)
    except (StorageError, InvalidFile, BrokenSeal, Locked):
        return
    assert opened.fight_file is not None
    try:
        if not opened.warnings:
            path.unlink()
    except OSError:
        pass
    finally:
        opened.fight_file.close()


def open_fight(path: Path, up_to_break: bool = False, look: bool = False, disk: Disk | None = None) -> OpenedFight:
    """Open the fight at `path` to continue with it. With `look` read it only, without a lock.

    Raises InvalidFile, Locked, or BrokenSeal. With `up_to_break` the fight opens up to a broken seal, and the rest is
    kept beside the file.
    """
    disk = disk or Disk()
    if not path.is_file():
        read_bytes(path, LARGEST_FIGHT)  # says in a sentence what it is instead
    lock, trouble = (None, "") if look else _take_lock(path)
    try:
        stamp = disk.stamp(path) if not look else None
        fight = FightText(path)
        opened = _replay(fight, up_to_break)
        if look:
            return opened
        if fight.unread:
            line, size = fight.line(fight.chain.valid_size), len(fight.tail) + fight.unread
            raise StorageError(
                f"{path}: the {size} bytes from line {line} on are too many to be kept beside it; remove them by hand,"
                " then open it again."
            )
        tail = fight.tail
        saved = WrittenPart(fight.chain.seal, fight.valid_in_file, fight.interval(), stamp, fight.line_endings, tail)
        opened.fight_file = FightFile(path, saved, lock, disk)
    except BaseException as error:
        if lock is not None:
            lock.release()
        if isinstance(error, OSError):
            raise StorageError(f"{path} cannot be opened: {why(error)}.") from error
        raise
    warnings = list(opened.warnings)
    if trouble:
        warnings.append(f"{path} is not locked against a second program: {trouble}.")
    if tail:
        failed = opened.fight_file.rescue()
        kept = f"could not be kept beside it yet: {failed}" if failed else "are kept beside it in a .tail file"
        warnings.append(f"Its {len(tail)} bytes {kept}.")
    opened.warnings = tuple(warnings)
    return opened


def _replay(fight: FightText, up_to_break: bool) -> OpenedFight:
    """Replay a fight's text up to its last valid block. Raises BrokenSeal unless `up_to_break`."""
    journal, earlier = fight.journal()
    if fight.chain.broken and not up_to_break:
        raise BrokenSeal(fight.shown, fight.line(fight.chain.valid_size), journal.last, openable=True)
    prepared = replace(fight.prepared, path=fight.path, library_dirs=folders_for(fight.path))
    read_earlier: list[Callable[[], bool] | None] = [earlier]

    def reach(n: int) -> None:
        """Read older parts of the file until step `n` is in memory."""
        while n not in journal.steps and read_earlier[0] is not None:
            if not read_earlier[0]():
                read_earlier[0] = None

    encounter = current_state(journal, reach, fight.shown)
    warnings = (*((fight.head.about_game,) if fight.head.about_game else ()), *_about_the_end(fight, journal.last))
    return OpenedFight(prepared, encounter, journal, fight_file=None, warnings=warnings, earlier=read_earlier[0])


def _about_the_end(fight: FightText, last: int) -> tuple[str, ...]:
    """Return a sentence about bytes behind the last valid block: damaged, or a step cut off. Empty without any."""
    unread_bytes = len(fight.data) + fight.unread - fight.chain.valid_size
    if not unread_bytes:
        return ()
    line = fight.line(fight.chain.valid_size)
    if fight.chain.broken:
        return (f"{fight.shown} is opened up to step {last}; from line {line} on it was changed or damaged.",)
    return (
        f"{fight.shown} breaks off in line {line}: the step being written is lost, every step up to {last} is there.",
    )


def _take_lock(path: Path, make_folder: bool = False) -> tuple[Lock | None, str]:
    """Return the lock of a fight, in a folder made for it if asked. Or None and why there is no lock.

    Raises Locked when another program holds it.
    """
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        return Lock(path), ""
    except OSError as error:
        return None, why(error)


def logged_steps(path: Path, rules: Rules | None = None) -> tuple[LoggedStep, ...]:
    """Return all steps of a fight, undone ones too, whether or not its game is installed.

    Only with the rules of the fight do its events lead to states. Raises InvalidFile or BrokenSeal.
    """
    fight = FightText(path, steps_only=True, rules=rules)
    if fight.chain.broken:
        raise BrokenSeal(fight.shown, fight.line(fight.chain.valid_size), fight.journal()[0].last, openable=True)
    starts = [0, *fight.checkpoints, len(fight.blocks)]
    journal = Journal()
    for first, last in pairwise(starts):
        fight.enter(journal, first + 1, last)
    in_force = frozenset(journal.done)
    return tuple(LoggedStep(step, in_force=step.n in in_force) for step in journal)


def write_beside(path: Path, data: bytes, ending: str) -> Path:
    """Write `data` to a new file beside `path`, with its owner and mode. Return that file."""
    place = beside(path, ending)
    write_new(Disk(), place, data, path.stat())
    return place
