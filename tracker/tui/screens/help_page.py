"""The page of the help: what is asked now, the rules that the screen names, every key. And a search in all of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from tracker.controller.controller import Controller
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.modes import Mode
from tracker.controller.pages.rules_at_hand import RulesAtHand
from tracker.game_api.rule_book import Rule, RuleBook
from tracker.game_api.values import Choice
from tracker.text.cells import Line, Span
from tracker.tui.screens.help import help_lines
from tracker.tui.screens.rule_page import RulePage, packed, title_lines
from tracker.tui.screens.text_page import Reading

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen

_SEARCH = "slash"
_LONGEST = 40
"""The most characters of a search."""
_SCROLLS = ("down", "up", "pagedown", "pageup")
_MOST_RULES = 6
"""The most rules of a search. The page of the best one leads to related ones."""


class HelpPage(Reading):
    """A digit or letter opens the rule beside it.

    While a search is typed letters are searched for, and Enter opens the rule that answers best. Arrows and page keys
    scroll all the same.
    """

    def __init__(self, keymap: Keymap, now: Sequence[Choice], rules: RulesAtHand) -> None:
        super().__init__("Keys and rules" if rules.book.rules else "Keys", self._laid)
        self._keymap, self._now, self._rules = keymap, tuple(now), rules
        self._sought: str | None = None
        """The search text. None: nothing is typed."""

    @staticmethod
    def of(controller: Controller, seen: str) -> HelpPage:
        """Return the help for a fight's present state, with the rules that the text `seen` on the screen names."""
        now, shown = controller.prompt, controller.shown
        closed = now.absent if now.mode is Mode.CHOOSE else ()
        named = partial(RulesAtHand.of, shown.session, seen)
        rules = controller.guarded(named, RulesAtHand(RuleBook()), "Reading the rules")
        return HelpPage(shown.keymap, (*now.choices, *now.options, *closed), rules)

    def _laid(self, cells: int) -> tuple[Line, ...]:
        """Return the lines of the help for a width, only those found while a search is on."""
        return help_lines(self._keymap, cells, self._now, self._sought or "", self._rule_lines(cells))

    def _rule_lines(self, cells: int) -> list[Line]:
        """Return the rules that answer the search. Without a search those that the screen names."""
        if self._sought and (answers := self._answers()):
            return [(Span("Rules", "strong"),), *title_lines(answers, cells)]
        if not self._sought and self._rules.shown:
            return [
                (
                    Span("Rules on the screen", "strong"),
                    Span("  a key opens one", "dim"),
                ),
                *packed(self._rules.shown, cells),
            ]
        return []

    def _answers(self) -> tuple[Rule, ...]:
        return self._rules.find(self._sought or "")[:_MOST_RULES]

    def _open(self, rule: Rule, *others: Rule) -> None:
        """Open a rule over the help, with the other answers to the search."""
        self.app.push_screen(RulePage(self._rules, rule, others))

    @property
    def moves(self) -> bool:
        """Return whether letters and space scroll: not while a search is typed."""
        return self._sought is None

    def taken(self, key: str, character: str | None = None) -> bool:
        """Return whether the key began, changed or ended a search, or scrolled during one."""
        if self._sought is None:
            return self._taken_without_search(key, character)
        if key == "enter":
            if answers := self._answers():
                self._open(*answers)
        elif key in _SCROLLS:
            self.go_to(self.top + {"down": 1, "up": -1, "pagedown": self.page, "pageup": -self.page}[key])
        elif key == "escape":
            self._sought = None
        elif key == "backspace":
            self._sought = self._sought[:-1]
        elif character is None:
            return False
        elif len(self._sought) < _LONGEST:
            self._sought += character
            self.go_to(0)
        return True

    def _taken_without_search(self, key: str, character: str | None) -> bool:
        """Return whether the key began a search or opened a rule."""
        if key == _SEARCH:
            self._sought = ""
            return True
        rule = self._rules.opened_by(character or "")
        if rule is not None:
            self._open(rule)
        return rule is not None

    def foot(self) -> tuple[Span, ...]:
        """Return the keys of the page, or during a search the typed words and the keys of the search."""
        if self._sought is None:
            rules = (Span("   1 2 …", "key"), Span(" open a rule", "dim")) if self._rules.shown else ()
            return (*super().foot(), Span("   /", "key"), Span(" find", "dim"), *rules)
        typed = (Span(" find: ", "question"), Span(self._sought, "typed"), Span(" ", "caret"))
        rule = (Span("   enter", "key"), Span(" open the first rule", "dim")) if self._answers() else ()
        return (*typed, *rule, Span("   esc", "key"), Span(" all keys", "dim"))


def open_over(fight: FightScreen) -> None:
    """Open the help, with the rules that the screen named when its key was pressed."""
    fight.app.push_screen(HelpPage.of(fight.controller, fight.text_before))
