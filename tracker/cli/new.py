"""`tracker new`: a commented encounter, or with `--pack` a commented game, to fill in."""

from __future__ import annotations

import argparse
from pathlib import Path

from tracker.cli.execution import BAD
from tracker.cli.streams import say, tell
from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.paths import is_fight
from tracker.systems import registry


def carry_out(options: argparse.Namespace) -> int:
    """Write the game's encounter template, or the template of a game, to a new file and return the exit code.

    Refused for an existing file, an unknown game, and a name that is not an encounter's.
    """
    path = Path(options.file)
    if path.suffix != ".toml" or is_fight(path):
        stem = path.name.removesuffix(".toml").removesuffix(".fight") or "encounter"
        say(f"{path} is no name for an encounter; it ends in .toml, and not in .fight.toml: {stem}.toml")
        return BAD
    try:
        if options.pack:
            text = registry.game_file_template(path.stem)
        else:
            text = registry.find(options.system or registry.DEFAULT).template()
    except registry.UnknownSystem as error:
        say(str(error))
        return BAD
    try:
        write_new(Disk(), path, text.encode("utf-8"))
    except FileExistsError:
        say(f"{path} exists already and stays as it is; give another name.")
        return BAD
    except OSError as error:
        say(f"{path} cannot be written: {why(error)}.")
        return BAD
    if options.pack:
        tell(f'{path}: fill it in, then `tracker check {path}`; an encounter beside it has system = "./{path.name}"')
    else:
        tell(f"{path}: fill it in, then `tracker check {path}` and `tracker play {path}`")
    return 0
