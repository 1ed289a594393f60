"""A row of the keymap: one key, what it does, in which modes, and in which words."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, StrEnum, auto
from typing import Any

from tracker.controller.modes import Mode
from tracker.controller.screen_requests import ScreenRequest
from tracker.model.lazy_dataclass import dataclass

Do = Callable[[Any], ScreenRequest | None]
"""A key's function. It takes the controller, which holds the keymap, so its type cannot be named below it."""
MENU_OPEN = "A menu is open: press a choice, or {drop} to close it."


class Section(StrEnum):
    """The headings under which help and the page of keys list the rows, in their order."""

    FIGHT = "The fight"
    UNDOING = "Taking back"
    WALKING = "Looking back"
    ASKING = "Asking"
    BY_HAND = "By hand"
    LOOKING = "Looking around"
    TYPING = "Typing a line"
    PROGRAM = "The program"


class Kind(Flag):
    """The treatment of a key before its row is carried out."""

    PLAIN = 0
    LIKELY = auto()
    """It gives the likely answer."""
    ANSWER = auto()
    """It may act only on what has been drawn."""
    RESERVED = auto()
    """It keeps its meaning at every question. All other keys give way to those of choices."""
    LOOK = auto()
    """It changes nothing in the fight, so a learner may press it at any time."""
    WALK = auto()
    """While an earlier moment is shown, it acts on the walk and not on that moment."""


@dataclass(frozen=True, slots=True)
class Row:
    """One key: `do` is carried out in the modes `modes`. The footer shows it in `footer` modes."""

    id: str
    """The name in `keys.toml`, which never changes."""
    keys: tuple[str, ...]
    label: str
    """The name in the footer."""
    words: str
    """The effect, for help, palette and the page of keys."""
    modes: frozenset[Mode]
    do: Do
    section: Section
    footer: frozenset[Mode] = frozenset()
    why: str = ""
    """The reason why it does nothing in the other modes."""
    in_menu: str = MENU_OPEN
    """The reason why it does nothing in a menu, if any."""
    left: str | None = ""
    """The key under the left hand. Empty where its usual key is there, None where the left hand has no key free."""
    kind: Kind = Kind.PLAIN
