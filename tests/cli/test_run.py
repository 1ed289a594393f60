"""`tracker run`: lines in, words out, and where it stops."""

from __future__ import annotations

from pathlib import Path

from tests.cli.calling import DUEL, call
from tracker.cli.run import STOPS

OPENING = "34,2,3,55,1,1"
"""Perception and initiative: Brann's, then Gruk's."""


def test_every_die_is_fed_in_the_order_it_falls_players_too() -> None:
    reply = call("run", DUEL, "--dice", OPENING, given="begin\n")
    assert (reply.code, reply.err) == (0, "")
    assert "   0  Brann perception 34 against 39: Success" in reply.lines
    assert "   0  Brann initiative 5 (2 3)" in reply.lines
    assert "   0  Gruk initiative 2 (1 1)" in reply.lines


def test_blank_lines_and_remarks_are_passed_over_but_counted() -> None:
    reply = call("run", DUEL, "--seed", 1, given="# a remark\n\n   \nbegin\n  # another\nfly\n")
    assert reply.code == 1
    assert reply.err.startswith("line 6: fly: ")


def test_a_refused_line_stops_with_its_number_and_what_was_done_stays() -> None:
    reply = call("run", DUEL, "--dice", OPENING, given="begin\nnext\ngruk attack brann\nnext\n")
    assert reply.code == 1
    assert reply.err == f"line 3: gruk attack brann: Gruk cannot declare at 11: may declare at 13.\n{STOPS}\n"
    assert "  11  ? Brann may declare." in reply.lines
    assert reply.lines[-1] == "? Brann may declare."


def test_a_missing_die_stops_with_a_sentence() -> None:
    reply = call("run", DUEL, "--dice", "34,2", given="begin\n")
    assert reply.code == 1
    assert reply.err == (
        "line 1: begin: Brann: initiative, 2d6: A d6 is needed, but all 2 dice given are used up; give more.\n"
        f"{STOPS}\n"
    )


def test_a_die_that_is_not_on_the_die_stops_with_a_sentence() -> None:
    reply = call("run", DUEL, "--dice", "34,2,9", given="begin\n")
    assert reply.code == 1
    assert "Die 3 is 9, but a d6 is needed: 1 to 6." in reply.err
    rolled = call("run", DUEL, "--dice", "34,2,3,55,1,7", given="begin\n")
    assert rolled.code == 1
    assert "Die 6 is 7, but a d6 is needed: 1 to 6." in rolled.err


def test_an_unused_die_is_an_error_at_the_end() -> None:
    reply = call("run", DUEL, "--dice", OPENING + ",5,00", given="begin\n")
    assert reply.code == 1
    assert reply.err == "The lines use only 6 of the 8 dice given; leave out the last 2, or add lines.\n"


def test_without_dice_a_question_is_answered_by_a_line_as_at_the_table() -> None:
    reply = call("run", DUEL, "--seed", 7, given="begin\n37\n=8\n")
    assert reply.code == 0
    assert "   0  Brann perception 37 against 39: Success" in reply.lines
    assert any(line.startswith("   0  Brann initiative 8") for line in reply.lines)
    assert reply.lines[-1].startswith("  Gruk")


def test_a_question_still_open_at_the_end_of_input_is_shown_and_no_error() -> None:
    reply = call("run", DUEL, "--seed", 7, given="begin\n")
    assert reply.code == 0
    assert reply.lines[-1] == "? Brann: perception 39 %, d100"


def test_the_same_seed_gives_the_same_fight() -> None:
    lines = "begin\nroll\nroll\nnext\n"
    first = call("run", DUEL, "--seed", "ford", "--json", given=lines)
    assert first.out == call("run", DUEL, "--seed", "ford", "--json", given=lines).out
    assert first.out != call("run", DUEL, "--seed", "mill", "--json", given=lines).out


def test_steps_can_be_taken_back_past_dice_out_of_the_script() -> None:
    reply = call("run", DUEL, "--dice", OPENING, given="begin\nundo\nundo\nredo\nredo\nnext\n")
    assert (reply.code, reply.err) == (0, "")
    assert "   0~ undone: step 3 2 3" in reply.lines
    assert "   0  redone: step 3 2 3" in reply.lines
    assert reply.lines[-1] == "? Brann may declare."


def test_a_die_undone_is_fed_anew_by_the_line_roll() -> None:
    reply = call("run", DUEL, "--dice", "34,2,3,55,1,1,6,6,50,1,1", given="begin\nundo\nroll\n")
    assert (reply.code, reply.err) == (0, "")
    assert "   0  Brann initiative 12 (6 6), rolled by the tracker" in reply.lines


def test_why_prints_the_sum_behind_a_number() -> None:
    reply = call("run", DUEL, given="why brann strike\n")
    assert "      3 × PCA 12.33 (H-CHECK-1): 37" in reply.lines


def test_a_game_the_program_does_not_know_by_itself_runs_as_well(nerve: Path) -> None:
    """Ann's shot lands at 3: 4 and 5 against an aim of 8, three points of nerve; then both may shoot again."""
    lines = "begin\nnext\nann shoot bob\nbob wait\nnext\nstand\n"
    outcome = call("run", nerve, "--dice", "4,5", given=lines)
    assert (outcome.code, outcome.err) == (0, "")
    assert "   3  Bob NV −3 → 5 (shot at)" in outcome.lines
    assert outcome.lines[-3] == "Two of the page's game: second 3"


def test_a_bad_file_is_2_with_every_mistake_located(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('title = "x"\n[[combatant]]\nname = "Ann"\nskil = 1\nside = 3\n', encoding="utf-8")
    reply = call("run", path, given="begin\n")
    assert reply.code == 2 and reply.out == ""
    assert reply.err.splitlines()[0].startswith(f"{path}:")
    assert len(reply.err.splitlines()) >= 2
    absent = call("run", tmp_path / "absent.toml")
    assert absent.code == 2 and "there is no such file" in absent.err
