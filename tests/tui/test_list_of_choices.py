"""Choices in a list of their own: the question says how they are taken, and in a crowd each has a key of its own."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.game_master import line_of_an_ordinary_game_master
from tests.lanes import sample
from tests.picture_matrix import FIGHTS, at_moment
from tests.tui.opening import EXAMPLE_OF, declaring, example
from tests.tui.paper import Paper
from tests.tui.playing import SIZES, Player, playing, press
from tracker.controller.input import keys
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.menus.prompt import prompt_for
from tracker.dice.source import SeededDice
from tracker.game_api.values import Choice
from tracker.games import registry
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.text.cells import words
from tracker.tui.widgets.lines import LinesPane
from tracker.views.choices.choice_list import lay_columns
from tracker.views.choices.choice_table import list_rows

SAVES = Path(__file__).parents[2] / "saves"


def moss() -> Session:
    """Moss may declare, with more choices than find room in the question line."""
    fight = read_encounter(SAVES / "phases-ambush.toml")
    session = Session(fight.encounter, fight.rules, SeededDice(5))
    for line in ("begin", "roll", "roll", "next"):
        session.say(line)
    while session.encounter.question is None or session.encounter.question.who != "moss":
        session.say("next" if session.encounter.question is None else f"{session.encounter.question.who} hold")
    return session


async def test_while_none_of_a_list_is_marked_the_cursor_stands_on_whoever_is_selected() -> None:
    async with playing(moss(), (80, 24)) as player:
        await player.press("1")
        x, y = player.app.cursor_position
        assert (x, player.seen()[y][:7]) == (0, " 1▲Mira")


async def test_with_every_key_that_gives_the_board_other_room_the_cursor_stands_on_the_choice_that_is_marked() -> None:
    async with playing(declaring("brawl", "hanna"), (80, 24)) as player:
        for key, begins in (("a", "▸1 Close Fist"), ("1", "▸5 Brawler 1"), ("4", "space → ●11 Hanna")):
            await player.press(key)
            assert player.seen()[player.app.cursor_position.y].startswith(begins), key


def shown_whole(player: Paper | Player) -> str:
    """The text of the list, its two columns one after the other; every choice's key and words are in it."""
    pane = player.screen._question
    half = pane.cells // 2
    lines = pane.text()
    seen = " ".join(" ".join([*(line[:half] for line in lines), *(line[half:] for line in lines)]).split())
    for choice in player.screen.controller.prompt.choices:
        told = f"{choice.key} {choice.label} {choice.refused or choice.price}".replace(" · ", " ").split()
        assert " ".join(told) in seen.replace(" · ", " "), choice
    return seen


def test_a_long_menu_has_the_room_of_lanes_and_of_what_stands_below() -> None:
    player = Paper(declaring("brawl", "big-olaf"), (80, 24))
    board = player.screen._timeline
    before = board.region.height
    player.press("m")
    assert len(player.controller.prompt.choices) > 12
    shown_whole(player)
    assert 3 <= board.region.height <= before
    assert any(line.startswith("►") and "Big Olaf" in line for line in board.text())
    assert len(board.text()) == board.region.height
    player.press("escape", "a")
    assert board.region.height == before == len(board.text())


@pytest.mark.parametrize("size", SIZES)
def test_answers_stand_in_a_table_right_below_the_question_at_every_width(size: tuple[int, int]) -> None:
    session = example("duel", 1)
    while (asked := session.encounter.question) is None or "is about to be hit" not in asked.text:
        session.say(line_of_an_ordinary_game_master(session))
    player = Paper(session, size)
    below, choices = player.screen._question.text(), player.controller.prompt.choices
    assert "is about to be hit" in below[0]
    rows = [next(at for at, line in enumerate(below) if f"{one.key} {one.label.split()[0]}" in line) for one in choices]
    assert rows == sorted(set(rows)) and rows[0] <= 2, below
    assert player.screen._question.region.y == player.screen._timeline.region.bottom + 1


def test_a_click_on_a_choice_at_the_right_of_two_columns_takes_it() -> None:
    player = Paper(declaring("brawl", "big-olaf"), (80, 24))
    player.press("m")
    pane = player.screen._question
    at = next(at for at in pane._table.right if at >= 0)
    before = player.controller.menu, player.controller.seen, player.controller.notice.text
    player.click_on(pane, offset=(45, pane._table_top + pane._table.right.index(at)))
    assert (player.controller.menu, player.controller.seen, player.controller.notice.text) != before


def test_declarations_of_the_second_rank_keep_their_keys_in_the_first_list() -> None:
    controller = controller_of(declaring("feats-rooftops", "tess"))
    shown = {choice.key for choice in controller.prompt.choices}
    press(controller, "z")
    behind = {choice.key for choice in controller.prompt.choices}
    assert len(shown) <= 10 and behind and not shown & behind
    press(controller, "escape", "b")
    assert controller.menu == GameMenu(("hold",), "tess")


def test_a_list_longer_than_two_columns_is_turned_page_by_page() -> None:
    choices = tuple(Choice("", f"Goblin {n}", f"goblin-{n}", price="47 %") for n in range(1, 41))
    for marked, told in ((-1, "1–20 of 40"), (19, "1–20 of 40"), (20, "21–40 of 40")):
        columns = lay_columns(list_rows(choices), 80, marked, 11)
        assert len(columns.lines) == 11 and words(columns.lines[-1]).strip() == told
        assert marked < 0 or marked in (*columns.left, *columns.right)
    assert columns.left == tuple(range(20, 30)) and columns.right == tuple(range(30, 40))


def test_what_a_column_has_no_lines_for_is_cut_and_every_choice_keeps_one() -> None:
    choices = tuple(Choice(key, "sprint over the roofs", price="13 or less, 83.8 % each 15 s") for key in "abcdef")
    roomy, tight, least = (lay_columns(list_rows(choices), 60, 0, height) for height in (9, 6, 3))
    assert [len(one.lines) for one in (roomy, tight, least)] == [9, 6, 3]
    assert "…" not in "".join(map(words, roomy.lines))
    assert all(words(line).rstrip().endswith("…") for line in (*tight.lines[1::2], *least.lines))
    assert least.left == (0, 1, 2) and least.right == (3, 4, 5) and tight.left == (0, 0, 1, 1, 2, 2)


def crowd_of(game: str) -> Session:
    """An example with thirty more, somebody asked to declare."""
    session = example(EXAMPLE_OF[game])
    creature = registry.find(game).builtin()["creature"][0]["name"]
    session.say(f'join "{creature}" x30')
    session.say("begin")
    while (question := session.encounter.question) is None or question.ask is not Ask.DECLARE:
        word = (
            next((one.word for one in session.rules.choices.answers(session.encounter, question)), "")
            if question
            else ""
        )
        session.say("next" if question is None else "roll" if question.ask is Ask.DICE else f"{question.who} {word}")
    return session


@pytest.mark.parametrize("game", EXAMPLE_OF)
def test_in_a_crowd_no_key_of_a_menu_stands_for_two_things(game: str) -> None:
    session = crowd_of(game)
    paths: list[tuple[str, ...]] = [()]
    for path in paths:
        now = prompt_for(session.encounter, session.rules, GameMenu(path) if path else None, "")
        offered = (*now.choices, *now.options)
        twice = [key for key, many in Counter(one.key for one in offered if one.key).items() if many > 1]
        assert twice == [], (path, now.text)
        own = {one.whom: one.key for one in now.choices if one.whom and session.encounter.seats[one.whom] < 9}
        assert all(key == str(session.encounter.seats[who] + 1) for who, key in own.items()), "a fighter's is its own"
        if len(path) < 2:
            paths += [one.path for one in offered if one.path and one.path not in paths]
    assert len(paths) > 1


def test_what_a_fighter_has_the_key_of_is_taken_by_another_one() -> None:
    controller = controller_of(crowd_of("feats"))
    keys.press(controller, "a", "a")
    behind = next(one for one in controller.prompt.options if one.label == "an obstacle behind")
    assert behind.key not in ("", "b")
    keys.press(controller, behind.key, behind.key)
    assert isinstance(controller.menu, GameMenu) and controller.menu.path == ("slam", "behind")


@pytest.mark.parametrize(("fight", "size"), sample(tuple(product(FIGHTS, SIZES)), 6))
def test_above_a_list_no_outcome_is_cut_while_lines_of_the_moment_are_empty(fight: str, size: tuple[int, int]) -> None:
    player = Paper(at_moment(fight, "defence"), size)
    moment = player.screen.query_one("#question", LinesPane)
    outcome = player.screen.query_one("#outcome", LinesPane).text()[0].rstrip(" ─")
    empty = player.screen.regions[moment].height - len([line for line in moment.text() if line.strip()])
    assert empty < 2 or not outcome.endswith("…"), player.text()
