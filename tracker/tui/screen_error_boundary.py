"""Screen error boundary: a mistake of the program in a screen or a pane goes to the app, and they stay."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from textual.message import Message
from textual.message_pump import MessagePump


@runtime_checkable
class ReportsErrors(Protocol):
    """An app that can report unforeseen errors."""

    def caught(self, error: Exception) -> bool:
        """Report a bug and show the sentence. Return False where nothing is reported, so that the error is raised."""


@runtime_checkable
class ShowsSentence(Protocol):
    """A screen with a place for a sentence."""

    def tell(self, sentence: str) -> None:
        """Show a sentence about a bug."""


class ErrorBoundaryPump(MessagePump):
    """Handles its messages within the net. Textual ends a pump that fails, and with it the app."""

    # Private in Textual, and the only method through which every message of a pump goes: a public hook such as
    # `on_event` sees no callbacks and no messages of its own kinds.
    async def _dispatch_message(self, message: Message) -> None:
        """Handle a message. An error is shown by an app that can report it, else raised."""
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            app = self.app
            if not (isinstance(app, ReportsErrors) and app.caught(error)):
                raise
