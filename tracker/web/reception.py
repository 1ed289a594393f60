"""Reception: one address for the table. A phone gives the code of this sitting, says who it is, and is let in.

Until the game master lets it in, a phone that knows the code learns the names of fighters with a player and nothing
else. What signs its answers is sent sealed: who listens to the network cannot open it.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from tracker.controller.shared_pages import Knock
from tracker.encounter.names import plain
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.table.links import Link, token

TRIES, SPAN = 5, 60.0
"""The wrong codes that one address may try, and all together, and in how many seconds."""
WAITING, ADMITTED, TURNED_AWAY = "waiting", "admitted", "turned away"
PATIENCE = 180.0
"""Seconds in which the game master lets a phone in. After them it must ask again."""
_MOST, _OF_ONE = 8, 3
"""The most phones that wait at once, of all addresses and of one."""
_DIGITS = 6
# The 2048-bit group of RFC 3526. Browsers keep their own cryptography to pages over HTTPS.
PRIME = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
    "15728E5A8AACAA68FFFFFFFFFFFFFFFF",
    16,
)
_HEX = 512
"""The hexadecimal digits of a number below the prime."""


_WRONG = "This is not the code on your game master's screen."
_TOO_MANY_TRIES = "Too many wrong codes were tried. Wait a minute."
_NOBODY = "Nobody of that name plays now. Choose again."
_TOO_MANY_WAIT = "Too many phones wait to be let in. Tell your game master."
_NOT_IN = "Your game master did not let you in. Ask, and try again."


@dataclass(frozen=True, slots=True)
class Welcome:
    """The reply at the front door: the status code of HTTP, and plain data."""

    status: int
    data: Mapping[str, object]


@dataclass(slots=True)
class _Visit:
    """The state of a knock. `key` is the phone's half of the key that seals what it is sent."""

    knock: Knock
    key: int
    since: float
    state: str = WAITING
    sealed: dict[str, str] = field(default_factory=dict)


class Reception:
    """The code of one sitting, and the phones that came by it. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float], code: str = "", knocked: Callable[[], None] = lambda: None) -> None:
        """Begin a sitting with a new code. `knocked` is called when a phone asks to be let in."""
        self._knocked = knocked
        self.code = code or "".join(secrets.choice("0123456789") for _ in range(_DIGITS))
        self._clock = clock
        self._wrong: deque[float] = deque()
        """The seconds at which the wrong codes of the last minute were sent."""
        self._visits: dict[str, _Visit] = {}
        """The visits by their tickets."""
        self._number = 0

    def busy(self) -> bool:
        """Return whether too many wrong codes were tried within the last minute, by all addresses together."""
        now = self._clock()
        while self._wrong and now - self._wrong[0] >= SPAN:
            self._wrong.popleft()
        return len(self._wrong) >= TRIES

    def knows(self, code: str) -> bool:
        """Return whether a code is that of this sitting. A wrong one is counted."""
        digits = "".join(sign for sign in code[:20] if sign in "0123456789")
        right = hmac.compare_digest(digits.encode(), self.code.encode())
        if not right:
            self._wrong.append(self._clock())
        return right

    def knock(self, address: str, player: str, name: str, key: str) -> tuple[str, str] | None:
        """Ask to be let in as `player`. Return the ticket and the sign that the phone shows.

        None where too many wait, the address asks too often, or `key` is no half of a key.
        """
        half = _half(key)
        waiting = [visit for visit in self._visits.values() if self._state(visit) == WAITING]
        now, whence = self._clock(), _network(address)
        from_same_network = sum(_network(visit.knock.address) == whence for visit in waiting)
        self._visits = {ticket: visit for ticket, visit in self._visits.items() if now - visit.since < 2 * PATIENCE}
        of_late = [visit for visit in self._visits.values() if now - visit.since < SPAN]
        often = sum(_network(visit.knock.address) == whence for visit in of_late) >= TRIES
        if half is None or often or len(waiting) >= _MOST or from_same_network >= _OF_ONE:
            return None
        self._number += 1
        taken = {visit.knock.sign for visit in waiting}
        sign = next(sign for sign in iter(_sign, "") if sign not in taken)
        ticket = token()
        self._visits[ticket] = _Visit(Knock(self._number, player, name, sign, address), half, now)
        self._knocked()
        return ticket, sign

    @property
    def knocks(self) -> Sequence[Knock]:
        """Return the waiting phones, the first one first."""
        return [visit.knock for visit in self._visits.values() if self._state(visit) == WAITING]

    def decide(self, number: int, yes: bool, links: Sequence[Link]) -> None:
        """Let in the phone of the knock `number` (`yes`) to its player's link, or turn it away. Decide each once."""
        for visit in self._visits.values():
            if visit.knock.number != number or self._state(visit) != WAITING:
                continue
            link = next((link for link in links if plain(link.player) == plain(visit.knock.player)), None)
            visit.state = ADMITTED if yes and link is not None else TURNED_AWAY
            if visit.state == ADMITTED and link is not None:
                visit.sealed = sealed(link, visit.key)

    def came_to(self, ticket: str) -> tuple[str, dict[str, str]]:
        """Return the state of a ticket, and for an admitted phone its sealed link. An unknown one is turned away."""
        visit: _Visit | None = None
        for known, candidate in self._visits.items():
            if hmac.compare_digest(known.encode(), ticket[:100].encode("utf-8", "replace")):
                visit = candidate
        return (TURNED_AWAY, {}) if visit is None else (self._state(visit), visit.sealed)

    def _state(self, visit: _Visit) -> str:
        late = visit.state == WAITING and self._clock() - visit.since >= PATIENCE
        return TURNED_AWAY if late else visit.state


def sealed(link: Link, theirs: int) -> dict[str, str]:
    """Return a link for the phone whose half of the key is `theirs`: its path, our half, and its secret in disguise."""
    exponent = secrets.randbits(256) | 1 << 255
    shared = f"{pow(theirs, exponent, PRIME):0{_HEX}x}"
    secret = link.secret.encode()
    return {
        "path": link.path,
        "key": f"{pow(2, exponent, PRIME):0{_HEX}x}",
        "secret": bytes(byte ^ mask for byte, mask in zip(secret, disguise(shared), strict=False)).hex(),
    }


def disguise(shared: str) -> bytes:
    """Return the 64 bytes that hide a secret, from the key that both have."""
    return b"".join(hmac.new(shared.encode(), f"seat {part}".encode(), hashlib.sha256).digest() for part in (0, 1))


def _half(key: str) -> int | None:
    """Return the phone's half of a key. None for another text, or one that would make the key known to all."""
    if len(key) > _HEX or not key or any(sign not in "0123456789abcdef" for sign in key):
        return None
    half = int(key, 16)
    return half if 1 < half < PRIME - 1 else None


def _sign() -> str:
    """Return two digits that phone and game master compare."""
    return f"{secrets.randbelow(90) + 10}"


def _network(address: str) -> str:
    """Return an address as it is counted: a phone may take any of an IPv6 network's addresses."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped is not None else str(ipaddress.ip_network((int(parsed), 64), strict=False))
    return str(parsed)


def welcome(reception: Reception, seated: Mapping[str, str], address: str, message: Mapping[str, Any]) -> Welcome:
    """Return the reply to a message at the front door.

    `{"code"}` is answered by the names of those `seated` (players by their fighters' names), `{"code", "name", "key"}`
    by a ticket and a sign, `{"ticket"}` by 202 while the game master has not decided, and by the sealed link. Every
    wrong code has one reply, and while too many were tried every code has another.
    """
    match message:
        case {"ticket": str(ticket)}:
            state, link = reception.came_to(ticket)
            if state == WAITING:
                return Welcome(202, {"text": "Your game master has not decided yet."})
            return Welcome(200, link) if state == ADMITTED else Welcome(410, {"text": _NOT_IN})
        case {"code": str(code)} if not reception.busy():
            if not reception.knows(code):
                return Welcome(403, {"text": _WRONG})
            if "name" not in message:
                return Welcome(200, {"names": list(seated)})
            name, key = message["name"], message.get("key")
            player = seated.get(name) if isinstance(name, str) else None
            if player is None or not isinstance(key, str):
                return Welcome(409, {"text": _NOBODY})
            ticket_and_sign = reception.knock(address, player, name, key)
            if ticket_and_sign is None:
                return Welcome(429, {"text": _TOO_MANY_WAIT})
            return Welcome(202, dict(zip(("ticket", "sign"), ticket_and_sign, strict=True)))
        case {"code": str()}:
            return Welcome(429, {"text": _TOO_MANY_TRIES})
        case _:
            return Welcome(400, {"text": "This is no message of the page."})
