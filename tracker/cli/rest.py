"""`tracker rest`: hours of rest for everyone in a party, written into its file. With undo and redo."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from tracker.campaign.party import read_party
from tracker.campaign.party_file import write
from tracker.campaign.rest import manner, rest, to_bind
from tracker.cli.party import told, turn, undoing
from tracker.cli.streams import tell
from tracker.clock.recovery import span
from tracker.model.refusals import Refused

DONE = 0


def carry_out(options: argparse.Namespace) -> int:
    """Calculate the recovery and write it into the party's file. Return the exit code.

    Raises Refused before anything is written.
    """
    path = Path(options.file)
    if options.undo or options.redo:
        return turn(path, again=options.redo)
    party = read_party(path)
    seconds, words = how_long(options.words)
    way = manner(party.rules, party.system.name, words)
    people = rest(party, seconds, way, options.but or ())
    for line in told(people):
        tell(line)
    for name in to_bind(party):
        tell(
            f"`tracker party bind {shlex.quote(str(path))} {shlex.quote(name)}` binds {name}'s wounds; rest after that."
        )
    changes = [change for person in people for change in person.changes]
    if options.look:
        tell("(--look: the file is unchanged)")
    elif not changes:
        tell("No points come back; the file is unchanged.")
    else:
        write(path, f"{' '.join(options.words)}{'' if words else f' of {way}'}", changes)
        tell(f"Wrote {path}; {undoing(path)}")
    return DONE


def how_long(words: list[str]) -> tuple[int, str]:
    """Read `8 hours sleep` as seconds and the way to rest (empty: the usual one). Raises Refused."""
    for word_count in range(len(words), 0, -1):
        seconds = span(" ".join(words[:word_count]))
        if seconds is not None:
            return seconds, " ".join(words[word_count:])
    raise Refused(
        "Give the time, such as 8 hours, 90 minutes, 1 day 4 hours, and up to 1 year; and how, if not as usual:"
        " 8 hours sleep"
    )
