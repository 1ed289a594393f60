"""What follows a hit: knockback, bleeding, shock, what is lost by them, recovery, going down (H-DMG 6–10)."""

from __future__ import annotations

from typing import Any

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Presence
from tracker.encounter.declarations import end_action
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.encounter.state import END, Rank
from tracker.systems.hybrid.blows.plan import Stage
from tracker.systems.hybrid.body import conditions, footing, grips, scenery
from tracker.systems.hybrid.body.conditions import ATTACKED_BY, HELPLESS, JOLTED, SHOCKED, UNCONSCIOUS
from tracker.systems.hybrid.body.defences import ROLL_WITH
from tracker.systems.hybrid.body.energy import take, tire
from tracker.systems.hybrid.body.lasting import Lasting
from tracker.systems.hybrid.body.weapons import kind, weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import resistance
from tracker.systems.hybrid.chances.checks import Df
from tracker.systems.hybrid.timing import initiative, losses

SHOCK_DF = "shock.df"
"""The mark that holds the DF of the check a stunned one failed, for its recovery."""
SHOCK_MIND = "shock.mind"
"""The mark that says that check was of the mind, on MEN."""


def want_knockback(at: Stage) -> Roll | None:
    """The check against falling, after a heavy crushing blow, shot or any explosion (H-DMG-6)."""
    draft, rules, blow = at.draft, at.rules, at.blow
    if not blow.strikes:
        return None
    if down(draft, rules, blow.target) or blow.rolled_with:
        return None
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    if weapon.use == "mental" or weapon.is_grip:
        return None
    type_ = kind(draft.encounter, blow.attacker, blow.target, weapon)
    if not resistance.knocks_back(draft[blow.target], type_, blow.fatigue, blow.body, rules.book):
        return None
    return resistance.knockback(draft[blow.target], rules)


def take_knockback(at: Stage, rolled: Any) -> None:
    """A failure puts the target on the ground and costs it what it has pending."""
    if not rolled["success"]:
        knock_down(at.draft, at.rules, at.blow.target)


def knock_down(draft: Draft, rules: Rulebook, who: str) -> None:
    """On the ground; what was pending is lost and initiative is rolled anew (flow: one blow, 8)."""
    footing.fall(draft, who, "knocked back (H-DMG-6)")
    losses.lose(draft, who, "knocked down")


def want_bleeding(at: Stage) -> Roll | None:
    """The check against bleeding, after a cut or stab that took PBD (H-DMG-7)."""
    draft, rules, blow = at.draft, at.rules, at.blow
    if not blow.strikes or not blow.body or not draft[blow.target].able:
        return None
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    type_ = kind(draft.encounter, blow.attacker, blow.target, weapon)
    if weapon.use == "mental" or type_ not in rules.book.damage.bleeding.types:
        return None
    return resistance.bleeding(draft[blow.target], rules)


def take_bleeding(at: Stage, rolled: Any) -> None:
    """A failure: this wound bleeds from now on."""
    blow = at.blow
    if not rolled["success"]:
        wound(at.draft, at.rules, blow.target, blow.location)


def wound(draft: Draft, rules: Rulebook, who: str, place: str) -> str:
    """One more wound that bleeds every 20 counts (H-DMG-7, ruling 19); returns the key of its condition."""
    number = 1
    while draft[who].condition(f"{conditions.BLEEDING}-{number}") is not None:
        number += 1
    key = f"{conditions.BLEEDING}-{number}"
    label = f"bleeding {place}".strip()
    draft.emit(ev.ConditionGained(who=who, condition=key, label=label, why="failed by the wound (H-DMG-7)"))
    _bleeds_on(draft, rules, who, key)
    return key


def _bleeds_on(draft: Draft, rules: Rulebook, who: str, key: str) -> None:
    at = draft.encounter.count + rules.book.damage.bleeding.every
    draft.emit(ev.DueAdded(who=who, what=conditions.BLEED, at=at, rank=Rank.EFFECT, ref=key))


def bleed(draft: Draft, rules: Rulebook, due: Due) -> None:
    """A wound bleeds: 1 PFT, from PBD once PFT is gone, and again 20 counts later (H-DMG-7, ruling 19)."""
    who, table = due.who, rules.book.damage.bleeding
    if draft[who].condition(due.ref) is None:
        return
    why = "bleeding (H-DMG-7)"
    have = min(draft[who].pool("PFT"), table.points)
    tire(draft, who, "PFT", have, why, rules.book.energy.fatigue_per_exhaustion)
    take(draft, who, "PBD", table.points - have, why)
    if not down(draft, rules, who):
        at = draft.encounter.count + table.every
        draft.emit(ev.DueAdded(who=who, what=conditions.BLEED, at=at, rank=Rank.EFFECT, ref=due.ref))


def want_shock(at: Stage) -> Roll | None:
    """The shock check, after any loss of PBD or a hit by an energy or other shock weapon (H-DMG-8, ruling 77)."""
    draft, rules, blow = at.draft, at.rules, at.blow
    if not blow.strikes or not draft[blow.target].able:
        return None
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    if not blow.body and not weapon.shock and not resistance.always_shocks(weapon, rules.book):
        return None
    dfs = resistance.shock_dfs(blow.location, blow.rolled_with, rules.book)
    return resistance.shock(draft[blow.target], rules, dfs, weapon.use == "mental")


def take_shock(at: Stage, rolled: Any) -> None:
    """How bad a shock: jolted, stunned, badly stunned, unconscious; a second keeps the worse (ruling 50)."""
    draft, rules, batch, blow = at.draft, at.rules, at.batch, at.blow
    df = int(sum(df for df, _ in resistance.shock_dfs(blow.location, blow.rolled_with, rules.book)))
    mind = weapon_of(draft[blow.attacker], blow.weapon).use == "mental"
    if not rolled["success"] and shocked(draft, rules, blow.target, -rolled["margin"], df, mind):
        batch.insert([["recovery", batch.blows.index(blow), blow.target]])


def shocked(draft: Draft, rules: Rulebook, who: str, failed_by: int, df: int, mind: bool = False) -> bool:
    """Give the state a shock check failed by so much brings; says whether a recovery is to be rolled (H-DMG 8–9)."""
    row = next(row for row in rules.book.damage.shocked if failed_by >= row.by)
    before = conditions.worst_shock(draft[who])
    if before and SHOCKED.index(row.name) <= SHOCKED.index(before):
        return False
    if before:
        draft.end(who, before, "worse")
    why = f"shock failed by {failed_by} (H-DMG-8)"
    draft.emit(ev.ConditionGained(who=who, condition=row.name, label=row.name, amount=row.df, why=why))
    if row.name == JOLTED:
        return False
    draft.cancel(who, (conditions.RECOVER,), "worse")
    draft.emit(ev.MarkChanged(who=who, mark=SHOCK_DF, value=df))
    if mind or draft[who].marks.get(SHOCK_MIND):
        draft.emit(ev.MarkChanged(who=who, mark=SHOCK_MIND, value=mind))
    _overcome(draft, who, row.name)
    return True


def _overcome(draft: Draft, who: str, state: str) -> None:
    """The stunned lose what they have pending, the unconscious feet and grip too (H-DMG-8)."""
    losses.lose(draft, who, state)
    if state == UNCONSCIOUS:
        footing.fall(draft, who, state)
        grips.lose_grip(draft, who, state)


def want_recovery(at: Stage) -> Roll | None:
    """2d6 + 45 counts until one may come round (H-DMG-9)."""
    return resistance.recovery(at.draft[at.who], at.rules)


def take_recovery(at: Stage, rolled: Any) -> None:
    """The recovery check goes on the agenda."""
    _recovers_at(at.draft, at.rules, at.who, rolled["total"])


def _recovers_at(draft: Draft, rules: Rulebook, who: str, dice: int) -> None:
    at = draft.encounter.count + dice + rules.book.damage.recovery.base
    draft.emit(ev.DueAdded(who=who, what=conditions.RECOVER, at=at, rank=Rank.RECOVERY, why="recovery (H-DMG-9)"))


def recovering(draft: Draft, rules: Rulebook, task: Task) -> None:
    """The dice of a recovery are known."""
    _recovers_at(draft, rules, task.data["who"], task.data["total"])


def recover(draft: Draft, rules: Rulebook, task: Task) -> None:
    """The recovery check: shock again at the same DF (H-DMG-9)."""
    who = task.data["who"]
    if not conditions.helpless(draft[who]):
        initiative.after_action(draft, rules, who)
        return
    df = draft[who].mark(SHOCK_DF)
    dfs: list[Df] = [(df, "as the check that was failed (H-DMG-9)")] if df else []
    mind = bool(draft[who].marks.get(SHOCK_MIND))
    draft.roll(resistance.shock(draft[who], rules, dfs, mind), Task("recovered", {"who": who}))


def recovered(draft: Draft, rules: Rulebook, task: Task) -> None:
    """A success clears the state and initiative is rolled normally; a failure changes nothing (ruling 50)."""
    who = task.data["who"]
    if task.data["success"]:
        for key in HELPLESS:
            draft.end(who, key, "recovered")
        forget_shock(draft, who)
        initiative.after_action(draft, rules, who)
    else:
        draft.roll(resistance.recovery(draft[who], rules), Task("recovering", {"who": who}))


def time(at: Stage) -> None:
    """The target's side of time: one who rolled with the blow has lost what it had and rolls initiative (H-DEF)."""
    draft, blow = at.draft, at.blow
    target = blow.target
    if not blow.gone and not blow.fend and draft[target].marks.get(ATTACKED_BY) != blow.attacker:
        draft.emit(ev.MarkChanged(who=target, mark=ATTACKED_BY, value=blow.attacker))
    if not draft[target].able or conditions.helpless(draft[target]):
        return
    if blow.defence == ROLL_WITH and not blow.gone:
        losses.lose(draft, target, "rolled with a blow")
    landing_too = any(other.attacker == target and not other.gone and not other.fend for other in at.batch.blows)
    if not landing_too:
        initiative.come_back(draft, at.rules, target)


def initiatives(at: Stage) -> None:
    """The attacker's action is over and it rolls initiative, last of all (H-INIT-6)."""
    blow = at.blow
    if not blow.gone and not blow.fend:
        initiative.after_action(at.draft, at.rules, blow.attacker)


def land(at: Stage) -> None:
    """The action has happened: nothing that follows can take it back (ruling 23)."""
    draft, blow = at.draft, at.blow
    action = draft[blow.attacker].action(blow.action)
    if not blow.gone and action is not None:
        end_action(draft, blow.attacker, action, "landed")


def _limit(rules: Rulebook) -> str:
    return f", house rule down_at {rules.house.down_at}" if rules.house.down_at else ""


def forget_shock(draft: Draft, who: str) -> None:
    """No check stands behind a stun any more: the next one has its own difficulty."""
    for mark in (SHOCK_DF, SHOCK_MIND):
        if draft[who].marks.get(mark):
            draft.emit(ev.MarkChanged(who=who, mark=mark, value=0 if mark == SHOCK_DF else False))


def back(draft: Draft, rules: Rulebook, who: str) -> None:
    """One who comes back: its wounds bleed on; the stunned must first come round, the others enter (H-DMG 7 and 9)."""
    scenery.enter(draft, who)
    for wounded in conditions.wounds_of(draft[who]):
        if draft.encounter.agenda.find(who, conditions.BLEED, wounded.key) is None:
            _bleeds_on(draft, rules, who, wounded.key)
    if not conditions.helpless(draft[who]):
        initiative.enter(draft, rules, who)
    elif draft.encounter.agenda.find(who, conditions.RECOVER) is None:
        draft.roll(resistance.recovery(draft[who], rules), Task("recovering", {"who": who}))


def down(draft: Draft, rules: Rulebook, who: str) -> bool:
    """Take somebody out whose PBD or MBD has reached the limit (H-DMG-10); says whether it is down."""
    combatant = draft[who]
    for pool in ("PBD", "MBD"):
        standing = combatant.presence in (Presence.IN, Presence.SURRENDERED)
        if standing and combatant.full(pool) and combatant.pool(pool) <= rules.house.down_at:
            take_out(draft, who, Presence.DOWN, f"{pool} {combatant.pool(pool)} (H-DMG-10{_limit(rules)})")
            return True
    return combatant.presence is Presence.DOWN


# By hand


def _bleeds(draft: Draft, rules: Rulebook, who: str, key: str) -> None:
    """Bleeding begun by hand is one more wound, and ends when it was to end."""
    if key != conditions.BLEEDING:
        if draft.encounter.agenda.find(who, conditions.BLEED, key) is None:  # brought along from before the fight
            _bleeds_on(draft, rules, who, key)
        return
    due = draft.encounter.agenda.find(who, END, key)
    draft.end(who, key, "as a wound")
    wounded = wound(draft, rules, who, "")
    if due is not None:
        draft.emit(ev.DueAdded(who=who, what=END, at=due.count, rank=Rank.ENDING, ref=wounded))


def _staunched(draft: Draft, rules: Rulebook, who: str, key: str) -> None:
    for due in draft.encounter.agenda.of(who):
        if due.what == conditions.BLEED and due.ref == key:
            draft.emit(ev.DueEnded(who=who, what=due.what, at=due.count, ref=due.ref, why="by hand"))


def _helpless(draft: Draft, rules: Rulebook, who: str, key: str) -> None:
    """Begun by hand it costs what it costs after a blow; then one recovers, unless it lasts so long (H-DMG 8, 9)."""
    forget_shock(draft, who)
    _overcome(draft, who, key)
    state = draft[who].condition(key)
    lasts = state is not None and state.until is not None
    if not lasts and draft.encounter.agenda.find(who, conditions.RECOVER) is None:
        draft.roll(resistance.recovery(draft[who], rules), Task("recovering", {"who": who}))


def _comes_round(draft: Draft, rules: Rulebook, who: str, key: str) -> None:
    if not conditions.helpless(draft[who]):
        draft.cancel(who, (conditions.RECOVER,), "by hand")
        initiative.come_back(draft, rules, who)


def _bleeds_no_more(draft: Draft, rules: Rulebook, who: str) -> None:
    """Who has surrendered bleeds on; the wounds of the others take no more of them (H-DMG-10)."""
    if draft[who].presence is not Presence.SURRENDERED:
        draft.cancel(who, (conditions.BLEED,), draft[who].presence.value)


def _recovers_no_more(draft: Draft, rules: Rulebook, who: str) -> None:
    draft.cancel(who, (conditions.RECOVER,), draft[who].presence.value)


LASTING = (
    Lasting((conditions.BLEEDING,), began=_bleeds, ended=_staunched, left=_bleeds_no_more, family=True),
    Lasting(HELPLESS, began=_helpless, ended=_comes_round, left=_recovers_no_more),
)
