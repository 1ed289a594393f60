"""`tracker rules`: the rules of a game in words, by id or by words of the table."""

from __future__ import annotations

import argparse
from typing import Any

from tracker.cli.execution import BAD, REFUSED
from tracker.cli.streams import say, tell, tell_json, tell_wrapped
from tracker.encounter.engine.system import System
from tracker.system_api.rule_book import Rule, RuleBook
from tracker.systems import registry
from tracker.views.rule_page import beside, heading, rule_text
from tracker.views.rule_search import RuleSearch

Record = dict[str, Any]


def carry_out(options: argparse.Namespace) -> int:
    """Print the rule with an id, or the best answer to words and the other titles, or all titles; return the exit code.

    1 when no rule answers, 2 when the game or the edition is not there.
    """
    try:
        system = registry.find(options.system or registry.DEFAULT)
    except registry.UnknownSystem as error:
        say(str(error))
        return BAD
    if options.edition and (problem := _edition_problem(system, options.edition)):
        say(problem)
        return BAD
    book = system.bind({"edition": options.edition} if options.edition else {}).display.rule_book()
    asked = " ".join(options.words)
    rules = RuleSearch(book).find(asked) if asked else book.rules
    if not rules:
        say(_nothing(system, book, asked))
        return REFUSED
    if options.json:
        tell_json([_record(rule) for rule in rules])
        return 0
    if asked:
        _print_rule(rules[0], book)
        rules = rules[1:]
        if rules:
            tell()
            tell("Other rules:")
    for rule in rules:
        tell(f"  {heading(rule)}" if asked else heading(rule))
    return 0


def _edition_problem(system: System, edition: str) -> str:
    """Return why a game has no such edition, as a sentence; empty when it has."""
    field = system.options.model_fields.get("edition")
    if field is None:
        return f"{system.name} has no editions."
    editions = getattr(field.annotation, "__args__", ())
    return "" if edition in editions else f'{system.name} has no edition "{edition}"; there are {", ".join(editions)}.'


def _nothing(system: System, book: RuleBook, asked: str) -> str:
    """Return the sentence for a search without an answer."""
    if not book.rules:
        return f"{system.name} brings no rules in words."
    option = "" if system.name == registry.DEFAULT else f" --system {system.name}"
    return f'No rule of {system.name} answers "{asked}"; `tracker rules{option}` lists all of them.'


def _print_rule(rule: Rule, book: RuleBook) -> None:
    """Print one rule with its text and the rules beside it."""
    tell(heading(rule))
    for line in rule_text(rule):
        tell_wrapped(line)
    if others := beside(rule, book):
        tell_wrapped(f"See also: {', '.join(f'{other.id} ({other.title})' for other in others)}.")


def _record(rule: Rule) -> Record:
    """Return a rule as plain data."""
    return {
        "id": rule.id, "title": rule.title, "text": rule.text, "see": list(rule.see), "words": list(rule.words),
        "source": rule.source, "house_rules": list(rule.house),
    }  # fmt: skip
