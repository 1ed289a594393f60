"""Resistance: checks against falling, bleeding and shock, and the dice of recovery (H-DMG 6–9 and 11)."""

from __future__ import annotations

from tracker.model.combatant import Combatant
from tracker.model.questions import Roll
from tracker.systems.hybrid.book.book import Book
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.success_chance import Chance, Df, OwnDf, of_stats
from tracker.systems.hybrid.sheets.sheet import Weapon, sheet_of


def check(combatant: Combatant, rules: Rulebook, stat: str, dfs: list[Df]) -> Chance:
    """Return a resistance check, 3·stat + 5·DF; only conditions that the game master made up apply.

    Rules: H-DMG-11, ruling 10.
    """
    chance = of_stats(sheet_of(combatant), (stat,), rules.book, rules.house.halve_stat_checks).dfs(dfs)
    return chance.dfs(OwnDf(df, words) for df, words in combatant.weights)


def knocks_back(target: Combatant, kind: str, fatigue: int, body: int, book: Book) -> bool:
    """Whether a hit is heavy enough: over half of full PFT or a quarter of full PBD; explosions always (H-DMG-6)."""
    table = book.damage.knockback
    if kind in table.always:
        return True
    heavy = fatigue * table.fatigue_share > target.full("PFT") or body * table.body_share > target.full("PBD")
    return kind in table.types and heavy


def footing(target: Combatant) -> str:
    """Return the better of strength and agility, which keeps a fighter on its feet."""
    stats = sheet_of(target).stats
    return "PST" if stats["PST"] >= stats["PAG"] else "PAG"


def knockback(target: Combatant, rules: Rulebook) -> Roll:
    """Return the check against falling: the better of PST and PAG, DF −2 (H-DMG-6)."""
    stat = footing(target)
    dfs: list[Df] = [(rules.book.damage.knockback.df, "knockback (H-DMG-6)")]
    return check(target, rules, stat, dfs).roll(target.id, "knockback", "keeping its feet")


def bleeding(target: Combatant, rules: Rulebook) -> Roll:
    """Return the check against bleeding: PEN, DF −3 (H-DMG-7)."""
    dfs: list[Df] = [(rules.book.damage.bleeding.df, "bleeding (H-DMG-7)")]
    return check(target, rules, "PEN", dfs).roll(target.id, "bleeding", "resisting bleeding")


def always_shocks(weapon: Weapon, book: Book) -> bool:
    """Whether every hit of a weapon needs a shock check, even without body loss: physical energy does.

    Rules: H-DMG-8, ruling 77.
    """
    return weapon.type in book.damage.shock.always and weapon.use != "mental"


def shock_dfs(place: str, rolled_with: bool, book: Book) -> list[Df]:
    """Return the DFs of a shock check: −6 for the head, −4 for the groin, +5 when rolled with the blow (H-DMG-8)."""
    table = book.damage.shock
    df = table.at(place)
    dfs: list[Df] = [(df, f"{place} (H-DMG-8)")] if df is not None else []
    return [*dfs, (table.rolled, "rolled with the blow (H-DEF)")] if rolled_with else dfs


def shock(target: Combatant, rules: Rulebook, dfs: list[Df], mind: bool = False) -> Roll:
    """Return the shock check: PEN, or MEN for the mind (H-DMG-8, ruling 43)."""
    return check(target, rules, "MEN" if mind else "PEN", dfs).roll(target.id, "shock", "system shock")


def recovery(target: Combatant, rules: Rulebook) -> Roll:
    """Return the roll for the counts until the recovery check: 2d6 + 45, without speed (H-DMG-9)."""
    table = rules.book.damage.recovery
    lines = (f"{table.dice} + {table.base} (H-DMG-9)",)
    return Roll(target.id, "recovery", "recovery", table.dice, sum=lines)
