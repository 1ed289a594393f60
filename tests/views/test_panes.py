"""Fighters, sheet, head line and question line as text."""

from __future__ import annotations

import re

import pytest

from tests.hybrid.kit import ANNA, GRUK, KNIFE, SWORD
from tests.hybrid.table import Table
from tests.lanes import sample
from tests.plain_fights import DUEL, crowd, fight
from tests.random_play import EXAMPLES
from tests.tui.opening import example
from tracker.game_api.target_keys import keyed_by, seat_key
from tracker.game_api.values import Card, Choice
from tracker.text.cells import Line, width, words
from tracker.views.choices.choice_list import lay_menu
from tracker.views.choices.choice_table import list_rows
from tracker.views.choices.question import Asking, lay_asking
from tracker.views.fighters.sheet import lay_awareness, lay_sheet


def text(lines: tuple[Line, ...]) -> list[str]:
    return [words(line).rstrip() for line in lines]


def test_a_seat_has_one_key_and_the_key_one_seat() -> None:
    session = crowd(30)
    for combatant in session.encounter:
        key = seat_key(combatant.profile.seat)
        assert not key or keyed_by(session.encounter, key) == combatant.id
    assert keyed_by(session.encounter, "?") == ""


def test_the_sheet_has_every_chance_the_thresholds_and_the_reasons() -> None:
    knife = {"name": "Knife", "basis": ["PCA"], "rank": 2}
    weapons = [*ANNA["weapon"], {**KNIFE, "skill": "Knife"}]
    anna = {**ANNA, "player": "Ana", "skill": [SWORD, knife], "weapon": weapons}
    table = Table(anna, GRUK, scene={"light": "75% off"})
    card = table.session.rules.display.card(table.now, "anna")
    assert text(lay_sheet(table.now, card, 42)) == [
        "▲ heroes · played by Ana · dice typed",
        "Sword              10−4 counts  13 cutting",
        "  strike 44",
        "  solid 22 notable 11 very 4 amaz. 0",
        "  parry 29  block 34  two blows 29",
        "  second 14",
        "Knife               4−1 counts  9 piercing",
        "  strike 24",
        "  solid 12 notable 6 very 2 amaz. 0",
        "  parry 9  block 14  two blows 9",
        "  second −6",
        "in force: DF −4 light 75% off (H-COND)",
        "PDF 12 PSPD 4 PSE 2.4 perception 16",
        "Sword rank 7, craftsman: 64",
        "Knife rank 2, beginner: 44",
    ]


@pytest.mark.parametrize("name", sample(sorted(EXAMPLES), 5))
def test_a_chance_on_a_sheet_names_whom_it_is_against_once_and_says_percent(name: str) -> None:
    session = example(name)
    session.say("begin")
    names = [fighter.name for fighter in session.encounter.combatants]
    for fighter in session.encounter.combatants:
        card = session.rules.display.card(session.encounter, fighter.id)
        for strike in card.strikes:
            only = Card(card.who, card.name, (strike,), ())
            told = " ".join(words(line) for line in lay_sheet(session.encounter, only, 200, session.rules.unit))
            assert " 1 seconds" not in told and " 1 counts" not in told and "weapon." not in told, told
            against = [other for other, _ in strike.chances if other in names]
            assert told.count(" %") >= bool(against), told
            assert not any(f"{other} {chance}" in told for other, chance in strike.chances if other[-1].isdigit())
        assert not any(re.search(r" -\d", fact) for fact in card.facts), "a minus is a minus"


def test_members_of_a_group_against_whom_the_chance_is_the_same_stand_on_a_sheet_once() -> None:
    session = example("d20-lair")
    session.say("begin")
    asha = session.encounter.combatants[0]
    card = session.rules.display.card(session.encounter, asha.id)
    assert "  Wyrmling 55 %  kobolds ×8: 80 %" in text(lay_sheet(session.encounter, card, 60))
    assert not any(" 0" in fact for fact in card.facts), "a figure nobody has is left out"


def test_before_the_fight_everyone_says_whom_it_is_unaware_of() -> None:
    session = fight(DUEL)
    session.say("brann unaware of goblin1")
    assert text(lay_awareness(session.encounter, session.encounter, 60)) == [
        "▲ Brann  unaware of Goblin 1",
        "▲ heroes  Brann (Ana, dice typed)",
        "▼ raiders  Goblin 1",
    ]


CHOICES = (
    Choice("n", "nothing", "nothing"),
    Choice("p", "parry 44", "parry", price="own blow 17→22"),
    Choice("b", "block", "block", refused="No shield."),
)


def test_the_question_line_has_the_likely_answer_first_with_its_price() -> None:
    asking = Asking("Brann is about to be hit.", "brann", CHOICES[0], CHOICES, notice="No shield.", refused=True)
    asked = lay_asking(asking, 80, 4)
    lines, fits = asked.lines, asked.fits
    assert fits
    assert text(lines) == [
        "Brann is about to be hit.",
        " enter nothing · p parry 44, own blow 17→22 · b block ✗",
        "",
        "! No shield.",
    ]


def test_choices_that_do_not_fit_are_said_to_be_listed_and_none_is_lost_in_the_list() -> None:
    many = tuple(Choice(str(n), f"target number {n}", price="lands 22") for n in range(20))
    fits = lay_asking(Asking("Whom?", choices=many), 80, 4).fits
    assert not fits
    lines, rows = lay_menu(list_rows(many), 40, 3)
    assert rows == tuple(range(20))
    assert text(lines)[3] == "▸3  target number 3   lands 22", "keys, names and prices stand in columns"


def test_what_is_typed_shows_its_end_when_it_is_too_long() -> None:
    asking = Asking(":", field="x" * 100 + "end", caret=103)
    (line,) = lay_asking(asking, 40, 4).lines
    assert words(line).rstrip().endswith("end")
    assert width(words(line)) <= 40


def test_what_enter_would_do_is_not_offered_while_it_is_refused() -> None:
    again = Choice("enter", "shove Gruk", line="anna shove gruk", refused="Anna has acted.")
    asking = Asking("Anna may declare.", likely=again, choices=(Choice("w", "wait", line="anna wait"),))
    assert text(lay_asking(asking, 60, 6).lines) == ["Anna may declare.", " w wait"]
