"""The agenda: in order of count, rank and first entry; immutable; it never goes back."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.clock.agenda import Agenda, AgendaError
from tracker.clock.spans import TimeUnit, carried


def test_count_comes_before_rank_and_rank_before_first_entry() -> None:
    agenda = Agenda().add(11, 5, "sela", "declare").add(11, 3, "brann", "land").add(11, 5, "odo", "declare")
    agenda = agenda.add(4, 9, "gate", "event")
    assert [due.who for due in agenda] == ["gate", "brann", "sela", "odo"]


def test_ties_share_count_and_rank() -> None:
    agenda = Agenda().add(11, 5, "sela", "declare").add(11, 5, "odo", "declare").add(12, 5, "brann", "declare")
    assert [due.who for due in agenda.ties()] == ["sela", "odo"]
    assert Agenda().ties() == () and Agenda().peek() is None


def test_what_is_due_at_the_same_count_but_in_another_rank_is_no_tie() -> None:
    agenda = Agenda().add(11, 6, "gate", "close").add(11, 5, "sela", "declare").add(11, 6, "odo", "land")
    assert [due.who for due in agenda.ties()] == ["sela"]
    sela = agenda.peek()
    assert sela is not None
    assert [due.who for due in agenda.cancel(sela).ties()] == ["gate", "odo"]


def test_what_is_moved_keeps_its_place_among_equals() -> None:
    agenda = Agenda().add(17, 3, "brann", "land").add(22, 3, "goblin", "land")
    due = agenda.find("brann", "land")
    assert due is not None
    assert [entry.who for entry in agenda.shift(due, 22)] == ["brann", "goblin"]
    assert [entry.count for entry in agenda] == [17, 22], "the former one is unchanged"


def test_time_never_goes_back_and_passes_nothing_over() -> None:
    agenda = Agenda().add(9, 0, "gate", "event").advance(5)
    for wrong in (partial(agenda.add, 4, 0, "x", "y"), partial(agenda.advance, 4), partial(agenda.advance, 10)):
        with pytest.raises(AgendaError):
            wrong()
    due = agenda.peek()
    assert due is not None
    with pytest.raises(AgendaError):
        agenda.shift(due, 4)
    with pytest.raises(AgendaError):
        agenda.cancel(due).cancel(due)


@given(st.lists(st.tuples(st.sampled_from(["add", "shift", "cancel", "go"]), st.integers(0, 40), st.integers(0, 5))))
def test_whatever_is_done_it_stays_in_order_and_never_goes_back(steps: list[tuple[str, int, int]]) -> None:
    agenda = Agenda()
    for what, count, rank in steps:
        before, due = agenda, agenda.peek()
        if what == "add":
            agenda = agenda.add(agenda.floor + count, rank, "somebody", "declare")
        elif what == "go":
            agenda = agenda.advance(due.count if due is not None else agenda.floor + count)
        elif due is not None:
            agenda = agenda.cancel(due) if what == "cancel" else agenda.shift(due, agenda.floor + count)
        keys = [(entry.count, entry.rank, entry.serial) for entry in agenda]
        assert keys == sorted(keys) and len(set(keys)) == len(keys)
        assert agenda.floor >= before.floor
        assert all(entry.count >= agenda.floor for entry in agenda)


def test_counts_are_tenths_of_a_second_and_fractions_are_carried() -> None:
    from fractions import Fraction

    unit = TimeUnit("count", "counts", Fraction(10))
    assert (unit.seconds(17), unit.words(1), unit.words(12)) == (1.7, "1 count", "12 counts")
    assert carried(25, 10, 7) == (3, 2)
