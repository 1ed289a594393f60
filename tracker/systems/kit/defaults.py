"""Defaults: what each part of a game does when the game defines nothing of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import floor
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from pydantic import BaseModel

from tracker.clock.agenda import Due
from tracker.clock.recovery import Recovery
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.names import in_its_place
from tracker.model.combatant import Action, Combatant, Condition, Pool, Scalar
from tracker.model.commands import Command
from tracker.model.events import Rolled
from tracker.model.questions import Question, Roll
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault
from tracker.system_api.carry_over import Kept
from tracker.system_api.sheets import Calculator, Outfit
from tracker.system_api.values import Card, Choice, ConditionByHand, Doing, FirstCount, Menu
from tracker.systems.kit.models import House
from tracker.systems.kit.sheets import opening
from tracker.systems.kit.verbs import NO_VERBS, Verbs

if TYPE_CHECKING:
    from tracker.system_api import dice
    from tracker.system_api.rule_book import RuleBook

Options = TypeVar("Options")


class Part(Generic[Options]):
    """A part of a game's rules, bound to the encounter's options as the game has read them."""

    __slots__ = ("options",)

    def __init__(self, options: Options) -> None:
        self.options = options


class Turns(Part[Options]):
    """The order of turns. A game must define `begin`, `join` and `schedule_next_turn`."""

    __slots__ = ()

    def begin_round(self, draft: StepBuilder, number: int) -> None:
        """Do nothing: the order of a round is that of the round before."""

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Fighters tied on one count declare in the order of the file."""
        return (float(encounter[who].profile.seat),)

    def first_count(self, encounter: Encounter, sheet: object) -> FirstCount:
        """A late joiner acts on the next count."""
        return FirstCount(encounter.count + 1, encounter.count + 1)

    def before_declarations(self, draft: StepBuilder, tied: Sequence[str]) -> None:
        """Do nothing: nothing comes before declarations."""

    def moment_text(self, encounter: Encounter, who: str) -> str:
        """Return `Brann may declare.`"""
        return f"{encounter[who].name} may declare."

    def declaration_refusal(self, encounter: Encounter, who: str) -> str:
        """Return why a fighter may not declare: it is out of the fight; empty when it may."""
        return "" if encounter[who].able else f"{encounter[who].name} is out of the fight."

    def triggered_declaration(self, encounter: Encounter, who: str) -> Command | None:
        """Return None: no reaction declares an action."""
        return None

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Return None: the game knows no orders."""
        return None

    def command_without_foe(self, encounter: Encounter, who: str) -> Command | None:
        """Nobody looks around; time goes by."""
        return None

    def ends_with_declaration(self, condition: Condition) -> bool:
        """Return that it does."""
        return True

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """Do nothing: nothing lasts until the next declaration."""

    def on_action_lost(self, draft: StepBuilder, who: str) -> None:
        """Do nothing: nothing lasts until an action is over."""

    def start_improvised(self, draft: StepBuilder, who: str, text: str, counts: int) -> bool:
        """Return False: the kernel starts a free action in words, for as long as it takes."""
        return False

    def start_wait(self, draft: StepBuilder, who: str) -> bool:
        """Return True: a waiting fighter waits until it acts."""
        return True

    def turn_after_wait(self, draft: StepBuilder, who: str) -> None:
        """Do nothing: a fighter who waited acts at once."""

    def pass_turn(self, draft: StepBuilder, who: str) -> None:
        """Refuse: a turn cannot be passed."""
        raise Refused(f"{draft[who].name} cannot pass in this game; `{who} wait` lets it act later.")


class Resolution(Part[Options]):
    """What happens in a fight. A game must define `decide`, `on_due` and `resume`."""

    __slots__ = ()

    def on_taken_out(self, draft: StepBuilder, who: str) -> None:
        """Do nothing: nothing depends on a fighter being in the fight."""

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """Do nothing: nothing follows from a changed pool or condition."""

    def keeps_out(self, encounter: Encounter, who: str) -> str:
        """Return that the game says nothing of it: then only the game master brings a fighter back."""
        return "the game does not say when it is back"

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Return no refusal: any action may be turned on another target."""
        return ""

    def label_towards(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Return the label with the name of the new target where it has the name of the present one."""
        return in_its_place(action.label, encounter[action.target].name, encounter[target].name)

    def effect_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        """Return no key: entries stay in the order in which they were added."""
        return ()

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        """Return False: effects of the clock are carried out in passing."""
        return False

    def forecast_refusal(self, encounter: Encounter) -> str:
        """Return nothing: every fight of the game can be forecast."""
        return ""

    def keeps_fight_open(self, encounter: Encounter) -> bool:
        """Return False: a fight may end as soon as one side is left."""
        return False


class Dice(Part[Options]):
    """How dice are read. A game must define `judge`."""

    __slots__ = ()

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        """Add a modifier to a roll, `roll.per_modifier` for each point; a roll with 0 per point stays as it is."""
        if not roll.per_modifier:
            return roll
        exact = roll.exact + amount * roll.per_modifier
        effect = f"{amount:+d} = {amount * roll.per_modifier:+g}".replace("-", "−")
        line = f"{why} {effect}"
        return replace(roll, exact=exact, chance=floor(exact + 0.5), sum=(*roll.sum, line))

    def turning_term(self, rolled: Rolled) -> str:
        """Return the summand that turned a roll, of those that `kit.sums` writes."""
        from tracker.systems.kit import turning_term  # noqa: PLC0415 -- not loaded before a roll is looked at

        judging = cast("dice.Dice", self)  # the game defines `judge`
        return turning_term.turning_term(judging, rolled, turning_term.terms_of_sum(rolled))

    def odds(self, roll: Roll) -> str:
        """Return the chance in percent; empty for a roll without one."""
        chance = roll.shown if roll.shown is not None else roll.chance
        return "" if chance is None else f"{chance} %".replace("-", "−")


class Choices(Part[Options]):
    """What can be chosen."""

    __slots__ = ()

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """Return the words of the question, each with its first free letter or digit as key."""
        keys: dict[str, str] = {}
        for word in question.choices:
            free = [
                character
                for character in (*word.casefold(), *"123456789")
                if character.isalnum() and character not in keys.values()
            ]
            keys[word] = free[0] if free else ""
        return tuple(Choice(keys[word], word, word) for word in question.choices)

    def weighed(self, encounter: Encounter, question: Question, word: str) -> Choice | None:
        """The one of `answers` with this word."""
        return next((choice for choice in self.answers(encounter, question) if choice.word == word), None)

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        """Return nothing: the game has no prices for numbers."""
        return ""

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """Offer only to wait; everything else is typed."""
        return Menu(f"{encounter[who].name} may declare.", (Choice("w", "wait", line=f"{who} wait"),))

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """Return None: no action can be repeated."""
        return None

    @property
    def rows(self) -> Verbs:
        """The rows of the game's verbs; none."""
        return NO_VERBS

    def verbs(self) -> tuple[str, ...]:
        """Return the names of the rows."""
        return self.rows.names

    def table_verbs(self) -> tuple[str, ...]:
        """Return no verbs: every line begins with a name."""
        return ()

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Return the command of the verb's row, its arguments read from the words."""
        return self.rows.parse(encounter, who, verb, words, self.options)

    def argument_words(self, encounter: Encounter, who: str, verb: str) -> tuple[str, ...]:
        """Return the words of the row's arguments; none for a verb without a row."""
        return self.rows.words(encounter, who, verb)

    def conditions_by_hand(self) -> tuple[ConditionByHand, ...]:
        """Return none: the game master can set no condition of the game."""
        return ()


class Display(Part[Options]):
    """What is shown."""

    __slots__ = ()

    def card(self, encounter: Encounter, who: str) -> Card:
        """Return a card with the name alone; the pane adds what the kernel knows."""
        return Card(who, encounter[who].name, (), ())

    def tiers(self, chance: int) -> tuple[str, ...]:
        """Return none: results have no tiers."""
        return ()

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """Return the pools and conditions as lines; there are no chances to explain. Raises Refused for any words."""
        fighter = encounter[who]
        if words:
            raise Refused(f'Nothing of {fighter.name} is reckoned as "{" ".join(words)}"; try `why {who}`.')
        pools = zip(fighter.profile.pools, fighter.pools, strict=True)
        return (
            *(f"{pool.label} {now} of {pool.full}" for pool, now in pools),
            *(condition.label for condition in fighter.conditions),
        )

    def activity(self, encounter: Encounter, who: str) -> Doing:
        """Return no activity besides acting and waiting."""
        return Doing()

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        """Return nothing: no pool changes with time."""
        return ""

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """Return none: the clock changes no pool."""
        return {}

    def pools_at_risk(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """Return none: without this hook, a group of pools is shown only after it has lost points."""
        return {}

    def visible_condition(self, condition: Condition) -> str:
        """Return nothing: other fighters see no condition."""
        return ""

    def answer_for_players(self, answer: str, label: str) -> str:
        """Return the word of the answer."""
        return answer.replace("-", " ")

    def label_for_players(self, label: str, options: Sequence[str]) -> str:
        """Return the label as it is: it has no word of a line."""
        return label

    def public_mark(self, mark: str, value: Scalar) -> str:
        """Return nothing: no mark is shown to all players."""
        return ""

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        """Return the outlook of all pools where the clock changes this one; else nothing."""
        return self.pool_outlook(encounter, who) if pool in self.pool_trends(encounter, who) else ""

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Return False: an action under way always comes about."""
        return False

    def end_of_fight_lines(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Return none: a fight earns nothing."""
        return ()

    def summary_footer(self, encounter: Encounter) -> tuple[str, ...]:
        """Return none: the summary ends with the last fighter."""
        return ()

    def house_rules(self, changed: bool = False) -> tuple[str, ...]:
        """Return the house rules of the options as lines; with `changed` only those that differ from the rulings."""
        house = getattr(self.options, "house_rules", None)
        return house.everything(changed) if isinstance(house, House) else ()

    def turns_ahead(self, encounter: Encounter, who: str, until: int) -> Sequence[int]:
        """Return none: only the next turn is certain."""
        return ()

    def due_verb(self, due: Due) -> str:
        """Return nothing: an entry of the agenda has the name of its condition."""
        return ""

    def rule_book(self) -> RuleBook:
        """Return a book without rules."""
        from tracker.system_api.rule_book import RuleBook  # noqa: PLC0415 -- not loaded before it is asked for

        return RuleBook()


class Sheets(Part[Options]):
    """How an entry of a file becomes a sheet. A game must define `read_sheet`."""

    __slots__ = ()

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """Return name, side, player and pools, then the figures of the sheet, as plain data."""
        fighter = encounter[who]
        figures = fighter.profile.sheet.model_dump(mode="json") if isinstance(fighter.profile.sheet, BaseModel) else {}
        return {**opening(fighter), **figures}

    def pools_once_listed(self, pools: Sequence[Pool]) -> tuple[str, ...]:
        """Return all pools as the game has them."""
        return tuple(pool.name for pool in pools)

    def armoured(self, fighter: Combatant, pieces: Sequence[Mapping[str, Any]]) -> Outfit | None:
        """Return None: the game has no armour."""
        return None

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """Return no calculators."""
        return ()


class CarryOver(Part[Options]):
    """What outlasts a fight."""

    __slots__ = ()

    def pool_kept(self, pool: Pool, points: int) -> Kept | None:
        """Keep a pool's points in the table `pools` of the party file."""
        return Kept(("pools", pool.name), points, pool.name, usual=points == pool.full)

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """Return none: no thing is used up."""
        return ()

    def condition_lasts(self, condition: Condition) -> bool:
        """Return False: the game's conditions end with the fight."""
        return False

    def experience_earned(self, encounter: Encounter, who: str) -> int:
        """Return 0: the game has no experience."""
        return 0

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Return none: the rules say nothing about rest."""
        return {}

    def rest_refusal(self, conditions: Collection[str]) -> str:
        """Return no refusal: everyone may rest."""
        return ""

    def ends_when_treated(self, condition: Condition) -> bool:
        """Return False: no condition ends by treatment between fights."""
        return False

    def is_healed(self, condition: Condition, points: Mapping[str, int], full: Mapping[str, int]) -> bool:
        """Return False: a lasting condition is ended by hand."""
        return False


class System:
    """A game before it is bound to an encounter: default answers about its files."""

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Return none: no file is read differently from how it is written."""
        return ()

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        """Return none: the game uses no free names."""
        return ()

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options unchanged: no rule has changed between releases."""
        return options

    def as_played(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options unchanged: no rule has changed between releases."""
        return options

    def calculators(self) -> Sequence[Calculator]:
        """Return none."""
        return ()
