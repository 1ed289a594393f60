"""Carry-over: what a game keeps of people from one fight to the next: what lasts, what was earned, how they recover."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tracker.clock.recovery import Recovery
from tracker.game_api.part import Options, Part
from tracker.model.combatant import Condition, Pool
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter


@dataclass(frozen=True, slots=True)
class Kept:
    """A key of a fighter's entry in a party's file and the value it is to have.

    `keys` lead to it: `("pools", "PFT")`, or into a list by the name of its entry, `("weapon", "Bow", "rounds")`.
    """

    keys: tuple[str, ...]
    value: int | bool
    label: str
    usual: bool = False
    """True if the file leaves the key out when it has its usual value. It is written only where the key exists."""


class CarryOver(Part[Options]):
    """The values kept after a fight for `tracker party`, `tracker rest` and the page of the party.

    An `encounter` here holds but the one combatant, without agenda or others.
    """

    __slots__ = ()

    def pool_kept(self, pool: Pool, points: int) -> Kept | None:
        """Return the key that says how many points of a pool are left. None for a pool that does not outlast the fight.

        Default: the points are in the table `pools` of the party's file.
        """
        return Kept(("pools", pool.name), points, pool.name, usual=pool.untouched(points))

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """Return what was used up or spoiled besides pools: rounds, layers of armour. May be empty.

        Default: nothing.
        """
        return ()

    def condition_lasts(self, condition: Condition) -> bool:
        """Return whether a condition outlasts the fight. Asked only of those the game knows (`conditions_by_hand`).

        Default: False, they end with the fight.
        """
        return False

    def experience_earned(self, encounter: Encounter, who: str) -> int:
        """Return the experience `who` was given in this fight. 0 in a game that counts none.

        Default: 0.
        """
        return 0

    def rest_rates(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Return the ways to rest by their words, the usual one first, each with what comes back. Empty: none is known.

        Default: none, the rules say nothing about rest.
        """
        return {}

    def rest_refusal(self, conditions: Collection[str]) -> str:
        """Return why a fighter with these lasting conditions (keys) does not recover, a few words. Empty when it does.

        Default: everyone may rest.
        """
        return ""

    def ends_when_treated(self, condition: Condition) -> bool:
        """Return whether a lasting condition keeps its bearer from recovering and is over once it was treated.

        Default: False.
        """
        return False

    def is_healed(self, condition: Condition, points: Mapping[str, int], full: Mapping[str, int]) -> bool:
        """Return whether a lasting condition is over once `points` are back. More points never bring it back.

        Default: False, it is ended by hand.
        """
        return False
