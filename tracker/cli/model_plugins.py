"""Plugins of pydantic: none are looked for, and what would look for them is not loaded."""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import Any

_LOADER = "pydantic.plugin._loader"


def without_plugins() -> None:
    """Let pydantic build its models without looking for plugins, for which it would read what is installed.

    Even where it shall look for none its loader imports `importlib.metadata`, and with that the readers of mail, of
    archives and of tables: a tenth of the time in which a fight is opened, and 2 MB. So another module stands in its
    place. That needs a private name of pydantic. Where the name is gone nothing breaks, and a caller who wants more of
    the stand-in than `get_plugins` gets the real module.
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
