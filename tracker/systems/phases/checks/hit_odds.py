"""Hit odds: an attack and its defence together: both rolls, and how often the attack hits (P-HIT, P-VS)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tracker.systems.kit.exact_numbers import half_up
from tracker.systems.phases.book.house_rules import HouseRules
from tracker.systems.phases.checks.chances import Check, Side, odds, winner

FACES = 100
"""The faces of a d100."""


@lru_cache(maxsize=4096)
def hits(attack: int, defence: int, better: int, both_fail: bool) -> Fraction:
    """Return how often in a hundred a blow hits, from each side's chance of success.

    `better` is 1 when the attacker wins if both do the same, −1 when the defender does, 0 when the lower roll does.
    With `both_fail` that decides two failures too. Equal rolls are rolled again (P-VS-4).
    """
    attacker_wins = equal_rolls = 0
    for face in range(1, FACES + 1):
        success = face <= attack
        if success:
            attacker_wins += FACES - defence
            rolls_with_same_outcome = range(1, defence + 1)
        elif both_fail:
            rolls_with_same_outcome = range(defence + 1, FACES + 1)
        else:
            continue
        if better > 0:
            attacker_wins += len(rolls_with_same_outcome)
        elif better == 0:
            attacker_wins += sum(other > face for other in rolls_with_same_outcome)
            equal_rolls += face in rolls_with_same_outcome
    return Fraction(FACES * attacker_wins, FACES * FACES - equal_rolls)


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack and its defence, if it has one; the one place that computes how often it hits."""

    attacker: str
    attack: Check
    defender: str = ""
    way: str = ""
    """The skill of the defence."""
    defence: Check | None = None

    @property
    def house(self) -> HouseRules:
        """The house rules of the fight."""
        return self.attack.rules.house_rules

    @property
    def both_fail(self) -> bool:
        """Whether a failed blow may still hit because the defence failed too (PQ 33)."""
        return self.house.failed_blow == "contest"

    @property
    def better(self) -> int:
        """Who wins when both do the same: 1 the attacker, −1 the defender, 0 the lower roll (P-VS-3)."""
        if self.defence is None:
            return 1
        return winner(Side.of(self.attack), Side.of(self.defence), self.attack.rules)

    @property
    def exact(self) -> Fraction:
        """The chance to hit in percent, over every pair of rolls."""
        if self.defence is None:
            return Fraction(self.attack.percent)
        return hits(self.attack.percent, self.defence.percent, self.better, self.both_fail)

    @property
    def percent(self) -> int:
        """The chance to hit in percent, rounded half up."""
        return int(half_up(self.exact))

    @property
    def odds(self) -> str:
        """The chance to hit in words: `69 %`, or `sure`."""
        return odds(self.percent, self.attack.rules) if self.defence is None else f"{self.percent} %"

    @property
    def decided(self) -> str:
        """What decides when both succeed or both fail, in a few words."""
        both = "both succeed or both fail" if self.both_fail else "both succeed"
        if self.better == 0:
            return f"equal skills: the lower roll wins when {both}"
        if self.both_fail:
            return f"{self.attacker if self.better > 0 else self.defender} wins when {both}"
        return f"{self.attacker} hits when {both}" if self.better > 0 else f"{self.defender} parries when {both}"

    @property
    def told(self) -> str:
        """The odds in words: `75 %`; in a contest both chances, the chance to hit, and what decides."""
        if self.defence is None:
            return self.attack.odds
        return f"{self.attack.odds} against {self.defence.odds} ({self.way}): {self.percent} % to hit, {self.decided}"
