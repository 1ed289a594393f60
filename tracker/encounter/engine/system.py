"""The rule system over the kernel's own step: `system_api` leaves the step open, and here it is filled in."""

from __future__ import annotations

from typing import TypeAlias

from tracker.encounter.engine.step import Draft
from tracker.system_api import system

RuleSystem: TypeAlias = system.RuleSystem[Draft]
System: TypeAlias = system.System[Draft]
