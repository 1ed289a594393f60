"""The rule system over the kernel's own step: `system_api` leaves the step open, and here it is filled in."""

from __future__ import annotations

from typing import TypeAlias

from tracker.encounter.engine.step import StepBuilder
from tracker.system_api import system

RuleSystem: TypeAlias = system.RuleSystem[StepBuilder]
System: TypeAlias = system.System[StepBuilder]
