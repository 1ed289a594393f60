"""Sentences: every line of the log says who, a minus is a minus, and a side is many."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.hybrid.crowd import a_fight
from tests.hybrid.kit import ANNA, GRUK, duel, refused
from tests.hybrid.playing import play
from tests.hybrid.table import BRANN, GOBLIN, Table, at_once
from tests.lanes import sample
from tracker.game_api.values import Choice
from tracker.games.hybrid.book.rounding import shown
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.narration.log_lines import tell
from tracker.session import Session

HYPHEN_FOR_MINUS = re.compile(r"(?<![\w`-])-\d")


def log_of(session: Session) -> list[tuple[ev.Event, str]]:
    """Every line of the log with the event it tells, in order."""
    encounter, journal = session.encounter, session.journal
    events = [event for n in journal.done for event in journal.steps[n].events]
    told = [(event, tell(event, lambda who: encounter[who].name if who in encounter else who)) for event in events]
    return [(event, line.text) for event, line in told if line is not None]


def asked_now(session: Session) -> list[str]:
    """What is asked, and every choice with its price or why it cannot be taken."""
    question = session.encounter.question
    if question is None:
        return []
    choices: tuple[Choice, ...] = ()
    if question.ask is Ask.CHOOSE:
        choices = session.rules.choices.answers(session.encounter, question)
    elif question.ask is Ask.DECLARE:
        choices = session.rules.choices.menu(session.encounter, question.who, ("attack",)).choices
    return [question.text, *(part for choice in choices for part in (choice.label, choice.price, choice.refused))]


def newest(table: Table) -> str:
    return log_of(table.session)[-1][1]


@pytest.mark.parametrize("seed", sample(range(6)))
def test_every_line_about_somebody_names_it_and_no_hyphen_stands_for_a_minus(seed: int) -> None:
    session = a_fight(seed)
    random = Random(seed)
    asked = [words for _ in range(150) if play(session, random.randrange, 1) for words in asked_now(session)]
    names = [combatant.name for combatant in session.encounter]
    lines = log_of(session)
    notes = [text for event, text in lines if isinstance(event, ev.Noted) and event.who]
    assert notes
    for text in notes:
        assert any(name in text for name in names), text
    for words in asked:
        assert not HYPHEN_FOR_MINUS.search(words), words
    for event, text in lines:
        sums = event.sum if isinstance(event, ev.Rolled | ev.Struck) else ()
        for words in (text, *sums):
            assert not HYPHEN_FOR_MINUS.search(words), words


def test_morale_says_whose_heart_is_lost() -> None:
    table = duel()
    table.fall(30, 40)
    table.say("gruk morale")
    assert newest(table) == "Gruk loses heart: it may flee or surrender (Failure, H-NPC)"
    table.fall(90)
    table.say("gruk morale")
    assert newest(table) == "Gruk does not see how badly it goes, and stays (H-NPC)"


def test_a_reaction_says_who_is_ill_disposed_to_whom() -> None:
    table = duel()
    table.fall(80)
    table.say("gruk reaction anna")
    assert newest(table).startswith("Gruk is ill disposed to Anna (")


def test_who_leaves_has_left_and_who_gives_up_has_surrendered() -> None:
    others = [{**GOBLIN, "name": f"Goblin {n}"} for n in (1, 2, 3)]
    table = at_once(BRANN, *others)
    table.say("goblin-1 leaves")
    assert "Goblin 1 leaves (GM)" in [text for _, text in log_of(table.session)]
    table.say("goblin-2 surrenders")
    assert "Goblin 2 surrenders (GM)" in [text for _, text in log_of(table.session)]
    assert refused(table, "goblin-2 surrenders") == "Goblin 2 has surrendered already."
    table.say("next")
    assert "Goblin 1, who has left" in refused(table, "brann attack goblin1")


def test_a_side_that_loses_and_one_that_is_left_are_many() -> None:
    table = at_once(BRANN, GOBLIN, {**GOBLIN, "name": "Goblin 2"})
    table.say("goblin-1 falls")
    assert newest(table) == "raiders are losing: `goblin-2 morale` tries Goblin 2's nerve (H-NPC)"
    table.say("goblin-2 falls")
    assert newest(table) == "heroes are the only side left in the fight: `summary` shows how it went"


def test_one_side_is_left_standing_once_the_last_of_the_others_lies_unconscious() -> None:
    table = at_once(BRANN, GOBLIN, {**GOBLIN, "name": "Goblin 2"})
    table.fall(3, 4)  # when it comes round
    table.say("goblin-1 falls", "fix goblin-2 unconscious on")
    assert newest(table) == "heroes are the only side that still stands: `summary` shows how it went"
    table.say("goblin-2 falls")
    assert "only side" not in newest(table), "it is told once"


def test_a_check_against_bleeding_says_what_its_chance_is_for() -> None:
    table = at_once({**ANNA, "player": "Ana"}, GRUK)
    table.say("fix anna PFT 0", "anna damage 5 cutting chest", "anna checks")
    while table.now.question is not None and table.asked()[1] != "bleeding":
        table.say("01")
    assert table.now.question is not None
    assert table.now.question.text.startswith("Anna: resisting bleeding ")


def test_who_is_out_of_breath_is_named() -> None:
    table = duel()
    table.say("fix gruk PEX 1", "gruk spends 1 PFT", "fix gruk PFT 1", "gruk damage 3")
    texts = [text for _, text in log_of(table.session)]
    assert any(text.startswith("Gruk takes 3 by hand") for text in texts)


def test_chances_below_nothing_have_a_real_minus_in_their_sums() -> None:
    assert shown(Chance().add(-25, "why").exact) == "−25"
    table = duel()
    table.say("df -2 bad light")
    assert newest(table) == "next roll −2: bad light"
    table.fall(50)
    table.say("gruk presence")
    roll = next(event for event, _ in reversed(log_of(table.session)) if isinstance(event, ev.Rolled))
    assert "bad light −2 = −10" in roll.sum


def test_experience_taken_back_has_a_real_minus() -> None:
    table = duel()
    table.say("gruk gains 5", "gruk gains -2")
    assert newest(table).startswith("Gruk: −2 experience, 3 in all")
