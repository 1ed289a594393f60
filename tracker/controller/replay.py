"""Replay: a recorded fight that plays step after step by a clock: pause, speed, and jumps to its turning points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tracker.controller.controller import Controller
from tracker.controller.notice import Notice
from tracker.encounter.engine.journal import Step
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.session import Session
from tracker.session.looking_back import past
from tracker.views.narration import tell

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""How many times as fast as usual a replay may run."""
USUAL = 1.0
TURN = "★"
"""Stands before the heading of a turning point."""
_LEAST_HOLD, _HOLD_A_LINE, _MOST_HOLD = 0.7, 0.45, 3.0
"""Seconds for which a step stays at the usual speed: at least, for each line that it adds to the log, and at most."""
_HOLD_AT_TURN = 1.2
"""Seconds for which a turning point stays longer."""
_SAY_NOTHING = ("begin", "next", "roll")
"""Lines that are on nearly every step and say nothing about it."""
_OUT = {Presence.DOWN: "goes down", Presence.LEFT: "leaves", Presence.SURRENDERED: "surrenders"}


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A place among the steps in force at which the fight turned, with its heading."""

    place: int
    heading: str


@dataclass(frozen=True, slots=True)
class ReplayKey:
    """One row of the keys of a replay: `act` is the name of the method of `Replay` that the keys call."""

    keys: tuple[str, ...]
    label: str
    word: str
    act: str


KEYS = (
    ReplayKey(("space",), "pause", "pause, or play on; at the end, play from the beginning", "pause"),
    ReplayKey(("left", "left_square_bracket"), "back", "one step back, and pause", "step_back"),
    ReplayKey(("right", "right_square_bracket"), "on", "one step on, and pause", "step_on"),
    ReplayKey(("n",), "next turning point", "on to the next turning point, or to the end", "next_turn"),
    ReplayKey(("p",), "last turning point", "back to the turning point before, or to the beginning", "turn_before"),
    ReplayKey(("plus", "equals_sign"), "faster", "twice as fast, up to 8 times", "faster"),
    ReplayKey(("minus",), "slower", "half as fast, down to a quarter", "slower"),
    ReplayKey(("home",), "start", "the beginning of the fight", "to_start"),
    ReplayKey(("end",), "end", "the end of the fight", "to_end"),
)
"""The keys that only a replay has; all others that only look mean what they mean in a fight."""


class Replay:
    """Which step of a fight is shown, and when the next one follows; the fight itself never changes."""

    def __init__(self, session: Session, now: float, first: int = 0, last: int | None = None) -> None:
        """Play the steps in force of `session` from place `first` to `last` (None: the end); `now` is in seconds."""
        self.session = session
        self.first, self.last = first, len(session.journal.done) if last is None else last
        self.place = first
        self.speed = USUAL
        self.playing = True
        self.recorded = False
        """Whether it is recorded instead of played: then nobody presses its keys."""
        self._since = now
        """When the step that is shown came on, or when the replay went on last."""
        self._turns: tuple[TurningPoint, ...] | None = None
        self._holds: dict[int, float] = {}

    def begin(self, now: float) -> None:
        """Count the time of the place that is shown from now on."""
        self._since = now

    @property
    def turns(self) -> tuple[TurningPoint, ...]:
        """The turning points between the first and the last place; looked for once."""
        if self._turns is None:
            self._turns = tuple(turn for turn in turning_points(self.session) if self.first <= turn.place <= self.last)
        return self._turns

    def hold(self, place: int) -> float:
        """Seconds for which a place stays at the usual speed: the longer, the more there is to read."""
        if place not in self._holds:
            lines = len(_told(self.session, place))
            seconds = min(_MOST_HOLD, _LEAST_HOLD + _HOLD_A_LINE * lines)
            turned = any(turn.place == place for turn in self.turns)
            self._holds[place] = seconds + (_HOLD_AT_TURN if turned else 0)
        return self._holds[place]

    def tick(self, now: float) -> bool:
        """Go on as far as the clock has come; whether another step is shown."""
        before = self.place
        while self.playing and now - self._since >= (held := self.hold(self.place) / self.speed):
            if self.place >= self.last:
                self.playing = False
                return True
            self._since += held
            self.place += 1
        return self.place != before

    # What the keys do

    def press(self, key: str, now: float) -> bool:
        """Do what a key of the replay does; False for any other key."""
        row = next((row for row in KEYS if key in row.keys), None)
        if row is not None:
            getattr(self, row.act)(now)
        return row is not None

    def pause(self, now: float) -> None:
        """Stop, or go on; at the end, begin again."""
        if not self.playing and self.place >= self.last:
            self.place = self.first
        self.playing, self._since = not self.playing, now

    def step_back(self, now: float) -> None:
        """Show the step before, and stop there."""
        self._stop_at(max(self.first, self.place - 1))

    def step_on(self, now: float) -> None:
        """Show the next step, and stop there."""
        self._stop_at(min(self.last, self.place + 1))

    def next_turn(self, now: float) -> None:
        """Go to the next turning point; behind the last one, to the end."""
        self._go_to(next((turn.place for turn in self.turns if turn.place > self.place), self.last), now)

    def turn_before(self, now: float) -> None:
        """Go to the turning point before this place; before the first one, to the beginning."""
        earlier = [turn.place for turn in self.turns if turn.place < self.place]
        self._go_to(earlier[-1] if earlier else self.first, now)

    def faster(self, now: float) -> None:
        """Play twice as fast, up to the fastest."""
        self._change_speed(SPEEDS[min(SPEEDS.index(self.speed) + 1, len(SPEEDS) - 1)], now)

    def slower(self, now: float) -> None:
        """Play half as fast, down to the slowest."""
        self._change_speed(SPEEDS[max(SPEEDS.index(self.speed) - 1, 0)], now)

    def to_start(self, now: float) -> None:
        """Show the beginning."""
        self._go_to(self.first, now)

    def to_end(self, now: float) -> None:
        """Show the end, and stop there."""
        self._stop_at(self.last)

    def _stop_at(self, place: int) -> None:
        self.place, self.playing = place, False

    def _go_to(self, place: int, now: float) -> None:
        """Show another place; what is shown there stays its whole time."""
        self.place, self._since = place, now

    def _change_speed(self, speed: float, now: float) -> None:
        """Play at another speed; the step that is shown has then as large a part of its time behind it as before."""
        self._since = now - (now - self._since) * self.speed / speed
        self.speed = speed

    # What is shown

    @property
    def heading(self) -> str:
        """The turning point at the place that is shown; empty where there is none."""
        return next((turn.heading for turn in self.turns if turn.place == self.place), "")

    @property
    def caption(self) -> str:
        """The turning point at this place, and the line that comes next; empty where there is neither."""
        done = self.session.journal.done
        line = self.session.step(done[self.place]).line if self.place < len(done) else ""
        line = "" if line in _SAY_NOTHING else line
        turn = f"{TURN} {self.heading}" if self.heading and not self.recorded else ""
        return " · ".join(part for part in (turn, f"then: {line}" if line else "") if part)

    @property
    def status(self) -> str:
        """Whether it plays, which step is shown of how many, and the speed: `▶ 12/40 ×2`."""
        if self.recorded:
            return f"▶ {self.place}/{len(self.session.journal.done)}"
        sign = "▶" if self.playing else "■" if self.place >= self.last else "‖"
        return f"{sign} {self.place}/{len(self.session.journal.done)} ×{_speed(self.speed)}"


def _speed(speed: float) -> str:
    return {0.25: "¼", 0.5: "½"}.get(speed, f"{speed:g}")


def moment_of(
    replay: Replay, before: Controller, trouble: Callable[[], str], report: Callable[[str], str] | None
) -> Controller:
    """A controller that shows the place of the replay as the game master saw it, looking where `before` looks.

    It has a fight of its own, which nothing records.
    """
    controller = Controller(past(replay.session, replay.place), before.keymap, trouble, report)
    controller.only_shown = not replay.recorded
    view = controller.view
    view.as_in(before.view)
    view.marks_first = before.view.marks_first
    view.keep_to(controller.session.encounter)
    if replay.caption:
        controller.notice = Notice(replay.caption)
    return controller


def place_at(session: Session, count: int) -> int:
    """The first place at which the clock of the fight has come to a count; the last place where it never does."""
    done = session.journal.done
    for place, number in enumerate(done, 1):
        if any(isinstance(event, ev.TimeAdvanced) and event.to >= count for event in session.step(number).events):
            return place
    return len(done)


def turning_points(session: Session) -> tuple[TurningPoint, ...]:
    """The turning points of a fight, in order: first blood, the biggest hit, who fell or left, events that came due."""
    steps = [session.step(number) for number in session.journal.done]
    hits = [(place, hit) for place, step in enumerate(steps, 1) for hit in _hits(step)]
    headings: dict[int, list[str]] = {}

    def name(who: str) -> str:
        return session.encounter[who].name if who in session.encounter else who

    if hits:
        biggest = max(hits, key=lambda placed: placed[1].damage)
        for heading, (place, hit) in (("First blood", hits[0]), ("Biggest hit", biggest)):
            headings.setdefault(place, []).append(f"{heading}: {name(hit.who)} on {name(hit.target)}")
    for place, step in enumerate(steps, 1):
        for event in step.events:
            if isinstance(event, ev.PresenceChanged) and event.presence in _OUT:
                headings.setdefault(place, []).append(f"{name(event.who)} {_OUT[Presence(event.presence)]}")
            elif isinstance(event, ev.EventHappened):
                headings.setdefault(place, []).append(event.text)
    return tuple(TurningPoint(place, " · ".join(headings[place])) for place in sorted(headings))


def _hits(step: Step) -> Iterator[ev.Struck]:
    """The blows of a step that did damage."""
    return (event for event in step.events if isinstance(event, ev.Struck) and event.damage > 0)


def _told(session: Session, place: int) -> tuple[str, ...]:
    """What the step at a place added to the log; nothing at the beginning."""
    if not place:
        return ()
    step = session.step(session.journal.done[place - 1])

    def name(who: str) -> str:
        return who

    told = (tell(event, name, session.rules.unit) for event in step.events)
    return tuple(line.text for line in told if line is not None)
