"""Links: the addresses of a shared fight, each with its token and its player."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

_BYTES = 16


@dataclass(frozen=True, slots=True)
class Link:
    """One address: it shows the common view and the sheet of `player`; without `token` it is open to all."""

    token: str
    player: str = ""

    @property
    def path(self) -> str:
        """Its path, with a slash at either end."""
        return f"/{self.token}/" if self.token else "/"


def links_for(players: Iterable[str], open_to_all: bool) -> tuple[Link, ...]:
    """The common link first, open or with a token, then one link for each player."""
    common = Link("" if open_to_all else _token())
    return (common, *(Link(_token(), player) for player in dict.fromkeys(players)))


def _token() -> str:
    return secrets.token_urlsafe(_BYTES)


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
