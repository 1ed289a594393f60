"""Fighters, sheet, head line and question line as text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.ui.fake_system import DUEL, crowd, fight, rolled
from tracker.encounter.system import Choice
from tracker.views.asking import Asking, lay_asking, lay_menu
from tracker.views.cells import Line, width, words
from tracker.views.fighters import fighter_top, lay_fighters
from tracker.views.headline import lay_head
from tracker.views.sheet import lay_awareness, lay_sheet
from tracker.views.sides import seat_key, seated_at

POOLS = ("HP", "EN", "WI", "MH", "ME", "MW")


def text(lines: tuple[Line, ...]) -> list[str]:
    return [words(line).rstrip() for line in lines]


def test_fighters_at_the_middle_size() -> None:
    session = rolled(fight(DUEL))
    session.say("fix brann HP 10")
    session.say("fix goblin-1 dazed on")
    assert text(lay_fighters(session.encounter, cells=60, height=6).lines) == [
        " 1▲Brann     HP ██░░░░ 10/38 EN ██████ 24/24 WI ██████ 12/12",
        "             MH ██████ 20/20 ME ██████ 16/16 MW ██████ 9/9",
        "",
        " 2▼Goblin 1  HP ██████ 38/38 EN ██████ 24/24 WI ██████ 12/12",
        "   dazed +5  MH ██████ 20/20 ME ██████ 16/16 MW ██████ 9/9",
    ]


@pytest.mark.parametrize("cells", [40, 48, 60, 80, 120])
def test_every_pool_of_everyone_shown_has_bar_and_number_at_every_width(cells: int) -> None:
    session = rolled(fight())
    laid = lay_fighters(session.encounter, cells=cells, height=40)
    assert all(width(words(line)) <= cells for line in laid.lines)
    for combatant in session.encounter:
        own = " ".join(words(line) for line, who in zip(laid.lines, laid.rows, strict=True) if who == combatant.id)
        for pool in POOLS:
            assert f"{pool}█" in own or f"{pool} █" in own
            assert f"{combatant.pool(pool)}/{combatant.full(pool)}" in own


def test_as_many_fighters_as_there_is_room_for_and_the_one_wanted_among_them() -> None:
    session = crowd(300)
    top = fighter_top(session.encounter, "fighter-200", 0, 60, 12)
    laid = lay_fighters(session.encounter, cells=60, height=12, top=top)
    assert "fighter-200" in laid.rows
    assert len(laid.lines) <= 12
    assert laid.above == top and laid.above + laid.below + len(set(laid.rows)) == 300


def test_standing_orders_take_no_line_of_their_own_but_are_said_beside_conditions() -> None:
    session = rolled(fight(DUEL))
    encounter = session.encounter.with_combatant(replace(session.encounter["goblin-1"], orders="hit brann"))
    one_row = lay_fighters(encounter, cells=100, height=3).lines
    assert len(one_row) == 2
    assert any("orders" in line for line in text(lay_fighters(encounter, cells=60, height=8).lines))
    session.encounter = session.journal.states[0] = encounter
    session.say("fix goblin-1 dazed on")
    assert text(lay_fighters(session.encounter, cells=100, height=3).lines)[-1] == "   dazed +5, orders"


def test_a_seat_has_one_key_and_the_key_one_seat() -> None:
    session = crowd(30)
    for combatant in session.encounter:
        key = seat_key(combatant.profile.seat)
        assert not key or seated_at(session.encounter, key) == combatant.id
    assert seated_at(session.encounter, "?") == ""


def test_the_sheet_has_every_chance_the_thresholds_and_the_reasons() -> None:
    session = rolled(fight(DUEL))
    card = session.rules.card(session.encounter, "brann")
    assert text(lay_sheet(session.encounter, card, 42)) == [
        "▲ heroes · played by Ana · dice rolled",
        "Bastard Sword         spd 10−4  13 cutting",
        "  strike 59  30 15 6 1  parry 44  block 49",
        "Knife                     spd 5  6 cutting",
        "  strike 38  19 10 4 0  parry 20",
        "in force: −2 bad light",
        "speed 12 · armour 3",
    ]


def test_before_the_fight_everyone_says_whom_it_is_unaware_of() -> None:
    session = fight(DUEL)
    session.say("brann unaware of goblin1")
    assert text(lay_awareness(session.encounter, 60)) == [
        "▲ Brann  unaware of Goblin 1 · dice typed by Ana",
        "▼ Goblin 1  aware of everyone",
    ]


@pytest.mark.parametrize("cells", [60, 80, 120, 200])
def test_now_next_and_then_are_in_the_head_line_at_every_size(cells: int) -> None:
    session = rolled(fight(title="A very long title of a fight that nobody wants to read in full"))
    session.say("begin")
    session.say("fix sela count 1")
    session.say("next")
    head = words(lay_head(session.encounter, session.rules, session.encounter.title, "", cells))
    assert width(head) == cells
    assert all(word in head for word in ("now Sela", "next ", "then ", "saved ●", "beat 1"))


def test_what_is_not_saved_is_said() -> None:
    session = fight(DUEL)
    head = words(lay_head(session.encounter, session.rules, "x", "not saved since 12:04", 80))
    assert "not saved since 12:04" in head and "saved ●" not in head


CHOICES = (
    Choice("n", "nothing", "nothing"),
    Choice("p", "parry 44", "parry", price="own blow 17→22"),
    Choice("b", "block", "block", refused="No shield."),
)


def test_the_question_line_has_the_likely_answer_first_with_its_price() -> None:
    asking = Asking("Brann is about to be hit.", "brann", CHOICES[0], CHOICES, notice="No shield.", refused=True)
    lines, fits = lay_asking(asking, 80, 4)
    assert fits
    assert text(lines) == [
        "Brann is about to be hit.",
        " enter nothing · p parry 44, own blow 17→22 · b block ✗",
        "! No shield.",
    ]


def test_choices_that_do_not_fit_are_said_to_be_listed_and_none_is_lost_in_the_list() -> None:
    many = tuple(Choice(str(n), f"target number {n}", price="lands 22") for n in range(20))
    _, fits = lay_asking(Asking("Whom?", choices=many), 80, 4)
    assert not fits
    lines, rows = lay_menu(many, 40, 3)
    assert rows == tuple(range(20))
    assert text(lines)[3] == "▸3 target number 3  lands 22"


def test_what_is_typed_shows_its_end_when_it_is_too_long() -> None:
    asking = Asking(":", field="x" * 100 + "end", caret=103)
    (line,), _ = lay_asking(asking, 40, 4)
    assert words(line).rstrip().endswith("end")
    assert width(words(line)) <= 40
