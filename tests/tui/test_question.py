"""The question line: one place and one shape at a size, choices that can be clicked, a list numbered by its keys."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tests.plain_fights import DUEL, crowd, fight, rolled
from tests.tui.opening import Middling, example
from tests.tui.paper import Paper
from tests.tui.playing import Player, every_size
from tracker import testing as contract
from tracker.controller.modes import Mode
from tracker.game_api.values import Choice
from tracker.model.questions import Ask
from tracker.text.cells import words
from tracker.tui.widgets.lines import LinesPane
from tracker.tui.widgets.question import QuestionPane
from tracker.views.choices.question import Asking, lay_asking


@every_size
def test_the_question_keeps_its_place_and_the_notice_the_last_line(size: tuple[int, int]) -> None:
    session = rolled(fight(DUEL))
    places, heights = set(), set()
    player = Paper(session, size)
    for key in ("enter", "q", "space", "q", "a", "s", "h", "escape", "escape", "escape", "colon", "escape", "u"):
        player.press(key)
        pane = player.screen.query_one("#question", LinesPane)
        places.add(pane.region.y)
        heights.add(pane.region.height)
        lines = pane.text()
        notice = player.controller.notice.text
        if notice:
            assert " ".join(" ".join(lines).split()).endswith(" ".join(notice.split())), lines
            assert len(lines) == pane.size.height
    assert len(places) == 1 and max(heights) - min(heights) <= 1, "a list of targets has a heading"


async def clicked(player: Player, text: str) -> None:
    pane = player.screen.query_one("#question", LinesPane)
    lines = pane.text()
    y = next(at for at, line in enumerate(lines) if text in line)
    await player.pilot.click("#question", offset=(lines[y].index(text) + 1, y))
    await player.drawn()


@every_size
def test_choices_in_the_question_line_can_be_clicked(size: tuple[int, int]) -> None:
    session = rolled(fight(DUEL))
    player = Paper(session, size)
    player.click("enter begin")
    assert session.encounter.began
    player.press("space")
    who = session.encounter.question.who if session.encounter.question is not None else ""
    assert player.controller.mode is Mode.DECLARE
    player.click("w wait")
    assert session.encounter[who].waiting


def test_a_cell_between_choices_is_nobodys_and_every_choice_has_its_cells() -> None:
    choices = tuple(Choice(key, f"choice {key}", word=key) for key in "abcdefgh")
    asked = lay_asking(Asking("Which?", choices=choices), 40, 5)
    assert asked.fits and [spot.choice for spot in asked.spots] == list(choices)
    for spot in asked.spots:
        assert words(asked.lines[spot.y])[spot.left : spot.right] == f"{spot.choice.key} {spot.choice.label}"
        assert asked.at(spot.left, spot.y) is spot.choice and asked.at(spot.right, spot.y) is not spot.choice
    assert asked.at(3, 0) is None


@every_size
def test_every_line_of_a_list_has_the_key_that_takes_it(size: tuple[int, int]) -> None:
    axe = [{"name": f"Blade {n}", "speed": n + 3, "damage": n} for n in range(12)]
    table = at_once({**ANNA, "weapon": axe}, GRUK)
    table.say("next")
    player = Paper(table.session, size)
    player.press("a")
    choices = player.controller.prompt.choices
    keys = [choice.key for choice in choices]
    assert len(choices) == 12 and all(keys) and len(set(keys)) == 12
    player.press(keys[10])
    assert "Blade 10" in player.controller.prompt.text


def test_a_crowd_to_choose_from_has_keys_as_long_as_there_are_any() -> None:
    session = crowd(40)
    session.say("begin")
    session.say("fix fighter-1 count 0")
    player = Paper(session)
    player.press("space", "a")
    keys = [choice.key for choice in player.controller.prompt.choices if choice.key]
    assert len(set(keys)) == len(keys) > 20


@every_size
def test_drawing_the_question_changes_nothing_at_the_controller(size: tuple[int, int]) -> None:
    session = rolled(fight(DUEL))
    player = Paper(session, size)
    for key in ("enter", "space", "a", "escape"):
        player.press(key)
        controller, pane = player.controller, player.screen.query_one("#question", QuestionPane)
        for listed in (True, False):
            controller.view.list_shown = listed
            pane.lay(controller, pane.cells, pane.size.height)
            assert controller.view.list_shown is listed


def test_beside_a_list_no_option_is_left_out_where_room_is_short() -> None:
    session = example("prism-corridor", dice=Middling())
    session.say("begin")
    while (question := session.encounter.question) is None or (
        question.ask is not Ask.DECLARE or session.rules.choices.repeat_last(session.encounter, question.who) is None
    ):
        session.say(contract.likely(session))
    again = session.rules.choices.repeat_last(session.encounter, question.who)
    assert again is not None
    player = Paper(session, (80, 24))
    seen = player.screen.query_one("#question", LinesPane).text()
    assert player.controller.mode is Mode.DECLARE and f"enter {again.label}" in " ".join(seen), seen
    assert "[m moving?]" in " ".join(seen) and "[s a second action?" in " ".join(seen), seen


def test_beside_a_list_what_has_just_happened_gives_way_to_the_options_and_a_reason_does_not() -> None:
    options = tuple(Choice(key, f"option {key} with many words") for key in "mst")
    asking = Asking("Eve may declare.", options=options, listed=True, hint="how", notice="just happened")
    asked = lay_asking(asking, 40, 5)
    assert all(f"option {key}" in " ".join(words(line) for line in asked.lines) for key in "mst")
    refused = lay_asking(replace(asking, refused=True), 40, 5)
    assert words(refused.lines[-1]) == "! just happened"


def test_a_refusal_moves_no_choice_and_makes_no_list_of_them() -> None:
    choices = tuple(Choice(key, f"choice {key} of many words", word=key) for key in "abcdef")
    options = (Choice("m", "with another manner"), Choice("s", "a second one besides"))
    reason = "Brann cannot parry: stunned until count 81, and there is nothing in its hands to parry with either."
    for listed, height, hint in product((False, True), (4, 5), ("", "how the keys are used, and what else there is")):
        asking = Asking("Brann may declare.", choices=choices, options=options, listed=listed, hint=hint)
        quiet = lay_asking(asking, 60, height)
        for notice in ("Brann cannot parry: stunned.", reason, f"{reason} {reason}"):
            loud = lay_asking(replace(asking, notice=notice, refused=True), 60, height)
            assert (loud.fits, loud.spots) == (quiet.fits, quiet.spots)
            assert [loud.lines[spot.y] for spot in loud.spots] == [quiet.lines[spot.y] for spot in quiet.spots]
            assert len(loud.lines) <= height
            assert loud.lines[0] == quiet.lines[0], "it never takes the place of the question"
            told = " ".join(words(line).lstrip("! ") for line in (*loud.above, *loud.lines))
            assert len(notice) > 140 or notice in " ".join(told.split()), told


def test_what_was_taken_back_is_told_above_options_that_fill_the_room() -> None:
    options = tuple(Choice(key, f"option {key} with many words") for key in "mst")
    asking = Asking("Eve may declare.", options=options, listed=True, hint="how", notice="Taken back: eve pass")
    asked = lay_asking(asking, 40, 4)
    assert all(f"option {key}" in " ".join(words(line) for line in asked.lines) for key in "mst")
    assert [words(line) for line in asked.above] == ["· Taken back: eve pass"]
    assert lay_asking(replace(asking, logged=True), 40, 4).above == (), "the log tells it"


@pytest.mark.parametrize(("name", "who"), [("phases-ambush", "tomas"), ("prism-corridor", "eve")])
def test_a_key_with_nothing_on_it_leaves_all_that_can_be_chosen_where_it_is(name: str, who: str) -> None:
    session = example(name, dice=Middling())
    session.say("begin")
    while (question := session.encounter.question) is None or question.ask is not Ask.DECLARE or question.who != who:
        word = "red" if question is not None and question.ask is Ask.CHOOSE else "hold"
        session.say("next" if question is None else f"{question.who} {word}")
    player = Paper(session, (80, 24))
    quiet, told = player.seen(), "! q does nothing now; ? shows the keys."
    asked = next(at for at, line in enumerate(quiet) if "may declare" in line)
    player.press("q")
    loud = player.seen()
    differ = [at for at, (before, after) in enumerate(zip(quiet, loud, strict=True)) if before != after]
    assert any(told in loud[at] for at in differ)
    assert all(told in loud[at] or at > asked + 3 for at in differ), "what can be chosen stays where it is"
    player.press("escape")
    assert player.seen() == quiet
