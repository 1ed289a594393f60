"""What a player's page sends, checked without a server: each message once, for the question that is open, by a link."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.lanes import served
from tracker.controller.shared_pages import REVOKED
from tracker.model.questions import Ask
from tracker.players.seat import Offer
from tracker.storage.table.links import Link, links_of
from tracker.web.answers import Answer, Answers, Reply
from tracker.web.broadcast import OpenOffer, SentAnswer
from tracker.web.process import PageServer

ANA = Link("a" * 22, "Ana", "s" * 22)
DONE = Reply(202, "Sent.")
DICE = Offer("ana", "Ana", Ask.DICE, "Ana: roll attack", dice="2d6")


@dataclass
class Pages:
    """What the links show: one link, which is asked a roll."""

    links: tuple[Link, ...] = (ANA,)
    open: OpenOffer | None = field(default_factory=lambda: OpenOffer("q1", DICE, 1, 1))

    def asked(self, link: Link) -> OpenOffer | None:
        return self.open

    def planned(self, link: Link, id: str, word: str) -> None:
        """No id is one of a plan."""

    def handed_on(self, link: Link, sent: SentAnswer) -> None:
        """Nobody else looks on."""

    def next_question(self, id: str) -> None:
        """Ask the same again, as another question."""
        self.open = OpenOffer(id, DICE, 2, 2)


@dataclass
class Seat:
    """Answers of one link, with what was handed on."""

    pages: Pages = field(default_factory=Pages)
    handed: list[Answer] = field(default_factory=list)
    now: float = 0.0
    tick: float = 1.0
    """Seconds between two looks at the clock."""

    def __post_init__(self) -> None:
        self.answers = Answers(self.pages, self._hand, self._clock)  # type: ignore[arg-type]

    async def _hand(self, answer: Answer) -> Reply:
        self.handed.append(answer)
        return DONE

    def _clock(self) -> float:
        self.now += self.tick
        return self.now

    def take(self, body: bytes, link: Link = ANA) -> Coroutine[Any, Any, Reply]:
        """Send bytes, signed."""
        return self.answers.take(link, body, hmac.new(link.secret.encode(), body, hashlib.sha256).hexdigest())

    def send(self, id: str, line: str, n: int, phone: str = "") -> Coroutine[Any, Any, Reply]:
        """Send an answer."""
        return self.take(json.dumps({"id": id, "line": line, "n": n, "phone": phone}).encode())


async def test_the_second_phone_of_a_player_whose_clock_is_behind_answers_the_next_question() -> None:
    seat = Seat()
    assert await seat.send("q1", "3 5", 2000) == DONE
    seat.pages.next_question("q2")
    assert await seat.send("q2", "4 4", 1000) == DONE
    assert [answer.line for answer in seat.handed] == ["3 5", "4 4"]


@pytest.mark.parametrize(("first", "second"), [(1000, 2000), (2000, 1000), (1000, 1000)])
async def test_two_phones_of_a_player_whose_clocks_differ_answer_the_same_question(first: int, second: int) -> None:
    seat = Seat()
    assert (await seat.send("q1", "no faces", first, "tablet")).status == 422
    assert await seat.send("q1", "4 4", second, "phone") == DONE
    assert await seat.send("q1", "5 5", first + 1, "tablet") == DONE
    assert [answer.line for answer in seat.handed] == ["4 4", "5 5"]


async def test_of_two_phones_none_is_answered_for_by_what_the_other_or_it_itself_sent_before() -> None:
    seat = Seat()
    for line, n, phone in (("3 5", 5, "tablet"), ("4 4", 3, "phone"), ("6 6", 7, "tablet")):
        assert await seat.send("q1", line, n, phone) == DONE
    assert (await seat.send("q1", "3 5", 5, "tablet")).status == 409, "it was overtaken"
    assert (await seat.send("q1", "1 1", 2, "phone")).status == 409, "it comes too late"
    for line, n, phone in (("4 4", 3, "phone"), ("6 6", 7, "tablet")):
        assert await seat.send("q1", line, n, phone) == DONE, "the same once more is the same"
    seat.pages.next_question("q2")
    assert await seat.send("q2", "2 2", 1, "phone") == DONE
    for line, n, phone in (("3 5", 5, "tablet"), ("4 4", 3, "phone"), ("6 6", 7, "tablet")):
        assert (await seat.send("q1", line, n, phone)).status == 409, "the question was answered"
    assert [answer.line for answer in seat.handed] == ["3 5", "4 4", "6 6", "2 2"]


async def test_a_player_who_makes_up_phones_fills_no_memory() -> None:
    seat = Seat()
    statuses = [(await seat.send("q1", "3 5", 1, f"phone {n}")).status for n in range(40)]
    assert statuses == [202] * 32 + [429] * 8
    assert (await seat.send("q1", "3 5", 2, "phone 0")).status == 202, "those that are known go on"


async def test_an_old_message_that_somebody_repeats_is_taken_neither_for_its_question_nor_for_the_next() -> None:
    seat = Seat()
    for line, n in (("3 5", 1), ("4 4", 2)):
        assert await seat.send("q1", line, n) == DONE
    assert (await seat.send("q1", "3 5", 1)).status == 409, "it was overtaken"
    assert await seat.send("q1", "4 4", 2) == DONE, "the same once more is the same"
    seat.pages.next_question("q2")
    assert (await seat.send("zzz", "4 4", 9)).status == 409
    for line, n in (("3 5", 1), ("4 4", 2)):
        reply = await seat.send("q1", line, n)
        assert reply == DONE if n == 2 else reply.status == 409
    assert [answer.line for answer in seat.handed] == ["3 5", "4 4"]


async def test_a_link_sends_five_answers_in_a_second_and_another_loses_none_by_it() -> None:
    ben = Link("b" * 22, "Ben", "t" * 22)
    seat = Seat(Pages((ANA, ben)), tick=0.0)
    statuses = [(await seat.send("q1", "no faces", n)).status for n in range(1, 8)]
    assert statuses == [422] * 5 + [429] * 2
    body = json.dumps({"id": "q1", "line": "no faces", "n": 1}).encode()
    assert (await seat.take(body, ben)).status == 422
    seat.now += 1.0
    assert (await seat.send("q1", "no faces", 8)).status == 422


async def test_a_link_that_is_revoked_while_its_message_is_on_the_way_answers_nothing() -> None:
    seat = Seat()
    seat.pages.links = (replace(ANA, token="b" * 22, secret="t" * 22),)
    assert await seat.send("q1", "3 5", 1) == Reply(403, REVOKED)
    assert seat.handed == []


BODIES = (
    b'{"id": "q1", "line": "3 5", "n": "1"}', b'{"id": "q1", "line": 35, "n": 1}',
    b'{"id": ["q1"], "line": "3 5", "n": 1}',
    b'{"id": "q1", "line": [["3 5"]], "n": 1}', b'{"id": "q1", "line": "3 5", "n": true}',
    b'{"id": "q1", "line": "3 5", "n": 1.0}', b'{"id": "q1", "line": "3 5", "n": 1e999}',
    b'{"id": "q1", "line": "3 5", "n": NaN}', b'{"id": "q1", "line": "3 5", "n": 1' + b"0" * 400 + b"}",
    b'{"id": "q1", "line": "3 5", "n": -1}', b'{"id": "q1", "line": "3 5", "n": 0}',
    b'{"id": "q1", "line": "3 5"}', b'{"id": "q1", "line": "3 5", "n": 1, "by": "Ben"}',
    b'{"id": "q1", "line": "3 5", "n": 1, "phone": 1}', b'{"id": "q1", "line": "3 5", "n": 1, "phone": null}',
    b'{"id": "q1", "line": "3 5", "phone": "a"}',
    b'{"id": "q1", "line": "3 5", "n": 1, "phone": "' + b"a" * 101 + b'"}',
    b"[" * 500, b'{"a":' * 100, b"null", b'"q1"', b'{"id": "q1", "line": "' + b"3" * 101 + b'", "n": 1}',
    b"\xef\xbb\xbf{}", b'{"id": "q1", "line": "3 5", "n": 1}\x00',
)  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
async def test_what_is_not_exactly_a_message_is_no_answer(body: bytes) -> None:
    seat = Seat()
    assert (await seat.take(body)).status == 400
    assert seat.handed == []


LINES = (
    "3\n5",
    "3 5\n",
    "3\x0b5",
    "\x1b[2J3 5",
    "٣ ٥",
    "３ ５",
    "3 5; undo",
    "3\u20285",
    "\ud800",
    "3  5",
    "-3 5",
    "roll\n",
    "ROLL",
    "",
)


@pytest.mark.parametrize("line", LINES)
async def test_a_line_that_is_not_exactly_an_answer_never_reaches_the_fight(line: str) -> None:
    seat = Seat()
    reply = await seat.send("q1", line, 1)
    assert reply.status == 422 and reply.text.isprintable()
    assert seat.handed == []


async def test_of_a_key_that_is_there_twice_the_last_counts_and_is_checked() -> None:
    seat = Seat()
    assert (await seat.take(b'{"id": "q1", "id": "q0", "line": "3 5", "n": 1}')).status == 409
    assert (await seat.take(b'{"id": "q1", "line": "3 5", "line": "undo", "n": 2}')).status == 422
    assert seat.handed == []


@dataclass
class Sent:
    """What the playing process has said to its pages."""

    messages: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, message: dict[str, Any]) -> None:
        self.messages.append(message)


@served
def test_after_a_link_was_revoked_nothing_is_heard_of_it_until_there_is_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    server, sent = PageServer(tmp_path / "duel.fight.toml", tmp_path, ("Ana", "Ben"), str), Sent()
    monkeypatch.setattr(server, "_say", sent)
    monkeypatch.setattr(PageServer, "reply", lambda self, number, status, text: sent({"n": number, "text": text}))

    def links() -> dict[str, Any]:
        door = {"code": "123456", "roots": [], "knocks": []}
        links = [[link.player, link.address] for link in links_of(tmp_path).links]
        return {"links": links, "pages": {}, "plans": {}, "note": "", "door": door}

    def heard(player: str) -> list[Any]:
        answers: list[Any] = []
        message = {"answer": 7, "player": player, "line": "roll", "place": 1, "n": 1, "phone": "", "seen": 0}
        server._take_message(message, answers)
        return answers

    links_of(tmp_path, ("Ana", "Ben"))
    server._take_message(links(), [])
    assert heard("Ana")
    assert server.revoke("Ana") == ""
    assert heard("Ana") == [] and sent.messages == [{"n": 7, "text": REVOKED}]
    assert heard("Ben"), "the others go on"
    server._take_message(links(), [])
    assert heard("Ana"), "the pages know the new link by now"
