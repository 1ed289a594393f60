"""After the first frame: what it needed is never looked through for garbage again."""

from __future__ import annotations

import gc

from tests.plain_fights import fight
from tests.tui.playing import playing


async def test_what_the_first_frame_needed_is_not_looked_through_again() -> None:
    usual, before = gc.get_threshold(), gc.get_freeze_count()
    gc.disable()
    try:
        async with playing(fight()) as player:
            player.app.on_terminal = True
            player.app.look_after_terminal()
            await player.drawn()
            assert gc.isenabled() and gc.get_freeze_count() > before
            assert gc.get_threshold()[0] > 700
    finally:
        gc.enable()
        gc.set_threshold(*usual)
