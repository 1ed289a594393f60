"""`tracker learn`: which course is shown, how far each has come, and that nothing is loaded before it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call
from tests.cli.showing import Shown
from tests.controllers import controller_of
from tests.tui.playing import press
from tracker.controller.courses.course import course_of
from tracker.controller.input.debounce import Debounce
from tracker.tui.screens.learn import LearnScreen


def screen_of(shown: Shown, place: int | None = None) -> LearnScreen:
    """The screen of the course that the command shows, or of the one chosen from its list."""
    session, trouble = shown.given["opening"]() if place is None else shown.choose(place)
    assert trouble() == "practice" and session.recorder is None
    screen = shown.given["screen"](controller_of(session), Debounce(0.0), lambda: 0.0)
    assert isinstance(screen, LearnScreen)
    return screen


def keep(screen: LearnScreen, lessons: int) -> str:
    """Say that so many lessons are done, as the screen does."""
    return screen._keep_progress(lessons)


def test_a_game_begins_its_course_at_the_first_lesson_and_later_where_it_was_left(shown: Shown, tmp_path: Path) -> None:
    assert call("learn", "hybrid").code == 0
    screen = screen_of(shown)
    assert screen.learner.place == 0 and not screen.controller.session.encounter.began
    assert keep(screen, 4) == ""
    assert (tmp_path / "data" / "learn.toml").read_text("utf-8") == "hybrid = 4\n"
    assert call("learn", "hybrid").code == 0
    again = screen_of(shown)
    assert again.learner.place == 4 and again.learner.waits_for == "space"
    assert [action.lands for action in again.controller.session.encounter["brann"].actions] == [14]
    press(again.controller, "space", "a", "1")
    assert again.controller.session.encounter["gruk"].actions[0].verb == "close"


def test_without_a_game_one_is_chosen_from_a_list_that_says_how_far_each_has_come(shown: Shown) -> None:
    call("learn", "phases")
    keep(screen_of(shown), 3)
    call("learn", "feats")
    keep(screen_of(shown), len(course_of("feats").lessons))
    assert call("learn").code == 0
    details = {entry.name: entry.detail for entry in shown.given["entries"]}
    assert details == {
        "A duel in Hybrid": "12 lessons",
        "A corridor in Phases": "continues with lesson 4 of 11",
        "A corridor in Shattered Prism": "12 lessons",
        "A chase in Feats": "12 lessons, done; starts over",
        "A skirmish in the plain game": "10 lessons",
        "The wyrm under the mill, by rounds": "11 lessons",
    }
    assert screen_of(shown, 1).learner.place == 3
    assert screen_of(shown, 3).learner.place == 0, "a course that is done begins anew"


def test_restart_begins_with_the_first_lesson(shown: Shown) -> None:
    call("learn", "prism")
    keep(screen_of(shown), 5)
    call("learn", "prism", "--restart")
    assert screen_of(shown).learner.place == 0


def test_a_restart_that_cannot_be_kept_is_told_and_shows_no_later_lesson(shown: Shown, tmp_path: Path) -> None:
    call("learn", "prism")
    keep(screen_of(shown), 5)
    shown.given.clear()
    (tmp_path / "data" / "learn.toml").chmod(0o444)
    reply = call("learn", "prism", "--restart")
    assert reply.code == 2 and reply.err.startswith("The course does not start over: ") and not shown.given
    assert "read-only" in reply.err


@pytest.mark.parametrize("text", ["prism = true\n", "prism = 99\n", "prism = -3\n", "prism = [", 'prism = "5"\n'])
def test_progress_that_says_something_else_is_no_hindrance(shown: Shown, tmp_path: Path, text: str) -> None:
    path = tmp_path / "data" / "learn.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert call("learn", "prism").code == 0
    assert screen_of(shown).learner.place == 0


def test_progress_that_cannot_be_kept_is_told_in_a_sentence(shown: Shown, tmp_path: Path) -> None:
    call("learn", "plain")
    screen = screen_of(shown)
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / "learn.toml").mkdir()
    assert "learn.toml" in keep(screen, 1)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("hybird", 'There is no course for "hybird"; did you mean "hybrid"?'), ("chess", "there are hybrid, phases")],
)
def test_a_game_without_a_course_is_refused_with_those_that_have_one(name: str, sentence: str) -> None:
    reply = call("learn", name)
    assert reply.code == 2 and sentence in " ".join(reply.err.split())


def test_without_a_terminal_it_says_where_the_lessons_can_be_read() -> None:
    reply = call("learn", "hybrid")
    assert reply.code == 2 and "docs/tutorials" in " ".join(reply.err.split())


def test_who_has_no_fight_yet_is_told_of_the_courses_and_later_no_more(
    shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call().code == 0
    assert "`tracker learn` teaches a first fight" in shown.given["words"]
    assert call("run", ROOT / "saves" / "duel.toml", "--save", tmp_path / "duel.fight.toml", given="begin\n").code == 0
    assert call().code == 0
    assert "words" not in shown.given
