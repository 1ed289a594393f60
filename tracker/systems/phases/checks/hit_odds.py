"""Hit odds: a blow or shot from both sides at once: what is rolled, and how often it hits (P-HIT, P-VS)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tracker.systems.kit.exact_numbers import half_up
from tracker.systems.phases.book.house import HouseRules
from tracker.systems.phases.checks.chances import Check, Side, odds, winner

FACES = 100
"""As many as a d100 has."""


@lru_cache(maxsize=4096)
def hits(attack: int, defence: int, better: int, both_fail: bool) -> Fraction:
    """How often in a hundred a blow hits, by how often each side succeeds.

    `better` is 1 where the attacker wins when both do the same, −1 where the defender does, 0 where the lower roll
    does; `both_fail` says whether that goes for two failures, too. Equal rolls are rolled again (P-VS-4).
    """
    won = tied = 0
    for face in range(1, FACES + 1):
        success = face <= attack
        if success:
            won += FACES - defence
            same = range(1, defence + 1)
        elif both_fail:
            same = range(defence + 1, FACES + 1)
        else:
            continue
        if better > 0:
            won += len(same)
        elif better == 0:
            won += sum(other > face for other in same)
            tied += face in same
    return Fraction(FACES * won, FACES * FACES - tied)


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack, and the defence it meets where there is one; the one place that says how often it hits."""

    attacker: str
    attack: Check
    defender: str = ""
    way: str = ""
    """The skill it is met with."""
    defence: Check | None = None

    @property
    def house(self) -> HouseRules:
        """The house rules of its fight."""
        return self.attack.rules.house_rules

    @property
    def both_fail(self) -> bool:
        """Whether a blow may hit though it fails, as the other fails too (PQ 33)."""
        return self.house.failed_blow == "contest"

    @property
    def better(self) -> int:
        """Who wins when both do the same: 1 the attacker, −1 the defender, 0 the lower roll (P-VS-3)."""
        if self.defence is None:
            return 1
        return winner(Side.of(self.attack), Side.of(self.defence), self.attack.rules)

    @property
    def exact(self) -> Fraction:
        """How often in a hundred it hits, of everything that may be rolled."""
        if self.defence is None:
            return Fraction(self.attack.percent)
        return hits(self.attack.percent, self.defence.percent, self.better, self.both_fail)

    @property
    def percent(self) -> int:
        """The same, rounded half up."""
        return int(half_up(self.exact))

    @property
    def odds(self) -> str:
        """`69 %`, or `sure`."""
        return odds(self.percent, self.attack.rules) if self.defence is None else f"{self.percent} %"

    @property
    def decided(self) -> str:
        """What becomes of it when both do the same, in a few words."""
        both = "both succeed or both fail" if self.both_fail else "both succeed"
        if self.better == 0:
            return f"equal skills: the lower roll wins when {both}"
        if self.both_fail:
            return f"{self.attacker if self.better > 0 else self.defender} wins when {both}"
        return f"{self.attacker} hits when {both}" if self.better > 0 else f"{self.defender} parries when {both}"

    @property
    def told(self) -> str:
        """`75 %`; of a blow at one who defends both sides', what decides, and how often it hits in the end."""
        if self.defence is None:
            return self.attack.odds
        return f"{self.attack.odds} against {self.defence.odds} ({self.way}): {self.percent} % to hit, {self.decided}"
