"""Former rules: house rules whose default has changed.

A new fight states them; an older fight keeps the old default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from tracker.systems.kit.models import options_as


class KeepsFormerRules:
    """A game whose rules have changed between releases."""

    options: type[BaseModel]
    """The model of its keys at the top of an encounter."""
    before: Mapping[str, Any]
    """The old defaults of changed house rules: they apply to a fight that does not state those rules."""

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the changed house rules written out, so that a later release cannot change them."""
        if not self.before:
            return options
        read: Any = options_as(self.options, options)
        known = read.house_rules.model_dump(mode="json", include=set(self.before))
        return {**options, "house_rules": {**options.get("house_rules", {}), **known}}

    def as_played(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options with the old defaults for house rules that the fight does not state."""
        house = options.get("house_rules", {})
        if not self.before or not isinstance(house, dict):
            return options
        return {**options, "house_rules": {**self.before, **house}}
