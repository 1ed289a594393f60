"""A course at the lesson that is asked for: on paper, or as Textual draws it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from time import monotonic

from tests.tui.paper import OnPaper, Paper
from tests.tui.playing import Player
from tracker.controller.controller import Controller
from tracker.controller.courses.course import Course, Learner, catch_up
from tracker.controller.input.debounce import Debounce
from tracker.dice.source import SeededDice
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.session.opening import prepared_only, session_at_start
from tracker.storage.preparation import read_encounter
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig, Clock
from tracker.tui.screens.learn import LearnScreen

SAVES = Path(__file__).parents[2] / "saves"


class PaperLessons(OnPaper, LearnScreen):
    """The screen of a course on paper."""


class Pupil(Paper):
    """Presses what a course asks for."""

    screen: PaperLessons

    def __init__(self, course: Course, size: tuple[int, int] = (80, 24), lesson: int = 0, trouble: str = "") -> None:
        """Begin at a lesson; with `trouble`, how far the course has come cannot be kept."""
        self.kept: list[int] = []
        """How many lessons were done, each time that was kept."""

        def keep(lessons: int) -> str:
            self.kept.append(lessons)
            return trouble

        def screen(controller: Controller) -> PaperLessons:
            catch_up(controller, course.lessons[:lesson])
            return PaperLessons(Learner(course, lesson), keep, controller, Debounce(0.0), monotonic)

        super().__init__(session_of(course), size, screen=screen)

    @property
    def learner(self) -> Learner:
        """How far the course has come."""
        return self.screen.learner


def session_of(course: Course) -> Session:
    """The fight of a course at its beginning."""
    prepared = read_encounter(SAVES / f"{course.encounter}.toml")
    return session_at_start(prepared_only(prepared), SeededDice(course.seed))


def _screen(course: Course, lesson: int, controller: Controller, debounce: Debounce, clock: Clock) -> LearnScreen:
    catch_up(controller, course.lessons[:lesson])
    return LearnScreen(Learner(course, lesson), lambda _: "", controller, debounce, clock)


@asynccontextmanager
async def learning(course: Course, size: tuple[int, int] = (80, 24), lesson: int = 0) -> AsyncIterator[Player]:
    """The screen of a course at a lesson, as Textual draws it."""
    screen = partial(_screen, course, lesson)
    app = TrackerApp(AppConfig(session_of(course), guard=0.0, colour=True, screen=screen, trouble=lambda: "practice"))
    async with app.run_test(size=size):
        player = Player(app)
        await player.drawn()
        yield player


def sides(encounter: Encounter) -> set[str]:
    return {one.profile.side for one in encounter if one.able}
