"""Damage by the game master's hand, the checks that follow from it, and the effects of values changed by hand."""

from __future__ import annotations

from tracker.games.hybrid.actions import presence
from tracker.games.hybrid.blows import bleeding, knockback, shock
from tracker.games.hybrid.blows.harm import harm, through
from tracker.games.hybrid.blows.incapacitation import take_out_if_spent
from tracker.games.hybrid.blows.knockback import knock_down
from tracker.games.hybrid.body import activity_rates
from tracker.games.hybrid.body.pool_changes import spend
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing import initiative
from tracker.model.combatant import Presence
from tracker.model.questions import Ask, Roll, Task
from tracker.model.refusals import Refused

CHECKS = "checks"


def damage(fighter: Acting, points: int, kind: str, place: str) -> None:
    """Deal ordinary damage by hand and offer the checks that follow.

    `kind` is the type of damage, `place` the location, both empty if not named. Armour counts only with both.
    """
    draft, rules, who, target = fighter.draft, fighter.rules, fighter.who, fighter.now
    if target.presence is Presence.LEFT:
        raise Refused(f"{target.name} has left the fight; `{who} returns` brings it back.")
    draft.actor = ""  # it is no action of the fighter's
    stops = sheet_of(target).stopped(place, kind) if place and kind else 0
    ordinary, _ = through(points, extra=0, stops=stops, ignores=False)
    note = " ".join(word for word in (f"{target.name} takes {points}", kind, place, "by hand") if word)
    note += f", armour stops {points - ordinary}" if stops else ""
    draft.note(note, who)
    fatigue, body = harm(draft, rules, who, ordinary, extra=0, why="damage by hand")
    if take_out_if_spent(fighter) or not draft[who].able:
        return
    due = _checks_due(fighter, kind, fatigue, body)
    if not due:
        return
    data = {"who": who, "checks": due, "place": place, "kind": kind}
    # Under orders the checks are rolled without a question.
    if target.orders:
        draft.push("hand.check", **data)
        return
    draft.push("hand.offered", **data)
    draft.ask(Ask.CHOOSE, who, CHECKS, f"{target.name}: roll {', '.join(due)}?", (CHECKS, "none"))


def _checks_due(fighter: Acting, kind: str, fatigue: int, body: int) -> list[str]:
    """Return the names of the checks that damage of this kind requires, by the points that fatigue and body lost."""
    rows: list[str] = []
    if knockback.knocks_back(fighter.now, kind, fatigue, body, fighter.rules.book):
        rows.append("knockback")
    if body and kind in fighter.rules.book.damage.bleeding.types:
        rows.append("bleeding")
    if body or kind in fighter.rules.book.damage.shock.always:
        rows.append("shock")
    return rows


def spends(fighter: Acting, points: int, pool: str) -> None:
    """Spend fatigue of a pool by hand. Points that are missing come off exhaustion (H-NRG-3)."""
    fighter.draft.actor = ""  # it is no action of the fighter's
    fatigue_per_exhaustion = fighter.rules.book.energy.fatigue_per_exhaustion
    spend(fighter.draft, fighter.who, pool, points, "spent", fatigue_per_exhaustion)


def offered(fighter: Acting, data: Data) -> None:
    """Go on after the game master's answer: roll the checks, or none."""
    if data["answer"] == CHECKS:
        fighter.draft.push("hand.check", **{key: value for key, value in data.items() if key != "answer"})


def check(fighter: Acting, data: Data) -> None:
    """Roll the next of the `checks`. After the last, the fighter returns to the order of initiative.

    With `within` the checks are part of a batch of blows, which rolls initiative itself.
    """
    draft, rules, target = fighter.draft, fighter.rules, fighter.now
    if not data["checks"] or not target.able:
        if not data.get("within") and draft.encounter.began and target.able:
            initiative.come_back(fighter)
        return
    name, *others = data["checks"]
    rolls: dict[str, Roll] = {
        "knockback": knockback.knockback_roll(target, rules),
        "bleeding": bleeding.bleeding_roll(target, rules),
        "shock": shock.shock_roll(target, rules, shock.shock_dfs(data["place"], rolled_with=False, book=rules.book)),
    }
    kept = {key: data[key] for key in ("who", "place", "kind")}
    kept |= {"checks": others, "now": name, **({"within": True} if data.get("within") else {})}
    draft.roll(rolls[name], Task("hand.checked", kept))


def checked(fighter: Acting, data: Data) -> None:
    """Apply the result of the check `now`, and continue with the others in `checks`."""
    draft, rules, who, name = fighter.draft, fighter.rules, fighter.who, data["now"]
    within = {"within": True} if data.get("within") else {}
    draft.push("hand.check", who=who, checks=list(data["checks"]), place=data["place"], kind=data["kind"], **within)
    if data["success"]:
        return
    if name == "knockback":
        knock_down(fighter)
    elif name == "bleeding":
        bleeding.wound(fighter, data["place"])
    else:
        df = int(sum(df for df, _ in shock.shock_dfs(data["place"], rolled_with=False, book=rules.book)))
        if shock.inflict_shock(fighter, failed_by=-data["margin"], df=df):
            shock.roll_recovery(fighter)


def fixed(fighter: Acting, what: str) -> None:
    """Apply the effects of a pool or condition, `what`, that the GM has changed by hand.

    A fighter with an empty body goes down. A condition's own module says what follows its beginning or end.
    """
    combatant = fighter.now
    if combatant.has_pool(what):
        take_out_if_spent(fighter)
        activity_rates.wake(fighter.draft, fighter.who, what)
        return
    fights = fighter.draft.encounter.began and combatant.able
    for lifecycle in presence.LIFECYCLES:
        follow = lifecycle.ended if combatant.condition(what) is None else lifecycle.began
        if lifecycle.covers(what) and follow is not None and (fights or lifecycle.also_outside_fight):
            follow(fighter, what)
