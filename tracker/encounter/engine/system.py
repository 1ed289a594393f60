"""The rule system as the kernel calls it."""

from __future__ import annotations

from typing import TypeAlias

from tracker.system_api.game import Game
from tracker.system_api.rules import Rules

RuleSystem: TypeAlias = Rules
System: TypeAlias = Game
