"""What a key cannot do is said with keys, never with a line to be typed; and who is busy is not told to wait."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.controllers import controller_of
from tests.feats.table import waiting
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tests.lanes import sample
from tests.random_play import random_fight
from tests.tui.opening import EXAMPLE_OF, example
from tests.tui.playing import press
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.modes import Mode
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.text.cells import words
from tracker.views.fighters.collapsed_groups import folded
from tracker.views.fighters.fighters import lay_fighters
from tracker.views.timeline.timeline import lay_timeline

KEYS = [*"abcdefghijklmnopqrstuvwxyz123456789;'%!@/[]\\=<>", "space", "enter", "escape", "backspace", "left", "up"]


@pytest.mark.parametrize("name", sample(EXAMPLE_OF.values()))
def test_what_a_key_is_refused_for_names_no_command_line(name: str) -> None:
    told = set()
    for turn, session in enumerate((example(name), *random_fight(name, 3, 40))):
        if turn % 4:
            continue
        for key in sample(KEYS, 6):
            controller = controller_of(Session(session.encounter, session.rules, session.dice))
            press(controller, key)
            if controller.notice.refused:
                told.add(controller.notice.text)
    assert told and not [text for text in told if "`" in text and "`notes = " not in text]


def test_before_the_fight_has_begun_the_space_bar_says_which_key_begins_it() -> None:
    controller = controller_of(example("duel"))
    press(controller, "space")
    assert (controller.notice.text, controller.notice.refused) == ("The fight has not begun. enter: begin", True)


def test_where_nothing_is_due_the_space_bar_says_whom_to_select() -> None:
    session = example("duel")
    for line in ("begin", "fix gruk count 90", "fix brann count 1", "next", "brann wait", "gruk falls"):
        session.say(line)
    controller = controller_of(session)
    press(controller, "space")
    told = "Nothing is due: Brann waits. Select it by its key, then enter: act · u: undo"
    assert (controller.notice.text, controller.notice.refused) == (told, True)
    press(controller, "1", "enter")
    assert controller.mode is Mode.MENU and controller.prompt.who == "brann"


def test_the_prompt_of_a_menu_is_read_without_opening_the_menu() -> None:
    controller = controller_of(example("duel"))
    controller.say("begin")
    before = controller.prompt
    assert controller.prompt_with(GameMenu(owner="brann")).mode is Mode.MENU
    assert controller.menu is None and controller.prompt is before


def test_nothing_is_over_while_somebody_left_is_still_at_something() -> None:
    session = waiting()
    session.say("mira sprint")
    question = session.encounter.question
    if question is not None and question.ask is Ask.DECLARE:
        session.say(f"{question.who} wait")
    session.say("brute leaves")
    assert session.encounter["mira"].busy
    assert "Won: " not in controller_of(session).prompt.text
    session.say("mira stop")
    assert "Won: " in controller_of(session).prompt.text


def test_nothing_is_over_while_first_aid_is_under_way() -> None:
    table = at_once(ANNA, {**ANNA, "name": "Bertha"}, {**GRUK, "stats": {}})
    table.say("fix bertha bleeding on", "fix bertha count 90", "next", "anna aids bertha", "gruk leaves")
    assert table.now["anna"].actions and "Won: " not in controller_of(table.session).prompt.text
    table.say("anna abort", "anna wait")
    assert "Won: " in controller_of(table.session).prompt.text


def test_who_runs_is_not_shown_as_waiting() -> None:
    session = waiting()
    for line in ("mira sprint", "brute wait"):
        session.say(line)
    encounter = session.encounter
    assert encounter["mira"].waiting and encounter["mira"].busy and not encounter["brute"].busy
    rows = [words(line) for line in lay_fighters(encounter, session.rules, cells=140, height=9).lines]
    lanes = [words(line) for line in lay_timeline(encounter, session.rules, cells=140, height=9).lines]
    for lines in (rows, lanes):
        (mira,), (brute,) = ([line for line in lines if name in line[:9]] for name in ("Mira", "Brute"))
        assert "waiting" not in mira and "waiting" in brute
    for one in encounter:
        encounter = encounter.with_combatant(replace(one, group="runners"))
    (row,) = folded(encounter, ()).combatants
    assert [one.label for one in row.conditions] == ["1 sprinting", "1 waiting"], "in a folded group neither"
