"""Fighter: one fighter at one moment: sheet, activity, yards covered, things in hand, weights it can move."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from tracker.games.feats import checks, formulas
from tracker.games.feats import sheet as sheets
from tracker.games.feats.book.house_rules import HouseRules
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.sheet import FP, HP, PARRY, Sheet, Thing
from tracker.games.toolkit import fighters
from tracker.games.toolkit.exact_numbers import exact
from tracker.games.toolkit.names import demanded
from tracker.games.toolkit.package_files import read
from tracker.model.combatant import Condition

CLIMB = "climb"
MOVING = (*BOOK.activities, CLIMB)
"""The activities that move a fighter, one at a time. Each is a condition of its own."""
FAST = ("sprint", "swoop")
WATER, DROWNING, BREATH, AIRLESS, DROWNED = "water", "drowning", "breath", "airless", "drowned"
PRONE, GRAPPLED, SECURED, DEAD, DULLED, UNCONSCIOUS = "prone", "grappled", "secured", "dead", "dulled", "unconscious"
WAY, SINCE, RUN_UP, LOAD, POISED, AFLOAT = "way", "since", "run up", "load", "poised", "kept afloat"
ON_PURPOSE = "on purpose"
"""The marks: yards covered up to a count, that count, seconds of sprint before it, the present load, the second in
which the fighter got in position to jump, and two flags: has kept afloat once, entered the water on purpose."""
AT, TO = "at", "to"
"""The two ways to throw: at a target, or to a catcher."""
WORDS = read("tracker.games.feats", "words.toml")


class Fighter(fighters.Standing):
    """One fighter at a moment of an encounter."""

    # Kept: load and fatigue change it, and every number of a menu asks for it.
    @cached_property
    def sheet(self) -> Sheet:
        """The sheet with the present load, and whether the fighter is tired."""
        sheet = sheets.sheet_of(self.encounter, self.who)
        if formulas.tired(self.now.pool(FP), self.now.full(FP)):
            sheet = replace(sheet, tired=True)
        load = self.now.marks.get(LOAD)
        if load is None:
            return sheet
        return replace(sheet, load=exact(load), level=formulas.level(exact(load), sheet.lift))

    @property
    def doing(self) -> Condition | None:
        return next((condition for condition in self.now.conditions if condition.key in MOVING), None)

    @property
    def in_position(self) -> bool:
        """True if the fighter got in position for a jump on this very second."""
        return self.now.marks.get(POISED) == self.encounter.count

    @property
    def afloat(self) -> bool:
        """True if the fighter is in deep water and has made a Swimming roll."""
        return self.has(WATER) and bool(self.now.marks.get(AFLOAT))

    @property
    def swims_on_purpose(self) -> bool:
        """Return whether the fighter entered the water on purpose, or has not entered it.

        Older fights have it in the condition's amount.
        """
        water = self.now.condition(WATER)
        return water is None or water.amount > 0 or bool(self.now.marks.get(ON_PURPOSE))

    @property
    def full_move(self) -> int:
        """The whole yards of a turn: the usual run-up of a slam."""
        return max(1, int(self.sheet.move))

    @property
    def covered(self) -> Fraction:
        """The yards that the fighter has run, flown or swum up to now."""
        return self.covered_by("" if self.doing is None else self.doing.key)

    def covered_by(self, activity: str) -> Fraction:
        """Return the yards covered with this activity, which may just have ended. "" gives the yards stored so far."""
        settled = exact(self.now.marks.get(WAY, 0))
        seconds = self.encounter.count - self.now.mark(SINCE)
        if not activity:
            return settled
        if activity not in FAST:
            return settled + checks.figures(self.sheet).get(activity, 0) * seconds
        move, top = self.sheet.move, self.sheet.top
        if activity == "swoop":
            move, top = self.sheet.air, self.sheet.top_in_air
        # A sprint gathers speed, so the yards since SINCE are the whole run less the part before it.
        before = self.now.mark(RUN_UP)
        whole_run = formulas.sprinted(move, before + seconds, top)
        return settled + whole_run - formulas.sprinted(move, before, top)

    def apart(self, other: str) -> Fraction:
        """Return the yards between this fighter and another in a chase."""
        return abs(self.covered - self.another(other).covered)

    def thing(self, name: str) -> Thing:
        """Return a thing of the sheet. Raises Refused with the names there are."""
        return demanded(self.sheet.entry.thing, name, self.name, "thing")

    def in_hand(self, thing: Thing) -> bool:
        """Return whether a thing is in hand."""
        return self.holds(thing.name, thing.held)

    @property
    def idle(self) -> bool:
        """True if the fighter waits and does nothing else, so that it is ready to catch."""
        return self.now.waiting and (self.doing is None or self.doing.key not in BOOK.activities)

    @property
    def catches_by(self) -> dict[str, str]:
        """The skills to catch by ("" is DX), by the word that answers with them."""
        sports = (name for name in self.sheet.skills if name not in BOOK.no_sports)
        return {"dx": "", **{name.casefold().replace(" ", "-"): name for name in sports}}

    def interceptors(self, target: str) -> tuple[str, ...]:
        """Return the ids of fighters who could intercept this one's throw to `target` by a parry."""
        others = [other.id for other in self.encounter if other.able and other.id not in (self.who, target)]
        return tuple(other for other in others if PARRY in self.another(other).sheet.defences)

    def slam_dice(self, target: str, how: checks.How, house: HouseRules) -> checks.SlamDice:
        """Return both sides' dice of a slam, HP × velocity / 100, with the HP of a mount or vehicle if steered."""
        velocity = exact(how.yards) + exact(how.foe)
        hit_points = int(how.hp) if how.hp else self.now.full(HP)
        attacker = formulas.collision(hit_points, velocity)
        if how.strong:
            attacker = formulas.strong(attacker, house.all_out)
        return checks.SlamDice(attacker, formulas.collision(self.encounter[target].full(HP), velocity))

    # Loads

    def lift_with(self, helpers: str = "") -> Fraction:
        """Return the fighter's Basic Lift and its helpers' added. Their ST is not added (F-LIFT-4)."""
        lifters = (self.who, *helpers.split())
        return sum((self.another(lifter).sheet.lift for lifter in lifters), Fraction(0))

    def lift_seconds(self, pounds: Fraction, helpers: str) -> int:
        """Return the seconds of a lift, which one hand or two hands can do."""
        one_handed, two_handed = BOOK.lift_seconds
        return one_handed if pounds <= formulas.limits(self.lift_with(helpers))["one_hand"] else two_handed

    def most_pounds(self, verb: str, helper: str = "", *, running: bool = False) -> Fraction:
        """Return the most pounds that the fighter can lift (perhaps with `helper`), shove, carry or pull.

        `running` counts for a shove only.
        """
        if verb == "pull":
            return self.lift_with() * BOOK.drag.most
        if verb == "lift":
            return formulas.limits(self.lift_with(helper))["two_hands"]
        limits = formulas.limits(self.lift_with())
        if verb == "carry":
            return limits["on_the_back"]
        return limits["shove_at_a_run" if running else "shove"]
