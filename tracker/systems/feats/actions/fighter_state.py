"""Fighter state: one fighter at one moment: its sheet, activity, way covered, what it holds and what it can move."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from tracker.model.combatant import Condition
from tracker.systems.feats import checks, formulas, sheets
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import FP, HP, HouseRules, Sheet, Thing
from tracker.systems.kit import fighters
from tracker.systems.kit.exact_numbers import exact
from tracker.systems.kit.names import demanded
from tracker.systems.kit.package_files import read

CLIMB = "climb"
MOVING = (*BOOK.activities, CLIMB)
"""The activities that move somebody, one at a time; each is a condition of its own."""
FAST = ("sprint", "swoop")
WATER, DROWNING, BREATH, AIRLESS, DROWNED = "water", "drowning", "breath", "airless", "drowned"
PRONE, GRAPPLED, SECURED, DEAD, DULLED, UNCONSCIOUS = "prone", "grappled", "secured", "dead", "dulled", "unconscious"
WAY, SINCE, RUN_UP, LOAD, POISED, AFLOAT = "way", "since", "run up", "load", "poised", "kept afloat"
ON_PURPOSE = "on purpose"
"""Marks: yards covered up to a count, that count, seconds of the sprint before it, the load as it is now, the second
one got in position to jump, whether one has kept afloat once, and whether one went into the water on purpose."""
PARRY = "parry"
DEFENCES = ("dodge", PARRY, "block")
"""How a slam or throw is met."""
AT, TO = "at", "to"
"""A throw at somebody, or to somebody who may catch it."""
WORDS = read("tracker.systems.feats", "words.toml")


class FighterState(fighters.Standing):
    """Somebody in a fight as it stands."""

    @cached_property
    def sheet(self) -> Sheet:
        """Its sheet with the load it carries or pulls now, and tired or not (F-ENC-3)."""
        sheet = sheets.sheet_of(self.encounter, self.who)
        if formulas.tired(self.one.pool(FP), self.one.full(FP)):
            sheet = replace(sheet, tired=True)
        load = self.one.marks.get(LOAD)
        if load is None:
            return sheet
        return replace(sheet, load=exact(load), level=formulas.level(exact(load), sheet.lift))

    @property
    def doing(self) -> Condition | None:
        """The activity it is in."""
        return next((condition for condition in self.one.conditions if condition.key in MOVING), None)

    @property
    def in_position(self) -> bool:
        """Whether it got in position for a jump on this very second (F-JUMP-3)."""
        return self.one.marks.get(POISED) == self.encounter.count

    @property
    def afloat(self) -> bool:
        """Whether it is in deep water and has kept its head up once (F-SWIM-3)."""
        return self.has(WATER) and bool(self.one.marks.get(AFLOAT))

    @property
    def swims_on_purpose(self) -> bool:
        """Whether it went into the water on purpose, or may yet; older fights have it in the condition's amount."""
        water = self.one.condition(WATER)
        return water is None or water.amount > 0 or bool(self.one.marks.get(ON_PURPOSE))

    @property
    def full_move(self) -> int:
        """The whole yards of a turn: the run-up of a slam where the line names none."""
        return max(1, int(self.sheet.move))

    @property
    def covered(self) -> Fraction:
        """Yards it has come by running, flying and fast swimming, up to now."""
        return self.covered_by("" if self.doing is None else self.doing.key)

    def covered_by(self, activity: str) -> Fraction:
        """Yards covered with this activity, which may just have ended; with "" the yards settled so far."""
        settled = exact(self.one.marks.get(WAY, 0))
        seconds = self.encounter.count - self.one.mark(SINCE)
        if not activity:
            return settled
        if activity not in FAST:
            return settled + checks.figures(self.sheet).get(activity, 0) * seconds
        move, top = self.sheet.move, self.sheet.top
        if activity == "swoop":
            move, top = self.sheet.air, self.sheet.top_in_air
        # A sprint gathers speed, so the yards since SINCE are the whole run less the part before it.
        before = self.one.mark(RUN_UP)
        whole_run = formulas.sprinted(move, before + seconds, top)
        return settled + whole_run - formulas.sprinted(move, before, top)

    def apart(self, other: str) -> Fraction:
        """Yards between it and another in a chase."""
        return abs(self.covered - self.another(other).covered)

    def thing(self, name: str) -> Thing:
        """A thing of its sheet; raises Refused with those there are."""
        return demanded(self.sheet.entry.thing, name, self.name, "thing")

    def in_hand(self, thing: Thing) -> bool:
        """Whether a thing is in hand."""
        return self.holds(thing.name, thing.held)

    @property
    def idle(self) -> bool:
        """Whether it waits and does nothing else: it is ready to catch (F-CATCH-1)."""
        return self.one.waiting and (self.doing is None or self.doing.key not in BOOK.activities)

    @property
    def catches_by(self) -> dict[str, str]:
        """The skills it may catch by, "" for DX, by the word that answers so (F-CATCH-1)."""
        sports = (name for name in self.sheet.skills if name not in BOOK.no_sports)
        return {"dx": "", **{name.casefold().replace(" ", "-"): name for name in sports}}

    def interceptors(self, target: str) -> tuple[str, ...]:
        """The ids of others who could take what flies from it to `target` out of the air: by a parry (F-CATCH-2)."""
        others = [other.id for other in self.encounter if other.able and other.id not in (self.who, target)]
        return tuple(other for other in others if PARRY in self.another(other).sheet.defences)

    def slam_dice(self, target: str, how: checks.How, house: HouseRules) -> checks.SlamDice:
        """Both sides' dice: HP × velocity / 100, by the HP of the fighter or of what it steers (F-SLAM-3, F-SLAM-6)."""
        velocity = exact(how.yards) + exact(how.foe)
        hit_points = int(how.hp) if how.hp else self.one.full(HP)
        attacker = formulas.collision(hit_points, velocity)
        if how.strong:
            attacker = formulas.strong(attacker, house.all_out)
        return checks.SlamDice(attacker, formulas.collision(self.encounter[target].full(HP), velocity))

    # What can be moved

    def lift_with(self, helpers: str = "") -> Fraction:
        """Its Basic Lift with those who help: they add their Basic Lift, not their ST (F-LIFT-4)."""
        lifters = (self.who, *helpers.split())
        return sum((self.another(lifter).sheet.lift for lifter in lifters), Fraction(0))

    def lift_seconds(self, pounds: Fraction, helpers: str) -> int:
        """Seconds of a lift, with one hand or with two (F-LIFT-2)."""
        one_handed, two_handed = BOOK.lift_seconds
        return one_handed if pounds <= formulas.limits(self.lift_with(helpers))["one_hand"] else two_handed

    def most_pounds(self, verb: str, words: tuple[str, ...]) -> Fraction:
        """The most pounds that can be lifted, shoved, carried or pulled so (F-LIFT-2, F-DRAG-2, F-GRAB-3)."""
        if verb == "pull":
            return self.lift_with() * BOOK.drag.most
        if verb == "lift":
            helpers = words[1]
            return formulas.limits(self.lift_with(helpers))["two_hands"]
        limits = formulas.limits(self.lift_with())
        if verb == "carry":
            return limits["on_the_back"]
        running = len(words) > 1 and bool(words[1])
        return limits["shove_at_a_run" if running else "shove"]
