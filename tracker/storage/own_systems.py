"""Own systems: games in the user's data folder, a module or a package each, for the registry to find."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tracker.storage.paths import data_dir
from tracker.systems.registry import Source

FOLDER = "systems"
SYSTEM = "SYSTEM"
"""The name that a module of a game gives its game."""
_PREFIX = "tracker_own_systems_"
"""Before the name of the module, so that a game called `json` does not stand in the way of the library of that name."""


def own_systems() -> Iterator[Source]:
    """The games in the folder `systems` of the data folder: `NAME.py`, or `NAME/__init__.py`; none without the folder.

    Nothing is loaded here. A folder that cannot be read is as good as empty.
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


def _load(name: str, path: Path) -> object:
    """The game of a module, imported once; raises what the module raises, or ImportError where it names no game."""
    called = _PREFIX + name
    module = sys.modules.get(called)
    if module is None:
        spec = importlib.util.spec_from_file_location(called, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is no module of Python")
        module = importlib.util.module_from_spec(spec)
        sys.modules[called] = module  # before it runs: a package imports its own parts by this name
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[called]
            raise
    if not hasattr(module, SYSTEM):
        raise ImportError(f"it names no game; write `{SYSTEM} = Game()` at its end")
    return getattr(module, SYSTEM)
