"""Values that pass between a rule system and the program: judgements, choices, menus, cards, and what a game can do."""

from __future__ import annotations

from typing import Any

from tracker.model import lazy_dataclass
from tracker.model.orders import OrderWords

CANNOT_SUCCEED = "cannot succeed"
"""What a menu says in the place of a chance of 0 or less, where a game does."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Judgement:
    """The meaning of a total against a chance."""

    tier: str
    effect: float
    margin: int
    success: bool
    reached: int | None = None
    against: int | None = None
    """Where more is added to the dice: what they come to with it, and the number that this is held against."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class FirstCount:
    """The counts between which a fighter may first declare."""

    soonest: int
    latest: int


@lazy_dataclass.dataclass(frozen=True, slots=True)
class ConditionByHand:
    """A condition of the game that the game master may begin by hand."""

    key: str
    label: str
    amount: int = 0
    """What it usually weighs."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Percent:
    """A chance in percent. Of several fighters of a group the lowest and the highest."""

    least: float
    most: float

    @classmethod
    def of(cls, *chances: float) -> Percent:
        """Return the chance that covers all of these."""
        return cls(min(chances), max(chances))

    @property
    def text(self) -> str:
        """As a column has it, without the sign: `47`, `7–27`."""
        least, most = (f"{chance:g}".replace("-", "−") for chance in (self.least, self.most))
        return least if least == most else f"{least}–{most}"


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Risk:
    """The chance that the answered action still succeeds: of a blow, the chance to be hit.

    It is reckoned from an opponent's sheet, so only the game master is told: nothing copies it to a player.
    """

    after: Percent
    """The chance that is left once the choice is taken."""
    before: Percent | None = None
    """The chance without it. None: the choice is to do nothing about it."""
    of: str = "to be hit"
    """What it is the chance of."""

    @classmethod
    def left(cls, after: float, before: float | None = None, of: str = "to be hit") -> Risk:
        """Return the risk of one fighter, from chances in percent."""
        return cls(Percent.of(after), None if before is None else Percent.of(before), of)

    @property
    def text(self) -> str:
        """`47→44 %`, and `47 %` where nothing is done about it."""
        before = "" if self.before is None else f"{self.before.text}→"
        return f"{before}{self.after.text} %"

    @property
    def words(self) -> str:
        """`47→44 % to be hit`."""
        return f"{self.text} {self.of}"


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on, for a menu or a question.

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
    """How often it succeeds, in percent, where orders weigh it."""
    unfinished: bool = False
    """The line is only its beginning: it is put where lines are typed, to be finished."""
    whom: str = ""
    """The id of the combatant it stands for, where it stands for one: a click on its row takes the choice."""
    then: tuple[str, ...] = ()
    """The menu that stands open once its line is carried out."""
    absent: bool = False
    """Not listed among the answers to a question, since it cannot be taken now. Its key and its word say why."""
    lands: int | None = None
    """The count at which what it declares lands, where that is later than now: a list has a column for it."""
    name: str = ""
    """What it is called alone (`dodge`), where its label adds a chance, a cost or a count. Empty: as its label."""
    works: Percent | None = None
    """How often the roll succeeds by which it answers, where there is one."""
    risk: Risk | None = None
    """How often what it answers gets through all the same."""
    counts: int | None = None
    """By how many counts it puts off the next action of the one who takes it."""
    own: int | None = None
    """The count at which that action then stands. None: it has none, or it is lost."""
    costs: str = ""
    """What of its price is no counts, where `counts` and `own` tell the rest."""
    besides: str = ""
    """What else it gives, in a few words: `11 more armour where it works`."""
    theirs: str = ""
    """What else comes from the sheet of an opponent, in words. Only the game master is told."""

    @property
    def beside(self) -> str:
        """Return what stands beside it for the game master: its price, what it gives and what is left of the risk."""
        risk = "" if self.risk is None else self.risk.words
        return "; ".join(part for part in (self.price, self.besides, risk, self.theirs) if part)


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Menu:
    """A menu on the way to a command line. `options` are toggles that lead back here with more in the path."""

    title: str
    choices: tuple[Choice, ...]
    options: tuple[Choice, ...] = ()
    absent: tuple[Choice, ...] = ()
    """Not shown, since they cannot be taken now. Their keys say why."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Strike:
    """Ready-made numbers of one weapon or skill: chances in percent, `thresholds` from half downwards."""

    name: str
    chances: tuple[tuple[str, int], ...]
    thresholds: tuple[int, ...] = ()
    speed: str = ""
    """Counts it takes, as they are reckoned: `12−1`. Empty where the game has no speeds."""
    damage: str = ""
    manner: str = ""
    """How it is used, where that is more than a speed: `melee`, `ROF 3: 5 of 6 rounds`."""
    aside: str = ""
    """What keeps it from being used as it is, such as `not drawn`."""
    tiers: tuple[str, ...] = ()
    """What each of the thresholds is called, in a short word. Empty where they are told bare."""

    @property
    def called(self) -> str:
        """Its name with what stands behind it."""
        return f"{self.name} ({self.aside})" if self.aside else self.name

    @property
    def chances_in_words(self) -> tuple[str, ...]:
        """Each chance behind its name: `parry 51`. `Guard 2: 76`, since a name may end in a number of its own."""
        return tuple(f"{name}{':' if name[-1:].isdigit() else ''} {chance}" for name, chance in self.chances)


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Doing:
    """The activity of a fighter who is neither acting nor waiting. False without any."""

    what: str = ""
    """What all have in common who do the same: `stunned`, `sprinting`."""
    closer: str = ""
    """What is its own about it: `until 81`, `8.4 yd/s`."""

    def __bool__(self) -> bool:
        return bool(self.what)

    @property
    def words(self) -> str:
        """In full: `stunned until 81`."""
        return f"{self.what} {self.closer}".rstrip()


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Card:
    """The sheet pane: ready-made chances and the modifiers in force, each with its reason."""

    who: str
    name: str
    strikes: tuple[Strike, ...]
    modifiers: tuple[str, ...]
    facts: tuple[str, ...] = ()
    """Further lines: figures, skills, armour."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class ModifierScale:
    """The game master's extra modifier: the word of its line (`df -2 bad light`) and its bounds, both included."""

    word: str = "mod"
    low: int = -40
    high: int = 40
    worth: str = ""
    """What one of it weighs (`5 % a point`), where that is not a point of the die."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Abilities:
    """The abilities of a game that keys and lines can use. A missing one disables its key, which then says why."""

    modifier: ModifierScale = ModifierScale()
    """The scale of the extra modifier by hand."""
    damage: str = ""
    """The verb that takes points by hand, as in `brann damage 12`. Empty: there is none."""
    readying: tuple[str, ...] = ()
    """The path of the menu by which a fighter is made ready before the fight. Empty: there is none."""
    orders: OrderWords | None = None
    """What standing orders may say (`brann orders attack weakest`). None: there are none."""
    shortest: int = 1
    """The least time, in counts, of an action in the game master's own words. 0: it may take none."""
    lands_at_once: bool = False
    """Whether an action of speed 0 lands in the step that declares it, so that its dice follow without `next`."""
    passes: bool = False
    """Whether a moment may be passed up (`brann pass`), besides being kept (`brann wait`)."""
    wait_gives_turn_up: bool = False
    """Whether a fighter who has waited gets a new turn when it decides to act (`Turns.turn_after_wait`)."""
    again: int = 0
    """How many times an opened die (`d100!`) may be rolled again in one roll."""
    placing: tuple[str, ...] = ()
    """What the rolls are called (`Roll.what`) that place a fighter in the order, so that `why x count` tells them."""
    counted_whole: tuple[str, ...] = ()
    """The pools that count a blow whole which others count once more, so that a summary does not add it twice. Empty:
    a blow is shared out among the pools."""
