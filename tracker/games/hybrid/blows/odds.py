"""Odds: the chance that an attack gets through a defence. All of Hybrid asks this module.

The attack's chance includes the passive defence. A parry or disarm is opposed, less the attack's SN (H-CHECK-11).
"""

from __future__ import annotations

from fractions import Fraction

from tracker.games.hybrid.blows.active_defence_roll import answer_chance
from tracker.games.hybrid.blows.attack_chance import attack_chance
from tracker.games.hybrid.blows.blow import Blow
from tracker.games.hybrid.body import filter_skills
from tracker.games.hybrid.body.passive_defence import DISARM, PARRY
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.games.hybrid.book.rounding import half_up
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter

SIDES = 100


@dataclass(frozen=True, slots=True)
class HitOdds:
    """An attack, the defence against it, and the chance that it gets through."""

    attack: Chance
    """The attacker's chance, with the passive defence taken off."""
    answer: Chance | None = None
    """The defence roll's chance before the attack's SN comes off. None where no roll could stop the blow."""
    house: HouseRules | None = None

    @property
    def exact(self) -> Fraction:
        """The chance in percent that the blow gets through."""
        house = self.house or HouseRules()
        if self.answer is None:
            return min(Fraction(SIDES), max(Fraction(0), Fraction(self.attack.percent)))
        return gets_through(self.attack.percent, self.answer.exact, house)

    @property
    def to_be_hit(self) -> int:
        """The chance that the blow gets through, in whole percent."""
        return half_up(self.exact)

    @property
    def can_hit(self) -> bool:
        """True if the attack can succeed at all (H-CHECK-5)."""
        return self.attack.percent > 0


def hit_odds(encounter: Encounter, rules: Rulebook, blow: Blow) -> HitOdds:
    """Return the odds of a blow against the defence chosen for it."""
    stops = blow.defence in (PARRY, DISARM) and bool(blow.with_)
    answer = answer_chance(encounter, rules, blow, blow.defence, blow.with_) if stops else None
    return HitOdds(attack_chance(encounter, rules, blow), answer, rules.house)


def with_defence(encounter: Encounter, rules: Rulebook, blow: Blow, defence: str, with_: str = "") -> HitOdds:
    """Return the odds of the same blow against another defence."""
    return hit_odds(encounter, rules, Blow.read({**blow.data(), "defence": defence, "with_": with_}))


def could_hit(encounter: Encounter, rules: Rulebook, blow: Blow) -> bool:
    """Return whether a blow may get through, at present or once the filter's cap is lifted (ruling 102)."""
    if hit_odds(encounter, rules, blow).can_hit:
        return True
    attacker = encounter[blow.attacker]
    if filter_skills.filter_roll(attacker, weapon_of(attacker, blow.weapon).skill, rules) is None:
        return False
    return hit_odds(encounter, rules, Blow.read({**blow.data(), "lifted": True})).can_hit


# Odds of dice


def odds(limit: int, house: HouseRules) -> Fraction:
    """Return how often an open-ended d100 falls at or under a chance (H-CHECK 4 and 5), as a share of 1."""
    return _falls_to(limit if house.equal_succeeds else limit - 1, house)


def _falls_to(limit: int, house: HouseRules, opened: bool = False) -> Fraction:
    """Return the chance that an open-ended d100 is at most `limit`. `opened`: the roll was opened once already."""
    if limit <= 0:
        return Fraction(0)
    if limit < SIDES:
        return Fraction(limit, SIDES)
    if opened and house.open_ended == "once":
        return Fraction(1)
    return Fraction(SIDES - 1, SIDES) + _falls_to(limit - SIDES, house, opened=True) / SIDES


def gets_through(attack: int, answer: Fraction | int, house: HouseRules) -> Fraction:
    """Return in percent how often an attack succeeds and its opposed roll, less the attack's SN, fails (H-CHECK-11)."""
    # The sum over all totals of the attack's roll. `opened_total` is the sum of the dice before the present one.
    through, opened_total, share_of_face = Fraction(0), 0, Fraction(1, SIDES)
    limit = attack if house.equal_succeeds else attack - 1
    while opened_total < limit:
        is_last = opened_total > 0 and house.open_ended == "once"
        # The highest face opens the roll again, unless it is the last die.
        for total in range(opened_total + 1, min(limit, opened_total + SIDES - (not is_last)) + 1):
            through += (1 - odds(half_up(answer - (attack - total)), house)) * share_of_face
        if is_last:
            break
        opened_total, share_of_face = opened_total + SIDES, share_of_face / SIDES
    return through * SIDES
