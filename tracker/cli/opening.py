"""Opening: from the paths on the command line to a fight that can go on, and what becomes of its file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tracker.cli.argument_types import STANDARD_INPUT
from tracker.dice.source import DiceSource
from tracker.encounter.engine.journal import Journal
from tracker.session.onlooker import Onlooker
from tracker.session.opening import holds_fight, look, session_of, warned
from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.fight_log.bounded_read import LARGEST_FIGHT
from tracker.storage.fight_log.follower import Follower
from tracker.storage.fight_log.opening import OpenedFight, open_fight, start_fight
from tracker.storage.fight_log.reader import has_fight_head
from tracker.storage.game_files import encounter_of_game
from tracker.storage.paths import FIGHT, examples, file_called
from tracker.storage.preparation import Prepared, read_encounter
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile, StorageError
from tracker.storage.toml.reader import LARGEST, read_bytes
from tracker.text.suggestions import hint


def fight_only(path: Path, must_exist: bool = True) -> None:
    """Raise InvalidFile when `path` is not a fight. Without `must_exist` a missing file is accepted."""
    if not must_exist and not path.exists():
        return
    if not holds_fight(path):
        read_bytes(path, LARGEST)
        text = "this is an encounter without a fight; its fights end in .fight.toml"
        raise InvalidFile([Diagnostic(str(path), 0, 0, text)])


@contextmanager
def fight_meant(name: str) -> Iterator[Path]:
    """Yield the file that a command reads. For a game, or the file of one, the encounter that `tracker new` writes.

    Raises InvalidFile for a name that means no file, and with the mistakes in the file of a game.
    """
    text = encounter_of_game(name, file_called(name)) if name != STANDARD_INPUT else ""
    if not text:
        with file_meant(name) as path:
            yield path
        return
    with TemporaryDirectory(prefix="tracker-") as folder:
        encounter = Path(folder) / "encounter.toml"
        encounter.write_text(text, encoding="utf-8")
        yield encounter


@contextmanager
def file_meant(name: str) -> Iterator[Path]:
    """Yield the file that a command reads: a path, the bare name of an example, or `-`, the standard input.

    Raises InvalidFile for a name that means no file, with the names there are.
    """
    if name != STANDARD_INPUT:
        path = file_called(name)
        if path.name == name and not os.path.lexists(path):
            raise no_such(path)
        yield path
        return
    data = standard_input()
    ending = FIGHT if has_fight_head(data) else ".toml"
    with TemporaryDirectory(prefix="tracker-", ignore_cleanup_errors=True) as folder:  # an open file stays on Windows
        # Older steps of a fight are read from its file when they are wanted, so the input becomes one.
        path = Path(folder) / f"input{ending}"
        path.write_bytes(data)
        try:
            yield path
        except InvalidFile as invalid:
            raise InvalidFile([replace(diagnostic, path=name) for diagnostic in invalid.diagnostics]) from invalid


def standard_input() -> bytes:
    """Return the standard input, up to one byte more than a fight may have: a reader then finds it too long."""
    if sys.stdin is None:
        return b""
    raw = getattr(sys.stdin, "buffer", None)
    data = raw.read(LARGEST_FIGHT + 1) if raw is not None else sys.stdin.read().encode("utf-8", "surrogateescape")
    return bytes(data)


def no_such(path: Path) -> InvalidFile:
    """Return the error for a missing file, with a suggestion or the names of the examples."""
    names = [example.stem for example in examples()]
    near = hint(path.name.removesuffix(".toml"), names) or (f"; the examples are {', '.join(names)}" if names else "")
    return InvalidFile([Diagnostic(str(path), 0, 0, f"there is no such file{near}")])


def begin_fight(prepared: Prepared, path: Path) -> OpenedFight:
    """Start a new fight of an encounter in the file `path`. Raises StorageError when that file exists."""
    return OpenedFight(prepared, prepared.encounter, Journal(), start_fight(prepared, path), warned(prepared))


def open_for(path: Path, save: Path | None) -> OpenedFight:
    """Open the encounter or fight at `path`.

    With `save`, its steps are written to that file, which may be the fight itself.
    """
    if save is None:
        return look(path)
    if not holds_fight(path):
        return begin_fight(read_encounter(path), save)
    if not _same_file(path, save):
        look(path)
        _copy(path, save)
    return open_fight(save)


def _same_file(first: Path, second: Path) -> bool:
    """Return whether two paths lead to one file. A missing file is none."""
    try:
        return first.samefile(second)
    except OSError:
        return False


def _copy(path: Path, save: Path) -> None:
    """Copy a fight to the new file `save`. Raises StorageError when that exists or cannot be written."""
    if save.exists() or save.is_symlink():
        raise StorageError(f"{save} exists already; go on with {path} itself, or give the new fight another name.")
    try:
        write_new(Disk(), save, read_bytes(path, LARGEST_FIGHT))
    except OSError as error:
        raise StorageError(f"{save} cannot be written: {why(error)}.") from error


def onlooker_of(opened: OpenedFight, dice: DiceSource) -> Onlooker:
    """Return a read-only session that follows a fight which another program plays."""
    path = opened.prepared.path
    follower = None if path is None else Follower(path, recent=True)
    onlooker = Onlooker(**vars(session_of(opened, dice)), follower=follower)
    onlooker.catch_up()
    return onlooker


def check_saved(opened: OpenedFight) -> None:
    """Raise StorageError when a step could not be written to the fight's file."""
    if opened.fight_file is not None and opened.fight_file.trouble:
        raise StorageError(f"{opened.fight_file.path}: {opened.fight_file.trouble}.")


def close(opened: OpenedFight) -> tuple[str, ...]:
    """Close the fight's file. Return sentences about steps that are not in it, where they are and how to continue."""
    if opened.fight_file is None:
        return ()
    opened.fight_file.close()
    leftover = opened.fight_file.spilled
    return () if leftover is None else leftover.sentences()
