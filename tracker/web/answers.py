"""Answers: what a player's page sends, checked before it is handed to the program that plays the fight.

A message is `{"id", "line", "n", "phone"}`: the question, the answer, a number that grows while question and phone are
the same, and a name that the phone gave itself: two phones with one link may have clocks that differ. It is signed with
the secret of its link, which is never sent itself: an eavesdropper on the network can read a page but cannot answer for
it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from tracker.controller.shared_pages import REVOKED
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.players.seat import CHANGED, Option
from tracker.storage.table.links import Link
from tracker.web.broadcast import Broadcast, OpenOffer, SentAnswer

LARGEST = 512
"""The bytes of one message."""
_RATE, _SPAN = 5, 1.0
"""The most answers of one link, and in how many seconds."""
_LONGEST = 100
_NUMBERS = 2**53
_PHONES = 32
"""The most phones of one link that are told apart during a question, so that they cannot fill the memory."""
_REQUIRED, _WHOLE = {"id", "line", "n"}, {"id", "line", "n", "phone"}


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a player: the status code of HTTP, and a sentence."""

    status: int
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer on its way to the program that plays the fight.

    `place` is the last block of the fight when it was given, `seen` the last step that players saw.
    """

    player: str
    line: str
    place: int
    n: int
    phone: str
    seen: int = 0


Hand = Callable[[Answer], Awaitable[Reply]]
"""A function that hands an answer on and returns the reply."""


class _Message(NamedTuple):
    """A message of a page: the id of the question, the answer, the number of the message, and the phone."""

    id: str
    line: str
    n: int
    phone: str


class _Judged(NamedTuple):
    """A judged message: its number, its bytes, and the reply."""

    n: int
    body: bytes
    reply: asyncio.Future[Reply]


class _Question(NamedTuple):
    """The last question about which a link sent something: its id, and the last message of each phone."""

    id: str
    last: dict[str, _Judged]


class Answers:
    """Takes the answers of all links. `clock` gives seconds."""

    def __init__(self, broadcast: Broadcast, hand: Hand, clock: Callable[[], float]) -> None:
        self._broadcast = broadcast
        self._hand = hand
        self._clock = clock
        self._questions: dict[str, _Question] = {}
        """By the link's token: the question that was open when the link last sent something about one."""
        self._times: dict[str, deque[float]] = {}

    async def take(self, link: Link, body: bytes, signature: str) -> Reply:
        """Take a message and return its result. The same one sent twice counts once.

        `signature` is the HMAC-SHA256 of `body` under the link's secret, in hexadecimal digits.
        """
        if link not in self._broadcast.links:  # it was revoked while its message was on the way
            return Reply(403, REVOKED)
        signed = hmac.new(link.secret.encode(), body, hashlib.sha256).hexdigest()
        if not link.secret or not hmac.compare_digest(signed.encode(), signature.encode("utf-8", "replace")):
            return Reply(403, "This address only reads. Open your own whole link to answer.")
        if not self._in_time(link):
            return Reply(429, "Too many answers at once. Wait a second.")
        message = _read(body)
        if message is None:
            return Reply(400, "This is no answer.")
        try:
            planned = self._broadcast.planned(link, message.id, message.line)
        except Refused as refused:
            return Reply(409, refused.sentence)
        if planned is not None:
            return Reply(202, planned)
        question, asked = self._questions.get(link.token), self._broadcast.asked(link)
        known = question.last if question is not None and question.id == message.id else {}
        last = known.get(message.phone)
        if last is not None and message.n <= last.n:
            same = (message.n, body) == (last.n, last.body)
            return await asyncio.shield(last.reply) if same else Reply(409, CHANGED)
        if asked is None or asked.id != message.id:
            return Reply(409, CHANGED)
        if last is None and len(known) == _PHONES:
            return Reply(429, "Too many phones answer this question. Tell your game master.")
        reply = asyncio.ensure_future(self._judge(link, asked, message))
        known[message.phone] = _Judged(message.n, body, reply)
        self._questions[link.token] = _Question(message.id, known)
        return await asyncio.shield(reply)

    async def _judge(self, link: Link, asked: OpenOffer, message: _Message) -> Reply:
        """Hand on a message's answer to the open question of its link, or return the reason against it."""
        try:
            option: Option = asked.offer.answer(message.line)
        except Refused as refused:
            return Reply(422, refused.sentence)
        reply = await self._hand_over(link, asked, option, message)
        if reply.status == 202:
            self._broadcast.handed_on(link, SentAnswer(message.id, message.phone, option.label))
        return reply

    async def _hand_over(self, link: Link, asked: OpenOffer, option: Option, message: _Message) -> Reply:
        """Hand an answer to the program that plays. One that may not have arrived can be sent again."""
        reply = await self._hand(Answer(link.player, option.line, asked.place, message.n, message.phone, asked.seen))
        question = self._questions.get(link.token)
        if reply.status == 503 and question is not None and question.id == message.id:
            question.last.pop(message.phone, None)
        return reply

    def _in_time(self, link: Link) -> bool:
        """Return whether a link has sent few enough messages lately. Counts this one."""
        now, times = self._clock(), self._times.setdefault(link.token, deque(maxlen=_RATE))
        if len(times) == _RATE and now - times[0] < _SPAN:
            return False
        times.append(now)
        return True


def _read(body: bytes) -> _Message | None:
    """Return the message in these bytes. None for other bytes."""
    try:
        data = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not _REQUIRED <= data.keys() <= _WHOLE:
        return None
    # A page that was open before an update gives no name: it counts as one phone.
    id, line, n, phone = data["id"], data["line"], data["n"], data.get("phone", "")
    if not isinstance(id, str) or not isinstance(line, str) or not isinstance(phone, str) or type(n) is not int:
        return None
    short = max(len(id), len(line), len(phone)) <= _LONGEST
    return _Message(id, line, n, phone) if short and 0 < n < _NUMBERS else None
