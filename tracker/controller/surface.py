"""The surface of the desk: what its handlers and its dice field know of it and may change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tracker.controller.command_history import History
from tracker.controller.fields import Field
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.prompt import Front, Path
from tracker.controller.view_state import Looking
from tracker.encounter.statistics.summary import Account
from tracker.session import Session
from tracker.system_api.values import Choice
from tracker.views.roll_log import RollLog


class Surface(Protocol):
    """The desk without its keys; `Desk` has the words on each."""

    session: Session
    keymap: Keymap
    history: History
    looking: Looking
    log: RollLog
    notice: Notice
    field: Field | None
    path: Path | None
    marked: int
    listed: bool
    picking: bool
    explained: tuple[str, ...]
    page: str
    """What the page of what was explained is called."""
    account: Account | None
    """The whole fight summed up, where that is what is explained."""
    warned: tuple[str, tuple[int, int]]
    """The row whose key has to be pressed again, and what was to be seen then."""
    alone: bool
    """What is declared or answered next is for one of a group only."""

    @property
    def dice(self) -> Field:
        """The field for dice."""
        ...

    @property
    def front(self) -> Front:
        """What owns the keys, but for a field."""
        ...

    @property
    def mode(self) -> Mode:
        """What owns the keys now."""
        ...

    @property
    def seen(self) -> tuple[int, int]:
        """What must have been drawn before a key may answer it."""
        ...

    @property
    def highlighted(self) -> int:
        """The choice that enter takes, by its place among the choices; −1 when it is none of them."""
        ...

    def listing(self) -> Front | None:
        """What is to be shown as a list of choices, if anything."""
        ...

    @property
    def walked(self) -> int | None:
        """The place among the steps in force that is looked at; None: the present."""
        ...

    def walk_to(self, place: int | None) -> None:
        """Look at the fight as it was after so many steps; None: at the present."""
        ...

    def mark(self, ids: Sequence[str]) -> None:
        """Mark these, and nobody else."""
        ...

    def take(self, choice: Choice) -> None:
        """Take a choice."""
        ...

    def say(self, line: str, by_hand: Sequence[str] = ()) -> bool:
        """Carry out a line, `by_hand` with some; says whether it was carried out."""
        ...

    def name(self, who: str) -> str:
        """What somebody is called."""
        ...
