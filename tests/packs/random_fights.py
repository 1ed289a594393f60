"""Random fights of the packs that ship: whatever is offered is done, on their encounters, until one side is left."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from tests.game_master import SAVES, sides_standing
from tests.random_play import PACKED, a_line, game
from tracker import testing
from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.preparation import read_encounter

ENCOUNTERS = {game(name): SAVES / f"{name}.toml" for name in PACKED}
"""By pack."""
EXAMPLES = Path(__file__).parent / "examples"
"""Packs that use all of the language, with an encounter each."""
IN_THE_LANGUAGE = {
    "countup-trial": EXAMPLES / "countup-bridge.toml",
    "d20-trial": EXAMPLES / "d20-road.toml",
    "percent-trial": EXAMPLES / "percent-gate.toml",
}


def played(name: str, seed: int, lines: int) -> tuple[Session, Encounter]:
    """A fight after so many lines said at random, and how it stood at the start."""
    prepared = read_encounter((ENCOUNTERS | IN_THE_LANGUAGE)[name], library_dirs=())
    session, chance = Session(prepared.encounter, prepared.rules, SeededDice(seed)), Random(seed)
    session.say("begin")
    for _ in range(lines):
        testing.check_state(session)
        if len(sides_standing(session)) < 2 and session.encounter.question is None:
            break
        line = a_line(session, chance)
        try:
            session.say(line)
        except Refused:
            if line == "next":
                break
    return session, prepared.encounter


def main(fights: int) -> None:
    """Play so many fights of each pack to their ends, and print how many ended, and how."""
    for name in (*ENCOUNTERS, *IN_THE_LANGUAGE):
        began, ended, steps = time.monotonic(), 0, 0
        for seed in range(fights):
            session, start = played(name, seed, 400)
            testing.check_replay(session, start)
            ended += len(sides_standing(session)) < 2
            steps += len(session.journal.done)
        print(f"{name}: {fights} fights, {ended} to the last side, {steps:,} steps, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]))
