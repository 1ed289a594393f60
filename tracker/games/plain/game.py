"""The game plain: its menus, displays and sheets, put together with its turns and resolution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from tracker.clock.spans import TimeUnit
from tracker.game_api import parts
from tracker.game_api.calculator_arguments import primed
from tracker.game_api.calculators import Figure, calculator
from tracker.game_api.carry_over import Kept
from tracker.game_api.game import Game
from tracker.game_api.sheets import Calculator, CombatantSheet
from tracker.game_api.validated import entry_as
from tracker.game_api.values import Abilities, Card, Choice, ConditionByHand, Menu, ModifierScale, Strike
from tracker.games.plain.actions import ATTACK, DAMAGE, GUARD, GUARD_BONUS, GUARDING, number
from tracker.games.plain.sheet import FISTS, HP, Entry, Options, Sheet, Weapon, sheet_of
from tracker.games.plain.turns import Resolution, Turns
from tracker.games.plain.verbs import VERBS, Fighter
from tracker.games.toolkit import d20, menus, target_menu
from tracker.games.toolkit.damage import only_dice
from tracker.games.toolkit.hook_functions import rule_book_in
from tracker.games.toolkit.sums import signed
from tracker.games.toolkit.verbs import ChoicesByRows
from tracker.model.combatant import Condition, Pool
from tracker.model.orders import OrderWords
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.model.validation_errors import Faults


class Choices(ChoicesByRows[Options]):
    """The choices of Plain."""

    __slots__ = ()

    rows = VERBS

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """Offer attack (one choice for each weapon), guard and wait, then the target of the attack."""
        fighter = Fighter(encounter, who, self.options)
        if path:
            return VERBS.menu(fighter, path)
        return Menu(f"{fighter.name} may act.", (*VERBS.choices(fighter), menus.wait(who)))

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """Return the choice to repeat the last attack on the same target, when that is in the fight."""
        last = encounter[who].last
        if last is None or last.verb != ATTACK or not encounter[last.target].able:
            return None
        weapon = sheet_of(encounter, who).weapon(last.weapon)
        works = d20.hit(number(encounter, who, last.target, weapon, self.options).total)
        return Choice("enter", last.label, line=f'{who} {ATTACK} {last.target} "{weapon.name}"', works=works)

    def conditions_by_hand(self) -> tuple[ConditionByHand, ...]:
        return (ConditionByHand(GUARDING, "on guard", GUARD_BONUS),)


class Display(parts.Display[Options]):
    """The display of Plain."""

    __slots__ = ()

    rule_book = rule_book_in("tracker.games.plain")

    def visible_condition(self, condition: Condition) -> str:
        """Return the guard, which others see."""
        return condition.label if condition.key == GUARDING else ""

    def card(self, encounter: Encounter, who: str) -> Card:
        """Return a card with a line for each weapon, and its chance against every foe."""
        sheet = sheet_of(encounter, who)
        strikes = []
        for weapon in sheet.weapons:
            needs = [
                (foe, number(encounter, who, foe.id, weapon, self.options)) for foe in target_menu.foes(encounter, who)
            ]
            chances = tuple((foe.name, d20.percent(need.total)) for foe, need in needs)
            strikes.append(Strike(weapon.name, chances, damage=weapon.damage))
        facts = (f"defence {sheet.defence} · initiative {signed(sheet.initiative)}",)
        return Card(who, encounter[who].name, tuple(strikes), (), facts)

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """Return the number that an attack must reach, summand by summand. Without a target, for every foe.

        Raises Refused.
        """
        if words and words[0] != ATTACK:
            raise Refused(f"There is only the attack to explain: why {who} attack")
        return VERBS.explain(Fighter(encounter, who, self.options), words or (ATTACK,))


class Sheets(parts.Sheets[Options]):
    """The reading of entries into sheets of Plain."""

    __slots__ = ()

    def pools_once_listed(self, pools: Sequence[Pool]) -> tuple[str, ...]:
        return ("HP",)

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        """Return an entry as sheet, full hit points and those left. Raises Faults for figures that do not fit."""
        fields = entry_as(Entry, entry)
        if fields.hurt > fields.hit_points:
            raise Faults([(("hurt",), f"hurt {fields.hurt} is more than the {fields.hit_points} hit points there are")])
        only_dice(
            [(("weapon", index, "damage"), weapon.damage) for index, weapon in enumerate(fields.weapon)],
            "1d6+2",
            opened=True,
        )
        sheet = Sheet(defence=fields.defence, initiative=fields.initiative, weapons=tuple(fields.weapon) or (FISTS,))
        return CombatantSheet(sheet, (Pool(HP, "hit points", fields.hit_points),), (fields.hit_points - fields.hurt,))

    def reckoning(self, encounter: Encounter, who: str) -> Sequence[Calculator]:
        """Return the attack calculator. With a fighter, filled in for its first weapon against the first foe."""
        if not who:
            return calculators(self.options)
        weapon = sheet_of(encounter, who).weapon()
        foe = next(iter(target_menu.foes(encounter, who)), None)
        defence = sheet_of(encounter, foe.id).defence if foe else None
        return primed(
            calculators(self.options), {"attack": weapon.attack + self.options.scene.modifier, "defence": defence}
        )


class CarryOver(parts.CarryOver[Options]):
    """The values kept after a fight of Plain."""

    __slots__ = ()

    def pool_kept(self, pool: Pool, points: int) -> Kept | None:
        """Keep the points lost as `hurt`."""
        return Kept(("hurt",), pool.full - points, "hurt", usual=points == pool.full)


def attack(
    rules: Options | None,
    *,
    attack: Annotated[int, Figure("what is added to the attack", -20, 20)] = 0,
    defence: Annotated[int, Figure("what must be reached", 1, 40)],
    roll: Annotated[int | None, Figure("what the d20 showed", 1, 20)] = None,
) -> Mapping[str, Any]:
    """The needs of an attack, its chance, and the meaning of a roll."""
    need = defence - attack
    record: dict[str, Any] = {"needed": max(2, min(20, need)), "percent": d20.percent(need)}
    return record if roll is None else {**record, "outcome": d20.judge(need, roll).tier}


def calculators(rules: Options | None = None) -> tuple[Calculator, ...]:
    """Return the calculators under the rules of a fight."""
    return (calculator(attack, rules),)


ABILITIES = Abilities(
    ModifierScale("mod", -20, 20), damage=DAMAGE, orders=OrderWords((ATTACK, GUARD), body=(HP,)), shortest=0,
    placing=("initiative",),
)  # fmt: skip


PLAIN = Game(
    name="plain",
    package=__package__,
    options=Options,
    combatant=Entry,
    parts={"weapon": Weapon},
    unit=TimeUnit("round", "rounds", Fraction(1, 6)),
    abilities=ABILITIES,
    turns=Turns,
    resolution=Resolution,
    dice=d20.Dice,
    choices=Choices,
    display=Display,
    sheets=Sheets,
    carry_over=CarryOver,
    reckoned=calculators,
)
