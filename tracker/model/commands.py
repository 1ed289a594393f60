"""Commands: what the game master asks for, imperative. The kernel carries out its own; `Do` goes to the rule system."""

from __future__ import annotations

from tracker.model.corrections import (
    Correction,
    FixCondition,
    FixCount,
    FixPool,
    GiveModifier,
    GiveOrders,
    Join,
    Leave,
    MoveEvent,
    Note,
    PlayGroup,
    Rename,
    Return,
    SetAlias,
    SetAware,
    SetEvent,
    SetGroup,
    SetHidden,
    SetRoller,
    SetSide,
    StrikeEvent,
)
from tracker.model.lazy_dataclass import dataclass
from tracker.model.requests import (
    BackTo,
    Events,
    FixDie,
    JoinCreature,
    Keep,
    Notes,
    Reckon,
    Redo,
    Request,
    Summary,
    Undo,
    UndoAction,
    Veto,
    Why,
)


@dataclass(frozen=True, slots=True)
class Begin:
    """Start the fight: everyone's opening rolls."""


@dataclass(frozen=True, slots=True)
class Advance:
    """Go to whatever is due next, or on to count `to` (counts from the start), stopping where somebody must decide."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """A verb of the rule system with its words, as in `brann attack goblin1 bastard called head`."""

    who: str
    verb: str
    words: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    """A second verb with its words, for what is done beside it where the game knows two things at once; empty: none."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Carry out `who`'s standing orders now that it may declare."""

    who: str


@dataclass(frozen=True, slots=True)
class AnswerOrdered:
    """Answer the open question as the standing orders of `who` have it."""

    who: str


@dataclass(frozen=True, slots=True)
class AskInstead:
    """Ask for `who`'s declaration although it has standing orders."""

    who: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer a question of choice with one of its words."""

    who: str
    choice: str


@dataclass(frozen=True, slots=True)
class GiveAmount:
    """Answer a question for a number."""

    amount: int
    who: str = ""
    """Whose answer it is; empty: of whoever is asked."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Let one's moment go by, in a game that knows passing."""

    who: str


@dataclass(frozen=True, slots=True)
class GiveDice:
    """Answer a question for dice as typed (`37`, `35`, `=8`); empty: the program rolls them."""

    text: str = ""
    secret: bool = False
    """What falls is for the game master only."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Declare nothing and lie in wait."""

    who: str


@dataclass(frozen=True, slots=True)
class StepAside:
    """Whoever is asked for its group cannot do as it is told: another of the group is asked first, and why."""

    who: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Improvise:
    """A free action in words that takes `counts`."""

    who: str
    text: str
    counts: int


@dataclass(frozen=True, slots=True)
class Abort:
    """Give up what is under way; its owner may declare anew."""

    who: str


@dataclass(frozen=True, slots=True)
class Retarget:
    """Turn the action under way on somebody else."""

    who: str
    target: str


@dataclass(frozen=True, slots=True)
class ActNow:
    """Let somebody declare at the present count, out of its turn."""

    who: str


@dataclass(frozen=True, slots=True)
class Together:
    """The same for several, one after another, in one step; what is refused to one of them refuses it all."""

    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class AsGroup:
    """One of a group does or answers what another of it was told to; what it cannot, it is asked itself."""

    command: Do | Wait | Pass | Improvise | Choose | GiveAmount
    last: bool = False
    """Nobody else of the group follows: whoever is due now is asked."""


@dataclass(frozen=True, slots=True)
class Alone:
    """A declaration or an answer of one of a group, which is not for the others."""

    command: Do | Wait | Pass | Improvise | Choose | GiveAmount


Command = (
    Begin
    | Advance
    | Do
    | Ordered
    | AnswerOrdered
    | AskInstead
    | Choose
    | GiveAmount
    | Pass
    | GiveDice
    | Wait
    | StepAside
    | Improvise
    | Abort
    | Retarget
    | ActNow
    | Together
    | AsGroup
    | Alone
    | Correction
)

__all__ = [
    "Begin", "Advance", "Do", "Ordered", "AnswerOrdered", "AskInstead", "SetGroup", "PlayGroup", "AsGroup", "Alone",
    "Choose", "GiveAmount", "Pass", "GiveDice", "Wait", "StepAside", "Improvise", "Abort", "Retarget", "ActNow",
    "Leave", "Return",
    "Join", "Together", "SetAware", "SetHidden", "SetAlias", "Rename", "SetSide", "GiveModifier", "FixPool",
    "FixCount", "FixCondition", "GiveOrders", "SetRoller", "SetEvent", "MoveEvent", "StrikeEvent", "Note", "Command",
    "Undo", "UndoAction", "Redo", "BackTo", "Veto", "FixDie", "Summary", "Notes", "Events", "Keep", "Why", "Reckon",
    "JoinCreature", "Request", "Correction",
]  # fmt: skip
