"""Links: the addresses of a shared fight, looked up by their tokens."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import replace

from tracker.storage.table.links import Link

_CLINGING = ".,;:!?)]}>\"'”’»…*"
"""Characters that a sentence or a chat leaves at the end of an address. No token has one."""
_FRONT_PAGES = ("", "index.html", "index.htm")


def opened(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return the links with the common one open to all who reach the server, as on one machine alone."""
    return tuple(link if link.player else replace(link, token="") for link in links)


def link_of(links: Iterable[Link], path: str) -> tuple[Link, str] | None:
    """Return the link of a path, and the rest of the path. None: no token matches.

    Every token is compared, each in constant time: the answer's time then says nothing about a token.
    """
    _, _, inside = path.partition("/")
    first, slash, rest = inside.partition("/")
    match: tuple[Link, str] | None = None
    for link in links:
        if not link.token:
            if match is None:
                match = (link, inside)
        elif hmac.compare_digest(first.encode("utf-8", "replace"), link.token.encode("ascii")) and slash:
            match = (link, rest)
    return match


def link_meant(links: Iterable[Link], path: str) -> Link | None:
    """Return the link whose page a path means that was typed inexactly, such as without its last slash.

    None where the path is exact, or where no whole token is in it.
    """
    parts = [part for part in path.rstrip(_CLINGING).split("/") if part]
    front = parts.pop() if parts and parts[-1].lower() in _FRONT_PAGES else ""
    inside = "".join(f"{part}/" for part in parts)
    match = link_of(links, f"/{inside}")
    if match is None or match[1] or (not front and path == match[0].path):
        return None
    return match[0]
