"""Learn: a course over a real fight. The lesson is above it, and only the key that it waits for goes through."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual import events
from textual.message import Message

from tracker.controller.controller import Controller
from tracker.controller.courses.course import Learner, character_of, in_lesson, only_looks
from tracker.controller.input import keys
from tracker.controller.input.debounce import Debounce
from tracker.controller.keymap.key_names import key_named, shown
from tracker.controller.notice import Notice
from tracker.controller.pages.command_palette import PaletteEntry
from tracker.controller.user_settings import Settings
from tracker.text.cells import Line, Span, line_width, rule, wrap
from tracker.tui import messages
from tracker.tui.screens.fight import FightScreen
from tracker.tui.widgets.panes import ControllerPane

_WIDEST = 100
"""The most cells of a line of a lesson: longer ones are hard to read."""
MOST_TEXT = 4
"""The most lines of a text at 80 columns."""
_BESIDE_TEXT = 3
"""The lines of a lesson beside its text: a heading, the reason for a wrong key, and the keys."""
_BY_KEY = "A lesson is done by its keys."


class LessonPane(ControllerPane):
    """The lesson: its heading, its text, and its keys with the next one, or why another key is not it."""

    fades = False

    def __init__(self, id: str, learner: Learner) -> None:
        super().__init__(id)
        self._learner = learner

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Return the lesson in as many lines as any other lesson, so that the fight below stays where it is."""
        learner = self._learner
        lesson, course = learner.lesson, learner.course
        if lesson is None:
            heading, text = f"{course.title}: done", course.end
        else:
            heading, text = f"Lesson {learner.place + 1} of {len(course.lessons)}: {lesson.title}", lesson.text
        lines: list[Line] = [rule(heading, cells, lit=True)]
        lines += [(Span(" "), *_with_keys(line)) for line in wrap(text, min(cells - 2, _WIDEST), most=MOST_TEXT)]
        if lesson is None:
            return tuple(lines)
        lines += [()] * (height - 2 - len(lines))
        refused = wrap(learner.refusal, cells - 4, most=1) if learner.refusal else ()
        waited = self._keys()
        leave = f"{controller.keymap.key('quit')} leaves; you go on here later "
        room = cells - line_width(waited) - line_width((Span(leave),))
        aside = (Span(" " * room), Span(leave, "dim")) if room > 0 else ()
        return (*lines, tuple(Span(f" ! {line}", "refusal") for line in refused), (*waited, *aside))

    def _keys(self) -> Line:
        """Return the keys of the lesson: those pressed, the next one, the rest. Empty when all are done.

        The letters of a typed line are together.
        """
        learner, lesson = self._learner, self._learner.lesson
        if lesson is None:
            return ()
        spans = [Span(" ▸ ", "strong"), Span("Press ", "strong")]
        typed = False
        for place, written in enumerate(lesson.keys):
            role = "dim" if place < learner.pressed else "acts" if place == learner.pressed else "key"
            letter = " " if written == "space" else written
            if typed and len(letter) == 1:
                spans.append(Span(letter, role))
                continue
            sign = "✓" if place < learner.pressed else ""
            apart = " " if typed else ""
            spans += [Span(f"{apart} {shown(key_named(written))}{sign} ", role), Span(" ")]
            typed = written == ":"
        return tuple(spans)


def _with_keys(text: str) -> Iterator[Span]:
    """Yield a line of a lesson. Text between backticks, a key or a command, is drawn as a key."""
    for place, part in enumerate(text.split("`")):
        if part:
            yield Span(part, "key" if place % 2 else "strong")


class LearnScreen(FightScreen):
    """A fight under a course. Once the course is done, a fight like any other."""

    def __init__(
        self,
        learner: Learner,
        done: Callable[[int], str],
        controller: Controller,
        debounce: Debounce,
        clock: Callable[[], float],
    ) -> None:
        """Begin a course. `done` keeps the number of finished lessons, and returns why it could not, or nothing."""
        super().__init__(controller, debounce, clock)
        self.learner = learner
        self._keep_progress = done
        self._page_is_open = False
        """True if a key of the lesson has opened a page, which the next key closes."""

    def make_above(self) -> Iterator[ControllerPane]:
        self._lesson = LessonPane("lesson", self.learner)
        yield self._lesson

    def _lines(self) -> int:
        """Return the lines of the lesson: room for the longest text of the course, or for its last words."""
        course, cells = self.learner.course, min(max(1, self.app.size.width - 2), _WIDEST)
        if self.learner.lesson is None:
            return 1 + len(wrap(course.end, cells))
        return _BESIDE_TEXT + max(len(wrap(lesson.text, cells, most=MOST_TEXT)) for lesson in course.lessons)

    def _lay_out(self) -> None:
        self.lines_above = self._lines()
        super()._lay_out()

    def on_key(self, event: events.Key) -> None:
        if self.learner.lesson is None or self.left:
            return  # the course is done: what a fight does with the key is done by the class above
        event.stop()
        event.prevent_default()
        if self.app.screen is not self:
            return  # a page was opened by the key before, and this one was meant for it: it can be pressed again
        self._take(event.key, event.character if event.is_printable else None)

    def _take(self, key: str, character: str | None) -> None:
        """Pass on the next key of the lesson, and keys that only look. Explain why any other is wrong."""
        controller, learner = self.controller, self.learner
        if not learner.is_next(key):
            key, character = keys.meant(controller, key, character)
        if learner.is_next(key):
            self._press()
        elif (row := only_looks(controller, key, character)) is not None:
            learner.refusal = ""
            self.act(keys.do(controller, row))
        else:
            learner.refuse(controller, key, character)
            self.draw()

    def _press(self) -> None:
        """Press the key that the lesson waits for, and go on to the next one."""
        written = self.learner.waits_for
        request = keys.press(self.controller, key_named(written), character_of(written))
        self._page_is_open = request is not None
        self._advance()
        self.act(request)

    def _advance(self) -> None:
        """Go on to the next key of the course. Say so if the progress cannot be kept."""
        if self.learner.advance() and (why := self._keep_progress(self.learner.place)):
            self.controller.notice = Notice(why, refused=True)

    def on_screen_resume(self) -> None:
        """Go on in the lesson after a page opened by it has closed: its escape key went to that page."""
        if self._page_is_open:
            self._page_is_open = False
            if self.learner.is_next("escape"):
                self._advance()
            self.draw()

    def tune(self, settings: Settings) -> None:
        super().tune(settings if self.learner.lesson is None else in_lesson(settings))

    # The palette and the mouse: the same as the keys

    def press_row(self, id: str) -> None:
        """Press a row of the keymap as its key. In a lesson that is the awaited key, or one that only looks."""
        row = self.controller.keymap.by_id(id)
        if self.learner.lesson is None:
            super().press_row(id)
        else:
            self._take(row.keys[0], character_of(row.keys[0]))

    def take_entry(self, entry: PaletteEntry) -> None:
        """Take an entry of the palette as its key is taken. In a lesson one without a key is refused."""
        if self.learner.lesson is None:
            super().take_entry(entry)
        elif entry.row:
            self.press_row(entry.row)
        else:
            self._refuse()

    def _refuse(self) -> None:
        self.learner.refusal = _BY_KEY
        self.draw()

    def _picked(self, key: str) -> None:
        """Take a click on a choice as its key."""
        self._take(key_named(key) or key, key if len(key) == 1 else None)

    # Textual calls the handlers of the class above too, unless the message is told not to.
    def on_choice_picked(self, message: messages.ChoicePicked) -> None:
        """Take a click on a choice as its key, as long as the lesson goes on."""
        choices = self.controller.prompt.choices
        if self.learner.lesson is not None:
            message.prevent_default()
            if message.place < len(choices):
                self._picked(choices[message.place].key)

    def on_answer_picked(self, message: messages.AnswerPicked) -> None:
        if self.learner.lesson is not None:
            message.prevent_default()
            self._picked(message.choice.key)

    def _refuse_in_lesson(self, message: Message) -> None:
        """Stop changes to the fight other than by a key until the course is done."""
        if self.learner.lesson is not None:
            message.prevent_default()
            self._refuse()

    def on_paste(self, event: events.Paste) -> None:
        self._refuse_in_lesson(event)

    def on_picked(self, message: messages.Picked) -> None:
        self._refuse_in_lesson(message)

    def on_entry_picked(self, message: messages.EntryPicked) -> None:
        self._refuse_in_lesson(message)

    def on_event_picked(self, message: messages.EventPicked) -> None:
        self._refuse_in_lesson(message)
