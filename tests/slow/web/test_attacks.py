"""Whoever attacks the shared page gets a short answer: no traceback, no leak, and the others are served on."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import socket
import time
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.player_screen.table import Table, leaks
from tests.tui.terminal import LONG
from tests.web.serving import Answer, Shared, shared
from tracker.player_screen.spectator import Spectator
from tracker.storage.table.links import TableLinks
from tracker.web.broadcast import MOST, OWN, Broadcast
from tracker.web.links import link_of, opened
from tracker.web.page import DEAD

PATIENCE = pytest.importorskip("tracker.web.connections", reason="the extra `web` is not installed").PATIENCE
server = pytest.importorskip("tracker.web.server")
SendTimeoutError = pytest.importorskip("sse_starlette.sse").SendTimeoutError


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "CONNECT", "BREW"])
def test_it_is_read_only_by_get(still: Shared, method: str) -> None:
    for path in ("/", "/events"):
        answer = still.get(path, method, more="Content-Length: 0\r\n")
        assert answer.status in (405, 400)
        assert leaks(answer.raw) == []


PATHS = (
    "/etc/passwd", "/../../etc/passwd", "//x", "/%2e%2e/%2e%2e/etc/passwd", "/events/", "/events/x", "/.git/config",
    "/ford.fight.toml", "/page.js", "/favicon.ico", "/" + "a" * 4000, "/%ff%fe", "/%00", "/\\", "/;x=1", "/~root",
)  # fmt: skip


def test_no_path_leads_anywhere_else(still: Shared) -> None:
    for path in PATHS:
        answer = still.get(path)
        assert (answer.status, answer.body) == (404, DEAD.encode()), path
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


def test_one_link_leaves_the_others_their_places_and_a_full_house_says_so(table: Table) -> None:
    with shared(table.path) as share:
        listeners = [share.listen() for _ in range(MOST - 2 * OWN)]
        for listener in listeners:
            listener.next()
        full = share.get("/events")
        assert (full.status, full.body) == (503, b"All places are taken.\n")
        assert share.get().status == 200, "the page is still to be had"
        for player in ("Ana", "Ben"):
            for _ in range(OWN):
                listeners.append(share.listen(player))
                listeners[-1].next()
        assert share.get(f"{share.paths['Ana']}events").status == 503
        listeners = listeners[: MOST - 2 * OWN]
        table.say("sela alias thunder")
        assert len({listener.next()[0] for listener in listeners}) == 1
        for plug in share.sockets:
            plug.close()
        end = time.monotonic() + LONG
        while share.get("/", more="").status != 200 or not _room(share):
            assert time.monotonic() < end, "places become free again"


def _room(share: Shared) -> bool:
    try:
        share.listen().next(1)
    except AssertionError:
        return False
    return True


HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
EVENTS = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize("data", [b"", HALF, EVENTS], ids=["silent", "half", "listening"])
def test_a_thousand_connections_stop_neither_those_who_listen_nor_those_who_come(table: Table, data: bytes) -> None:
    with shared(table.path) as share:
        listener = share.listen()
        listener.next()
        for _ in range(1000):
            plug = share.connect()
            with contextlib.suppress(OSError):
                plug.sendall(data)
        table.say("sela alias thunder")
        assert "thunder" in str(listener.next()[1])
        assert "thunder" in share.get().body.decode()
        for plug in share.sockets[1:-1]:
            plug.close()
        end = time.monotonic() + LONG
        while not _room(share):
            assert time.monotonic() < end
        assert share.said == ""


def test_whoever_stays_silent_is_closed(table: Table) -> None:
    with shared(table.path) as share:
        silent, half, listener = share.connect(), share.connect(), share.listen()
        half.sendall(HALF)
        for plug in (silent, half):
            plug.settimeout(LONG)
            with contextlib.suppress(ConnectionResetError):
                assert plug.recv(1) == b""
        table.say("sela alias thunder")
        while "thunder" not in str(listener.next()[1]):
            pass
        assert share.said == ""


def test_one_who_does_not_read_is_dropped_and_keeps_nobody_waiting(table: Table) -> None:
    with shared(table.path) as share:
        quick = share.listen()
        quick.next()
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect((share.host, share.port))
            slow.sendall(EVENTS)
            end = time.monotonic() + 3 * PATIENCE
            for n in range(400):
                start = time.monotonic()
                table.say(f"sela alias thunder-{n}")
                while f"thunder-{n}" not in str(quick.next()[1]):
                    pass
                assert time.monotonic() - start < PATIENCE
                if start > end:
                    break
            slow.settimeout(LONG)
            kept = sum(map(len, iter(lambda: slow.recv(65536), b"")))
            assert kept < len(quick.raw) / 2, "what was still on its way, and then the end"
        assert share.get().status == 200 and share.said == ""


async def test_a_listener_who_is_behind_is_let_go_of(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_PATIENCE", 0.1)
    spectator = Spectator(table.path)
    spectator.look()
    broadcast = Broadcast(spectator, opened(TableLinks("", ()).with_players(()).links))
    began, never = asyncio.Event(), asyncio.Event()

    async def stuck(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.body":
            began.set()
            await never.wait()

    async def receive() -> MutableMapping[str, Any]:
        await never.wait()
        return {"type": "http.disconnect"}

    scope = {
        "type": "http", "method": "GET", "path": "/events", "raw_path": b"/events", "query_string": b"",
        "headers": [(b"host", b"127.0.0.1")], "server": ("127.0.0.1", 80), "scheme": "http", "root_path": "",
        "http_version": "1.1", "client": ("127.0.0.1", 9),
    }  # fmt: skip
    listening = asyncio.create_task(server.Share(broadcast, any_host=True)(scope, receive, stuck))
    await began.wait()
    assert len(broadcast.listeners) == 1
    with pytest.raises((SendTimeoutError, BaseExceptionGroup)):
        await listening
    assert broadcast.listeners == set()


def test_every_token_is_compared_whole_and_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    links, compared = TableLinks("", ()).with_players(("Ana", "Ben")).links, []
    same = hmac.compare_digest

    def counted(one: bytes, other: bytes) -> bool:
        compared.append(other)
        return same(one, other)

    monkeypatch.setattr(hmac, "compare_digest", counted)
    tokens = [link.token.encode() for link in links]
    for first in ("", "x", links[0].token[:-1], links[0].token, links[2].token, "\ud800", "é" * 22):
        compared.clear()
        link_of(links, f"/{first}/")
        assert compared == tokens, first


def put(path: Path, data: bytes) -> None:
    """Put a file in the place of another at once, so that nobody who looks meets it half written."""
    other = path.with_name("other")
    other.write_bytes(data)
    other.replace(path)


def test_a_fight_that_is_deleted_replaced_or_garbled_under_it(table: Table) -> None:
    with shared(table.path) as share:
        events = share.listen()
        events.next()
        whole = table.path.read_bytes()
        table.path.unlink()
        assert "not there" in str(events.next()[1]["trouble"])
        put(table.path, b"\x00\xff garbage [[[")
        assert "cannot be read" in str(events.next()[1]["trouble"])
        put(table.path, whole)
        shown = events.next()[1]
        assert "cannot be read" not in str(shown["trouble"])
        put(table.path, whole.replace(b"Brann", b"Brunn"))
        assert "cannot be read" in str(events.next()[1]["trouble"])
        assert leaks(events.raw) == [] and leaks(share.get().raw) == []
        assert share.said == ""
