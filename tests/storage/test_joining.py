"""Who joins of the library gets a name, a side and figures that are right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storage.table import ford, sat_down, stand_up
from tracker.model.refusals import Refused


def test_goblins_that_join_go_on_counting(tmp_path: Path) -> None:
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml")
    session.say("join gob x2 Raiders")
    session.say("join new Thug")
    session.say("join new Thug")
    joined = [(c.id, c.name, c.profile.side) for c in session.encounter][4:]
    assert joined == [
        ("goblin-4", "Goblin 4", "raiders"),
        ("goblin-5", "Goblin 5", "raiders"),
        ("thug", "Thug", "raiders"),
        ("thug-2", "Thug 2", "raiders"),
    ]
    stand_up(session)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("join gobln", 'The library has no creature "gobln"; did you mean "Goblin"? `join new gobln` adds'),
        ("join new Th\u202eug", "The name holds the character U+202E (right-to-left override), which is refused."),
        ("join new " + "x" * 61, "A name has at most 60 characters, not 61."),
    ],
)
def test_who_cannot_join_is_told_why(tmp_path: Path, line: str, sentence: str) -> None:
    session = sat_down(ford(tmp_path), tmp_path / "ford.fight.toml")
    with pytest.raises(Refused) as refused:
        session.say(line)
    assert refused.value.sentence.startswith(sentence)
    stand_up(session)
