"""Wounds: damage through deflection, armour and the damage threshold into the pools, and who falls."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features.presence import take_out
from tracker.games.prism import harm
from tracker.games.prism.actions.reactions import Attack
from tracker.games.prism.book.tables import BOOK, Degree
from tracker.games.prism.fighter import DESTROYED, DYING, UNCONSCIOUS, Fighter
from tracker.games.prism.sheet import STAMINA, TRAUMA, VITALITY, Piece, Weapon
from tracker.games.toolkit import conditions, pool_changes, steps
from tracker.games.toolkit.fighters import Acting
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.state import Encounter

DAMAGE = "damage"
"""The verb of damage by hand."""


def strike(draft: StepBuilder, attack: Attack, result: int, degree: Degree, deflecting_object: Weapon | None) -> None:
    """Deal the damage of a hit: deflection, armour from the outside in, damage threshold, pools (S-DMG-3, S-ARM-6).

    The hit lands where it was aimed, else on the torso, or by the ones digit with a table of locations (S-DMG-2).
    `deflecting_object` wears if it has a capacity (S-DEFLECT-4).
    """
    target, house, weapon = attack.target, attack.target.house, attack.weapon
    threshold = target.sheet.attribute("Threshold")
    parts = target.sheet.options.locations if house.random_location else None
    location = parts[result % 10] if parts else BOOK.location
    if attack.how.aim:
        location = attack.how.aim
    damage = harm.damage(result, weapon.modifier, degree, house)
    points = damage
    lines = [f"{weapon.name} ×{weapon.modifier:g}: {damage} (S-DMG-1)"]
    if deflecting_object is not None:
        deflected = harm.deflected(points, degree, house)
        points -= deflected
        lines.append(f"{deflecting_object.name} deflects {deflected} (S-DEFLECT-2)")
        if piece := target.sheet.objects.get(deflecting_object.name):
            wear(draft, target.who, piece, deflected)
    for piece in target.sheet.armour:
        if piece.at(location) and points:
            through = wear(draft, target.who, piece, points)
            lines.append(f"{piece.name} takes {points - through} (S-ARM-2)")
            points = through
    stopped = damage - points
    label = f"{damage} damage"
    if stopped:
        label += f", {stopped} stopped"
    draft.emit(
        ev.Struck(
            who=attack.attacker.who,
            target=target.who,
            outcome="hit",
            location=location,
            damage=points,
            stopped=stopped,
            label=label,
            tier=degree if house.degrees else "",
            type=weapon.harm if points > threshold else "",
            sum=(*lines, f"{points} pass (S-DMG-3)"),
        )
    )
    hurt(draft, target.who, points, weapon.harm, f"hit by {attack.attacker.name}")


def wear(draft: StepBuilder, who: str, piece: Piece, points: int) -> int:
    """Hit one piece of armour and return the points that go through. Its capacity and threshold fall.

    Rules: S-ARM-2 to S-ARM-5.
    """
    fighter = Fighter(draft.encounter, who)
    if fighter.destroyed(piece):
        return points
    before = fighter.layer(piece)
    impact = harm.struck(before, points)
    after = impact.layer
    change = after.capacity - before.capacity
    if change:
        why = f"{piece.name} AC"
        if after.threshold != before.threshold:
            why += f", AT {before.threshold} → {after.threshold}"
        pool_changes.change(draft, who, piece.pool, change, why)
    _record_wear(draft, who, piece, before, after)
    return impact.through


def _record_wear(draft: StepBuilder, who: str, piece: Piece, before: harm.Layer, after: harm.Layer) -> None:
    """Record a piece's new threshold, and its destruction (S-ARM-3, S-ARM-5)."""
    if after.threshold != before.threshold:
        steps.mark(draft, who, piece.mark, after.threshold)
    if after.destroyed(Fighter(draft.encounter, who).house):
        key = f"{DESTROYED} {piece.pool}"
        conditions.begin(draft, who, key, f"{piece.name} destroyed", of=piece.name, why="S-ARM-5")


def fixed(draft: StepBuilder, who: str, what: str) -> None:
    """Carry out what follows from a pool or condition changed by hand: armour's threshold, falling.

    `what` is the name of the pool or the key of the condition. Rules: S-ARM-3, S-ARM-5, S-DMG-6.
    """
    fighter = Fighter(draft.encounter, who)
    for piece in fighter.sheet.pieces:
        if piece.pool == what:
            capacity = fighter.now.pool(what)
            layer_now = harm.Layer(max(0, min(piece.threshold, capacity)), capacity, piece.threshold)
            _record_wear(draft, who, piece, fighter.layer(piece), layer_now)
            mended = not layer_now.destroyed(fighter.house) and fighter.destroyed(piece)
            if mended:
                conditions.end(draft, who, f"{DESTROYED} {what}", why="by hand")
                gone = f"{fighter.name}'s {piece.name} was destroyed for good (S-ARM-5)"
                draft.note(
                    f"{gone}; by hand it is back, AC {capacity} of {piece.capacity}; `undo` takes that back", who
                )
    _mend(draft, who, what)
    if draft.encounter.began:
        fall(draft, who)
    condition = draft[who].condition(what)
    if what in (UNCONSCIOUS, DYING) and condition is not None and draft[who].able:
        take_out(draft, who, Presence.DOWN, condition.label)


def _mend(draft: StepBuilder, who: str, pool: str) -> None:
    """End dying once there is trauma again, and unconscious once there is vitality (S-DMG-6).

    In a fight of an older release both stay until they are ended by hand.
    """
    keys = {TRAUMA: DYING, VITALITY: UNCONSCIOUS}
    if draft.encounter.release and pool in keys and draft[who].pool(pool):
        conditions.end(draft, who, keys[pool], why=f"{pool} {draft[who].pool(pool)}")


def keeps_out(encounter: Encounter, who: str) -> str:
    """Return the conditions and the empty pools that keep a fighter out (S-DMG-6)."""
    fighter = encounter[who]
    if (empty := _empty(encounter, who)) is not None:
        return empty[1]
    borne = (fighter.condition(key) for key in (DYING, UNCONSCIOUS))
    return " and ".join(condition.label for condition in borne if condition is not None)


def _empty(encounter: Encounter, who: str) -> tuple[str, str] | None:
    """Return the condition of an empty pool, and the reason. None while no pool takes the fighter out."""
    fighter, house = encounter[who], Fighter(encounter, who).house
    if fighter.full(TRAUMA) and fighter.pool(TRAUMA) == 0:
        return DYING, "no trauma left"
    if house.vitality_zero == "unconscious" and fighter.full(VITALITY) and fighter.pool(VITALITY) == 0:
        return UNCONSCIOUS, "no vitality left"
    return None


def hurt(draft: StepBuilder, who: str, points: int, kind: str, why: str) -> None:
    """Take damage that passed the armour off the pools. The fighter falls only at the end of the tick.

    `kind` is what the weapon harms, vitality or trauma. `why` is the reason in the log. Rules: S-DMG-4, S-DMG-5.
    """
    target, threshold = draft[who], Fighter(draft.encounter, who).sheet.attribute("Threshold")
    loss = harm.spread(
        points,
        threshold,
        kind,
        stamina_left=target.pool(STAMINA),
        vitality_left=target.pool(VITALITY),
    )
    pool_changes.take(draft, who, STAMINA, loss.stamina, why)
    pool_changes.take(draft, who, VITALITY, loss.vitality, why)
    pool_changes.take(draft, who, TRAUMA, loss.trauma, why)


def fall(draft: StepBuilder, who: str) -> None:
    """Take a fighter out of the fight: dying at 0 trauma, unconscious at 0 vitality if the house rule says so.

    Rules: S-DMG-6.
    """
    empty = _empty(draft.encounter, who)
    if empty is None or not draft[who].able:
        return
    condition, why = empty
    draft.emit(ev.ConditionGained(who=who, condition=condition, label=condition, why=why))
    take_out(draft, who, Presence.DOWN, why)


def damage(acting: Acting, points: int, kind: str, place: str) -> None:
    """Deal damage by hand: straight to the damage threshold, or through the armour at a location (S-DMG-3)."""
    draft, who = acting.draft, acting.who
    for piece in Fighter(draft.encounter, who).sheet.armour if place else ():
        if piece.at(place) and points:
            points = wear(draft, who, piece, points)
    hurt(draft, who, points, kind, "by hand")
    fall(draft, who)
