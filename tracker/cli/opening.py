"""Opening: from the paths on the command line to a fight that can go on, and what becomes of its file."""

from __future__ import annotations

from pathlib import Path

from tracker.dice.source import DiceSource
from tracker.encounter.engine.journal import Journal
from tracker.session.onlooker import Onlooker
from tracker.session.opening import holds_fight, look, prepared_only, session_at_start, session_of, warned
from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.fight_log.bounded_read import LARGEST_FIGHT
from tracker.storage.fight_log.follower import Follower
from tracker.storage.fight_log.opening import OpenedFight, open_fight, start_fight
from tracker.storage.preparation import Prepared, read_encounter
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile, StorageError
from tracker.storage.toml.reader import LARGEST, read_bytes


def fight_only(path: Path, there: bool = True) -> None:
    """Raises InvalidFile with a sentence for what is no fight; where `there` is false it need not be there yet."""
    if not there and not path.exists():
        return
    if not holds_fight(path):
        read_bytes(path, LARGEST)
        text = "this is an encounter without a fight; its fights end in .fight.toml"
        raise InvalidFile([Diagnostic(str(path), 0, 0, text)])


def started(prepared: Prepared, path: Path) -> OpenedFight:
    """An encounter as a new fight at `path`; raises StorageError when something is there."""
    return OpenedFight(prepared, prepared.encounter, Journal(), start_fight(prepared, path), warned(prepared))


def open_for(path: Path, save: Path | None) -> OpenedFight:
    """The encounter or fight at `path`; with `save` it goes on in that file, which may be the fight itself."""
    if save is None:
        return look(path)
    if not holds_fight(path):
        return started(read_encounter(path), save)
    if not _same(path, save):
        look(path)
        _copy(path, save)
    return open_fight(save)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _copy(path: Path, save: Path) -> None:
    if save.exists() or save.is_symlink():
        raise StorageError(f"{save} exists already; go on with {path} itself, or give the new fight another name.")
    try:
        write_new(Disk(), save, read_bytes(path, LARGEST_FIGHT))
    except OSError as error:
        raise StorageError(f"{save} cannot be written: {why(error)}.") from error


def onlooker_of(opened: OpenedFight, dice: DiceSource) -> Onlooker:
    """The session of somebody who looks on while another program plays a fight."""
    path = opened.prepared.path
    follower = None if path is None else Follower(path, recent=True)
    onlooker = Onlooker(**vars(session_of(opened, dice)), follower=follower)
    onlooker.catch_up()
    return onlooker


def check_saved(opened: OpenedFight) -> None:
    """Raises StorageError when something could not be written."""
    if opened.fight_file is not None and opened.fight_file.trouble:
        raise StorageError(f"{opened.fight_file.path}: {opened.fight_file.trouble}.")


def close(opened: OpenedFight) -> tuple[str, ...]:
    """Let go of the file; sentences about what is not in it, where that is and how to go on."""
    if opened.fight_file is None:
        return ()
    opened.fight_file.close()
    leftover = opened.fight_file.spilled
    return () if leftover is None else leftover.sentences()


__all__ = [
    "check_saved",
    "close",
    "fight_only",
    "holds_fight",
    "look",
    "onlooker_of",
    "open_for",
    "prepared_only",
    "session_at_start",
    "session_of",
    "started",
]
