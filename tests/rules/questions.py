"""Questions about the rules, the right rules for each, and which are answered otherwise."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from tests.rules.books import book_of
from tracker.views.pages.rule_search import RuleSearch


def questions(name: str) -> list[dict[str, Any]]:
    asked: list[dict[str, Any]] = tomli.loads((Path(__file__).with_name(f"{name}.toml")).read_text(encoding="utf-8"))[
        "question"
    ]
    return asked


ALL = {name: questions(name) for name in ("questions", "more_questions", "short_questions")}


@cache
def search(game: str) -> RuleSearch:
    return RuleSearch(book_of(game))


def missed(asked: Sequence[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """The questions without a right rule among the first three, with what came instead."""
    wrong = []
    for question in asked:
        first = [rule.id for rule in search(question["system"]).find(question["asks"])[:3]]
        if not set(first) & set(question["right"]):
            wrong.append((question["asks"], first))
    return wrong


def slipped(question: str, chance: random.Random) -> str:
    """A question with one slip of the fingers in one of its longer words; the same where it has none."""
    longer = [word for word in re.findall(r"[a-z]+", question.casefold()) if len(word) > 4]
    if not longer:
        return question
    word = chance.choice(longer)
    place = chance.randrange(1, len(word) - 1)
    slips = (
        word[:place] + word[place + 1 :],
        word[:place] + word[place] + word[place:],
        word[:place] + word[place + 1] + word[place] + word[place + 2 :],
        word[:place] + chance.choice("etaoinsrl") + word[place + 1 :],
    )
    return question.casefold().replace(word, chance.choice(slips))


def mistyped(asked: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The questions with a slip in each."""
    return [{**question, "asks": slipped(question["asks"], random.Random(question["asks"]))} for question in asked]
