"""Plugins of pydantic: none are looked for, and what would look for them is not loaded."""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import Any

_LOADER = "pydantic.plugin._loader"


def without_plugins() -> None:
    """Let pydantic build its models without looking for plugins, which reads what is installed.

    Even where it is told to look for none, its loader imports `importlib.metadata`, and that the readers of mails, of
    archives and of tables: a tenth of the time in which a fight is opened, and 2 MB. So another module takes its
    place before. It costs that a private name of pydantic is known here: one that is gone is not missed, since nobody
    asks for it, and whoever asks for more than `get_plugins` gets the real module.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if os.environ["PYDANTIC_DISABLE_PLUGINS"] not in ("__all__", "1", "true") or _LOADER in sys.modules:
        return
    stand_in = ModuleType(_LOADER)
    vars(stand_in).update(get_plugins=tuple, __getattr__=_of_the_real_one)
    sys.modules[_LOADER] = stand_in


def _of_the_real_one(name: str) -> Any:
    """Return an attribute of the loader, loaded now. Raises AttributeError."""
    if name.startswith("__"):
        raise AttributeError(name)
    stand_in = sys.modules.pop(_LOADER)
    try:
        return getattr(importlib.import_module(_LOADER), name)
    finally:
        sys.modules.setdefault(_LOADER, stand_in)
