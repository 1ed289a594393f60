"""Server: the page and its events over HTTP, and the answers of players. It knows no cookies and changes no fight."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import uvicorn
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from tracker.storage.table.links import Link
from tracker.web.addresses import Place
from tracker.web.answers import LARGEST, Answers, Reply
from tracker.web.broadcast import Broadcast, Listener, Shown
from tracker.web.connections import Guarded
from tracker.web.links import link_meant, link_of
from tracker.web.page import DEAD, FRONT_DOOR, front_door, page, policy
from tracker.web.reception import Reception, welcome

HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_LONGEST_HEAD = 8192
"""The most bytes of the head of a request."""
_LONGEST_AT_THE_DOOR = 1024
"""Bytes of one message at the front door, with half of a key in it."""
_PATIENCE = 5.0
"""The seconds that a listener may take to read a message."""
BEAT = 10
"""The seconds between the beats by which a page knows that it is connected."""
_RETRY = 1000
"""The milliseconds after which a page tries again."""


class Share:
    """The application: it serves the page and the events of each link, and answers 404 to everything else.

    `answers` takes what players answer. Without it the pages only read.
    """

    def __init__(
        self,
        broadcast: Broadcast,
        any_host: bool,
        answers: Answers | None = None,
        reception: Reception | None = None,
    ) -> None:
        self._reception = reception
        self._broadcast = broadcast
        self._any_host = any_host
        """True if any host name is allowed. On the loopback only its own names are."""
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        response = await self._answer(request)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        """Return the page of a link, its events, or the reply to an answer. 404 at every other path."""
        if sum(len(name) + len(value) for name, value in request.scope["headers"]) > _LONGEST_HEAD:
            return _said(431, "The request is too long.")
        links = self._broadcast.links if self._host_allowed(request) else ()
        path: str = request.scope["path"]  # `request.url` takes the header `Host` for a part of it, whatever that is
        meant = link_meant(links, path)
        if meant is not None and request.method == "GET":
            return _said(307, "The page is there.", Location=meant.path)
        match = link_of(links, path)
        if match is None:
            return await self._at_the_door(request, path)
        link, what = match
        acting = self._answers is not None and bool(link.secret)
        if what not in ("", "events", *(("answer", "explain", "plan") if acting else ())):
            return _dead()
        if what == "answer" and self._answers is not None:
            return await self._reply_to_answer(request, link, self._answers)
        if request.method != "GET":
            return _said(405, "This page is read-only.", Allow="GET")
        if what == "events":
            return self._events(request, link)
        if what == "plan":
            return JSONResponse(self._broadcast.plan_menu(link), headers=HEADERS)
        if what == "explain":
            return self._explanation(request, link)
        return Response(
            page(self._broadcast.shown(link), link.player),
            media_type="text/html",
            headers={**HEADERS, "Content-Security-Policy": policy()},
        )

    async def _at_the_door(self, request: Request, path: str) -> Response:
        """Return the page that asks for the code of the sitting, or the reply to what it sends. 404 at other paths."""
        if self._reception is None or not self._host_allowed(request) or path not in ("/", "/join"):
            return _dead()
        if path == "/":
            if request.method != "GET":
                return _said(405, "This page is read-only.", Allow="GET")
            headers = {**HEADERS, "Content-Security-Policy": policy(FRONT_DOOR)}
            return Response(front_door(), media_type="text/html", headers=headers)
        body = await _message(request, _LONGEST_AT_THE_DOOR)
        if isinstance(body, Response):
            return body
        try:
            message = json.loads(body.decode("utf-8"))
        except (ValueError, RecursionError):
            message = None
        address = str((request.scope.get("client") or ("", 0))[0])
        sent = message if isinstance(message, dict) else {}
        reply = welcome(self._reception, self._broadcast.seated, address, sent)
        return JSONResponse(reply.data, reply.status, HEADERS)

    async def _reply_to_answer(self, request: Request, link: Link, answers: Answers) -> Response:
        """Return the reply to an answer: 202 handed on, 409 stale, 422 refused, or the reason why it was not read."""
        body = await _message(request, LARGEST)
        if isinstance(body, Response):
            return body
        reply: Reply = await answers.take(link, body, request.headers.get("x-signature", ""))
        return _said(reply.status, reply.text)

    def _explanation(self, request: Request, link: Link) -> Response:
        """Return what an option of the open question does, a paragraph on each line. 404 for no option of it."""
        asked = _query(request)
        lines = self._broadcast.explained(link, asked.get("id", ""), asked.get("at", ""))
        return _said(200, "\n".join(lines)) if lines else _said(404, "The question has changed. Look again.")

    def _host_allowed(self, request: Request) -> bool:
        return self._any_host or _is_loopback(request.headers.get("host", ""))

    def _events(self, request: Request, link: Link) -> Response:
        """Return the stream of a link's changes. 503 where all its places are taken."""
        listener = self._broadcast.listen(link)
        if listener is None:
            return _said(503, "All places are taken.", **{"Retry-After": "10"})
        seen = request.headers.get("last-event-id") or _query(request).get("seen", "")
        return EventSourceResponse(
            self._changes(listener, seen),
            ping=BEAT,
            ping_message_factory=lambda: ServerSentEvent(event="beat", data="1"),
            send_timeout=_PATIENCE,
            headers=HEADERS,
        )

    async def _changes(self, listener: Listener, seen: str) -> AsyncIterator[ServerSentEvent]:
        """Yield each change for a listener, from the digest on that its page has `seen`."""
        try:
            now = self._broadcast.shown(listener.link)
            if now.digest == seen:
                yield ServerSentEvent(event="beat", data="1", retry=_RETRY)
            else:
                yield _event(now)
            last = now.digest
            while not listener.dropped:
                shown = await listener.queue.get()
                if shown is not None and shown.digest != last:
                    last = shown.digest
                    yield _event(shown)
        finally:
            self._broadcast.leave(listener)


def _query(request: Request) -> dict[str, str]:
    """Return what is behind the question mark of an address. Nothing where it is too long."""
    query = request.scope["query_string"].decode("latin-1")
    try:
        asked = parse_qs(query, max_num_fields=4) if len(query) < 200 else {}
    except ValueError:
        return {}
    return {name: values[0] for name, values in asked.items()}


def _is_loopback(host: str) -> bool:
    """Return whether the header `Host`, with a port or without, names this machine alone."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


async def _message(request: Request, most: int) -> bytes | Response:
    """Return the body, at most `most` bytes, of a message that a page of this server posts, or else a refusal."""
    headers = request.headers
    if request.method != "POST":
        return _said(405, "An answer is sent by POST.", Allow="POST")
    if headers.get("origin", "") != f"http://{headers.get('host', '')}":
        return _said(403, "An answer comes only from its own page.")
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return _said(415, "An answer is JSON.")
    try:
        body = await asyncio.wait_for(_body(request, most), _PATIENCE)
    except (TimeoutError, ClientDisconnect):
        return _said(408, "The answer did not come.")
    return _said(413, f"An answer has at most {most} bytes.") if body is None else body


async def _body(request: Request, most: int) -> bytes | None:
    """Return the body of a request. None for one of more than `most` bytes."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            return None
    return body


def _dead() -> Response:
    """Return the page of a link that leads nowhere, the same for every mistake, so that it reveals no token."""
    return Response(DEAD, 404, HEADERS, "text/html")


def _event(shown: Shown) -> ServerSentEvent:
    return ServerSentEvent(data=shown.data, id=shown.digest, retry=_RETRY)


def _said(status: int, text: str, **headers: str) -> Response:
    return PlainTextResponse(text + "\n", status, headers={**HEADERS, **headers})


async def serve(
    broadcast: Broadcast, place: Place, answers: Answers | None = None, reception: Reception | None = None
) -> None:
    """Serve until the process is told to end. Then nothing listens any more."""
    config = uvicorn.Config(
        Share(broadcast, any_host=not place.local, answers=answers, reception=reception),
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
        await server.serve(sockets=list(place.sockets))
    finally:
        if following.done() and not following.cancelled():
            following.result()
        following.cancel()
        place.close()
