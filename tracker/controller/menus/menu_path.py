"""Menu path: which menu is open, and the choices that the screen's own menus add to those of a game."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

from tracker.game_api.values import Choice
from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class JoinMenu:
    """The menu of newcomers: a new fighter, or creatures of the library."""


@dataclass(frozen=True, slots=True)
class FighterMenu:
    """The menu of the GM's corrections for one fighter or several."""

    ids: tuple[str, ...]
    """The ids of the fighters it is about. Fighters who have left the roster are skipped."""
    page: tuple[str, ...] = ()
    """The page and its subject, such as `is`, `stunned`. Empty: the first page."""


@dataclass(frozen=True, slots=True)
class EventsMenu:
    """The events on the time axis. With the `key` of one, what can be done with it."""

    key: str = ""


@dataclass(frozen=True, slots=True)
class GameMenu:
    """A menu of the game: what its choices have added to the path on the way, and the fighter whose menu it is."""

    path: tuple[Any, ...] = ()
    """The path. Empty: all declarations of the fighter."""
    owner: str = ""


MenuPath = JoinMenu | FighterMenu | EventsMenu | GameMenu


class MenuAction(Enum):
    """An effect of a choice in the screen's own menus that is neither a line nor another menu."""

    CLOSE = auto()
    """Close a menu that stays open after each of its choices."""
    OWN_CONDITION = auto()
    """Open the field for a condition in the game master's own words."""
    NEWCOMER = auto()
    CREATURES = auto()


# A subclass, so that a game never learns of the screen's menus: its own choices know only words of its own path.
@dataclass(frozen=True, slots=True)
class MenuChoice(Choice):
    """A choice of the screen's own menus."""

    opens: MenuPath | None = None
    """The menu it leads to, in place of `path`."""
    stays: MenuPath | None = None
    """The menu that stays open once its line is carried out."""
    action: MenuAction | None = None
    row: str = ""
    """The id of the keymap's row that it does, in an earlier moment."""


def menu_of_choice(choice: Choice, owner: str) -> MenuPath:
    """Return the menu that a choice leads to. `owner` is the fighter whose game menu offers it."""
    if isinstance(choice, MenuChoice) and choice.opens is not None:
        return choice.opens
    return GameMenu(choice.path, owner)


def menu_left_open(choice: Choice) -> MenuPath | None:
    """Return the menu that is open once a choice's line is carried out. None: none."""
    return choice.stays if isinstance(choice, MenuChoice) else None
