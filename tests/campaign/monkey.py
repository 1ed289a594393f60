"""Monkeys: random keys, bytes, clicks and sizes at every game; nothing breaks, and the journal gives what is shown."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.campaign.tally import Tally, problem_of
from tests.ui.monkey import GAMES, at_the_desk, opened, sound, through_the_screen

KEYS, TURNS = 1_000, 100


def at_every_game(tally: Tally, folder: Path) -> None:
    """One monkey after another, by turns at the desk and through the real screen, at every example in every edition.

    With `keys` told, as many keys at the screen, and five times as many at the desk, however long that takes.
    """
    steps = 0
    runs = 2 * (tally.keys // TURNS) if tally.keys else 4 if tally.short else 1_000
    at_a_desk = 5 * TURNS if tally.keys else KEYS
    while tally.more(runs):
        seed, screen = tally.tried, tally.tried % 2
        path, edition = GAMES[tally.tried // 2 % len(GAMES)]
        session = opened(path, edition, folder, seed)

        def plays(seed: int = seed, screen: int = screen) -> None:
            if screen:
                asyncio.run(through_the_screen(session, seed, TURNS))  # noqa: B023 - called at once
            else:
                at_the_desk(session, seed, at_a_desk)  # noqa: B023 - called at once
                sound(session)  # noqa: B023 - called at once

        where = "screen" if screen else "desk"
        tally.held(f"monkey {seed} at {path.stem} {edition}, {where}", problem_of(plays))
        steps += session.journal.last
    tally.note(f"{at_a_desk:,} keys at the desk or {TURNS} turns at the screen each, {steps:,} steps taken")
