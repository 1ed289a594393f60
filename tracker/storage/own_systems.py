"""Own systems: games in the user's data folder, a TOML file, a module or a package each, for the registry to find."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tracker.games.registry import Source
from tracker.storage.game_files import read_game
from tracker.storage.paths import data_dir

FOLDER = "systems"
SYSTEM = "SYSTEM"
"""The variable of a module that holds its game."""
PREFIX = "tracker_own_systems_"
"""The prefix of the module's name, so that a game called `json` does not hide the library of that name."""


def own_systems() -> Iterator[Source]:
    """Yield the games in the folder `systems` of the data folder: `NAME.toml`, `NAME.py`, or `NAME/__init__.py`.

    Nothing is loaded here. A folder that is missing or cannot be read has no games.
    """
    folder = data_dir() / FOLDER
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for entry in entries:
        module = entry / "__init__.py" if entry.is_dir() else entry
        if module.suffix == ".py" and module.is_file() and not entry.name.startswith(("_", ".")):
            yield Source(entry.stem, str(entry), partial(_load, entry.stem, module))
        elif entry.suffix == ".toml" and entry.is_file() and not entry.name.startswith("."):
            yield Source(entry.stem, str(entry), partial(read_game, entry))


def _load(name: str, path: Path) -> object:
    """Return the game of a module, imported once. Raises what the module raises, or ImportError without a game."""
    module_name = PREFIX + name
    module = sys.modules.get(module_name)
    if module is None:
        spec = importlib.util.spec_from_file_location(module_name, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is no module of Python")
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module  # before it runs: a package imports its own parts by this name
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[module_name]
            raise
    if not hasattr(module, SYSTEM):
        raise ImportError(f"it names no game; write `{SYSTEM} = Game()` at its end")
    return getattr(module, SYSTEM)
