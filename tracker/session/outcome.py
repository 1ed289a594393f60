"""Outcome: the result of a command, and what the session is handed to record it and to answer wishes for creatures."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from tracker.encounter.engine.journal import Commit, Step
from tracker.model import commands as cmd
from tracker.model.events import Event
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter


class Recorder(Protocol):
    """Keeps the steps of a session: they are written and flushed before a call returns, or kept for later.

    Within `beside` a call returns once they are written, and `settle` waits for the flush.
    """

    @property
    def unsaved(self) -> int:
        """The number of blocks that could not be written yet."""
        ...

    @property
    def reason(self) -> str:
        """The reason why they could not be written."""
        ...

    @property
    def kept_in(self) -> Path | None:
        """The file that holds all of them meanwhile. None without one."""
        ...

    def retry(self) -> bool:
        """Try to write them. Return whether all are written."""
        ...

    def record(self, commit: Commit) -> None:
        """Record the blocks of a commit. A commit counts only when this has returned."""
        ...

    def beside(self) -> AbstractContextManager[None]:
        """Let flushes go on beside what the body does. At its end all of them are done."""
        ...

    def settle(self) -> None:
        """Wait until what was recorded is on the disk. Nothing of it leaves the program before."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one command: the steps it made, undid or redid."""

    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    redone: tuple[Step, ...] = ()
    words: tuple[str, ...] = ()
    """Lines to read, where the command made something other than steps, such as an entry of the library."""
    title: str = ""
    refused: str = ""
    """The reason why an automatic consequence, by orders or for a group, was not carried out. The steps count."""

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)


Stock = Callable[[Encounter, cmd.JoinCreature], tuple[cmd.Join, ...]]
"""The function of a library that makes the newcomers of a wish."""
