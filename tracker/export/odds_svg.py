"""Odds: a forecast, or the curve of a sweep, as an SVG picture with its intervals."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.export.html import Node, listed, markup, node
from tracker.model.lazy_dataclass import dataclass
from tracker.odds.blocks import columns
from tracker.odds.result import Odds, difficulty, headline, how_long, interval, side
from tracker.odds.tally import Interval, Tally
from tracker.text.cells import clean

_WIDE, _ROW, _LEFT, _BAR = 760, 96, 20, 300
_STYLE = (
    "svg{background:#fff} text{font:13px sans-serif;fill:#1c2026} .head{font-size:16px;font-weight:bold}"
    " .quiet{fill:#545c68} .all{fill:#e3e5e9} .won{fill:#0b5394} .length{fill:#3d6b00}"
    " .bounds{stroke:#a2290f;stroke-width:2}"
    " .axis{stroke:#545c68} .grid{stroke:#e3e5e9}"
    " .line-0{stroke:#0b5394;fill:#0b5394} .line-1{stroke:#8a1561;fill:#8a1561}"
    " .line-2{stroke:#3d6b00;fill:#3d6b00} .line-3{stroke:#6a1fa0;fill:#6a1fa0} .curve{fill:none;stroke-width:2}"
)
_HIGH, _FOOT, _SCALE = 400, 70, 60
"""The height of the axes' part of a curve's picture, and the room under and beside it."""
_HEAD, _LEGEND_ROW = 86, 20
_APART = 7
"""The distance between the points of two lines, so that equal ones do not hide each other."""
_MOST_NAMED = 16


def picture(odds: Odds) -> str:
    """Return a forecast as a picture: for each policy a bar with its interval, and how long its fights go on."""
    height = _HEAD + _ROW * len(odds.rows)
    parts: list[Node | str | None] = [
        node("style", None, _STYLE),
        node("title", None, f"{odds.title}: {headline(odds)}"),
        node("text", {"x": _LEFT, "y": 28, "class": "head"}, f"{clean(odds.title)}: {headline(odds)}"),
        node("text", {"x": _LEFT, "y": 50, "class": "quiet"}, f"{odds.fights:,} fights, seed {odds.seed}, "
             f"{odds.moment}; {difficulty(odds)} for {side(odds.side)}"),
        node("text", {"x": _LEFT, "y": 68, "class": "quiet"}, f"Left: how often {side(odds.side)} win, and below "
             "the bar between what that lies with 95 % certainty. Right: when the fights were over."),
    ]  # fmt: skip
    for place, row in enumerate(odds.rows):
        top = _HEAD + place * _ROW
        parts.append(node("text", {"x": _LEFT, "y": top + 18}, row.policy))
        if row.tally.fights:
            parts += _bar(row.tally.won(odds.side), top + 28)
            parts += _lengths(odds, row.tally, top + 28)
    return _svg(_WIDE, height, f"{odds.title}: {headline(odds)}", parts)


def _svg(wide: int, height: int, label: str, parts: Sequence[Node | str | None]) -> str:
    """Return a picture of these parts as SVG. `label` describes it in words."""
    size = {"width": wide, "height": height, "viewBox": f"0 0 {wide} {height}"}
    accessible = {"role": "img", "aria-label": label}
    return markup(listed("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, **accessible}, parts)) + "\n"


def _bar(chance: Interval, top: int) -> list[Node]:
    """Draw a chance as a bar with its interval below. `top` is the bar's upper edge in pixels."""
    low, high = (f"{_LEFT + _BAR * share:.1f}" for share in (chance.low, chance.high))
    return [
        node("rect", {"x": _LEFT, "y": top, "width": _BAR, "height": 18, "class": "all"}),
        node("rect", {"x": _LEFT, "y": top, "width": f"{_BAR * chance.share:.1f}", "height": 18, "class": "won"}),
        node("line", {"x1": low, "x2": high, "y1": top + 24, "y2": top + 24, "class": "bounds"}),
        node("text", {"x": _LEFT, "y": top + 44}, interval(chance)),
    ]


def _lengths(odds: Odds, tally: Tally, top: int) -> list[Node]:
    """Draw the columns that show how long the fights last. `top` is their upper edge in pixels."""
    first, last, parts = columns(tally.lengths)
    most, left, wide = max(parts, default=0), _LEFT + _BAR + 40, 14
    drawn = [
        node("rect", {"x": left + place * wide, "y": f"{top + 40 - 40 * number / most:.1f}", "width": wide - 2,
                      "height": f"{40 * number / most:.1f}", "class": "length"})
        for place, number in enumerate(parts)
    ]  # fmt: skip
    if parts:
        below = {"y": top + 56, "class": "quiet"}
        drawn.append(node("text", {"x": left, **below}, how_long(odds.unit, first)))
        end = {"x": left + len(parts) * wide, "text-anchor": "end", **below}
        # One column stands for one count: it has one end.
        drawn += [node("text", end, how_long(odds.unit, last))] if last > first else []
    return drawn


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a sweep's picture: its name, and the chances at the values of the first parameter, in order."""

    name: str
    chances: tuple[Interval, ...]


def curves(
    title: str, parameter: str, values: Sequence[object], side_name: str, drawn: Sequence[Curve], fights: int
) -> str:
    """Return the chance of a side over the values of a parameter, as a picture with its intervals.

    `drawn` has a line for each combination of the other parameters. `fights` were played for each point.
    """
    wide, room = _WIDE, _WIDE - 2 * _SCALE
    named = [curve for curve in drawn if curve.name]
    start = _HEAD + _LEGEND_ROW * len(named)
    height = start + _HIGH
    step = room / max(1, len(values) - 1)
    across = [_SCALE + place * step if len(values) > 1 else _SCALE + room / 2 for place in range(len(values))]
    label = f"{clean(title)}: {side(side_name)} by {parameter}"

    def up(share: float) -> float:
        """Return the vertical place of a share."""
        return start + (_HIGH - _FOOT) * (1 - share)

    parts: list[Node | str | None] = [
        node("style", None, _STYLE),
        node("title", None, label),
        node("text", {"x": _LEFT, "y": 28, "class": "head"}, label),
        node("text", {"x": _LEFT, "y": 50, "class": "quiet"}, f"How many fights of a hundred {side(side_name)} win, "
             f"from {fights:,} fights a point; upright: between what that lies with 95 % certainty."),
    ]  # fmt: skip
    for tenth in range(0, 11, 2):
        y = up(tenth / 10)
        parts.append(node("line", {"x1": _SCALE, "x2": wide - _SCALE, "y1": y, "y2": y, "class": "grid"}))
        parts.append(
            node("text", {"x": _SCALE - 16, "y": y + 4, "class": "quiet", "text-anchor": "end"}, str(tenth * 10))
        )
    every = -(-len(values) // _MOST_NAMED)
    for place in range(0, len(values), every):
        where = {"x": f"{across[place]:.1f}", "y": height - _FOOT + 22, "text-anchor": "middle"}
        parts.append(node("text", where, value_text(values[place])))
    middle = {"x": wide / 2, "y": height - _FOOT + 46, "text-anchor": "middle", "class": "quiet"}
    parts.append(node("text", middle, parameter))
    for number, curve in enumerate(drawn):
        # Lines lie a little apart, so that their intervals do not cover each other.
        aside = (number - (len(drawn) - 1) / 2) * _APART
        points = [(x + aside, chance) for x, chance in zip(across, curve.chances, strict=False)]
        parts += _curve(number, [(x, up(chance.share), up(chance.low), up(chance.high)) for x, chance in points])
    for row, curve in enumerate(named):
        kind, y = f"line-{drawn.index(curve) % _KINDS}", _HEAD - 16 + _LEGEND_ROW * row
        parts.append(node("line", {"x1": _LEFT, "x2": _LEFT + 28, "y1": y, "y2": y, "class": f"curve {kind}"}))
        parts.append(_mark(drawn.index(curve), _LEFT + 14, y))
        parts.append(node("text", {"x": _LEFT + 38, "y": y + 4}, curve.name))
    return _svg(wide, height, label, parts)


def value_text(value: object) -> str:
    """Return a value as a sweep file has it: `true`, `12`, `Plate`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _curve(number: int, points: Sequence[tuple[float, float, float, float]]) -> list[Node]:
    """Return a line through points of across, share, low and high in pixels, with the interval of each.

    `number` is that of the line, which chooses its looks.
    """
    kind = f"line-{number % _KINDS}"
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in points)
    nodes = [node("polyline", {"points": path, "class": f"curve {kind}"})]
    for x, y, low, high in points:
        bounds = {"x1": f"{x:.1f}", "x2": f"{x:.1f}", "y1": f"{low:.1f}", "y2": f"{high:.1f}"}
        nodes += [node("line", {**bounds, "class": kind}), _mark(number, x, y)]
    return nodes


_KINDS = 4
"""The colours of lines. Each also has a mark of another form."""


def _mark(number: int, x: float, y: float) -> Node:
    """Return the mark of line `number` at a point in pixels: a disc, square, triangle or diamond."""
    form, kind = number % _KINDS, {"class": f"line-{number % _KINDS}"}
    if form == 0:
        return node("circle", {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": 4, **kind})
    corners = (
        ((-4, -4), (4, -4), (4, 4), (-4, 4)), ((-5, 4), (5, 4), (0, -5)), ((0, -6), (5, 0), (0, 6), (-5, 0)),
    )[form - 1]  # fmt: skip
    return node("polygon", {"points": " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners), **kind})
