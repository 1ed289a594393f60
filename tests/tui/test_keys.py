"""Keys: every one the footer shows is seen whole and does something; none answers what has not been drawn."""

from __future__ import annotations

import pytest
from textual.binding import Binding
from textual.events import Key

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK, KNIFE
from tests.hybrid.table import at_once
from tests.lanes import sample
from tests.plain_fights import DUEL, crowd, fight, rolled
from tests.tui.opening import declaring, example
from tests.tui.paper import Paper
from tests.tui.playing import SIZES, every_size, playing, press
from tracker.controller.input.default_keys import ROWS, usual_keymap
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.keymap import KeymapError
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.modes import ALL, Mode
from tracker.session import Session
from tracker.text.cells import line_width, words
from tracker.tui.app import TrackerApp
from tracker.tui.screens.text_page import Reading
from tracker.tui.widgets.footer import footer_line
from tracker.views.headline import lay_head

BEGUN = ("begin", "roll", "fix brann count 1", "fix goblin-1 count 60")
STRUCK = ("dan attack bob knife", "next")
LINES: dict[Mode, tuple[str, ...]] = {
    Mode.BEGIN: (),
    Mode.DICE: ("begin",),
    Mode.FREE: BEGUN,
    Mode.DECLARE: (*BEGUN, "next"),
    Mode.MENU: (*BEGUN, "next"),
    Mode.CHOOSE: STRUCK,
    Mode.FIELD: BEGUN,
    Mode.AMOUNT: (*STRUCK, "bob dodge"),
    Mode.WALK: (*BEGUN, "note one", "note two"),
}
"""What is said before a mode is reached; in the plain game, or in Prism where plain never asks such a question."""
MODES = [*Mode]
OPENING = {Mode.MENU: "a", Mode.FIELD: "colon", Mode.WALK: "left_square_bracket"}


def brought_to(mode: Mode) -> Session:
    session = declaring("prism-corridor", "dan") if mode in (Mode.CHOOSE, Mode.AMOUNT) else fight(DUEL)
    for line in LINES[mode]:
        session.say(line)
    return session


def two_weapons() -> Session:
    """Anna may declare, with a sword and a knife; Gruk much later."""
    table = at_once({**ANNA, "weapon": [*ANNA["weapon"], KNIFE]}, GRUK)
    table.say("fix gruk count 60", "next")
    return table.session


@pytest.mark.parametrize("mode", sample(MODES, 2))
def test_every_key_of_the_footer_is_seen_whole_at_80_by_24_and_is_alive(mode: Mode) -> None:
    """It changes what is seen, or says why it does not; each key is the first one pressed in a fight of its own."""
    player = Paper(brought_to(mode), (80, 24))
    nothing_undone = [row for row in usual_keymap().footer(mode) if row.id != "redo"]
    for row in nothing_undone:
        player.turn_to(brought_to(mode))
        if mode in OPENING:
            player.press(OPENING[mode])
        assert player.controller.mode is mode
        assert f"{shown(row.keys[0])} {row.label}" in player.footer()
        before = player.text()
        player.press("1" if row.id == "select" else row.keys[0])
        assert player.text() != before, f"{row.id} does nothing in mode {mode}"


def test_the_footer_of_every_mode_fits_80_columns() -> None:
    for mode in Mode:
        line = footer_line(usual_keymap().footer(mode))
        assert line_width(line) <= 80, words(line)


def test_ids_are_unique_and_no_key_has_two_meanings() -> None:
    ids = [row.id for row in ROWS]
    assert len(set(ids)) == len(ids)
    usual_keymap()


def test_a_key_may_be_given_to_another_action_and_a_mistake_says_what_is_wrong() -> None:
    own = usual_keymap({"undo": "q"})
    row = own.row("q", Mode.FREE)
    assert row is not None and row.id == "undo"
    with pytest.raises(KeymapError, match=r'No key is called "undoo"'):
        usual_keymap({"undoo": "z"})
    with pytest.raises(KeymapError, match='"y" cannot be both undo and redo'):
        usual_keymap({"undo": "y"})


async def test_a_key_from_before_its_question_was_drawn_never_answers_it() -> None:
    session = rolled(fight(DUEL))
    async with playing(session) as player:
        await player.press("enter")
        early = Key("space", " ")
        await player.press("space")
        asked = session.encounter.question
        assert asked is not None
        answer = Key("w", "w")
        answer.time = early.time
        player.screen.on_key(answer)
        assert session.encounter.question is asked, "pressed before the question was drawn"
        player.screen.on_key(Key("w", "w"))
        assert session.encounter.question is not asked


async def test_keys_that_arrive_in_one_burst_answer_only_what_was_seen() -> None:
    session = rolled(fight(DUEL))
    session.say("begin")
    async with playing(session) as player:
        for key in ("space", "w", "space", "w"):
            player.screen.on_key(Key(key, " " if key == "space" else key))
        assert session.journal.steps[session.journal.done[-1]].line == "next"
        await player.pilot.pause()


async def test_a_doubled_key_does_not_end_two_turns() -> None:
    session = rolled(fight(DUEL))
    async with playing(session, slip=30.0) as player:
        await player.press("enter")
        steps = len(session.journal.done)
        await player.press("enter", "enter")
        assert len(session.journal.done) == steps
        await player.press("space")
        question = session.encounter.question
        await player.press("space")
        assert session.encounter.question is question
        assert "Answer the question first" not in player.text()


async def test_a_stray_q_does_not_quit_and_a_key_without_work_says_so() -> None:
    async with playing(fight()) as player:
        await player.press("q")
        assert player.app.is_running
        assert "q does nothing now" in player.text()


def test_a_refused_choice_says_why() -> None:
    player = Paper(brought_to(Mode.CHOOSE))
    player.press("e")
    assert "! Bob cannot deflect: it has nothing fitting in hand" in player.text()
    assert player.controller.mode is Mode.CHOOSE


def test_space_with_a_question_open_is_refused_in_a_sentence() -> None:
    session = rolled(fight(DUEL))
    player = Paper(session)
    player.press("enter", "space", "space")
    assert "Answer the question first" in player.text()


def test_space_names_the_keys_by_which_the_question_is_answered_or_left_also_ones_own() -> None:
    for own, enter, undo in (({}, "enter", "u"), ({"likely": ["f7"], "give": ["f7"], "undo": ["f8"]}, "f7", "f8")):
        session = rolled(fight(DUEL))
        controller = controller_of(session, usual_keymap(own))
        press(controller, "enter", "space", "space")
        assert controller.notice.text == f"Answer the question first, or {undo} to undo.", "nothing is likely"
        prism = controller_of(example("prism-corridor"), usual_keymap(own))
        press(prism, "enter", "space", "space")
        assert prism.notice.text == f"Answer the question first ({enter}: take), or {undo} to undo."


def test_why_a_key_cannot_be_used_names_it_by_the_beginning_of_what_it_does() -> None:
    assert usual_keymap().why_not("h", Mode.MENU) == "h (in secret) does nothing now."


def test_with_nobody_selected_a_blow_by_hand_is_for_the_one_the_head_line_names_next() -> None:
    session = rolled(fight(DUEL, dice=(5, 15)))
    controller = controller_of(session)
    press(controller, "enter")
    assert "next ◆1 Goblin 1" in words(lay_head(session.encounter, session.rules, "", "", 80))
    press(controller, "minus")
    assert controller.field is not None and controller.field.label == "Damage to Goblin 1:"


@pytest.mark.parametrize("key", ["f", "s", "l", "t"])
def test_a_key_of_a_pane_says_which_keys_turn_the_panes_while_something_else_owns_the_letters(key: str) -> None:
    session = example("prism-corridor")
    player = Paper(session, (80, 24))
    player.press("enter", "space", key)
    assert "Answer the question first; ← → switch panes." in " ".join(player.text().split())
    before = player.controller.view.pane
    player.press("right")
    assert player.controller.view.pane != before


def test_while_a_menu_is_open_a_key_blames_the_menu_and_not_a_question() -> None:
    controller = controller_of(example("prism-corridor"), usual_keymap())
    press(controller, "enter", "1", "exclamation_mark")
    assert controller.mode is Mode.MENU
    press(controller, "t")
    assert controller.notice.text.endswith("A menu is open: ← → switch panes.")
    press(controller, "b")
    assert controller.notice.text.endswith("A menu is open: press a choice, or esc to close it.")


def test_digits_select_and_zero_with_a_letter_beyond_nine() -> None:
    session = crowd(12)
    session.say("begin")
    player = Paper(session)
    player.press("3")
    assert player.controller.view.selected == "fighter-3"
    player.press("0", "b")
    assert player.controller.view.selected == "fighter-11"
    player.press("escape")
    assert not player.controller.view.selected


def test_esc_drops_what_is_typed_and_goes_back_in_menus() -> None:
    player = Paper(two_weapons())
    player.press("a", "1", "c")
    assert player.controller.menu == GameMenu(("attack", "sword", "called"), "anna")
    player.press("escape", "escape")
    assert player.controller.menu == GameMenu(("attack",), "anna")
    player.press("escape", "colon", "x", "escape")
    assert player.controller.mode is Mode.DECLARE


def test_arrows_and_enter_take_a_choice_too() -> None:
    session = two_weapons()
    player = Paper(session)
    player.press("a", "down", "enter", "enter")
    assert [action.weapon for action in session.encounter["anna"].actions] == ["knife"]


def test_the_command_line_completes_hints_recalls_and_refuses() -> None:
    session = rolled(fight(DUEL))
    player = Paper(session)
    player.press("colon", "b", "r", "tab")
    assert player.controller.field is not None and player.controller.field.text == "brann "
    player.type("xyz")
    player.press("enter")
    assert "xyz" in player.text() and player.controller.field is not None
    player.press("escape", "colon")
    player.type("begin")
    player.press("enter")
    assert session.encounter.began
    player.press("colon", "up")
    assert player.controller.field is not None and player.controller.field.text == "begin"
    player.press("escape", "colon")
    player.type("to")
    player.press("space")
    assert "Give the round" in player.text()


def test_x_shows_the_sum_and_question_mark_every_key() -> None:
    player = Paper(fight())
    player.press("x")
    assert isinstance(player.desk.screen, Reading) and "Goblin 1: the d20 must show 8" in player.text()
    player.press("escape", "question_mark")
    assert "how the numbers came about" in player.text()
    player.press("escape")
    assert player.controller.mode is Mode.BEGIN


@every_size
def test_resizing_keeps_the_fight_and_every_pane_reachable(size: tuple[int, int]) -> None:
    session = rolled(fight())
    player = Paper(session, size)
    player.press("enter", "2")
    for key, word in (("f", "38/38"), ("s", "Sword"), ("l", "The fight begins")):
        player.press(key)
        assert word in player.text()
    for other in SIZES:
        player.resize(*other)
        assert len(player.seen()) == other[1]
        assert "undo" in player.footer()


def test_every_key_of_the_app_itself_has_a_row_that_tells_of_it() -> None:
    rows = {key: row for row in usual_keymap().rows for key in row.keys}
    for binding in TrackerApp.BINDINGS:
        assert isinstance(binding, Binding) and rows[binding.key].modes == ALL
    assert "shell" in rows["ctrl+z"].words and "saved" in rows["ctrl+q"].words
    assert "everything is saved" not in rows["ctrl+q"].words


def test_explaining_where_nobody_is_says_so() -> None:
    controller = controller_of(fight([]))
    press(controller, "x")
    assert controller.notice.refused and controller.notice.text == "The fight has no fighters yet. j: add a fighter"


def test_a_sum_is_called_so_after_another_page_and_marking_opens_none_again() -> None:
    controller = controller_of(rolled(fight()))
    controller.say("begin")
    controller.say("summary")
    assert (
        controller.view.page.title != "Explanation"
        and controller.view.page.summary is not None
        and controller.view.page.lines
    )
    controller.say("mark brann")
    assert not controller.view.page.lines
    controller.say("summary")
    press(controller, "x")
    assert (controller.view.page.title, controller.view.page.summary) == (
        "Explanation",
        None,
    ) and controller.view.page.lines
