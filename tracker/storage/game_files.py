"""Game files: a game that is one TOML file, beside an encounter or in the data folder, with every mistake in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tracker.game_api.game import Game
from tracker.games import registry
from tracker.storage.toml import validation
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile, Locate, and_more
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.reader import Source, read
from tracker.storage.toml.writer import inline
from tracker.text.characters import shown

ENDING = ".toml"
"""The ending of a `system` that is a file and no name."""


def game_diagnostics(data: Mapping[str, Any], locate: Locate) -> tuple[Diagnostic, ...]:
    """Return every mistake in the keys of a game, in the order of its lines. Empty when it can be played."""
    result = validation.validate(registry.game_file_model(), data, rounds=0)
    located = [locate(finding.path, context(data, finding.path) + finding.text) for finding in result.findings]
    located.sort(key=lambda diagnostic: (diagnostic.line, diagnostic.column))
    return (*located, *and_more(located[0].path if located else "", result.beyond_limit))


def check_game(source: Source) -> tuple[Diagnostic, ...]:
    """Return every mistake in the file of a game."""
    return game_diagnostics(source.data, source.diagnostic)


def read_game(path: Path) -> Game:
    """Return the game of a file. Raises InvalidFile with every mistake in it."""
    source = read(path)
    if diagnostics := check_game(source):
        raise InvalidFile(diagnostics)
    return registry.of_game_file(source.data)


def game_called(name: str, folder: Path = Path()) -> Game:
    """Return the game of a name, or of a file such as `./ticks.toml` in a folder. An empty name is the default game.

    Raises UnknownSystem, or InvalidFile with the mistakes of the file.
    """
    return read_game(folder / name) if name.endswith(ENDING) else registry.find(name or registry.DEFAULT)


def game_named(path: Path, data: Mapping[str, Any]) -> object:
    """Return the name of the game of a file at `path`. Where its `system` is a file too, the name in that file.

    None where that cannot be read.
    """
    name = data.get("system", registry.DEFAULT)
    if not isinstance(name, str) or not name.endswith(ENDING):
        return name
    try:
        return read(path.parent / name).data.get("name")
    except InvalidFile:
        return None


def new_encounter(game: Game, named: str) -> str:
    """Return the encounter of a game to fill in. Its `system` is `named`: a name, or the path of a file."""
    return game.template().replace(f'system = "{game.name}"', f"system = {inline(named)}", 1)


def encounter_of_game(name: str, path: Path) -> str:
    """Return the encounter to fill in of the game that `name` or its file at `path` means, empty where it means none.

    Raises InvalidFile with the mistakes of the file.
    """
    if not path.is_file():
        return registry.find(name).template() if name in registry.names() else ""
    if path.suffix != ENDING or not registry.is_game_file(read(path).data):
        return ""
    return new_encounter(read_game(path), str(path.resolve()))


def with_game(path: Path, source: Source, data: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of an encounter or party with its whole game, where its `system` is a file: `./ticks.toml`.

    Raises InvalidFile with the mistakes of that file.
    """
    name = data.get("system")
    if not isinstance(name, str) or not name.endswith(ENDING):
        return data
    try:
        game = read(path.parent / name)
    except InvalidFile as invalid:
        reasons = [
            diagnostic if diagnostic.line else source.diagnostic(("system",), str(diagnostic))
            for diagnostic in invalid.diagnostics
        ]
        raise InvalidFile(reasons) from invalid
    if diagnostics := check_game(game):
        text = f'the game "{shown(name)}" has mistakes; `tracker check {game.shown}` shows them'
        raise InvalidFile([source.diagnostic(("system",), text), *diagnostics])
    return {**data, "system": str(game.data["name"]), registry.CARRIED: game.data}
