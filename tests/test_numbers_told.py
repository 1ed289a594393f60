"""Numbers are told as a table says them: how a count came about to its sum, and dice with what is added to them."""

from __future__ import annotations

import re

import pytest

from tests.asking import explained
from tests.encounter.table import say, told
from tests.lanes import sample
from tests.packs.kit import STRIKE, table
from tests.random_play import EXAMPLES, kind, random_fight
from tests.tui.opening import Middling, example
from tracker.model import events as ev
from tracker.narration.provenance import MOST

SUM = re.compile(r"   = (−?\d+), so (\d+) \+ (\d+) = (\d+)")


def test_why_count_ends_with_the_sum_and_the_count_it_led_to() -> None:
    session = example("duel", dice=Middling())
    say(session, "begin")
    title, roll, *terms, came = explained(session, "gruk", ("count",))
    assert (title, roll) == ("Gruk, at 0: declares at 17", "at 0: initiative 6")
    assert terms == ["   2d6 + 8 (H-INIT-1)", "   reaction PSPD −2 (H-INIT-1)", "   nothing perceived +5 (H-INIT-2)"]
    assert came == "   = 17, so 0 + 17 = 17", "6 + 8 − 2 + 5"


def test_a_roll_of_dice_and_skill_is_told_with_all_that_is_added() -> None:
    fight = table(4, action={"roll": "1d6 + skill", "at_least": "5"})
    say(fight, "begin", "next")
    assert "Ann strike Bob 6 (4 +2) against 5: hit" in told(fight, say(fight, "ann strike bob", "next"))
    more = table(3, action={"roll": "1d6 + skill", "at_least": None, "more_than": "5"})
    say(more, "begin", "next", "mod 1 high ground")
    assert "Ann strike Bob 6 (3 +3) against 5: hit" in told(more, say(more, "ann strike bob", "next"))
    under = table(2, action={"roll": "1d6", "at_least": None, "at_most": "skill"})
    say(under, "begin", "next")
    assert "Ann strike Bob 2 against 2: hit" in told(under, say(under, "ann strike bob", "next"))
    assert STRIKE["damage"] == "2"


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_what_a_roll_came_to_and_what_it_was_held_against_tell_its_result_in_every_game(name: str) -> None:
    rolls = 0
    for session in random_fight(name, 9, 80):
        *_, step = (session.journal.steps[n] for n in session.journal.done)
        for event in step.events if step is not None else ():
            if not isinstance(event, ev.Rolled) or event.reached is None or event.against is None:
                continue
            rolls += 1
            assert event.chance is not None and event.margin is not None
            more = event.reached - event.against - event.margin
            assert more in (0, 1), "a roll that must come to more has one to spare"
            assert event.margin == event.total - event.chance
            (line,) = told(session, [event])
            assert f" {event.reached} (".replace("-", "−") in line
            assert f" against {event.against}".replace("-", "−") in line or " against " not in line
    skilled = ("plain", "ticks", "segments", "shots", "passes", "d20", "countup")
    assert bool(rolls) == name.startswith(skilled), name


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_in_every_game_a_count_is_told_in_whole_entries_and_its_sums_are_right(name: str) -> None:
    sums = 0
    for moment, session in enumerate(random_fight(name, 9, 60)):
        if moment % 7:
            continue
        for one in session.encounter:
            title, *lines = explained(session, one.id, ("count",))
            assert title.startswith(f"{one.name}, at ")
            assert not lines or not lines[0].startswith(" "), "an entry begins with its own line"
            entries = sum(not line.startswith(" ") for line in lines)
            assert len(lines) <= MOST or entries == 1
            for line in lines:
                if match := SUM.fullmatch(line):
                    _, now, counts, at = (int(part.replace("−", "-")) for part in match.groups())
                    assert now + counts == at
                    sums += 1
    if name in ("duel", "ambush", "goblin-warren"):
        assert sums
