"""The players' picture: the moment as the players see it, as one SVG for a chat."""

from __future__ import annotations

from tracker.clock.spans import TimeUnit
from tracker.encounter.player_view.view import BADLY_HURT, DOWN, FRESH, HURT, FighterSeen, View
from tracker.export.axis import axis, lanes_of, span_of
from tracker.export.html import Node, listed, markup, node
from tracker.export.paper import AXIS
from tracker.model.combatant import Presence
from tracker.text.cells import cut, wrap
from tracker.views.next_up import next_up
from tracker.views.short_names import shortened
from tracker.views.sides import side_mark

_WIDE = 720
_EDGE = 16
_ROW = 22
_LINES = 3
"""How many lines of the latest events are shown."""
_STEPS = {FRESH: 1.0, HURT: 0.75, BADLY_HURT: 0.25, DOWN: 0.0}
_STYLE = (
    "text{font:14px sans-serif;fill:#1c2026} .title{font-weight:bold;fill:#545c68}"
    " .turn{font-size:22px;font-weight:bold}"
    " .left{fill:#1d6b2e} .gone{fill:#c9cdd3} .quiet{fill:#545c68} "
)


def card(view: View, unit: TimeUnit) -> str:
    """Return the picture of a moment as SVG."""
    lanes = lanes_of(view)
    picture = axis(lanes, unit, *span_of(view.now, lanes), view.now, _WIDE - 2 * _EDGE)
    headline = wrap(_turn(view, unit), 56)
    top = 50 + 28 * len(headline)
    below = top + int(picture.attributes["height"]) + 24
    parts: list[Node | str] = [
        node("style", None, _STYLE + AXIS),
        node("rect", {"width": "100%", "height": "100%", "fill": "#fbfaf6"}),
        node("text", {"x": _EDGE, "y": 26, "class": "title"}, cut(view.title, 80)),
        *(
            node("text", {"x": _EDGE, "y": 58 + 28 * number, "class": "turn"}, line)
            for number, line in enumerate(headline)
        ),
        node("g", {"transform": f"translate({_EDGE} {top})"}, picture),
    ]
    for number, fighter in enumerate(view.fighters):
        parts += _fighter(view, fighter, below + number * _ROW)
    below += len(view.fighters) * _ROW + 12
    for number, text in enumerate(view.outcomes[-_LINES:]):
        parts.append(node("text", {"x": _EDGE, "y": below + number * _ROW}, cut(text, 90)))
    height = below + _LINES * _ROW
    return markup(listed("svg", {"xmlns": "http://www.w3.org/2000/svg", "width": _WIDE, "height": height}, parts))


def _turn(view: View, unit: TimeUnit) -> str:
    """Return the count and whose turn it is; before the fight, that it has not begun."""
    if not view.began:
        return "The fight has not begun."
    return f"{unit.moment(view.now)}  {next_up(view, unit)[0]}"


def _fighter(view: View, fighter: FighterSeen, y: int) -> list[Node | str]:
    """Draw a fighter's row: name, up to three pools or a word for its health, conditions."""
    order = {side: number for number, side in enumerate(dict.fromkeys(other.side for other in view.fighters))}
    state = fighter.presence if fighter.presence not in (Presence.IN.value, fighter.health) else ""
    words = " · ".join(filter(None, [state, *fighter.conditions]))
    parts: list[Node | str] = [
        node("text", {"x": _EDGE, "y": y}, f"{side_mark(order, fighter.side)} {shortened(fighter.name, 22)}"),
    ]
    x = 190
    for pool in fighter.pools[:3]:
        parts += _bar(x, y, 60, pool.now / pool.full if pool.full else 0.0, f"{pool.name} {pool.text}")
        x += 165
    if not fighter.pools and fighter.health:
        parts += _bar(x, y, 60, _STEPS.get(fighter.health, 1.0), fighter.health)
        x += 165
    if words and x < 500:
        parts.append(node("text", {"x": x, "y": y, "class": "quiet"}, cut(words, 46)))
    return parts


def _bar(x: int, y: int, wide: int, share: float, text: str) -> list[Node | str]:
    """Draw a bar `wide` pixels wide, filled by `share` (0 to 1), and a text behind it."""
    full = max(0.0, min(1.0, share)) * wide
    return [
        node("rect", {"x": x, "y": y - 10, "width": wide, "height": 10, "class": "gone"}),
        node("rect", {"x": x, "y": y - 10, "width": f"{full:.1f}", "height": 10, "class": "left"}),
        node("text", {"x": x + wide + 6, "y": y}, text),
    ]
