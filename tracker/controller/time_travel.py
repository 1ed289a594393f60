"""Time travel: the steps of the fight back and forth, everything shown as it was then. Nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from tracker.controller.keymap.keymap import Keymap
from tracker.controller.menus.menu_path import MenuChoice
from tracker.controller.notice import Notice
from tracker.encounter.engine.journal import Step
from tracker.encounter.names import name_of
from tracker.model.lazy_dataclass import dataclass
from tracker.narration.log_entry import Entry
from tracker.narration.log_lines import Given, as_line, tell
from tracker.narration.step_names import deed
from tracker.session import Session
from tracker.session.looking_back import past
from tracker.views.choices.question import Asking
from tracker.views.pools import in_pool_words

Shown = TypeVar("Shown")

_LEAST_HOLD, _HOLD_A_LINE, _MOST_HOLD = 0.7, 0.45, 3.0
"""The seconds for which a moment stays during playback: at least, for each line it adds, and at most."""

EARLIER = "This is an earlier moment. {walk-here}: undo back to it · {drop}: return to the present"
"""The reason why nothing can be changed. Keys are named by row, in braces."""
_FIRST = "This is the start of the fight."
NOTHING = Notice()


@dataclass(frozen=True, slots=True)
class EarlierMoment:
    """A moment that is looked at: its place among the steps in force, and what is in the question line."""

    place: int
    of: int
    text: str
    changed: tuple[str, ...]

    @property
    def hold(self) -> float:
        """The seconds for which it stays during playback: longer with more to read."""
        return min(_MOST_HOLD, _LEAST_HOLD + _HOLD_A_LINE * len(self.changed))

    def asking(self, keys: Keymap, notice_shown: Notice = NOTHING) -> Asking:
        """Return the question line: the step, the keys that lead on, and the changes of the step."""
        later = self.of - self.place
        go_back = MenuChoice(
            keys.key("walk-here"),
            "go back to here",
            price=f"undoes {later} step{'' if later == 1 else 's'}",
            row="walk-here",
        )
        choices = (
            go_back,
            MenuChoice(
                keys.key("walk-back"),
                "a step back",
                row="walk-back",
                refused="" if self.place else "This is the start of the fight.",
            ),
            MenuChoice(keys.key("walk-on"), "a step on", row="walk-on"),
            MenuChoice(keys.key("play-on"), "play", row="play-on"),
            MenuChoice(keys.key("drop"), "return to the present", row="drop"),
        )
        words = " · ".join(self.changed) or "no change to show"
        notice = notice_shown.text or (f"changed: {words}" if self.place else _FIRST)
        return Asking(self.text, "", go_back, choices, notice=notice, refused=notice_shown.refused, enter=go_back.key)


@dataclass(slots=True)
class Playback:
    """Lets moments follow one another, those of a walk or the events of the fight, by a clock that it is given."""

    _place: int = -1
    _since: float = 0.0

    def is_due(self, place: int, hold: float, now: float) -> bool:
        """Return whether the moment at `place` has had its seconds. A new place begins its time."""
        if place != self._place:
            self._place, self._since = place, now
        return now - self._since >= hold


class TimeTravel(Generic[Shown]):
    """A walk through the steps in force. `shown` is the controller of the moment that the walk has reached."""

    def __init__(
        self, session: Session, build: Callable[[Session, EarlierMoment], Shown], place: int, given: Given = as_line
    ) -> None:
        """Look at a fight's past. `build` makes the view of a moment, from the fight as it was then and its words."""
        self.session = session
        self._given = given
        self._build = build
        self.place = place
        self.shown = self._moment_at(place)

    @property
    def step(self) -> int:
        """The number of the step shown. 0: the beginning."""
        return self.session.journal.done[self.place - 1] if self.place else 0

    def to(self, place: int) -> None:
        self.shown, self.place = self._moment_at(place), place

    def _moment_at(self, place: int) -> Shown:
        """Build the moment after the step at a position among those in force. 0: before the first step."""
        done = self.session.journal.done
        then = past(self.session, place)
        step = self.session.step(done[place - 1]) if place else None
        return self._build(then, EarlierMoment(place, len(done), self._text(then, step, place), self._changes_of(step)))

    def _text(self, then: Session, step: Step | None, place: int) -> str:
        """Return the words for the step at `place`: its number, count and name. `then` is the fight after it."""
        unit, total = self.session.rules.unit, len(self.session.journal.done)
        if step is None:
            return f"You are looking at the start, before step 1 of {total}."
        what = deed(step, partial(name_of, self.session.encounter), unit)
        when = unit.moment(then.encounter.count) if then.encounter.began else "what was before the fight"
        return f"You are looking at {when}, step {place} of {total}: {what}"

    def _changes_of(self, step: Step | None) -> tuple[str, ...]:
        """Return the changes of a step in the words of the log. Empty at the beginning."""
        events = step.events if step is not None else ()
        name = partial(name_of, self.session.encounter)
        worded = (in_pool_words(event, self.session.encounter) for event in events)
        worded_events = (tell(event, name, self.session.rules.unit, self._given) for event in worded)
        return tuple(words.text for words in worded_events if words is not None)


def place_of(session: Session, entry: Entry) -> int | None:
    """Return the place of a log line's step among those in force. None when it was taken back."""
    done = session.journal.done
    return done.index(entry.step) + 1 if entry.step in done else None
