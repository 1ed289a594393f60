"""Palette: everything by name, to be searched; a thumb that is too quick takes its command once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual import on
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.widgets import Input

from tracker.ui.offers import Offer, offers
from tracker.ui.screens.fight import FightScreen
from tracker.views.cells import clean, cut, width

_EDGES = 10
"""Cells of the terminal's width that an entry cannot have."""


class Everything(Provider):
    """What is asked, keys, fighters and verbs, matched as Textual matches; those that can be used come first."""

    async def startup(self) -> None:
        """Ask the desk once, when the palette opens."""
        screen = self.screen
        self._offers: tuple[Offer, ...] = ()
        if isinstance(screen, FightScreen):
            self._offers = screen.desk.guarded(lambda: offers(screen.desk), (), "The palette")

    async def discover(self) -> Hits:
        """Everything that can be used now, while nothing is typed."""
        for offer, act in self._acts():
            if not offer.why:
                yield DiscoveryHit(self._line(offer, Content(clean(offer.label))), act, offer.label)

    async def search(self, query: str) -> Hits:
        """Whatever matches; what cannot be used now with its reason, behind what can."""
        matcher = self.matcher(query)
        for offer, act in self._acts():
            score = matcher.match(clean(offer.label))
            if score > 0:
                shown = self._line(offer, matcher.highlight(clean(offer.label)))
                yield Hit(score / 2 if offer.why else score, shown, act, offer.label)

    def _acts(self) -> Iterator[tuple[Offer, partial[None]]]:
        screen = self.screen
        assert isinstance(screen, FightScreen) or not self._offers
        for offer in self._offers:
            if isinstance(screen, FightScreen):
                yield offer, partial(screen.take_offer, offer)

    def _line(self, offer: Offer, label: Content) -> Content:
        """The label, its key at the right, and below it why it cannot be used."""
        room = self.app.size.width - _EDGES
        key = clean(offer.key)
        if label.cell_length > room - width(key) - 2:
            label = Content(cut(label.plain, room - width(key) - 2))
        line = Content.assemble(label, " " * (room - label.cell_length - width(key)), key)
        return Content.assemble(line, f"\n  not now: {clean(offer.why)}") if offer.why else line


class KeysPalette(CommandPalette):
    """Textual's palette, which else closes itself anew, and carries out again, with each enter on its way."""

    CSS_PATH = "palette.tcss"
    _left = False

    def __init__(self) -> None:
        super().__init__([Everything], placeholder="a key, a verb or a fighter", id="--command-palette")

    @on(Input.Submitted)
    def _only_once(self, event: Input.Submitted) -> None:
        if self._left:
            event.prevent_default()
            event.stop()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close once, however many keys are on their way."""
        if self._left:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)
