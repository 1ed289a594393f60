"""Storage: TOML on disk. Encounters are read strictly, fights are appended to, sealed and never lost.

What a name needs is imported when it is first wanted: the first frame of the screen comes before any file is read.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.storage.checks import Examined, Resealed, check, examine, reseal
    from tracker.storage.fight_file import FightFile
    from tracker.storage.mistakes import BrokenSeal, Locked, Mistake, Mistakes, StorageError
    from tracker.storage.opening import Opened, Told, make_way, open_fight, start_fight, steps_of
    from tracker.storage.places import data_dir, examples, fight_path_for, file_name_for, is_fight
    from tracker.storage.preparation import Prepared, prepare, read_encounter
    from tracker.storage.reinforcements import creatures, stock
    from tracker.storage.tails import Joined, join, tails_of

_ROOMS = {
    "checks": ("Examined", "Resealed", "check", "examine", "reseal"),
    "fight_file": ("FightFile",),
    "reinforcements": ("creatures", "stock"),
    "mistakes": ("BrokenSeal", "Locked", "Mistake", "Mistakes", "StorageError"),
    "opening": ("Opened", "Told", "make_way", "open_fight", "start_fight", "steps_of"),
    "places": ("data_dir", "examples", "fight_path_for", "file_name_for", "is_fight"),
    "preparation": ("Prepared", "prepare", "read_encounter"),
    "tails": ("Joined", "join", "tails_of"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOM_OF[name]}"), name)


__all__ = [
    "BrokenSeal",
    "Examined",
    "FightFile",
    "Joined",
    "Locked",
    "Mistake",
    "Mistakes",
    "Opened",
    "Prepared",
    "Resealed",
    "StorageError",
    "Told",
    "check",
    "creatures",
    "data_dir",
    "examples",
    "fight_path_for",
    "file_name_for",
    "examine",
    "make_way",
    "is_fight",
    "join",
    "open_fight",
    "prepare",
    "read_encounter",
    "reseal",
    "start_fight",
    "steps_of",
    "stock",
    "tails_of",
]
