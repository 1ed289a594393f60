"""Answers to queries: summary, notes, events to come, explanations, calculators and rules. None changes the fight."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.encounter.features.free_events import listed
from tracker.game_api import calculator_arguments
from tracker.model import queries
from tracker.model.lazy_dataclass import dataclass
from tracker.model.notes import lines_of
from tracker.model.queries import Query
from tracker.model.refusals import Refused
from tracker.narration.provenance import everything, trace, traceable
from tracker.narration.summary import Account, account
from tracker.session.fight_view import FightView

EXPLAINED = 200
"""The number of steps searched for a page about everything."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The lines that answer a query, and the title of their page."""

    words: tuple[str, ...]
    title: str = "Explanation"
    account: Account | None = None
    """The summary as a value, where the lines are those of a summary."""


def answer(query: Query, view: FightView) -> Answer:
    """Answer a query. Raises Refused, in a sentence, where there is nothing to tell."""
    match query:
        case queries.Summary():
            steps = [view.step(n) for n in view.done]
            summary = account(steps, view.encounter, view.rules, query.each)
            return Answer(summary.words, "Summary of the fight", summary)
        case queries.Notes():
            return Answer(lines_of(view.notes), "Notes")
        case queries.Events():
            return Answer(listed(view.encounter, view.rules.unit), "Events still to come")
        case queries.Why():
            return Answer(_explained(view, query.who, query.words))
        case queries.Reckon():
            calculators = view.rules.sheets.reckoning(view.encounter, query.who)
            title = " ".join(["Reckoned:", *query.words[:1]]) if query.words else "Calculators"
            return Answer(calculator_arguments.answer(calculators, query.words), title)
        case queries.LookUp():
            return Answer(_looked_up(view, " ".join(query.words)), "Rules")


def _explained(view: FightView, who: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return the sum behind a number: a pool, `count`, `tier` by the steps in force, else as the rules compute it."""
    encounter, rules = view.encounter, view.rules
    if traceable(encounter, rules, who, words):
        return trace((view.step(n) for n in reversed(view.done)), encounter, rules, who, words)
    explained = rules.display.explain(encounter, who, words)
    if words:
        return explained
    return everything([view.step(n) for n in reversed(view.done[-EXPLAINED:])], encounter, rules, who, explained)


def _looked_up(view: FightView, text: str) -> tuple[str, ...]:
    """Return the rule that answers, with the titles of others. Raises Refused where none does."""
    # Most fights are played without a look at the rules: the index is made for one that has it.
    from tracker.views.pages.rule_search import RuleSearch, looked_up  # noqa: PLC0415

    display = view.rules.display
    book = display.rule_book()
    if not book.rules:
        raise Refused("This game has no rules in words.")
    lines = looked_up(RuleSearch(book), text, display.house_rules(changed=True))
    if not lines:
        raise Refused(f'No rule answers "{text}"; `rules` lists all of them.')
    return lines
