"""The game hybrid, as the kernel talks to it. Every rule lives in a room of its own.

The options of each part are the rulebook: edition, house rules and scene of the encounter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any

import tomli

from tracker.clock.agenda import Due
from tracker.clock.recovery import Recovery
from tracker.clock.spans import TimeUnit
from tracker.dice.roll import MOST_AGAIN
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api import parts
from tracker.game_api.game import Game
from tracker.game_api.sheets import Calculator, CombatantSheet, Outfit
from tracker.game_api.values import (
    Abilities,
    Card,
    Choice,
    ConditionByHand,
    Doing,
    FirstCount,
    Judgement,
    Menu,
    ModifierScale,
    Strike,
)
from tracker.games.hybrid import calculators, card, explain, json_records
from tracker.games.hybrid.actions import (
    dispatch,
    experience,
    gm_damage,
    presence,
    question_choices,
)
from tracker.games.hybrid.blows import attack_declaration, incapacitation
from tracker.games.hybrid.blows.active_defence_roll import ANSWERS
from tracker.games.hybrid.blows.attack_chance import ATTACK
from tracker.games.hybrid.body import activities, conditions
from tracker.games.hybrid.body.conditions import bleeds
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.book.house_rules import BEFORE, Options
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import tiers
from tracker.games.hybrid.fighter import Acting, Standing
from tracker.games.hybrid.menus import repeat_last
from tracker.games.hybrid.modifiers import option_parser
from tracker.games.hybrid.sheet import schema
from tracker.games.hybrid.sheet.pools import MIND
from tracker.games.hybrid.sheet.sheet import Sheet, armoured, read_sheet, sheet_of
from tracker.games.hybrid.timing import (
    action_points,
    held_presets,
    initiative,
    lost_actions,
    ordered_attack,
    preset_triggers,
)
from tracker.games.hybrid.timing.intent import intend
from tracker.games.hybrid.verbs import TABLE_VERBS, VERBS, decide, menu, resume
from tracker.games.toolkit.hook_functions import rule_book_in
from tracker.games.toolkit.menu_paths import Path
from tracker.games.toolkit.verbs import ChoicesByRows
from tracker.model.combatant import Action, Combatant, Condition, Pool
from tracker.model.commands import Command, Do
from tracker.model.events import Rolled
from tracker.model.questions import Question, Roll, Task
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault


class Turns(parts.Turns[Rulebook]):
    """The turns of Hybrid."""

    __slots__ = ()

    def begin(self, draft: StepBuilder) -> None:
        initiative.begin(draft)

    def join(self, draft: StepBuilder, who: str) -> None:
        presence.back(Acting(draft, who, self.options))

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """End what lasts until the next declaration of `who`. Also its preset when it `acts` instead of waiting."""
        fighter = Acting(draft, who, self.options)
        action_points.action_point(fighter, acts)
        if acts:
            intend(fighter, "physical")

    def on_action_lost(self, draft: StepBuilder, who: str) -> None:
        """End what lasts until the next action is over (ruling 104)."""
        if self.options.lost_actions_are_over:
            action_points.action_over(Acting(draft, who, self.options))

    def turn_after_wait(self, draft: StepBuilder, who: str) -> None:
        """Let a fighter who has waited roll initiative. A preset is given up (H-INIT-6, ruling 105)."""
        held_presets.give_up(draft, who, "acts before it is set off")
        initiative.roll(Acting(draft, who, self.options))

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        initiative.after_action(Acting(draft, who, self.options))

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Return the order among equals: higher speed first, then higher awareness, then seat (ruling 23)."""
        return initiative.tie_order(encounter, who)

    def declaration_refusal(self, encounter: Encounter, who: str) -> str:
        """Return why a combatant may not declare: stunned or worse (ruling 50). Else empty."""
        return conditions.may_declare(encounter, who)

    def triggered_declaration(self, encounter: Encounter, who: str) -> Command | None:
        """Return the preset action that has been set off. None when none was."""
        rules = self.options
        return preset_triggers.armed(
            encounter, who, lambda verb, given: VERBS.parse(encounter, who, verb, given, rules)
        )

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        return ordered_attack.obey(encounter, self.options, who, target, weapon)

    def command_without_foe(self, encounter: Encounter, who: str) -> Command | None:
        """Return a look around, or getting up first."""
        return ordered_attack.search(encounter, who)

    def first_count(self, encounter: Encounter, sheet: object) -> FirstCount:
        assert isinstance(sheet, Sheet)
        return initiative.first_count(encounter, self.options, sheet)


class Resolution(parts.Resolution[Rulebook]):
    """The resolution of verbs and due entries of Hybrid."""

    __slots__ = ()

    def decide(self, draft: StepBuilder, command: Do) -> None:
        decide(draft, self.options, command)

    def forecast_refusal(self, encounter: Encounter) -> str:
        """Return why a chase is not forecast: a fighter moves faster than a walk."""
        running = conditions.faster_than_a_walk(encounter, self.options.book)
        return f"{running} runs, so this is a chase, and may be won by getting away." if running else ""

    def on_taken_out(self, draft: StepBuilder, who: str) -> None:
        presence.fallen(Acting(draft, who, self.options))

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """Resolve landings as a batch. Effects, recoveries and phases one by one."""
        dispatch.due(draft, self.options, entries)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        resume(draft, self.options, task)

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        gm_damage.fixed(Acting(draft, who, self.options), what)

    def keeps_out(self, encounter: Encounter, who: str) -> str:
        return incapacitation.spent(encounter[who], self.options)

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Return why an action cannot get another target: unnoticed, out of reach, not closed in."""
        return attack_declaration.may_turn(encounter, self.options, who, action, target)


_KNOWN = frozenset({ATTACK, *ANSWERS, "perception", "shock", "bleeding", "knockback", "filter"})
"""The purposes of rolls against a chance that the fighter's player may know."""


class Dice(parts.Dice[Rulebook]):
    """The reading of dice of Hybrid."""

    __slots__ = ()

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Return the tier of a roll."""
        return tiers.judge(chance, total, self.options.book, self.options.house)

    def open_to_roller(self, roll: Roll) -> bool:
        """Return whether the chance of a roll may be shown to the player who makes it.

        That is so for an attack, a defence and a check of the fighter's body. It is not so where the sum has an
        opponent's margin (H-CHECK-11), unless the chance before it is kept in `Roll.shown`, nor where it tells that the
        target has not noticed the attacker.
        """
        if roll.what not in _KNOWN:
            return False
        cited = "\n".join(roll.sum)
        return "unaware (H-ATK-2)" not in cited and (roll.shown is not None or "(H-CHECK-11)" not in cited)

    def turning_term(self, rolled: Rolled) -> str:
        """Return a sentence about the term of the sum that decided a roll. Empty where no single term did.

        A rank is named only where no term of the situation, such as a DF, decided it.
        """
        from tracker.game_api.turning_term import turning_term  # noqa: PLC0415
        from tracker.games.hybrid.checks import chance_lines  # noqa: PLC0415 -- only for a roll that is looked at

        terms = chance_lines.terms(rolled)
        situation = [term for term in terms if not chance_lines.is_rank(term)]
        return turning_term(self, rolled, situation) or turning_term(self, rolled, terms)


class Choices(ChoicesByRows[Rulebook]):
    """The choices of Hybrid."""

    __slots__ = ()
    rows = VERBS

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        return question_choices.choices(encounter, self.options, question)

    def weighed(self, encounter: Encounter, question: Question, word: str) -> Choice | None:
        return question_choices.weighed(encounter, self.options, question, word)

    def open_to_chooser(self, choice: Choice) -> bool:
        """Return yes: a chance before any defence is the fighter's own skill on what is seen, as `open_to_roller`."""
        return True

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        return question_choices.amount_price(encounter, self.options, question, amount)

    def menu(self, encounter: Encounter, who: str, path: Path) -> Menu:
        return menu(Standing(encounter, who, self.options), path)

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        return repeat_last.again(Standing(encounter, who, self.options))

    def table_verbs(self) -> tuple[str, ...]:
        return TABLE_VERBS

    def conditions_by_hand(self) -> tuple[ConditionByHand, ...]:
        return conditions.by_hand(self.options.book)


class Display(parts.Display[Rulebook]):
    """The display of Hybrid."""

    __slots__ = ()

    rule_book = rule_book_in("tracker.games.hybrid")

    def card(self, encounter: Encounter, who: str) -> Card:
        return card.card(encounter, self.options, who)

    def first_blow(self, encounter: Encounter, who: str) -> Strike | None:
        return card.first_blow(encounter[who], self.options)

    def explain(self, encounter: Encounter, who: str, line: Sequence[str]) -> tuple[str, ...]:
        return explain.explain(Standing(encounter, who, self.options), line)

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        return lost_actions.can_be_spoiled(encounter, who, action)

    def visible_condition(self, condition: Condition) -> str:
        """Return the visible part of a condition. Stances and presets stay hidden."""
        return conditions.visible(condition)

    def label_for_players(self, label: str, options: Sequence[str]) -> str:
        """Return the label with its options in plain words: `bastard sword (all out)`."""
        return option_parser.in_words(label, options)

    def activity(self, encounter: Encounter, who: str) -> Doing:
        return conditions.doing(encounter, who)

    def due_verb(self, due: Due) -> str:
        return conditions.DUE_WORDS.get(due.what, "")

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        return activities.heading(encounter, self.options, who)

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """Return the pools that activities, bleeding wounds or the clock change, with the direction."""
        return activities.drift(encounter[who], self.options)

    def pools_at_risk(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """Return the pool group `mind` for fighters who attack with the mind and for their targets (H-DMG-4)."""
        minds: dict[str, tuple[str, ...]] = {}
        for fighter in encounter:
            for action in fighter.actions:
                weapon = sheet_of(fighter).weapon(action.weapon) if action.weapon else None
                if weapon is not None and weapon.use == "mental":
                    minds[fighter.id] = minds[action.target] = (MIND,)
        return minds

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        return activities.trend(encounter, self.options, who, pool)

    def house_rules(self, changed: bool = False) -> tuple[str, ...]:
        return self.options.changed() if changed else self.options.everything()

    def summary_footer(self, encounter: Encounter) -> tuple[str, ...]:
        if not any(self.end_of_fight_lines(encounter, fighter.id) for fighter in encounter):
            return ()
        return "", f"`{encounter.combatants[0].id} gains 3` gives experience; what it buys is marked ✓"

    def tiers(self, chance: int) -> tuple[str, ...]:
        """Return in words the highest roll for each tier of success at this chance, and the lowest critical failure."""
        limits_of_tiers = tiers.thresholds(chance, self.options.book)
        rows = zip(self.options.book.checks.success, limits_of_tiers, strict=True)
        thresholds = [f"{row.name}: {limit} or less, × {row.effect:g} (H-CHECK-6)" for row, limit in rows if limit]
        critical = tiers.critical_from(chance, self.options.book)
        return (*thresholds, f"critical failure from {critical} on (H-CHECK-7)")

    def end_of_fight_lines(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        return experience.summary(encounter[who], self.options)


class Sheets(parts.Sheets[Rulebook]):
    """The reading of entries into sheets of Hybrid."""

    __slots__ = ()

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        return read_sheet(entry, self.options.book)

    def pools_once_listed(self, pools: Sequence[Pool]) -> tuple[str, ...]:
        return ("PFT", "PEX", "PBD", "MFT", "MEX", "MBD")

    def armoured(self, fighter: Combatant, pieces: Sequence[Mapping[str, Any]]) -> Outfit | None:
        """Return the fighter in the armour of the library that covers most."""
        return armoured(fighter, pieces)

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """Return the calculators, filled with stat and rank of the combatant's first weapon."""
        return calculators.for_fighter(encounter, self.options, who)

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        return json_records.record(encounter, self.options, who)


class CarryOver(parts.CarryOver[Rulebook]):
    """The values kept after a fight of Hybrid."""

    __slots__ = ()

    def experience_earned(self, encounter: Encounter, who: str) -> int:
        """Return the experience given in this fight (H-SKILL-10)."""
        return encounter[who].mark(experience.POINTS)

    def condition_lasts(self, condition: Condition) -> bool:
        """Return whether a condition remains after the fight: an open wound does."""
        return bleeds(condition.key)

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Return the rates of resting, sleeping and sitting: fatigue by the second, exhaustion by the hour (H-NRG-4).

        Body points, and what a meal restores, the game master adds by hand.
        """
        table, rates = self.options.book.energy.activity, dict[str, tuple[Recovery, ...]]()
        for way in ("rest", "sleep", "sit"):
            shares = [(rate.pool, Fraction(rate.points, rate.seconds)) for rate in table[way].rates if rate.points > 0]
            rates[way] = tuple(Recovery(pool, share.numerator, share.denominator) for pool, share in shares)
        return rates

    def rest_refusal(self, conditions: Collection[str]) -> str:
        """Return why there is no rest: an open wound. Else empty."""
        return "a wound bleeds" if any(map(bleeds, conditions)) else ""

    def ends_when_treated(self, condition: Condition) -> bool:
        """Return whether treatment ends a condition: first aid or the game master stops a wound (ruling 19)."""
        return bleeds(condition.key)


def abilities(rulebook: Rulebook) -> Abilities:
    """Return what keys and lines can ask for in one edition, with the house rules of one encounter.

    A natural 100 may be rolled again once, or as often as it falls (H-CHECK-4, ruling 3).
    """
    return Abilities(
        ModifierScale("df", worth=f"1 is a DF, {rulebook.book.checks.df_percent} %"),
        damage="damage",
        readying=("begin",),
        orders=ordered_attack.words(rulebook),
        again=1 if rulebook.house.open_ended == "once" else MOST_AGAIN,
        placing=("initiative",),
        wait_gives_turn_up=rulebook.house.wait == "initiative",
    )


class Hybrid(Game):
    """The system `hybrid`. Its parts are bound to the rulebook: edition, house rules and scene of the encounter."""

    def read_options(self, options: Mapping[str, Any]) -> Rulebook:
        return Rulebook.of(options)

    def unit_under(self, read: Rulebook) -> TimeUnit:
        """Return tenths of a second, which 1997 calls pulses (H-TIME-1)."""
        return read.unit

    def abilities_under(self, read: Rulebook) -> Abilities:
        return abilities(read)

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        return json_records.library_record(kind, entry, book())

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        return _library()

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Return remarks on ranks above the edition's highest, and on unused skill pools.

        Rules: H-SKILL 1 and 6, rulings 87 and 93.
        """
        edition = document.get("edition", "current")
        most = book(edition).skills.most_rank
        return _pools_unread(document, edition) + tuple(
            f"{entry['name']}'s {skill['name']} has rank {skill['rank']}: edition {edition} goes up to {most}, "
            f"so it counts as {most} (H-SKILL-1)"
            for entry in document.get("combatant", ())
            for skill in entry.get("skill", ())
            if skill.get("rank", 0) > most
        )

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        return schema.unused_names(entry, options)

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the rule of skill pools, too, which the edition decides."""
        stated = super().stated(options)
        return {**stated, "house_rules": {**stated["house_rules"], "skill_pools": Rulebook.of(options).skill_pools}}


def _pools_unread(document: Mapping[str, Any], edition: str) -> tuple[str, ...]:
    """Return a remark on each skill with a pool, where pools are not in force (ruling 93)."""
    house = document.get("house_rules")
    as_printed = book(edition).skills.pool.in_force
    pools_rule = house.get("skill_pools", as_printed) if isinstance(house, dict) else as_printed
    if pools_rule:
        return ()
    # A resolved encounter states the rule in any case, so that the edition's own value says nothing about the file.
    why = f"edition {edition} has no skill pools" if pools_rule == as_printed else "skill_pools is false"
    return tuple(
        f"{entry['name']}'s {skill['name']} has pool {skill['pool']}, which nobody reads here: {why}; "
        f"`skill_pools = true` in [house_rules] has them count (H-SKILL-6)"
        for entry in document.get("combatant", ())
        for skill in entry.get("skill", ())
        if skill.get("pool")
    )


# Cached: several files, needed whenever a file of this game is read.
@lru_cache(maxsize=1)
def _library() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return the library that comes with the program, read once."""
    entries_by_kind: dict[str, list[Mapping[str, Any]]] = {"creature": [], "weapon": [], "armour": []}
    for file in sorted(files("tracker.games.hybrid.library").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            for kind, entries in tomli.loads(file.read_text(encoding="utf-8")).items():
                entries_by_kind[kind] += entries
    return entries_by_kind


HYBRID = Hybrid(
    name="hybrid",
    package=__package__,
    options=Options,
    combatant=schema.CombatantEntry,
    parts={"weapon": schema.Weapon, "armour": schema.Armour},
    figures={"weapon": ("speed", "damage"), "armour": ("stops",)},
    turns=Turns,
    resolution=Resolution,
    dice=Dice,
    choices=Choices,
    display=Display,
    sheets=Sheets,
    carry_over=CarryOver,
    reckoned=calculators.calculators,
    before=BEFORE,
)
