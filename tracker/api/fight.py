"""Fight: an encounter or a fight in a script: say a line, read the state and the events, forecast it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from tracker.api import arguments
from tracker.api.odds import forecast_fight, swing_of
from tracker.dice.source import SeededDice
from tracker.encounter.engine.journal import Step
from tracker.game_api.rules import Rules
from tracker.games import registry
from tracker.model.queries import Query
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.odds.result import Odds
from tracker.odds.setup import USUAL_FIGHTS
from tracker.odds.turning_points import Move
from tracker.session.fight import Session
from tracker.session.looking_back import past
from tracker.session.opening import look, session_of
from tracker.session.queries import answer
from tracker.storage.own_systems import own_systems
from tracker.storage.preparation import Prepared
from tracker.views import records


class Fight:
    """A fight in this process. It writes nothing, and its file stays as it is."""

    def __init__(self, session: Session, prepared: Prepared) -> None:
        self._session = session
        self._prepared = prepared

    @property
    def title(self) -> str:
        return self._session.encounter.title

    @property
    def count(self) -> int:
        """The present count."""
        return self._session.encounter.count

    @property
    def state(self) -> dict[str, Any]:
        """The present state, with the keys of the `State` of `tracker run --json`."""
        return records.of_state(self._session.encounter, self._session.rules)

    @property
    def events(self) -> list[dict[str, Any]]:
        """All events so far, with the keys of `tracker run --json`."""
        while self._session.read_earlier():
            pass
        return list(_events((self._session.step(n) for n in self._session.journal.done), 0))

    def say(self, line: str) -> list[Any]:
        """Carry out a line as it is typed after `:`. Return its events, or the words of a line that only asks.

        Such lines are `why …`, `rules …` and `summary`. Raises ValueError, and then nothing has changed.
        """
        arguments.text("line", line)
        before = self._session.encounter.count
        try:
            asked = self._session.parse(line)
            if isinstance(asked, Query):
                return list(answer(asked, self._session.view).words)
            outcome = self._session.dispatch(asked, line)
            return list(outcome.words) if outcome.words else list(_events(outcome.steps, before))
        except Refused as refused:
            raise ValueError(refused.sentence) from refused

    def odds(
        self,
        fights: int = USUAL_FIGHTS,
        *,
        within: float | None = None,
        orders: str | Sequence[str] = (),
        seed: object = 1,
        workers: int = 1,
        executor: Executor | None = None,
        changes: bool = False,
    ) -> Odds:
        """Forecast the end of the fight from its present state.

        `fights` are played by each policy in `orders` (three by default), or fewer where the chance is known `within`
        this many percent. `changes` adds the most helpful changes. One process plays them unless there are more
        `workers`, or an `executor` of your own: the numbers are the same. Raises ValueError with a sentence.
        """
        _check(fights, orders, workers)
        arguments.number("within", within)
        arguments.executor("executor", executor)
        try:
            return forecast_fight(
                self._session.encounter,
                self._session.rules,
                self._prepared,
                fights,
                within=within,
                orders=orders,
                seed=seed,
                workers=workers,
                executor=executor,
                changes=changes,
            )
        except Refused as refused:
            raise ValueError(refused.sentence) from refused

    def swing(self, fights: int = 60, *, orders: str = "", seed: object = 1, workers: int = 1) -> tuple[Move, ...]:
        """Return the three steps with the largest moves of the odds, by the first policy.

        Each moment is played with the same dice. At most forty moments are examined, most of them where the odds
        moved. Raises ValueError with a sentence.
        """
        _check(fights, orders, workers)
        arguments.text("orders", orders)
        try:
            return swing_of(self._session, self._prepared, fights, orders, seed, workers)
        except Refused as refused:
            raise ValueError(refused.sentence) from refused

    @property
    def session(self) -> Session:
        """The session itself. Its interface may change between releases."""
        return self._session

    @property
    def encounter(self) -> Encounter:
        """The state as the rules see it: frozen. Its fields may change between releases."""
        return self._session.encounter

    @property
    def rules(self) -> Rules:
        """The rules of the fight. Their interface may change between releases."""
        return self._session.rules

    @property
    def prepared(self) -> Prepared:
        """The encounter at its beginning. Its fields may change between releases."""
        return self._prepared


def _check(fights: object, orders: object, workers: object) -> None:
    """Raise ValueError for an argument of the wrong type."""
    arguments.whole("fights", fights)
    arguments.orders("orders", orders)
    arguments.whole("workers", workers)


def _events(steps: Sequence[Step] | Iterator[Step], before: int) -> Iterator[dict[str, Any]]:
    """Yield the events of some steps as data. `before` is the count before the first step."""
    for step in steps:
        yield from records.of_step(step, before)
        before = step.at


def open_fight(path: str | Path, *, at: int | None = None, seed: object = 1) -> Fight:
    """Return the encounter or fight at `path`, with dice of that seed. `at` is the step of a fight to look at it after.

    Raises ValueError for a step that is not in force, OSError or an error with all its sentences for a bad file.
    """
    arguments.path("path", path)
    if at is not None:
        arguments.whole("at", at)
    try:
        return fight_at(Path(path), at, seed)
    except Refused as refused:
        raise ValueError(refused.sentence) from refused


def fight_at(path: Path, step: int | None, seed: object) -> Fight:
    """Open the fight of a file at step `step` (None: the last). Raises Refused for a step that is not in force."""
    registry.add_finder(own_systems)
    opened = look(path)
    session = session_of(opened, SeededDice(str(seed)))
    if step is not None:
        while step not in session.journal.steps and session.read_earlier():
            pass
        done = session.journal.done
        if step and step not in done:
            raise Refused(f"{path} has no step {step}: {_steps(done)}")
        session = past(session, done.index(step) + 1 if step else 0)
        session.dice = SeededDice(str(seed))
    return Fight(session, opened.prepared)


def _steps(done: Sequence[int]) -> str:
    """Return a sentence on the steps after which the fight can be looked at. `done` are those in force."""
    if not done:
        return "nothing has happened in it yet. Leave out the step, or name a fight that was played."
    return f"its steps go from 1 to {done[-1]}, without those that were undone; 0 is its beginning."


def odds(
    fight: Fight,
    fights: int = USUAL_FIGHTS,
    *,
    within: float | None = None,
    orders: str | Sequence[str] = (),
    seed: object = 1,
    workers: int = 1,
    executor: Executor | None = None,
    changes: bool = False,
) -> Odds:
    """Return the forecast of `Fight.odds`. Raises ValueError for what `tracker.open` does not return."""
    if not isinstance(fight, Fight):
        raise ValueError(f"fight must be what `tracker.open` returns, not {fight!r}.")
    return fight.odds(
        fights, within=within, orders=orders, seed=seed, workers=workers, executor=executor, changes=changes
    )
