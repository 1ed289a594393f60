"""Outcome: the result of a command, and what the session is handed to record it and to answer wishes for creatures."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from tracker.encounter.engine.journal import Journal, Step
from tracker.model import commands as cmd
from tracker.model import lazy_dataclass
from tracker.model.events import Event
from tracker.model.state import Encounter


class Recorder(Protocol):
    """Where steps go: written and flushed before a call returns, or `together` ends; what could not be is kept."""

    @property
    def unsaved(self) -> int:
        """Steps, undos and redos that could not be written yet."""
        ...

    @property
    def reason(self) -> str:
        """Why they could not be written."""
        ...

    @property
    def kept_in(self) -> Path | None:
        """The file that has all of them meanwhile; None when there is none."""
        ...

    def retry(self) -> bool:
        """Try to write them; says whether everything is."""
        ...

    def together(self) -> AbstractContextManager[None]:
        """What is recorded inside is written and flushed as one when it is left, as all that one line comes to."""
        ...

    def append(self, step: Step, after: Encounter, journal: Journal) -> None:
        """Record a step."""
        ...

    def undo(self, block: int, n: int, after: Encounter, journal: Journal) -> None:
        """Record that step `n` was taken back; `block` is this record's own number."""
        ...

    def redo(self, block: int, n: int, after: Encounter, journal: Journal) -> None:
        """Record that step `n` was brought back."""
        ...


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one command: the steps it made, undid or redid."""

    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    redone: tuple[Step, ...] = ()
    words: tuple[str, ...] = ()
    """Lines to be read, where the command made something else than steps, such as an entry of the library."""
    title: str = ""
    """The title of those lines."""
    refused: str = ""
    """Why what would have followed by itself, by orders or for a group, was not carried out; the steps stand."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The new events, in order."""
        return tuple(event for step in self.steps for event in step.events)


Stock = Callable[[Encounter, cmd.JoinCreature], tuple[cmd.Join, ...]]
"""How the library answers a wish for creatures."""
