"""The configuration of the app: the fight or the choice of one, what belongs to the user, and the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from tracker.controller.pages.openable_files import Entry
from tracker.controller.shared_pages import Sharing
from tracker.controller.user_settings import Settings
from tracker.model.lazy_dataclass import dataclass
from tracker.tui.base_app import Report
from tracker.tui.textual_private import get_time

if TYPE_CHECKING:
    from tracker.controller.controller import Controller
    from tracker.controller.input.debounce import Debounce
    from tracker.controller.outside.dice_feed import FaceSource
    from tracker.session import Session
    from tracker.storage.settings_file import Value
    from tracker.tui.screens.fight import FightScreen

Opening = tuple["Session", Callable[[], str]]
"""An opened fight, and a function that returns the reason why it is not saved."""
Clock = Callable[[], float]
"""A function that returns the time in seconds."""
MakeScreen = Callable[["Controller", "Debounce", Clock], "FightScreen"]
"""A function that makes a fight's screen from its controller, the filter of early keys, and the clock."""
Keep = Callable[[str, "Value"], None]
"""A function that keeps a setting for the next time. Raises StorageError with a sentence when it cannot."""
USUAL = Settings()
"""The settings of a user who has changed none."""


@dataclass(frozen=True, slots=True)
class AppConfig:
    """A `session` to show. Or `opening`, called after the first frame. Or `entries` to choose from."""

    session: Session | None = None
    _: KW_ONLY
    title: str = "tracker"
    trouble: Callable[[], str] | None = None
    """Returns the reason why the last steps of `session` are not saved. Empty when all are."""
    opening: Callable[[], Opening] | None = None
    entries: Sequence[Entry] = ()
    open_entry: Callable[[Entry], Opening] | None = None
    words: str = ""
    """A sentence over the choice of entries."""
    keys: Mapping[str, Sequence[str]] | None = None
    """The user's keys, by the ids of the rows of the keymap."""
    remarks: Sequence[str] = ()
    """Mistakes in the user's files, shown with the first screen of a fight or of the choice of one."""
    report: Report | None = None
    """Keeps a report about a bug. Without it the error ends the program."""
    settings: Settings = USUAL
    keep: Keep | None = None
    kept_in: str = ""
    """The file in which settings are kept, as a path to be shown."""
    share: Callable[[Session], Sharing | None] | None = None
    """Returns the server of a fight's pages for players. None where it cannot be shared."""
    shared: bool = False
    """True if the pages are served from the beginning."""
    dice: FaceSource | None = None
    """A source of typed faces besides the keyboard."""
    guard: float | None = None
    """The seconds within which the same key again does not count. None: as in the settings."""
    clock: Clock = get_time
    screen: MakeScreen | None = None
    """Makes another screen for the fight than the one that plays it on, such as a replay."""
    colour: bool | None = None
    """Says if colour is used. None: as NO_COLOR has it."""
