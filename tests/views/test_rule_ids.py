"""Rule ids on the screen: no log line and no row of a result has any. They stand in the details that unfold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tests.tui.opening import example
from tracker.dice.source import SeededDice
from tracker.narration.log_lines import tell_step
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import open_fight
from tracker.text.cells import words
from tracker.text.citations import without_ids
from tracker.views.log.roll_log import RollLog, lay_log
from tracker.views.outcome import lay_outcome

SAVES = Path(__file__).parents[2] / "saves"
FINISHED = sorted(path.name.removesuffix(".fight.toml") for path in SAVES.glob("finished-*.fight.toml"))


def finished(name: str) -> Session:
    return session_of(open_fight(SAVES / f"{name}.fight.toml", look=True), SeededDice(1))


def drawn(log: RollLog, cells: int, columns: bool) -> str:
    """All lines of a log, none of them unfolded."""
    return "\n".join(words(line) for line in lay_log(log, cells=cells, height=9999, columns=columns).lines)


@pytest.mark.parametrize("name", sample(FINISHED, 4))
def test_no_log_line_of_a_finished_fight_has_a_rule_id_and_the_unfolded_ones_have_them_all(name: str) -> None:
    session = finished(name)
    log, book = controller_of(session).runner.log, session.rules.display.rule_book()
    while log.read_back(session.journal, 500):
        pass
    for cells, columns in ((56, False), (80, True), (200, True)):
        assert not book.cited(drawn(log, cells, columns))
    singles = [single for entry in log.entries for single in entry.single]
    for entry in singles:
        assert not book.cited(entry.words.text)
    below = "\n".join(part for entry in singles for part in entry.details)
    told = "\n".join(step.line for step in session.journal.steps.values())
    assert {*book.cited(recorded(session))} <= {*book.cited(below), *book.cited(told)}


def recorded(session: Session) -> str:
    """The words of the log as `tracker log` prints them."""
    return "\n".join(
        each.text
        for step in session.journal.steps.values()
        for _, each in tell_step(step.events, str, session.rules.unit)
        if each is not None
    )


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_no_row_of_a_result_has_a_rule_id(name: str) -> None:
    for session in random_fight(name, 6, 60):
        book, fight = session.rules.display.rule_book(), session.encounter
        for most, cells in ((1, 80), (5, 74), (14, 98)):
            lines = lay_outcome(most, fight, session.journal, cells, session.rules.unit, session.rules)
            assert not book.cited("\n".join(words(line) for line in lines))


def test_words_that_a_user_typed_keep_their_brackets() -> None:
    session = example("duel")
    session.say('note "as in the book (H-DEF, ruling 76)"')
    session.say("begin")
    log = controller_of(session).runner.log
    assert "as in the book (H-DEF, ruling 76)" in drawn(log, 100, columns=True)


@pytest.mark.parametrize(
    ("text", "left", "ids"),
    [
        ("Gruk: 14 → 17 (parry (H-DEF))", "Gruk: 14 → 17 (parry)", ("H-DEF",)),
        ("kept out (H-ATK-7, ruling 76)", "kept out", ("H-ATK-7", "ruling 76")),
        ("morale (Amazing Failure, H-NPC)", "morale (Amazing Failure)", ("H-NPC",)),
        ("up it goes (F-LIFT-1, F-LIFT-2)", "up it goes", ("F-LIFT-1", "F-LIFT-2")),
        ("Morn recovery (H-DMG-5): 12", "Morn recovery: 12", ("H-DMG-5",)),
        ("shoots an AK-47 (AK-47)", "shoots an AK-47 (AK-47)", ()),
    ],
)
def test_rule_ids_in_brackets_are_taken_out_and_told_apart(text: str, left: str, ids: tuple[str, ...]) -> None:
    assert without_ids(text) == (left, ids)
