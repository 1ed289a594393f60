"""The game prism: each hook is answered by the module that knows it, and the models of its files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.declarations import check_moment, not_in_the_middle
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api import parts
from tracker.game_api.game import Game
from tracker.game_api.sheets import Calculator, CombatantSheet, Outfit
from tracker.game_api.values import Abilities, Judgement, Menu, ModifierScale
from tracker.games.prism import calculators, checks, harm, menus, odds
from tracker.games.prism import explain as explanations
from tracker.games.prism import fighter as fighters
from tracker.games.prism import sheet as sheets
from tracker.games.prism.actions import attempts, declarations, resolution, turns, wounds
from tracker.games.prism.actions.action_options import ATTACK
from tracker.games.prism.actions.reactions import ABSORB, DEFLECT, DODGE
from tracker.games.prism.book.house_rules import BEFORE, Options
from tracker.games.prism.carry_over import CarryOver
from tracker.games.prism.menus import Declaring
from tracker.games.prism.verbs import VERBS
from tracker.games.toolkit import conditions
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.hook_functions import always, answered_by, rule_book_in
from tracker.games.toolkit.menu_paths import Path
from tracker.games.toolkit.verbs import ChoicesByRows
from tracker.model.combatant import Action, Combatant, Condition, Pool, Scalar
from tracker.model.commands import Do
from tracker.model.events import Rolled
from tracker.model.orders import OrderWords
from tracker.model.questions import Roll, Task
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault


class Turns(parts.Turns[Options]):
    """The turns of Prism."""

    begin, join = answered_by(turns.begin), answered_by(turns.join)
    tie_order, first_count = answered_by(turns.tie_order), answered_by(turns.first_count)
    before_declarations = answered_by(turns.opening)
    command_for_orders = answered_by(declarations.obey)
    start_wait = answered_by(turns.hold)
    schedule_next_turn = answered_by(turns.go_on)

    def pass_turn(self, draft: StepBuilder, who: str) -> None:
        turns.go_on(draft, who)

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """End a held action when the fighter uses its turn."""
        conditions.end(draft, who, fighters.HELD)


class Resolution(parts.Resolution[Options]):
    """The resolution of verbs and due entries of Prism."""

    apply_consequences, keeps_out = answered_by(wounds.fixed), answered_by(wounds.keeps_out)

    def decide(self, draft: StepBuilder, command: Do) -> None:
        """Carry out a verb: of the turn, or one that may be used at any time. Raises Refused."""
        if VERBS[command.verb].at_any_time():
            not_in_the_middle(draft, f"{draft[command.who].name}'s {command.verb}")
        else:
            check_moment(draft, command.who)
        VERBS.carry_out(Acting(draft, command.who), command)

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """Resolve all actions of a tick together."""
        resolution.begin(draft, entries, self.options.house_rules)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        """Go on with the intents of a tick, a stage of a verb, or one of a tick's end."""
        if task.stage == turns.INTENTS:
            turns.show(draft, task.data)
        elif task.stage in VERBS.stages:
            VERBS.stages[task.stage](draft, task.data)
        elif task.stage == resolution.LANDED:
            verb, target, options = (task.data[key] for key in ("verb", "target", "options"))
            VERBS.land(Acting(draft, task.data["who"]), Action(0, verb, target=target, options=tuple(options)))
        else:
            resolution.resume(draft, task.stage, task.data)


class Dice(parts.Dice[Options]):
    """The reading of dice of Prism."""

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Return the result of a roll: success at or under the target number.

        An answer in a contest must also be above a result (`above`), or nearer than one (`far`).
        """
        house = self.options.house_rules
        far = checks.farness(chance, total, house)
        made = checks.succeeds(chance, total)
        if "above" in roll.data:
            made = total in checks.window(chance, int(roll.data["above"]), house)
        if not made:
            return Judgement("failure", 0.0, min(far, -1), success=False)
        if "far" in roll.data:
            # A success that is not the nearer one has lost, and is a success all the same (SQ 34).
            wins = checks.reactor_wins(int(roll.data["far"]), far, house)
            return Judgement("success", float(wins), far, wins)
        tier = harm.degree(chance, total, house) if house.degrees and not roll.data else "success"
        return Judgement(tier, 1.0, far, success=True)

    def turning_term(self, rolled: Rolled) -> str:
        """Return the summand that turned a roll. Of a dodge nothing, since its log lacks the result to be above."""
        return "" if rolled.what == DODGE else super().turning_term(rolled)

    def odds(self, roll: Roll) -> str:
        """Return the chance in words: `TN 54, 55 %`, for a complex answer `TN 45, 34 to 44, 11 %` (S-TN-4)."""
        chance = roll.shown if roll.shown is not None else roll.chance
        if chance is None:
            return ""
        text = f"TN {chance}".replace("-", "−")
        if "above" in roll.data:
            window = checks.window(chance, int(roll.data["above"]), self.options.house_rules)
            return f"{text}, {window.start:02d} to {window.stop - 1:02d}, {len(window)} %"
        if "far" in roll.data:
            return f"{text}, nearer than {roll.data['far']} below it"
        return f"{text}, {odds.percent(chance)} %"


class Choices(ChoicesByRows[Options]):
    """The choices of Prism."""

    rows = VERBS
    repeat_last = answered_by(menus.again)
    answers, amount_price = answered_by(menus.choices), answered_by(menus.priced)
    conditions_by_hand = always(fighters.BY_HAND)

    def menu(self, encounter: Encounter, who: str, path: Path) -> Menu:
        """Return the menu of the turn, with the plan in a path that begins with `turn`, or that of a verb.

        Raises Refused for a path that leads nowhere.
        """
        fighter = Declaring(encounter, who)
        if path and path[0] != menus.TURN:
            return VERBS.menu(fighter, path)
        fighter = fighter.planning(*path[1:]) if path else fighter
        return fighter.turn(VERBS.choices(fighter))


class Display(parts.Display[Options]):
    """The display of Prism."""

    card, explain = answered_by(explanations.card), answered_by(explanations.explain)
    turns_ahead, end_of_fight_lines = answered_by(explanations.turns_ahead), answered_by(explanations.ended)
    summary_footer = answered_by(explanations.postscript)
    rule_book = rule_book_in("tracker.games.prism")

    def pools_at_risk(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """Return the armour, a group of pools, for the target of each action under way."""
        return {
            action.target: (sheets.LAYERS,) for combatant in encounter for action in combatant.actions if action.target
        }

    def visible_condition(self, condition: Condition) -> str:
        """Return a condition's label, empty for a held action, which others do not see."""
        return "" if condition.key == fighters.HELD else condition.label

    def public_mark(self, mark: str, value: Scalar) -> str:
        """Return an intent in words, once all have chosen."""
        return f"intent {value}" if mark == fighters.INTENT and value else ""


class Sheets(parts.Sheets[Options]):
    """The reading of entries into sheets of Prism."""

    sheet_record = answered_by(explanations.record)

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        """Return a validated entry as sheet, pools and points left. Armour has pools too."""
        return sheets.read_sheet(entry, self.options)

    def pools_once_listed(self, pools: Sequence[Pool]) -> tuple[str, ...]:
        return sheets.pools_once_listed(pools)

    def armoured(self, fighter: Combatant, pieces: Sequence[Mapping[str, Any]]) -> Outfit | None:
        """Return the fighter in the armour with the most capacity, outermost. None where it wears something there."""
        return sheets.armoured(fighter, pieces)

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        return calculators.for_fighter(self.options, encounter, who)


ABILITIES = Abilities(
    ModifierScale("mod", -100, 100),
    damage=wounds.DAMAGE,
    orders=OrderWords(
        (ATTACK,),
        (ABSORB, DODGE, DEFLECT),
        (resolution.REACTION_ENERGY,),
        body=(sheets.VITALITY, sheets.TRAUMA),
        also=((f"{ATTACK} again", ATTACK),),
        before=((fighters.INTENT, turns.RED),),
        likely=(attempts.TO_ACTION,),
    ),
    shortest=0,
    passes=True,
)


class Prism(Game):
    """The system `prism`."""

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Return a remark on each full piece of armour with an AT above its AC, which counts as the AC.

        Rules: S-ARM-3, SQ 36.
        """
        return tuple(
            f"{entry['name']}'s {piece['name']} has AT {piece['threshold']} above its AC {piece['capacity']}, "
            f"so its AT counts as {piece['capacity']} (S-ARM-3)"
            for entry in document.get("combatant", ())
            for piece in entry.get("armour", ())
            if piece.get("threshold", 0) > piece.get("capacity", 0) and "left" not in piece
        )

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        return sheets.unused_names(entry, options)


PRISM = Prism(
    name="prism",
    package=__package__,
    options=Options,
    combatant=sheets.Entry,
    parts={"weapon": sheets.Weapon, "armour": sheets.Armour},
    figures={"weapon": ("skill", "modifier"), "armour": ("threshold", "capacity")},
    unit=TimeUnit("tick", "ticks", Fraction(1)),
    abilities=ABILITIES,
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
