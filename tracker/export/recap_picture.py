"""The recap's picture: end, turning points and each fighter's points of a fight, as one SVG or PNG for a chat."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from tracker.export.html import Node, listed, markup, node
from tracker.export.recap import Recap
from tracker.export.recap_pages import chart
from tracker.model.lazy_dataclass import dataclass
from tracker.text import extras
from tracker.text.cells import cut, wrap

_WIDE, _EDGE = 800, 20
_LINE, _HEADING = 21, 30
"""The pixels of a line, and of one that begins a part."""
_LETTERS, _LARGE_LETTERS = 98, 64
"""The cells of a line of text, and of the large one about the end."""
_SIDES, _TURN_LINES = 4, 2
"""The most sides named, and the most lines of a turning point."""
_STYLE = (
    "text{font:14px sans-serif;fill:#dde1e6} .title{font-weight:bold;fill:#9aa3af}"
    " .ended{font-size:21px;font-weight:bold} .quiet{fill:#9aa3af} .lit{font-weight:bold;fill:#ffd866}"
    " .chart text{font-size:13px} .chart .end{text-anchor:end} .chart .middle{text-anchor:middle}"
    " .chart .grid{stroke:#3c434e} .chart path{fill:none;stroke-width:2.5} .chart .second{stroke-dasharray:5 3}"
    " .chart .side-0{stroke:#7cc4ff} .chart .side-1{stroke:#ff9ecb} .chart .side-2{stroke:#b8e07a}"
    " .chart .side-3{stroke:#d9b0ff}"
)


def recap_card(recap: Recap) -> str:
    """Return the head of a recap with its chart as SVG, in the dark colours of the page."""
    lines = list(_lines(recap))
    parts: list[Node | str] = [
        node("style", None, _STYLE),
        node("rect", {"width": "100%", "height": "100%", "fill": "#15171c"}),
    ]
    y = _EDGE
    for line in lines:
        y += _HEADING if line.first else _LINE
        parts.append(node("text", {"x": _EDGE + line.indent, "y": y, "class": line.looks or None}, line.text))
    if recap.curves:
        drawn = chart(recap.curves, recap.unit, recap.last)
        high = int(drawn.attributes["viewBox"].split()[-1])
        place = {"x": _EDGE, "y": y + _LINE, "width": _WIDE - 2 * _EDGE, "height": high}
        parts.append(
            Node("svg", {**drawn.attributes, **{key: str(value) for key, value in place.items()}}, drawn.children)
        )
        y += _LINE + high
    return markup(listed("svg", {"xmlns": "http://www.w3.org/2000/svg", "width": _WIDE, "height": y + _EDGE}, parts))


@dataclass(frozen=True, slots=True)
class _TextLine:
    """One line of the picture: words, style, a flag for the beginning of a part, and the indent in pixels."""

    text: str
    looks: str = ""
    first: bool = False
    indent: int = 0


def _lines(recap: Recap) -> Iterator[_TextLine]:
    """Yield the lines of text above the chart: title, end, length, sides and turning points."""
    yield _TextLine(cut(recap.title, _LETTERS), "title")
    for number, text in enumerate(wrap(recap.ended, _LARGE_LETTERS, most=2)):
        yield _TextLine(text, "ended", first=not number)
    yield _TextLine(f"It lasted {recap.lasted}.", "quiet")
    for side, names in recap.sides[:_SIDES]:
        for text in wrap(f"{side}: {names}", _LETTERS, indent=4):
            yield _TextLine(text, "quiet")
    for number, turn in enumerate(recap.turns):
        when = f"{recap.unit.one} {recap.unit.text(turn.at)}"
        yield _TextLine(f"{turn.heading} · {when}", "lit", first=not number)
        for text in wrap(turn.text, _LETTERS - 4, most=_TURN_LINES):
            yield _TextLine(text, indent=16)


_LIBRARY = "resvg_py"
_ZOOM = 2
"""The pixels for one of the SVG: a phone has twice as many as it reports."""


def missing() -> str:
    """Return what to install before a PNG can be made, as a sentence. Empty when it is there."""
    if not extras.lacks(_LIBRARY):
        return ""
    return (
        f"A PNG needs the extra `png`: {extras.adding('png')} ; "
        "a name that ends in .svg needs nothing, and every browser shows it."
    )


def png_of(svg: str) -> bytes:
    """Return a picture as PNG, twice as large."""
    return bytes(import_module(_LIBRARY).svg_to_bytes(svg_string=svg, zoom=_ZOOM))
