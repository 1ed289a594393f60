"""Controllers: one for a session, with the usual keys or others."""

from __future__ import annotations

from collections.abc import Callable

from tracker.controller.controller import Controller
from tracker.controller.input.default_keys import usual_keymap
from tracker.controller.keymap.keymap import Keymap
from tracker.session import Session


def controller_of(
    session: Session, keymap: Keymap | None = None, report: Callable[[str], str] | None = None
) -> Controller:
    """Return a controller of this session."""
    return Controller(session, keymap or usual_keymap(), report=report)
