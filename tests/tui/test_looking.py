"""ViewState: crowds, scrolling, the mouse, the log, themes and the palette."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from textual.color import Color

from tests.controllers import controller_of
from tests.plain_fights import DUEL, crowd, fight, rolled
from tests.tui.opening import declaring, example
from tests.tui.paper import Paper
from tests.tui.playing import drawn, every_size, playing, press
from tracker.controller.input import mouse
from tracker.model.commands import SetEvent
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.fight import FightScreen
from tracker.tui.theme import CONTRAST, DARK, LIGHT, PLAIN, Palette
from tracker.tui.widgets.sheet import SheetPane


@every_size
def test_three_hundred_fight_and_whoever_is_asked_is_seen(size: tuple[int, int]) -> None:
    session = crowd(300)
    session.say("begin")
    session.say("fix fighter-250 count 0")
    player = Paper(session, size)
    player.press("space")
    assert session.encounter.question is not None and session.encounter.question.who == "fighter-250"
    assert sum("Fighter 250" in line for line in player.seen()) >= 2
    assert player.seen()[0].strip().startswith("Fighter 250 declares") and "then" in player.seen()[0]
    player.press("a")
    assert size[0] < 110 or re.search(r"↓\d+ more +f hit points", player.text()), "how many have no lane"
    player.press("down", "down", "enter")
    assert session.encounter["fighter-250"].actions


def test_a_click_selects_in_lanes_and_among_the_fighters_and_takes_choices_and_keys() -> None:
    session = rolled(fight(dice=(20, 3, 2, 1)))
    player = Paper(session)
    controller = player.controller
    player.click_on("#timeline", offset=(5, 3))
    assert controller.view.selected == "goblin-1"
    player.click_on("#timeline", offset=(5, 1))
    assert controller.view.selected == "brann"
    player.press("enter", "space", "a")
    player.click_on("#question", offset=(5, 3))
    assert [action.target for action in session.encounter["brann"].actions] == ["goblin-2"]
    player.press("u")
    asked = session.encounter.question
    assert asked is not None and asked.who == "brann"
    player.click_on("#footer", offset=(2, 0))
    assert session.encounter.question is None


def test_the_wheel_scrolls_the_log_and_the_arrows_unfold_it() -> None:
    session = rolled(fight())
    session.say("begin")
    player = Paper(session)
    player.press("l", "up", "up")
    assert "1d20 rolled" in player.text(), "the entry marked shows its sum"
    marked = player.controller.view.cursor
    player.press("up")
    assert player.controller.view.cursor == marked - 1
    mouse.wheel(player.controller, "log", 1)
    assert player.controller.view.cursor == marked
    player.press("b")
    assert session.journal.done == [1], "the line that is marked is of the last step: there is nothing to undo"


def test_what_was_taken_back_stays_in_the_log_marked_in_text() -> None:
    session = rolled(fight(DUEL))
    player = Paper(session)
    player.press("enter", "colon")
    player.type("note hello")
    player.press("enter", "u")
    assert any("~hello" in line for line in player.seen())
    player.press("y")
    assert not any("~hello" in line for line in player.seen())


def test_the_log_is_filtered_by_fighter_and_words() -> None:
    session = rolled(fight(dice=(14, 15, 16, 17)))
    session.say("begin")
    player = Paper(session)
    player.press("slash")
    player.type("sela init")
    player.press("enter")
    log = player.controller.runner.log
    assert [log.entry(n).words.text for n in range(log.count())] == [
        "Sela initiative 15", "Sela: initiative 15",
    ]  # fmt: skip
    player.press("slash", "escape")
    assert log.count() == 1 + 4 * 2


def test_a_name_with_a_number_is_one_name_to_the_filter_of_the_log() -> None:
    people = [(name, "all", "") for name in ("Goblin 1", "Goblin 2", "Goblin 12", "Brann")]
    session = rolled(fight(people, dice=(2, 15, 12, 20)))
    session.say("begin")
    controller = controller_of(session)
    press(controller, "slash")

    def kept(more: str) -> list[str]:
        press(controller, *more)
        return [controller.runner.log.entry(n).words.text for n in range(controller.runner.log.count())]

    assert len(kept("goblin")) == 6
    assert kept(" 2") == ["Goblin 2 initiative 15", "Goblin 2: initiative 15"]
    assert kept(" 1d20") == ["Goblin 2 initiative 15"]
    assert len(kept("x")) == 0
    press(controller, "escape", "slash")
    assert kept("goblin 1")[-1] == "Goblin 1: initiative 2"
    assert kept("2")[-1] == "Goblin 12: initiative 12"
    press(controller, "escape")
    controller.say("note Goblin 1 and Goblin 2 are brothers")
    press(controller, "slash")
    assert kept("goblin 2")[-1] == "Goblin 1 and Goblin 2 are brothers", "it is named"
    press(controller, "escape", "slash")
    assert kept("brann 20") == ["Brann initiative 20", "Brann: initiative 20"]


async def test_trouble_with_saving_is_said_in_the_head_line() -> None:
    app = TrackerApp(AppConfig(fight(), trouble=lambda: "not saved since 12:04", colour=True))
    async with app.run_test(size=(80, 24)):
        await drawn(app)
        strips = app.screen._compositor.render_strips()
        assert "not saved since 12:04" in "".join(segment.text for segment in strips[0])


async def test_a_fight_is_opened_after_the_first_frame() -> None:
    app = TrackerApp(AppConfig(opening=lambda: (fight(), lambda: ""), colour=True))
    async with app.run_test(size=(80, 24)):
        await drawn(app)
        await drawn(app)
        assert isinstance(app.screen, FightScreen)


async def test_what_goes_wrong_in_opening_ends_the_screen_and_is_kept_for_whoever_started_it() -> None:
    def opening() -> tuple[Session, Callable[[], str]]:
        raise ValueError("line 3: no such key")

    app = TrackerApp(AppConfig(opening=opening, colour=True))
    async with app.run_test(size=(80, 24)):
        await drawn(app)
        await drawn(app)
    assert app.return_code == 0 or app.return_value == 2
    assert str(app.failed) == "line 3: no such key"


def test_free_events_and_folds_are_seen_on_the_timeline() -> None:
    session = rolled(fight())
    session.say("begin")
    session.dispatch(SetEvent(400, "The gate falls"), "event 400")
    player = Paper(session, (80, 24))
    assert "!400 The" in player.text()
    assert "··" in player.text()
    player.press("comma", "comma", "full_stop")
    assert "1 column a round" in player.text()


def _contrast(one: Color, other: Color) -> float:
    def light(colour: Color) -> float:
        parts = [part / 255 for part in colour.rgb]
        red, green, blue = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("palette", "least"), [(DARK, 4.5), (LIGHT, 4.5), (CONTRAST, 7.0)])
def test_all_text_of_a_theme_can_be_read(palette: Palette, least: float) -> None:
    for role in palette.roles:
        if role == "rule":
            continue
        style = palette.style(role)
        assert style.color is not None and style.bgcolor is not None
        assert _contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)) >= least, role


def test_every_theme_knows_the_same_roles_and_the_plain_one_has_no_colour() -> None:
    assert set(DARK.roles) == set(LIGHT.roles) == set(CONTRAST.roles)
    for role in DARK.roles:
        assert PLAIN.style(role).color is None and PLAIN.style(role).bgcolor is None


async def test_ctrl_t_goes_through_the_themes() -> None:
    async with playing(fight()) as player:
        names = []
        for _ in range(3):
            await player.press("ctrl+t")
            names.append(player.app.palette.name)
        assert names == ["table-light", "table-contrast", "table-dark"]


def test_the_selected_fighter_is_in_sight_wherever_it_sits_and_all_hidden_ones_are_counted() -> None:
    session = crowd(30)
    session.say("begin")
    for seat in (1, 3, 5, 7):
        session.say(f'fighter-{seat} is "dazed"')
    player = Paper(session, (80, 24))
    for _ in range(12):
        player.press("down")
        shown = {line[4:14].strip() for line in player.seen() if "Fighter " in line and "38/38" in line}
        hidden = [int(match[1]) for line in player.seen() if (match := re.match(r" [↑…↓↕] (\d+) more", line))]
        assert sum(hidden) + len(shown) == 30, hidden
        assert player.controller.view.selected.replace("fighter-", "Fighter ") in shown


def test_a_sheet_scrolled_beyond_its_end_comes_back_with_the_first_key_up() -> None:
    player = Paper(example("ambush"), (80, 24))
    player.press("1", "s", *["pagedown"] * 9)
    pane = player.screen.query_one("#sheet", SheetPane)
    view, last = player.controller.view, pane.text()
    assert pane.last_top > 0
    view.sheet_top = 500
    pane.show(player.controller)
    assert view.sheet_top == 500, "drawing changes nothing that is looked at"
    assert pane.text() == last
    player.press("up")
    assert pane.text() != last
    assert pane.text()[1:] == last[:-1]


def test_a_line_marked_is_gone_back_to_by_b_only_where_b_is_no_choice() -> None:
    player = Paper(declaring("feats-rooftops", "tess"), (120, 36))
    player.press("right", "right", "up")
    assert player.controller.view.cursor >= 0
    assert player.controller.prompt.choice("b") is not None, "holds the breath"
    assert "[ to that moment" in player.text() and "b back to here" not in player.text()
    player.press("a")
    assert "b back to here" not in player.text()
    player.press("escape", "w", "l", "up")
    assert "b back to here" in player.text()
