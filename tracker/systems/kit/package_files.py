"""Package files: the TOML files in a game's own package."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

import tomli

from tracker.moved import former_names


def read(package: str, name: str) -> dict[str, Any]:
    """Read the TOML file `name` of `package`."""
    return tomli.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


if not TYPE_CHECKING:  # a type checker tells a name that is gone
    __getattr__ = former_names(__name__)
