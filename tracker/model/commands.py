"""Commands: what the game master asks for, imperative. The kernel carries out its own. `Do` goes to the rule system.

Three kinds, each a union at the end: `Command` of the fight, `Correction` by hand (`encounter.features.corrections`),
`Request` to the session rather than to the fight (journal, library). What only asks is a query (`model.queries`).
"""

from __future__ import annotations

from typing import Any

from tracker.model.lazy_dataclass import dataclass

# Corrections by hand


@dataclass(frozen=True, slots=True)
class Leave:
    """Take a fighter out of the fight: `left`, `surrendered` or `down`."""

    who: str
    how: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Return:
    """Bring a fighter back into the fight."""

    who: str


@dataclass(frozen=True, slots=True)
class Join:
    """A new combatant joins. `sheet` is its resolved entry as TOML text, `id` its instance id."""

    id: str
    name: str
    sheet: str


@dataclass(frozen=True, slots=True)
class SetAware:
    """Make a fighter aware or unaware of another by hand."""

    who: str
    of: str
    aware: bool


@dataclass(frozen=True, slots=True)
class SetHidden:
    """Hide a fighter from every other side, or reveal it to all of them."""

    who: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class SetAlias:
    """Set the players' name of a fighter. Empty: its own name."""

    who: str
    alias: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Rename a fighter. Its id stays."""

    who: str
    name: str


@dataclass(frozen=True, slots=True)
class SetSide:
    """A fighter changes sides."""

    who: str
    side: str


@dataclass(frozen=True, slots=True)
class GiveModifier:
    """An extra modifier with its reason for the next roll (of `who`, or of anyone)."""

    amount: int
    why: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class FixPool:
    """Put a pool right by hand."""

    who: str
    pool: str
    value: int


@dataclass(frozen=True, slots=True)
class Heal:
    """Give points back by hand. An empty `pool`: the one that is the worst of those that can take `who` out."""

    who: str
    points: int
    pool: str = ""


@dataclass(frozen=True, slots=True)
class GiveTemporary:
    """Give temporary points to a pool by hand: losses take them first. They replace those that it has. 0 ends them."""

    who: str
    points: int
    pool: str


@dataclass(frozen=True, slots=True)
class FixOrder:
    """Move `who` one place among the fighters who may declare at its count. `by` is −1 for earlier, 1 for later."""

    who: str
    by: int


@dataclass(frozen=True, slots=True)
class RollFreely:
    """Roll dice that no rule asks for, such as `2d6+3`. A `secret` roll is for the game master only."""

    dice: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class FixCount:
    """Move what `who` has pending to another count by hand."""

    who: str
    to: int


@dataclass(frozen=True, slots=True)
class FixCondition:
    """Begin or end a condition by hand. `until` is a count, when it ends by itself.

    An `own` one is none of the game's: `condition` is what the game master calls it.
    """

    who: str
    condition: str
    on: bool
    amount: int = 0
    until: int | None = None
    acts: str = ""
    """The fighter whose next action ends it. Empty: none."""
    own: bool = False
    secret: bool = False
    """True if players do not see it."""
    lasts: str = ""
    """`turn`: it lasts to the end of the next turn of the fighter whose action would end it."""


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Standing orders. Empty: none any more."""

    who: str
    orders: str


@dataclass(frozen=True, slots=True)
class SetGroup:
    """Play a fighter with a group. Empty: by itself."""

    who: str
    group: str


@dataclass(frozen=True, slots=True)
class PlayGroup:
    """Set how a group is played. None: as before."""

    group: str
    together: bool | None = None
    one_roll: bool | None = None
    one_count: bool | None = None


@dataclass(frozen=True, slots=True)
class SetRoller:
    """Let a player type the dice of `who`, or let the program roll them."""

    who: str
    typed: bool


@dataclass(frozen=True, slots=True)
class SetEvent:
    """Put a free event on the time axis. `every` 0: once, `stop`: the fight halts at it, `public`: players are told.

    With a `condition` of `who`, `at` counts after that begins.
    """

    at: int
    text: str
    every: int = 0
    stop: bool = False
    who: str = ""
    condition: str = ""
    public: bool = False


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """Put a free event, named by its key, at another count."""

    event: str
    to: int


@dataclass(frozen=True, slots=True)
class StrikeEvent:
    """Take a free event, named by its key, off the time axis."""

    event: str


@dataclass(frozen=True, slots=True)
class TellEvent:
    """Let the players be told of a free event, named by its key, when it happens, or keep it from them."""

    event: str
    public: bool


@dataclass(frozen=True, slots=True)
class Note:
    """A line for the log. A `secret` one is for the game master only."""

    text: str
    secret: bool = False
    who: str = ""
    """The fighter it is about, if one."""


Correction = (
    Leave
    | Return
    | Join
    | SetAware
    | SetHidden
    | SetAlias
    | Rename
    | SetSide
    | GiveModifier
    | FixPool
    | Heal
    | GiveTemporary
    | FixOrder
    | RollFreely
    | FixCount
    | FixCondition
    | GiveOrders
    | SetGroup
    | PlayGroup
    | SetRoller
    | SetEvent
    | MoveEvent
    | StrikeEvent
    | TellEvent
    | Note
)


# Requests of the session


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

    `which` counts the rolls from 1 in the order of the log. 0: the last one.
    """

    text: str
    which: int = 0


@dataclass(frozen=True, slots=True)
class Keep:
    """Put `who` into one's own library, as it was prepared."""

    who: str


@dataclass(frozen=True, slots=True)
class JoinCreature:
    """Creatures of the library join now. An empty `creature`: an ordinary fighter called `name`."""

    creature: str
    number: int = 1
    side: str = ""
    name: str = ""
    hidden: bool = False
    """True if no other side notices them, as for a combatant with `hidden` in an encounter."""
    group: str = ""
    """The group that they join. Empty: none, or that of the creature."""


Request = Undo | UndoAction | Redo | BackTo | Veto | FixDie | Keep | JoinCreature
"""Commands for the session rather than for the fight: for its journal and its library."""


# Commands of the fight


@dataclass(frozen=True, slots=True)
class Begin:
    """Start the fight: everyone's opening rolls."""


@dataclass(frozen=True, slots=True)
class Advance:
    """Go to whatever is due next, or on to count `to` (counts from the start), stopping where a fighter must decide."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """A verb of the rule system, as in `brann attack goblin1 bastard called head`."""

    who: str
    verb: str
    words: tuple[Any, ...] = ()
    """The values of the verb's arguments. A game without typed arguments keeps the words of the line."""
    beside: tuple[Any, ...] = ()
    """A second verb with its words, for a game with two actions at once. Empty: none."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Carry out `who`'s standing orders now that it may declare."""

    who: str


@dataclass(frozen=True, slots=True)
class Unattended:
    """Meet the open question without the game master: by orders where they say something, else as commits to least.

    No line says it: it is how a forecast goes on, so that a fight has an end whatever its orders leave open.
    """


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
    """The fighter who answers. Empty: the asked fighter."""


@dataclass(frozen=True, slots=True)
class AnswerOrdered:
    """Answer the open question as the standing orders of `who` have it."""

    who: str
    given: Choose | GiveAmount | None = None
    """The answer, if already known for the open question. None: it is looked up."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Let one's moment go by, in a game that knows passing."""

    who: str


@dataclass(frozen=True, slots=True)
class GiveDice:
    """Answer a question for dice as typed (`37`, `35`, `=8`). Empty: the program rolls them."""

    text: str = ""
    secret: bool = False
    """True if the result is for the GM only."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Declare nothing and lie in wait. With `until` 0 or more it is asked again at that count at the latest."""

    who: str
    until: int = -1


@dataclass(frozen=True, slots=True)
class StepAside:
    """The fighter asked for its group cannot do as told: another of the group is asked first, and why."""

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
    """Give up what is under way. Its owner may declare again."""

    who: str


@dataclass(frozen=True, slots=True)
class Retarget:
    """Turn the action under way on another fighter."""

    who: str
    target: str


@dataclass(frozen=True, slots=True)
class ActNow:
    """Let a fighter declare at the present count, out of its turn."""

    who: str


@dataclass(frozen=True, slots=True)
class Together:
    """The same for several, one after another, in one step. What is refused to one of them refuses it all."""

    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class AsGroup:
    """One of a group does or answers what another of it was told to. What it cannot, it is asked itself."""

    command: Do | Wait | Pass | Improvise | Choose | GiveAmount
    last: bool = False
    """True if no other member of the group follows: then the fighter due now is asked."""


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
    | Unattended
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
