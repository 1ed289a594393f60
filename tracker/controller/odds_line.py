"""OddsLine: the forecast beside a fight on the screen: off until asked, played in the background, never waited for.

The program imports none of it and starts no process before the game master turns it on.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from tracker.encounter.names import name_of
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.text.cells import Line, Span, fit_line
from tracker.views.step_names import deed

if TYPE_CHECKING:
    from tracker.odds.forecast import Forecast
    from tracker.odds.result import Odds
    from tracker.odds.setup import Setup
    from tracker.odds.turning_points import Move

QUIET = 0.3
"""Seconds after the last change before a forecast begins anew."""
IDLE = 60.0
"""Seconds without a forecast after which the workers are let go."""
FIGHTS = 200
"""Fights of each policy."""
TOLD = 20
"""Fights of each policy before a state counts for where the odds moved."""
MISSING = "This fight cannot be forecast here; `tracker odds` can, once it has a file."


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice that is marked: in words, and the line that takes it."""

    words: str
    line: str


@dataclass
class _Running:
    """A forecast under way, and what it is of."""

    setup: Setup
    forecast: Forecast
    jobs: int
    """Of the fight as it is; one more is of the marked choice."""


@dataclass
class OddsLine:
    """The line under the head and its page; `see` takes what the screen shows, `poll` advances the forecast."""

    pool: Callable[[int], Executor] | None = None
    """What plays the fights; None: processes of the program's own."""
    workers: int = 0
    """0: one for each processor but one, at least one."""
    on: bool = False
    trouble: str = ""
    """Why there are no numbers, a sentence."""
    odds: Odds | None = None
    chances: dict[int, tuple[str, float]] = field(default_factory=dict)
    """By the number of a step: its line, and the chance of the side after it by the first policy."""
    _deeds: dict[int, str] = field(default_factory=dict)
    """By the number of such a step: what it was, in words."""
    _session: Session | None = None
    _encounter: Encounter | None = None
    """The state that the screen shows."""
    _of: Encounter | None = None
    """The state that the numbers belong to."""
    _choice: Choice | None = None
    _choice_of: Choice | None = None
    _changed: float = 0.0
    _running: _Running | None = None
    _choosing: _Running | None = None
    _executor: Executor | None = None
    _ended: float = 0.0
    _alone: bool = False
    """There is one processor only: a forecast begins only when the game master asks for it."""
    _asked: bool = False

    def turn_on(self) -> None:
        """Show the line; the numbers follow."""
        self.on, self.trouble, self._of, self._asked = True, "", None, True
        self._changed = float("-inf")

    def turn_off(self) -> None:
        """Show nothing and let the workers go."""
        self.on, self.odds = False, None
        self.close()

    def close(self) -> None:
        """End the workers, whatever they play."""
        self._stop()
        if self._executor is not None:
            from tracker.odds import processes

            processes.stop(self._executor)
            self._executor = None

    @property
    def stale(self) -> bool:
        """Whether the numbers are of another state than the one that is shown."""
        return self._of is not self._encounter

    def see(self, session: Session, choice: Choice | None, now: float) -> None:
        """Take the state that the screen shows and the marked choice; called with every key and every look."""
        if session.encounter is not self._encounter or choice != self._choice:
            self._session, self._encounter, self._choice = session, session.encounter, choice
            self._changed = now if self._changed > float("-inf") else self._changed
            if self.stale:
                self._stop()

    def touched(self, now: float) -> None:
        """A key was pressed: a forecast that has not begun yet waits again."""
        if self.stale and self._changed > float("-inf"):
            self._changed = now

    def poll(self, root: Session, now: float) -> bool:
        """Advance the forecast; return whether there is something new to draw.

        `root` is the session of the present, which knows how its states are forecast.
        """
        if not self.on or self._encounter is None:
            return False
        try:
            return self._go_on(root, now)
        except Refused as refused:
            self._stop()
            self._of, self.trouble, self.odds = self._encounter, refused.sentence, None
            return True

    def _go_on(self, root: Session, now: float) -> bool:
        """Begin, advance or end a forecast; return whether the line may have changed."""
        quiet = now - self._changed >= QUIET
        if self.stale and quiet and (self._asked or not self._alone):
            self._begin(root, now)
            return True
        running = self._running
        if running is not None:
            before = running.forecast.done
            over = running.forecast.step(0)
            if running.forecast.done > before:
                self._tell(running)
            if over:
                self._running, self._ended = None, now
            return over or running.forecast.done > before
        if quiet and self._choice != self._choice_of and self.odds is not None:
            self._choose(now)
            return True
        choosing = self._choosing
        if choosing is not None:
            before = choosing.forecast.done
            if choosing.forecast.step(0):
                self._ended = now
            return choosing.forecast.done > before
        if self._executor is not None and now - self._ended >= IDLE:
            self.close()
        return False

    def _begin(self, root: Session, now: float) -> None:
        """Begin the forecast of the state that the screen shows."""
        assert self._encounter is not None
        self._stop()
        self._asked, self._changed, self.trouble = False, now, ""
        if root.setup is None:
            raise Refused(MISSING)
        setup = root.setup(self._encounter)
        self._of = self._encounter
        self._running = _Running(setup, self._forecast(setup.jobs, setup.side), len(setup.jobs))

    def _choose(self, now: float) -> None:
        """Begin the forecast of the marked choice."""
        self._choosing, self._choice_of = None, self._choice
        if self._choice is None or self._session is None or self._setup is None:
            return
        job = self._setup.after(self._choice.line)
        self._choosing = _Running(self._setup, self._forecast((job,), self._setup.side), 1)

    def _forecast(self, jobs: tuple[object, ...], side: str) -> Forecast:
        """A forecast of jobs on the workers, which are started with the first."""
        from tracker.odds import processes
        from tracker.odds.batches import Until
        from tracker.odds.forecast import Forecast

        self._alone = processes.cores() == 1
        workers = self.workers or max(1, processes.cores() - 1)
        if self._executor is None:
            self._executor = (self.pool or processes.pool)(workers)
        return Forecast(jobs, Until(FIGHTS, 0.0, side), self._executor, workers)  # type: ignore[arg-type]

    _setup: Setup | None = None

    def _tell(self, running: _Running) -> None:
        """Take over what a forecast knows so far, and keep it for the newest step once enough fights are known."""
        tallies = running.forecast.tallies
        self._setup, self.odds = running.setup, running.setup.odds(tallies)
        session, first = self._session, tallies[0]
        if session is not None and session.journal.done and first.fights >= TOLD:
            n = session.journal.done[-1]
            line = session.journal.steps[n].line if n in session.journal.steps else ""
            if n in session.journal.steps:
                self._deeds[n] = deed(session.journal.steps[n], partial(name_of, session.encounter), session.rules.unit)
            self.chances[n] = line, first.won(running.setup.side).share

    def _stop(self) -> None:
        """Stop both forecasts; what they have told stays."""
        for running in (self._running, self._choosing):
            if running is not None:
                running.forecast.cancel()
        self._running = self._choosing = self._choice_of = None

    def moves(self, in_force: list[int]) -> tuple[Move, ...]:
        """The three steps at which the odds moved most, of those whose odds were shown on both sides; most first."""
        from tracker.odds.turning_points import Move, greatest

        known = [(n, *self.chances[n]) for n in in_force if n in self.chances]
        told = self._deeds
        return greatest(
            Move(n, line, before, after, told.get(n, "")) for (_, _, before), (n, line, after) in pairwise(known)
        )

    def line(self, cells: int) -> Line:
        """The line under the head, exactly `cells` wide: words first, dimmed while it is of another state."""
        if self.trouble:
            return fit_line((Span(f" {self.trouble}", "dim"),), cells)
        if self.odds is None or not self.odds.chances:
            return fit_line((Span(" odds: playing …", "dim"),), cells)
        from tracker.odds.result import headline

        if self.odds.fights < TOLD * len(self.odds.rows):
            return fit_line((Span(f" odds: playing … {self.odds.fights} so far", "dim"),), cells)
        role = "dim" if self.stale else "now"
        parts = [Span(" odds  ", "dim"), Span(headline(self.odds), role), Span(f"   {self.odds.fights} fights", "dim")]
        if self._choosing is not None and not self.stale and self._choice is not None:
            (tally,) = self._choosing.forecast.tallies
            if tally.fights:
                before, after = self.odds.rows[0].tally.won(self.odds.side).share, tally.won(self.odds.side).share
                words = f"   {self._choice.words}: {round(100 * before)} → {round(100 * after)} %"
                parts.append(Span(words, "dim" if tally.fights < TOLD else "due"))
        return fit_line(tuple(parts), cells)

    def page(self, in_force: list[int]) -> tuple[str, ...]:
        """The page: policies, spread, lengths, losses, and where the odds moved most."""
        if self.odds is None:
            return (self.trouble or "The first fights are being played.",)
        from tracker.odds.blocks import page

        told = [*(["These numbers are of an earlier state.", ""] if self.stale else []), *page(self.odds)]
        return (*told, *self.swing(in_force))

    def swing(self, in_force: list[int]) -> tuple[str, ...]:
        """Where the odds moved most, as lines behind a page; none where they were not shown."""
        moves = self.moves(in_force) if self.chances else ()
        title = "Where the odds moved most, while they were shown:"
        return ("", title, *(f"  {move.text}" for move in moves)) if moves else ()


def stop_quietly(line: OddsLine) -> None:
    """End the workers when the screen closes; their errors no longer matter."""
    with suppress(Exception):
        line.close()
