"""Fighter: one fighter's target numbers, turns, energy, armour and conditions at one moment."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tracker.game_api.values import ConditionByHand
from tracker.games.prism import checks, timing
from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.book.tables import BOOK
from tracker.games.prism.harm import Layer
from tracker.games.prism.sheet import ENERGY, STAMINA, Piece, Sheet, Skill, Weapon, sheet_of
from tracker.games.toolkit import fighters, steps
from tracker.games.toolkit.names import demanded
from tracker.games.toolkit.sums import Sum
from tracker.model.questions import Roll

DEFENSIVE, HELD, UNCONSCIOUS, DYING, DESTROYED = "defensive", "held", "unconscious", "dying", "destroyed"
"""The conditions. `destroyed` is followed by the pool of the piece of armour."""
_NAMED = (DEFENSIVE, HELD, UNCONSCIOUS, DYING, "prone", "stunned")
BY_HAND = tuple(ConditionByHand(key, "held action" if key == HELD else key) for key in _NAMED)
"""Conditions that may be begun by hand."""
TURN, INTENT, SECOND, BURNT, FIRST = "turn", "intent", "second", "burnt", "first"
"""The marks: the tick of the last turn, the intent shown, the ticks of the last second action and of the last burnt
energy, and the tick on which the GM lets the fighter declare before its allies."""


class Fighter(fighters.Standing):
    """A fighter at one moment of an encounter."""

    # Kept: rules ask for it in nearly every line.
    @cached_property
    def sheet(self) -> Sheet:
        """The sheet, which never changes in a fight."""
        return sheet_of(self.encounter, self.who)

    @property
    def house(self) -> HouseRules:
        return self.sheet.options.house_rules

    @property
    def energy_pool(self) -> str:
        """The pool that energy is paid from (S-TURN-3)."""
        return STAMINA if self.house.one_pool else ENERGY

    @property
    def energy(self) -> int:
        """The energy left (S-TURN-3)."""
        return self.now.pool(self.energy_pool)

    @property
    def defensive(self) -> bool:
        """True if the fighter is on the defensive (S-TURN-1)."""
        return self.now.condition(DEFENSIVE) is not None

    @property
    def period(self) -> int:
        """The ticks between the fighter's turns (S-CHAIN-3)."""
        return timing.period(self.sheet.attribute("Initiative"), self.house)

    @property
    def intent(self) -> str:
        """The intent shown for the present turn. Empty when none was needed."""
        return str(self.now.marks.get(INTENT, "")) if self.now.mark(TURN, -1) == self.encounter.count else ""

    @property
    def second_open(self) -> bool:
        """Return whether a second action is paid for on this tick and not yet declared (S-TURN-2)."""
        return self.now.mark(SECOND, -1) == self.encounter.count and len(self.now.actions) == 1

    def skill(self, name: str) -> Skill:
        """Return a skill by name. Raises Refused."""
        return demanded(self.sheet.skills, name, self.name, "skill")

    # Target numbers

    def risen(self, skill: Skill) -> int:
        """Return the value of a skill, with what it rose in this fight (S-GROW-1)."""
        return skill.value + self.now.mark(f"gained {skill.name}")

    def number(self, skill: Skill, bonus: int = 0, gear: str = "") -> Sum:
        """Return a skill's target number: value × attribute, plus bonuses of skill, gear and scene (S-TN-1)."""
        value, attribute = self.risen(skill), self.sheet.attribute(skill.attribute)
        sum = Sum().add(value * attribute, f"{skill.name} {value} × {skill.attribute} {attribute}", "S-TN-1")
        sum.add(skill.bonus, skill.name, "S-TN-1").add(bonus, gear, "S-TN-1")
        return sum.add(self.sheet.options.scene.modifier, "the scene", "S-TN-1").weigh(self.now)

    def attack(self, weapon: Weapon, burnt: int = 0) -> Sum:
        """Return the target number of an attack, with energy (S-TN-1, S-TN-3)."""
        sum = self.number(self.skill(weapon.skill), weapon.bonus, weapon.name)
        return sum.add(checks.raised(burnt, self.house), f"{burnt} energy", "S-TN-3")

    def dodge(self) -> Sum:
        """Return the target number of a dodge. It starts from 0 without the skill (S-DODGE-3, SQ 30)."""
        skill = self.sheet.skill(self.sheet.dodge)
        if skill is not None:
            return self.number(skill)
        return Sum().add(self.sheet.options.scene.modifier, "the scene", "S-TN-1").weigh(self.now)

    def potential(self, skill: Skill) -> str:
        """Return the name of the attribute by which a skill improves (S-GROW-1)."""
        return f"{skill.kind.capitalize()}Potential"

    def improvement(self, skill: Skill) -> int:
        """Return the number to roll at or under to improve a skill (S-GROW-1)."""
        return checks.improvement(self.risen(skill), self.sheet.attribute(self.potential(skill)))

    def roll(self, what: str, label: str, number: Sum, target: str = "", **against: Any) -> Roll:
        """Return a roll against a target number (S-DICE-1). `against` tells the judge about the other side's result."""
        return steps.against(number, self.who, what, label, BOOK.dice.notation, target, **against)

    # Armour

    def layer(self, piece: Piece) -> Layer:
        """Return a piece of armour as it is now (S-ARM-1)."""
        # A damaged piece starts with no more threshold than its capacity left. A house rule caps a whole one too.
        whole = piece.left == piece.capacity and not self.house.capped_threshold
        start = piece.threshold if whole else max(0, min(piece.threshold, piece.left))
        return Layer(self.now.mark(piece.mark, start), self.now.pool(piece.pool), piece.threshold)

    def destroyed(self, piece: Piece) -> bool:
        """Return whether a piece was destroyed (S-ARM-5)."""
        return self.now.condition(f"{DESTROYED} {piece.pool}") is not None

    @property
    def objects(self) -> list[Weapon]:
        """The objects to deflect with, the usual one first: fitting, in hand, not destroyed.

        A shield goes before a blade: a thing with a capacity is there to be struck.
        """
        destroyed = [name for name, piece in self.sheet.objects.items() if self.destroyed(piece)]
        fitting = [weapon for weapon in self.sheet.weapons if weapon.deflects and weapon.name not in destroyed]
        return sorted(fitting, key=lambda weapon: not weapon.capacity)

    def held(self, name: str) -> Weapon:
        """Return the object with this name. The usual one for no name, or when that object is gone."""
        likely, *_others = self.objects
        return next((weapon for weapon in self.objects if weapon.name == name), likely)
