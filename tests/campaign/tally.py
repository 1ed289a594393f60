"""Tally: what a part of the campaign tried, what of it held, and how long it may go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

MOST_TOLD = 20
"""Failures of a part that are printed."""


@dataclass
class Tally:
    """Counts; every try is told to it once, with what was wrong or nothing."""

    seconds: float
    """A part begins no further try after so many, once it has tried `fewest`."""
    short: bool = False
    fewest: int = 1
    keys: int = 0
    """So many keys at the screen, however long that takes; 0: as many as fit into the time."""
    tried: int = 0
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Further figures, in words."""
    began: float = field(default_factory=time.monotonic)

    def more(self, most: int) -> bool:
        """Whether another try is due: `most` are not reached, and there is time, or too few were tried."""
        return self.tried < most and (
            self.keys > 0 or time.monotonic() - self.began < self.seconds or self.tried < self.fewest
        )

    def held(self, what: str, problem: str = "") -> None:
        """One more try, `what`, and what was wrong with it."""
        self.tried += 1
        if problem:
            self.wrong.append(f"{what}: {problem}")

    def note(self, words: str) -> None:
        """A further figure."""
        self.notes.append(words)

    @property
    def good(self) -> int:
        """How many tries held."""
        return self.tried - len(self.wrong)

    @property
    def sound(self) -> bool:
        """Whether enough was tried and all of it held."""
        return not self.wrong and self.tried >= self.fewest


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the campaign: its `name`, what one try is, and what is done."""

    name: str
    what: str
    """The tries in the plural, as `N of N <what>`."""
    run: Callable[[Tally, Path], None]
    """Given the tally to tell and an empty folder to work in."""
    seconds: tuple[int, int]
    """In the short form, and in the whole."""
    fewest: tuple[int, int]
    """Tries without which it proves nothing; in the short form, and in the whole."""

    def carried_out(self, folder: Path, short: bool, patience: float = 1.0, keys: int = 0) -> Tally:
        """Run it in `folder`, `patience` times as long as on an idle machine."""
        folder.mkdir(parents=True, exist_ok=True)
        tally = Tally(self.seconds[not short] * patience, short, self.fewest[not short], keys)
        if broken := problem_of(lambda: self.run(tally, folder)):
            tally.held("the part itself", broken)
        return tally


def problem_of(call: Callable[[], object]) -> str:
    """What is wrong when `call` is: the words of its assertion, or of whatever else it raises."""
    try:
        call()
    except AssertionError as error:
        return str(error) or "an assertion without words"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""
