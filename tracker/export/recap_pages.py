"""Recap pages: a recap as Markdown with a chart of blocks, as an HTML page with a picture, and its head as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.clock.spans import TimeUnit
from tracker.export.html import Node, listed, node
from tracker.export.log_pages import escaped
from tracker.export.paper import plain_document
from tracker.export.recap import Curve, Recap, Row, Scene, Told, Turn
from tracker.export.tables import row, table
from tracker.text.cells import cut, fit, width
from tracker.views.short_names import shortened
from tracker.views.sides import side_mark

_BLOCKS = "▁▂▃▄▅▆▇█"
_GONE = "·"
_NO_MARKUP = str.maketrans("`<>", "'‹›")
"""Replacements in a block of code, where nothing can be escaped."""
_ACROSS = 40
"""The number of blocks for the whole fight."""
_HEADS = ("", "player", "blows", "hits", "times hit", "lost to blows", "in the end")
_NAMES, _WIDE, _ROW, _RIGHT = 150, 760, 30, 160
"""The pixels of the chart: width of the names, total width, height of a row, width of the final values."""
_TICKS = 8
_STYLE = """
:root { color-scheme: dark; --paper: #15171c; --ink: #dde1e6; --quiet: #9aa3af; --line: #3c434e; --lit: #ffd866;
  --s0: #7cc4ff; --s1: #ff9ecb; --s2: #b8e07a; --s3: #d9b0ff; }
@media (prefers-color-scheme: light) { :root { color-scheme: light; --paper: #fbfaf6; --ink: #1c2026;
  --quiet: #545c68; --line: #c9cdd3; --lit: #8a5a00; --s0: #0b5394; --s1: #8a1561; --s2: #3d6b00; --s3: #6a1fa0; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; --lit: #000;
  --s0: #0b5394; --s1: #8a1561; --s2: #3d6b00; --s3: #6a1fa0; } }
html { background: var(--paper); color: var(--ink); font: 100%/1.45 system-ui, sans-serif; }
body { max-width: 52rem; margin: 0 auto; padding: .8rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1rem; color: var(--quiet); border-bottom: 1px solid var(--line);
  margin: 1.4rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .2rem; }
p { margin: .1rem 0; } .ended { font-size: 1.15rem; font-weight: bold; } .quiet, .at { color: var(--quiet); }
ol, ul { margin: 0; padding: 0; list-style: none; } .turns li { padding: .15rem 0; }
.turns strong { color: var(--lit); } .at { font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: normal; }
dl { display: grid; grid-template-columns: minmax(4rem, auto) 1fr; gap: .1rem .8rem; margin: 0; } dd { margin: 0; }
dt { text-align: right; white-space: nowrap; color: var(--quiet); font-variant-numeric: tabular-nums; }
.chart { width: 100%; min-width: 34rem; height: auto; display: block; }
.chart text { font-size: 13px; fill: var(--ink); }
.chart .quiet { fill: var(--quiet); } .chart .end { text-anchor: end; } .chart .grid { stroke: var(--line); }
.chart path { fill: none; stroke-width: 2.5; } .chart .second { stroke-dasharray: 5 3; }
.chart .side-0 { stroke: var(--s0); } .chart .side-1 { stroke: var(--s1); } .chart .side-2 { stroke: var(--s2); }
.chart .side-3 { stroke: var(--s3); } .chart .middle { text-anchor: middle; }
"""


# Text


def as_text(recap: Recap, whole: bool = True) -> Iterator[str]:
    """Yield a recap as lines. Not `whole`, only the end, the turning points and a line for each fighter."""
    yield recap.title
    yield f"  {recap.ended}"
    yield f"  It lasted {recap.lasted}."
    for side, names in recap.sides:
        yield f"  {side}: {names}"
    if recap.turns:
        yield "Turning points"
        wide = max(width(turn.heading) for turn in recap.turns)
        for turn in recap.turns:
            yield f"  {recap.unit.text(turn.at):>5}  {fit(turn.heading, wide)}  {turn.text}"
    yield "Who did what"
    for fighter_row in recap.rows:
        yield f"  {fighter_row.name}{f' ({fighter_row.player})' if fighter_row.player else ''}: {_deeds(fighter_row)}"
    if not whole:
        return
    if recap.curves:
        yield "How they fared"
        yield from (f"  {line}" for line in _blocks(recap))
    for scene in recap.scenes:
        yield scene.heading
        for count, lines in scene.moments:
            for place, line in enumerate(lines):
                yield f"  {'' if place else recap.unit.text(count):>5}  {line.text}"


def _deeds(deeds_row: Row) -> str:
    """Return a row in words: `2 of 5 blows hit, was hit once, lost HP 4, stands`."""
    parts = [f"{deeds_row.hits} of {deeds_row.blows} blows hit"] if deeds_row.blows else []
    parts += [f"was hit {_times(deeds_row.was_hit)}"] if deeds_row.was_hit else []
    parts += [f"lost {deeds_row.lost}"] if deeds_row.lost else []
    return ", ".join([*parts, deeds_row.ended])


def _times(many: int) -> str:
    return {1: "once", 2: "twice"}.get(many, f"{many} times")


# Markdown


def as_markdown(recap: Recap) -> Iterator[str]:
    """Yield the whole recap as Markdown. The chart has one block for each part of the fight."""
    yield f"# {escaped(recap.title)}"
    yield ""
    yield f"**{escaped(recap.ended)}** It lasted {escaped(recap.lasted)}."
    yield ""
    for side, names in recap.sides:
        yield f"- **{escaped(side)}**: {escaped(names)}"
    if recap.turns:
        yield from ("", "## Turning points", "")
        for turn in recap.turns:
            yield f"- **{escaped(turn.heading)}** ({escaped(_moment(recap.unit, turn.at))}): {escaped(turn.text)}"
    yield from ("", "## Who did what", "")
    heads, *bodies = _deeds_table(recap.rows)
    yield f"| {' | '.join(head or 'fighter' for head in heads)} |"
    yield f"|{'---|' * len(heads)}"
    for cells in bodies:
        yield f"| {' | '.join(escaped(cell) or ' ' for cell in cells)} |"
    if recap.curves:
        yield from ("", "## How they fared", "", "```text")
        yield from _blocks(recap)
        yield "```"
    for scene in recap.scenes:
        yield from ("", f"## {escaped(scene.heading)}", "")
        for count, lines in scene.moments:
            for place, line in enumerate(lines):
                when = f"**{escaped(recap.unit.text(count))}** " if not place else ""
                yield f"- {when}{escaped(line.text)}"


def _moment(unit: TimeUnit, count: int) -> str:
    return unit.moment(count)


def _deeds_table(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Return the headings and the cells of the rows, without empty columns: no players, no blows."""
    cells = [_cells(deeds_row) for deeds_row in rows]
    kept = [
        column
        for column in range(len(_HEADS))
        if not cells or any(row_cells[column] not in ("", "0") for row_cells in cells)
    ]
    return [tuple(line[column] for column in kept) for line in (_HEADS, *cells)]


def _cells(deeds_row: Row) -> tuple[str, ...]:
    """Return a row as cells, in the order of `_HEADS`."""
    return (
        deeds_row.name,
        deeds_row.player,
        str(deeds_row.blows),
        str(deeds_row.hits),
        str(deeds_row.was_hit),
        deeds_row.lost,
        deeds_row.ended,
    )


def _blocks(recap: Recap) -> Iterator[str]:
    """Yield the chart as lines of blocks, one for each curve."""
    names = max(width(shortened(curve.name, 20)) for curve in recap.curves)
    whats = max(width(cut(curve.what, 18)) for curve in recap.curves)
    before = ""
    for curve in recap.curves:
        name = "" if curve.name == before else shortened(curve.name, names)
        before = curve.name
        bar = "".join(_block(curve, block * recap.last / _ACROSS) for block in range(1, _ACROSS + 1))
        yield f"{fit(name, names)}  {fit(curve.what, whats)}  {bar}  {curve.left}".translate(_NO_MARKUP)


def _block(curve: Curve, count: float) -> str:
    """Return the block for the height of a curve at a count. A blank before its first step."""
    share = next((share for change, share in reversed(curve.steps) if change <= count), None)
    if share is None:
        return " "
    return _GONE if share <= 0 else _BLOCKS[min(len(_BLOCKS) - 1, int(share * (len(_BLOCKS) - 1) + 0.5))]


# HTML


def as_page(recap: Recap) -> str:
    """Return the recap as one HTML page without other files, dark or light as the device prefers."""
    turns = (_turn(recap.unit, turn) for turn in recap.turns)
    heads, *bodies = _deeds_table(recap.rows)
    parts: list[Node | None] = [
        node("h1", None, recap.title),
        node("p", {"class": "ended"}, recap.ended),
        node("p", None, f"It lasted {recap.lasted}."),
        *(node("p", None, node("strong", None, side), f": {names}") for side, names in recap.sides),
        node("h2", None, "Turning points") if recap.turns else None,
        listed("ol", {"class": "turns"}, turns) if recap.turns else None,
        node("h2", None, "Who did what"),
        _wide("Who did what", table(heads, (row(*cells) for cells in bodies))),
        node("h2", None, "How they fared") if recap.curves else None,
        _wide("How they fared", chart(recap.curves, recap.unit, recap.last)) if recap.curves else None,
        node("h2", None, "What happened"),
        *(_scene(scene, recap.unit) for scene in recap.scenes),
    ]
    return plain_document(recap.title, _STYLE, *(part for part in parts if part is not None))


def _wide(label: str, inside: Node) -> Node:
    """Return a region that scrolls sideways, so that the page need not."""
    return node("div", {"class": "scroll", "tabindex": 0, "role": "region", "aria-label": label}, inside)


def _turn(unit: TimeUnit, turn: Turn) -> Node:
    """Return a turning point as an item of a list."""
    when = node("span", {"class": "at"}, f" {_moment(unit, turn.at)}")
    return node("li", None, node("strong", None, turn.heading), when, f": {turn.text}")


def _scene(scene: Scene, unit: TimeUnit) -> Node:
    """Return a scene as HTML: its heading, then each count with its lines."""
    parts: list[Node | str] = []
    for count, lines in scene.moments:
        parts.append(node("dt", None, unit.text(count)))
        parts.append(listed("dd", None, map(_line, lines)))
    return node("section", None, node("h3", None, scene.heading), listed("dl", None, parts))


def _line(line: Told) -> Node:
    """Return one line of the log as HTML."""
    return node("p", {"class": "quiet" if line.quiet else None}, line.text)


def chart(curves: Sequence[Curve], unit: TimeUnit, last: int) -> Node:
    """Return a row for each fighter with its measures as steps. The second measure is dashed."""
    rows: dict[str, list[Curve]] = {}
    for curve in curves:
        rows.setdefault(curve.name, []).append(curve)
    height = 20 + _ROW * len(rows)
    room = _WIDE - _NAMES - _RIGHT

    def x(count: float) -> str:
        """Return the horizontal place of a count."""
        return f"{_NAMES + room * count / max(1, last):.1f}"

    parts: list[Node | str] = []
    for count, text in _ruler(unit, last):
        parts.append(node("line", {"x1": x(count), "x2": x(count), "y1": 16, "y2": height, "class": "grid"}))
        parts.append(node("text", {"x": x(count), "y": 12, "class": "quiet middle"}, text))
    for place, (name, curves_of_name) in enumerate(rows.items()):
        top = 20 + place * _ROW
        mark = side_mark({"": curves_of_name[0].side}, "")
        parts.append(node("text", {"x": 0, "y": top + 19}, f"{mark} {shortened(name, 18)}"))
        for number, curve in enumerate(curves_of_name):
            looks = f"side-{curve.side % 4}{' second' if number else ''}"
            parts.append(node("path", {"d": _path(curve, x, top + 4, _ROW - 8, last), "class": looks}))
            dash = ("", "") if len(curves_of_name) < 2 else ("─ ", "┄ ")
            left = f"{dash[min(number, 1)]}{curve.what} {curve.left}".strip()
            # Two measures have a line of words each, a single one is in the middle.
            below = 13 if len(curves_of_name) == 2 and not number else 26 if len(curves_of_name) == 2 else 19
            parts.append(node("text", {"x": _WIDE, "y": top + below, "class": "end quiet"}, cut(left, 24)))
    spoken = ", ".join(f"{curve.name} {curve.what} {curve.left}".replace("  ", " ") for curve in curves)
    label = {"role": "img", "aria-label": f"In the end: {spoken}"}
    return listed("svg", {"class": "chart", "viewBox": f"0 0 {_WIDE} {height}", **label}, parts)


def _ruler(unit: TimeUnit, last: int) -> Iterator[tuple[int, str]]:
    """Yield the counts of the ruler with their texts, in equal steps of which there are at most `_TICKS`."""
    step = unit.label_step
    while last / step > _TICKS:
        step *= 2
    yield from unit.labels(0, last, step)


def _path(curve: Curve, x: object, top: int, high: int, last: int) -> str:
    """Return a curve of steps as an SVG path, up to count `last`. `x` turns a count into a place.

    A full share is at `top`, an empty one `high` pixels below.
    """
    assert callable(x)
    points: list[str] = []
    for count, share in curve.steps:
        y = f"{top + high * (1 - share):.1f}"
        points.append(f"H{x(count)}V{y}" if points else f"M{x(count)} {y}")
    return "".join(points) + f"H{x(last)}"
