"""The log follows the journal: undone steps stay, struck out, and old ones are read only when wanted."""

from __future__ import annotations

import pytest

from tests.plain_fights import DUEL, fight, rolled
from tracker.session import Session
from tracker.text.cells import words
from tracker.views.log.roll_log import RollLog, lay_log


def followed(session: Session) -> RollLog:
    log = RollLog(lambda who: session.encounter[who].name)
    log.follow(session.journal)
    return log


def lines(log: RollLog, height: int = 10, cursor: int = -1) -> list[str]:
    return [words(line) for line in lay_log(log, cells=40, height=height, cursor=cursor).lines]


def test_what_is_taken_back_is_marked_and_what_is_brought_back_is_not() -> None:
    session = rolled(fight(DUEL))
    log = followed(session)
    assert lines(log) == ["Rolls come here."]
    for line in ("note one", "note two", "undo"):
        session.say(line)
        log.follow(session.journal)
    assert lines(log) == ["  0 one", "  0~two"]
    session.say("redo")
    log.follow(session.journal)
    assert lines(log) == ["  0 one", "  0 two"]
    session.say("undo")
    session.say("note three")
    log.follow(session.journal)
    assert lines(log) == ["  0 one", "  0~two", "  0 three"]


def test_following_step_by_step_gives_the_same_as_reading_at_once() -> None:
    session = rolled(fight(DUEL))
    log = followed(session)
    for line in ("begin", "next", "undo", "redo", "undo", "note x", "next", "undo-action"):
        session.say(line)
        log.follow(session.journal)
    again = followed(session)
    assert again.entries == log.entries
    assert [again.in_force(e) for e in again.entries] == [log.in_force(e) for e in log.entries]


def test_an_entry_that_is_marked_unfolds_into_its_sum() -> None:
    session = rolled(fight(DUEL))
    session.say("begin")
    log = followed(session)
    assert any("1d20 rolled" in line for line in lines(log, cursor=1))
    assert not any("1d20 rolled" in line for line in lines(log))


def test_earlier_steps_are_read_when_the_log_is_searched() -> None:
    session = rolled(fight(DUEL))
    for number in range(450):
        session.say(f"note line {number}")
    log = followed(session)
    assert log.count() == 200
    log.set_filter("line 12", session.journal)
    assert log.count() == 15, "12, 112, 212, 312, 412 and 120 to 129"
    log.set_filter("", session.journal)
    assert log.count() == 450


def test_steps_the_journal_lacks_are_asked_for() -> None:
    session = rolled(fight(DUEL))
    for number in range(5):
        session.say(f"note line {number}")
    kept = {n: session.journal.steps.pop(n) for n in (1, 2)}
    log = followed(session)
    assert log.count() == 3

    def more() -> bool:
        session.journal.steps.update(kept)
        return bool(kept)

    assert log.read_back(session.journal, 10, more)
    assert lines(log)[0] == "  0 line 0"
    kept.clear()
    assert not log.read_back(session.journal, 10, more)


@pytest.mark.parametrize("columns", [False, True])
def test_wherever_the_mark_is_a_log_longer_than_the_pane_fills_it_and_shows_the_marked_line(columns: bool) -> None:
    session = rolled(fight(DUEL))
    for number in range(30):
        session.say(f"note {number} {'far too long for one line of the pane ' * (number % 3)}")
    log = followed(session)
    for cursor in range(log.count()):
        page = lay_log(log, cells=50, height=9, cursor=cursor, columns=columns)
        assert len(page.lines) == len(page.places) == 9 and cursor in page.places
        assert sorted(page.places) == list(page.places) and set(page.places) == {
            *range(page.places[0], page.places[-1] + 1)
        }


def test_the_newest_is_at_the_bottom_and_only_so_many_lines_are_laid() -> None:
    session = rolled(fight(DUEL))
    for number in range(30):
        session.say(f"note a rather long line that has to be broken, number {number}")
    shown = lines(followed(session), height=7)
    assert len(shown) == 7
    assert shown[-1].endswith("number 29")


def answered_by(player: str) -> Session:
    """A duel whose first roll a player made from a page; the game master did everything else."""
    session = fight(DUEL)
    session.say("begin")
    while session.encounter.question is None:
        session.say("next")
    session.seat = (player, session.journal.last)
    session.say("17")
    session.seat = None
    session.say("note done")
    return session


@pytest.mark.parametrize("columns", [True, False], ids=["columns", "sentences"])
def test_a_line_says_which_player_answered_and_only_that_line(columns: bool) -> None:
    log = followed(answered_by("Ana"))
    page = lay_log(log, cells=90, height=20, columns=columns)
    told = [words(line) for line in page.lines]
    assert len([line for line in told if "(Ana)" in line]) == 1
    place = next(page.places[number] for number, line in enumerate(told) if "(Ana)" in line)
    unfolded = lay_log(log, cells=90, height=20, cursor=place, columns=columns).lines
    assert any("Ana answered this from a page." in words(line) for line in unfolded)


def test_the_log_is_searched_for_the_player_who_answered() -> None:
    session = answered_by("Ana")
    log = followed(session)
    log.set_filter("ana answered", session.journal)
    assert log.count() == 1
