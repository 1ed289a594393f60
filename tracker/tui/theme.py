"""Themes: what each role looks like. Dark and light reach 4.5:1 for all text, high contrast 7:1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Protocol, runtime_checkable

from rich.style import Style
from textual.theme import Theme

from tracker.controller.user_settings import Settings
from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True)
class Palette:
    """Colours of one theme: `roles` as `foreground [on background] [attributes]`."""

    name: str
    dark: bool
    background: str
    text: str
    roles: Mapping[str, str]
    looks: dict[str, tuple[Style, bool]] = field(default_factory=dict, compare=False)
    """The cached roles: their style, and whether a space in them looks like any other."""

    def style(self, role: str) -> Style:
        return self.look(role)[0]

    def look(self, role: str) -> tuple[Style, bool]:
        """Return the style of a role, and whether a space in it looks like any other."""
        look = self.looks.get(role)
        if look is None:
            base = Style.parse(f"{self.text} on {self.background}") if self.background else Style.null()
            style = base + Style.parse(self.roles.get(role) or "none")
            look = self.looks[role] = (style, role not in self._filled)
        return look

    # Kept: made when an earlier moment is first shown, then drawn by at every key.
    @cached_property
    def faded(self) -> Palette:
        """Return the palette of the past: one quiet colour for all, except for the changes of the step."""
        quiet = self.roles.get("dim", "dim")
        kept = {role: look for role, look in self.roles.items() if role in _NOT_FADED}
        roles = {role: _faded(look, quiet) for role, look in self.roles.items()}
        return Palette(f"{self.name}-past", self.dark, self.background, self.text, {"": quiet, **roles, **kept})

    # Kept: asked for every role that is drawn for the first time.
    @cached_property
    def _filled(self) -> frozenset[str]:
        """Return the roles that are visible in blanks too, by a background or a line."""
        return frozenset(role for role, look in self.roles.items() if _SEEN_IN_SPACES & set((look or "").split()))

    def theme(self) -> Theme:
        """Return the Textual theme for what is not drawn by roles."""
        return Theme(
            self.name, primary=self.text, background=self.background, surface=self.background,
            panel=self.background, foreground=self.text, dark=self.dark,
        )  # fmt: skip


_SEEN_IN_SPACES = {"on", "reverse", "underline", "strike"}
_NOT_FADED = ("lost", "shaded", "now", "selected", "cursor")
"""The roles that stay in an earlier moment: its losses, its present, the selected fighter."""


def _faded(look: str, quiet: str) -> str:
    """Return the style `look` in the `quiet` colour, with only the attributes that have a meaning without colour."""
    kept = [word for word in look.split() if word in ("strike", "underline", "reverse")]
    return " ".join([quiet, *kept, *(["reverse"] if " on " in f" {look} " else [])])


@runtime_checkable
class Tuned(Protocol):
    """A screen on which a setting makes a difference besides colour."""

    def tune(self, settings: Settings) -> None:
        pass


@runtime_checkable
class Refreshed(Protocol):
    """A screen that shows what another process says."""

    def refreshed(self) -> None:
        """Draw after news from that process."""


DARK = Palette(
    "table-dark", dark=True, background="#15171c", text="#dde1e6",
    roles={
        "dim": "#9aa3af", "rule": "#4a5260", "title": "bold #dde1e6", "title-lit": "bold #ffffff",
        "key": "bold #f4f6f8 on #2b313b", "now": "bold #ffd866", "asked": "bold #ffd866", "saved": "#63ad77",
        "acts": "bold #15171c on #ffd866", "tab": "bold #ffffff on #3b4657", "full": "#7c8693",
        "selected": "bold #ffffff on #33507a", "marked": "bold #ffffff on #33507a", "cursor": "bold #ffffff",
        "side-0": "#7cc4ff", "side-1": "#ff9ecb", "side-2": "#b8e07a", "side-3": "#d9b0ff",
        "event": "#d9c88a", "alarm": "bold #ff9c9c", "state": "#d9c88a",
        "shaded": "bold #ff6b6b", "lost": "bold #ffffff on #8c2f2f",
        "well": "#7c8693", "worn": "#e0a95c", "low": "bold #ff8a70", "gone": "bold #ff6b6b",
        "strong": "bold #f4f6f8", "number": "bold #f4f6f8", "hurt": "#ffa08c", "roll": "#c5ced8",
        "undone": "strike #8f98a4", "question": "bold #ffffff", "typed": "bold #ffffff",
        "caret": "reverse", "price": "#9fd8cb", "refusal": "bold #ffb3a3", "notice": "#b7c2ce",
        "code": "#000000 on #ffffff",
        "lit": "bold underline #f4f6f8", "ghost": "#9fd8cb",
    },
)  # fmt: skip

LIGHT = Palette(
    "table-light", dark=False, background="#fbfaf6", text="#1c2026",
    roles={
        "dim": "#59616d", "rule": "#c3c7cd", "title": "bold #1c2026", "title-lit": "bold #000000",
        "key": "bold #1c2026 on #e3e5ea", "now": "bold #7a5c00", "asked": "bold #7a5c00", "saved": "#1d6b2e",
        "acts": "bold #1c2026 on #ffd866", "tab": "bold #1c2026 on #d5d9e0", "full": "#6a717b",
        "selected": "bold #ffffff on #2c5590", "marked": "bold #ffffff on #2c5590", "cursor": "bold #000000",
        "side-0": "#0b5394", "side-1": "#8a1561", "side-2": "#3d6b00", "side-3": "#6a1fa0",
        "event": "#635a3c", "alarm": "bold #b00020", "state": "#635a3c",
        "shaded": "bold #b00020", "lost": "bold #ffffff on #a2290f",
        "well": "#6a717b", "worn": "#b34700", "low": "bold #a2290f", "gone": "bold #b00020",
        "strong": "bold #000000", "number": "bold #000000", "hurt": "#a2290f", "roll": "#39414c",
        "undone": "strike #646c78", "question": "bold #000000", "typed": "bold #000000",
        "caret": "reverse", "price": "#0f5e50", "refusal": "bold #a2290f", "notice": "#414955",
        "code": "#000000 on #ffffff",
        "lit": "bold underline #000000", "ghost": "#0f5e50",
    },
)  # fmt: skip

CONTRAST = Palette(
    "table-contrast", dark=True, background="#000000", text="#ffffff",
    roles={
        "dim": "#c8c8c8", "rule": "#707070", "title": "bold #ffffff", "title-lit": "bold #ffffff",
        "key": "bold #ffffff on #3a3a3a", "now": "bold #ffe600", "asked": "bold #ffe600", "saved": "#8af09c",
        "acts": "bold #000000 on #ffe600", "tab": "bold #ffffff on #404040", "full": "#a0a0a0",
        "selected": "bold #000000 on #ffffff", "marked": "bold #000000 on #ffffff", "cursor": "bold #ffffff",
        "side-0": "#8fd3ff", "side-1": "#ffb3dc", "side-2": "#c8f08a", "side-3": "#e2c4ff",
        "event": "#ffe9a0", "alarm": "bold #ffb0b0", "state": "#ffe9a0",
        "shaded": "bold #ff8c8c", "lost": "bold #ffffff on #8c1f1f",
        "well": "#a0a0a0", "worn": "#f0bd78", "low": "bold #ff9c85", "gone": "bold #ff8c8c",
        "strong": "bold #ffffff", "number": "bold #ffffff", "hurt": "#ffb5a6", "roll": "#ffffff",
        "undone": "strike #c0c0c0", "question": "bold #ffffff", "typed": "bold #ffffff",
        "caret": "reverse", "price": "#b5f5e6", "refusal": "bold #ffc0b5", "notice": "#e0e0e0",
        "code": "#000000 on #ffffff",
        "lit": "bold underline #ffffff", "ghost": "#b5f5e6",
    },
)  # fmt: skip

PLAIN = Palette(
    "table-plain", dark=True, background="", text="",
    roles={
        "title": "bold", "title-lit": "bold underline", "key": "bold", "now": "bold", "asked": "bold",
        "lost": "reverse",
        "acts": "bold reverse", "tab": "reverse",
        "selected": "reverse", "marked": "reverse", "cursor": "bold", "alarm": "bold", "low": "bold", "gone": "bold",
        "strong": "bold", "number": "bold", "undone": "strike", "question": "bold", "typed": "underline",
        "caret": "reverse", "refusal": "bold", "lit": "bold underline",
    },
)  # fmt: skip
"""The palette without any colour, for NO_COLOR."""

PALETTES = (DARK, LIGHT, CONTRAST)
NAMED = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}
