"""The rules in words of each game, for the tests about them."""

from __future__ import annotations

from tracker.game_api.rule_book import RuleBook
from tracker.games import registry

LETTERS = {"hybrid": "H", "phases": "P", "prism": "S", "feats": "F", "plain": "L"}
"""Each game with the letter that its ids begin with."""


def book_of(game: str, **options: str) -> RuleBook:
    """The rules of a game, under the options of an encounter."""
    return registry.find(game).bind(options).display.rule_book()
