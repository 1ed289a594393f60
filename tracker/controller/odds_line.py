"""OddsLine: the forecast beside a fight on the screen: off until asked, played in the background, never waited for.

The program imports none of it and starts no process before the game master turns it on.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import field, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from tracker.encounter.names import name_of
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.narration.step_names import deed
from tracker.session import Session
from tracker.session.dry_run import attack_of
from tracker.text.cells import Line, Span, first_fitting, fit_line, line_width

if TYPE_CHECKING:
    from tracker.odds.forecast import Forecast
    from tracker.odds.result import Odds
    from tracker.odds.setup import Setup
    from tracker.odds.turning_points import Move
    from tracker.odds.worker_pool import Workers

QUIET = 0.3
"""The seconds after the last change before a new forecast begins."""
IDLE = 60.0
"""The seconds without a forecast after which the workers end."""
FIGHTS = 200
BATCH = 0.08
"""The seconds of a batch: those of an earlier moment end before the fight has been quiet for long enough."""
TOLD = 20
"""The fights of each policy before a state counts as a move of the odds."""
EARLIER = " Look back for earlier odds."
PLAYING = "playing …"
ASSUMED = "Every fight is played until one side stands. Nobody surrenders, and only those flee whose orders say when."
MISSING = "This fight cannot be forecast here; `tracker odds` can, once it has a file."


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice that is marked: in words, and the line that takes it."""

    words: str
    line: str


@dataclass
class _Running:
    """A forecast under way, with its state."""

    setup: Setup
    forecast: Forecast
    jobs: int
    """The jobs about the present fight. One more is about the marked choice."""


@dataclass
class OddsLine:
    """The line under the head and its page. `see` takes what the screen shows, `poll` advances the forecast."""

    pool: Callable[[int], Executor] | None = None
    """Returns the executor of the fights. None: processes of this program."""
    workers: int = 0
    """The number of workers. 0: one for each processor but one. Two of two, since they yield to the screen."""
    processors: int = 0
    """The number of processors. 0: those that this process may use."""
    on: bool = False
    hidden: bool = False
    """True if players look at the screen: then nothing is shown."""
    trouble: str = ""
    """The reason for having no numbers, a sentence."""
    remark: str = ""
    """A remark on the workers of this forecast, a sentence. Else empty."""
    odds: Odds | None = None
    _told: Odds | None = None
    """The last numbers of the policies with enough fights. They stay, greyed, until another state has some."""
    _told_of: Encounter | None = None
    """The state of these numbers."""
    chances: dict[int, tuple[str, float]] = field(default_factory=dict)
    """By the number of a step: its line, and the chance of the side after it by the first policy."""
    _deeds: dict[int, str] = field(default_factory=dict)
    """The words for such steps, by number."""
    _session: Session | None = None
    _encounter: Encounter | None = None
    _of: Encounter | None = None
    """The state that the numbers belong to."""
    _choice: Choice | None = None
    _choice_of: Choice | None = None
    _changed: float = 0.0
    _running: _Running | None = None
    _choosing: _Running | None = None
    _own: Workers | None = None
    _ended: float = 0.0
    _pace: float = 0.0
    """The seconds of a fight in the last forecast, so that the first batches of the next are large enough."""
    _alone: bool = False
    """True with one processor: a forecast begins only when the GM asks for it."""
    _asked: bool = False

    def turn_on(self) -> None:
        """Show the line. The numbers follow."""
        self.on, self.trouble, self._of, self._asked = True, "", None, True
        self._changed = float("-inf")

    def turn_off(self) -> None:
        """Show nothing and end the workers."""
        self.on, self.odds, self._told = False, None, None
        self.close()

    def close(self) -> None:
        self._stop()
        self._end_workers()

    def _end_workers(self) -> None:
        """End the workers. The known numbers stay, that of the marked choice too."""
        if self._own is not None:
            self._own.end()

    @property
    def _told_now(self) -> bool:
        """Return whether the numbers are of the state on the screen."""
        return self._told is not None and not self.stale and self._told_of is self._of

    @property
    def _to_come(self) -> int:
        """Return the number of policies of this state without enough fights yet."""
        return len(self.odds.rows) - len(self._told.rows) if self.odds is not None and self._told is not None else 0

    @property
    def shown(self) -> bool:
        """True if the line is under the head."""
        return self.on and not self.hidden

    @property
    def stale(self) -> bool:
        """True if the numbers are of another state than the one on the screen."""
        return self._of is not self._encounter

    def see(self, session: Session, choice: Choice | None, now: float) -> None:
        """Take the state on the screen and the marked choice, at every key and redraw. `now` is in seconds."""
        if session.encounter is not self._encounter or choice != self._choice:
            self._session, self._encounter, self._choice = session, session.encounter, choice
            # Turning the line on sets minus infinity, which stays until its first forecast begins: without a wait.
            self._changed = now if self._changed > float("-inf") else self._changed
            if self.stale:
                self._stop()

    def touched(self, now: float) -> None:
        """Note a key press: a forecast that has not begun yet waits again."""
        if self.stale and self._changed > float("-inf"):
            self._changed = now

    def poll(self, root: Session, now: float) -> bool:
        """Advance the forecast. Return whether there is something new to draw.

        `root` is the session of the present, which knows how its states are forecast.
        """
        if not self.on or self._encounter is None:
            return False
        try:
            return self._go_on(root, now)
        except Refused as refused:
            self._stop()
            self._of, self.odds, self._told = self._encounter, None, None
            self.trouble = f"{refused.sentence}{EARLIER if self._of.began else ''}"
            return True

    def _go_on(self, root: Session, now: float) -> bool:
        """Begin, advance or end a forecast. Return whether the line may have changed.

        `root` is the session of the present, `now` the time in seconds.
        """
        quiet = now - self._changed >= QUIET
        # With one processor (`_alone`) a forecast begins only when the GM has asked for it.
        if self.stale and quiet and (self._asked or not self._alone):
            self._begin(root, now)
            return True
        changed = self._running is not None and self._advance(self._running, now)
        # The marked choice waits until there are numbers to hold it against, and not for the last of the fights.
        if self._told_now and not self._to_come and quiet and self._choice != self._choice_of:
            self._choose(now)
            return True
        choosing = self._choosing
        if choosing is not None and not choosing.forecast.over:
            before = choosing.forecast.done
            if choosing.forecast.step(0):
                self._ended = now
            return changed or choosing.forecast.done > before
        if self._running is None and self._own is not None and self._own.running and now - self._ended >= IDLE:
            self._end_workers()
        return changed

    def _advance(self, running: _Running, now: float) -> bool:
        """Take in the results of the present fight's forecast. Return whether there are any."""
        before = running.forecast.done
        over = running.forecast.step(0)
        if running.forecast.done > before:
            self._tell(running)
        if over:
            self._running, self._ended = None, now
        return over or running.forecast.done > before

    def _begin(self, root: Session, now: float) -> None:
        """Begin the forecast of the state on the screen. Raises Refused where its states cannot be forecast."""
        assert self._encounter is not None
        self._stop()
        self._asked, self._changed, self.trouble, self.remark = False, now, "", ""
        if root.setup is None:
            raise Refused(MISSING)
        setup = root.setup(self._encounter)
        self._of = self._encounter
        self._running = _Running(setup, self._forecast(setup.jobs, setup.side), jobs=len(setup.jobs))

    def _choose(self, now: float) -> None:
        """Begin the forecast of the fight after the marked choice. Without one, only end the last."""
        self._choosing, self._choice_of = None, self._choice
        if self._choice is None or self._session is None or self._setup is None:
            return
        self._choice_words = attack_of(self._session, self._choice.line) or self._choice.words
        job = self._setup.after(self._choice.line)
        self._choosing = _Running(self._setup, self._forecast((job,), self._setup.side), jobs=1)

    def _forecast(self, jobs: tuple[object, ...], side: str) -> Forecast:
        """Return a forecast of jobs for the odds of a side. The workers are started with the first."""
        from tracker.odds import worker_pool
        from tracker.odds.batches import Until
        from tracker.odds.forecast import Forecast

        cores = self.processors or worker_pool.cores()
        self._alone = cores == 1
        workers = self.workers or max(min(cores, 2), cores - 1)
        if self._own is None:
            start = self.pool or partial(worker_pool.pool, niceness=worker_pool.LOWEST)
            self._own = worker_pool.Workers(lambda: start(workers), self._remark)
        return Forecast(
            jobs,  # type: ignore[arg-type]
            Until(FIGHTS, within=0.0, side=side, told_after=TOLD),
            self._own.pool(),
            workers,
            renewed=self._own.instead_of,
            longest=BATCH,
            pace=self._pace,
        )

    def _remark(self, sentence: str) -> None:
        """Show a sentence behind the numbers until the next forecast begins."""
        self.remark = sentence

    _setup: Setup | None = None
    _choice_words: str = ""
    """The words for the marked choice: `Brann attacks Gruk`."""

    def _tell(self, running: _Running) -> None:
        """Take over the results of a forecast. Each policy is shown once it has enough fights."""
        tallies, self._pace = running.forecast.tallies, running.forecast.pace
        self._setup, self.odds = running.setup, running.setup.odds(tallies)
        if rows := tuple(row for row in self.odds.rows if row.tally.fights >= TOLD):
            self._told, self._told_of = replace(self.odds, rows=rows), self._of
        session, first = self._session, tallies[0]
        if session is not None and session.journal.done and first.fights >= TOLD:
            n = session.journal.done[-1]
            line = session.journal.steps[n].line if n in session.journal.steps else ""
            if n in session.journal.steps:
                self._deeds[n] = deed(session.journal.steps[n], partial(name_of, session.encounter), session.rules.unit)
            self.chances[n] = line, first.won(running.setup.side).share

    def _stop(self) -> None:
        """Stop both forecasts. Their numbers stay."""
        for running in (self._running, self._choosing):
            if running is not None:
                running.forecast.cancel()
        self._running = self._choosing = self._choice_of = None

    def moves(self, in_force: list[int]) -> tuple[Move, ...]:
        """Return the three steps with the largest moves of the odds, of those with odds shown before and after.

        `in_force` are the numbers of the steps in force.
        """
        from tracker.odds.turning_points import Move, greatest

        known = [(n, *self.chances[n]) for n in in_force if n in self.chances]
        deeds = self._deeds
        return greatest(
            Move(n, line, before, after, deeds.get(n, "")) for (_, _, before), (n, line, after) in pairwise(known)
        )

    def line(self, cells: int) -> Line:
        """Return the line under the head, exactly `cells` wide. It is dimmed while it is of another state."""
        if self.trouble and not self.stale:
            return fit_line((Span(f" {self.trouble}", "dim"),), cells)
        played = self.odds.fights if self.odds is not None and not self.stale else 0
        playing = " ".join(filter(None, (f"{PLAYING} {played} fights so far" if played else PLAYING, self.remark)))
        if self._told is None:
            return fit_line((Span(f" odds: {playing}", "dim"),), cells)
        from tracker.odds.result import headline

        head = Span(" odds  ", "dim")
        if self.odds is None or not self._told_now:
            earlier = Span(f"{headline(self._told)}   of an earlier moment · {playing}", "dim")
            return fit_line((head, earlier), cells)
        of = f" by {len(self._told.rows)} of {len(self.odds.rows)} policies" if self._to_come else ""
        numbers, fights = (
            Span(headline(self._told), "now"),
            Span(f"   {self.odds.fights} fights{of}{self.remark and f'   {self.remark}'}", "dim"),
        )
        choice = self._of_choice()
        if choice is None:
            return fit_line((head, numbers, fights), cells)
        gap = Span("   ")
        lines = (head, numbers, fights, gap, choice), (head, numbers, gap, choice), (head, choice)
        return fit_line(first_fitting(lines, tuple, lambda line: line_width(line) <= cells), cells)

    def _of_choice(self) -> Span | None:
        """Return the odds after the marked choice. None when they are not being forecast."""
        if self._choosing is None or self.odds is None:
            return None
        from tracker.odds.result import what_if

        (tally,) = self._choosing.forecast.tallies
        if tally.fights < TOLD:
            return Span(f"if {self._choice_words}: {PLAYING}", "dim")
        before = self.odds.rows[0].tally.won(self.odds.side)
        return Span(f"if {self._choice_words}: {what_if(self.odds.side, before, tally.won(self.odds.side))}", "price")

    def page(self, in_force: list[int], cells: int = 0) -> tuple[str, ...]:
        """Return the page of odds: policies, spread, lengths, losses, largest moves. `cells`: its width, 0 for any."""
        if self.odds is None:
            trouble = "" if self.stale else self.trouble
            return (trouble or "The first fights are being played.", *self.swing(in_force))
        from tracker.odds.blocks import page

        lines = [*(["These numbers are of an earlier moment.", ""] if self.stale else []), *page(self.odds, cells)]
        return (*lines, "", ASSUMED, *self.swing(in_force))

    def swing(self, in_force: list[int]) -> tuple[str, ...]:
        """Return the lines with the largest moves of the odds. Empty where odds were not shown, or players look."""
        moves = self.moves(in_force) if self.chances and not self.hidden else ()
        title = "Where the odds moved most, while they were shown:"
        return ("", title, *(f"  {move.text}" for move in moves)) if moves else ()


def stop_quietly(line: OddsLine) -> None:
    """End the workers when the screen closes. Their errors no longer matter."""
    with suppress(Exception):
        line.close()
