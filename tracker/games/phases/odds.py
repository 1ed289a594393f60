"""Odds: an attack and its defence together: both rolls, and how often the attack hits (P-HIT, P-VS)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tracker.game_api.values import Risk
from tracker.games.phases.book.house_rules import HouseRules
from tracker.games.phases.checks.chances import Check, Side, odds, winner
from tracker.games.toolkit.exact_numbers import half_up
from tracker.model.lazy_dataclass import dataclass

FACES = 100


# Cached: it sums over ten thousand pairs of rolls, and a menu asks for each target and aim.
@lru_cache(maxsize=4096)
def hits(attack: int, defence: int, both_succeed: int, both_fail: int | None, spare: int | None = None) -> Fraction:
    """Return how often in a hundred a blow hits, from each side's chance of success.

    `both_succeed` and `both_fail` are 1 when the attacker wins then, −1 when the defender does, 0 when the lower roll
    does. `both_fail` is None when a failed blow misses. With `spare`, the defender's chance less the attacker's, two
    successes go to the one with more to spare, and only equal ones by `both_succeed`. Equal rolls that decide nothing
    are rolled again.
    """
    attacker_wins = equal_rolls = 0
    for face in range(1, FACES + 1):
        if face <= attack:
            attacker_wins += FACES - defence
            better, rolls_with_same_outcome = both_succeed, range(1, defence + 1)
        elif both_fail is not None:
            better, rolls_with_same_outcome = both_fail, range(defence + 1, FACES + 1)
        else:
            continue
        if face <= attack and spare is not None:
            as_much_to_spare = face + spare
            attacker_wins += sum(other > as_much_to_spare for other in rolls_with_same_outcome)
            if as_much_to_spare not in rolls_with_same_outcome:
                continue
            if better > 0:
                attacker_wins += 1
            elif better == 0:
                attacker_wins += as_much_to_spare > face
                equal_rolls += as_much_to_spare == face
        elif better > 0:
            attacker_wins += len(rolls_with_same_outcome)
        elif better == 0:
            attacker_wins += sum(other > face for other in rolls_with_same_outcome)
            equal_rolls += face in rolls_with_same_outcome
    return Fraction(FACES * attacker_wins, FACES * FACES - equal_rolls)


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack and its defence, if it has one. The one place that computes how often it hits."""

    attacker: str
    attack: Check
    defender: str = ""
    way: str = ""
    defence: Check | None = None

    @property
    def house(self) -> HouseRules:
        return self.attack.rules.house_rules

    @property
    def both_fail(self) -> bool:
        """True if a failed blow may still hit because the defence failed too (PQ 33)."""
        return self.house.failed_blow == "contest"

    @property
    def better(self) -> int:
        """The fighter with the better skill: 1 the attacker, −1 the defender, 0 neither (P-VS-3)."""
        if self.defence is None:
            return 1
        return winner(Side.of(self.attack), Side.of(self.defence), self.attack.rules)

    @property
    def exact(self) -> Fraction:
        """The chance to hit in percent, over every pair of rolls."""
        if self.defence is None:
            return Fraction(self.attack.percent)
        both_succeed = -1 if self.house.contest_both == "defender" else self.better
        both_fail = self.better if self.both_fail else None
        spare = self.defence.chance - self.attack.chance if self.house.contest_both == "roll" else None
        return hits(self.attack.percent, self.defence.percent, both_succeed, both_fail, spare)

    @property
    def percent(self) -> int:
        return int(half_up(self.exact))

    @property
    def odds(self) -> str:
        """The chance to hit in words: `69 %`, or `sure`."""
        return odds(self.percent, self.attack.rules) if self.defence is None else f"{self.percent} %"

    @property
    def decided(self) -> str:
        """Return in a few words how a contest ends when both succeed or both fail (P-VS-3, PQ 33 and 34)."""
        if self.house.contest_both == "skill":
            return self._by_skill("both succeed or both fail" if self.both_fail else "both succeed")
        success = f"{self.defender} parries when both succeed"
        if self.house.contest_both == "roll":
            success = "more to spare wins when both succeed"
        return f"{success}, {self._by_skill('both fail')}" if self.both_fail else success

    def _by_skill(self, both: str) -> str:
        """Return in words who wins by the better skill. `both` tells when: `both fail`."""
        if self.better == 0:
            return f"equal skills: the lower roll wins when {both}"
        if self.both_fail:
            return f"{self.attacker if self.better > 0 else self.defender} wins when {both}"
        return f"{self.attacker} hits when {both}" if self.better > 0 else f"{self.defender} parries when {both}"

    @property
    def told(self) -> str:
        """The odds in words: `75 %`. In a contest both chances, the chance to be hit, and what decides."""
        if self.defence is None:
            return self.attack.odds
        return f"{self.attack.odds} against {self.defence.odds} ({self.way}): {self.risk.words}, {self.decided}"

    @property
    def risk(self) -> Risk:
        """The chance to be hit without and with the defence (PQ 34)."""
        return Risk.left(self.percent, self.attack.percent)


def blow_winner(exchange: Exchange, attacker: Side, defender: Side) -> int:
    """Return 1 when the blow hits, −1 when the defence stops it, 0 when both must roll again.

    When both succeed the house rule contest_both decides (PQ 34). Else it is a contest as any other (P-VS).
    """
    assert exchange.defence is not None
    if attacker.success and defender.success:
        if exchange.house.contest_both == "defender":
            return -1
        if exchange.house.contest_both == "roll":
            to_spare = exchange.attack.chance - attacker.total
            defender_to_spare = exchange.defence.chance - defender.total
            if to_spare != defender_to_spare:
                return 1 if to_spare > defender_to_spare else -1
    return winner(attacker, defender, exchange.attack.rules)
