"""New fight: both sides in one line, with the resulting encounter below. Enter writes the encounter and begins it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events

from tracker.campaign.new_fight import SUCH_AS, NewFight, planned
from tracker.controller.pages.openable_files import Entry, Way
from tracker.controller.typing.fields import Field, Purpose
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.text.cells import Line, Span, cut, rule, width, wrap
from tracker.tui.screens.page import LaidOut, Page
from tracker.tui.widgets.foot import foot_line, key_at

_FOOT = (("up", "game"), ("enter", "begin"), ("escape", "back"))
_ASKED = " Who against whom? "
_WAYS = (
    "party                the people of the party file in this folder, or in your data folder",
    "4 goblin, 2 wolf     creatures of the library, so many of each; three and more are one group",
    "Ann, Bo hit_points=9 others by name, with figures as an encounter has them",
    "a vs b               two sides; heroes: and foes: may name them. Without `vs` the party fights",
)
_INDENT = 21
"""The cells before the explanations."""


class NewFightScreen(Page[Entry]):
    """A line is typed. Up and down choose the game."""

    def __init__(self, games: Sequence[str], game: str, keep: Callable[[str], object]) -> None:
        """Ask for a new fight. `game` was chosen last, `keep` keeps another choice for the next time."""
        super().__init__()
        self._games = ("", *games)
        self._usual, self._game, self._keep = game, "", keep
        self._field = Field(Purpose.COMMAND, _ASKED)
        self._notice = ""

    def _plan(self) -> NewFight:
        """Return the fight of the line. Raises Refused."""
        return planned(self._field.text, self._game, self._usual)

    def _laid_out(self, cells: int, height: int) -> LaidOut:
        """Return the page: the typed line, the game, the message about both, and how fighters are written."""
        field = self._field
        typed = f"{field.text[: field.caret]}▏{field.text[field.caret :]}"
        page: list[Line] = [
            rule("New fight", cells),
            (),
            (Span(_ASKED, "question"), Span(cut(typed, cells - width(_ASKED)), "typed")),
            (Span(f" Game: {self._game or self._without_choice}", "notice"),),
            (),
        ]
        message, role = self._words_and_role()
        page += [(Span(f" {text}", role),) for text in wrap(message, cells - 2)]
        page.append(())
        page += [(Span(f" {text}", "dim"),) for way in _WAYS for text in wrap(way, cells - 2, _INDENT)]
        caret = (min(cells - 1, width(_ASKED) + width(field.text[: field.caret])), 2)
        return LaidOut(page, foot_line(_FOOT), cursor=caret)

    @property
    def _without_choice(self) -> str:
        """Return the words for the game while none has been chosen here."""
        return f"the party's, else {self._usual or registry.DEFAULT}"

    def _words_and_role(self) -> tuple[str, str]:
        """Return a message and its role: the fight that the typed line stands for, or why it is refused."""
        if self._notice:
            return self._notice, "refusal"
        if not self._field.text.strip():
            return f"Type, for example: {SUCH_AS}", "dim"
        try:
            fight = self._plan()
        except Refused as refused:
            return refused.sentence, "dim"
        return f"{fight.roster} – enter writes {fight.path} and begins", "number"

    def _press(self, key: str, character: str | None) -> None:
        """Type, choose the game, begin, or go back."""
        self._notice = ""
        if key in ("escape", "ctrl+q"):
            self.leave(None)
        elif key in ("up", "down"):
            place = self._games.index(self._game) + (1 if key == "down" else -1)
            self._game = self._games[place % len(self._games)]
            self._draw()
        elif key == "enter":
            self._begin()
        else:
            self._field.edit(key, character)
            self._draw()

    def _begin(self) -> None:
        """Write the encounter, keep the chosen game, and open it. A mistake is shown."""
        try:
            fight = self._plan()
            fight.write()
        except Refused as refused:
            self._notice = refused.sentence
            self._draw()
            return
        if self._game and self._game != self._usual:
            self._keep(self._game)
        self.leave(Entry(fight.path.stem, "", fight.path, Way.START))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._field.put(" ".join(event.text.splitlines()))
        self._draw()

    def _click(self, x: int, y: int) -> None:
        if y >= self.app.size.height - 1 and (key := key_at(_FOOT, x)):
            self._press(key, None)
