"""Fighter: somebody at one moment: what it rolls, what it can fire, when it acts (P-INIT); and in a step under way."""

from __future__ import annotations

from tracker.encounter.engine.declarations import may_declare_at
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, Encounter
from tracker.systems.kit import fighters
from tracker.systems.kit.sums import level_told
from tracker.systems.phases.book.house import HouseRules, Options
from tracker.systems.phases.book.tables import Location, tables
from tracker.systems.phases.checks.chances import Check, aim_level
from tracker.systems.phases.sheets import Sheet, Weapon, sheet_of
from tracker.systems.phases.timing import LENGTH, MOST_USED, UNIT, Gun, phase_end, sub_phase

USED = "used"
"""The mark of how many sub-phases one has used in this phase (P-TIME-2)."""
MOVED = "moved"
"""The mark of metres moved in this phase (P-MOVE, PQ 14)."""


INITIATIVE = "initiative"
FAILED = "initiative.failed"
"""The mark of one whose roll failed; it is there as soon as it has rolled."""
SURPRISE = "surprise"
"""The mark of a level given before the fight; without it the sheet's own counts (P-INIT-2, PQ 29)."""


class Fighter(fighters.Moment):
    """Somebody at one moment of an encounter."""

    __slots__ = ()

    @property
    def sheet(self) -> Sheet:
        """The part of it that never changes."""
        return sheet_of(self.encounter, self.who)

    @property
    def rules(self) -> Options:
        """The rules its fight is played by."""
        return self.sheet.options

    @property
    def house(self) -> HouseRules:
        """The house rules of its fight."""
        return self.rules.house_rules

    # What it rolls

    def check(self, name: str, weapon: Weapon | None = None) -> Check:
        """A skill with every bonus (without it they alone, PQ 32), at the level of the scene (P-CHECK-1)."""
        skill, stat = self.sheet.skill_named(name), 0
        summands = [(0, "untrained, the bonuses alone (PQ 32)")]
        if skill is not None:
            stat = self.sheet.bonus(skill.stat)
            summands = [
                (skill.value, skill.name), (stat, f"stat bonus {skill.stat}"), (skill.bonus, f"bonus of {skill.name}"),
            ]  # fmt: skip
        if weapon is not None:
            summands.append((weapon.bonus, weapon.name))
        check = Check(tuple(summands), self.now.weights, stat=stat, rules=self.rules)
        return check.harder(self.rules.scene.level, "the scene")

    def attack(self, weapon: Weapon, place: Location | None = None, level: int = 0) -> Check:
        """With a weapon, aimed at a location or at none (P-CHECK 1–3, P-DMG-5), at a further level."""
        check = self.check(weapon.skill, weapon)
        if place is not None:
            check = check.harder(aim_level(place, self.rules), f"aimed at the {place.name} (P-DMG-5)")
        return check.harder(level, "range and the like")

    def defence(self) -> tuple[str, Check]:
        """What it defends with: its best melee or dodge skill, by base (P-HIT-2, PQ 19)."""
        ways = [(one.skill or one.name, self.check(one.skill, one)) for one in self.sheet.of_use("melee")]
        dodges = [one.name for one in self.sheet.skill if one.name.casefold().startswith(("dodg", "evad"))]
        ways += [(name, self.check(name)) for name in dodges]
        return max(ways, key=lambda way: way[1].base, default=("dodge", self.check("dodge")))

    @property
    def surprise(self) -> int:
        """The level of its Initiative roll: 0, another only for surprise or ambush (P-INIT-2)."""
        return self.now.mark(SURPRISE, self.sheet.surprise)

    def initiative(self) -> Check:
        """The Initiative skill (P-INIT-1)."""
        book = tables().initiative
        summands = [(book.base, "everybody (P-INIT-1)")]
        summands += [(self.sheet.bonus(name), f"{name} bonus") for name in book.bonuses]
        summands.append((self.sheet.initiative, "points bought (P-GROW)"))
        return Check(tuple(summands), rules=self.rules).harder(self.surprise, "surprise (P-INIT-2)")

    @property
    def standing(self) -> str:
        """`Initiative 55, made`: how it stands in the order."""
        marks = self.now.marks
        outcome = "not rolled yet" if FAILED not in marks else "failed" if marks[FAILED] else "made"
        return f"Initiative {self.sheet.initiative_skill}, {outcome}"

    # What it has

    def weapon(self, name: str) -> Weapon:
        """The weapon of this name; raises Refused when there is none."""
        weapon = self.sheet.weapon_named(name)
        if weapon is None:
            there = ", ".join(one.name for one in self.sheet.weapon) or "none"
            raise Refused(f'{self.name} has no weapon "{name}"; on its sheet there are: {there}.')
        return weapon

    def gun(self, weapon: Weapon) -> Gun:
        """A weapon as it stands now."""
        return Gun(weapon, self.now, self.rules)

    @property
    def guns(self) -> list[Gun]:
        """Everything it can fire, loaded or not."""
        return [self.gun(weapon) for weapon in self.sheet.of_use("ranged")]

    @property
    def metres(self) -> float:
        """How far it may move now: the rate in each sub-phase, or what is left of it in the phase (P-MOVE, PQ 14)."""
        if self.house.movement == "sub-phase":
            return self.sheet.movement
        return max(0.0, self.sheet.movement - float(self.now.marks.get(MOVED, 0)))

    # When it may act

    @property
    def left(self) -> int:
        """How many sub-phases it may still use in this phase (P-TIME-2)."""
        return MOST_USED - self.now.mark(USED)

    @property
    def uses(self) -> str:
        """`1 of 2 sub-phases used` (P-TIME-2)."""
        return f"{self.now.mark(USED)} of {MOST_USED} sub-phases used"

    def entry_from(self, count: int) -> int:
        """The first count from `count` on at which it is asked: in sub-phase 1 only with something to fire (P-SUB)."""
        fresh = count > self.encounter.count
        return count + (sub_phase(count) == 1 and not any(gun.shots(fresh) for gun in self.guns))

    def next_entry(self) -> int:
        """When it is asked again after acting or holding now: still in this phase, or in the next (P-TIME-2)."""
        now = self.encounter.count
        return now + 1 if self.left > 0 and sub_phase(now) < LENGTH else self.entry_from(phase_end(now) + 1)

    def check_free(self, shoots: bool) -> None:
        """Refuses what cannot be done in this sub-phase: a third use (P-TIME-2), all but fire in the first (P-SUB)."""
        if self.left <= 0:
            raise Refused(
                f"{self.name} has used two sub-phases of this phase already (P-TIME-2); "
                f"`{self.who} hold` goes on to the next phase."
            )
        if sub_phase(self.encounter.count) == 1 and not shoots:
            raise Refused(
                f"At {UNIT.text(self.encounter.count)}, the first sub-phase, {self.name} can only fire a loaded ranged "
                f"weapon (P-SUB); `{self.who} hold` waits for the second."
            )


def order(encounter: Encounter, who: str) -> tuple[float, ...]:
    """Who succeeded first; within each group the higher skill, then reflexes, then the sheet (P-INIT 3 and 4, PQ 7)."""
    one, sheet = encounter[who], Fighter(encounter, who).sheet
    return tuple(map(float, (one.mark(FAILED), -sheet.initiative_skill, -sheet.bonus("reflexes"), one.profile.seat)))


def likely_order(encounter: Encounter, who: str = "", at: int = 0) -> list[str]:
    """Who acts after whom when each roll falls as is likelier, with `who` rolling at the level `at` (P-INIT-3)."""

    def place(name: str) -> tuple[float, ...]:
        one = Fighter(encounter, name)
        own = one.initiative().harder(at - one.surprise, "as given") if name == who else one.initiative()
        return float(own.percent < 50), *order(encounter, name)[1:]

    return sorted((one.id for one in encounter if one.able or one.id == who), key=place)


class Acting(fighters.Acting):
    """Somebody in a step that is under way."""

    __slots__ = ()

    @property
    def fighter(self) -> Fighter:
        """The fighter as it is now."""
        return Fighter(self.draft.encounter, self.who)

    def go_on(self) -> None:
        """Its next moment, when it has none."""
        free = self.now.able and not self.now.actions
        if free and self.draft.encounter.agenda.find(self.who, DECLARE) is None:
            may_declare_at(self.draft, self.who, self.fighter.next_entry())

    def back(self, at: int | None = None) -> None:
        """Who comes in late or wakes up is asked from the next count on, or from the count `at`."""
        at = self.draft.encounter.count + 1 if at is None else at
        may_declare_at(self.draft, self.who, self.fighter.entry_from(at))

    def surprise(self, level: int) -> None:
        """The level of its Initiative roll, before the fight (P-INIT-2, PQ 29)."""
        if self.draft.encounter.began and FAILED in self.now.marks:
            raise Refused(f"{self.now.name} has rolled Initiative already; undo the beginning, or leave it.")
        self.mark(SURPRISE, level, f"Initiative at level {level_told(level)}")

    def roll_initiative(self) -> None:
        """Goes on in the stage `placed` (P-INIT-2); a game master's waiting level is not for this roll."""
        asked = self.fighter.initiative().roll(self.who, INITIATIVE, "Initiative", fixed_level=True)
        self.draft.roll(asked, Task("placed", {"who": self.who}))
