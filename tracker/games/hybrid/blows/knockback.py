"""Knockback: a heavy blow throws its target to the ground (H-DMG-6)."""

from __future__ import annotations

from typing import Any

from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.blows.incapacitation import take_out_if_spent
from tracker.games.hybrid.body import posture
from tracker.games.hybrid.body.weapons import kind, weapon_of
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import resistance
from tracker.games.hybrid.checks.success_chance import Df
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing import lost_actions
from tracker.model.combatant import Combatant
from tracker.model.questions import Roll


def want_knockback(stage: Stage) -> Roll | None:
    """Return the check against falling, after a heavy crushing blow, a shot or an explosion (H-DMG-6). Else None."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.strikes:
        return None
    if take_out_if_spent(stage.fighter(blow.target)) or blow.rolled_with:
        return None
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    if weapon.use == "mental" or weapon.is_grip:
        return None
    type_ = kind(draft.encounter, blow.attacker, blow.target, weapon)
    if not knocks_back(draft[blow.target], type_, blow.fatigue, blow.body, rules.book):
        return None
    return knockback_roll(draft[blow.target], rules)


def take_knockback(stage: Stage, rolled: Any) -> None:
    """Knock the target down when the check failed."""
    if not rolled["success"]:
        knock_down(stage.fighter(stage.blow.target))


def knock_down(fighter: Acting) -> None:
    """Put a fighter on the ground. It loses what was pending and rolls initiative again."""
    posture.fall(fighter.draft, fighter.who, "knocked back (H-DMG-6)")
    lost_actions.lose(fighter.draft, fighter.who, "knocked down")


def knocks_back(target: Combatant, kind: str, fatigue: int, body: int, book: Book) -> bool:
    """Return whether a hit is heavy enough: over half of full PFT, a quarter of full PBD, or an explosion (H-DMG-6).

    `fatigue` and `body` are the points that the hit took.
    """
    table = book.damage.knockback
    if kind in table.always:
        return True
    heavy = fatigue * table.fatigue_share > target.full("PFT") or body * table.body_share > target.full("PBD")
    return kind in table.types and heavy


def footing(target: Combatant) -> str:
    """Return the better of strength and agility, which keeps a fighter on its feet."""
    stats = sheet_of(target).stats
    return "PST" if stats["PST"] >= stats["PAG"] else "PAG"


def knockback_roll(target: Combatant, rules: Rulebook) -> Roll:
    """Return the check against falling: the better of PST and PAG, DF −2 (H-DMG-6)."""
    stat = footing(target)
    dfs: list[Df] = [(rules.book.damage.knockback.df, "knockback (H-DMG-6)")]
    return resistance.check(target, rules, stat, dfs).roll(target.id, "knockback", "keeping its feet")
