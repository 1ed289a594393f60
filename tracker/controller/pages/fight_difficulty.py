"""Fight difficulty: how hard an encounter of the start list is, played in the background when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused

if TYPE_CHECKING:
    from tracker.odds.forecast import Forecast
    from tracker.odds.setup import Setup
    from tracker.odds.worker_pool import Workers

FIGHTS = 60
TOLD = 10
"""The fights of each policy before there is a word for them."""
PLAYING = "playing …"


@dataclass
class FightDifficulty:
    """Plays one file at a time. The words for the others stay."""

    pool: Callable[[int], Executor] | None = None
    """Returns the executor of the fights. None: processes of this program."""
    by_path: dict[Path, str] = field(default_factory=dict)
    """The words for a file: `Even?: heroes ahead or behind · 43–75 %`, or the reason for none. `…` while played."""
    _own: Workers | None = None
    _path: Path | None = None
    _setup: Setup | None = None
    _forecast: Forecast | None = None
    _known: str = ""
    """The words from enough fights of the present file. Empty while there are too few."""

    def ask(self, path: Path) -> None:
        """Begin to forecast the fight in a file, or give the reason why not. Raises InvalidFile and StorageError."""
        from tracker.odds import worker_pool
        from tracker.odds.batches import Until
        from tracker.odds.forecast import Forecast
        from tracker.session.forecasts import setup_of
        from tracker.session.opening import look

        self._stop()
        opened = look(path)
        try:
            setup = setup_of(opened.encounter, opened.prepared.rules, opened.prepared)
        except Refused as refused:
            self.by_path[path] = refused.sentence
            return
        workers = max(1, worker_pool.cores() - 1)
        if self._own is None:
            start = self.pool or partial(worker_pool.pool, niceness=worker_pool.LOWEST)
            self._own = worker_pool.Workers(lambda: start(workers))
        self._path, self._setup = path, setup
        self._forecast = Forecast(setup.jobs, Until(FIGHTS), self._own.pool(), workers, renewed=self._own.instead_of)
        self.by_path[path] = PLAYING

    def poll(self) -> bool:
        """Advance the forecast. Return whether there is something to draw. Raises Refused when the workers fail."""
        if self._forecast is None or self._setup is None or self._path is None:
            return False
        from tracker.odds.result import difficulty, headline

        before, over = self._forecast.done, self._forecast.step(0)
        if self._forecast.done == before:
            return False
        odds = self._setup.odds(self._forecast.tallies)
        if over or odds.fights >= TOLD * len(odds.rows):
            self._known = f"{difficulty(odds)}: {headline(odds)}, {odds.fights} fights"
            self.by_path[self._path] = f"{self._known}{'' if over else ' …'}"
        else:
            self.by_path[self._path] = f"{PLAYING} {odds.fights} fights so far"
        if over:
            self.close()
        return True

    def close(self) -> None:
        self._stop()
        if self._own is not None:
            self._own.end()

    def _stop(self) -> None:
        """Stop the forecast. Words with a result stay for its file, words that it is being played go."""
        if self._forecast is not None and self._path is not None:
            self._forecast.cancel()
            if self._known:
                self.by_path[self._path] = self._known
            else:
                del self.by_path[self._path]
        self._forecast, self._known = None, ""
