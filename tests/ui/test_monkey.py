"""A monkey: whatever keys, clicks and sizes come, nothing breaks, and replaying the journal gives what is shown."""

from __future__ import annotations

import random

import pytest
from textual.events import Key

from tests.ui.fake_system import FORD, fight
from tests.ui.playing import SIGNS, playing
from tracker.encounter.evolve import fold

pytestmark = pytest.mark.slow

KEYS = (
    *("enter", "enter", "enter", "space", "space", "1", "2", "3", "4", "0", "5", "equals_sign", "a", "s", "k", "w"),
    *("n", "d", "b", "u", "y", "backspace", "v", "x", "escape", "escape", "j", "l", "t", "f", "minus", "comma"),
    *("full_stop", "colon", "tab", "slash", "up", "down", "left", "right", "pageup", "pagedown", "end"),
    *("question_mark", "h", "z", "delete", "ctrl+w", "home", "ctrl+t"),
)


@pytest.mark.parametrize("seed", range(3))
async def test_random_keys_clicks_and_sizes(seed: int) -> None:
    chance = random.Random(seed)
    session = fight(FORD)
    async with playing(session, (80, 24) if seed % 2 else (120, 36)) as player:
        driver = player.app._driver
        assert driver is not None
        for turn in range(300):
            kind = chance.random()
            if kind < 0.03:
                size = player.app.size
                await player.pilot.click(offset=(chance.randrange(size.width), chance.randrange(size.height)))
            elif kind < 0.04:
                await player.pilot.resize_terminal(chance.randrange(20, 220), chance.randrange(8, 60))
            elif turn % 2:
                await player.press(chance.choice(KEYS))
            else:
                key = chance.choice(KEYS)
                driver.send_message(Key(key, SIGNS.get(key, key if len(key) == 1 else None)))
        await player.pilot.pause()
        journal = session.journal
        assert journal.last > 1
        state = journal.states[0]
        for n in journal.done:
            state = fold(state, journal.steps[n].events, session.rules)
        assert state == session.encounter
