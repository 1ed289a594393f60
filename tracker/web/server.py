"""Server: the page and its events over HTTP. It takes GET only, knows no cookies and reads nothing but the fight."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator
from urllib.parse import parse_qs

import uvicorn
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from tracker.web.broadcast import Broadcast, Listener, Shown
from tracker.web.connections import Guarded
from tracker.web.links import Link, link_of
from tracker.web.page import page, policy

HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_LONGEST_HEAD = 8192
"""Bytes of the head of a request."""
_PATIENCE = 5.0
"""Seconds that a listener may take to read what it is sent."""
_UNREAD = 65536
"""Bytes that the system keeps for one who does not read them."""
_PING = 15
_RETRY = 1000
"""Milliseconds after which a page tries again."""
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Share:
    """The application: it serves the page and the events of each link, and answers 404 to everything else."""

    def __init__(self, broadcast: Broadcast, any_host: bool) -> None:
        self._broadcast = broadcast
        self._any_host = any_host
        """Whether any host name is allowed; on the loopback only the names of the loopback are."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if scope["type"] != "http":
            return
        response = self._answer(Request(scope))
        await response(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if sum(len(name) + len(value) for name, value in request.scope["headers"]) > _LONGEST_HEAD:
            return _said(431, "The request is too long.")
        match = link_of(self._broadcast.links, request.url.path) if self._host_allowed(request) else None
        if match is None or match[1] not in ("", "events"):
            return _said(404, "This page does not exist.")
        if request.method != "GET":
            return _said(405, "This page is read-only.", Allow="GET")
        link, what = match
        if what == "events":
            return self._events(request, link)
        return Response(
            page(self._broadcast.shown(link)),
            media_type="text/html",
            headers={**HEADERS, "Content-Security-Policy": policy()},
        )

    def _host_allowed(self, request: Request) -> bool:
        host = request.headers.get("host", "").lower()
        return self._any_host or host.removesuffix(f":{host.rpartition(':')[2]}") in _LOOPBACK or host in _LOOPBACK

    def _events(self, request: Request, link: Link) -> Response:
        listener = self._broadcast.listen(link)
        if listener is None:
            return _said(503, "The server has no room for another viewer.", **{"Retry-After": "10"})
        asked = parse_qs(request.url.query, max_num_fields=4) if len(request.url.query) < 200 else {}
        seen = request.headers.get("last-event-id") or "".join(asked.get("seen", []))
        return EventSourceResponse(
            self._changes(listener, seen),
            ping=_PING,
            ping_message_factory=lambda: ServerSentEvent(comment="still here"),
            send_timeout=_PATIENCE,
            headers=HEADERS,
        )

    async def _changes(self, listener: Listener, seen: str) -> AsyncIterator[ServerSentEvent]:
        try:
            now = self._broadcast.shown(listener.link)
            if now.digest == seen:
                yield ServerSentEvent(retry=_RETRY)
            else:
                yield _event(now)
            last = now.digest
            while not listener.dropped:
                shown = await listener.queue.get()
                if shown.digest != last:
                    last = shown.digest
                    yield _event(shown)
        finally:
            self._broadcast.leave(listener)


def _event(shown: Shown) -> ServerSentEvent:
    return ServerSentEvent(data=shown.data, id=shown.digest, retry=_RETRY)


def _said(status: int, text: str, **headers: str) -> Response:
    return PlainTextResponse(text + "\n", status, headers={**HEADERS, **headers})


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at `host` and `port` (0: any that is free); raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=128)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
    return listener


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def reachable(host: str) -> str:
    """The name of this machine for others: `host`, or where that means every network, its own address in one."""
    try:
        if not ipaddress.ip_address(host).is_unspecified:
            return f"[{host}]" if ":" in host else host
    except ValueError:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


async def serve(broadcast: Broadcast, listener: socket.socket, any_host: bool) -> None:
    """Serve until the process is told to end; then nothing listens any more."""
    config = uvicorn.Config(
        Share(broadcast, any_host),
        lifespan="off", ws="none", http=Guarded, loop="asyncio", interface="asgi3",
        log_config=None, log_level="critical", access_log=False,
        proxy_headers=False, server_header=False, date_header=False,
        h11_max_incomplete_event_size=_LONGEST_HEAD,
        timeout_keep_alive=5, timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    following = asyncio.create_task(broadcast.follow())

    def followed(task: asyncio.Task[None]) -> None:
        server.should_exit = True

    following.add_done_callback(followed)
    try:
        await server.serve(sockets=[listener])
    finally:
        if following.done() and not following.cancelled():
            following.result()
        following.cancel()
        listener.close()
