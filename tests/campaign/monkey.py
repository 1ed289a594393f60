"""Monkeys: random keys, bytes, clicks and sizes at every game; nothing breaks, and the journal gives what is shown."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.campaign.tally import Tally, problem_of
from tests.tui.monkey import GAMES, at_the_controller, opened, sound, through_the_screen

KEYS, TURNS = 1_000, 100
BURST = 10
"""Keys at once at the screen, where a number of keys is told."""


def at_every_game(tally: Tally, folder: Path) -> None:
    """Monkeys by turns at the controller and at the real screen, at every example in every edition.

    With `keys` told, as many keys at the screen, and five times as many at the controller, however long that takes.
    """
    steps = screened = at_controller = 0
    burst, at_a_controller = (BURST, 5 * TURNS * BURST) if tally.keys else (1, KEYS)
    while tally.more(4 if tally.short and not tally.keys else 100_000) and not 0 < tally.keys <= screened:
        seed, screen = tally.tried, tally.tried % 2
        path, edition = GAMES[tally.tried // 2 % len(GAMES)]
        session = opened(path, edition, folder, seed)

        def plays(seed: int = seed, screen: int = screen) -> None:
            nonlocal screened, at_controller
            if screen:
                screened += asyncio.run(through_the_screen(session, seed, TURNS, burst))  # noqa: B023 - called at once
            else:
                at_the_controller(session, seed, at_a_controller)  # noqa: B023 - called at once
                sound(session)  # noqa: B023 - called at once
                at_controller += at_a_controller

        where = "screen" if screen else "controller"
        problem = problem_of(plays)
        screened += TURNS if screen and problem else 0
        tally.held(f"monkey {seed} at {path.stem} {edition}, {where}", problem)
        steps += session.journal.last
        if tally.keys:
            print(f"  {screened:,} keys at the screen, {at_controller:,} at the controller {problem}", flush=True)
    tally.note(f"{screened:,} keys at the screen, {at_controller:,} at the controller, {steps:,} steps taken")
