"""`tracker schema`: the JSON Schema of a kind of file, for editors that complete and explain TOML."""

from __future__ import annotations

import argparse

from tracker.cli.execution import BAD
from tracker.cli.streams import say, tell_json
from tracker.storage.game_files import game_called
from tracker.storage.toml.json_schema import PACK, json_schema, pack_schema
from tracker.systems import registry


def carry_out(options: argparse.Namespace) -> int:
    """Print the schema and return the exit code; refuses an unknown game, and any game for a file that is one."""
    if options.kind == PACK:
        if options.system:
            say("A pack is a game itself, and its schema is the same for every game; leave out --system.")
            return BAD
        tell_json(pack_schema())
        return 0
    try:
        system = game_called(options.system)
    except registry.UnknownSystem as error:
        say(str(error))
        return BAD
    tell_json(json_schema(options.kind, system))
    return 0
