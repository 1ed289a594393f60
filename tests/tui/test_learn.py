"""The courses: each is played lesson by lesson on the screen, and its keys lead where its tutorial page says."""

from __future__ import annotations

import re
from random import Random

import pytest
from textual.events import Key

from tests import played_pages
from tests.controllers import controller_of
from tests.lanes import drawing, lane, sample
from tests.played_pages import TUTORIALS
from tests.tui.course import Pupil, learning, session_of
from tests.tui.playing import SIZES, key_event, press
from tracker.controller.courses.course import Course, catch_up, course_of, courses
from tracker.text.cells import wrap
from tracker.tui.screens.learn import MOST_TEXT, LearnScreen
from tracker.tui.widgets.fighters import FightersPane

COURSES = courses()


def page_of(course: Course) -> str:
    """The tutorial of a game; there is none of the plain one."""
    return next((path.read_text("utf-8") for path in TUTORIALS if path.stem == course.system), "")


def test_every_game_has_a_course_of_at_most_twelve_lessons() -> None:
    assert COURSES == ("hybrid", "phases", "prism", "feats", "plain", "d20")
    for name in COURSES:
        assert 8 <= len(course_of(name).lessons) <= 12


@pytest.mark.parametrize("name", COURSES)
def test_every_text_and_every_reason_fits_at_80_columns(name: str) -> None:
    course = course_of(name)
    assert len(wrap(course.end, 78)) <= MOST_TEXT
    for lesson in course.lessons:
        assert len(wrap(lesson.text, 78)) <= MOST_TEXT, lesson.title
        for key, why in lesson.why_not.items():
            assert len(wrap(why, 76)) == 1, why
            assert key not in lesson.keys or key != lesson.keys[0], f"{lesson.title}: {key} is the one it waits for"


@pytest.mark.parametrize("size", sample(SIZES))
@pytest.mark.parametrize("name", sample(COURSES))
def test_the_keys_of_a_course_lead_where_its_page_says(name: str, size: tuple[int, int]) -> None:
    course = course_of(name)
    page = page_of(course)
    told = controller_of(played_pages.session_of(page)) if page else None
    if page:
        assert [step.keys for step in played_pages.steps_of(page)] == [lesson.keys for lesson in course.lessons]
    player = Pupil(course, size)
    for place, lesson in enumerate(course.lessons):
        assert f"Lesson {place + 1} of {len(course.lessons)}: {lesson.title}" in player.text()
        assert lesson.text.split()[-1].replace("`", "") in player.text(), "the text is seen to its end"
        assert player.learner.waits_for == lesson.keys[0]
        player.press(*lesson.keys)
        assert player.learner.place == place + 1, lesson.title
        if told is not None:
            press(told, *lesson.keys)
            assert player.controller.session.encounter == told.session.encounter
    assert player.kept == list(range(1, len(course.lessons) + 1))
    assert f"{course.title}: done" in player.text()
    assert "nothing is saved" in " ".join(player.text().split())


@pytest.mark.parametrize("name", COURSES)
def test_whoever_a_lesson_says_is_due_is_asked_before_its_keys_are_pressed(name: str) -> None:
    course = course_of(name)
    player = Pupil(course, (80, 24))
    for lesson in course.lessons:
        due = re.search(r"\b([A-Z]\w+)(?:'s turn| may declare)", lesson.text)
        asked = [asked_in(player)]
        for key in lesson.keys:
            player.press(key)
            asked.append(asked_in(player))
        assert due is None or due[1] in asked, lesson.text


def asked_in(player: Pupil) -> str:
    """The name of the fighter who is asked."""
    encounter = player.controller.session.encounter
    return encounter[encounter.question.who].name if encounter.question and encounter.question.who else ""


@pytest.mark.parametrize("name", sample(COURSES, 2))
def test_all_keys_of_a_lesson_are_seen_at_80_columns_and_a_typed_line_as_one(name: str) -> None:
    course = course_of(name)
    player = Pupil(course, (80, 24))
    for lesson in course.lessons:
        row = next(line for line in player.text().splitlines() if "▸ Press" in line)
        assert "…" not in row and row.split()[-1] != "Press", row
        if lesson.keys[0] == ":":
            assert "".join(" " if key == "space" else key for key in lesson.keys[1:-1]) in row
        player.press(*lesson.keys)


@pytest.mark.parametrize("name", sample(["hybrid", "phases"]))
def test_the_log_fills_three_rows_that_are_left_over_under_the_fighters(name: str) -> None:
    course = course_of(name)
    player = Pupil(course, (80, 24))
    for lesson in course.lessons:
        for key in lesson.keys:
            player.press(key)
            if player.desk.screen is player.screen:
                pane = player.screen.query_one(FightersPane)
                left = pane.size.height - len("\n".join(pane.text()).rstrip().split("\n"))
                begun = any("─ Rolls ─" in line for line in pane.text())
                assert not pane.display or begun or left < 3, f"{lesson.title}: {key}"


@drawing
@pytest.mark.parametrize("name", sample(COURSES))
def test_a_course_left_at_any_lesson_is_taken_up_where_it_stood(name: str) -> None:
    course = course_of(name)
    player, looked_at = Pupil(course), sample(range(len(course.lessons)), 4)
    for place, lesson in enumerate(course.lessons):
        if place in looked_at:
            now, then = player.controller, controller_of(session_of(course))
            catch_up(then, course.lessons[:place])
            assert then.session.encounter == now.session.encounter
            assert then.prompt == now.prompt
        player.press(*lesson.keys)
    again = Pupil(course, lesson=len(course.lessons) // 2)
    assert again.learner.waits_for == course.lessons[len(course.lessons) // 2].keys[0]


@drawing
@pytest.mark.parametrize("name", sample(COURSES))
def test_every_other_key_is_refused_with_a_reason_and_changes_nothing(name: str) -> None:
    course = course_of(name)
    others = ["space", "enter", "a", "b", "p", "u", "y", "backspace", "escape", "1", "9", "colon", "j", "minus", "v"]
    player, chance = Pupil(course), Random(name)
    for lesson in course.lessons:
        for waits in lesson.keys:
            if player.desk.screen is player.screen:  # and not a page that the lesson has opened
                controller = player.controller
                state, menu = controller.session.encounter, controller.menu
                for key in others if lane.slow else chance.sample(others, 1):
                    if key_event(key).key != key_event(waits).key:
                        player.press(key)
                        assert player.learner.refusal.endswith("."), (lesson.title, key)
                        assert f"! {player.learner.refusal[:40]}" in player.text()
                        assert (controller.session.encounter, controller.menu) == (state, menu), key
            player.press(waits)
    assert player.learner.lesson is None


def test_a_refusal_says_what_the_key_would_do_and_goes_with_the_right_key() -> None:
    player = Pupil(course_of("hybrid"), lesson=6)
    for key, why in {
        "b": "A block has 30 %",
        "k": "k would choose: disarm",
        "u": "u: undo the last step. Not in this lesson.",
        "space": "space: go on to the next event. Not in this lesson.",
        "h": "h (in secret) does nothing here.",
        "g": "g does nothing here.",
    }.items():
        player.press(key)
        assert why in player.learner.refusal, key
        assert f"! {why}" in player.text()
    player.press("p")
    assert player.learner.refusal == "" and "! " not in player.text()


def test_what_only_looks_is_open_all_the_time() -> None:
    player = Pupil(course_of("hybrid"), lesson=2)
    state = player.controller.session.encounter
    player.press("s")
    assert "Bastard Sword" in player.text()
    player.press("l", "f", "comma", "full_stop", "question_mark")
    assert "Keys" in player.text() and "Lesson" not in player.text()
    player.press("escape")
    assert player.learner.place == 2 and player.learner.refusal == ""
    assert player.controller.session.encounter is state


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
def test_a_lesson_says_which_key_leaves_and_is_no_wider_than_can_be_read(size: tuple[int, int]) -> None:
    player = Pupil(course_of("hybrid"), size)
    lesson = player.seen()[: player.screen.lines_above]
    assert lesson[-1].rstrip().endswith("ctrl+q leaves; you go on here later")
    assert all(len(line.rstrip()) <= 101 for line in lesson[1:-1])
    assert "Enter begins the fight." in " ".join(line.strip() for line in lesson)


def test_clicks_and_the_footer_do_the_same_as_the_keys() -> None:
    player = Pupil(course_of("hybrid"))
    player.click("enter begin")
    assert player.learner.place == 1
    player.click("u undo")
    assert player.learner.place == 1 and "u: undo the last step" in player.text()
    player.press("3", "7", "1", "1", "space")
    player.click("w wait")
    assert "w would let Brann wait" in player.text()
    player.click("a attack ·")
    player.click("2 Gruk    47")
    assert player.learner.place == 4
    player.click("1▲Brann")
    assert player.controller.view.selected == "" and "A lesson is done by its keys." in player.text()


def test_once_a_course_is_done_every_key_works_again() -> None:
    course = course_of("hybrid")
    player = Pupil(course, lesson=len(course.lessons) - 1)
    player.press("?", "escape", "enter")
    assert player.learner.lesson is None
    player.press("u", "u", "u")
    assert "Undone" in player.text()
    player.press("colon")
    player.type("note well done")
    player.press("enter", "l")
    assert "well done" in player.text()


async def test_a_key_that_comes_before_its_page_is_drawn_does_not_end_the_lesson() -> None:
    course = course_of("hybrid")
    async with learning(course, lesson=len(course.lessons) - 1) as player:
        lessons = player.screen
        assert isinstance(lessons, LearnScreen)
        await player.type("?")
        lessons.post_message(Key("escape", None))
        await player.drawn()
        assert lessons.learner.lesson is not None, "the page stands over the lesson"
        await player.press("escape")
        assert lessons.learner.lesson is None and player.app.screen is lessons


def test_a_course_goes_on_where_its_progress_cannot_be_kept() -> None:
    player = Pupil(course_of("hybrid"), trouble="learn.toml cannot be written: the disk is full.")
    player.press("enter")
    assert "the disk is full" in player.text()
    player.press("3", "7", "1", "1")
    assert player.learner.place == 2
