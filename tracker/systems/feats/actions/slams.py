"""Slams: from the roll to hit to who falls, with both sides' dice (F-SLAM)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tracker.encounter.state import Encounter
from tracker.systems.feats import checks
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import deeds
from tracker.systems.feats.actions.deeds import Deed
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules import impacts
from tracker.systems.feats.rules.impacts import Fall
from tracker.systems.feats.sheets import HP
from tracker.systems.kit.sixes import Sixes
from tracker.systems.kit.steps import ask_roll
from tracker.systems.kit.sums import Sum, signed


def both_dice(
    encounter: Encounter, who: str, target: str, options: tuple[str, ...], house: HouseRules
) -> tuple[Sixes, Sixes]:
    """Both sides' dice: HP × velocity / 100 (F-SLAM-3); `options` are kind, yards, the foe's yards, strong."""
    velocity = Fraction(options[1]) + Fraction(options[2])
    own, foe = (impacts.collision(encounter[one].full(HP), velocity) for one in (who, target))
    return impacts.strong(own, house.all_out) if options[3] else own, foe


def slam(deed: Deed) -> None:
    """The roll to hit with one's body (F-SLAM-1)."""
    deed.roll("slammed", checks.slamming(deed.own, deed.action.options[0]))


def slammed(deed: Deed, data: Mapping[str, Any]) -> None:
    """Hit: the foe may meet it (F-SLAM-2)."""
    if data["success"]:
        deeds.ask_defence(deed)
    else:
        deed.struck("missed", "missed")
        finish(deed)


def avoided(deed: Deed, how: str) -> None:
    """It comes to nothing; one who was dodged goes on past (F-SLAM-2, FQ 26)."""
    deed.struck("avoided", how)
    if how == "dodge":
        deed.note(f"{deed.name} goes at least {BOOK.slam.past} yd past, if there is Move left (F-SLAM-2)")
    finish(deed)


def met(deed: Deed, data: Mapping[str, Any]) -> None:
    """Both roll: first whoever slams, then the foe (F-SLAM-3)."""
    own, _ = both_dice(deed.draft.encounter, deed.who, deed.action.target, deed.action.options, deed.house)
    deed.damage("collided", f"slam {own.text}", own)


def collided(deed: Deed, data: Mapping[str, Any]) -> None:
    """The foe's dice on whoever slams."""
    _, foe = both_dice(deed.draft.encounter, deed.who, deed.action.target, deed.action.options, deed.house)
    deed.damage("crashed", f"meets it with {foe.text}", foe, by=deed.action.target, own=max(0, data["total"]))


def crashed(deed: Deed, data: Mapping[str, Any]) -> None:
    """Points on both, and who falls; behind a shield one falls at twice one's basic damage (F-SLAM-4, F-SLAM-6)."""
    draft, target, own, back = deed.draft, deed.action.target, int(data["own"]), max(0, data["total"])
    rush = deed.action.options[0] == checks.RUSH
    shield = max((one.bonus for one in deed.own.things if one.piece == "shield"), default=0) if rush else 0
    points = own + shield
    fall, thrown_back = impacts.falls(points, back), impacts.falls(own, back) is Fall.ONE
    more = f", {Fall.ONE.value}" if thrown_back and fall is not Fall.ONE else ""
    deed.struck("hit", f"{points} against {back}: {fall.value}{more}", points)
    for one, loss in ((target, points), (deed.who, 0 if rush else back)):
        if loss:
            deeds.hurt(draft, one, loss, "the slam", deed.house)
    if rush and back:
        deed.note(f"the shield takes {back} in {deed.name}'s place (F-SLAM-6)")
    if thrown_back:
        deeds.lie_down(draft, deed.who, "thrown back")
    if fall is Fall.FOE:
        deeds.lie_down(draft, target, "knocked down")
    finish(deed)
    if fall is Fall.FOE_ROLLS and draft[target].able:
        need = Sum().add(now.sheet_of(draft.encounter, target).dx, "DX", "F-SLAM-4")
        ask_roll(draft, target, "DX", "DX to stay up", need, "steadied", target=deed.who)


def finish(deed: Deed) -> None:
    """The action ends; a flying tackle lies down, whatever came of it, a pounce rolls to stay up (F-SLAM-6)."""
    deed.over()
    kind = deed.action.options[0]
    if kind == checks.TACKLE and deed.draft[deed.who].able:
        deeds.lie_down(deed.draft, deed.who, "after a flying tackle")
    elif kind == checks.POUNCE and deed.draft[deed.who].able:
        deed.note(f"a rider rolls Riding {signed(BOOK.slam.rider)} or is off (F-SLAM-6)")
        ask_roll(deed.draft, deed.who, "DX", "staying up", checks.staying_up(deed.own), "steadied")
