"""The rule system as the kernel knows it, over its own draft; the parts are in `tracker.system_api`."""

from __future__ import annotations

from typing import TypeAlias

from tracker.encounter.engine.step import Draft
from tracker.system_api import system
from tracker.system_api.values import Card, Choice, Judgement, Menu, Strike

__all__ = ["Card", "Choice", "Judgement", "Menu", "RuleSystem", "Strike", "System"]

RuleSystem: TypeAlias = system.RuleSystem[Draft]
System: TypeAlias = system.System[Draft]
