"""Motion of the panes after a step: when it begins, how far it is, and how many bytes its frames may take."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING

from tracker.views.motion import FRAMES

if TYPE_CHECKING:
    from tracker.session import Session
    from tracker.tui.line_writer import LineWriter
    from tracker.tui.widgets.panes import ControllerPane

FRAME = 0.04
"""Seconds between two frames."""
MOST_BYTES = 12_000
"""Bytes that a key may send to the terminal, its first burst among them."""
_FARAWAY = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
"""Variables of a terminal at the other end of a line, where each frame takes time."""


def is_far(environ: Container[str]) -> bool:
    """Return whether the terminal of a program with these variables is reached over ssh."""
    return any(name in environ for name in _FARAWAY)


class Motion:
    """The frames after a step. `left` of them are still to come; 0: every pane is at rest."""

    def __init__(self, sent: Callable[[], int]) -> None:
        """Begin without motion. `sent` counts the bytes that the terminal was sent so far."""
        self.on = False
        """True if anything moves at all: by the setting, on a near terminal with colour."""
        self.left = 0
        self._sent = sent
        self._before = 0
        """The bytes that were sent before the first burst."""
        self._burst = 0
        """The bytes of the last first burst. The next one is likely to have as many."""
        self._step = 0
        """The last step in force when the panes were drawn last."""

    def frames_for(self, session: Session, present: bool) -> int:
        """Return how many frames are to be drawn after this one. 0 where nothing moves.

        A new step begins them, unless its draw would have too many bytes. An earlier moment, not `present`, has none.
        """
        done = session.journal.done
        step, before = done[-1] if done else 0, self._step
        self._step = step
        if step != before or not present:
            # No frame is larger than the first burst, and at least two follow: one on the way and the last.
            is_small = 3 * self._burst <= MOST_BYTES
            self.left = FRAMES if self.on and is_small and present and 0 < before < step else 0
            self._before = self._sent()
        return self.left

    def began(self, panes: Sequence[ControllerPane]) -> bool:
        """Note the bytes of the first draw, now on the terminal. Return whether any pane is still on its way."""
        self._burst = self._sent() - self._before
        if not any(pane.on_its_way for pane in panes):
            self.left = 0
        return self.left > 0

    def go_on(self, panes: Sequence[ControllerPane], writer: LineWriter | None, write: Callable[[], object]) -> None:
        """Draw the next frame. The last one where the panes cannot be written at once, or the bytes would be too many.

        `write` sends what was gathered.
        """
        sent = self._sent()
        self.left = 0 if writer is None or sent - self._before > MOST_BYTES else self.left - 1
        for pane in panes:
            pane.move(self.left, writer)
        write()
        # The last frames of the motion still have to be drawn, which takes about as many bytes as this one.
        if self.left > 1 and self._sent() - self._before + 2 * (self._sent() - sent) > MOST_BYTES:
            self.left = 1
