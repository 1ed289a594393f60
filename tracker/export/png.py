"""PNG: an SVG of the program's own as pixels, by a library that is installed only where pictures are wanted so."""

from __future__ import annotations

from importlib import import_module

from tracker.text import extras

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
