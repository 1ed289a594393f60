"""Leftover: steps that could not go into their fight when it was left, and the file that keeps them instead."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tracker.encounter.engine.journal import steps_are
from tracker.model import lazy_dataclass
from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.paths import beside, data_dir

ENDING = "unsaved.tail"


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Leftover:
    """Steps (undos and redos too) that are not in the fight, why, and where they are."""

    fight: Path
    steps: int
    reason: str
    place: Path | None
    """None: nowhere could they be kept."""
    refused: tuple[str, ...] = ()
    """Where they could not be kept, and why."""

    def sentences(self) -> tuple[str, ...]:
        """What is where and how to go on, for whoever has just left the fight."""
        lost = f"{steps_are(self.steps)} not in {self.fight}: {self.reason}."
        if self.place is None:
            return (lost, f"Nowhere could they be kept, so they are lost: {'; '.join(self.refused)}.")
        join = f"tracker join {shlex.quote(str(self.fight))} {shlex.quote(str(self.place))}"
        there = f"{'It is' if self.steps == 1 else 'They are'} kept in {self.place}."
        return (lost, there, f"Once {self.fight} can be written again, this puts them back: {join}")


def put_aside(disk: Disk, fight: Path, data: bytes, steps: int, reason: str) -> Leftover:
    """Keep `data` in a new file: in the fight's folder, else the data folder, else the temporary one."""
    refused: list[str] = []
    for folder in folders(fight):
        try:
            if folder != fight.parent:
                disk.make_folder(folder)
            place = beside(folder / fight.name, ENDING)
            write_new(disk, place, data)
        except OSError as error:
            refused.append(f"not in {folder}, {why(error)}")
        else:
            return Leftover(fight, steps, reason, place)
    return Leftover(fight, steps, reason, None, tuple(refused))


def folders(fight: Path) -> Iterator[Path]:
    """Where leftover steps of a fight are kept, the nearest first."""
    yield fight.parent
    yield data_dir()
    try:
        yield Path(tempfile.gettempdir())
    except OSError:
        return
