"""`tracker rules`: one rule by its id, the best answer to words, or all of them."""

from __future__ import annotations

import json
import sys

import pytest

from tests.cli.calling import call


def test_words_print_the_best_rule_and_name_the_others() -> None:
    called = call("rules", "parry", "--system", "hybrid")
    assert called.code == 0
    assert called.out.startswith("H-DEF-7  Parry\nHalf the weapon's speed")
    assert "Source: PG 5, H1 4.\n" in called.out
    assert "\nOther rules:\n" in called.out and "  H-CHECK-11  Opposed checks\n" in called.out


def test_an_id_prints_its_rule_alone() -> None:
    called = call("rules", "f-slam-4", "--system", "feats")
    assert called.out.startswith("F-SLAM-4  Who falls\n") and "Other rules" not in called.out


def test_without_words_every_rule_is_listed() -> None:
    lines = call("rules", "--system", "plain").out.splitlines()
    assert lines == [
        "L-TURN  Rounds and initiative",
        "L-HIT  Attacks",
        "L-HURT  Damage and hit points",
        "L-GUARD  On guard",
    ]


def test_a_python_without_sqlite_answers_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    called = call("rules", "parry", "--system", "hybrid")
    assert (called.code, called.err) == (0, "") and called.out.startswith("H-DEF-7  Parry\n")


def test_json_has_every_field_and_the_best_answer_first() -> None:
    records = json.loads(call("rules", "broken", "vest", "--system", "prism", "--json").out)
    assert records[0]["id"] == "S-ARM-5"
    assert list(records[0]) == ["id", "title", "text", "see", "words", "source", "house_rules"]


def test_an_edition_has_its_own_figures() -> None:
    assert "Jumping is −3." in call("rules", "H-ATK-5", "--edition", "1997").out


def test_what_is_not_there_is_refused_in_a_sentence() -> None:
    nothing = call("rules", "xyzzy", "--system", "prism")
    assert (nothing.code, nothing.out) == (1, "")
    assert nothing.err == 'No rule of prism answers "xyzzy"; `tracker rules --system prism` lists all of them.\n'
    assert call("rules", "--system", "chess").code == 2
    assert call("rules", "--edition", "1997", "--system", "feats").err == "feats has no editions.\n"
    edition = call("rules", "--edition", "2001")
    assert (edition.code, edition.err) == (2, 'hybrid has no edition "2001"; there are current, 1997.\n')
