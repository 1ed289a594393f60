"""Game head: which game a fight is played by, and which release, package and version. What to say when it is gone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tracker import __version__
from tracker.games import registry
from tracker.storage.preparation import Prepared

GAME = "game"
_PACKAGE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+!_-]{0,39}")
_LONGEST_WORD = 40


def game_keys(prepared: Prepared) -> dict[str, Any]:
    """Return the table `[game]` of a new fight's head."""
    name = prepared.system.name
    keys: dict[str, Any] = {"name": name, "release": __version__}
    if registry.carries_game(prepared.document):
        return keys
    keys |= {"version": version} if _VERSION.fullmatch(version := registry.version_of(name)) else {}
    keys |= {"package": package} if _PACKAGE.fullmatch(package := registry.package_of(name)) else {}
    return keys


def other_version(system: str, game: object) -> str:
    """Return a sentence when a game from outside has another version than a fight began with. Else nothing."""
    then = _matching(game, "version", _VERSION)
    if registry.is_built_in(system) or not then:
        return ""
    now = registry.version_of(system)
    if now == then:
        return ""
    installed = f"version {now}" if now else "one without a version"
    return (
        f"This fight began with version {then} of the game {system}; here is {installed}. "
        "The played steps stay as they were; later ones may follow other rules."
    )


def release_of(game: object) -> str:
    """Return the release that wrote a head. Empty for a head of the releases that did not say so."""
    return _matching(game, "release", _VERSION)


def missing_game(system: str, game: object, error: registry.UnknownSystem) -> str:
    """Return why a fight cannot be gone on with whose game is not there, and what would help."""
    log_hint = "`tracker log` still prints the lines of its steps"
    if registry.knows(system):
        return f"{error} {log_hint}."
    version, package = _matching(game, "version", _VERSION), _matching(game, "package", _PACKAGE)
    called = f'the game "{system[:_LONGEST_WORD]}" of this fight is not installed'
    if package:
        exact = f"{package}=={version}" if version else package
        return f"{called}; if you trust its author, install it with `pip install {exact}`. {log_hint}."
    version = f" (version {version})" if version else ""
    return (
        f"{called}{version}; install the package that brings it, or put its file into the folder `systems` of your "
        f"data folder (`tracker systems` lists what is there). {log_hint}."
    )


def _matching(game: object, key: str, pattern: re.Pattern[str]) -> str:
    """Return a text of the table `[game]` if it has the right form. Else nothing: a file may come from a stranger."""
    value = game.get(key, "") if isinstance(game, Mapping) else ""
    return value if isinstance(value, str) and pattern.fullmatch(value) else ""
