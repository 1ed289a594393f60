"""Plain rules: what a rule system says where it has nothing of its own to add; a system may build on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from tracker.encounter.combatant import Action, Condition
from tracker.encounter.state import Encounter

if TYPE_CHECKING:
    from tracker.encounter.draft import Draft


class PlainRules:
    """Answers for the hooks of `RuleSystem` that many games can do without."""

    __slots__ = ()

    def point(self, draft: Draft, who: str, acts: bool) -> None:
        """Nothing lasts until an action point."""

    def may_turn(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """Anything may be turned on anybody."""
        return ""

    def visible(self, condition: Condition) -> str:
        """No condition shows."""
        return ""

    def heading(self, encounter: Encounter, who: str) -> str:
        """The pools go nowhere by themselves."""
        return ""

    def drift(self, encounter: Encounter, who: str) -> Mapping[str, int]:
        """The clock changes no pool."""
        return {}

    def at_stake(self, encounter: Encounter) -> Mapping[str, Collection[str]]:
        """No group of pools matters before it is touched."""
        return {}

    def tiers(self, chance: int) -> tuple[str, ...]:
        """There are no tiers to tell of."""
        return ()

    def ended(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Nothing is handed out at the end."""
        return ()

    def changed_rules(self) -> tuple[str, ...]:
        """There are no house rules."""
        return ()

    def all_rules(self) -> tuple[str, ...]:
        """There are no house rules."""
        return ()
