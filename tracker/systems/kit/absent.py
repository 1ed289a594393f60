"""Absent: what stands in the place of a game that is not installed, so that its fights can still be told and watched.

It reads any entry, knows the clock and the pools that the fight's file has, and refuses whatever needs a rule.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.step import StepBuilder
from tracker.model.combatant import Pool
from tracker.model.commands import Do
from tracker.model.events import Rolled
from tracker.model.questions import Roll, Task
from tracker.model.refusals import Refused
from tracker.system_api.sheets import CombatantSheet
from tracker.system_api.values import Judgement
from tracker.systems.kit import defaults
from tracker.systems.kit.rules import Whole


class AnyOptions(BaseModel):
    """Keys at the top of an encounter of a game that nobody knows."""

    model_config = ConfigDict(strict=True, extra="allow")


class AnyEntry(BaseModel):
    """Keys of a combatant of a game that nobody knows."""

    model_config = ConfigDict(strict=True, extra="allow")


class AbsentRules(Whole[AnyOptions]):
    """Rules that decide nothing; `pools` are those of an entry, by the entry as JSON."""

    def __init__(self, game: str, unit: TimeUnit, pools: Mapping[str, tuple[Pool, ...]]) -> None:
        super().__init__(AnyOptions())
        self.game, self.unit, self.pools = game, unit, pools

    def _refusal(self) -> Refused:
        """Why nothing can be played."""
        return Refused(f"The game {self.game} is not installed, so this fight can only be told and watched.")

    def begin(self, draft: StepBuilder) -> None:
        """Refuse: no order is known."""
        raise self._refusal()

    def join(self, draft: StepBuilder, who: str) -> None:
        """Refuse: no order is known."""
        raise self._refusal()

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        """Refuse: no order is known."""
        raise self._refusal()

    def decide(self, draft: StepBuilder, command: Do) -> None:
        """Refuse: no verb is known."""
        raise self._refusal()

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """Refuse: what is due is not known."""
        raise self._refusal()

    def resume(self, draft: StepBuilder, task: Task) -> None:
        """Refuse: no stage is known."""
        raise self._refusal()

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Refuse: what dice mean is not known."""
        raise self._refusal()

    def turning_term(self, rolled: Rolled) -> str:
        """Return nothing: only the game can tell which term turned a roll."""
        return ""

    def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
        """Return an empty sheet with the pools that the fight has of this entry, all full."""
        pools = self.pools.get(entry_key(entry), ())
        return CombatantSheet(None, pools, tuple(pool.full for pool in pools))


class AbsentGame(defaults.System):
    """The game of a fight that is not installed."""

    options: type[BaseModel] = AnyOptions
    combatant: type[BaseModel] = AnyEntry
    parts: Mapping[str, type[BaseModel]] = {}
    figures: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, name: str, unit: TimeUnit, pools: Mapping[str, tuple[Pool, ...]]) -> None:
        self.name, self.unit, self.pools = name, unit, pools

    def bind(self, options: Mapping[str, Any]) -> AbsentRules:
        """Return rules that decide nothing."""
        return AbsentRules(self.name, self.unit, self.pools)

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return no library."""
        return {}

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entry as it is."""
        return dict(entry)

    def template(self) -> str:
        """Return no encounter."""
        return ""


def entry_key(entry: Mapping[str, Any]) -> str:
    """Return a combatant's entry as a key: the same for equal entries, in whatever order their keys stand."""
    return json.dumps(entry, sort_keys=True, default=str)
