"""`tracker rules`: the rules of a game in words, by id or by words of the table."""

from __future__ import annotations

import argparse
from typing import Any

from tracker.cli.execution import BAD, REFUSED
from tracker.cli.streams import say, tell_json, tell_wrapped
from tracker.game_api.game import Game
from tracker.game_api.rule_book import Rule, RuleBook
from tracker.games import registry
from tracker.storage.game_files import game_called
from tracker.views.pages.rule_search import RuleSearch, looked_up

Record = dict[str, Any]


def carry_out(options: argparse.Namespace) -> int:
    """Print the rule with an id, or the best answer to words and the other titles, or all titles. Return the exit code.

    1 when no rule answers, 2 when the game or the edition is not there.
    """
    try:
        system = game_called(options.system)
    except registry.UnknownSystem as error:
        say(str(error))
        return BAD
    if options.edition and (problem := _edition_problem(system, options.edition)):
        say(problem)
        return BAD
    book = system.bind({"edition": options.edition} if options.edition else {}).display.rule_book()
    asked = " ".join(options.words)
    search = RuleSearch(book)
    lines = looked_up(search, asked)
    if not lines:
        say(_nothing(system, book, asked, options.system))
        return REFUSED
    if options.json:
        tell_json([_record(rule) for rule in (search.find(asked) if asked else book.rules)])
        return 0
    for line in lines:
        tell_wrapped(line)
    return 0


def _edition_problem(system: Game, edition: str) -> str:
    """Return why a game has no such edition, as a sentence. Empty when it has."""
    field = system.options.model_fields.get("edition")
    if field is None:
        return f"{system.name} has no editions."
    editions = getattr(field.annotation, "__args__", ())
    return "" if edition in editions else f'{system.name} has no edition "{edition}"; there are {", ".join(editions)}.'


def _nothing(system: Game, book: RuleBook, asked: str, named: str) -> str:
    """Return the sentence for a search without an answer. `named` is the game as it was asked for, a name or a file."""
    if not book.rules:
        return f"{system.name} has no rules in words."
    option = "" if system.name == registry.DEFAULT else f" --system {named}"
    return f'No rule of {system.name} answers "{asked}"; `tracker rules{option}` lists all of them.'


def _record(rule: Rule) -> Record:
    """Return a rule as data for `--json`."""
    return {
        "id": rule.id, "title": rule.title, "text": rule.text, "see": list(rule.see), "words": list(rule.words),
        "source": rule.source, "house_rules": list(rule.house),
    }  # fmt: skip
