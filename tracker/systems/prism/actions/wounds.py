"""Wounds: a blow through deflection, layers of armour and the damage threshold into the pools, and who falls."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Presence
from tracker.encounter.draft import Draft
from tracker.systems.kit import changes
from tracker.systems.prism.book.house import HouseRules, Options
from tracker.systems.prism.book.tables import Degree, book
from tracker.systems.prism.checks import harm, quality
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.models import Weapon
from tracker.systems.prism.sheets.sheet import STAMINA, TRAUMA, VITALITY, Piece, sheet_of


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit: who on whom, with what, how much, where, how well, and what it is deflected with."""

    who: str
    target: str
    weapon: Weapon
    points: int
    location: str
    degree: Degree
    held: Weapon | None
    """What it is deflected with, if it is."""


def location(options: Options, aim: str, result: int) -> str:
    """Where a hit goes: as aimed, by the ones digit where the house has its table, else the torso (S-DMG-2)."""
    if aim:
        return aim
    if options.house_rules.random_location and options.locations is not None:
        return options.locations[result % 10]
    return book().armour.location


def strike(draft: Draft, blow: Blow, house: HouseRules) -> None:
    """Deflection, armour outermost first, damage threshold, pools, in this order (S-DMG-3, S-ARM-6).

    What is deflected is damage to the object it is deflected with, where it has a capacity (S-DEFLECT-4).
    """
    points, lines = blow.points, [f"{blow.weapon.name} ×{blow.weapon.modifier:g}: {blow.points} (S-DMG-1)"]
    if blow.held is not None:
        away = quality.deflected(points, blow.degree, house)
        points -= away
        lines.append(f"{blow.held.name} deflects {away} (S-DEFLECT-2)")
        piece = sheet_of(draft.encounter, blow.target).objects.get(blow.held.name)
        if piece is not None:
            wear(draft, blow.target, piece, away, house)
    for piece in sheet_of(draft.encounter, blow.target).armour:
        if piece.at(blow.location) and points:
            through = wear(draft, blow.target, piece, points, house)
            lines.append(f"{piece.name} takes {points - through} (S-ARM-2)")
            points = through
    label = f"{blow.points} damage"
    if blow.points != points:
        label += f", {blow.points - points} stopped"
    draft.emit(ev.Struck(
        who=blow.who, target=blow.target, outcome="hit", label=label, location=blow.location,
        tier=blow.degree if house.degrees else "", damage=points, stopped=blow.points - points,
        type=blow.weapon.harm if points else "",
        sum=(*lines, f"{points} pass (S-DMG-3)"),
    ))  # fmt: skip
    hurt(draft, blow.target, points, blow.weapon.harm, f"hit by {draft[blow.who].name}")


def wear(draft: Draft, who: str, piece: Piece, points: int, house: HouseRules) -> int:
    """A hit on a piece: capacity and threshold fall, it may be destroyed; what goes through (S-ARM-2 to S-ARM-5)."""
    before = standing.layer(draft[who], piece)
    if standing.is_destroyed(draft[who], piece):
        return points
    now, through = harm.struck(before, points)
    by = now.capacity - before.capacity
    if by:
        why = f"{piece.name} AC" + (
            f", AT {before.threshold} → {now.threshold}" if now.threshold != before.threshold else ""
        )
        draft.emit(ev.PoolChanged(who=who, pool=piece.pool, by=by, to=now.capacity, why=why))
    if now.threshold != before.threshold:
        draft.emit(ev.MarkChanged(who=who, mark=piece.mark, value=now.threshold))
    _destroy(draft, who, piece, now, house)
    return through


def _destroy(draft: Draft, who: str, piece: Piece, now: harm.Layer, house: HouseRules) -> None:
    key = f"{standing.DESTROYED} {piece.pool}"
    if now.destroyed(house) and draft[who].condition(key) is None:
        label = f"{piece.name} destroyed"
        draft.emit(ev.ConditionGained(who=who, condition=key, label=label, of=piece.name, why="S-ARM-5"))


def put_right(draft: Draft, who: str, pool: str, house: HouseRules) -> None:
    """The capacity of a piece was put right by hand: its threshold and its destruction follow (S-ARM-3, S-ARM-5)."""
    piece = next((one for one in sheet_of(draft.encounter, who).pieces if one.pool == pool), None)
    if piece is None:
        return
    now = harm.Layer(max(0, min(piece.threshold, draft[who].pool(pool))), draft[who].pool(pool), piece.threshold)
    if now.threshold != standing.layer(draft[who], piece).threshold:
        draft.emit(ev.MarkChanged(who=who, mark=piece.mark, value=now.threshold))
    if now.destroyed(house):
        _destroy(draft, who, piece, now, house)
    elif draft[who].condition(f"{standing.DESTROYED} {pool}") is not None:
        label = f"{piece.name} destroyed"
        draft.emit(ev.ConditionEnded(who=who, condition=f"{standing.DESTROYED} {pool}", label=label, why="by hand"))


def hurt(draft: Draft, who: str, points: int, kind: str, why: str) -> None:
    """What passed the armour comes off the pools; who falls by it is for `settle` (S-DMG-4, S-DMG-5)."""
    own = draft[who]
    threshold = sheet_of(draft.encounter, who).attribute("Threshold")
    left = {"stamina": own.pool(STAMINA), "vitality": own.pool(VITALITY)}
    loss = harm.spread(points, threshold, kind, left)
    for pool, lost in ((STAMINA, loss.stamina), (VITALITY, loss.vitality), (TRAUMA, loss.trauma)):
        changes.take(draft, who, pool, lost, why)


def settle(draft: Draft, house: HouseRules) -> None:
    """Whoever has no trauma or vitality left goes down, after all of the tick has happened (S-DMG-6)."""
    for one in draft.encounter:
        fall(draft, one.id, house)


def fall(draft: Draft, who: str, house: HouseRules) -> None:
    """Trauma 0: dying; vitality 0: unconscious, where the house has it so (S-DMG-6)."""
    own = draft[who]
    if not own.able:
        return
    key, why = "", ""
    if own.pool(TRAUMA) == 0 and own.full(TRAUMA):
        key, why = standing.DYING, "no trauma left"
    elif own.pool(VITALITY) == 0 and own.full(VITALITY) and house.vitality_zero == "unconscious":
        key, why = standing.UNCONSCIOUS, "no vitality left"
    if key:
        draft.emit(ev.ConditionGained(who=who, condition=key, label=key, why=why))
        take_out(draft, who, Presence.DOWN, why)
