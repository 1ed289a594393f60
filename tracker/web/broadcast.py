"""Broadcast: what each link shows now, and the listeners it sends every change to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from tracker.export.html import Node, node, plain
from tracker.export.moment import NOW, sections
from tracker.player_screen.spectator import Spectator
from tracker.web.links import Link

LOOK = 0.08
"""Seconds between looks at the fight."""
MOST = 50
"""Listeners at once."""
_BEHIND = 4
"""Changes a listener may be behind before it is dropped."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a link shows; equal contents have equal digests."""

    title: str
    parts: Mapping[str, Node]
    data: str
    digest: str


@dataclass(eq=False, slots=True)
class Listener:
    """An open page of a player."""

    link: Link
    queue: asyncio.Queue[Shown] = field(default_factory=lambda: asyncio.Queue(_BEHIND))
    dropped: bool = False


class Broadcast:
    """Shows what `spectator` sees at every link."""

    def __init__(self, spectator: Spectator, links: Iterable[Link]) -> None:
        self.links = tuple(links)
        self.listeners: set[Listener] = set()
        self._spectator = spectator
        self._shown: dict[Link, Shown] = {}
        self._show()

    def shown(self, link: Link) -> Shown:
        """What a link shows now."""
        return self._shown[link]

    def listen(self, link: Link) -> Listener | None:
        """Add a listener; None when there are `MOST` already."""
        if len(self.listeners) >= MOST:
            return None
        listener = Listener(link)
        self.listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Remove a listener whose page is closed."""
        self.listeners.discard(listener)

    async def follow(self) -> None:
        """Read the fight again and again, and send changed pages to their listeners."""
        while True:
            if await asyncio.to_thread(self._spectator.look):
                self._show()
            await asyncio.sleep(LOOK)

    def _show(self) -> None:
        for link in self.links:
            shown = self._of(link)
            before = self._shown.get(link)
            self._shown[link] = shown
            if before is None or before.digest != shown.digest:
                self._tell(link, shown)

    def _tell(self, link: Link, shown: Shown) -> None:
        for listener in [listener for listener in self.listeners if listener.link is link]:
            try:
                listener.queue.put_nowait(shown)
            except asyncio.QueueFull:
                listener.dropped = True
                self.listeners.discard(listener)

    def _of(self, link: Link) -> Shown:
        scene, trouble = self._spectator.scene(link.player), self._spectator.trouble
        title, parts = "The fight", {NOW: node("p", {"class": "turn"}, "The fight has not begun.")}
        if scene is not None:
            title, parts = scene.view.title, dict(sections(scene.view, scene.unit, scene.cards))
        parts["trouble"] = node("p", None, trouble)
        data = json.dumps({"title": plain(title), **{name: plain(part) for name, part in parts.items()}})
        return Shown(title, parts, data, blake2b(data.encode(), digest_size=12).hexdigest())
