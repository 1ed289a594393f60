"""Rules in words of a pack: its own, or those that are beside a pack that comes with the program."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import tomli

from tracker.game_api.rule_book import Rule, RuleBook
from tracker.games.packs.models import Pack
from tracker.games.toolkit.rule_files import read_rule_book

_SHIPPED = "tracker.games.packs.shipped"


def book_of(pack: Pack) -> RuleBook:
    """Return the rules of a pack.

    The packs of the program have theirs in a file of its own, since each fight carries its whole pack.
    """
    if not pack.rule and is_shipped(pack):
        return read_rule_book(_SHIPPED, file=f"rules/{pack.name}.toml")
    rules = tuple(
        Rule(
            rule.id,
            rule.title,
            rule.text,
            see=tuple(rule.see),
            words=tuple(rule.words),
            source=rule.source or pack.name,
            signs=tuple(rule.signs),
        )
        for rule in pack.rule
    )
    return RuleBook(rules, {word: tuple(meant) for word, meant in pack.synonyms.items()})


def is_shipped(pack: Pack) -> bool:
    """Return whether a pack is one of the program's own, unchanged."""
    shipped = _shipped(pack.name, type(pack))
    return shipped is not None and shipped == pack


# Cached: the pack in a fight's head is compared with the shipped one whenever rules are looked up.
@lru_cache(maxsize=32)
def _shipped(name: str, kind: type[Pack]) -> Pack | None:
    path = files(_SHIPPED).joinpath(f"{name}.toml")
    return kind.model_validate(tomli.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None
