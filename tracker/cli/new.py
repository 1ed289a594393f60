"""`tracker new`: a commented encounter with the schema editors complete it from, or with `--pack` a commented game."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tracker.cli.execution import BAD
from tracker.cli.streams import as_json, say, tell
from tracker.games import registry
from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.game_files import ENDING, game_called, new_encounter
from tracker.storage.paths import is_fight
from tracker.storage.toml.json_schema import PACK, json_schema, pack_schema

SCHEMA_LINE = "#:schema "
"""The beginning of a TOML file's first line, which names the file or address of its JSON Schema for editors."""


def carry_out(options: argparse.Namespace) -> int:
    """Write the game's encounter template, or the template of a game, to a new file and return the exit code.

    Refused for an existing file, an unknown game, and a name that is not an encounter's.
    """
    path = Path(options.file)
    if path.suffix != ".toml" or is_fight(path):
        stem = path.name.removesuffix(".toml").removesuffix(".fight") or "encounter"
        say(f"{path} is no name for an encounter; it ends in .toml, and not in .fight.toml: {stem}.toml")
        return BAD
    return _write_game(path) if options.pack else _write_encounter(path, options.system or registry.DEFAULT)


def _write_game(path: Path) -> int:
    """Write the template of a game in one file, and its schema beside it."""
    schema = path.with_name(f"{PACK}.schema.json")
    code = _write(path, f"{SCHEMA_LINE}./{schema.name}\n{registry.game_file_template(path.stem)}")
    if not code:
        _write_schema(schema, pack_schema())
        tell(f'{path}: fill it in, then `tracker check {path}`; an encounter beside it has system = "./{path.name}"')
    return code


def _write_encounter(path: Path, name: str) -> int:
    """Write the encounter template of the game of this name or file, and its schema beside it."""
    try:
        system = game_called(name)
    except registry.UnknownSystem as error:
        say(str(error))
        return BAD
    schema = path.with_name(f"{system.name}.encounter.schema.json")
    named = _seen_from(path.parent, name) if name.endswith(ENDING) else system.name
    code = _write(path, f"{SCHEMA_LINE}./{schema.name}\n{new_encounter(system, named)}")
    if not code:
        _write_schema(schema, json_schema("encounter", system))
        tell(f"{path}: fill it in, then `tracker check {path}` and `tracker play {path}`")
    return code


def _seen_from(folder: Path, file: str) -> str:
    """Return the path of a game's file from a folder, as an encounter in it has it: `./feud.toml`."""
    relative = Path(os.path.relpath(file, folder)).as_posix()
    return relative if relative.startswith(".") else f"./{relative}"


def _write(path: Path, text: str) -> int:
    """Write a text into a new file. Return the exit code, after a sentence on why it failed."""
    try:
        write_new(Disk(), path, text.encode("utf-8"))
    except FileExistsError:
        say(f"{path} exists already and stays as it is; give another name.")
        return BAD
    except OSError as error:
        say(f"{path} cannot be written: {why(error)}.")
        return BAD
    return 0


def _write_schema(path: Path, schema: Mapping[str, Any]) -> None:
    """Write the schema that the new file names, unless it exists. Without it an editor only completes nothing."""
    try:
        write_new(Disk(), path, f"{as_json(schema)}\n".encode())
    except FileExistsError:
        return
    except OSError as error:
        say(f"{path}, from which editors complete, cannot be written: {why(error)}.")
    else:
        tell(f"{path}: what an editor completes and explains the keys from")
