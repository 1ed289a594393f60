"""Shock: jolted, stunned, badly stunned, unconscious: what it costs, and recovery from it (H-DMG 8 and 9)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows.batch_plan import PlannedStage, Stage
from tracker.games.hybrid.body import conditions, grips, posture
from tracker.games.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.games.hybrid.body.conditions import HELPLESS, JOLTED, SHOCKED, UNCONSCIOUS
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import resistance
from tracker.games.hybrid.checks.success_chance import Df
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import Weapon
from tracker.games.hybrid.timing import initiative, lost_actions
from tracker.games.toolkit import steps
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.questions import Roll, Task
from tracker.model.state import Rank

SHOCK_DF = "shock.df"
"""The mark with the DF of the check that a stunned fighter failed, for its recovery."""
SHOCK_MIND = "shock.mind"
"""The mark that is true if that check was of the mind, on MEN."""


def want_shock(stage: Stage) -> Roll | None:
    """Return the shock check, after a loss of PBD or a hit by an energy or shock weapon.

    Return None without such a loss or hit. Rules: H-DMG-8, ruling 77.
    """
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.strikes or not draft[blow.target].able:
        return None
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    if not blow.body and not weapon.shock and not always_shocks(weapon, rules.book):
        return None
    dfs = shock_dfs(blow.location, blow.rolled_with, rules.book)
    return shock_roll(draft[blow.target], rules, dfs, mind=weapon.use == "mental")


def take_shock(stage: Stage, rolled: Any) -> None:
    """Apply the shock of a failed check, and plan its recovery. Of two states the worse stays (ruling 50)."""
    draft, rules, batch, blow = stage.draft, stage.rules, stage.batch, stage.blow
    df = int(sum(df for df, _ in shock_dfs(blow.location, blow.rolled_with, rules.book)))
    mind = weapon_of(draft[blow.attacker], blow.weapon).use == "mental"
    target = stage.fighter(blow.target)
    if not rolled["success"] and inflict_shock(target, failed_by=-rolled["margin"], df=df, mind=mind):
        batch.insert([PlannedStage("recovery", batch.blows.index(blow), blow.target)])


def inflict_shock(fighter: Acting, failed_by: int, df: int, mind: bool = False) -> bool:
    """Give the shock of a check failed by so much. Return whether a recovery must be rolled (H-DMG 8 and 9).

    `df` and `mind` are of the failed check: the recovery is rolled at the same DF, of body or mind.
    """
    draft, who = fighter.draft, fighter.who
    row = next(row for row in fighter.rules.book.damage.shocked if failed_by >= row.by)
    before = conditions.worst_shock(fighter.now)
    # `SHOCKED` has the worst state last.
    if before and SHOCKED.index(row.name) <= SHOCKED.index(before):
        return False
    if before:
        draft.end(who, before, "worse")
    why = f"shock failed by {failed_by} (H-DMG-8)"
    draft.emit(ev.ConditionGained(who=who, condition=row.name, label=row.name, amount=row.df, why=why))
    if row.name == JOLTED:
        return False
    draft.cancel(who, (conditions.RECOVER,), "worse")
    fighter.mark(SHOCK_DF, df)
    if mind or fighter.now.marks.get(SHOCK_MIND):
        fighter.mark(SHOCK_MIND, mind)
    _pay_for_stun(draft, who, row.name)
    return True


def _pay_for_stun(draft: StepBuilder, who: str, state: str) -> None:
    """Apply the cost of a stun: everything pending. An unconscious fighter also falls and lets go (H-DMG-8)."""
    lost_actions.lose(draft, who, state)
    if state == UNCONSCIOUS:
        posture.fall(draft, who, state)
        grips.lose_grip(draft, who, state)


def forget_shock(draft: StepBuilder, who: str) -> None:
    """Forget the failed check behind a stun: a stun by hand has no difficulty."""
    for mark in (SHOCK_DF, SHOCK_MIND):
        if draft[who].marks.get(mark):
            steps.mark(draft, who, mark, 0 if mark == SHOCK_DF else False)


# Recovery


def want_recovery(stage: Stage) -> Roll | None:
    """Return the roll for the counts until the recovery check (H-DMG-9)."""
    return recovery_roll(stage.draft[stage.who], stage.rules)


def take_recovery(stage: Stage, rolled: Any) -> None:
    """Schedule the recovery check."""
    recovering(stage.fighter(stage.who), rolled)


def roll_recovery(fighter: Acting) -> None:
    """Roll the counts until the recovery check (H-DMG-9)."""
    fighter.draft.roll(recovery_roll(fighter.now, fighter.rules), Task("recovering", {"who": fighter.who}))


def recovering(fighter: Acting, data: Data) -> None:
    """Schedule the recovery check, after the roll for its counts."""
    count, why = fighter.count + data["total"] + fighter.rules.book.damage.recovery.base, "recovery (H-DMG-9)"
    fighter.draft.emit(ev.DueAdded(who=fighter.who, what=conditions.RECOVER, at=count, rank=Rank.RECOVERY, why=why))


def recover(fighter: Acting) -> None:
    """Roll the recovery check: shock again at the same DF (H-DMG-9)."""
    combatant = fighter.now
    # The stun has ended meanwhile.
    if not conditions.helpless(combatant):
        initiative.after_action(fighter)
        return
    df, mind = combatant.mark(SHOCK_DF), bool(combatant.marks.get(SHOCK_MIND))
    dfs: list[Df] = [(df, "as the check that was failed (H-DMG-9)")] if df else []
    fighter.draft.roll(shock_roll(combatant, fighter.rules, dfs, mind), Task("recovered", {"who": fighter.who}))


def recovered(fighter: Acting, data: Data) -> None:
    """Clear the state on success, and let the fighter roll initiative. On failure schedule the next check.

    Ruling 50.
    """
    if not data["success"]:
        roll_recovery(fighter)
        return
    for key in HELPLESS:
        fighter.draft.end(fighter.who, key, "recovered")
    forget_shock(fighter.draft, fighter.who)
    initiative.after_action(fighter)


# By hand


def _helpless(fighter: Acting, key: str) -> None:
    """Apply the cost of a stun begun by hand, and roll its recovery unless it has a fixed end (H-DMG 8, 9)."""
    forget_shock(fighter.draft, fighter.who)
    _pay_for_stun(fighter.draft, fighter.who, key)
    state = fighter.now.condition(key)
    lasts = state is not None and state.until is not None
    if not lasts and fighter.draft.encounter.agenda.find(fighter.who, conditions.RECOVER) is None:
        roll_recovery(fighter)


def _comes_round(fighter: Acting, key: str) -> None:
    """Cancel the recovery check when a stun was ended by hand, and let the fighter roll initiative."""
    if not conditions.helpless(fighter.now):
        fighter.draft.cancel(fighter.who, (conditions.RECOVER,), "by hand")
        initiative.come_back(fighter)


def _recovers_no_more(fighter: Acting) -> None:
    """Cancel the recovery check of a fighter who leaves the fight."""
    fighter.draft.cancel(fighter.who, (conditions.RECOVER,), fighter.now.presence.value)


LIFECYCLES = (ConditionLifecycle(HELPLESS, began=_helpless, ended=_comes_round, left=_recovers_no_more),)


def always_shocks(weapon: Weapon, book: Book) -> bool:
    """Return whether every hit of a weapon needs a shock check, even without body loss: physical energy does.

    Rules: H-DMG-8, ruling 77.
    """
    return weapon.type in book.damage.shock.always and weapon.use != "mental"


def shock_dfs(place: str, rolled_with: bool, book: Book) -> list[Df]:
    """Return the DFs of a shock check: that of the location, and +5 when rolled with the blow (H-DMG-8)."""
    hit = [row.shock for row in book.attack.location if row.name == place and row.shock]
    dfs: list[Df] = [(df, f"{place} (H-DMG-8)") for df in hit]
    return [*dfs, (book.damage.shock.rolled, "rolled with the blow (H-DEF-10)")] if rolled_with else dfs


def shock_roll(target: Combatant, rules: Rulebook, dfs: list[Df], mind: bool = False) -> Roll:
    """Return the shock check: PEN, or MEN for the mind (H-DMG-8, ruling 43)."""
    return resistance.check(target, rules, "MEN" if mind else "PEN", dfs).roll(target.id, "shock", "system shock")


def recovery_roll(target: Combatant, rules: Rulebook) -> Roll:
    """Return the roll for the counts until the recovery check: 2d6 + 45, without speed (H-DMG-9)."""
    table = rules.book.damage.recovery
    lines = (f"{table.dice} + {table.base} (H-DMG-9)",)
    return Roll(target.id, "recovery", "recovery", table.dice, sum=lines)
