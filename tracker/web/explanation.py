"""Explanation: what an answer does, in the words of the game's rules, and what it costs. Made when a player asks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tracker.game_api.rule_book import Rule
from tracker.game_api.rules import Rules
from tracker.model.questions import Ask
from tracker.players.seat import Offer, Option
from tracker.views.pages.rule_search import RuleSearch

UNKNOWN = "The rules at hand have no entry for this. Ask your game master."
_PLACE = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){0,3}")
_WORDS = re.compile(r"[^\W\d_]{3,}")


def explained(offer: Offer, rules: Rules, search: RuleSearch, place: str) -> tuple[str, ...]:
    """Return what the option at a place of the menus does, a paragraph each. Empty where there is no such option.

    `place` counts from 0, menu by menu: `2.0`. A target is explained by the menu that it is in.
    """
    trail = _trail(offer, place)
    if not trail:
        return ()
    option = trail[-1]
    lines = [*_costs(offer, option, rules), *([f"Not now: {option.refused}"] if option.refused else [])]
    rule = next(filter(None, (_rule(step, search) for step in reversed(trail))), None)
    rule_lines = (UNKNOWN,) if rule is None else (f"{rule.title} ({rule.id})", *rule.text.splitlines())
    return tuple(line for line in (*lines, *rule_lines) if line.strip())


def _trail(offer: Offer, place: str) -> Sequence[Option]:
    """Return the options that lead to a place, itself the last one. Empty where there is none."""
    if not _PLACE.fullmatch(place):
        return ()
    trail: list[Option] = []
    options: Sequence[Option] = offer.options
    for number in map(int, place.split(".")):
        if number >= len(options):
            return ()
        trail.append(options[number])
        options = options[number].options
    return trail


def _costs(offer: Offer, option: Option, rules: Rules) -> Iterator[str]:
    """Yield what an option costs and leads to."""
    if option.works or option.price:
        yield f"{option.label}: {', '.join(filter(None, (option.works, option.price)))}."
    if option.counts > 0 and offer.ask is Ask.DECLARE:
        yield f"It takes {rules.unit.words(option.counts)} and lands at {option.at}."
    elif option.counts > 0:
        yield f"It costs you {rules.unit.words(option.counts)}{f': you act at {option.at}' if option.at else ''}."
    elif option.at:
        yield f"It lands at {option.at}." if offer.ask is Ask.DECLARE else f"You act at {option.at}."


def _rule(option: Option, search: RuleSearch) -> Rule | None:
    """Return the rule that an option's words stand for, or whose title or words name it. None where none does."""
    for text in (option.label, f"{option.price} {option.refused}"):
        if signed := search.book.shown_in(text):
            return signed[0]
    verb = option.line.split(" ")[1] if option.line.count(" ") else option.word if not option.word[:1].isdigit() else ""
    words = [word.casefold() for word in _WORDS.findall(f"{verb} {option.label}")]
    for rule in search.find(" ".join(words), most=3) if words else ():
        names = {word.casefold() for word in _WORDS.findall(" ".join((rule.title, *rule.words)))}
        if any(name.startswith(word) or word.startswith(name) for word in words for name in names):
            return rule
    return None
