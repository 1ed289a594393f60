"""The book is typed: a typo in a table is told with its place before anybody plays by it."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.hybrid.kit import current_tables
from tests.hybrid.table import Table
from tracker.games.hybrid.book.book import BookError, book, read
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.book.tables import tables


def with_typo(path: str, value: Any) -> dict[str, Any]:
    """The current tables with one value written otherwise; None takes it out."""
    data = copy.deepcopy(dict(tables("current")))
    table: Any = data
    *way, last = path.split("/")
    for name in way:
        table = table[int(name)] if isinstance(table, list) else table[name]
    if value is None:
        del table[last]
    else:
        table[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("attack/spin/tmes", 2, "attack.spin knows no tmes; there are df, times."),
        ("attack/spin/times", None, "attack.spin has no times; write one."),
        ("attack/spin/times", "twice", "attack.spin.times is 'twice'; a number is wanted."),
        ("attack/called/eye", 1.5, "attack.called.eye is 1.5; a whole number is wanted."),
        ("damage/bleeding/types", "cutting", "damage.bleeding.types is 'cutting'; a row is wanted."),
        ("skills/related/stretch", [1], "skills.related.stretch is [1]; a row of 2 is wanted."),
        ("attack/location/0/up_to", True, "attack.location[0].up_to is True; a whole number is wanted."),
        ("energy/activity/run", "PEX", "energy.activity.run is 'PEX'; a table is wanted, with verb, rates."),
        ("defenses", {}, "the book knows no defenses; there are "),
        ("defences", None, "the book has no defences; write one."),
    ],
)
def test_a_typo_in_a_table_is_told_with_its_place(path: str, value: Any, told: str) -> None:
    with pytest.raises(BookError) as error:
        read(with_typo(path, value))
    assert str(error.value).startswith(told)


def test_both_editions_are_read_once_and_cannot_be_changed() -> None:
    assert book("current") is book("current")
    assert book("1997").attack.jump.df == -3 and book("current").attack.jump.df == -4
    with pytest.raises(AttributeError):
        book().attack.spin.df = 0  # type: ignore[misc]
    with pytest.raises(TypeError):
        book().attack.called["eye"] = 0  # type: ignore[index]


def test_house_rules_are_laid_over_the_tables_and_leave_the_book_alone() -> None:
    house = {"critical_failure": "table", "florentine": [-1, -2]}
    rules = Rulebook.of({"house_rules": house})
    assert rules.book.checks.critical_failure == "table" and rules.book.actions.florentine.same == (-1, -2)
    assert book().checks.critical_failure == "gated" and book().actions.florentine.same == (-3, -6)
    assert Rulebook.of({"edition": "1997"}).book.checks.critical_failure == "severity"


@current_tables
def test_a_fight_is_played_by_the_book_it_was_bound_to() -> None:
    """Seconds and counts: the unit's name comes from the edition."""
    assert Table({"name": "Anna"}, edition="1997").session.rules.unit.one == "pulse"
    assert Table({"name": "Anna"}).session.rules.unit.one == "count"
