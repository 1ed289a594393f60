"""The game feats: its parts put together, and the models of its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.clock.recovery import Recovery
from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.declarations import check_moment, not_in_the_middle
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api import choice_keys, parts
from tracker.game_api.game import Game
from tracker.game_api.sheets import Calculator, CombatantSheet
from tracker.game_api.values import HIT, WORKS, Abilities, Choice, ConditionByHand, Menu
from tracker.games.feats import checks, explain, formulas
from tracker.games.feats import fighter as fighters
from tracker.games.feats import sheet as sheets
from tracker.games.feats.actions import refusals, resolving_action, turns
from tracker.games.feats.actions.declarations import Declaring
from tracker.games.feats.actions.landings import STAGES
from tracker.games.feats.actions.resolving_action import BY
from tracker.games.feats.actions.turns import Dice, Turns
from tracker.games.feats.book.house_rules import BEFORE, Options
from tracker.games.feats.calculators import calculators, for_fighter
from tracker.games.feats.fighter import WORDS, Fighter
from tracker.games.feats.menus import ALWAYS, ON_LAND, ON_WATER, PASS_KEY, Menus
from tracker.games.feats.verbs import VERBS
from tracker.games.toolkit import guards
from tracker.games.toolkit.exact_numbers import exact, plain
from tracker.games.toolkit.hook_functions import always
from tracker.games.toolkit.menu_paths import Path
from tracker.games.toolkit.menus import WAIT
from tracker.games.toolkit.verbs import ChoicesByRows
from tracker.model.combatant import Pool
from tracker.model.commands import Do
from tracker.model.orders import OrderWords
from tracker.model.questions import Question, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.model.validation_errors import Fault

HOW_MUCH = "how much"
"""The stage that carries out a verb with the number given as the answer."""

_AT_ONCE = VERBS.letters_at_once(ON_LAND, ON_WATER, ALWAYS) | {PASS_KEY, WAIT}
"""Letters at which a declaration is carried out at once."""


class Resolution(turns.Resolution):
    """The resolution of verbs and due entries of Feats."""

    __slots__ = ()

    def decide(self, draft: StepBuilder, command: Do) -> None:
        """Declare a verb of this game. With a number left out, ask for it. Raises Refused."""
        who, verb = command.who, command.verb
        row, values = VERBS[verb], VERBS.values_of(command)
        fighter = Declaring(draft, who, self.options.house_rules, verb, measures_gap=self.options.gap is not None)
        if row.at_any_time(*values):
            if not draft.encounter.began and verb != ABILITIES.damage:
                raise Refused("The fight has not begun; `begin` starts it.")
            not_in_the_middle(draft, f"{fighter.name} {verb}")
        else:
            check_moment(draft, who)
        guards.refuse(row.why_not(fighter.state, fighter.house))
        asked = VERBS.carry_out(fighter, command)
        if asked is not None:
            draft.push(HOW_MUCH, who=who, verb=verb, words=list(row.text(values)[1:]))
            draft.ask_amount(who, verb, asked.text, asked.least, asked.most)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        """Go on with the number that a line left out, with a stage of an action, or of a roll outside one."""
        data = task.data
        if task.stage == HOW_MUCH:
            self.decide(draft, Do(data["who"], data["verb"], (str(data["amount"]), *data["words"])))
        elif "action" not in data:
            super().resume(draft, task)
        else:
            # A task of a defence that another fighter rolls names the actor in `by`.
            who = str(data.get("by", data["who"]))
            action = draft[who].action(int(data["action"]))
            if action is not None and task.stage in STAGES:
                landing = VERBS[action.verb].landing(draft, who, action, self.options.house_rules)
                getattr(landing, task.stage)(data)


class Choices(ChoicesByRows[Options]):
    """The choices of Feats."""

    __slots__ = ()

    rows = VERBS
    conditions_by_hand = always(tuple(ConditionByHand(key, WORDS["conditions"][key]) for key in WORDS["by_hand"]))

    def open_to_chooser(self, choice: Choice) -> bool:
        """Return whether the choice names nobody: then its chance is the fighter's own number."""
        return not choice.whom

    def menu(self, encounter: Encounter, who: str, path: Path) -> Menu:
        """Return the fighter's menu at `path`, the words chosen so far."""
        fighter = self._menus(encounter, who)
        if not path:
            return fighter.root()
        if path == ("more",):
            return fighter.more()
        if path == ("other",):
            return fighter.by_hand()
        # An order to attack opens the menu of a slam under its own verb.
        return VERBS.menu(fighter, ("slam", *path[1:]) if path[0] == "attack" else path)

    def _menus(self, encounter: Encounter, who: str) -> Menus:
        return Menus(encounter, who, self.options.house_rules, measures_gap=self.options.gap is not None, rows=VERBS)

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """Return the answers with keys: rolls of the fighter itself first, the likeliest on top."""
        fighter = self._menus(encounter, question.who)
        choices = choice_keys.keyed([fighter.answer(word, question) for word in question.choices], _AT_ONCE)
        rolled = [choice for choice in choices if choice.chance is not None and not choice.word.startswith(BY)]
        rolled.sort(key=lambda choice: choice.chance or 0, reverse=True)
        return (*rolled, *(choice for choice in choices if choice not in rolled))

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        """Return the effect of an amount of pounds, or of yards of run-up."""
        fighter = Fighter(encounter, question.who)
        match question.what:
            case "jump":
                figures = checks.figures(fighter.sheet, exact(amount))
                return f"{plain(figures['high_inches'])} in up, {plain(figures['broad_feet'])} ft across"
            case "shove":
                return "it gives way, 1 s"
            case _:
                helpers, _person = question.then[-1].data["words"]
                return f"{fighter.lift_seconds(exact(amount), helpers)} s"

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """Return the choice to repeat the last slam, rescue or first aid. None when it is not possible."""
        fighter, last = self._menus(encounter, who), encounter[who].last
        if last is None or fighter.why_not(last.verb):
            return None
        words, if_met = last.options, ""
        match last.verb:
            case "slam" if encounter[last.target].able:
                how = checks.How(*last.options)
                need = checks.slamming(fighter.sheet, how.kind, how.skill)
                words, if_met = (how.line,), fighter.if_met(need, last.target)
            case "rescue" if not refusals.why_no_rescue(fighter, last.target):
                technique = int(last.options[0]) if last.options else 0
                need = checks.rescue(fighter.sheet, fighter.another(last.target).sheet, technique)
            case "firstaid" if not refusals.why_no_first_aid(fighter, last.target):
                need = checks.first_aid(fighter.sheet)
            case _:
                return None
        line = " ".join(filter(None, (who, last.verb, last.target, *words)))
        works = fighter.works(need, HIT if last.verb == "slam" else WORKS)
        return Choice("enter", last.label, line=line, price="1 s", theirs=if_met, works=works)


class Sheets(parts.Sheets[Options]):
    """The reading of entries into sheets of Feats."""

    __slots__ = ()

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        return sheets.read_sheet(entry, self.options)

    def pools_once_listed(self, pools: Sequence[Pool]) -> tuple[str, ...]:
        return ("HP", "FP")

    def sheet_record(self, encounter: Encounter, who: str) -> dict[str, Any]:
        """Return the sheet as a record: the usual keys, then stats, derived figures, skills and things."""
        sheet = sheets.sheet_of(encounter, who)
        return {
            **super().sheet_record(encounter, who),
            "stats": [f"{name} {value}" for name, value in sheet.stats.items()],
            "derived": list(explain.lines(encounter, who)),
            "skills": [{"name": name, "value": value} for name, value in sheet.skills.items()],
            "things": [thing.model_dump() for thing in sheet.entry.thing],
        }

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        return for_fighter(self.options, encounter, who)


class CarryOver(parts.CarryOver[Options]):
    """The values kept after a fight of Feats."""

    __slots__ = ()

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Return the recovery at rest: fatigue points at `rest_seconds` each. Hit points are by hand."""
        return {"rest": (Recovery(sheets.FP, 1, self.options.house_rules.rest_seconds),)}


ORDERS = OrderWords(
    answers=(resolving_action.NONE, *sheets.DEFENCES),
    body=(sheets.HP,),
    spares=(fighters.UNCONSCIOUS,),
    also=(("attack again", "attack"),),
)
ABILITIES = Abilities(damage="damage", orders=ORDERS, shortest=1, passes=True)


_DOUBTED = 2
"""The level of Enhanced Move above which a multiple was perhaps meant."""


class Feats(Game):
    """The system `feats`."""

    def remarks(self, document: Mapping[str, Any]) -> tuple[str, ...]:
        """Return a remark on each high level of Enhanced Move, which was perhaps meant as a multiple.

        Rules: F-RUN-3, FQ 29.
        """
        house = document.get("house_rules", {})
        if isinstance(house, dict) and house.get("enhanced") == "times":
            return ()
        return tuple(
            f"{entry['name']}'s {key} = {entry[key]:g} is the printed level: "
            f"{plain(formulas.multiple(exact(entry[key])))} times Move (F-RUN-3); "
            f"for {entry[key]:g} times it would be {key}_times = {entry[key]:g}"
            for entry in document.get("combatant", ())
            for key in ("enhanced", "enhanced_air")
            if entry.get(key, 0) > _DOUBTED
        )

    def unused_names(self, entry: Mapping[str, Any], options: Mapping[str, Any]) -> Iterable[Fault]:
        return sheets.unused_names(entry, options)


FEATS = Feats(
    name="feats",
    package=__package__,
    options=Options,
    combatant=sheets.Entry,
    parts={"thing": sheets.Thing},
    figures={"thing": ("weight",)},
    unit=TimeUnit("second", "seconds", Fraction(1)),
    abilities=ABILITIES,
    turns=Turns,
    resolution=Resolution,
    dice=Dice,
    choices=Choices,
    display=explain.Display,
    sheets=Sheets,
    carry_over=CarryOver,
    reckoned=calculators,
    before=BEFORE,
)
