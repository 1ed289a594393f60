"""One fighter of Hybrid in a step under way, under the rulebook of the encounter."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.toolkit import fighters


@dataclass(frozen=True, slots=True)
class Acting(fighters.Acting):
    """One fighter in a step under way, with the rules in force."""

    rules: Rulebook
