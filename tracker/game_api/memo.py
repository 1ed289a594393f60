"""Memo: what was computed last under the rules of one fight, kept because the next step asks for the same again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from tracker.game_api.values import Choice
from tracker.model.commands import Command
from tracker.model.last_value import Last
from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Memo:
    """The latest of each kind. Every game that is bound has its own, so that fights share nothing."""

    offered: Last[Sequence[Choice]] = field(default_factory=Last)
    """The last choices offered, by state and question."""
    ordered: Last[Command | None] = field(default_factory=Last)
    """The last command by orders, by state and fighter."""
