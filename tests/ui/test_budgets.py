"""The key budgets of the table, counted from a due declaration to the logged result."""

from __future__ import annotations

from tests.ui.fake_system import DUEL, FORD, fight, rolled
from tests.ui.playing import Player, playing
from tracker.encounter.events import Event, Rolled, Struck
from tracker.session import Session


def events(session: Session) -> list[Event]:
    return [event for n in session.journal.done for event in session.journal.steps[n].events]


def duel() -> Session:
    """Brann declares at 1, Goblin 1 far later, and no die is typed."""
    session = rolled(fight(DUEL))
    session.say("begin")
    session.say("fix brann count 1")
    session.say("fix goblin-1 count 60")
    return session


async def counted(player: Player, *keys: str) -> int:
    before = player.pressed
    await player.press(*keys)
    return player.pressed - before


async def test_on_to_whatever_is_due_next_is_one_key() -> None:
    session = duel()
    async with playing(session) as player:
        assert await counted(player, "space") == 1
        assert session.encounter.question is not None and session.encounter.question.who == "brann"


async def test_any_attack_with_no_defence_is_five_keys_and_the_same_again_three() -> None:
    session = duel()
    async with playing(session) as player:
        await player.press("space")
        assert await counted(player, "a", "s", "2", "space", "enter") == 5
        assert any(isinstance(event, Struck) for event in events(session))
        session.say("fix brann count 10")
        player.screen.draw()
        await player.drawn()
        await player.press("space")
        struck = sum(isinstance(event, Struck) for event in events(session))
        assert await counted(player, "enter", "space", "enter") == 3
        assert sum(isinstance(event, Struck) for event in events(session)) == struck + 1


async def test_a_defence_is_two_keys_from_going_on() -> None:
    session = duel()
    async with playing(session) as player:
        await player.press("space", "a", "s", "2")
        assert await counted(player, "space", "d") == 2
        assert any(isinstance(event, Rolled) and event.what == "attack" for event in events(session))


async def test_undo_and_redo_are_one_key_each_and_backspace_takes_the_whole_action() -> None:
    session = duel()
    async with playing(session) as player:
        await player.press("space", "a", "s", "2")
        declared = session.encounter
        assert await counted(player, "u") == 1
        assert session.encounter.question is not None
        assert await counted(player, "y") == 1
        assert session.encounter == declared
        await player.press("space", "n")
        await player.press("backspace")
        assert session.encounter.count == 1


async def test_damage_by_hand_is_two_keys_and_the_digits() -> None:
    session = duel()
    async with playing(session) as player:
        await player.press("2")
        assert await counted(player, "d", "1", "2", "enter") == 2 + len("12")
        assert session.encounter["goblin-1"].pool("HP") == 38 - 12
        await player.press("space", "minus", "5", "enter")
        assert session.encounter["goblin-1"].pool("HP") == 38 - 17, "with a question open the minus key does it"


async def test_a_nameless_foe_joins_with_three_keys_and_its_name() -> None:
    session = duel()
    async with playing(session) as player:
        await player.press("j", "n")
        await player.type("Thug")
        await player.press("enter")
        assert player.pressed == 3 + len("Thug")
        assert session.encounter["thug"].name == "Thug"


async def test_three_of_the_library_join_with_four_keys_and_their_name() -> None:
    session = duel()
    async with playing(session) as player:
        await player.press("j", "l", "3")
        await player.type("goblin")
        await player.press("enter")
        assert player.pressed == 4 + len("goblin")
        assert [combatant.name for combatant in session.encounter][-3:] == ["goblin 1", "goblin 2", "goblin 3"]


async def test_typed_dice_add_their_digits_alone_where_no_further_one_fits() -> None:
    session = fight(FORD)
    async with playing(session) as player:
        await player.press("enter")
        assert session.encounter.question is not None and session.encounter.question.dice == "1d6"
        assert await counted(player, "4") == 1
        rolls = [event for event in events(session) if isinstance(event, Rolled) and event.who == "brann"]
        assert (rolls[0].total, rolls[0].by) == (4, "typed")


async def test_a_blank_enter_rolls_and_letters_keep_their_meaning_in_a_die_field() -> None:
    session = fight(FORD)
    async with playing(session) as player:
        await player.press("enter", "9", "u")
        assert not session.encounter.began, "u takes back although a die is being typed"
        await player.press("y", "9", "enter")
        assert "not on a d6" in player.text()
        await player.press("escape", "enter")
        rolls = [event for event in events(session) if isinstance(event, Rolled) and event.who == "brann"]
        assert rolls[0].by == "rolled"
