"""Storage: TOML on disk. Encounters are read strictly, fights are appended to, sealed and never lost."""

from tracker.storage.checking import Resealed, check, reseal
from tracker.storage.fight_file import FightFile
from tracker.storage.joining import creatures, stock
from tracker.storage.mistakes import BrokenSeal, Locked, Mistake, Mistakes, StorageError
from tracker.storage.opening import Opened, Told, open_fight, start_fight, steps_of
from tracker.storage.places import data_dir, examples, fight_path_for, file_name_for, is_fight
from tracker.storage.preparing import Prepared, prepare, read_encounter

__all__ = [
    "BrokenSeal",
    "FightFile",
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
    "is_fight",
    "open_fight",
    "prepare",
    "read_encounter",
    "reseal",
    "start_fight",
    "steps_of",
    "stock",
]
