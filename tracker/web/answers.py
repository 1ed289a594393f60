"""Answers: what a player's page sends, checked before it is handed to the program that plays the fight.

A message is `{"id", "line", "n"}`: the question, the answer, and a number that only grows. It is signed with the secret
of its link, which is never sent itself: an eavesdropper on the network can read a page but cannot answer for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tracker.encounter.player_view.seat import Option
from tracker.model.refusals import Refused
from tracker.web.broadcast import Broadcast, OpenOffer
from tracker.web.links import Link

LARGEST = 512
"""Bytes of one message."""
_RATE, _SPAN = 5, 1.0
"""How many answers one link may send, and in how many seconds."""
_LONGEST = 100
_NUMBERS = 2**53
STALE = "The question has changed. Look again."


@dataclass(frozen=True, slots=True)
class Reply:
    """What a player is told: the status of HTTP, and a sentence."""

    status: int
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer on its way to the program that plays the fight; `place` is the moment it answers."""

    player: str
    line: str
    place: int
    n: int


Hand = Callable[[Answer], Awaitable[Reply]]
"""Hands an answer on and gives what became of it."""


class Answers:
    """Takes the answers of all links; `clock` gives seconds."""

    def __init__(self, broadcast: Broadcast, hand: Hand, clock: Callable[[], float]) -> None:
        self._broadcast = broadcast
        self._hand = hand
        self._clock = clock
        self._last: dict[str, tuple[int, bytes, asyncio.Future[Reply]]] = {}
        """The last message of each link by its token: its number, its bytes and what becomes of it."""
        self._times: dict[str, deque[float]] = {}

    async def take(self, link: Link, body: bytes, signature: str) -> Reply:
        """What became of a message; the same one sent twice is one."""
        signed = hmac.new(link.secret.encode(), body, hashlib.sha256).hexdigest()
        if not link.secret or not hmac.compare_digest(signed.encode(), signature.encode("utf-8", "replace")):
            return Reply(403, "This address only reads. Open your own whole link to answer.")
        if not self._in_time(link):
            return Reply(429, "Too many answers at once. Wait a second.")
        message = _read(body)
        if message is None:
            return Reply(400, "This is no answer.")
        id, line, n = message
        last = self._last.get(link.token)
        if last is not None and n <= last[0]:
            if (n, body) == last[:2]:
                return await asyncio.shield(last[2])
            return Reply(409, STALE)
        future = asyncio.ensure_future(self._judged(link, id, line, n))
        self._last[link.token] = (n, body, future)
        return await asyncio.shield(future)

    async def _judged(self, link: Link, id: str, line: str, n: int) -> Reply:
        asked = self._broadcast.asked(link)
        if asked is None or asked.id != id:
            return Reply(409, STALE)
        try:
            option: Option = asked.offer.answer(line)
        except Refused as refused:
            return Reply(422, refused.sentence)
        return await self._handed(link, asked, option, n)

    async def _handed(self, link: Link, asked: OpenOffer, option: Option, n: int) -> Reply:
        reply = await self._hand(Answer(link.player, option.line, asked.place, n))
        if reply.status == 503:  # it may be sent again: nothing says that it arrived
            self._last.pop(link.token, None)
        return reply

    def _in_time(self, link: Link) -> bool:
        """Whether a link has sent few enough messages lately; counts this one."""
        now, times = self._clock(), self._times.setdefault(link.token, deque(maxlen=_RATE))
        if len(times) == _RATE and now - times[0] < _SPAN:
            return False
        times.append(now)
        return True


def _read(body: bytes) -> tuple[str, str, int] | None:
    """The question, the answer and the number in a message; None where it is none."""
    try:
        data = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.keys() != {"id", "line", "n"}:
        return None
    id, line, n = data["id"], data["line"], data["n"]
    if not isinstance(id, str) or not isinstance(line, str) or type(n) is not int:
        return None
    return (id, line, n) if max(len(id), len(line)) <= _LONGEST and 0 < n < _NUMBERS else None
