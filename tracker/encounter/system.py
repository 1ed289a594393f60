"""The rule system as the kernel knows it; its parts are in `tracker.rules`."""

from __future__ import annotations

from tracker.rules.sheets import System
from tracker.rules.system import RuleSystem
from tracker.rules.values import Card, Choice, Judgement, Menu, Strike

__all__ = ["Card", "Choice", "Judgement", "Menu", "RuleSystem", "Strike", "System"]
