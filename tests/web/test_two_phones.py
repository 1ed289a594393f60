"""Two phones of one player: each says what the other has sent, and nothing where the game master answered."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

from tests.player_screen.table import Table
from tracker.player_screen.spectator import Spectator
from tracker.storage.table.links import Link
from tracker.web.answers import Answer, Answers, Reply
from tracker.web.broadcast import Broadcast

ANA = Link("a" * 22, "Ana", "s" * 22)


class Phones:
    """The pages of Ana, and the program that plays, which takes what they answer or leaves it."""

    def __init__(self, folder: Path, takes: bool) -> None:
        self.table, self.takes, self.n = Table(folder), takes, 0
        self.table.say("begin")
        spectator = Spectator(self.table.path)
        spectator.look()
        self.broadcast = Broadcast(spectator, (ANA,), acting=True)
        self.answers = Answers(self.broadcast, self._hand, lambda: float(self.n))

    async def _hand(self, answer: Answer) -> Reply:
        if self.takes:
            session = self.table.session
            session.seat = (answer.player, answer.place)
            session.say(answer.line)
            session.seat = None
        return Reply(202, "Sent.")

    async def send(self, phone: str, line: str) -> Reply:
        """Answer what is asked from one of the phones."""
        self.n += 1
        asked = self.broadcast.asked(ANA)
        assert asked is not None
        body = json.dumps({"id": asked.id, "line": line, "n": self.n, "phone": phone}).encode()
        return await self.answers.take(ANA, body, hmac.new(b"s" * 22, body, hashlib.sha256).hexdigest())

    def sent(self) -> Any:
        """What every phone of Ana is told of the last answer, once the pages have looked at the fight again."""
        self.broadcast._look()
        self.broadcast._show()
        return json.loads(self.broadcast.shown(ANA).data)["sent"]


async def test_the_other_phone_is_told_at_once_and_when_the_answer_was_taken(tmp_path: Path) -> None:
    own = Phones(tmp_path, takes=False)
    assert own.sent() is None
    assert (await own.send("tablet", "42")).status == 202
    assert json.loads(own.broadcast.shown(ANA).data)["sent"] == {"phone": "tablet", "label": "42", "waits": True}
    own.takes = True
    await own.send("phone", "roll")
    assert own.sent() in (None, {"phone": "phone", "label": "a roll", "waits": False})
    while own.table.session.encounter.question is not None and own.broadcast.asked(ANA) is not None:
        await own.send("phone", "roll")
        told = own.sent()
    assert told == {"phone": "phone", "label": "a roll", "waits": False}


async def test_where_the_game_master_answers_no_phone_is_said_to_have(tmp_path: Path) -> None:
    own = Phones(tmp_path, takes=False)
    await own.send("tablet", "43")
    own.table.say("42")
    assert own.sent() is None


async def test_a_refused_answer_is_told_to_no_other_phone(tmp_path: Path) -> None:
    own = Phones(tmp_path, takes=False)
    assert (await own.send("tablet", "4 4 4")).status == 422
    assert own.sent() is None
