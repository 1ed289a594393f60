"""Ways out: all the bytes that players get of a fight, by every way there is, from one who looks on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.lanes import SERVED
from tests.leaks.fights import PLAYERS
from tests.leaks.twins import Twin
from tracker.cli.streams import as_json
from tracker.export import recap_pages
from tracker.export.log_pages import as_markdown, as_page, as_records, as_text
from tracker.export.recap import recap_of
from tracker.export.recap_picture import recap_card
from tracker.export.story import story_of_tale
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Spectator
from tracker.storage.table.links import Link
from tracker.text.cells import words
from tracker.web.broadcast import Broadcast

if TYPE_CHECKING:
    from tracker.web.server import Share

SIZES = ((80, 24), (120, 36))
LINKS = (Link("c" * 22), *(Link(player * 7, player, "s" * 22) for player in PLAYERS))
CODE = "472913"
REQUESTS = (
    *(("GET", link.path) for link in LINKS), *(("GET", f"{link.path}events") for link in LINKS),
    ("GET", "/"), ("GET", "/zorbax"), ("POST", LINKS[0].path), ("GET", f"{LINKS[1].path}x"),
)  # fmt: skip


class Onlooker(Spectator):
    """Looks on at a twin instead of a file, a step at a time."""

    def __init__(self, twin: Twin) -> None:
        super().__init__(Path("nowhere.fight.toml"))
        self._twin = twin
        self._begin(twin.prepared, ())

    @property
    def trouble(self) -> str:
        """There is no file to be in trouble."""
        return ""

    def go_on(self, at: int) -> None:
        """See what stands for step `at`."""
        for block in self._twin.blocks[at]:
            self._enter(block)


def ways_out(spectator: Spectator) -> dict[str, bytes]:
    """Everything, by its way out."""
    return dict(_ways_out(spectator))


def _ways_out(spectator: Spectator) -> Iterator[tuple[str, bytes]]:
    scene = spectator.scene()
    assert scene is not None
    for size in SIZES:
        lines = lay_screen(scene, spectator.trouble, *size)
        yield f"watch {size}", "\n".join(f"{words(line)} {[span.role for span in line]}" for line in lines).encode()
    story = story_of_tale(scene.view.title, scene.unit, spectator.tale())
    yield "log text", "\n".join(as_text(story)).encode()
    yield "log markdown", "\n".join(as_markdown(story)).encode()
    yield "log json", "\n".join(map(as_json, as_records(story))).encode()
    yield "log html", as_page(story).encode()
    chronicle = spectator.chronicle()
    assert chronicle is not None
    recap = recap_of(chronicle)
    yield "recap text", "\n".join(recap_pages.as_text(recap)).encode()
    yield "recap markdown", "\n".join(recap_pages.as_markdown(recap)).encode()
    yield "recap html", recap_pages.as_page(recap).encode()
    yield "recap picture", recap_card(recap).encode()
    broadcast = Broadcast(spectator, LINKS, acting=True)
    for link in LINKS:
        asked = broadcast.asked(link)
        if link.player:
            yield f"plan {link.player}", repr(broadcast.plan_menu(link)).encode()
        yield f"offer {link.player}", repr(None if asked is None else (asked.id, asked.offer)).encode()
    if not SERVED:
        return
    from tracker.web.reception import Reception, welcome
    from tracker.web.server import Share

    reception = Reception(lambda: 0.0, CODE)
    share = Share(broadcast, any_host=True, reception=reception)
    for method, path in REQUESTS:
        yield f"share {method} {path}", asyncio.run(answered(share, method, path))
    yield "front door", repr(welcome(reception, broadcast.seated, "192.0.2.1", {"code": CODE})).encode()


async def answered(share: Share, method: str, path: str) -> bytes:
    """Head and body of an answer; of events the first, then the listener leaves."""
    sent: list[bytes] = []
    first = asyncio.Event()

    async def receive() -> MutableMapping[str, Any]:
        await first.wait()
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            sent.append(repr((message["status"], sorted(message["headers"]))).encode())
        else:
            sent.append(message.get("body", b""))
            first.set()

    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(b"host", b"127.0.0.1")], "server": ("127.0.0.1", 80), "scheme": "http", "root_path": "",
        "http_version": "1.1", "client": ("127.0.0.1", 9),
    }  # fmt: skip
    await share(scope, receive, send)
    return b"".join(sent)
