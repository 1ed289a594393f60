"""The menu of standing orders: by key, by line and by click, each choice one part of them."""

from __future__ import annotations

from tests.ui.opening import skirmish
from tests.ui.playing import clicked, playing
from tracker.encounter.orders import Focus, Orders, Retreat, Whom


async def test_by_key_somebody_gets_orders_part_by_part() -> None:
    session = skirmish()
    async with playing(session, (120, 36)) as player:
        await player.press("5", "semicolon", "o", "a", "w")
        assert session.encounter["wolf"].orders == Orders("attack", Whom.WEAKEST)
        await player.press("semicolon", "o", "k", "k")
        await player.press("semicolon", "o", "f", "2")
        wolf = session.encounter["wolf"].orders
        assert (wolf.focus, wolf.retreats) == (Focus.KEEP, (Retreat("flee", under=30),))
        await player.press("semicolon", "o", "f", "2")
        assert session.encounter["wolf"].orders.retreats == ()
        await player.press("semicolon", "o", "n")
        assert not session.encounter["wolf"].orders


async def test_by_click_and_for_several_at_once() -> None:
    session = skirmish()
    async with playing(session, (120, 36)) as player:
        await player.press("3", "apostrophe", "apostrophe", "semicolon")
        await clicked(player, "standing orders")
        await clicked(player, "attacks whom")
        await clicked(player, "whoever sits nearest")
        assert [one.id for one in session.encounter if one.orders.whom is Whom.NEAREST] == ["goblin-1", "goblin-2"]


async def test_the_sheet_and_the_log_say_the_orders_and_the_menu_marks_what_stands() -> None:
    session = skirmish()
    async with playing(session, (120, 36)) as player:
        await player.press("colon", *"wolf orders attack ann, flee under 50", "enter", "5")
        assert "attacks Ann" in player.text() and "flees under 50 %" in " ".join(player.text().split())
        await player.press("semicolon", "o")
        assert "attacks Ann; flees under 50 % of its body" in player.text()
        await player.press("f")
        assert "● flee under 50" not in player.text() and "takes it off" in player.text()
