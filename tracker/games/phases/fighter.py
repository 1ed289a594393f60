"""Fighter: checks, weapons and turns of a fighter at one moment, and of a fighter in a step under way."""

from __future__ import annotations

from tracker.encounter.engine.declarations import may_declare_at
from tracker.games.phases.book.house_rules import HouseRules, Options
from tracker.games.phases.book.tables import Location
from tracker.games.phases.checks.chances import Check, aim_level
from tracker.games.phases.sheet import Sheet, Weapon, sheet_of
from tracker.games.phases.timing import LENGTH, MOST_USED, UNIT, Gun, phase_end, sub_phase
from tracker.games.toolkit import fighters, guards
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE

USED = "used"
"""The mark with the number of sub-phases used in this phase (P-TIME-2)."""
MOVED = "moved"
"""The mark with the metres moved in this phase (P-MOVE, PQ 14)."""


@dataclass(frozen=True, slots=True)
class Defence:
    """A defence against a blow: the skill's name and its check."""

    name: str
    check: Check


class Fighter(fighters.Standing):
    """A fighter at one moment of an encounter."""

    @property
    def sheet(self) -> Sheet:
        """The sheet, which never changes in a fight."""
        return sheet_of(self.encounter, self.who)

    @property
    def rules(self) -> Options:
        return self.sheet.options

    @property
    def house(self) -> HouseRules:
        return self.rules.house_rules

    # Checks

    def check(self, name: str, weapon: Weapon | None = None) -> Check:
        """Return the check of a skill with every bonus, at the scene's level.

        Untrained, only the bonuses count. Rules: PQ 32.
        """
        skill, stat = self.sheet.skill_named(name), 0
        summands = [(0, "untrained, the bonuses alone (PQ 32)")]
        if skill is not None:
            stat = self.sheet.bonus(skill.stat)
            summands = [
                (skill.value, skill.name),
                (stat, f"stat bonus {skill.stat}"),
                (skill.bonus, f"bonus of {skill.name}"),
            ]
        if weapon is not None:
            summands.append((weapon.bonus, weapon.name))
        check = Check(tuple(summands), steps=self.now.weights, stat=stat, rules=self.rules)
        return check.harder(self.rules.scene.level, "the scene")

    def attack(self, weapon: Weapon, place: Location | None = None, level: int = 0) -> Check:
        """Return the check of an attack, aimed at a location or not, with further steps of its `level` (P-DMG-5)."""
        check = self.check(weapon.skill, weapon)
        if place is not None:
            check = check.harder(aim_level(place, self.rules), f"aimed at the {place.name} (P-DMG-5)")
        return check.harder(level, "range and the like")

    def defence(self) -> Defence:
        """Return the fighter's best melee or dodge skill by base (P-HIT-2, PQ 19)."""
        parries = [
            Defence(weapon.skill or weapon.name, self.check(weapon.skill, weapon))
            for weapon in self.sheet.of_use("melee")
        ]
        dodges = [
            Defence(skill.name, self.check(skill.name))
            for skill in self.sheet.skill
            if skill.name.casefold().startswith(("dodg", "evad"))
        ]
        untrained = Defence("dodge", self.check("dodge"))
        return max([*parries, *dodges], key=lambda defence: defence.check.base, default=untrained)

    # Weapons and movement

    def weapon(self, name: str) -> Weapon:
        """Return the weapon with this name. Raises Refused with the names there are."""
        weapon = self.sheet.weapon_named(name)
        if weapon is None:
            weapons = ", ".join(weapon.name for weapon in self.sheet.weapon) or "none"
            raise Refused(f'{self.name} has no weapon "{name}". Weapons on its sheet: {weapons}.')
        return weapon

    def gun(self, weapon: Weapon) -> Gun:
        """Return a ranged weapon with its present rounds and shots."""
        return Gun(weapon, self.now, self.rules)

    @property
    def guns(self) -> list[Gun]:
        return [self.gun(weapon) for weapon in self.sheet.of_use("ranged")]

    @property
    def metres(self) -> float:
        """Return the metres the fighter may move now: the rate per sub-phase, or the rest of it in the phase.

        Rules: P-MOVE, PQ 14.
        """
        if self.house.movement == "sub-phase":
            return self.sheet.movement
        return max(0.0, self.sheet.movement - float(self.now.marks.get(MOVED, 0)))

    @property
    def why_rooted(self) -> str:
        """The reason why the fighter cannot move now. Empty when it can (P-MOVE)."""
        return "" if self.metres else f"{self.now.name} may move no further in this phase (P-MOVE)."

    # Turns

    @property
    def left(self) -> int:
        """Return the sub-phases the fighter may still use in this phase (P-TIME-2)."""
        return MOST_USED - self.now.mark(USED)

    @property
    def uses(self) -> str:
        """The sub-phases used in words: `1 of 2 sub-phases used` (P-TIME-2)."""
        return f"{self.now.mark(USED)} of {MOST_USED} sub-phases used"

    def entry_from(self, count: int) -> int:
        """Return the first count, from `count` on, at which the fighter is asked.

        A fighter is asked in sub-phase 1 only if it can fire. Rules: P-SUB.
        """
        if sub_phase(count) != 1:
            return count
        # A first sub-phase that is still to come begins a phase in which no shot is fired yet.
        new_phase = count > self.encounter.count
        can_fire = any(gun.shots(new_phase=new_phase) for gun in self.guns)
        return count if can_fire else count + 1

    def next_entry(self) -> int:
        """Return when the fighter is asked again after acting or holding now: in this phase or the next (P-TIME-2)."""
        now = self.encounter.count
        if self.left > 0 and sub_phase(now) < LENGTH:
            return now + 1
        return self.entry_from(phase_end(now) + 1)

    def check_free(self, *, shoots: bool) -> None:
        """Raise Refused for a third use of a phase (P-TIME-2), and for all but firing in the first sub-phase.

        Rules: P-SUB.
        """
        guards.refuse(self.why_used_up or ("" if shoots else self.why_only_fire))

    @property
    def why_used_up(self) -> str:
        """Return why the fighter can do nothing more in this phase. Empty when it can (P-TIME-2)."""
        if self.left > 0:
            return ""
        return f"{self.name} has already used two sub-phases of this phase (P-TIME-2). w: hold to the next phase"

    @property
    def why_only_fire(self) -> str:
        """Return why the fighter can do nothing but fire now. Empty when it can (P-SUB)."""
        if sub_phase(self.encounter.count) != 1:
            return ""
        when = UNIT.text(self.encounter.count)
        return (
            f"{self.name} can only fire a loaded ranged weapon at {when}, the first sub-phase (P-SUB). "
            "w: hold to the second"
        )


class Acting(fighters.Acting):
    """A fighter in a step under way."""

    __slots__ = ()

    @property
    def fighter(self) -> Fighter:
        """The fighter with all changes of the step so far."""
        return Fighter(self.draft.encounter, self.who)

    def go_on(self) -> None:
        """Schedule the fighter's next turn, unless it has one or is busy."""
        idle = self.now.able and not self.now.actions
        if idle and self.draft.encounter.agenda.find(self.who, DECLARE) is None:
            may_declare_at(self.draft, self.who, self.fighter.next_entry())

    def back(self, count: int | None = None) -> None:
        """Let a fighter who joins or wakes be asked again, from `count` on, or without it from the next count on."""
        if count is None:
            count = self.draft.encounter.count + 1
        may_declare_at(self.draft, self.who, self.fighter.entry_from(count))
