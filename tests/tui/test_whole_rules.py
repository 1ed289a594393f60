"""By keys, at 80×24: manners, close quarters, two at once, presets, tasks, moving, and what they lead to."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table, at_once
from tests.tui.paper import Paper

TWO = {
    **ANNA,
    "weapon": [ANNA["weapon"][0], {"name": "Knife", "skill": "Sword", "speed": 4, "damage": 5, "length": 0.3}],
}


def due() -> Table:
    """Anna may declare now, Gruk at 60."""
    table = at_once(TWO, GRUK)
    table.say("fix gruk count 60", "next")
    return table


def keys(player: Paper, *pressed: str) -> None:
    for key in pressed:
        player.press(key)


@pytest.mark.parametrize(
    ("pressed", "label", "lands"),
    [
        (("a", "1", "n", "1", "2"), "sword (setup)", 27),
        (("a", "1", "n", "2", "2"), "sword (rush 3/6)", 14),
        (("a", "1", "n", "7", "2"), "sword (spin)", 22),
        (("a", "1", "c", "3", "n", "4", "2"), "sword (called head) (allout)", 17),
        (("k", "1"), None, None),
        (("k", "2"), "closing with Gruk", 21),
        (("o", "t", "1", "4"), "Sword (difficult)", 17),
    ],
)
def test_a_declaration_key_by_key(pressed: tuple[str, ...], label: str | None, lands: int | None) -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, *pressed)
    actions = [(action.label, action.lands) for action in table.now["anna"].actions]
    assert actions == ([(label, lands)] if label else [])


def test_toggles_are_marked_and_can_be_taken_back() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, "a", "1", "n", "1", "n")
    assert "● set up" in player.text()
    keys(player, "1", "2")
    assert table.now["anna"].actions[0].options == ()


def test_two_at_once_weapon_target_weapon_target() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, "o", "f", "1", "2", "2", "2")
    assert [action.lands for action in table.now["anna"].actions] == [17, 12]


def test_a_preset_is_typed_and_set_off_by_keys() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, "o", "p", "1")
    assert "anna preset attack sword if" in player.text()
    keys(player, *"he", "enter")
    assert table.now["anna"].condition("preset") is not None
    assert "preset: attack sword if he" in player.text()
    table.fall(1, 3, 3)
    keys(player, "1", "o", "p", "2")
    assert table.now["anna"].marks["preset.armed"]


def test_evading_and_moving_leave_the_moment_open_and_are_seen() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, "e")
    assert "evading" in player.text() and "Anna may declare" in player.text()
    keys(player, "m", "1")
    assert "out of breath at" in player.text()


def test_a_fend_and_heeding_it_by_keys() -> None:
    spear = {"name": "Spear", "skill": "Short Sword", "speed": 9, "damage": 12, "type": "piercing", "length": 2.0}
    table = at_once(ANNA, {**GRUK, "weapon": [spear]})
    table.say("fix gruk count 60", "next", "anna close gruk", "next")
    player = Paper(table.session, (80, 24))
    assert any("fend" in line and "28 %" in line for line in player.seen())
    keys(player, "f")
    table.fall(20)
    keys(player, "enter")
    assert "heed the fend and stay out" in player.text()
    table.fall(3, 3)
    keys(player, "enter")
    assert table.now["anna"].condition("closed:gruk") is None


def test_the_page_of_explanations_holds_the_question_asked() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, "x")
    text = player.text()
    assert "Sword rank 7 (H-SKILL-2): +28" in text and "Anna's defence" in text


def test_the_summary_is_a_page() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, "colon", *"summary", "enter")
    assert "still in the fight: Anna, Gruk" in player.text()


@pytest.mark.parametrize(
    ("pressed", "line"),
    [
        (("a", "1"), "chance 52 %"),
        (("a", "1", "n", "7"), "chance 42 %"),
        (("o", "t", "1"), "chance 64 %"),
        (("o", "t", "1", "down", "down", "down"), "chance 39 %"),
    ],
)
def test_x_explains_the_choice_that_is_marked(pressed: tuple[str, ...], line: str) -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, *pressed, "x")
    assert line in player.text()


def test_esc_goes_out_one_level_at_a_time() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, "a", "1", "n", "escape")
    assert "Target?" in player.text()
    keys(player, "escape")
    assert "which weapon?" in player.text()
    keys(player, "escape", "o", "p", "escape")
    assert "Anna: other" in player.text()


def test_keys_that_cannot_be_used_say_why() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    refusals = (
        ("g", "on its feet"),
        ("r", "every weapon in hand"),
        ("h", "No fighter bleeds"),
        ("N", "not bound"),
    )
    for key, why in refusals:
        keys(player, key)
        assert why in player.text()
    keys(player, "m", "space")
    assert "Anna moves or rests" in player.text(), "space leaves a menu open"


def test_help_begins_with_what_is_asked_now() -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    keys(player, "question_mark")
    assert "Asked now" in player.text() and "close, tricks" in player.text()


def test_every_parry_has_a_key_and_panes_can_be_looked_at_while_dice_are_asked_for() -> None:
    table = at_once({**TWO, "player": "Ana"}, GRUK, house_rules={"must_close": False})
    table.say("fix anna count 60", "next", "gruk attack anna", "next")
    player = Paper(table.session, (80, 24))
    assert "2 parry" in player.text() or "2 block" in player.text()
    table.fall(20)
    keys(player, "2")
    keys(player, "l")
    assert table.now.question is not None and "Gruk short sword at Anna" in player.text()
