"""Choices in a list of their own: the question says how they are taken, and in a crowd each has a key of its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.plain_fights import fight as plain_fight
from tests.tui.opening import EXAMPLE_OF, declaring, example
from tests.tui.paper import Paper
from tests.tui.playing import Player, playing, press
from tracker.controller import keys
from tracker.controller.menu_path import GameMenu
from tracker.controller.prompt import prompt_for
from tracker.dice.source import SeededDice
from tracker.game_api.values import Choice
from tracker.games import registry
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.text.cells import words
from tracker.tui.widgets.lines import LinesPane
from tracker.tui.widgets.question import QuestionPane
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
        assert (x, player.seen()[y][:7]) == (0, " ▲ Mira")


def test_more_choices_than_find_room_say_below_the_question_how_they_are_taken() -> None:
    player = Paper(moss(), (80, 24))
    drawn = player.screen.query_one(QuestionPane).drawn
    assert drawn is not None and drawn.fits
    lines = ["".join(span.text for span in line).strip() for line in drawn.lines]
    told = "Press its key, or ctrl+n to mark one · ←→: see the panes behind"
    assert lines[-2:] == ["Moss may declare.", told], lines


def shown_whole(player: Paper | Player) -> str:
    """The text of the list, its two columns one after the other; every choice's key and words are in it."""
    pane = next(pane for pane in player.screen._panes if pane.hosts and pane.display)
    half = pane.cells // 2
    lines = pane.text()
    seen = " ".join(" ".join([*(line[:half] for line in lines), *(line[half:] for line in lines)]).split())
    for choice in player.screen.controller.prompt.choices:
        told = f"{choice.key} {choice.label} {choice.refused or choice.price}".replace(" · ", " ").split()
        assert " ".join(told) in seen.replace(" · ", " "), choice
    return seen


def test_at_80_by_24_the_whole_of_a_long_list_is_seen_with_whoever_acts_and_the_question() -> None:
    session = declaring("feats-rooftops", "tess")
    player = Paper(session, (80, 24))
    assert len(player.controller.prompt.choices) == 10
    assert "sprint 13 or less, 83.8 % each 15 s" in shown_whole(player)
    seen = player.seen()
    assert seen[2].startswith("►▲ Tess") and any(line.startswith("►1▲Tess  ") for line in seen[10:])
    assert any(line.startswith("Tess may declare.") for line in seen[-6:])


def test_the_timeline_gives_up_lanes_for_a_long_menu_alone() -> None:
    session = declaring("brawl", "big-olaf")
    player = Paper(session, (80, 24))
    timeline = player.screen.query_one("#timeline", LinesPane)
    before = timeline.region.height
    player.press("m")
    assert len(player.controller.prompt.choices) > 12 and "more" not in "".join(player.seen()[6:])
    shown_whole(player)
    assert 3 <= timeline.region.height < before
    assert any(line.startswith("►▼ Big Olaf") for line in timeline.text())
    assert len(timeline.text()) == timeline.region.height
    player.press("escape", "a")
    assert timeline.region.height == before == len(timeline.text())


def test_a_list_stands_in_two_columns_where_that_leaves_everybody_in_sight() -> None:
    session = declaring("prism-corridor", "dan")
    player = Paper(session, (80, 24))
    assert player.controller.listing() is not None and len(player.controller.prompt.choices) > 4
    shown_whole(player)
    assert all(
        any(f"{key}{side}{name}" in line for line in player.seen())
        for key, side, name in (("1", "▲", "Bob"), ("2", "▼", "Eve"), ("3", "▼", "Dan"))
    )


def test_a_click_on_the_second_line_of_a_choice_at_the_right_takes_it() -> None:
    session = declaring("feats-rooftops", "tess")
    player = Paper(session, (80, 24))
    seen = player.seen()
    y = next(y for y, line in enumerate(seen) if "knock over, running" in line)
    assert "more" not in seen[y]
    player.click_on(offset=(seen[y].index("knock over"), y))
    assert player.controller.menu == GameMenu(("more",), "tess")


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


def test_once_a_list_stands_in_another_pane_a_click_takes_a_fighter_again() -> None:
    player = Paper(plain_fight(), (80, 24))
    player.press("1", "semicolon")
    player.resize(120, 36)
    player.click("Goblin 1  ▂")
    assert player.controller.view.selected == "goblin-1"
    assert player.controller.field is None
