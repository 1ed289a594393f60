"""Hit odds: how likely an attack gets through the defence against it; all of Hybrid asks here.

The attack's chance has the passive defence in it; a parry or disarming is opposed, less the attack's SN (H-CHECK-11).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tracker.model.state import Encounter
from tracker.systems.hybrid.blows.active_defence_roll import answer_chance
from tracker.systems.hybrid.blows.attack_roll import attack_chance
from tracker.systems.hybrid.blows.blow import Blow
from tracker.systems.hybrid.body import filter_skills
from tracker.systems.hybrid.body.passive_defence import DISARM, PARRY
from tracker.systems.hybrid.body.weapons import weapon_of
from tracker.systems.hybrid.book.house_rules import HouseRules
from tracker.systems.hybrid.book.rounding import half_up
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.success_chance import Chance

SIDES = 100


@dataclass(frozen=True, slots=True)
class HitOdds:
    """An attack as things stand, what answers it, and how likely it is that it gets through."""

    attack: Chance
    """With the defence that stands against it: what the attacker rolls against."""
    answer: Chance | None = None
    """Before the attack's SN comes off; None where nothing is rolled that could stop the blow."""
    house: HouseRules | None = None

    @property
    def exact(self) -> Fraction:
        """How often the blow gets through, in percent."""
        house = self.house or HouseRules()
        if self.answer is None:
            return min(Fraction(SIDES), max(Fraction(0), Fraction(self.attack.percent)))
        return gets_through(self.attack.percent, self.answer.exact, house)

    @property
    def to_be_hit(self) -> int:
        """The same rounded half up, as menus show it."""
        return half_up(self.exact)

    @property
    def can_hit(self) -> bool:
        """Whether it can get through at all (H-CHECK-5)."""
        return self.attack.percent > 0


def of(encounter: Encounter, rules: Rulebook, blow: Blow) -> HitOdds:
    """The exchange of a blow and the defence chosen against it."""
    stops = blow.defence in (PARRY, DISARM) and bool(blow.with_)
    answer = answer_chance(encounter, rules, blow, blow.defence, blow.with_) if stops else None
    return HitOdds(attack_chance(encounter, rules, blow), answer, rules.house)


def with_defence(encounter: Encounter, rules: Rulebook, blow: Blow, defence: str, with_: str = "") -> HitOdds:
    """The same blow against another defence."""
    return of(encounter, rules, Blow.read({**blow.data(), "defence": defence, "with_": with_}))


def could_hit(encounter: Encounter, rules: Rulebook, blow: Blow) -> bool:
    """Whether a blow may get through: as things stand, or once the filter's cap is lifted (ruling 102)."""
    if of(encounter, rules, blow).can_hit:
        return True
    attacker = encounter[blow.attacker]
    if filter_skills.filter_roll(attacker, weapon_of(attacker, blow.weapon).skill, rules) is None:
        return False
    return of(encounter, rules, Blow.read({**blow.data(), "lifted": True})).can_hit


# Odds of dice


def odds(limit: int, house: HouseRules) -> Fraction:
    """How often a hundred that may open falls at or under a chance (H-CHECK 4 and 5)."""
    return _falls_to(limit if house.equal_succeeds else limit - 1, house)


def _falls_to(limit: int, house: HouseRules, opened: bool = False) -> Fraction:
    if limit <= 0:
        return Fraction(0)
    if limit < SIDES:
        return Fraction(limit, SIDES)
    if opened and house.open_ended == "once":
        return Fraction(1)
    return Fraction(SIDES - 1, SIDES) + _falls_to(limit - SIDES, house, True) / SIDES


def gets_through(attack: int, answer: Fraction, house: HouseRules) -> Fraction:
    """How often an attack succeeds and what opposes it, less the attack's SN, does not; in percent (H-CHECK-11)."""
    through, base, weight = Fraction(0), 0, Fraction(1, SIDES)
    limit = attack if house.equal_succeeds else attack - 1
    while base < limit:
        last = base > 0 and house.open_ended == "once"
        for total in range(base + 1, min(limit, base + SIDES - (not last)) + 1):
            through += (1 - odds(half_up(answer - (attack - total)), house)) * weight
        if last:
            break
        base, weight = base + SIDES, weight / SIDES
    return through * SIDES
