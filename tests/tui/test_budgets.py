"""The key budgets of the table on the screen itself, in the plain game, from a due declaration to the logged result."""

from __future__ import annotations

from tests.plain_fights import DUEL, FORD, fight, rolled
from tests.tui.paper import Paper
from tracker.model.events import Event, Rolled, Struck
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


def counted(player: Paper, *keys: str) -> int:
    before = player.pressed
    player.press(*keys)
    return player.pressed - before


def test_on_to_whatever_is_due_next_is_one_key() -> None:
    session = duel()
    player = Paper(session)
    assert counted(player, "space") == 1
    assert session.encounter.question is not None and session.encounter.question.who == "brann"


def test_where_no_blow_is_answered_an_attack_is_three_keys_and_the_same_again_two() -> None:
    session = duel()
    player = Paper(session)
    player.press("space")
    assert counted(player, "a", "2", "space") == 3
    assert len([event for event in events(session) if isinstance(event, Struck)]) == 1
    player.press("space")
    assert counted(player, "enter", "space") == 2
    assert len([event for event in events(session) if isinstance(event, Struck)]) == 2


def test_undo_and_redo_are_one_key_each_and_backspace_takes_the_whole_action() -> None:
    session = duel()
    player = Paper(session)
    player.press("space")
    asked = session.encounter
    player.press("a", "2")
    declared = session.encounter
    assert counted(player, "u") == 1
    assert session.encounter == asked
    assert counted(player, "y") == 1
    assert session.encounter == declared
    player.press("space")
    assert session.encounter["brann"].actions == ()
    assert counted(player, "backspace") == 1
    assert session.encounter == asked


def test_damage_by_hand_is_two_keys_and_the_digits() -> None:
    session = duel()
    player = Paper(session)
    player.press("2")
    assert counted(player, "minus", "1", "2", "enter") == 2 + len("12")
    assert session.encounter["goblin-1"].pool("HP") == 38 - 12
    player.press("space", "minus", "5", "enter")
    assert session.encounter["goblin-1"].pool("HP") == 38 - 17, "with a question open the minus key does it"


def test_a_nameless_foe_joins_with_three_keys_and_its_name() -> None:
    session = duel()
    player = Paper(session)
    player.press("j", "n")
    player.type("Thug")
    player.press("enter")
    assert player.pressed == 3 + len("Thug")
    assert session.encounter["thug"].name == "Thug"


def test_three_of_the_library_join_with_four_keys_and_their_name() -> None:
    session = duel()
    player = Paper(session)
    player.press("j", "l", "3")
    player.type("goblin")
    player.press("enter")
    assert player.pressed == 4 + len("goblin")
    assert [combatant.name for combatant in session.encounter][-3:] == ["Goblin 2", "Goblin 3", "Goblin 4"]


def test_typed_dice_add_their_digits_alone_where_no_further_one_fits() -> None:
    session = fight(FORD)
    player = Paper(session)
    player.press("enter")
    assert session.encounter.question is not None and session.encounter.question.dice == "1d20"
    assert counted(player, "4") == 1
    rolls = [event for event in events(session) if isinstance(event, Rolled) and event.who == "brann"]
    assert (rolls[0].total, rolls[0].by) == (4, "typed")


def test_a_blank_enter_rolls_and_letters_keep_their_meaning_in_a_die_field() -> None:
    session = fight(FORD)
    player = Paper(session)
    player.press("enter", "1", "u")
    assert not session.encounter.began, "u takes back although a die is being typed"
    player.press("y", "0", "enter")
    assert "not on a d20" in player.text()
    player.press("escape", "enter")
    rolls = [event for event in events(session) if isinstance(event, Rolled) and event.who == "brann"]
    assert rolls[0].by == "rolled"
