"""Package files: the TOML files in a game's own package."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import tomli


def read(package: str, name: str) -> dict[str, Any]:
    """Read the TOML file `name` of `package`."""
    return tomli.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
