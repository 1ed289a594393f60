"""What a player reads about an option: what it costs, and the rule that it stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES, random_fight
from tracker.model.questions import Ask
from tracker.players.seat import Offer, Option, offer
from tracker.session import Session
from tracker.views.pages.rule_search import RuleSearch
from tracker.web.explanation import UNKNOWN, explained


def places(options: Sequence[Option], before: str = "") -> Iterator[tuple[str, Option]]:
    """Every option with its place in the menus."""
    for number, option in enumerate(options):
        yield f"{before}{number}", option
        yield from places(option.options, f"{before}{number}.")


def offers(name: str, lines: int = 60) -> Iterator[tuple[Session, Offer]]:
    """The questions of a fight at random, each as one to a player."""
    for session in random_fight(name, 3, lines):
        question = session.encounter.question
        if question is not None and question.who in session.encounter:
            one = session.encounter[question.who]
            own = replace(one, profile=replace(one.profile, player="Ana"))
            asked = offer(session.encounter.with_combatant(own), session.rules, "Ana", session.encounter.count)
            if asked is not None:
                yield session, asked


@pytest.mark.parametrize("name", sample(EXAMPLES, 1))
def test_every_option_is_explained_in_plain_sentences(name: str) -> None:
    known = looked = 0
    search = None
    for session, asked in offers(name):
        search = search or RuleSearch(session.rules.display.rule_book())
        for place, option in places(asked.options):
            told = explained(asked, session.rules, search, place)
            assert told and all(line.strip() and "\n" not in line for line in told)
            assert not option.refused or f"Not now: {option.refused}" in told
            assert not option.price or option.price in told[0]
            looked, known = looked + 1, known + (UNKNOWN not in told)
        if looked > 300:
            break
    assert known > looked / 2, "most have a rule"


def test_a_defence_tells_its_cost_in_counts_and_its_rule() -> None:
    session, asked = next(
        (session, asked)
        for session, asked in offers("duel", 150)
        if asked.ask is Ask.CHOOSE and any(option.word == "parry" for option in asked.options)
    )
    number = [option.word for option in asked.options].index("parry")
    search = RuleSearch(session.rules.display.rule_book())
    told = explained(asked, session.rules, search, str(number))
    option = asked.options[number]
    assert f"It costs you {option.counts} counts: you act at {option.at}." in told
    assert "Parry (H-DEF-7)" in told
    for wrong in ("", "99", "-1", "0.0.0.0.0", "0x1", "٣", f"{number}.0", "0" * 200, "../..", "1e9", " 1"):
        assert explained(asked, session.rules, search, wrong) == (), wrong
