"""Whoever attacks the shared page gets a short answer: no traceback, no leak, and the others are served on."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.players.table import AMBUSH, Table, leaks
from tests.share.serving import Answer, Shared, shared


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "CONNECT", "BREW"])
def test_it_is_read_only_by_get(still: Shared, method: str) -> None:
    for path in ("/", "/events"):
        answer = still.get(path, method, more="Content-Length: 0\r\n")
        assert answer.status in (405, 400)
        assert leaks(answer.raw) == []


PATHS = (
    "/etc/passwd", "/../../etc/passwd", "//", "/%2e%2e/%2e%2e/etc/passwd", "/events/", "/events/x", "/.git/config",
    "/ford.fight.toml", "/page.js", "/favicon.ico", "/" + "a" * 4000, "/%ff%fe", "/%00", "/\\", "/;x=1", "/~root",
)  # fmt: skip


def test_no_path_leads_anywhere_else(still: Shared) -> None:
    for path in PATHS:
        answer = still.get(path)
        assert (answer.status, answer.body) == (404, b"There is nothing here.\n"), path
    assert still.get().status == 200
    assert "Traceback" not in still.said


RAW = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: 1\r\n" % n for n in range(5000)) + b"\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 64 + b"\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"\r\n\r\n\r\n\x00\x00\x00\r\n\r\n",
)


def test_what_is_no_request_is_refused_in_a_word(still: Shared) -> None:
    """All at the same time: some are only let go when the server is tired of waiting for more."""

    def sent(data: bytes) -> bytes:
        try:
            return still.send(data).raw
        except (ConnectionResetError, BrokenPipeError):
            return b""

    with ThreadPoolExecutor(len(RAW)) as attackers:
        for raw in attackers.map(sent, RAW):
            assert b"Traceback" not in raw and leaks(raw) == []
            assert not raw or Answer(raw).status in (400, 404, 431)
    assert still.get().status == 200
    assert "Traceback" not in still.said


def test_as_many_listen_as_there_is_room_for(table: Table) -> None:
    with shared(table.path) as share:
        listeners = [share.listen() for _ in range(50)]
        for listener in listeners:
            listener.next()
        assert share.get("/events").status == 503
        assert share.get().status == 200, "the page is still to be had"
        table.say("sela alias thunder")
        assert len({listener.next()[0] for listener in listeners}) == 1
        for listener in listeners:
            listener.plug.close()
        end = time.monotonic() + 10
        while share.get("/", more="").status != 200 or not _room(share):
            assert time.monotonic() < end, "places become free again"


def _room(share: Shared) -> bool:
    try:
        share.listen().next(1)
    except AssertionError:
        return False
    return True


def test_hundreds_of_connections_that_say_nothing_do_not_stop_those_who_listen(table: Table) -> None:
    with shared(table.path) as share:
        listener = share.listen()
        listener.next()
        for _ in range(400):
            share.connect()
        table.say("sela alias thunder")
        assert "thunder" in str(listener.next()[1])
        for plug in share.sockets[1:]:
            plug.close()
        end = time.monotonic() + 10
        while share.get().status != 200:
            assert time.monotonic() < end
        assert "Traceback" not in share.said


def test_one_who_does_not_read_keeps_nobody_else_waiting(table: Table) -> None:
    with shared(table.path) as share:
        slow, quick = share.listen(), share.listen()
        quick.next()
        for n in range(30):
            table.say(f"sela alias thunder-{n}")
            while f"thunder-{n}" not in str(quick.next()[1]):
                pass
        assert slow.plug.fileno() >= 0
        assert "Traceback" not in share.said


def test_a_fight_that_is_deleted_replaced_or_garbled_under_it(table: Table) -> None:
    with shared(table.path) as share:
        events = share.listen()
        events.next()
        whole = table.path.read_bytes()
        table.path.unlink()
        assert "not there" in str(events.next()[1]["trouble"])
        table.path.write_bytes(b"\x00\xff garbage [[[")
        assert "cannot be read" in str(events.next()[1]["trouble"])
        table.path.write_bytes(whole)
        shown = events.next()[1]
        assert "cannot be read" not in str(shown["trouble"])
        table.path.write_bytes(whole.replace(b"Brann", b"Brunn"))
        assert "cannot be read" in str(events.next()[1]["trouble"])
        assert leaks(events.raw) == [] and leaks(share.get().raw) == []
        assert share.said == ""


def test_nothing_of_the_hidden_is_in_any_byte(tmp_path: Path) -> None:
    crawled = 0
    for seed in (3, 4, 5):
        own = Table(tmp_path, seed, AMBUSH, f"crawl{seed}")
        with shared(own.path, "--player", "Ana") as share:
            events, anas = share.listen(), share.listen("Ana")
            for _ in range(25):
                if not own.hidden:
                    break
                for answer in (share.get(), share.get(share.paths["Ana"]), share.get("/x"), share.get("/", "POST")):
                    assert leaks(answer.raw) == []
                    crawled += 1
                events.quiet(0.05)
                anas.quiet(0.05)
                if own.hidden:
                    assert leaks(events.raw + anas.raw) == []
                own.play(1)
            assert leaks(share.printed.encode()) == [] and share.said == ""
        own.close()
    assert crawled > 60
