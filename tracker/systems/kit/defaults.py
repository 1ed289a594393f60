"""Defaults: what each part of a game says where it has nothing of its own to add; a game builds on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import floor
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from tracker.clock.agenda import Due
from tracker.clock.recovery import Recovery
from tracker.encounter.engine.step import StepBuilder
from tracker.model.combatant import Action, Condition, Pool, Scalar
from tracker.model.commands import Command
from tracker.model.questions import Question, Roll
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault
from tracker.system_api.carry_over import Kept
from tracker.system_api.sheets import Calculator
from tracker.system_api.values import Card, Choice, Doing, Menu
from tracker.systems.kit.models import House
from tracker.systems.kit.sheets import opening

Options = TypeVar("Options")


class Part(Generic[Options]):
    """A part of a game's rules; it goes by the options of the encounter, as the game has read them."""

    __slots__ = ("options",)

    def __init__(self, options: Options) -> None:
        self.options = options


class Turns(Part[Options]):
    """The order. Left to the game: `begin`, `join`, `schedule_next_turn`."""

    __slots__ = ()

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """In the order of the file."""
        return (float(encounter[who].profile.seat),)

    def first_count(self, encounter: Encounter, sheet: object) -> tuple[int, int]:
        """A late joiner acts on the next count."""
        return encounter.count + 1, encounter.count + 1

    def before_declarations(self, draft: StepBuilder, tied: Sequence[str]) -> None:
        """Nothing comes before declaring."""

    def declaration_refusal(self, encounter: Encounter, who: str) -> str:
        """Whoever is in the fight may act."""
        return "" if encounter[who].able else f"{encounter[who].name} is out of the fight."

    def triggered_declaration(self, encounter: Encounter, who: str) -> Command | None:
        """Nothing is set off."""
        return None

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Nothing is done by orders."""
        return None

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """Nothing lasts until the next declaration."""

    def start_improvised(self, draft: StepBuilder, who: str, text: str, counts: int) -> bool:
        """An action in words is under way for as long as it takes."""
        return False

    def start_wait(self, draft: StepBuilder, who: str) -> bool:
        """Who waits lies in wait until it acts."""
        return True

    def pass_turn(self, draft: StepBuilder, who: str) -> None:
        """There is no passing."""
        raise Refused(f"{draft[who].name} cannot pass in this game; `{who} wait` lets it act later.")


class Resolution(Part[Options]):
    """What happens. Left to the game: `decide`, `on_due`, `resume`."""

    __slots__ = ()

    def on_taken_out(self, draft: StepBuilder, who: str) -> None:
        """Nothing hangs on anybody."""

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """Nothing hangs on a pool or a condition."""

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Anything may be turned on anybody."""
        return ""

    def effect_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        """In the order of entry."""
        return ()

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        """What comes and goes with the clock is carried out in passing."""
        return False

    def keeps_fight_open(self, encounter: Encounter) -> bool:
        """A fight may be over as soon as one side is left."""
        return False


class Dice(Part[Options]):
    """What dice mean. Left to the game: `judge`."""

    __slots__ = ()

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        """A modifier adds `roll.per_modifier` a point; one of 0 leaves the roll as it is."""
        if not roll.per_modifier:
            return roll
        exact = roll.exact + amount * roll.per_modifier
        reckoned = f"{amount:+d} = {amount * roll.per_modifier:+g}".replace("-", "−")
        line = f"{why} {reckoned}"
        return replace(roll, exact=exact, chance=floor(exact + 0.5), sum=(*roll.sum, line))

    def odds(self, roll: Roll) -> str:
        """The chance in percent."""
        chance = roll.shown if roll.shown is not None else roll.chance
        return "" if chance is None else f"{chance} %".replace("-", "−")


class Choices(Part[Options]):
    """What can be chosen."""

    __slots__ = ()

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """The words of the question, their first letters as keys."""
        keys: dict[str, str] = {}
        for word in question.choices:
            free = [sign for sign in (*word.casefold(), *"123456789") if sign.isalnum() and sign not in keys.values()]
            keys[word] = free[0] if free else ""
        return tuple(Choice(keys[word], word, word) for word in question.choices)

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        """Nothing is known of what a number costs."""
        return ""

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """Nothing is offered by key; everything can be typed."""
        return Menu(f"{encounter[who].name} may declare.", (Choice("w", "wait", line=f"{who} wait"),))

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """Nothing is repeated."""
        return None

    def verbs(self) -> tuple[str, ...]:
        """No verbs of its own."""
        return ()

    def table_verbs(self) -> tuple[str, ...]:
        """Every line begins with a name."""
        return ()

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """No line is known."""
        raise Refused(f'{encounter[who].name}: "{verb}" is not something to do in this game.')

    def conditions_by_hand(self) -> tuple[tuple[str, str, int], ...]:
        """Nothing can be begun by hand."""
        return ()


class Display(Part[Options]):
    """What is shown."""

    __slots__ = ()

    def card(self, encounter: Encounter, who: str) -> Card:
        """The name alone; the pane adds what the kernel knows."""
        return Card(who, encounter[who].name, (), ())

    def tiers(self, chance: int) -> tuple[str, ...]:
        """There are no tiers to tell of."""
        return ()

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """The pools and conditions; there are no chances."""
        one = encounter[who]
        if words:
            raise Refused(f'Nothing of {one.name} is reckoned as "{" ".join(words)}"; try `why {who}`.')
        pools = zip(one.profile.pools, one.pools, strict=True)
        return (
            *(f"{pool.label} {now} of {pool.full}" for pool, now in pools),
            *(condition.label for condition in one.conditions),
        )

    def activity(self, encounter: Encounter, who: str) -> Doing:
        """Nothing but acting and waiting."""
        return Doing()

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        """The pools go nowhere by themselves."""
        return ""

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """The clock changes no pool."""
        return {}

    def pools_at_risk(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """No group of pools matters before it is touched."""
        return {}

    def visible_condition(self, condition: Condition) -> str:
        """No condition shows."""
        return ""

    def public_mark(self, mark: str, value: Scalar) -> str:
        """No mark is shown round the table."""
        return ""

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        """What is said of all pools, where the clock changes this one."""
        return self.pool_outlook(encounter, who) if pool in self.pool_trends(encounter, who) else ""

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """What is under way comes about."""
        return False

    def end_of_fight_lines(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Nothing is handed out at the end."""
        return ()

    def summary_footer(self, encounter: Encounter) -> tuple[str, ...]:
        """The summary ends with the last combatant."""
        return ()

    def house_rules(self, changed: bool = False) -> tuple[str, ...]:
        """Those of `house_rules` in the options, where they are kit's `House`."""
        house = getattr(self.options, "house_rules", None)
        return house.everything(changed) if isinstance(house, House) else ()

    def turns_ahead(self, encounter: Encounter, who: str, until: int) -> Sequence[int]:
        """No turn is certain beyond the next one."""
        return ()

    def due_verb(self, due: Due) -> str:
        """What is due is called as its condition is."""
        return ""


class Sheets(Part[Options]):
    """How an entry becomes a sheet. Left to the game: `read_sheet`."""

    __slots__ = ()

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """Name, side, player and pools; then the figures of a sheet that is a model."""
        one = encounter[who]
        figures = one.profile.sheet.model_dump(mode="json") if isinstance(one.profile.sheet, BaseModel) else {}
        return {**opening(one), **figures}

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """There is nothing to reckon."""
        return ()


class CarryOver(Part[Options]):
    """What outlasts a fight."""

    __slots__ = ()

    def pool_kept(self, pool: Pool, points: int) -> Kept | None:
        """In the table `pools`, by its name."""
        return Kept(("pools", pool.name), points, pool.name, usual=points == pool.full)

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """Nothing is used up."""
        return ()

    def condition_lasts(self, condition: Condition) -> bool:
        """What the game gives ends with the fight."""
        return False

    def experience_earned(self, encounter: Encounter, who: str) -> int:
        """No experience is counted."""
        return 0

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Nothing is known of recovery over hours."""
        return {}

    def rest_refusal(self, conditions: Collection[str]) -> str:
        """Anybody may rest."""
        return ""

    def ends_when_treated(self, condition: Condition) -> bool:
        """Nothing is bound between fights."""
        return False

    def is_healed(self, condition: Condition, points: Mapping[str, int], full: Mapping[str, int]) -> bool:
        """What lasts is ended by hand."""
        return False


class System:
    """A game before it is bound to an encounter: what it says of files where it has nothing of its own to add."""

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Everything is read as it is written."""
        return ()

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        """No rule looks for a name."""
        return ()

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """No rule has changed between releases."""
        return options

    def as_played(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """No rule has changed between releases."""
        return options

    def calculators(self) -> Sequence[Calculator]:
        """There is nothing to reckon."""
        return ()
