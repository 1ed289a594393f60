"""Command palette: Textual's, over the entries of the fight."""

from __future__ import annotations

from functools import partial

from textual import on
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.events import Click
from textual.widgets import Input
from textual.worker import Worker

from tracker.controller.pages.command_palette import PaletteEntry, palette_entries
from tracker.text.cells import clean
from tracker.tui.screen_error_boundary import ErrorBoundaryPump
from tracker.tui.screens.fight import FightScreen


class FightCommands(Provider):
    """The commands of the palette: question, keys, fighters and verbs, matched as Textual matches.

    Usable ones come first.
    """

    async def startup(self) -> None:
        """Ask the controller once, when the palette opens."""
        assert isinstance(self.screen, FightScreen)
        self._fight, controller = self.screen, self.screen.controller
        nothing: tuple[PaletteEntry, ...] = ()
        self._entries = controller.guarded(lambda: palette_entries(controller), nothing, "The palette")

    async def discover(self) -> Hits:
        """Yield everything that can be used now, while nothing is typed."""
        for entry in self._entries:
            if not entry.why:
                label = Content(_label(entry))
                yield DiscoveryHit(label, partial(self._fight.take_entry, entry), label.plain)

    async def search(self, query: str) -> Hits:
        """Yield the matches. Entries that cannot be used now come last, with the reason."""
        matcher = self.matcher(query)
        for entry in self._entries:
            label = _label(entry)
            score = matcher.match(label)
            if score > 0:
                shown = matcher.highlight(label)
                if entry.why:
                    # Not as Textual's help of an entry, which is drawn transparent and read as markup.
                    shown, score = Content.assemble(shown, f"\n  not now: {clean(entry.why)}"), score / 2
                yield Hit(score, shown, partial(self._fight.take_entry, entry), label)


def _label(entry: PaletteEntry) -> str:
    return clean(f"{entry.label}  [{entry.key}]" if entry.key else entry.label)


class Palette(ErrorBoundaryPump, CommandPalette):
    """Textual's palette, which else continues with what comes after it was closed: enter, a search, a timer."""

    CSS_PATH = "command_palette.tcss"
    _left = False

    def __init__(self) -> None:
        super().__init__([FightCommands], placeholder="a key, a verb or a fighter", id="--command-palette")

    # The methods below are private in Textual, whose palette has no other place to say that it is closed.
    def _gather_commands(self, search_value: str) -> Worker[None] | None:  # type: ignore[override]
        """Search, unless this is closed already: the list that shows the hits is gone then."""
        return None if self._left else super()._gather_commands(search_value)

    def _action_command_list(self, action: str) -> None:
        """Move in the list, unless the terminal leaves no room for an entry."""
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)

    def _on_click(self, event: Click) -> None:  # type: ignore[override]
        """Close for a click beside the screen, which comes from before the terminal was made smaller."""
        if not self.region.contains(int(event.screen_x), int(event.screen_y)):
            event.prevent_default()
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
        # Textual stops these timers only where a key closes it, not where the screen does.
        self._cancel_gather_commands()
        self._stop_busy_countdown()
        self._stop_no_matches_countdown()
        return super().dismiss(result)
