"""Twelve goblins and five heroes fight to the end by few keys."""

from __future__ import annotations

import pytest

from tests.lanes import sample
from tests.tui.course import sides
from tests.tui.opening import warren
from tests.tui.playing import Player, playing
from tracker.controller.modes import Mode


async def taken(player: Player) -> str:
    """The likely key: on, the likely answer, or an attack where nothing was done before; gives which it was."""
    controller = player.screen.controller
    free = controller.mode is Mode.FREE
    attack = controller.mode is Mode.DECLARE and controller.prompt.likely is None
    key = "space" if free else "a" if attack else "enter"
    await player.press(key)
    return key


async def test_twelve_goblins_and_five_heroes_fight_to_the_end_in_at_most_120_keys() -> None:
    """A few exchanges by hand, the goblins as one group; then everybody under orders, and on to the end.

    A fumble stops the run, which goes on by itself once it is answered.
    """
    session = warren()
    async with playing(session, (120, 36)) as player:
        while sum(one.able for one in session.encounter if one.group) > 9:
            await taken(player)
        while session.encounter.question is not None:
            await taken(player)
        await player.press("6", "semicolon", "o", "a", "n", "b", "n", "d")
        for key in ("1", "2"):
            await player.press(key, "semicolon", "o", "a", "n", "d")
        await player.press("colon", *"to 999", "enter")
        while len(sides(session.encounter)) > 1:
            assert player.pressed < 200, player.text()
            await taken(player)
        print(f"{player.pressed} keys, {session.encounter.count} counts, {len(session.journal.done)} steps")
        assert player.pressed <= 120
        assert sides(session.encounter) in ({"heroes"}, {"raiders"})


@pytest.mark.parametrize("seed", sample(range(1, 4), 1))
async def test_twelve_goblins_and_five_heroes_fight_to_the_end_by_orders_with_half_of_the_keys_space(seed: int) -> None:
    """Orders before the fight, blow by blow until four goblins are left, then on to the end."""
    session = warren(seed)
    spaces, run = 0, False
    async with playing(session, (120, 36)) as player:
        await player.press("6", "semicolon", "o", "a", "n", "b", "n", "d")
        for key in ("1", "2"):
            await player.press(key, "semicolon", "o", "a", "n", "d")
        while len(sides(session.encounter)) > 1:
            assert player.pressed < 200, player.text()
            left = sum(one.able for one in session.encounter if one.group)
            if left <= 4 and not run and session.encounter.question is None:
                run = True
                await player.press("colon", *"to 999", "enter")
            else:
                spaces += await taken(player) == "space"
        print(f"{player.pressed} keys, {spaces} of them Space, {session.encounter.count} counts")
        assert player.pressed <= 120 and spaces * 2 >= player.pressed
