"""One address for the table: a code, a name, and the game master's key; a stranger learns nothing on the way."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import MutableMapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.controllers import controller_of
from tests.lanes import served
from tests.player_screen.table import PLAYERS, Table
from tests.tui.opening import example
from tracker.controller.choices import question_view
from tracker.controller.handlers.pages import let_in
from tracker.controller.shared_pages import Door, FrontDoor, Knock, page
from tracker.player_screen.spectator import Spectator
from tracker.storage.table.links import Link
from tracker.text.cells import words
from tracker.web.broadcast import Broadcast
from tracker.web.reception import PATIENCE, PRIME, Reception, disguise, welcome

CODE = "472913"
SEATED = {"Brann": "Ana", "Odo": "Ana", "Sela": "Ben"}
ANA = Link("a" * 22, "Ana", "s" * 22)
OWN = 0x1234567890ABCDEF << 200 | 1
"""The phone's secret half of the key."""
KEY = f"{pow(2, OWN, PRIME):x}"


class Desk:
    """The reception of a table, and a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.reception = Reception(lambda: self.now, CODE)

    def ask(self, address: str = "192.0.2.7", **message: object) -> tuple[int, Any]:
        """Send a message; the status and what comes back."""
        reply = welcome(self.reception, SEATED, address, message)
        return reply.status, reply.data


def test_a_phone_with_the_code_says_who_it_is_and_is_let_in_by_the_game_master() -> None:
    desk = Desk()
    assert desk.ask(code="472 913") == (200, {"names": ["Brann", "Odo", "Sela"]})
    status, came = desk.ask(code=CODE, name="Brann", key=KEY)
    assert status == 202 and re.fullmatch("[0-9]{2}", came["sign"])
    (knock,) = desk.reception.knocks
    assert (knock.player, knock.name, knock.sign, knock.address) == ("Ana", "Brann", came["sign"], "192.0.2.7")
    assert desk.ask(ticket=came["ticket"])[0] == 202
    desk.reception.decide(knock.number, True, (ANA,))
    status, link = desk.ask(ticket=came["ticket"])
    assert status == 200 and link["path"] == ANA.path and ANA.secret not in str(link)
    shared = f"{pow(int(link['key'], 16), OWN, PRIME):0512x}"
    opened = bytes(one ^ other for one, other in zip(bytes.fromhex(link["secret"]), disguise(shared), strict=False))
    assert opened.decode() == ANA.secret
    assert desk.reception.knocks == []


def test_every_wrong_code_has_the_same_reply_and_after_five_in_a_minute_no_code_is_heard() -> None:
    desk = Desk()
    wrong = ["000000", "472914", "", "4729130", "abcdef", "４７２９１３", "\u202e", "9" * 500]
    assert len({repr(desk.ask(f"192.0.2.{n}", code=code)) for n, code in enumerate(wrong[:5])}) == 1
    assert {desk.ask("198.51.100.9", code=code)[0] for code in (CODE, *wrong)} == {429}, "of all together"
    desk.now += 60
    assert len({repr(desk.ask(code=code)) for code in wrong[5:]}) == 1
    assert desk.ask(code=CODE)[0] == 200, "right ones are no tries"
    desk.now += 59
    assert desk.ask(code="1")[0] == 403 and desk.ask(code="2")[0] == 403 and desk.ask(code="3")[0] == 429
    desk.now += 60
    assert [desk.ask(f"2001:db8::{n}", code="1")[0] for n in range(6)] == [403] * 5 + [429], "one network"


def test_what_is_no_message_says_nothing() -> None:
    messages: list[dict[str, Any]] = [
        {}, {"code": 472913}, {"ticket": 1}, {"code": None}, {"name": "Brann"}, {"code": ["472913"]}, {"ticket": {}}
    ]  # fmt: skip
    assert [Desk().ask(**message)[0] for message in messages] == [400] * len(messages)


def test_a_half_of_a_key_that_would_open_what_is_sealed_is_refused() -> None:
    desk = Desk()
    for key in ("", "0", "1", f"{PRIME - 1:x}", f"{PRIME:x}", "xyz", "F" * 512, "a" * 513, 5, None):
        assert desk.ask(code=CODE, name="Brann", key=key)[0] in (409, 429), key
    assert desk.reception.knocks == []


def test_the_prime_of_both_sides_is_the_same_safe_prime() -> None:
    script = (files("tracker.web") / "join.js").read_text("utf-8")
    digits = "".join(re.findall(r'"([0-9A-F]{32,})"', script))
    assert int(digits, 16) == PRIME and PRIME.bit_length() == 2048
    assert pow(2, PRIME - 1, PRIME) == pow(2, (PRIME - 1) // 2, PRIME) == 1


def test_nobody_is_let_in_who_was_turned_away_came_too_late_or_has_no_ticket() -> None:
    desk = Desk()
    tickets = [desk.ask(code=CODE, name="Brann", key=KEY)[1]["ticket"] for _ in range(3)]
    assert desk.ask(code=CODE, name="Brann", key=KEY)[0] == 429, "three of one address wait"
    assert len({knock.sign for knock in desk.reception.knocks}) == 3
    desk.reception.decide(desk.reception.knocks[0].number, False, (ANA,))
    desk.reception.decide(1, True, (ANA,))
    assert desk.ask(ticket=tickets[0])[0] == 410, "what is decided stays so"
    desk.reception.decide(2, True, ())
    assert desk.ask(ticket=tickets[1])[0] == 410, "the player has no link"
    desk.now += PATIENCE
    assert desk.reception.knocks == []
    desk.reception.decide(3, True, (ANA,))
    assert {desk.ask(ticket=ticket)[0] for ticket in (tickets[2], "", "x" * 22, "é")} == {410}


def test_one_who_is_turned_away_again_and_again_may_ask_five_times_in_a_minute() -> None:
    desk, statuses = Desk(), []
    for number in range(1, 8):
        statuses.append(desk.ask(code=CODE, name="Brann", key=KEY)[0])
        desk.reception.decide(number, False, (ANA,))
    assert statuses == [202] * 5 + [429] * 2
    assert desk.ask("198.51.100.9", code=CODE, name="Sela", key=KEY)[0] == 202, "others go on"
    desk.now += 60
    assert desk.ask(code=CODE, name="Brann", key=KEY)[0] == 202


def test_nobody_who_is_not_seated_can_be_asked_for() -> None:
    desk = Desk()
    for name in ("Zorbax", "Ana", "", 5, None, ["Brann"], "brann"):
        assert desk.ask(code=CODE, name=name, key=KEY)[0] == 409
    assert desk.reception.knocks == []


def test_a_code_is_new_for_each_sitting() -> None:
    codes = {Reception(lambda: 0.0).code for _ in range(20)}
    assert len(codes) > 15 and all(re.fullmatch("[0-9]{6}", code) for code in codes)


KNOCK = Knock(7, "Ana", "Brann", "37", "192.0.2.7")


def test_one_key_of_the_game_master_lets_a_phone_in() -> None:
    controller = controller_of(example("duel"))
    admitted: list[int] = []
    controller.admit = admitted.append
    let_in(controller)
    assert admitted == [] and "No phone asks" in controller.notice.text
    controller.knocks = (KNOCK, Knock(8, "Ben", "Sela", "11", "192.0.2.8"))
    hint = question_view.asking(controller).hint
    assert hint.startswith("A phone that shows 37 says it is Brann (Ana) · ") and "let it in" in hint
    let_in(controller)
    assert admitted == [7] and [knock.number for knock in controller.knocks] == [8]


def test_the_page_of_links_has_the_address_the_code_and_who_waits() -> None:
    door = Door("", "http://192.0.2.7:8040/x/", ("x",), 0)
    front = FrontDoor(CODE, ("http://192.0.2.7:8040",))
    lines = [words(line) for line in page([door], 0, "", "", 80, 24, front, (KNOCK,))]
    assert " Any phone: http://192.0.2.7:8040 with the code 472 913" in lines
    assert " A phone that shows 37 says it is Brann (Ana). y lets it in, n turns it away." in lines


@served
class TestServer:
    """The server behind the address, asked without a network."""

    @pytest.fixture
    def share(self, tmp_path: Path) -> Any:
        from tracker.web.server import Share

        hidden = '[[combatant]]\nfrom = "goblin"\nname = "Zorbax"\nside = "raiders"\nhidden = true\n'
        table = Table(tmp_path, text=PLAYERS + hidden)
        spectator = Spectator(table.path)
        spectator.look()
        broadcast = Broadcast(spectator, (ANA,), acting=True)
        return Share(broadcast, True, None, Reception(lambda: 0.0, CODE))

    def test_the_page_says_nothing_of_the_fight_and_the_code_leads_to_the_names_that_are_seen(self, share: Any) -> None:
        status, body = asked(share, "GET", "/")
        assert status == 200 and b"Brann" not in body and b"Zorbax" not in body and b"At the ford" not in body
        status, body = asked(share, "POST", "/join", {"code": CODE})
        assert (status, json.loads(body)) == (200, {"names": ["Brann", "Sela"]})

    def test_every_wrong_code_is_answered_by_the_same_bytes(self, share: Any) -> None:
        replies = {asked(share, "POST", "/join", {"code": code}) for code in ("1", "472914", "x" * 50, "", "\x00")}
        assert len(replies) == 1

    def test_only_the_page_itself_asks(self, share: Any) -> None:
        for headers, status in (({"origin": "http://evil.example"}, 403), ({"content-type": "text/plain"}, 415)):
            assert asked(share, "POST", "/join", {"code": CODE}, headers)[0] == status
        assert asked(share, "GET", "/join")[0] == asked(share, "POST", "/")[0] == 405
        assert asked(share, "POST", "/join", {"code": CODE, "key": "a" * 2000})[0] == 413
        for path in ("//", "/join/", "/index.html", "/Join", "/join/x"):
            assert asked(share, "GET", path)[0] == 404

    def test_where_no_game_master_could_let_anybody_in_there_is_no_door(self, share: Any) -> None:
        share._reception = None
        dead = asked(share, "GET", "/zorbax")
        assert asked(share, "GET", "/") == asked(share, "POST", "/join", {"code": CODE}) == dead and dead[0] == 404


def asked(share: Any, method: str, path: str, message: object = None, more: dict[str, str] | None = None) -> Any:
    """Status and body of the answer to a request."""
    sent: list[Any] = []
    body = b"" if message is None else json.dumps(message).encode()
    headers = {"host": "192.0.2.1", "origin": "http://192.0.2.1", "content-type": "application/json", **(more or {})}

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(part: MutableMapping[str, Any]) -> None:
        sent.append(part)

    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "server": ("192.0.2.1", 80),
        "scheme": "http", "root_path": "", "http_version": "1.1", "client": ("192.0.2.9", 9),
    }  # fmt: skip
    asyncio.run(share(scope, receive, send))
    return sent[0]["status"], b"".join(part.get("body", b"") for part in sent[1:])
