"""The contract of a game's rules in words: what it explains names only rules that are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.books import book_of
from tracker.dice.source import SeededDice
from tracker.game_api.rule_book import RuleBook
from tracker.games import registry
from tracker.games.plain import game
from tracker.session.opening import prepared_only, session_at_start
from tracker.storage.preparation import read_encounter
from tracker.testing import check_rule_book


def test_a_game_that_explains_by_a_rule_it_has_not_written_breaks_the_contract(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "encounter.toml"
    file.write_text(registry.find("plain").template(), "utf-8")
    session = session_at_start(prepared_only(read_encounter(file)), SeededDice(1))
    check_rule_book(session)
    fewer = RuleBook(tuple(replace(rule, see=()) for rule in book_of("plain").rules if rule.id == "L-TURN"))
    monkeypatch.setattr(game.Display, "rule_book", lambda part: fewer)
    with pytest.raises(AssertionError, match="rule_book lacks L-HIT, which explain names"):
        check_rule_book(session)
    monkeypatch.setattr(game.Display, "rule_book", lambda part: RuleBook())
    check_rule_book(session)
