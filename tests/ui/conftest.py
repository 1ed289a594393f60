"""What every test of the screen shares: style sheets, which are parsed once and not with every app that is started."""

from __future__ import annotations

from functools import cache

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

_parse = Stylesheet._parse_rules


@cache
def _parsed(
    variables: tuple[tuple[str, str], ...], css: str, read_from: CSSLocation, default: bool, tie: int, scope: str
) -> list[RuleSet]:
    return _parse(Stylesheet(variables=dict(variables)), css, read_from, default, tie, scope)


def _rules(
    self: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """In place of Textual's own, which forgets what it parsed with the app."""
    return _parsed(tuple(self._variables.items()), css, read_from, is_default_rules, tie_breaker, scope)


Stylesheet._parse_rules = _rules  # type: ignore[method-assign]
