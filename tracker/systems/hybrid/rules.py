"""Hybrid under the options of one encounter, as the kernel talks to it; every rule lives in a room of its own.

The options of each part are the rulebook: edition, house rules and scene of the encounter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tracker.clock.agenda import Due
from tracker.clock.recovery import Recovery
from tracker.dice.roll import MOST_AGAIN
from tracker.encounter.engine.step import StepBuilder
from tracker.model.combatant import Action, Condition, Pool
from tracker.model.commands import Command, Do
from tracker.model.questions import Question, Roll, Task
from tracker.model.state import Encounter
from tracker.system_api.sheets import Calculator
from tracker.system_api.values import Abilities, Card, Choice, Doing, Judgement, Menu, ModifierScale
from tracker.systems.hybrid.actions import (
    due_dispatch,
    experience,
    gm_damage,
    joining_fight,
    leaving_fight,
    question_choices,
    verb_dispatch,
)
from tracker.systems.hybrid.actions.stage_dispatch import resume
from tracker.systems.hybrid.blows import attack_declaration
from tracker.systems.hybrid.body import activities, conditions, pools_at_risk
from tracker.systems.hybrid.body.conditions import bleeds
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import tiers
from tracker.systems.hybrid.language import parser
from tracker.systems.hybrid.menus import declaration_menu, repeat_last
from tracker.systems.hybrid.reports import calculators, combatant_card, explain, json_records, rest_rates
from tracker.systems.hybrid.sheets.sheet import Sheet, read_sheet
from tracker.systems.hybrid.timing import action_points, initiative, lost_actions, ordered_attack, preset_triggers
from tracker.systems.hybrid.timing.intent import intend
from tracker.systems.kit import defaults
from tracker.systems.kit.rules import Rules


class Turns(defaults.Turns[Rulebook]):
    """When each combatant acts, and what it does with its turn."""

    __slots__ = ()

    def begin(self, draft: StepBuilder) -> None:
        """Perception and initiative for everyone, in seat order."""
        initiative.begin(draft, self.options)

    def join(self, draft: StepBuilder, who: str) -> None:
        """Perception and initiative of a combatant who comes in now, or comes back."""
        joining_fight.back(draft, self.options, who)

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """What lasts until the next action point ends; a preset too when something is done."""
        action_points.action_point(draft, who, acts)
        if acts:
            intend(draft, who, "physical")

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        """The actor rolls initiative again from now (H-INIT-6)."""
        initiative.after_action(draft, self.options, who)

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Higher speed first, then higher awareness, then seat (ruling 23)."""
        return initiative.tie_order(encounter, who)

    def declaration_refusal(self, encounter: Encounter, who: str) -> str:
        """Why somebody may not declare: stunned or worse (ruling 50)."""
        return verb_dispatch.may_declare(encounter, who)

    def triggered_declaration(self, encounter: Encounter, who: str) -> Command | None:
        """What was preset and has been set off (H-INIT-7)."""
        rules = self.options
        return preset_triggers.armed(
            encounter, who, lambda verb, given: parser.parse(encounter, rules, who, verb, given)
        )

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """An attack, or what must come first."""
        return ordered_attack.obey(encounter, self.options, who, target, weapon)

    def first_count(self, encounter: Encounter, sheet: object) -> tuple[int, int]:
        """The soonest and latest first count of a late joiner."""
        assert isinstance(sheet, Sheet)
        return initiative.first_count(encounter, self.options, sheet)


class Resolution(defaults.Resolution[Rulebook]):
    """How verbs are carried out, and what comes due."""

    __slots__ = ()

    def decide(self, draft: StepBuilder, command: Do) -> None:
        """Carry out a verb of Hybrid."""
        verb_dispatch.decide(draft, self.options, command)

    def on_taken_out(self, draft: StepBuilder, who: str) -> None:
        """What hangs on one who is out of the fight ends."""
        leaving_fight.fallen(draft, self.options, who)

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """Landings as a batch; effects, recoveries and phases one by one."""
        due_dispatch.due(draft, self.options, entries)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        """Go on with a stage."""
        resume(draft, self.options, task)

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """What hangs on a number put right by hand."""
        gm_damage.fixed(draft, self.options, who, what)

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Why an action cannot be turned on somebody else: unnoticed, out of reach, not closed in."""
        return attack_declaration.may_turn(encounter, self.options, who, action, target)


class Dice(defaults.Dice[Rulebook]):
    """What dice mean."""

    __slots__ = ()

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """The tier of a roll (H-CHECK 5–8)."""
        return tiers.judge(chance, total, self.options.book, self.options.house)


class Choices(defaults.Choices[Rulebook]):
    """What can be chosen."""

    __slots__ = ()

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """The ways to answer an open question."""
        return question_choices.choices(encounter, self.options, question)

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """What may be declared, key by key."""
        return declaration_menu.menu(encounter, self.options, who, path)

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """The last attack, task, look or stretch of time once more."""
        return repeat_last.again(encounter, self.options, who)

    def table_verbs(self) -> tuple[str, ...]:
        """Lines that begin with no name."""
        return parser.TABLE_VERBS

    def verbs(self) -> tuple[str, ...]:
        """The verbs of lines."""
        return parser.VERBS

    def parse(self, encounter: Encounter, who: str, verb: str, line: Sequence[str]) -> Command:
        """Read the words after a verb."""
        return parser.parse(encounter, self.options, who, verb, list(line))

    def conditions_by_hand(self) -> tuple[tuple[str, str, int], ...]:
        """What may be begun by hand."""
        return gm_damage.conditions_by_hand(self.options.book)


class Display(defaults.Display[Rulebook]):
    """What is shown."""

    __slots__ = ()

    def card(self, encounter: Encounter, who: str) -> Card:
        """Ready-made chances."""
        return combatant_card.card(encounter, self.options, who)

    def explain(self, encounter: Encounter, who: str, line: Sequence[str]) -> tuple[str, ...]:
        """The sum behind a chance."""
        return explain.explain(encounter, self.options, who, line)

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        """Whether a blow under way lands on the owner first."""
        return lost_actions.can_be_spoiled(encounter, who, action)

    def visible_condition(self, condition: Condition) -> str:
        """What anybody sees of a condition: posture, shock, wounds, grips, movement; neither stances nor presets."""
        return conditions.visible(condition)

    def activity(self, encounter: Encounter, who: str) -> Doing:
        """What somebody does who is neither acting nor waiting."""
        return conditions.doing(encounter, who)

    def due_verb(self, due: Due) -> str:
        """`bleeds`, `recovers`."""
        return conditions.DUE_WORDS.get(due.what, "")

    def pool_outlook(self, encounter: Encounter, who: str) -> str:
        """`out of breath at 210`."""
        return activities.heading(encounter, self.options, who)

    def pool_trends(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """Pools that activities, wounds that bleed and the clock take from or give to."""
        return activities.drift(encounter[who], self.options)

    def pools_at_risk(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """The mind of whoever attacks with it or is attacked in it."""
        return pools_at_risk.at_stake(encounter)

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        """`PFT full at 95`."""
        return activities.trend(encounter, self.options, who, pool)

    def house_rules(self, changed: bool = False) -> tuple[str, ...]:
        """What is left to the edition as the edition has it."""
        return self.options.changed() if changed else self.options.everything()

    def summary_footer(self, encounter: Encounter) -> tuple[str, ...]:
        """How experience is given out, when somebody has some."""
        if not any(self.end_of_fight_lines(encounter, one.id) for one in encounter):
            return ()
        return "", f"`{encounter.combatants[0].id} gains 3` gives experience; what it buys is marked ✓"

    def tiers(self, chance: int) -> tuple[str, ...]:
        """The thresholds of success, and where failing becomes critical."""
        limits = tiers.thresholds(chance, self.options.book)
        rows = zip(self.options.book.checks.success, limits, strict=True)
        met = [f"{row.name}: {limit} or less, × {row.effect:g} (H-CHECK-6)" for row, limit in rows if limit]
        critical = tiers.critical_from(chance, self.options.book)
        return (*met, f"critical failure from {critical} on (H-CHECK-7)")

    def end_of_fight_lines(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Experience in hand and what each next rank costs."""
        return experience.summary(encounter[who], self.options)


class Sheets(defaults.Sheets[Rulebook]):
    """How an entry becomes a sheet."""

    __slots__ = ()

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        """A validated entry as (sheet, full pools, opening points)."""
        return read_sheet(entry, self.options.book)

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """A chance, with stat and rank of a combatant's first weapon."""
        return calculators.of_somebody(encounter, self.options, who)

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """The sheet as `tracker sheet --json` prints it."""
        return json_records.record(encounter, self.options, who)


class CarryOver(defaults.CarryOver[Rulebook]):
    """What outlasts a fight."""

    __slots__ = ()

    def experience_earned(self, encounter: Encounter, who: str) -> int:
        """Experience given in this fight (H-SKILL-10)."""
        return encounter[who].mark(experience.POINTS)

    def condition_lasts(self, condition: Condition) -> bool:
        """An open wound."""
        return bleeds(condition.key)

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Resting, sleeping and sitting (H-NRG-4)."""
        return rest_rates.rests(self.options)

    def rest_refusal(self, conditions: Collection[str]) -> str:
        """With an open wound there is no rest."""
        return "a wound bleeds" if any(map(bleeds, conditions)) else ""

    def ends_when_treated(self, condition: Condition) -> bool:
        """An open wound: the game master, or first aid, stops it (ruling 19)."""
        return bleeds(condition.key)


def bound(rulebook: Rulebook) -> Rules:
    """The rules of Hybrid in one edition, with the house rules and the scene of one encounter.

    Counts are tenths of a second, which 1997 calls pulses (H-TIME-1); a natural 100 may be rolled again once, or as
    often as it falls (H-CHECK-4, ruling 3).
    """
    abilities = Abilities(
        ModifierScale("df", worth=f"1 is a DF, {rulebook.book.checks.df_percent} %"),
        damage="damage",
        readying=("begin",),
        orders=ordered_attack.words(rulebook),
        again=1 if rulebook.house.open_ended == "once" else MOST_AGAIN,
        placing=("initiative",),
    )
    return Rules(
        rulebook.unit,
        abilities,
        Turns(rulebook),
        Resolution(rulebook),
        Dice(rulebook),
        Choices(rulebook),
        Display(rulebook),
        Sheets(rulebook),
        CarryOver(rulebook),
    )
