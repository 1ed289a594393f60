"""Values that pass between a rule system and the program: judgements, choices, menus, cards, and what a game can do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import OrderWords

WORKS, HIT = "works", "hit"
"""The events of chances, as headings of their columns: that an answer or a task works, that an attack hits."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The meaning of a total against a chance."""

    tier: str
    effect: float
    margin: int
    success: bool
    reached: int | None = None
    against: int | None = None
    """The total with what is added to the dice, and the number it is compared with. None where nothing is added."""


@dataclass(frozen=True, slots=True)
class FirstCount:
    """The counts between which a fighter may first declare."""

    soonest: int
    latest: int


@dataclass(frozen=True, slots=True)
class ConditionByHand:
    """A condition of the game that the game master may begin by hand."""

    key: str
    label: str
    amount: int = 0
    """The usual amount."""


def _range(least: float, most: float) -> str:
    """Return two numbers as a range, equal ones as one: `7–27`, `47`."""
    low, high = (f"{number:g}".replace("-", "−") for number in (least, most))
    return low if low == high else f"{low}–{high}"


@dataclass(frozen=True, slots=True)
class Needs:
    """The number that dice must reach for a chance. Of several fighters of a group the lowest and the highest."""

    least: int
    most: int
    form: str = "{}"
    """The words around the number: `{} or more`, `TN {}`."""

    @classmethod
    def of(cls, number: int, form: str) -> Needs:
        """Return the number of one fighter."""
        return cls(number, number, form)

    @property
    def text(self) -> str:
        """Return `13 or more`, `TN 44–48`."""
        return self.form.format(_range(self.least, self.most))


@dataclass(frozen=True, slots=True)
class Percent:
    """A chance in percent. Of several fighters of a group the lowest and the highest."""

    least: float
    most: float
    needs: Needs | None = None
    """The number that dice must reach, in games that tell it."""
    event: str = WORKS
    """The event whose chance it is, as the heading of its column."""

    @classmethod
    def of(cls, chance: float, needs: Needs | None = None, event: str = WORKS) -> Percent:
        """Return the chance of one fighter."""
        return cls(chance, chance, needs, event)

    def covering(self, others: Iterable[Percent]) -> Percent:
        """Return the lowest to the highest of this chance and others, and so of the numbers that dice must reach."""
        every = (self, *others)
        needs = [percent.needs for percent in every if percent.needs is not None]
        return Percent(
            min(percent.least for percent in every),
            max(percent.most for percent in every),
            None
            if self.needs is None
            else replace(self.needs, least=min(each.least for each in needs), most=max(each.most for each in needs)),
            self.event,
        )

    @property
    def text(self) -> str:
        """Return the chance as a column shows it, without the sign: `47`, `7–27`. One below 0 is 0."""
        return _range(max(0, self.least), max(0, self.most))

    @property
    def words(self) -> str:
        """Return `47 %`."""
        return f"{self.text} %"

    @property
    def told(self) -> str:
        """Return the chance with the number that dice must reach: `13 or more, 40 %`."""
        return self.words if self.needs is None else f"{self.needs.text}, {self.words}"


@dataclass(frozen=True, slots=True)
class Risk:
    """The chance that the answered action still succeeds: of a blow, the chance to be hit.

    It is reckoned from an opponent's sheet, so only the game master is told: nothing copies it to a player.
    """

    after: Percent
    """The chance once the choice is taken."""
    before: Percent | None = None
    """The chance without the choice. None if the choice is to do nothing about it."""
    of: str = "to be hit"
    """The event whose chance it is."""

    @classmethod
    def left(cls, after: float, before: float | None = None, of: str = "to be hit") -> Risk:
        """Return the risk of one fighter, from chances in percent."""
        return cls(Percent.of(after), None if before is None else Percent.of(before), of)

    @property
    def text(self) -> str:
        """Return `47→44 %`, or `47 %` where nothing is done about it."""
        before = "" if self.before is None else f"{self.before.text}→"
        return f"{before}{self.after.text} %"

    @property
    def words(self) -> str:
        """Return `47→44 % to be hit`."""
        return f"{self.text} {self.of}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to continue, for a menu or a question.

    Either `line` is the whole command line it stands for, or `path` leads to a further menu. `refused` says why it
    cannot be taken now. `word` is what answers a question.
    """

    key: str
    label: str
    word: str = ""
    line: str = ""
    path: tuple[Any, ...] = ()
    """The menu it leads to: values that compare and hash, such as words. Only its game reads them."""
    price: str = ""
    """Its cost or chance, as shown beside it before it is taken."""
    refused: str = ""
    about: tuple[str, ...] = ()
    """The words after `why` and a name that explain its number, when it has one."""
    chance: int | None = None
    """The chance of success in percent, where orders weigh it."""
    unfinished: bool = False
    """True if the line is only a beginning, which the user finishes."""
    whom: str = ""
    """The id of the combatant the choice stands for, so that a click on its row takes the choice. Empty without one."""
    then: tuple[str, ...] = ()
    """The menu that opens once the line is carried out."""
    absent: bool = False
    """True if the answer cannot be taken now and is not listed. Its key and its word give the reason."""
    lands: int | None = None
    """The count at which the declared action lands, where that is later than now. A list has a column for it."""
    name: str = ""
    """The bare name (`dodge`), where the label adds a cost or a count. Empty: the label."""
    works: Percent | None = None
    """The chance that the roll of this choice succeeds: that an answer works, that an attack hits. None without a roll.

    No label holds it. A player is told it by the policy of `tracker.players.seat` only.
    """
    risk: Risk | None = None
    """The chance that the blow gets through all the same."""
    counts: int | None = None
    """The counts by which the answer delays the fighter's next action."""
    own_next: int | None = None
    """The count at which that action then lands. None without an action, or where it is lost."""
    costs: str = ""
    """The part of the price that is no counts, where `counts` and `own` give the rest."""
    besides: str = ""
    """Further gains, in a few words: `11 more armour where it works`."""
    theirs: str = ""
    """Facts from an opponent's sheet, in words. Only the GM sees them."""

    @property
    def told(self) -> str:
        """Return the choice with its chance, for the GM: `parry 51 %`."""
        return self.label if self.works is None else f"{self.label} {self.works.words}"

    @property
    def beside(self) -> str:
        """Return the other figures for the GM: number for the dice, price, gains and remaining risk."""
        needs = "" if self.works is None or self.works.needs is None else self.works.needs.text
        risk = "" if self.risk is None else self.risk.words
        return "; ".join(part for part in (needs, self.price, self.besides, risk, self.theirs) if part)


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu on the way to a command line. `options` are toggles that lead back here with more in the path."""

    title: str
    choices: tuple[Choice, ...]
    options: tuple[Choice, ...] = ()
    absent: tuple[Choice, ...] = ()
    """The choices that cannot be taken now and are not shown. Their keys give the reason."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Ready-made numbers of one weapon or skill: chances in percent, `thresholds` from half downwards."""

    name: str
    chances: tuple[tuple[str, int], ...]
    thresholds: tuple[int, ...] = ()
    speed: str = ""
    """The counts of the strike as a sum: `12−1`. Empty where the game has no speeds."""
    damage: str = ""
    manner: str = ""
    """The use of the weapon, where that is more than a speed: `melee`, `ROF 3: 5 of 6 rounds`."""
    aside: str = ""
    """The reason why it cannot be used as it is, such as `not drawn`. Empty without one."""
    tiers: tuple[str, ...] = ()
    """The names of the thresholds, each a short word. Empty where they have none."""
    counts: int = 0
    """The counts of the clock until the strike lands. 0: it takes none, or the game has no speeds."""

    @property
    def called(self) -> str:
        """Return the name with the words behind it."""
        return f"{self.name} ({self.aside})" if self.aside else self.name

    @property
    def chances_in_words(self) -> tuple[str, ...]:
        """Return each chance behind its name: `parry 51`. A name may end in a number: `Guard 2: 76`."""
        return tuple(f"{name}{':' if name[-1:].isdigit() else ''} {chance}" for name, chance in self.chances)


@dataclass(frozen=True, slots=True)
class Doing:
    """The activity of a fighter who is neither acting nor waiting. False without any."""

    what: str = ""
    """The activity that fighters have in common: `stunned`, `sprinting`."""
    closer: str = ""
    """The details of this fighter: `until 81`, `8.4 yd/s`."""

    def __bool__(self) -> bool:
        return bool(self.what)

    @property
    def words(self) -> str:
        """Return both parts: `stunned until 81`."""
        return f"{self.what} {self.closer}".rstrip()


@dataclass(frozen=True, slots=True)
class Card:
    """The sheet pane: ready-made chances and the modifiers in force, each with its reason."""

    who: str
    name: str
    strikes: tuple[Strike, ...]
    modifiers: tuple[str, ...]
    facts: tuple[str, ...] = ()
    """Further lines: figures, skills, armour."""


@dataclass(frozen=True, slots=True)
class ModifierScale:
    """The game master's extra modifier: the word of its line (`df -2 bad light`) and its bounds, both included."""

    word: str = "mod"
    low: int = -40
    high: int = 40
    worth: str = ""
    """The weight of one modifier (`5 % a point`), where that is not a point of the die."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """The abilities of a game that keys and lines can use. A missing one disables its key, which then says why."""

    modifier: ModifierScale = ModifierScale()
    """The scale of the extra modifier by hand."""
    damage: str = ""
    """The verb that takes points by hand, as in `brann damage 12`. Empty: there is none."""
    readying: tuple[str, ...] = ()
    """The path of the menu by which a fighter is made ready before the fight. Empty: there is none."""
    orders: OrderWords | None = None
    """The words that standing orders may use (`brann orders attack weakest`). None: there are no orders."""
    shortest: int = 1
    """The least time, in counts, of an action in the game master's own words. 0: it may take none."""
    lands_at_once: bool = False
    """True if an action of speed 0 lands in the step that declares it, so that its dice follow without `next`."""
    passes: bool = False
    """True if a moment may be given up (`brann pass`), besides being kept (`brann wait`)."""
    wait_gives_turn_up: bool = False
    """True if a fighter who has waited gets a new turn when it decides to act (`Turns.turn_after_wait`)."""
    again: int = 0
    """The most times an opened die (`d100!`) is rolled again in one roll."""
    placing: tuple[str, ...] = ()
    """The names (`Roll.what`) of the rolls that place a fighter in the order, for `why x count`."""
    counted_whole: tuple[str, ...] = ()
    """The pools that count a blow whole which others count once more, so that a summary does not add it twice. Empty:
    a blow is shared out among the pools."""
