"""Moment: what the players see at one moment, as the sections of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.clock.spans import TimeUnit
from tracker.encounter.player_view.view import BADLY_HURT, DOWN, FRESH, HURT, FighterSeen, PoolSeen, View
from tracker.export.axis import axis, lanes_of, span_of
from tracker.export.html import Node, listed, node
from tracker.export.tables import chances
from tracker.model.combatant import Presence
from tracker.system_api.values import Card
from tracker.views.next_up import next_up
from tracker.views.sides import side_mark

_STEPS = {FRESH: 4, HURT: 3, BADLY_HURT: 1, DOWN: 0}
_ALWAYS = 3
"""The first pools are shown even when they are full."""
LAST = 8
"""How many lines of the latest events are shown."""
NOW, AXIS, FIGHTERS, HAPPENED, SHEETS = "now", "axis", "fighters", "happened", "sheets"


def sections(view: View, unit: TimeUnit, cards: Sequence[Card] = ()) -> Mapping[str, Node]:
    """Return the sections of a page by name; SHEETS only when there are cards."""
    lanes = lanes_of(view)
    parts = {
        NOW: _now(view, unit),
        AXIS: axis(lanes, unit, *span_of(view.now, lanes), view.now),
        FIGHTERS: listed("ul", {"class": "fighters"}, (_fighter(view, fighter) for fighter in view.fighters)),
        HAPPENED: _happened(view),
    }
    if cards:
        parts[SHEETS] = listed("div", {"class": "sheets"}, map(card, cards))
    return parts


def _now(view: View, unit: TimeUnit) -> Node:
    """Return the section with the count, whose turn it is, and who comes next."""
    if not view.began:
        return node("p", {"class": "turn"}, "The fight has not begun.")
    first, after = next_up(view, unit)
    return node(
        "div",
        None,
        node(
            "p",
            {"class": "turn"},
            node("span", {"class": "clock"}, f"{unit.one} {unit.text(view.now)}"),
            " ",
            first or "–",
        ),
        listed("ol", {"class": "next", "aria-label": "Next"}, (node("li", None, text) for text in after[:3]))
        if after
        else None,
    )


def _fighter(view: View, fighter: FighterSeen) -> Node:
    """Return a fighter's entry: name, player, turn mark, pools or a word for its health, conditions."""
    order = {side: number for number, side in enumerate(dict.fromkeys(other.side for other in view.fighters))}
    side = f"side-{order[fighter.side] % 4}"
    due = view.turn == fighter.name
    out = fighter.presence != Presence.IN.value
    state = fighter.presence if out and fighter.presence != fighter.health else ""
    words = " · ".join(filter(None, [state, *fighter.conditions]))
    title = [
        node("span", {"class": side, "title": fighter.side}, f"{side_mark(order, fighter.side)} "),
        node("strong", None, fighter.name),
        node("span", {"class": "quiet"}, f" {fighter.player}") if fighter.player else None,
        node("span", {"class": "due"}, "► now") if due else None,
    ]
    shown = [pool for number, pool in enumerate(fighter.pools) if number < _ALWAYS or pool.now < pool.full]
    bars = [_pool(pool) for pool in shown]
    if not fighter.pools and fighter.health:
        bars = [_bar(fighter.health, _STEPS.get(fighter.health, 4), 4, fighter.health)]
    return node(
        "li",
        {"class": " ".join(filter(None, ["fighter", "is-due" if due else "", "is-out" if out else ""]))},
        listed("p", {"class": "who"}, title),
        *bars,
        node("p", {"class": "conditions"}, words) if words else None,
    )


def _pool(pool: PoolSeen) -> Node:
    """Return the bar of a pool, with its points."""
    return _bar(pool.label, pool.now, pool.full, f"{pool.now}/{pool.full}")


def _bar(label: str, now: int, full: int, text: str) -> Node:
    """Return a bar of `now` of `full` with a label before and a text behind it."""
    share = max(0.0, min(100.0, 100 * now / full)) if full else 0.0
    level = "low" if share <= 50 else "worn" if share < 100 else "well"
    return node(
        "div",
        {"class": "pool"},
        node("span", {"class": "label"}, label if label != text else ""),
        node(
            "svg",
            {"class": f"level {level}", "width": "100%", "height": 10, "aria-hidden": "true"},
            node("rect", {"width": "100%", "height": 10, "class": "gone"}),
            node("rect", {"width": f"{share:.1f}%", "height": 10, "class": "left"}),
        ),
        node("span", {"class": "number"}, text),
    )


def _happened(view: View) -> Node:
    """Return the section with the latest events, the newest first."""
    if not view.outcomes:
        return node("p", {"class": "quiet"}, "Nothing yet.")
    return listed("ol", {"class": "happened"}, (node("li", None, text) for text in view.outcomes[-LAST:][::-1]))


def card(fighter_card: Card) -> Node:
    """Return a fighter's sheet with its chances, modifiers and facts."""
    return node(
        "section",
        None,
        node("h3", None, fighter_card.name),
        node(
            "div",
            {"class": "wide", "tabindex": 0, "role": "region", "aria-label": f"Chances of {fighter_card.name}"},
            chances(fighter_card),
        ),
        listed(
            "ul",
            {"class": "facts"},
            (node("li", None, text) for text in (*fighter_card.modifiers, *fighter_card.facts)),
        ),
    )
