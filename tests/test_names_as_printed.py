"""A name is understood as the log prints it, `Orc 2` without quotes, wherever a name is typed, in every game."""

from __future__ import annotations

import pytest

from tests.cli.calling import call
from tests.lanes import sample
from tests.random_play import EXAMPLES, choices_of, kind, random_fight
from tests.tui.opening import SAVES
from tracker.dice.source import SeededDice
from tracker.encounter.language.parser import parse
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.preparation import prepare

LINES = (
    "{who} retarget {whom}",
    "{who} aware of {whom}",
    "{who} is dizzy -1 until {whom} acts",
    "{whom} is dizzy for 3",
    "{whom} wait",
    "{whom} hidden",
    "{whom} heals 2",
    "{whom} leaves",
    "{whom} note limps",
    "fix {whom} count {now}",
    "{who} orders attack {whom}",
    "{whom} side bandits",
    "{whom},{who} leaves",
    "{who}, {whom} leaves",
    "only {whom} wait",
    "why {whom} count",
)
"""Lines of every game in which names are typed."""


def as_printed(encounter: Encounter, line: str) -> str:
    """A line with the names of fighters, as the log has them, for their ids."""
    words = (
        encounter[word].name if word in encounter and " " in encounter[word].name else word for word in line.split(" ")
    )
    return " ".join(words)


def read(session: Session, line: str) -> object:
    try:
        return parse(session.encounter, session.rules, line)
    except Refused as refused:
        return refused.sentence


def test_orc_2_is_struck_by_the_name_that_the_log_prints() -> None:
    orcs = [{"name": f"Orc {number}", "side": "y"} for number in (1, 2, 3)]
    fight = prepare({"system": "ticks", "combatant": [{"name": "Ann"}, *orcs]})
    session = Session(fight.encounter, fight.rules, SeededDice(1))
    assert read(session, "ann attack orc 2 unarmed careful") == read(session, "ann attack orc-2 unarmed careful")
    assert read(session, "orc 1, orc 3 leaves") == read(session, "orc-1,orc-3 leaves")
    assert isinstance(read(session, "ann attack Orc 2"), cmd.Do)
    assert read(session, "note Orc 2 limps") == cmd.Note("Orc 2 limps", False)


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_every_line_says_the_same_with_names_as_with_ids(name: str) -> None:
    compared = 0
    for moment, session in enumerate(random_fight(name, 6, 30)):
        if moment % 5:
            continue
        encounter = session.encounter
        spaced = [one.id for one in encounter if " " in one.name]
        lines = [choice.line for choice in choices_of(session) if choice.line]
        ids = [one.id for one in encounter]
        now = session.rules.unit.text(encounter.count + 5)
        for whom in spaced[:3]:
            other = next(id for id in ids if id != whom)
            lines += [line.format(who=other, whom=whom, now=now) for line in LINES]
        for line in lines:
            printed = as_printed(encounter, line)
            if printed != line:
                assert read(session, printed) == read(session, line), printed
                compared += not isinstance(read(session, line), str)
    assert compared or not any(" " in one.name for one in encounter)


def test_a_sheet_is_asked_for_by_such_a_name() -> None:
    path = SAVES / "goblin-warren.toml"
    assert call("sheet", path, "goblin", "2").out == call("sheet", path, "goblin-2").out
