"""Odds: a forecast, or the curve of a sweep, as an SVG picture with its intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.export.html import Node, listed, markup, node
from tracker.odds.blocks import columns
from tracker.odds.result import Odds, difficulty, headline, in_seconds, interval, side
from tracker.odds.tally import Interval, Tally
from tracker.text.cells import clean

_WIDE, _ROW, _LEFT, _BAR = 760, 96, 20, 300
_STYLE = (
    "svg{background:#fff} text{font:13px sans-serif;fill:#1c2026} .head{font-size:16px;font-weight:bold}"
    " .quiet{fill:#545c68} .all{fill:#e3e5e9} .won{fill:#0b5394} .length{fill:#3d6b00}"
    " .bounds{stroke:#a2290f;stroke-width:2}"
    " .axis{stroke:#545c68} .grid{stroke:#e3e5e9}"
    " .line-0{stroke:#0b5394;fill:#0b5394} .line-1{stroke:#a2290f;fill:#a2290f}"
    " .line-2{stroke:#3d6b00;fill:#3d6b00} .line-3{stroke:#6a1fa0;fill:#6a1fa0} .curve{fill:none;stroke-width:2}"
)
_HIGH, _TOP, _FOOT, _SCALE = 420, 60, 60, 60


def picture(odds: Odds) -> str:
    """A forecast as a picture: for each policy a bar with its interval, and how long its fights go on."""
    height = 70 + _ROW * len(odds.rows)
    parts: list[Node | str | None] = [
        node("style", None, _STYLE),
        node("title", None, f"{odds.title}: {headline(odds)}"),
        node("text", {"x": _LEFT, "y": 28, "class": "head"}, f"{clean(odds.title)}: {headline(odds)}"),
        node("text", {"x": _LEFT, "y": 50, "class": "quiet"}, f"{odds.fights:,} fights, seed {odds.seed}, "
             f"{odds.moment}; {difficulty(odds)} for {side(odds.side)}"),
    ]  # fmt: skip
    for place, row in enumerate(odds.rows):
        top = 70 + place * _ROW
        parts.append(node("text", {"x": _LEFT, "y": top + 18}, row.policy))
        if row.tally.fights:
            parts += _bar(row.tally.won(odds.side), top + 28)
            parts += _lengths(odds, row.tally, top + 28)
    return _svg(_WIDE, height, f"{odds.title}: {headline(odds)}", parts)


def _svg(wide: int, height: int, label: str, parts: Sequence[Node | str | None]) -> str:
    """Return a picture of these parts as SVG; `label` describes it in words."""
    size = {"width": wide, "height": height, "viewBox": f"0 0 {wide} {height}"}
    accessible = {"role": "img", "aria-label": label}
    return markup(listed("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, **accessible}, parts)) + "\n"


def _bar(chance: Interval, top: int) -> list[Node]:
    """Return the bar of a chance with its bounds."""
    low, high = (f"{_LEFT + _BAR * share:.1f}" for share in (chance.low, chance.high))
    return [
        node("rect", {"x": _LEFT, "y": top, "width": _BAR, "height": 18, "class": "all"}),
        node("rect", {"x": _LEFT, "y": top, "width": f"{_BAR * chance.share:.1f}", "height": 18, "class": "won"}),
        node("line", {"x1": low, "x2": high, "y1": top + 24, "y2": top + 24, "class": "bounds"}),
        node("text", {"x": _LEFT, "y": top + 44}, interval(chance)),
    ]


def _lengths(odds: Odds, tally: Tally, top: int) -> list[Node]:
    """Return the columns that show how long the fights last."""
    first, last, parts = columns(tally.lengths)
    most, left, wide = max(parts, default=0), _LEFT + _BAR + 40, 14
    drawn = [
        node("rect", {"x": left + at * wide, "y": f"{top + 40 - 40 * number / most:.1f}", "width": wide - 2,
                      "height": f"{40 * number / most:.1f}", "class": "length"})
        for at, number in enumerate(parts)
    ]  # fmt: skip
    if parts:
        words = f"over at {in_seconds(odds.unit, first)}–{in_seconds(odds.unit, last)} s"
        drawn.append(node("text", {"x": left, "y": top + 56, "class": "quiet"}, words))
    return drawn


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a sweep's picture: its name, and the chances at the values of the first parameter, in order."""

    name: str
    chances: tuple[Interval, ...]


def curves(title: str, parameter: str, values: Sequence[object], side_name: str, drawn: Sequence[Curve]) -> str:
    """The chance of a side over the values of a parameter, a line for each of the others, with its interval."""
    wide, room = _WIDE, _WIDE - 2 * _SCALE
    step = room / max(1, len(values) - 1)
    across = [_SCALE + place * step if len(values) > 1 else _SCALE + room / 2 for place in range(len(values))]
    label = f"{title}: {side(side_name)} by {parameter}"

    def up(share: float) -> float:
        """Return the vertical place of a share."""
        return _TOP + (_HIGH - _TOP - _FOOT) * (1 - share)

    parts: list[Node | str | None] = [
        node("style", None, _STYLE),
        node("title", None, label),
        node("text", {"x": _LEFT, "y": 28, "class": "head"}, label),
    ]
    for tenth in range(0, 11, 2):
        y = f"{up(tenth / 10):.1f}"
        parts.append(node("line", {"x1": _SCALE, "x2": wide - _SCALE, "y1": y, "y2": y, "class": "grid"}))
        parts.append(node("text", {"x": _LEFT, "y": y, "class": "quiet"}, f"{tenth * 10}"))
    for x, value in zip(across, values, strict=True):
        where = {"x": f"{x:.1f}", "y": _HIGH - _FOOT + 20, "text-anchor": "middle"}
        parts.append(node("text", where, str(value)))
    for number, curve in enumerate(drawn):
        kind = f"line-{number % 4}"
        points = [(x, chance) for x, chance in zip(across, curve.chances, strict=False)]
        path = " ".join(f"{x:.1f},{up(chance.share):.1f}" for x, chance in points)
        parts.append(node("polyline", {"points": path, "class": f"curve {kind}"}))
        for x, chance in points:
            bounds = {"x1": f"{x:.1f}", "x2": f"{x:.1f}", "y1": f"{up(chance.low):.1f}", "y2": f"{up(chance.high):.1f}"}
            parts.append(node("line", {**bounds, "class": kind}))
            parts.append(node("circle", {"cx": f"{x:.1f}", "cy": f"{up(chance.share):.1f}", "r": 3, "class": kind}))
        where = {"x": wide - _SCALE, "y": 48 + 16 * number, "text-anchor": "end"}
        parts.append(node("text", where, curve.name) if curve.name else None)
    return _svg(wide, _HIGH, label, parts)
