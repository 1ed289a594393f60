"""Former: house rules whose default has changed: a new fight states them, one begun before keeps its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from tracker.systems.kit.models import options_as


class KeepsFormerRules:
    """A game some of whose rules have changed from one release to the next."""

    options: type[BaseModel]
    """The model of its keys at the top of an encounter."""
    before: Mapping[str, Any]
    """House rules as they were before: what a fight goes by that does not state them."""

    def stated(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """With the house rules that were once otherwise written out, whatever a later release makes of them."""
        if not self.before:
            return options
        read: Any = options_as(self.options, options)
        known = read.house_rules.model_dump(mode="json", include=set(self.before))
        return {**options, "house_rules": {**options.get("house_rules", {}), **known}}

    def as_played(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """With the house rules of before where a fight does not state its own."""
        house = options.get("house_rules", {})
        if not self.before or not isinstance(house, dict):
            return options
        return {**options, "house_rules": {**self.before, **house}}
