"""The app: a fight in the terminal, left in order whatever happens. What a fight needs is imported once it is shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from tracker.controller.pages.openable_files import Entry
from tracker.controller.user_settings import SETTINGS, turned, with_value
from tracker.text.cells import Span
from tracker.tui import terminal_presence
from tracker.tui.app_config import AppConfig
from tracker.tui.base_app import BaseApp, run_on_terminal
from tracker.tui.motion import is_far
from tracker.tui.theme import NAMED, Tuned
from tracker.tui.widgets.lines import LinesPane

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tracker.controller.keymap.keymap import Keymap
    from tracker.session import Session
    from tracker.storage.settings_file import Value
    from tracker.tui.screens.new_fight import NewFightScreen

_CURSOR = "\x1b[4 q\x1b[?25h"
"""The sequence for a visible cursor that does not blink: an underline, under which text stays readable."""
_USUAL_CURSOR = "\x1b[0 q"


class TrackerApp(BaseApp):
    """Shows a session. Or the choice of one, when there is none yet."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Leave", show=False, priority=True),
    ]

    def __init__(self, config: AppConfig) -> None:
        self.config = config
        self.settings = config.settings
        """The settings in force: those of the configuration until the user changes one."""
        super().__init__(config.title, config.colour, self._last_words, NAMED[self.settings.theme], config.report)
        self._playing: Session | None = None
        self.failed: Exception | None = None
        """The error of `opening`. `run` raises it once the terminal is restored."""

    @cached_property
    def keymap_rows(self) -> Keymap:
        """Return the keys in force. Made when a fight is shown, since their rows bring the whole controller."""
        from tracker.controller.input.default_keys import usual_keymap

        return usual_keymap(self.config.keys)

    def on_unmount(self) -> None:
        self._write(_USUAL_CURSOR)

    def on_mount(self) -> None:
        self._write(_CURSOR)
        self.app_resume_signal.subscribe(self, lambda _: self._write(_CURSOR))
        self.look_after_terminal()
        if self.config.session is not None:
            self._show(self.config.session, self.config.trouble)
        elif self.config.opening is not None:
            self.mount(LinesPane("page"))
            self.query_one("#page", LinesPane).put(((Span(f" {self.title}", "title"),), (Span(" opening…", "dim"),)))
            self.call_after_refresh(self._open)
        else:
            self._choose(" ".join([self.config.words, *self.config.remarks]).strip())

    def _open(self) -> None:
        """Open the one fight of the command line. A failure ends the program and is raised after it."""
        assert self.config.opening is not None
        try:
            session, trouble = self.config.opening()
        except Exception as error:
            self.failed = error
            self.ending.end(2)
            return
        self._show(session, trouble)

    def _choose(self, words: str) -> None:
        """Show the start page, with words about a former failure."""
        from tracker.tui.screens.start import StartScreen

        entries = self.config.entries
        of_files = not entries or any(entry.section for entry in entries)
        new_fight = self._new_fight if of_files else None
        self.push_screen(StartScreen(self.title, entries, words, new_fight), self._open_chosen)

    def _new_fight(self) -> NewFightScreen:
        """Return the page for a new fight. The game chosen there is kept."""
        from tracker.games import registry
        from tracker.tui.screens.new_fight import NewFightScreen

        return NewFightScreen(registry.names(), self.settings.game, partial(self.change, "game"))

    def _open_chosen(self, entry: Entry | None) -> None:
        """Open the choice of the start page. A file that cannot be opened leads back to it."""
        if entry is None or self.config.open_entry is None:
            return
        try:
            session, trouble = self.config.open_entry(entry)
        except ValueError as error:
            self._choose(str(error))
            return
        self._show(session, trouble)

    def _show(self, session: Session, trouble: Callable[[], str] | None) -> None:
        """Show a session on the screen of fights. `trouble` returns why its steps are not saved, or an empty text."""
        from tracker.controller.controller import Controller
        from tracker.controller.input.debounce import Debounce
        from tracker.controller.menus.own_conditions import OwnConditions
        from tracker.tui.screens.fight import FightScreen

        self._playing = session
        controller = Controller(session, self.keymap_rows, trouble, self.config.report, remarks=self.config.remarks)
        controller.tune(self.settings)
        controller.own_conditions = OwnConditions(self.settings.conditions, partial(self.change, "conditions"))
        guard = self.settings.guard if self.config.guard is None else self.config.guard
        ends_roll = frozenset({"enter", *self.keymap_rows.by_id("give").keys})
        debounce = Debounce(guard, self.keymap_rows.hasty, ends_roll)
        if self.config.screen is not None:
            self.push_screen(self.config.screen(controller, debounce, self.config.clock))
            return
        sharing = None if self.config.share is None else self.config.share(session)
        screen = FightScreen(controller, debounce, self.config.clock, sharing, self.config.shared)
        self.push_screen(screen)
        if self.config.dice is not None:
            from tracker.tui.face_feed import feed_into

            screen.dice_feed = feed_into(screen, self.config.dice, lambda: self.screen is not screen)

    def next_palette(self) -> None:
        """Switch to the next of dark, light and high contrast, and keep it. Without colour there is only one."""
        if self.colour:
            themes = next(setting for setting in SETTINGS if setting.key == "theme")
            self.change("theme", turned(self.settings, themes, 1))

    def change(self, key: str, value: Value) -> str:
        """Put a setting in force and keep it. Return why it could not be kept, or an empty text."""
        from tracker.storage.toml.diagnostics import StorageError

        self.settings = with_value(self.settings, key, value)
        if key == "theme" and self.colour:
            self.put_on(NAMED[self.settings.theme])
        for screen in self.screen_stack:
            if isinstance(screen, Tuned):
                screen.tune(self.settings)
        try:
            if self.config.keep is not None:
                self.config.keep(key, value)
        except StorageError as error:
            return error.sentence
        return ""

    def show_settings(self) -> None:
        """Show the page of settings over the present screen."""
        from tracker.tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen(self.config.kept_in, lambda: self.settings, self.change))

    def exit(self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        self.leaving = True
        super().exit(result, return_code, message)

    def action_command_palette(self) -> None:
        from tracker.tui.screens.command_palette import Palette
        from tracker.tui.screens.fight import FightScreen

        if isinstance(self.screen, FightScreen):
            self.push_screen(Palette())

    @property
    def moves(self) -> bool:
        """Return whether panes may move after a step: by the setting, on a near terminal with colour."""
        return self.settings.motion and self.colour and self.on_terminal and not is_far(os.environ)

    # Leaving

    async def action_quit(self) -> None:
        """Leave by the key for that, on every screen."""
        self.leave()

    def leave(self) -> None:
        """Leave. While steps are not saved, ask first."""
        recorder = None if self._playing is None else self._playing.recorder
        if recorder is None or recorder.retry():
            self.ending.end(0)
            return
        from tracker.tui.screens.leave import Leaving

        if not isinstance(self.screen, Leaving):
            self.push_screen(Leaving(recorder.unsaved, recorder.reason), self._end_if_confirmed)

    def _end_if_confirmed(self, leaves: bool | None) -> None:
        if leaves:
            self.ending.end(0)

    def _last_words(self) -> str:
        """Return a sentence on the steps that a signal leaves unsaved. Empty when all are saved."""
        recorder = None if self._playing is None else self._playing.recorder
        if recorder is None or not recorder.unsaved:
            return ""
        why = recorder.reason or "the disk does not answer"
        place = recorder.kept_in
        kept = "There was no time to put them aside." if place is None else f"They are kept in {place}."
        return f"Steps that are not saved: {recorder.unsaved} ({why}). {kept}\r\n"


def run(config: AppConfig, closing: Callable[[], None] = lambda: None) -> int:
    """Run the screen until it is left. Return the exit code, 128 + n when signal n ended it.

    `closing` is called when the terminal is as it was, before another signal can end the process.
    """
    if sentence := terminal_presence.lacking_to_play():
        with suppress(OSError, ValueError):
            print(sentence, file=sys.stderr, flush=True)
        return 2
    app = run_on_terminal(partial(TrackerApp, config), closing)
    if app.failed is not None:
        raise app.failed
    return app.code
