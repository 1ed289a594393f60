"""What the kernel asks of a rule system: the RuleSystem protocol and the plain values that pass through it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter.combatant import Action, Condition, Pool
from tracker.encounter.commands import Command, Do
from tracker.encounter.questions import Question, Roll, Task
from tracker.encounter.state import Encounter

if TYPE_CHECKING:
    from pydantic import BaseModel

    from tracker.encounter.draft import Draft


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a total means against a chance."""

    tier: str
    effect: float
    margin: int
    success: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on, for a menu or a question.

    Either `line` is the whole command line it stands for, or `path` leads to a further menu; `refused` says why it
    cannot be taken now. `price` says what it costs, before it is taken. `word` is what answers a question.
    """

    key: str
    label: str
    word: str = ""
    line: str = ""
    path: tuple[str, ...] = ()
    price: str = ""
    refused: str = ""
    about: tuple[str, ...] = ()
    """The words after `why` and a name that explain its number, when it has one."""
    unfinished: bool = False
    """The line is only its beginning: it is put where lines are typed, to be finished."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu on the way to a command line; `options` are toggles that lead back here with more in the path."""

    title: str
    choices: tuple[Choice, ...]
    options: tuple[Choice, ...] = ()
    absent: tuple[Choice, ...] = ()
    """Not shown, since they cannot be taken now; their keys say why."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Ready-made numbers of one weapon or skill: chances in percent, `thresholds` from half downwards."""

    name: str
    chances: tuple[tuple[str, int], ...]
    thresholds: tuple[int, ...] = ()
    speed: str = ""
    damage: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """The sheet pane: ready-made chances and the modifiers in force, each with its reason."""

    who: str
    name: str
    strikes: tuple[Strike, ...]
    modifiers: tuple[str, ...]
    facts: tuple[str, ...] = ()
    """Further lines: figures, skills, armour."""


class System(Protocol):
    """One game, before it is bound to the options of an encounter: what its files hold and what its library has."""

    @property
    def name(self) -> str:
        """As in the `system` key of a file."""
        ...

    @property
    def options(self) -> type[BaseModel]:
        """Its own keys at the top of an encounter (edition, house_rules, scene…); strict, extra forbidden."""
        ...

    @property
    def combatant(self) -> type[BaseModel]:
        """Its own keys of a [[combatant]] (stats, skills, weapons…), besides name, side, player, hidden, orders."""
        ...

    @property
    def parts(self) -> Mapping[str, type[BaseModel]]:
        """Lists within a combatant whose entries the library may supply by name, such as `weapon` and `armour`."""
        ...

    @property
    def figures(self) -> Mapping[str, tuple[str, ...]]:
        """By kind of `parts`: the keys without which an entry is not whole, where the library does not supply them."""
        ...

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """An entry of the library (`creature`, or a kind of `parts`) as plain data: its `name` first, then figures."""
        ...

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The built-in library by kind: `creature`, and the kinds of `parts`; entries as a file would have them."""
        ...

    def bind(self, options: Mapping[str, Any]) -> RuleSystem:
        """The rules under validated `options`."""
        ...

    def chance(
        self,
        stat: Fraction | float,
        rank: int | None,
        df: int,
        roll: int | None,
        options: dict[str, Any],
        more: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """What `tracker chance` prints: `chance`, `thresholds`, and with a roll `tier`, `effect`, `margin`."""
        ...


class RuleSystem(Protocol):
    """The rules of one game, bound to the options of one encounter (edition, house rules, scene)."""

    @property
    def name(self) -> str:
        """As in the `system` key of a file."""
        ...

    @property
    def unit(self) -> TimeUnit:
        """What time is counted in."""
        ...

    # Sheets

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        """A validated combatant entry as (frozen sheet, full pools, opening points)."""
        ...

    # Carrying out

    def begin(self, draft: Draft) -> None:
        """Everyone's opening rolls; their first declarations go on the agenda."""
        ...

    def join(self, draft: Draft, who: str) -> None:
        """The opening rolls of a late joiner, or of one who has come back."""
        ...

    def decide(self, draft: Draft, command: Do) -> None:
        """Carry out a verb of the game; raises Refused."""
        ...

    def point(self, draft: Draft, who: str, acts: bool) -> None:
        """`who` declares something of the kernel's own: a free action (`acts`), or that it waits."""
        ...

    def restart(self, draft: Draft, who: str, why: str) -> None:
        """`who` has lost or ended what it was doing and comes back to the order (initiative, or recovery)."""
        ...

    def fallen(self, draft: Draft, who: str) -> None:
        """`who` has left, surrendered or gone down: what the game ties to it must end."""
        ...

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Entries of one count and rank have come due: landings as one batch, others one at a time."""
        ...

    def resume(self, draft: Draft, task: Task) -> None:
        """Go on with a stage of an open resolution; `task.data` holds the answer or the dice."""
        ...

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """What `total` means against `chance`."""
        ...

    def open_ended(self, roll: Roll) -> int:
        """How many times an opened die may be rolled again for this roll."""
        ...

    def fixed(self, draft: Draft, who: str, what: str) -> None:
        """A pool or condition (`what`) was put right by hand: what hangs on it, such as being down, must follow."""
        ...

    # Asking

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Who declares first on one count: the smallest first."""
        ...

    def may_declare(self, encounter: Encounter, who: str) -> str:
        """Why `who` may not declare now, as a sentence; empty when it may."""
        ...

    def orders(self, encounter: Encounter, who: str) -> Command | None:
        """What standing orders make of this moment, or None when they cannot be followed."""
        ...

    def choices(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """The ways to answer a question of choice, the likely one first, the impossible ones with their reason."""
        ...

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """What `who` may declare, step by step down to a command line."""
        ...

    def again(self, encounter: Encounter, who: str) -> Choice | None:
        """The same again: last action on the last target, as a choice with its line, or None."""
        ...

    def verbs(self) -> tuple[str, ...]:
        """The verbs of its own lines."""
        ...

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Read the words of a line of its own; raises Refused with what would have worked."""
        ...

    def conditions(self) -> tuple[tuple[str, str, int], ...]:
        """What may be begun by hand: key, label, usual amount."""
        ...

    def card(self, encounter: Encounter, who: str) -> Card:
        """Ready-made chances for the sheet pane."""
        ...

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """The sum behind a chance, one line per summand with its rule id; raises Refused."""
        ...

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Whether something already under way could undo this action before it lands."""
        ...

    def visible(self, condition: Condition) -> str:
        """Words for a condition that anybody sees, naming nobody; empty when it cannot be seen."""
        ...

    def doing(self, encounter: Encounter, who: str) -> str:
        """A few words when `who` is neither acting nor waiting: `dodging 3×PDF`; else empty."""
        ...

    def heading(self, encounter: Encounter, who: str) -> str:
        """Where the pools of `who` are going if nothing else happens, in a few words; empty when nowhere."""
        ...

    def drift(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """The pools of `who` that the clock changes as things stand: +1 where points come, −1 where they go."""
        ...

    def at_stake(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """By combatant, the groups of pools that matter now though untouched, such as those a blow aims at."""
        ...

    def tiers(self, chance: int) -> tuple[str, ...]:
        """What each tier needs at this chance, in words with their rule ids."""
        ...

    def ended(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """What the end of a fight has for `who`, such as experience and what it buys; may be empty."""
        ...

    def changed_rules(self) -> tuple[str, ...]:
        """The house rules that are not as the rulings have them, as a file would have them."""
        ...

    def all_rules(self) -> tuple[str, ...]:
        """Every house rule there is with its value in force, as a file would have them."""
        ...

    def may_turn(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Why `who` cannot turn an action under way on another target, a sentence; empty when it can."""
        ...

    def first_count(self, encounter: Encounter, sheet: object) -> tuple[int, int]:
        """The soonest and latest count a late joiner may first declare at."""
        ...

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """The sheet as plain data, for `tracker sheet`."""
        ...
