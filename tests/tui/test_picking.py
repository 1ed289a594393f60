"""Picking: the choices of a question are marked one after another by one key, and enter takes the one marked."""

from __future__ import annotations

from tests.tui.opening import declaring
from tests.tui.playing import every_size, playing


@every_size
async def test_every_choice_is_marked_in_a_list_after_the_last_the_first_and_enter_takes_one(
    size: tuple[int, int],
) -> None:
    session = declaring("duel", "brann")
    async with playing(session, size) as player:
        desk = player.screen.desk
        places = []
        for _ in range(len(desk.front.choices) + 1):
            await player.press("ctrl+n")
            marked = desk.front.choices[desk.highlighted]
            assert f"▸{marked.key} {marked.label}" in player.text(), "the one marked is seen"
            places.append(desk.highlighted)
        assert set(places) == set(range(len(desk.front.choices))) and places[0] == places[-1]
        while desk.front.choices[desk.highlighted].label != "wait":
            await player.press("ctrl+n")
        await player.press("enter")
        assert session.encounter["brann"].waiting
