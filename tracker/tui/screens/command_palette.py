"""Command palette: everything by name, to be searched; a thumb that is too quick takes its command once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import (
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
    SearchIcon,
)
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.errors import NoWidget
from textual.events import Click
from textual.widgets import Input, LoadingIndicator
from textual.worker import Worker

from tracker.controller.command_palette import PaletteEntry, palette_entries
from tracker.text.cells import clean, cut, width
from tracker.tui.screen_error_boundary import ErrorBoundaryPump
from tracker.tui.screens.fight import FightScreen

_LONGEST = 80
"""Characters that can be searched for: the search tries each of them at every place of every entry."""
_EDGES = 12
"""Cells of the terminal's width that an entry cannot have."""


class Everything(Provider):
    """What is asked, keys, fighters and verbs, matched as Textual matches; those that can be used come first."""

    async def startup(self) -> None:
        """Ask the controller once, when the palette opens."""
        screen = self.screen
        self._entries: tuple[PaletteEntry, ...] = ()
        if isinstance(screen, FightScreen):
            self._entries = screen.controller.guarded(lambda: palette_entries(screen.controller), (), "The palette")

    async def discover(self) -> Hits:
        """Everything that can be used now, while nothing is typed."""
        for entry, act in self._acts():
            if not entry.why:
                yield DiscoveryHit(self._line(entry, Content(clean(entry.label))), act, entry.label)

    async def search(self, query: str) -> Hits:
        """Whatever matches; what cannot be used now with its reason, behind what can."""
        matcher = self.matcher(query)
        for entry, act in self._acts():
            score = matcher.match(clean(entry.label))
            if score > 0:
                shown = self._line(entry, matcher.highlight(clean(entry.label)))
                yield Hit(score / 2 if entry.why else score, shown, act, entry.label)

    def _acts(self) -> Iterator[tuple[PaletteEntry, partial[None]]]:
        screen = self.screen
        assert isinstance(screen, FightScreen) or not self._entries
        for entry in self._entries:
            if isinstance(screen, FightScreen):
                yield entry, partial(screen.take_entry, entry)

    def _line(self, entry: PaletteEntry, label: Content) -> Content:
        """The label, its key at the right, and below it why it cannot be used."""
        room = self.app.size.width - _EDGES
        key = clean(entry.key)
        if label.cell_length > room - width(key) - 2:
            label = Content(cut(label.plain, room - width(key) - 2))
        line = Content.assemble(label, " " * (room - label.cell_length - width(key)), key)
        return Content.assemble(line, f"\n  not now: {clean(entry.why)}") if entry.why else line


class KeysList(ErrorBoundaryPump, CommandList):
    """Textual's list, which looks for lines it has not laid out, and for entries that are gone."""

    def there(self, place: int | None) -> bool:
        """Whether an entry is in the list as it is now."""
        return place is not None and place < self.option_count

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        if self._lines and (self.highlighted or 0) in self._index_to_line:
            super()._move_page(direction)
        elif direction < 0:
            self.action_first()
        else:
            self.action_last()

    def watch_highlighted(self, highlighted: int | None) -> None:
        if self.there(highlighted):
            super().watch_highlighted(highlighted)

    def action_select(self) -> None:
        if self.there(self.highlighted):
            super().action_select()

    async def _on_click(self, event: Click) -> None:
        place = event.style.meta.get("option")
        if place is not None and not self.there(place):
            event.prevent_default()


class KeysPalette(ErrorBoundaryPump, CommandPalette):
    """Textual's palette, which else closes itself anew, and carries out again, with each enter on its way."""

    CSS_PATH = "command_palette.tcss"
    _left = False

    def __init__(self) -> None:
        super().__init__([Everything], placeholder="a key, a verb or a fighter", id="--command-palette")

    def compose(self) -> ComposeResult:
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield SearchIcon()
                yield CommandInput(placeholder=self._placeholder, select_on_focus=False, max_length=_LONGEST)
            with Vertical(id="--results"):
                yield KeysList()
                yield LoadingIndicator()

    def _gather_commands(self, search_value: str) -> Worker[None] | None:  # type: ignore[override]
        """Search, unless this is closed already: what the search shows its hits in is gone then."""
        return None if self._left else super()._gather_commands(search_value)

    def _on_click(self, event: Click) -> None:  # type: ignore[override]
        """A click beside the palette closes it, also one beside everything that is drawn."""
        event.prevent_default()
        try:
            beside = self.get_widget_at(event.screen_x, event.screen_y)[0] is self
        except NoWidget:
            beside = True
        if beside:
            self._action_escape()

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
        self._cancel_gather_commands()
        self._stop_busy_countdown()
        self._stop_no_matches_countdown()
        return super().dismiss(result)
