"""The page of the rules: a list of those that were shown, or the text of one with the rules beside it."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.controller.pages.rules_at_hand import KeyedRule, RulesAtHand, keyed
from tracker.game_api.rule_book import Rule
from tracker.session import Session
from tracker.text.cells import Line, Span, cut, fit, flow, wrap
from tracker.tui.screens.text_page import Reading
from tracker.views.pages.rule_page import about

_ID_CELLS = 12


class RulePage(Reading):
    """A key or a click opens a rule of the list. Esc goes back to the one before, and then closes the page."""

    def __init__(self, rules: RulesAtHand, rule: Rule | None = None, others: Sequence[Rule] = ()) -> None:
        super().__init__("Rules", self._laid)
        self._rules = rules
        self._first = rule
        self._others = tuple(others)
        """Other answers to the search that opened the first rule."""
        self._rule = rule
        self._before: list[Rule | None] = []
        """The rules open before, the first one first."""
        self._rows: dict[int, Rule] = {}
        """The rule of each line that opens one."""

    @staticmethod
    def of(session: Session, texts: Sequence[str]) -> RulePage:
        """Return the page of the rules that texts of a fight name. If it is one alone, that rule is open."""
        rules = RulesAtHand.of(session, "\n".join(texts))
        return RulePage(rules, rules.shown[0].rule if len(rules.shown) == 1 else None)

    @property
    def _offered(self) -> tuple[KeyedRule, ...]:
        """Return the rules that a key opens now: the listed ones, or beside an open rule the related ones."""
        if self._rule is None:
            return self._rules.shown
        see = self._rules.beside(self._rule)
        others = self._others if self._rule is self._first else ()
        return keyed(tuple(dict.fromkeys((*see, *others))))

    def _laid(self, cells: int) -> tuple[Line, ...]:
        """Return the list of rules, or the open rule and the list of related ones."""
        lines: list[Line] = []
        see: tuple[Rule, ...] = ()
        if self._rule is not None:
            lines += rule_lines(self._rule, self._rules.house_rules, cells)
            see = self._rules.beside(self._rule)
        elif not self._offered:
            lines.append((Span("Nothing here names a rule.", "dim"),))
        self._rows = {}
        heading = ""
        for entry in self._offered:
            before, heading = heading, "See also" if entry.rule in see else "Other answers"
            if self._rule is not None and heading != before:
                lines += [(), (Span(heading, "strong"),)]
            self._rows[len(lines)] = entry.rule
            lines.append((Span(f"  {entry.key}  ", "key"), Span(fit(entry.rule.id, _ID_CELLS)), Span(entry.rule.title)))
        return tuple(lines)

    def _open(self, rule: Rule) -> None:
        """Open a rule, and remember the page before it for the way back."""
        self._before.append(self._rule)
        self._rule = rule
        self.go_to(0)

    def taken(self, key: str, character: str | None = None) -> bool:
        """Return whether the key opened a rule, or went back to the one before."""
        if key == "escape" and self._before:
            self._rule = self._before.pop()
            self.go_to(0)
            return True
        rule = next((entry.rule for entry in self._offered if entry.key == character), None)
        if rule is not None:
            self._open(rule)
        return rule is not None

    def clicked(self, y: int) -> bool:
        """Return whether the clicked line opens a rule."""
        rule = self._rows.get(self.line_at(y))
        if rule is not None:
            self._open(rule)
        return rule is not None

    def foot(self) -> tuple[Span, ...]:
        if not self._offered:
            return super().foot()
        return (*super().foot(), Span("   1 2 …", "key"), Span(" open a rule", "dim"))


def rule_lines(rule: Rule, house_rules: Sequence[str], cells: int) -> list[Line]:
    """Return a rule in `cells`: id and title, the text, then rules, signs and house rules that belong to it."""
    lines: list[Line] = [(Span(f"{rule.id}  ", "strong"), Span(rule.title, "strong"))]
    lines += [(Span(text),) for paragraph in rule.text.splitlines() for text in wrap(paragraph, cells)]
    lines.append(())
    return [*lines, *((Span(text, "dim"),) for line in about(rule, house_rules) for text in wrap(line, cells, 2))]


def packed(entries: Sequence[KeyedRule], cells: int) -> list[Line]:
    """Return rules with their keys, one behind the other on as few lines as possible."""
    parts = [(Span(entry.key, "key"), Span(f" {entry.rule.title} {entry.rule.id}")) for entry in entries]
    return [(Span("  "), *line) for line in flow(parts, cells - 2, between="   ")]


def title_lines(rules: Sequence[Rule], cells: int) -> list[Line]:
    """Return the rules that answer a search: the first with key and beginning of its text, the others by title."""
    lines: list[Line] = []
    for place, rule in enumerate(rules):
        key = "enter" if place == 0 else ""
        lines.append(
            (Span(f"  {fit(key, 12)}", "key"), Span(fit(rule.id, _ID_CELLS)), Span(cut(rule.title, cells - 26)))
        )
        if place == 0:
            lines += [(Span(" " * 14), Span(text, "dim")) for text in wrap(rule.text, cells - 14, most=2)]
    return lines
