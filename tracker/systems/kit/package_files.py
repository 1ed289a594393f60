"""Package files: the library and the encounter template in a game's own package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import tomli

from tracker.systems.kit import defaults


def read(package: str, name: str) -> dict[str, Any]:
    """Read the TOML file `name` of `package`."""
    return tomli.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


class Files(defaults.System):
    """A game whose package holds `library.toml` and `encounter.toml`, and whose entries are used as written."""

    package: str
    """The package's name."""
    parts: Mapping[str, Any] = {}
    figures: Mapping[str, tuple[str, ...]] = {}

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entry of the library as it stands in the file, its name first."""
        return {"name": entry["name"], **entry}

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return the library that comes with the game."""
        return read(self.package, "library.toml")

    def template(self) -> str:
        """Return the text of an encounter to fill in."""
        return files(self.package).joinpath("encounter.toml").read_text(encoding="utf-8")
