"""Resistance: the stat check behind falling, bleeding and shock (H-DMG-11)."""

from __future__ import annotations

from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance, Df, OwnDf, of_stats
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model.combatant import Combatant


def check(combatant: Combatant, rules: Rulebook, stat: str, dfs: list[Df]) -> Chance:
    """Return a resistance check, 3·stat + 5·DF. Only conditions that the game master made up apply.

    Rules: H-DMG-11, ruling 10.
    """
    chance = of_stats(sheet_of(combatant), (stat,), rules.book, rules.house.halve_stat_checks).dfs(dfs)
    return chance.dfs(OwnDf(df, words) for df, words in combatant.weights)
