"""Links: the addresses of a shared fight, looked up by their tokens."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import replace

from tracker.storage.table_links import Link

__all__ = ["Link", "link_of", "opened"]


def opened(links: Iterable[Link]) -> tuple[Link, ...]:
    """The links with the common one open to everybody who reaches the server, as on one machine alone."""
    return tuple(link if link.player else replace(link, token="") for link in links)


def link_of(links: Iterable[Link], path: str) -> tuple[Link, str] | None:
    """The link of a path, and the rest of the path; None: no token matches.

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
