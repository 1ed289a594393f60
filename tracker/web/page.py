"""Page: the one page of a link, rendered here and kept up to date by its script."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from tracker.export.html import Node, markup, node
from tracker.web.broadcast import Shown
from tracker.web.sections import AXIS, FIGHTERS, HAPPENED, NOW, RESULT, SHEETS, YOU

_HEADINGS = (
    (AXIS, "Time"), (YOU, "You"), (HAPPENED, "What happened"), (FIGHTERS, "Fighters"), (SHEETS, "Your sheet"),
)  # fmt: skip
_OF_PLAYERS = (YOU, SHEETS)
_REFRESH = 5
"""The seconds after which a browser without script looks again."""
DEAD = (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><title>This link does not work</title></head>'
    "<body><main><h1>This link does not work</h1><p>Ask your game master for a new one.</p></main></body></html>\n"
)
"""The page at every path without a link."""


# Cached: the page's own script and style are files, and every request needs them.
@cache
def _text(*names: str) -> str:
    return "".join((files("tracker.web") / name).read_text("utf-8") for name in names)


_SCRIPT = ("sign.js", "seat.js", "attention.js", "page.js")
FRONT_DOOR = ("sign.js", "join.js")
"""The scripts of the page that asks for the code of a sitting."""


# Cached: the hashes follow from files that do not change while the program runs.
@cache
def policy(scripts: tuple[str, ...] = _SCRIPT) -> str:
    """Return the security policy of a page: its own scripts and style by their hashes, its own events, no more."""
    script, style = (
        b64encode(sha256(text.encode()).digest()).decode() for text in (_text(*scripts), _text("page.css"))
    )
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def front_door() -> str:
    """Return the page that asks for the code of this sitting. It says nothing of the fight."""
    return _whole_page(
        "Join the table",
        node(
            "main",
            {"class": "door seat"},
            node("h1", None, "Join the table"),
            node(
                "form",
                {"id": "form"},
                node("label", {"for": "code"}, "The code on your game master's screen"),
                node(
                    "input",
                    {"id": "code", "inputmode": "numeric", "autocomplete": "off", "maxlength": 9, "required": ""},
                ),
                node("button", {"class": "send"}, "Join"),
            ),
            node("p", {"id": "said", "role": "status"}),
            node("div", {"id": "names", "class": "choices"}),
            node("noscript", None, "This page needs JavaScript. Ask your game master for a link of your own."),
        ),
        FRONT_DOOR,
    )


def _whole_page(title: str, body: Node, scripts: tuple[str, ...], head: str = "") -> str:
    """Return a page with its style and its scripts. `head` is further markup for its head."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
        f"{head}<title>{markup(title)}</title><style>{_text('page.css')}</style></head>"
        f"<body>{markup(body)}<script>{_text(*scripts)}</script></body></html>\n"
    )


def page(shown: Shown, player: str = "") -> str:
    """Return the whole page of a `player`, or the common one. It can be read without its script."""
    body = node(
        "main",
        {"data-digest": shown.digest, "class": "one" if player else "all"},
        node("button", {"id": "call", "type": "button", "hidden": ""}, "Your turn") if player else None,
        node("h1", {"id": "title"}, shown.title),
        node("div", {"id": "trouble", "role": "status"}, shown.parts["trouble"]),
        node("div", {"id": "link", "role": "status"}),
        node("div", {"id": NOW, "aria-live": "polite", "aria-atomic": "true"}, shown.parts[NOW]),
        node("div", {"id": RESULT, "role": "status"}, shown.parts.get(RESULT)) if player else None,
        _seat(shown) if player else None,
        node("p", {"id": "elsewhere", "role": "status", "data-sent": json.dumps(shown.sent)}) if player else None,
        _plan(shown) if player else None,
        node("div", {"id": "said", "role": "log", "class": "unseen"}),
        *(_section(shown, name, heading) for name, heading in _HEADINGS if player or name not in _OF_PLAYERS),
        node("details", {"class": "settings", "hidden": ""}, node("summary", None, "This phone")) if player else None,
    )
    refresh = f'<noscript><meta http-equiv="refresh" content="{_REFRESH}"></noscript>'
    return _whole_page(shown.title, body, _SCRIPT, refresh)


def _seat(shown: Shown) -> Node:
    """Return the open question, in words and as data for the script.

    The stream sends nothing to a page with its digest, so anything missing from the page would never be drawn.
    """
    asked = shown.seat
    attributes = {
        "id": "seat",
        "class": "seat",
        "aria-label": "Your answer",
        "data-asked": json.dumps(asked) if asked else None,
    }
    if asked is None:
        return node("section", attributes)
    chance = node("p", None, f"Your chance: {asked['odds']}") if asked["odds"] else None
    return node("section", attributes, node("h2", None, str(asked["text"])), chance)


def _plan(shown: Shown) -> Node:
    """Return the place of the player's plan, as data for the script."""
    return node(
        "section", {"id": "plan", "class": "seat", "aria-label": "Your plan", "data-plan": json.dumps(shown.plan)}
    )


def _section(shown: Shown, name: str, heading: str) -> Node:
    """Return the part `name` of a page, under its heading."""
    return node(
        "section",
        {"class": f"part-{name}", "aria-labelledby": f"h-{name}"},
        node("h2", {"id": f"h-{name}"}, heading),
        node("div", {"id": name}, shown.parts.get(name)),
    )
