"""Doors: the addresses of a shared fight, each with its token, and whom each is for."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

_BYTES = 16


@dataclass(frozen=True, slots=True)
class Door:
    """One address: `player` is whose sheet it shows beside the common view; without `token` it is open."""

    token: str
    player: str = ""

    @property
    def path(self) -> str:
        """Its path, with a slash at either end."""
        return f"/{self.token}/" if self.token else "/"


def doors_for(players: Iterable[str], open_to_all: bool) -> tuple[Door, ...]:
    """The common door first, open or with a token, then one of its own for each player."""
    common = Door("" if open_to_all else _token())
    return (common, *(Door(_token(), player) for player in dict.fromkeys(players)))


def _token() -> str:
    return secrets.token_urlsafe(_BYTES)


def door_of(doors: Iterable[Door], path: str) -> tuple[Door, str] | None:
    """The door that a path goes through and the rest of it; every token is compared, each in constant time."""
    _, _, inside = path.partition("/")
    first, slash, rest = inside.partition("/")
    entered: tuple[Door, str] | None = None
    for door in doors:
        if not door.token:
            if entered is None:
                entered = (door, inside)
        elif hmac.compare_digest(first.encode("utf-8", "replace"), door.token.encode("ascii")) and slash:
            entered = (door, rest)
    return entered
