"""The menu of standing orders: by key, by line and by click, each choice one part of them."""

from __future__ import annotations

from tests.ui.opening import declaring, example, skirmish
from tests.ui.playing import clicked, playing
from tracker.encounter.orders import Focus, Orders, Retreat, Whom
from tracker.ui.keymap import Mode


async def test_by_key_somebody_gets_orders_part_by_part() -> None:
    session = skirmish()
    async with playing(session, (120, 36)) as player:
        await player.press("5", "semicolon", "o", "a", "w")
        assert session.encounter["wolf"].orders == Orders("attack", Whom.WEAKEST)
        await player.press("k", "k")
        await player.press("f", "2")
        wolf = session.encounter["wolf"].orders
        assert (wolf.focus, wolf.retreats) == (Focus.KEEP, (Retreat("flee", under=30),))
        await player.press("f", "2")
        assert session.encounter["wolf"].orders.retreats == ()
        await player.press("n")
        assert not session.encounter["wolf"].orders


async def test_the_menu_stays_open_with_the_sentence_so_far_until_done() -> None:
    session = skirmish()
    async with playing(session, (80, 24)) as player:
        await player.press("5", "semicolon", "o", "a", "w")
        assert "attacks the weakest" in player.text()
        await player.press("k", "k", "f", "2")
        wolf = session.encounter["wolf"].orders
        assert (wolf.whom, wolf.focus, wolf.retreats) == (Whom.WEAKEST, Focus.KEEP, (Retreat("flee", under=30),))
        assert "keeping to one until it falls; flees under 30 %" in " ".join(player.text().split())
        steps = len(session.journal.done)
        await player.press("d")
        assert player.screen.desk.path is None and player.screen.desk.mode is not Mode.MENU
        assert len(session.journal.done) == steps


async def test_out_of_the_orders_esc_leads_part_by_part_and_a_typed_part_comes_back_to_them() -> None:
    session = skirmish()
    async with playing(session, (80, 24)) as player:
        await player.press("5", "semicolon", "o", "a", "escape")
        assert "meets blows" in player.text() or "flees or surrenders" in player.text()
        await player.press("f", "l")
        await player.type("ann")
        await player.press("enter")
        assert session.encounter["wolf"].orders.retreats == (Retreat("flee", without="ann"),)
        assert "flees when Ann is out" in " ".join(player.text().split())
        await player.press("n")
        assert not session.encounter["wolf"].orders and "no standing orders" in player.text()
        await player.press("escape", "escape")
        assert player.screen.desk.path is None


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


async def test_whoever_is_asked_is_told_to_follow_its_orders_by_space() -> None:
    session = declaring("plain-skirmish", "bert")
    async with playing(session, (80, 24)) as player:
        assert "follow its orders" not in player.text()
        await player.press("semicolon", "o", "a", "n", "d")
        assert "space lets it follow its orders" in player.text()
        await player.press("space")
        assert [action.ordered for action in session.encounter["bert"].actions] == [True]


async def test_whoever_is_asked_for_its_intent_follows_orders_given_now_by_space_at_80_columns() -> None:
    session = example("prism-corridor")
    async with playing(session, (80, 24)) as player:
        await player.press("enter", "space")
        assert "Eve, unseen: red, white or blue?" in player.text()
        await player.press("semicolon", "o", "a", "w", "b", "2", "escape", "escape")
        assert "space lets it follow its orders" in player.text()
        await player.press("space")
        assert "Bob, unseen: red, white or blue?" in player.text()
        await player.press("r")
        assert "A question is open" not in player.text()
