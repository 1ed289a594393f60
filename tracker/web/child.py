"""Child: the process that serves the pages of a fight which another process plays, and hands on what players answer.

It is told what to serve by one line of JSON on its standard input, and talks to that process in lines of JSON. Here it
says `{"links", "pages", "plans", "door", "note"}` (what there is to open, who looks on, what players plan, the code of
the sitting and who waits to be let in, what to know of it),
`{"answer", "player", "line", "place", "n", "phone", "seen"}`, or `{"trouble"}`. Back comes
`{"answer", "status", "text"}`, or `{"admit", "yes"}` for a waiting phone. It ends with its input.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tracker.player_screen.spectator import Spectator
from tracker.storage.table.links import Link, token
from tracker.storage.toml.diagnostics import StorageError
from tracker.web.addresses import listen
from tracker.web.answers import Answer, Answers, Reply
from tracker.web.broadcast import Broadcast
from tracker.web.reception import Reception
from tracker.web.server import serve
from tracker.web.table_follower import TableFollower

PATIENCE = 3.0
"""The seconds in which the playing process must reply to an answer."""
_UNREAD = 65536
"""The most bytes that the playing process has not read yet. With more it is as good as gone."""
GONE = Reply(503, "The game master's program does not answer just now.")


class _Line:
    """The connection to the playing process, with its replies to answers."""

    def __init__(self, out: asyncio.WriteTransport) -> None:
        self._out = out
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        self._number = 0
        self.admit: Callable[[int, bool], None] = lambda number, yes: None
        """Lets the phone of a knock in, or turns it away."""

    def say(self, **message: object) -> bool:
        """Send one message as a line of JSON. Return False, unsent, where too much is still unread."""
        if self._out.get_write_buffer_size() > _UNREAD:
            return False
        self._out.write(json.dumps(message).encode() + b"\n")
        return True

    async def hand(self, answer: Answer) -> Reply:
        """Hand an answer on and return the reply: GONE without room for the message, or after `PATIENCE` seconds."""
        self._number += 1
        number, future = self._number, asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            sent = self.say(
                answer=number,
                player=answer.player,
                line=answer.line,
                place=answer.place,
                n=answer.n,
                phone=answer.phone,
                seen=answer.seen,
            )
            if not sent:
                return GONE
            return await asyncio.wait_for(future, PATIENCE)
        except TimeoutError:
            return GONE
        finally:
            self._waiting.pop(number, None)

    def heard(self, line: bytes) -> None:
        """Take a line of the process that plays: whether to let a phone in, or the reply to an answer."""
        message = json.loads(line)
        if "admit" in message:
            self.admit(message["admit"], message["yes"])
            return
        future = self._waiting.get(message["answer"])
        if future is not None and not future.done():
            future.set_result(Reply(message["status"], message["text"]))


async def _serve(setup: dict[str, Any]) -> None:
    """Serve the fight of the first line, until the input ends. An address that is taken is reported instead."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    out, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, sys.stdout)
    line = _Line(out)
    table = Path(setup["table"])
    try:
        place = listen(table, setup["host"], setup["port"])
    except (OSError, StorageError) as error:
        line.say(trouble=error.sentence if isinstance(error, StorageError) else error.strerror or str(error))
        await asyncio.sleep(0)
        out.close()
        return

    renewed = asyncio.Event()
    reception = Reception(time.monotonic, knocked=renewed.set)

    def new_links(_: tuple[Link, ...]) -> None:
        loop.call_soon_threadsafe(renewed.set)  # the fight is looked at in a thread of its own

    follower = TableFollower(table, open_to_all=False, clock=time.monotonic, on_new_links=new_links)
    spectator = Spectator(Path(setup["fight"]), recent=True)
    spectator.look()
    broadcast = Broadcast(
        spectator,
        follower.links(spectator) or (),
        acting=setup["acting"],
        seal=token()[:8],
        relinked=follower.links,
    )

    async def report() -> None:
        """Say which links there are and who looks on, whenever that has changed."""
        before: object = None
        while True:
            roots = place.roots()  # the machine may have joined another network
            links = [(link.player, root + link.address) for link in broadcast.links for root in roots]
            pages = dict(Counter(listener.link.player for listener in broadcast.listeners))
            plans = dict(broadcast.plans)
            knocks = [asdict(knock) for knock in reception.knocks]
            door = {"code": reception.code, "roots": roots, "knocks": knocks}
            news = {"links": links, "pages": pages, "plans": plans, "door": door, "note": place.note}
            if news != before and line.say(**news):
                before = news
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(renewed.wait(), 1.0)
                renewed.clear()

    async def hear(serving: asyncio.Task[None]) -> None:
        """Take each line of the process that plays. Where its lines end, end the serving too."""
        while message := await reader.readline():
            line.heard(message)
        serving.cancel()

    line.admit = lambda number, yes: reception.decide(number, yes, broadcast.links)
    answers = Answers(broadcast, line.hand, time.monotonic) if setup["acting"] else None
    serving = asyncio.ensure_future(serve(broadcast, place, answers, reception if setup["door"] else None))
    others = [asyncio.ensure_future(report()), asyncio.ensure_future(hear(serving))]
    with contextlib.suppress(asyncio.CancelledError):
        await serving
    for other in others:
        other.cancel()


def _first_line() -> bytes:
    """Return the first line of the input and not a byte more, since the rest is read as it comes."""
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(0, 1)):
        line += byte
    return line


def main() -> int:
    """Serve until the input ends. Return the exit code."""
    setup = json.loads(_first_line())
    try:
        asyncio.run(_serve(setup))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0
    finally:
        with contextlib.suppress(OSError):
            os.close(1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
