"""The game phases: each hook is answered by the module that knows its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import check_moment, may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import in_order, may_have_turns
from tracker.game_api import parts
from tracker.game_api.game import Game
from tracker.game_api.sheets import Calculator, CombatantSheet
from tracker.game_api.values import Abilities, Choice, Doing, FirstCount, Judgement, Menu, ModifierScale, Percent
from tracker.games.phases import calculators, carry_over, harm, initiative, sheet
from tracker.games.phases import explain as explanations
from tracker.games.phases.actions import attacks
from tracker.games.phases.actions.attacks import Aim, Attack
from tracker.games.phases.actions.tasks import Skilled
from tracker.games.phases.actions.turns import Turn
from tracker.games.phases.book.house_rules import BEFORE, Options
from tracker.games.phases.book.tables import tables
from tracker.games.phases.checks import chances
from tracker.games.phases.checks.chances import Check
from tracker.games.phases.fighter import USED, Acting, Fighter
from tracker.games.phases.harm import DEFENDING, RESTING, UNCONSCIOUS, Wounded
from tracker.games.phases.menus import READYING, Menus
from tracker.games.phases.timing import MOST_USED, UNIT, sub_phase
from tracker.games.phases.verbs import VERBS
from tracker.games.toolkit import conditions
from tracker.games.toolkit.hook_functions import answered_by, rule_book_in
from tracker.games.toolkit.steps import mark
from tracker.games.toolkit.verbs import ChoicesByRows
from tracker.model.combatant import Condition, Pool
from tracker.model.commands import Command, Do, Wait
from tracker.model.events import Rolled
from tracker.model.orders import OrderWords
from tracker.model.questions import Question, Roll, Task
from tracker.model.state import DECLARE, LAND, Encounter
from tracker.model.validation_errors import Fault

NOT_ASKED_ANEW = -1
"""The count that keeps the fighter's turn when Initiative is rolled again."""


class Turns(parts.Turns[Options]):
    """The turns of Phases."""

    __slots__ = ()

    def begin(self, draft: StepBuilder) -> None:
        """Let everyone roll Initiative (P-INIT-2). Only fighters who can fire act in 1.1 (P-SUB)."""
        # Tasks pushed last go on first: the fighters roll in the order of the file.
        for who in reversed(in_order(draft.encounter)):
            draft.push("initiative", who=who, at=0)  # the fighter may be asked from count 0 on
        harm.mark_end(draft, 0)

    def join(self, draft: StepBuilder, who: str) -> None:
        """Let a latecomer roll Initiative and act from the next count on. A fighter who returns keeps its roll."""
        conditions.end(draft, who, *harm.OUT, why="by hand")
        harm.mark_end(draft, draft.encounter.count)
        if initiative.FAILED in draft[who].marks:
            Acting(draft, who).back()
        else:
            draft.push("initiative", who=who, at=draft.encounter.count + 1)

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        Acting(draft, who).go_on()

    tie_order = answered_by(initiative.order)

    def first_count(self, encounter: Encounter, sheet_: object) -> FirstCount:
        """Return the next count as soonest and latest, but no first sub-phase without a loaded weapon (P-SUB)."""
        assert isinstance(sheet_, sheet.Sheet)
        count = encounter.count + 1
        loaded = any(weapon.loaded for weapon in sheet_.of_use("ranged"))
        if sub_phase(count) == 1 and not loaded:
            count += 1
        return FirstCount(count, count)

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Return the command for standing orders: what the fighter `does` is `attack`, `hold` or `rest`.

        An attack fires and loads, or strikes. A rest that is not possible now holds.
        """
        if does == "rest" and harm.rested(encounter[who]):
            return Do(who, "rest")
        return self._attack_order(encounter, who, target, weapon) if does == "attack" else Wait(who)

    def _attack_order(self, encounter: Encounter, who: str, target: str, named: str) -> Command:
        """Return the attack that the orders mean now: fire, load, strike, or hold when nothing else is possible.

        `named` is the name of the weapon. Empty for any.
        """
        fighter = Fighter(encounter, who)
        guns, melee = fighter.guns, fighter.sheet.of_use("melee")
        if fighter.left <= 0:
            return Wait(who)
        weapon = fighter.sheet.weapon_named(named) if named else None
        if weapon is not None:
            guns = [gun for gun in guns if gun.weapon == weapon]
            melee = tuple(blade for blade in melee if blade == weapon)
        for gun in guns:
            if shots := gun.shots():
                return Do(who, attacks.FIRE, (Attack("ranged", gun.weapon.name, (Aim(target, shots),)),))
        if sub_phase(encounter.count) == 1:
            return Wait(who)
        for gun in guns:
            if not gun.rounds:
                return Do(who, "load", (gun.weapon.name,))
        if melee and not guns:
            return Do(who, attacks.STRIKE, (Attack("melee", melee[0].name, (Aim(target),)),))
        return Wait(who)

    def start_improvised(self, draft: StepBuilder, who: str, text: str, counts: int) -> bool:
        """Start an action in words, in sub-phases 2 and 3 (P-SUB 1 and 2). One without counts takes no time.

        True: the game has started it.
        """
        if counts:
            Turn(draft, who).other(text, counts)
        else:
            check_moment(draft, who)
            draft.note(f"{draft[who].name}: {text}", who)
        return True

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """End a defence when the fighter acts. Holding leaves it."""
        if acts:
            conditions.end(draft, who, DEFENDING)

    def start_wait(self, draft: StepBuilder, who: str) -> bool:
        """Use nothing, and ask the fighter in the next sub-phase (PQ 18). False: the fighter does not lie in wait."""
        may_declare_at(draft, who, Fighter(draft.encounter, who).next_entry())
        draft.actor = who
        return False


class Resolution(parts.Resolution[Options]):
    """The resolution of verbs and due entries of Phases."""

    __slots__ = ()

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """Apply the effects of points or conditions changed by hand, as in a fight."""
        Wounded(draft, who).follow()

    keeps_out = answered_by(harm.keeps_out)

    def decide(self, draft: StepBuilder, command: Do) -> None:
        VERBS.carry_out(Turn(draft, command.who), command)

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """End long actions and the phase, and roll Initiative again where the house rule says so."""
        for due in entries:
            if due.what == LAND:
                action = draft[due.who].action(int(due.ref))
                if action is not None:
                    Turn(draft, due.who).long_ended(action)
            elif due.what == harm.PHASE_END:
                harm.phase_over(draft, self.options.house_rules)
            elif due.what == harm.NEW_ORDER:
                for who in reversed(in_order(draft.encounter)):
                    draft.push("initiative", who=who, at=NOT_ASKED_ANEW)

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        """Return whether `next` stops at the end of a phase: no fighter can act, but rest will wake one (P-DMG-8)."""
        if due.what != harm.PHASE_END or any(other.what in (DECLARE, LAND) for other in encounter.agenda):
            return False
        return any(harm.will_wake(combatant, self.options.house_rules) for combatant in encounter)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        """Go on with the roll of Initiative, or with a stage of a verb.

        Initiative: `initiative` rolls, `placed` records the result, `entry` schedules the first turn.
        """
        who = str(task.data.get("who", ""))
        if task.stage == "initiative" and not may_have_turns(draft.encounter, who):
            return
        if task.stage == "initiative":
            draft.push("entry", who=who, at=task.data["at"])
            initiative.roll(Acting(draft, who))
        elif task.stage == "placed":
            mark(draft, who, initiative.FAILED, value=not task.data["success"])
        elif task.stage == "entry":
            if task.data["at"] != NOT_ASKED_ANEW:
                Acting(draft, who).back(task.data["at"])
        else:
            VERBS.stages[task.stage](draft, task)


class Dice(parts.Dice[Options]):
    """The reading of dice of Phases."""

    __slots__ = ()

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Return the result of a roll: success at or under the chance (P-CHECK-5)."""
        return chances.judge(chance, total, self.options)

    def with_modifier(self, roll: Roll, amount: int, why: str) -> Roll:
        """Change the level of a check by the game master's modifier. It changes the factor, not the sum.

        Rules: P-CHECK 3 and 4.
        """
        if "steps" not in roll.data or roll.data.get("fixed_level"):
            return roll
        check = Check.read(roll.data, self.options).harder(amount, why)
        return replace(roll, chance=check.chance, sum=check.lines(), data={**roll.data, **check.data()})

    def turning_term(self, rolled: Rolled) -> str:
        """Return a sentence about the summand or level step that decided a recorded roll. Empty without one."""
        from tracker.game_api.turning_term import turning_term  # noqa: PLC0415 -- only for a roll that is looked at
        from tracker.games.phases.checks import recorded_check  # noqa: PLC0415

        return turning_term(self, rolled, recorded_check.terms(rolled, self.options))

    def odds(self, roll: Roll) -> str:
        return "" if roll.chance is None else chances.odds(roll.chance, self.options)


class Choices(ChoicesByRows[Options]):
    """The choices of Phases."""

    __slots__ = ()
    rows = VERBS

    def open_to_chooser(self, choice: Choice) -> bool:
        """Return whether the choice names nobody: then its chance is the fighter's own number."""
        return not choice.whom

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """Return the answers: yes or no with the other's chance, locations as the book lists them, or plain words."""
        choices = super().answers(encounter, question)
        if question.what == "noticing":
            other = Skilled.read(question.then[-1].data["other"])
            works = Percent.of(other.check(encounter).percent)
            return (Choice("e", "yes, roll", "yes", works=works), Choice("o", "no", "no"))
        if question.what == "location":
            places = zip("1234567", tables().location, strict=True)
            return tuple(Choice(key, place.name, place.name) for key, place in places)
        return choices

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        return Menus(encounter, question.who).shots_price(amount)

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """Return the menu of a path: the Initiative roll before the fight, a menu of a verb, or the actions of now."""
        fighter = Menus(encounter, who)
        if path == READYING:
            return fighter.ready()
        return VERBS.menu(fighter, path) if path else fighter.root(VERBS.choices(fighter))

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        return Menus(encounter, who).again()

    conditions_by_hand = answered_by(harm.by_hand)


class Display(parts.Display[Options]):
    """The display of Phases."""

    __slots__ = ()

    card = answered_by(explanations.card)
    rule_book = rule_book_in("tracker.games.phases")

    def visible_condition(self, condition: Condition) -> str:
        return condition.label

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """Return the sum behind a verb, a defence or a skill. Without words, everything. Raises Refused."""
        fighter = Fighter(encounter, who)
        return VERBS.explain(fighter, words) or explanations.explain(fighter, words)

    def activity(self, encounter: Encounter, who: str) -> Doing:
        """Return the sub-phases used (`1/2 used`), and whether the fighter defends or rests."""
        combatant = encounter[who]
        doing = [condition.label for condition in combatant.conditions if condition.key in (DEFENDING, RESTING)]
        used = combatant.mark(USED)
        if used:
            doing.insert(0, f"{used}/{MOST_USED} used")
        return Doing(" ".join(doing))

    def pool_trend_text(self, encounter: Encounter, who: str, pool: str) -> str:
        """Return how a pool recovers: shock comes back with rest (P-DMG-8). Empty for a full pool."""
        combatant, points = encounter[who], self.options.house_rules.shock_recovery
        if pool == sheet.HF or combatant.pool(pool) == combatant.full(pool) or not points:
            return ""
        recovery = f"+{points} at the end of each phase of rest (P-DMG-8)"
        sleep = combatant.condition(UNCONSCIOUS)
        if sleep is None or sleep.of != pool:
            return recovery
        return f"{recovery}, wakes at {harm.waking_at(combatant, pool)}"

    def summary_footer(self, encounter: Encounter) -> tuple[str, ...]:
        """Return a reminder of what is by hand: skill points and healing (P-GROW)."""
        return ("", "skill points and the healing of hit factors are by hand: the text gives no figures (P-GROW)")


class Sheets(parts.Sheets[Options]):
    """The reading of entries into sheets of Phases."""

    __slots__ = ()

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        return sheet.read_sheet(entry, self.options)

    def pools_once_listed(self, pools: Sequence[Pool]) -> tuple[str, ...]:
        return ("HF", "HD", "CH", "VI", "RA", "LA", "RL", "LL")

    sheet_record = answered_by(explanations.record)

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        return calculators.for_fighter(encounter, who, self.options)


ABILITIES = Abilities(
    ModifierScale("level", -8, 8, "1 is a level"),
    damage="damage",
    readying=READYING,
    orders=OrderWords(("attack", "hold", "rest"), body=(sheet.HF,), also=(("attack again", "attack"),)),
    shortest=0,
    placing=(initiative.INITIATIVE,),
    counted_whole=(sheet.HF,),
)


class Phases(Game):
    """The system `phases`."""

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        return sheet.unused_names(entry)


PHASES = Phases(
    name="phases",
    package=__package__,
    options=Options,
    combatant=sheet.Entry,
    parts={"weapon": sheet.Weapon},
    unit=UNIT,
    abilities=ABILITIES,
    turns=Turns,
    resolution=Resolution,
    dice=Dice,
    choices=Choices,
    display=Display,
    sheets=Sheets,
    carry_over=carry_over.CarryOver,
    reckoned=calculators.calculators,
    before=BEFORE,
)
