"""Broadcast: what each link shows now, and the listeners it sends every change to."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tracker.encounter.names import plain as keyed
from tracker.export.html import Node, node, plain
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask
from tracker.player_screen.spectator import Seat, Spectator
from tracker.players.seat import Offer, Option
from tracker.storage.table.links import Link
from tracker.views.pages.rule_search import RuleSearch
from tracker.web.explanation import explained
from tracker.web.plans import Plans
from tracker.web.sections import NOW, RESULT, sections

LOOK = 0.08
"""The seconds between looks at the fight."""
MOST = 50
OWN = 4
"""The places kept free for each link, or fewer if all links together have not that many."""
_BEHIND = 4
"""The changes a listener may be behind before it is dropped."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The contents of a link. Equal contents have equal digests."""

    title: str
    parts: Mapping[str, Node]
    seat: Mapping[str, Any] | None
    """The open question of a player's link, as sent to its script."""
    sent: Mapping[str, Any] | None
    """The last answer of a player's link: the phone, the words, and whether it still waits."""
    plan: Mapping[str, Any] | None
    """The plan of a player's link, or that it has none. None where there is nothing to plan."""
    data: str
    digest: str


@dataclass(eq=False, slots=True)
class Listener:
    """An open page of a player."""

    link: Link
    queue: asyncio.Queue[Shown | None] = field(default_factory=lambda: asyncio.Queue(_BEHIND))
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """A question as it was sent to a phone: its id there, and the moment of the fight it belongs to."""

    id: str
    offer: Offer
    asked: int
    place: int
    seen: int = 0
    """The last step that players see."""


@dataclass(frozen=True, slots=True)
class SentAnswer:
    """An answer that was handed on: to which question, by which phone of its link, and what it says."""

    id: str
    phone: str
    label: str


class Broadcast:
    """Shows what a spectator sees at every link.

    `source` gives the spectator of the fight that is followed now. `acting` says whether phones may answer. `seal`
    begins the ids of questions, so that none is that of an earlier run.
    """

    def __init__(
        self,
        spectator: Spectator,
        links: Iterable[Link],
        acting: bool = False,
        seal: str = "",
        renewed: Callable[[Spectator], Spectator] | None = None,
        relinked: Callable[[Spectator], tuple[Link, ...] | None] | None = None,
    ) -> None:
        self.links = tuple(links)
        self.listeners: set[Listener] = set()
        self._spectator = spectator
        self._acting = acting
        self._seal = seal
        self._renewed, self._relinked = renewed, relinked
        self._shown: dict[Link, Shown] = {}
        self._asked: dict[Link, tuple[int, OpenOffer | None]] = {}
        """The number of questions to each link so far, and the open one."""
        self._search: RuleSearch | None = None
        self._sent: dict[Link, SentAnswer] = {}
        self._plans = Plans(seal)
        self._plannable: dict[Link, tuple[tuple[Path, int] | None, tuple[Option, ...]]] = {}
        """The last menus of plans by link, each with the moment of the fight it was made at."""
        self._show()

    def shown(self, link: Link) -> Shown:
        return self._shown[link]

    def asked(self, link: Link) -> OpenOffer | None:
        _, asked = self._asked.get(link, (0, None))
        return asked

    def explained(self, link: Link, id: str, place: str) -> tuple[str, ...]:
        """Return what an option of a link's open question does, a paragraph each. Empty for no option of it.

        `id` is that of the question or of a plan. `place` has the option's numbers in the menus that lead to it: `2.0`.
        """
        asked, rules = self.asked(link), self._spectator.rules
        if rules is None:
            return ()
        offered = asked.offer if asked is not None and asked.id == id else None
        if offered is None:
            offered = Offer("", "", Ask.DECLARE, "", self._plans.options(link, id))
        book = rules.display.rule_book()
        if self._search is None or self._search.book is not book:
            self._search = RuleSearch(book)
        return explained(offered, rules, self._search, place)

    @property
    def seated(self) -> Mapping[str, str]:
        """Return the players by the names of their fighters, as players see them."""
        return self._spectator.seated

    @property
    def plans(self) -> Mapping[str, str]:
        """Return what each player plans to declare, in words."""
        return self._plans.told(self.links)

    def plan_menu(self, link: Link) -> dict[str, Any]:
        """Return what a link may plan to declare next, as plain data for its phone."""
        if not self._answers_from(link):
            return self._plans.menu(link, ())
        seen, options = self._plannable.get(link, (None, ()))
        moment = (self._spectator.path, self._spectator.place)
        if seen != moment:  # a phone that asks again and again costs the others nothing
            options = self._spectator.plans(link.player)
            self._plannable[link] = moment, options
        return self._plans.menu(link, options)

    def planned(self, link: Link, id: str, word: str) -> str | None:
        """Change the plan of a link. Return the result, or None where the id is none of a plan. Raises Refused.

        `word` stands for the plan. An empty one withdraws it.
        """
        if not self._plans.names(id):
            return None
        result = self._plans.change(link, id, word)
        self._show_at(link)
        return result

    def handed_on(self, link: Link, sent: SentAnswer) -> None:
        """Show the other phones of a link at once what one of them has sent."""
        self._sent[link] = sent
        if link in self.links:
            self._show_at(link)

    def listen(self, link: Link) -> Listener | None:
        """Add a listener. None when its link has its share of the places, or all are taken."""
        if not self._room(link):
            return None
        listener = Listener(link)
        self.listeners.add(listener)
        return listener

    def _room(self, link: Link) -> bool:
        """Return whether a link may have one more page without taking the reserved places of another."""
        taken = Counter(listener.link for listener in self.listeners)
        reserved = min(OWN, MOST // max(1, len(self.links)))
        reserved_for_others = sum(max(0, reserved - taken[other]) for other in self.links if other != link)
        return len(self.listeners) + reserved_for_others < MOST or (
            taken[link] < reserved and len(self.listeners) < MOST
        )

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)

    async def follow(self) -> None:
        """Read the fight again and again, and send changed pages to their listeners."""
        while True:
            if await asyncio.to_thread(self._look):
                self._show()
            await asyncio.sleep(LOOK)

    def _look(self) -> bool:
        """Look for changes of the fight, the choice of fight, and the links. Return whether there are any."""
        other = self._spectator if self._renewed is None else self._renewed(self._spectator)
        changed = other is not self._spectator
        self._spectator = other
        changed = self._spectator.look() or changed
        links = None if self._relinked is None else self._relinked(self._spectator)
        if links is not None and links != self.links:
            self.links, changed = links, True
        return changed

    def _show(self) -> None:
        """Compute the contents of each link, and send the changed ones."""
        for listener in [listener for listener in self.listeners if listener.link not in self.links]:
            self._drop(listener)
        for link in self.links:
            self._show_at(link)

    def _show_at(self, link: Link) -> None:
        """Compute the contents of a link, and send them if they have changed."""
        shown, before = self._contents(link), self._shown.get(link)
        self._shown[link] = shown
        if before is None or before.digest != shown.digest:
            self._tell(link, shown)

    def _tell(self, link: Link, shown: Shown) -> None:
        """Send the contents of a link to its listeners. Drop those too far behind."""
        for listener in [listener for listener in self.listeners if listener.link == link]:
            try:
                listener.queue.put_nowait(shown)
            except asyncio.QueueFull:
                self._drop(listener)

    def _drop(self, listener: Listener) -> None:
        """Drop a listener, waking it where it waits."""
        listener.dropped = True
        self.listeners.discard(listener)
        if not listener.queue.full():
            listener.queue.put_nowait(None)

    def _contents(self, link: Link) -> Shown:
        """Return the contents of a link: the visible fight for all, for a player also sheet and open question."""
        scene, trouble = self._spectator.scene(link.player), self._spectator.trouble
        title, parts = "The fight", {NOW: node("p", {"class": "turn"}, "The fight has not begun.")}
        seat: dict[str, Any] | None = None
        player_seat: Seat | None = None
        if scene is not None:
            player_seat = self._spectator.seat(link.player) if link.player else None
            title = scene.view.title
            parts = dict(sections(scene, link.player, {} if player_seat is None else player_seat.threats))
            if player_seat is not None:
                parts[RESULT] = node("p", None, player_seat.result)
            if player_seat is not None and self._answers_from(link):
                seat = self._seat(link, player_seat)
        sent, plan = self._sent_at(link, player_seat), None
        if scene is not None and link.player and self._answers_from(link):
            plan = self._plans.shown(link, self._spectator, player_seat, "" if seat is None else seat["id"])
        parts["trouble"] = node("p", None, trouble)
        message: dict[str, object] = {"title": plain(title), **{name: plain(part) for name, part in parts.items()}}
        if link.player:
            message |= {"seat": seat, "sent": sent, "plan": plan}
        data = json.dumps(message)
        return Shown(title, parts, seat, sent, plan, data, blake2b(data.encode(), digest_size=12).hexdigest())

    def _sent_at(self, link: Link, player_seat: Seat | None) -> dict[str, Any] | None:
        """Return the last answer of a link, while its question is open or is the last one that its player answered."""
        sent, asked = self._sent.get(link), self.asked(link)
        if sent is None or player_seat is None:
            return None
        waits = asked is not None and asked.id == sent.id
        if not waits and (asked is not None or keyed(player_seat.answered_by) != keyed(link.player)):
            return None
        return {"phone": sent.phone, "label": sent.label, "waits": waits}

    def _answers_from(self, link: Link) -> bool:
        return self._acting and bool(link.secret) and self._spectator.seats != "off"

    def show_seats(self) -> None:
        """Ask each player the present question, without a new page."""
        for link in self.links:
            player_seat = self._spectator.seat(link.player) if link.player and self._answers_from(link) else None
            if player_seat is not None:
                self._seat(link, player_seat)

    def _seat(self, link: Link, player_seat: Seat) -> dict[str, Any] | None:
        """Return the question of a link under an id that tells nothing of the fight. The same question keeps its id."""
        count, before = self._asked.get(link, (0, None))
        now: OpenOffer | None = None
        if player_seat.offer is not None:
            same = before is not None and (before.offer, before.asked) == (player_seat.offer, player_seat.asked)
            count += not same
            now = OpenOffer(
                f"{self._seal}{count}", player_seat.offer, player_seat.asked, player_seat.place, player_seat.seen
            )
        self._asked[link] = (count, now)
        return None if now is None else {"id": now.id, **now.offer.record()}
