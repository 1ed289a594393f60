"""Declarations: what each verb does with the values of its arguments, and the action that it starts."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tracker.encounter.engine.declarations import close_moment, declare, declare_at_once
from tracker.games.feats import checks, formulas
from tracker.games.feats.actions import refusals
from tracker.games.feats.actions.breath import BreathingFighter
from tracker.games.feats.actions.fighter_changes import Climb
from tracker.games.feats.fighter import PRONE
from tracker.games.toolkit import guards
from tracker.games.toolkit.exact_numbers import exact, plain
from tracker.model.combatant import Action
from tracker.model.lazy_dataclass import dataclass

MOST_RUN_UP = 40
"""The most yards of run-up that the question accepts."""


class HowMuch(NamedTuple):
    """A question for the number that a line leaves out, and its bounds."""

    text: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Declaring(BreathingFighter):
    """A fighter that carries out `verb`. In a chase the gap between two is measured."""

    verb: str
    measures_gap: bool

    # Acts that take no time

    def damage(self, points: int) -> None:
        """Take points off the fighter, given by the game master."""
        self.hurt(points, "by hand")

    def get_up(self) -> None:
        """Let the fighter get up."""
        self.draft.end(self.who, PRONE, "stands up")

    def swerve(self) -> None:
        """Break the fighter's sprint for a second. The activity continues (F-RUN-4)."""
        self.settle(sprint_goes_on=False)

    def unload(self) -> None:
        """Set the fighter's load down."""
        self.carry("0", "by hand")

    def load(self, pounds: int) -> None:
        """Let the fighter carry a weight on its back (F-ENC-1). Raises Refused when it is too heavy."""
        self._refuse_too_heavy(str(pounds))
        self.carry(str(pounds), "carried (F-ENC-1)")

    def pull(self, pounds: int, vehicle: str, smooth: bool) -> None:
        """Let the fighter pull a weight (F-DRAG-1). Raises Refused when it is too heavy."""
        effective = plain(formulas.pulled(exact(pounds), Fraction(0), vehicle or "none", smooth))
        self._refuse_too_heavy(effective)
        self.carry(effective, "pulled (F-DRAG-1)")

    def drop(self, thing: str) -> None:
        """Let go of a thing. Raises Refused when it is not in hand."""
        guards.refuse(refusals.why_no_drop(self.state, self.state.thing(thing)))
        self.mark(f"holds {thing}", value=False, why=f"drops {thing}")

    # Activities

    def pace(self) -> None:
        """Use the fighter's turn to begin the activity of the verb's name."""
        close_moment(self.draft, self.who, self.verb)
        self.set_out(self.verb)

    def plunge(self, unwilling: bool) -> None:
        """Use the fighter's turn to go into deep water (F-SWIM-1)."""
        close_moment(self.draft, self.who, self.verb)
        self.dive(on_purpose=not unwilling)

    def set_out_climbing(self, way: Climb, haste: bool, secured: bool, points: int) -> None:
        """Use the fighter's turn to begin a climb, at a cost of fatigue `points` (F-CLIMB)."""
        close_moment(self.draft, self.who, self.verb)
        self.climb(way, haste, secured, points)

    # Actions

    def throw(self, thing: str, target: str, modifier: int, yards: int | None, way: str) -> None:
        """Throw a thing at a target, to a catcher, or with an empty target into an area (F-THROW). Raises Refused.

        `modifier` is for size, speed and distance. `way` tells whether it is thrown at the target or to it, to be
        caught. Without `yards` the gap of a chase counts.
        """
        self._refuse_target(target)
        distance = "" if yards is None else str(yards)
        thrown = self.state.thing(thing)
        guards.refuse(refusals.why_no_throw(self.state, thrown, target, distance, measures_gap=self.measures_gap))
        label = f"throw {thing} {way} {self._named(target) or 'an area'}"
        self._start(label, thing, target, (str(modifier), way))

    def slam(
        self, target: str, kind: str, yards: int, foe: int, strong: bool, behind: bool, hp: int | None, by: str
    ) -> None:
        """Slam a target, with the body or with the mount or vehicle that the fighter steers (F-SLAM). Raises Refused.

        `yards` are run by the fighter, `foe` are the yards that the target came closer. `strong` is all-out, and
        `behind` an obstacle behind the target. `hp` and `by` are the hit points of the steered thing and the skill that
        steers it.
        """
        flags = ("strong" if strong else "", "behind" if behind else "")
        how = checks.How(kind, str(yards), str(foe), *flags, "" if hp is None else str(hp), by)
        self._refuse_target(target)
        guards.refuse(refusals.why_no_slam(self.state, how))
        self._start(f"{kind} {self._named(target)}", target=target, options=how.options)

    def shove(self, pounds: int | None, running: bool) -> HowMuch | None:
        """Shove an obstacle out of the way. Raises Refused when it is too heavy.

        Without `pounds`, return the question for them. A fighter who is `running` can shove more.
        """
        if pounds is None:
            return self._how_many_pounds(self.state.most_pounds("shove", running=running))
        self._refuse_too_heavy(str(pounds), running=running)
        self._start(f"shove {pounds} lb", options=(str(pounds), "running" if running else ""))
        return None

    def lift(self, pounds: int | None, helper: str, person: str) -> HowMuch | None:
        """Lift a weight, alone or with a helper, or a person (F-LIFT, F-GRAB-2). Raises Refused.

        Without `pounds`, return the question for them. `helper` and `person` are ids of fighters, or empty.
        """
        guards.refuse(refusals.why_not_lifted(self.state, person))
        if pounds is None:
            return self._how_many_pounds(self.state.most_pounds("lift", helper))
        self._refuse_too_heavy(str(pounds), helper)
        seconds = self.state.lift_seconds(exact(pounds), helper)
        label = f"lift {self._named(person) or f'{pounds} lb'}"
        self._start(label, target=person, options=(str(pounds), helper, person), seconds=seconds)
        return None

    def jump(self, yards: int | None) -> HowMuch | None:
        """Jump after a run-up of `yards` (F-JUMP). Without `yards`, return the question for them."""
        if yards is None:
            return HowMuch(f"{self.name}, jump: How many yards of run-up?", 0, MOST_RUN_UP)
        self._start(f"jump, {yards} yd run-up", options=(str(yards),))
        return None

    def hurdle(self) -> None:
        """Get over what is waist-high."""
        self._start("get over what is waist-high")

    def get_in_position(self) -> None:
        """Get in position for a measured jump."""
        self._start("get in position", seconds=1)

    def draw_breath(self, exertion: str, unprepared: bool) -> None:
        """Hold the breath, which takes a second unless it is unprepared (F-BREATH-1).

        `exertion` is rest, mild or heavy.
        """
        if unprepared:
            self.hold(exertion, unprepared=True)
        else:
            self._start("draw a breath", options=(exertion, ""), seconds=1)

    def ready(self, thing: str, hands: str) -> None:
        """Take up a thing with `hands`, "1" or "2". Empty: with one hand where that is enough. Raises Refused."""
        taken, lift = self.state.thing(thing), self.sheet.lift
        one_is_enough = exact(taken.weight) <= formulas.limits(lift)["one_hand"]
        number = int(hands or (1 if one_is_enough else 2))
        guards.refuse(refusals.why_no_grip(self.state, taken, number))
        seconds = formulas.ready_seconds(exact(taken.weight), lift, number) or 0
        self._start(f"ready {thing}", thing, options=(str(number),), seconds=seconds)

    def shed(self, thing: str) -> None:
        """Take off a piece of gear in the water."""
        self._start(f"shed {thing}", thing, seconds=1)

    def rescue(self, target: str, technique: int) -> None:
        """Save a fighter from drowning. Raises Refused."""
        guards.refuse(refusals.why_no_rescue(self.state, target))
        self._start(f"rescue {self._named(target)}", target=target, options=(str(technique),))

    def first_aid(self, target: str) -> None:
        """Clear the water from a fighter's lungs. Raises Refused."""
        guards.refuse(refusals.why_no_first_aid(self.state, target))
        self._start(f"first aid for {self._named(target)}", target=target)

    def _named(self, target: str) -> str:
        return self.draft[target].name if target else ""

    def _refuse_target(self, target: str) -> None:
        """Raise Refused when the target is not standing in the fight. An empty target is none."""
        if target:
            guards.standing(self.draft.encounter, self.who, target, self.verb)

    def _refuse_too_heavy(self, pounds: str, helper: str = "", *, running: bool = False) -> None:
        """Raise Refused when `pounds` are too many for the verb, for the fighter alone or with a helper."""
        most = self.state.most_pounds(self.verb, helper, running=running)
        guards.refuse(refusals.why_too_heavy(self.state, self.verb, pounds, most))

    def _how_many_pounds(self, most: Fraction) -> HowMuch:
        return HowMuch(f"{self.name}, {self.verb}: How many pounds?", 1, int(most))

    def _start(
        self, label: str, thing: str = "", target: str = "", options: tuple[str, ...] = (), seconds: int = 0
    ) -> None:
        """Start the verb's action, which lands after `seconds`. An action of 0 seconds lands at once.

        `options` are kept in the action for its landing.
        """
        action = Action(0, self.verb, weapon=thing, target=target, options=options, label=label, speed=seconds)
        self.halt(self.verb)
        if seconds:
            declare(self.draft, self.who, action)
        else:
            self.draft.push("land", who=self.who, action=declare_at_once(self.draft, self.who, action).id)
