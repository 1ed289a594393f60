"""Requests: what is asked of the session rather than of the fight: journal, library, explanations."""

from __future__ import annotations

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step."""


@dataclass(frozen=True, slots=True)
class UndoAction:
    """Take back the whole action of the last actor: all its steps at the end of the journal."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring back the step taken back last."""


@dataclass(frozen=True, slots=True)
class BackTo:
    """Take back every step after step `n`."""

    n: int


@dataclass(frozen=True, slots=True)
class Veto:
    """Take back the act by orders that is being answered, else the last one, and ask instead.

    What was done by hand since is taken back only `anyway`.
    """

    anyway: bool = False


@dataclass(frozen=True, slots=True)
class FixDie:
    """Put a roll of the last key's right: its step is taken again with the same dice but for that roll's.

    `which` counts the rolls from 1 in the order of the log; 0: the last one.
    """

    text: str
    which: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """How the fight went: who is left, what was spent, hits and rolls, what the game has for everyone."""

    each: bool = False
    """Everybody of a group by itself, too."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What the encounter's file says to the game master."""


@dataclass(frozen=True, slots=True)
class Events:
    """The free events that are still to happen, by number."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Put `who` into one's own library, as it was prepared."""

    who: str


@dataclass(frozen=True, slots=True)
class Why:
    """The sum behind a chance of `who`."""

    who: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reckon:
    """What a calculator of the game gives, with the figures of `who`, if of anybody, where the words say nothing."""

    who: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinCreature:
    """Creatures of the library join now; an empty `creature`: somebody ordinary called `name`."""

    creature: str
    number: int = 1
    side: str = ""
    name: str = ""


Request = (
    Undo | UndoAction | Redo | BackTo | Veto | FixDie | Summary | Notes | Events | Keep | Why | Reckon | JoinCreature
)
"""What is asked of the session rather than of the fight: journal, library, explanations."""
