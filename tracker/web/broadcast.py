"""Board: what each door shows now, and the listeners that are told when it changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from tracker.export.markup import Node, node, plain
from tracker.export.moment import NOW, sections
from tracker.player_screen.spectator import Spectator
from tracker.web.links import Door

LOOK = 0.08
"""Seconds between looks at the fight."""
MOST = 50
"""Listeners at once."""
_BEHIND = 4
"""Changes a listener may be behind before it is dropped."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a door shows; `digest` is of all of it, so that the same again has the same one."""

    title: str
    parts: Mapping[str, Node]
    data: str
    digest: str


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody whose page is open."""

    door: Door
    queue: asyncio.Queue[Shown] = field(default_factory=lambda: asyncio.Queue(_BEHIND))
    dropped: bool = False


class Board:
    """Shows what `spectator` sees at every door."""

    def __init__(self, spectator: Spectator, doors: Iterable[Door]) -> None:
        self.doors = tuple(doors)
        self.listeners: set[Listener] = set()
        self._spectator = spectator
        self._shown: dict[Door, Shown] = {}
        self._show()

    def shown(self, door: Door) -> Shown:
        """What a door shows now."""
        return self._shown[door]

    def listen(self, door: Door) -> Listener | None:
        """One more listener; None when there are as many as there may be."""
        if len(self.listeners) >= MOST:
            return None
        listener = Listener(door)
        self.listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """A listener has gone."""
        self.listeners.discard(listener)

    async def follow(self) -> None:
        """Look at the fight over and over, and tell whoever sees something else than before."""
        while True:
            if await asyncio.to_thread(self._spectator.look):
                self._show()
            await asyncio.sleep(LOOK)

    def _show(self) -> None:
        for door in self.doors:
            shown = self._of(door)
            before = self._shown.get(door)
            self._shown[door] = shown
            if before is None or before.digest != shown.digest:
                self._tell(door, shown)

    def _tell(self, door: Door, shown: Shown) -> None:
        for listener in [one for one in self.listeners if one.door is door]:
            try:
                listener.queue.put_nowait(shown)
            except asyncio.QueueFull:
                listener.dropped = True
                self.listeners.discard(listener)

    def _of(self, door: Door) -> Shown:
        scene, trouble = self._spectator.scene(door.player), self._spectator.trouble
        title, parts = "The fight", {NOW: node("p", {"class": "turn"}, "The fight has not begun.")}
        if scene is not None:
            title, parts = scene.view.title, dict(sections(scene.view, scene.unit, scene.cards))
        parts["trouble"] = node("p", None, trouble)
        data = json.dumps({"title": plain(title), **{name: plain(part) for name, part in parts.items()}})
        return Shown(title, parts, data, blake2b(data.encode(), digest_size=12).hexdigest())
