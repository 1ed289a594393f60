"""The book's numbers, read from TOML once per edition. An edition's file holds only what differs from the base."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import tomli

BASE = "current"


# Cached: the files are parsed once for each edition.
@lru_cache(maxsize=4)
def tables(edition: str) -> Mapping[str, Any]:
    """Return all tables of an edition by section: its tables are merged with the base's, its lists replace them."""
    base = _read(BASE)
    return MappingProxyType(base if edition in {BASE} else _merged(base, _read(edition)))


def _read(name: str) -> dict[str, Any]:
    """Return the tables of the file `name`.toml beside this module."""
    return tomli.loads(files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _merged(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return the base with the values of `over` in their places: tables are merged, other values replaced."""
    merged = dict(base)
    for key, value in over.items():
        merged[key] = _merged(merged[key], value) if isinstance(value, dict) and key in merged else value
    return merged
