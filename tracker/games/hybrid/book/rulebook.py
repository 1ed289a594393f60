"""The rulebook: the rules of one encounter: edition, house rules, scene, tables and unit of time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.validated import options_as
from tracker.games.hybrid.book import book as reading
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.house_rules import HouseRules, Options, Scene
from tracker.games.hybrid.book.tables import BASE
from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Hybrid in one edition, with the house rules and the scene of one encounter. Every rule gets it."""

    edition: str
    house: HouseRules
    scene: Scene
    perception: str
    """The way to roll passive perceptions: `secret`, or `typed` by the players (H-PERC-3)."""
    order_fumbles: str
    """The consequence of a fumble by orders: `ask`, `self` or `note`, where others are asked about (ruling 24)."""
    book: Book
    """The tables of the edition, with the house rules applied."""
    unit: TimeUnit
    """Counts of a tenth of a second. The 1997 edition calls them pulses (H-TIME-1)."""
    base_chances: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False, hash=False)
    """The cache of chances that no moment of a fight changes. `checks.skills` fills it.

    It belongs to the rules and not to a sheet, because a sheet is part of a state, which other processes load.
    """

    dfs_now: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False, hash=False)
    """The cache of the DFs on the actions of fighters as they stand. `body.conditions` fills it."""

    passive_rolls: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False, hash=False)
    """The cache of each fighter's passive perception, by identity of the fighter. `body.perception` fills it."""

    @staticmethod
    def of(options: Mapping[str, Any]) -> Rulebook:
        """Return the rulebook for the options of an encounter. Raises ValidationError."""
        model = options_as(Options, options)
        return Rulebook.under(model.edition, model.house_rules, model.scene, model.perception, model.order_fumbles)

    @staticmethod
    def under(
        edition: str = BASE,
        house: HouseRules | None = None,
        scene: Scene | None = None,
        perception: str = "secret",
        order_fumbles: str = "ask",
    ) -> Rulebook:
        """Return the rulebook of an edition, with the rulings and an ordinary scene unless given.

        `perception` and `order_fumbles` are words of the fields of those names.
        """
        house = house or HouseRules()
        book = _as_the_house_has_it(reading.book(edition), house)
        singular = book.time.unit
        unit = TimeUnit(singular, f"{singular}s", Fraction(book.time.per_second), aliases=("pulse",))
        return Rulebook(edition, house, scene or Scene(), perception, order_fumbles, book, unit)

    @property
    def skill_pools(self) -> bool:
        """True if skills of one pool help each other: by the house rule, else by the edition (ruling 93)."""
        return self.book.skills.pool.in_force if self.house.skill_pools is None else self.house.skill_pools

    @property
    def third_reading(self) -> bool:
        """True if the corrections of the third reading of the guides apply in this fight (rulings 88 to 103)."""
        return self.house.reading != "second"

    @property
    def lost_actions_are_over(self) -> bool:
        """True if a lost action ends what lasts until the next action is over, as a landed one does (ruling 104)."""
        return self.house.reading == "fourth"

    @property
    def silent(self) -> str:
        """The defence for orders that name none. Empty: the defender is asked, as without orders."""
        return "" if self.third_reading else "nothing"

    def changed(self) -> tuple[str, ...]:
        """Return the house rules that differ from the rulings, each as a line of a file."""
        book = reading.book(self.edition)
        pools = "true" if book.skills.pool.in_force else "false"
        # A house rule that names the value of the edition changes nothing.
        as_ruled = (f'critical_failure = "{book.checks.critical_failure}"', f"skill_pools = {pools}")
        return tuple(line for line in self.house.everything(changed=True) if line not in as_ruled)

    def everything(self) -> tuple[str, ...]:
        """Return every house rule in force, those left to the edition with its value."""
        settled = {"critical_failure": self.book.checks.critical_failure, "skill_pools": self.skill_pools}
        return self.house.model_copy(update=settled).everything()


def _as_the_house_has_it(book: Book, house: HouseRules) -> Book:
    """Return the tables with the house rules applied that change figures of the book."""
    first, second = house.florentine
    florentine = book.actions.florentine._replace(same=(first, second))
    checks = book.checks
    if house.critical_failure is not None:
        checks = checks._replace(critical_failure=house.critical_failure)
    return book._replace(checks=checks, actions=book.actions._replace(florentine=florentine))


def in_force(draft: StepBuilder) -> Rulebook:
    """Return the rulebook of a draft, for functions that are not given one."""
    turns: Any = draft.rules.turns
    rulebook: Rulebook = turns.options
    return rulebook
