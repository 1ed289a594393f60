"""Settings: a page over the fight on which what belongs to a person is seen, changed and kept."""

from __future__ import annotations

from collections.abc import Callable

from tracker.controller.keymap.key_names import small
from tracker.controller.user_settings import ON_PAGE, Setting, Settings, turned
from tracker.storage.settings_file import Value
from tracker.text.cells import Line, Span, fit, rule, unseen, wrap
from tracker.tui.screens.page import LaidOut, Page

_HEAD = 2
"""The lines above the first setting."""
_EACH, _CLOSE = 3, 2
"""The lines of a setting: its value, its meaning, and where there is room an empty one."""
_FOOT = 3
"""The lines below the settings."""


class SettingsScreen(Page[None]):
    """Up and down mark a setting. Left, right, enter and a click turn through its values. Esc goes back."""

    def __init__(self, where: str, in_force: Callable[[], Settings], change: Callable[[str, Value], str]) -> None:
        """Show the settings. `change` puts one in force and keeps it, and returns why it was not kept."""
        super().__init__()
        self._where = where
        """The file of the settings, as a path."""
        self._in_force, self._change = in_force, change
        self._at = self._top = 0
        self._seen = ON_PAGE
        """The settings for which there is room."""
        self._notice = ""

    def _laid_out(self, cells: int, height: int) -> LaidOut:
        """Return the page: the settings that fit around the marked one, and below them where they are kept."""
        settings = self._in_force()
        kept = f"Kept in {self._where}" if self._where else "Kept until you leave"
        words = self._notice or f"{kept}; they are yours, whatever the fight."
        below = [(Span(f" {text}", "refusal" if self._notice else "notice"),) for text in wrap(words, cells - 2)]
        room = max(1, (height - _HEAD - len(below) - 1) // self._each)
        self._top = max(self._at - room + 1, min(self._top, self._at, len(ON_PAGE) - room), 0)
        self._seen = ON_PAGE[self._top : self._top + room]
        hidden = unseen(self._top, len(ON_PAGE) - self._top - len(self._seen), "settings")
        page: list[Line] = [rule("Settings", cells, hidden), ()]
        for setting in self._seen:
            page += settings_lines(setting, settings, marked=setting is ON_PAGE[self._at], cells=cells)[: self._each]
        page += below
        foot = (
            Span(" ↑↓", "key"), Span(" which   ", "dim"), Span("←→ enter", "key"), Span(" another value   ", "dim"),
            Span("esc", "key"), Span(" back", "dim"),
        )  # fmt: skip
        return LaidOut(page, foot, cursor=(1, _HEAD + self._each * (self._at - self._top)))

    @property
    def _each(self) -> int:
        return _EACH if _HEAD + _EACH * len(ON_PAGE) + _FOOT <= self.app.size.height else _CLOSE

    def _press(self, key: str, character: str | None) -> None:
        """Move the mark, give the marked setting another value, or leave."""
        match small(key):
            case "up" | "down":
                self._at = (self._at + (1 if key == "down" else -1)) % len(ON_PAGE)
                self._notice = ""
                self._draw()
            case "left" | "right" | "enter" | "space":
                self._turn(-1 if key == "left" else 1)
            case "escape" | "q" | "ctrl+o":
                self.leave()
            case _:
                pass

    def _turn(self, by: int) -> None:
        """Give the marked setting the next value (`by` 1) or the one before (−1)."""
        setting = ON_PAGE[self._at]
        self._notice = self._change(setting.key, turned(self._in_force(), setting, by))
        self._draw()

    def _click(self, x: int, y: int) -> None:
        """Mark the clicked setting and give it its next value. A click on the last line leaves."""
        place = (y - _HEAD) // self._each
        if 0 <= place < len(self._seen):
            self._at = self._top + place
            self._turn(1)
        elif y >= self.app.size.height - 1:
            self.leave()


def settings_lines(setting: Setting, settings: Settings, marked: bool, cells: int) -> list[Line]:
    """Return three lines of a setting: its name with every value, the meaning of the one in force, and a blank."""
    now = settings.value(setting.key)
    values = [value for value, _ in setting.values]
    shown = values if now in values else [*values, now]
    head = [Span(" ▸ " if marked else "   ", "title-lit"), Span(fit(setting.key.replace("_", " "), 20), "strong")]
    for value in shown:
        head += [Span(f" {_word(value)} ", "marked" if value == now else "dim"), Span(" ")]
    meaning = next((words for value, words in setting.values if value == now and words), "")
    later = "from the next fight on" if setting.later else ""
    words = "; ".join(part for part in (f"{setting.word}: {meaning}" if meaning else setting.word, later) if part)
    return [tuple(head), (Span(f"   {words}"[:cells], "dim"),), ()]


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{value:g}"
