"""`tracker schema`: the JSON Schema of a kind of file, for editors that complete and explain TOML, or of an output."""

from __future__ import annotations

import argparse

from tracker.cli.argument_types import OUTPUT, OUTPUTS
from tracker.cli.execution import BAD
from tracker.cli.streams import say, tell_json
from tracker.games import registry
from tracker.storage.game_files import game_called
from tracker.storage.toml.json_schema import PACK, json_schema, pack_schema


def carry_out(options: argparse.Namespace) -> int:
    """Print the schema and return the exit code. Refuses an unknown game, and any game for what belongs to none."""
    if options.kind == OUTPUT:
        return _of_output(options)
    if options.output:
        say(f"A file has no output; `tracker schema {options.kind}` prints its schema.")
        return BAD
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


def _of_output(options: argparse.Namespace) -> int:
    """Print the schema of what a command prints as JSON and return the exit code."""
    from tracker.cli.output_schemas import output_schema

    if not options.output:
        say(f"Name an output: `tracker schema {OUTPUT} sheet`; there are {', '.join(OUTPUTS)}.")
        return BAD
    if options.system:
        say("The schema of an output is the same for every game; leave out --system.")
        return BAD
    tell_json(output_schema(options.output))
    return 0
