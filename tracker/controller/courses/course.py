"""Course: a first fight in lessons, read from data. Each lesson waits for its keys and says why another is not it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

import tomli

from tracker.controller.controller import Controller
from tracker.controller.input import keys
from tracker.controller.keymap.key_names import key_named, other_layout, shown
from tracker.controller.keymap.row import Kind, Row
from tracker.controller.modes import Mode
from tracker.controller.screen_requests import ScreenRequest
from tracker.controller.user_settings import Settings
from tracker.model.lazy_dataclass import dataclass

FOLDER = Path(__file__).parent
_CLOSE_PAGE = "escape"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step of a course: what there is to know, then the keys to press one after another."""

    title: str
    text: str
    keys: tuple[str, ...]
    """The keys as written on a page: `a`, `space`, `?`."""
    why_not: Mapping[str, str] = field(default_factory=dict)
    """The reasons why other likely keys are wrong here, by key as written."""


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game, the example fight that they are about, and the seed of its rolled dice."""

    system: str
    title: str
    encounter: str
    seed: str
    lessons: tuple[Lesson, ...]
    end: str
    """The words when all lessons are done."""


def courses() -> tuple[str, ...]:
    """Return the games that have a course, in the order in which they are offered."""
    names = {path.stem for path in FOLDER.glob("*.toml")}
    return tuple(name for name in _ORDER if name in names) + tuple(sorted(names - set(_ORDER)))


_ORDER = ("hybrid", "phases", "prism", "feats", "plain")


def course_of(system: str) -> Course:
    """Return the course of the game with this name, read from its file. The game must have one."""
    path = FOLDER / f"{system}.toml"
    table = tomli.loads(path.read_text(encoding="utf-8"))
    lessons = tuple(
        Lesson(lesson["title"], " ".join(lesson["text"].split()), tuple(lesson["keys"].split()), lesson.get("not", {}))
        for lesson in table["lesson"]
    )
    end = " ".join(table["end"].split())
    return Course(system, table["title"], table["encounter"], table["seed"], lessons, end)


class Learner:
    """The progress in a course: the lesson, and the key it waits for."""

    def __init__(self, course: Course, lesson: int = 0) -> None:
        """Begin with a lesson, by position. The fight must be at the end of the lessons before it."""
        self.course = course
        self.place = lesson
        self.pressed = 0
        self.refusal = ""
        """The reason why the last key was wrong. Empty after a right one."""

    @property
    def lesson(self) -> Lesson | None:
        """The present lesson. None when all are done."""
        return self.course.lessons[self.place] if self.place < len(self.course.lessons) else None

    @property
    def waits_for(self) -> str:
        """The next key, as written. Empty when all are done."""
        return self.lesson.keys[self.pressed] if self.lesson is not None else ""

    def is_next(self, key: str) -> bool:
        """Return whether a key, by its name, is the next one."""
        return bool(self.waits_for) and key in (key_named(self.waits_for), self.waits_for)

    def advance(self) -> bool:
        """Count the right key. Return whether that ends the lesson."""
        self.refusal = ""
        self.pressed += 1
        if self.lesson is None or self.pressed < len(self.lesson.keys):
            return False
        self.place, self.pressed = self.place + 1, 0
        return True

    def refuse(self, controller: Controller, key: str, character: str | None) -> None:
        """Say why a key is wrong, in the words of the lesson, else by the key's effect."""
        assert self.lesson is not None
        self.refusal = self.lesson.why_not.get(_written(key, character)) or meaning(controller, key, character)


def meaning(controller: Controller, key: str, character: str | None) -> str:
    """Return a sentence on the effect of a key at this moment of a fight."""
    written = _written(key, character)
    choice = controller.prompt.choice(character or key)
    if controller.mode in (Mode.DICE, Mode.AMOUNT) and written.isdigit():
        return f"{written} is not what this lesson types here."
    if choice is not None and controller.field is None:
        if choice.refused:
            return f"{written} ({choice.label}) cannot be chosen: {choice.refused.rstrip('.')}."
        return f"{written} would choose: {choice.label}. Here, follow the lesson."
    row = controller.keymap.row(key, controller.mode)
    if row is not None:
        return f"{written}: {row.words}. Not in this lesson."
    other = next((row for row in controller.keymap.rows if key in row.keys), None)
    if other is None:
        return other_layout(key) or f"{written} does nothing here."
    return f"{written} ({other.label}) does nothing here."


def _written(key: str, character: str | None) -> str:
    """Return a key as a lesson writes it: a character, or the name of a key without one."""
    return shown(character if character and not character.isspace() else key)


def only_looks(controller: Controller, key: str, character: str | None) -> Row | None:
    """Return the row of a key that changes nothing in the fight and is no choice of the question.

    None for any other.
    """
    if controller.field is not None or controller.prompt.choice(character or key) is not None:
        return None
    row = controller.keymap.row(key, controller.mode)
    return row if row is not None and Kind.LOOK in row.kind else None


def character_of(written: str) -> str | None:
    """Return the sign that a key types, from how it is written. None for a key without one."""
    return " " if written == "space" else written if len(written) == 1 else None


def in_lesson(settings: Settings) -> Settings:
    """Return the settings for a lesson, which counts each key once and tells what each event does."""
    return replace(settings, press_twice=False, play_on=False)


def catch_up(controller: Controller, lessons: Sequence[Lesson]) -> None:
    """Press the keys of lessons that were done before, so that the fight reaches the state they lead to."""
    controller.tune(in_lesson(controller.view.settings))
    page: ScreenRequest | None = None
    for lesson in lessons:
        for written in lesson.keys:
            key = key_named(written)
            if page is not None and key == _CLOSE_PAGE:
                page = None  # it closes the page, which is not open here
                continue
            page = keys.press(controller, key, character_of(written))
