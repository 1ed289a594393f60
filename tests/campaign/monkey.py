"""Monkeys: random keys, bytes, clicks and sizes at every game; nothing breaks, and the journal gives what is shown."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.campaign.tally import Tally, problem_of
from tests.tui.monkey import GAMES, at_the_desk, opened, sound, through_the_screen

KEYS, TURNS = 1_000, 100
BURST = 10
"""Keys at once at the screen, where a number of keys is told."""


def at_every_game(tally: Tally, folder: Path) -> None:
    """One monkey after another, by turns at the desk and through the real screen, at every example in every edition.

    With `keys` told, as many keys at the screen, and five times as many at the desk, however long that takes.
    """
    steps = screened = at_desk = 0
    burst, at_a_desk = (BURST, 5 * TURNS * BURST) if tally.keys else (1, KEYS)
    while tally.more(4 if tally.short and not tally.keys else 100_000) and not 0 < tally.keys <= screened:
        seed, screen = tally.tried, tally.tried % 2
        path, edition = GAMES[tally.tried // 2 % len(GAMES)]
        session = opened(path, edition, folder, seed)

        def plays(seed: int = seed, screen: int = screen) -> None:
            nonlocal screened, at_desk
            if screen:
                screened += asyncio.run(through_the_screen(session, seed, TURNS, burst))  # noqa: B023 - called at once
            else:
                at_the_desk(session, seed, at_a_desk)  # noqa: B023 - called at once
                sound(session)  # noqa: B023 - called at once
                at_desk += at_a_desk

        where = "screen" if screen else "desk"
        problem = problem_of(plays)
        screened += TURNS if screen and problem else 0
        tally.held(f"monkey {seed} at {path.stem} {edition}, {where}", problem)
        steps += session.journal.last
        if tally.keys:
            print(f"  {screened:,} keys at the screen, {at_desk:,} at the desk {problem}", flush=True)
    tally.note(f"{screened:,} keys at the screen, {at_desk:,} at the desk, {steps:,} steps taken")
