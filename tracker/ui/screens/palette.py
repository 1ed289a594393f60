"""Palette: every key by name, to be searched; a thumb that is too quick takes its command once."""

from __future__ import annotations

from textual import on
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.widgets import Input


class KeysPalette(CommandPalette):
    """Textual's palette, which else closes itself anew, and carries out again, with each enter on its way."""

    _left = False

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
