"""Page: the one page of a link, rendered here and kept up to date by its script."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from tracker.export.html import Node, markup, node
from tracker.export.moment import AXIS, FIGHTERS, HAPPENED, NOW, SHEETS
from tracker.web.broadcast import Shown

_HEADINGS = ((AXIS, "Time"), (FIGHTERS, "Fighters"), (HAPPENED, "What happened"), (SHEETS, "Your sheet"))
_SPOKEN = {NOW, HAPPENED}
"""Parts that a screen reader tells when they change."""
_REFRESH = 5
"""Seconds after which a browser without script looks again."""


@cache
def _text(name: str) -> str:
    return (files("tracker.web") / name).read_text("utf-8")


@cache
def policy() -> str:
    """The content security policy: the page's own script and style by their hashes, its own events, nothing else."""
    script, style = (b64encode(sha256(_text(name).encode()).digest()).decode() for name in ("page.js", "page.css"))
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def page(shown: Shown) -> str:
    """The whole page; it can be read without its script."""
    body = node(
        "main",
        {"data-digest": shown.digest},
        node("h1", {"id": "title"}, shown.title),
        node("div", {"id": "trouble", "role": "status"}, shown.parts["trouble"]),
        node("div", {"id": "link", "role": "status"}),
        node("div", {"id": NOW, "aria-live": "polite", "aria-atomic": "true"}, shown.parts[NOW]),
        *(_section(shown, name, heading) for name, heading in _HEADINGS),
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
        f'<noscript><meta http-equiv="refresh" content="{_REFRESH}"></noscript>'
        f"<title>{markup(shown.title)}</title><style>{_text('page.css')}</style></head>"
        f"<body>{markup(body)}<script>{_text('page.js')}</script></body></html>\n"
    )


def _section(shown: Shown, name: str, heading: str) -> Node | None:
    if name == SHEETS and name not in shown.parts:
        return None
    live = {"aria-live": "polite"} if name in _SPOKEN else {}
    return node(
        "section",
        {"class": f"part-{name}", "aria-labelledby": f"h-{name}"},
        node("h2", {"id": f"h-{name}"}, heading),
        node("div", {"id": name, **live}, shown.parts.get(name)),
    )
