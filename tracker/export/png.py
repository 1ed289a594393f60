"""PNG: an SVG of the program's own as pixels, by a library that is installed only where pictures are wanted so."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

_LIBRARY = "resvg_py"
_ZOOM = 2
"""Pixels for one of the SVG: a phone shows twice as many as it says."""


def missing() -> str:
    """Return what to install before a PNG can be made, as a sentence; empty when it is there."""
    if find_spec(_LIBRARY) is not None:
        return ""
    return (
        f"A PNG needs the extra `png`: {sys.executable} -m pip install 'combat-tracker[png]' ; "
        "a name that ends in .svg needs nothing, and every browser shows it."
    )


def png_of(svg: str) -> bytes:
    """Return a picture as PNG, twice as large."""
    return bytes(import_module(_LIBRARY).svg_to_bytes(svg_string=svg, zoom=_ZOOM))
