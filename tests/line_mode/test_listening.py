"""Listening: what each key of a fight by ear lets one hear, and that nothing of it is drawn."""

from __future__ import annotations

from tests.feats.table import waiting
from tests.line_mode.hearing import SAVES, answers, opened
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.opening import declaring
from tracker.controller.input.default_keys import ROWS
from tracker.controller.modes import Mode
from tracker.line_mode.listener import Listener
from tracker.line_mode.shortcuts import KEYS, SpokenMap
from tracker.line_mode.speech import spoken


def brawl() -> Listener:
    """Hanna may declare at 1."""
    return Listener(declaring("brawl", "hanna"))


def struck() -> Listener:
    """Dan's knife is about to meet Bob, who has nothing to deflect it with."""
    listener = Listener(declaring("prism-corridor", "dan"))
    listener.hear("dan attack bob knife")
    return listener


def test_signs_for_the_eye_become_words_and_boxes_go() -> None:
    assert spoken("parry 44, own blow 17→22") == "parry 44, own blow 17 to 22"
    assert spoken("body −20 · ◆ ├──●") == "body minus 20,"
    assert spoken("Zo\x1b[2Jé ███░") == "Zo[2Jé"


def test_enter_goes_on_when_nothing_is_asked() -> None:
    listener, other = brawl(), brawl()
    heard: tuple[str, ...] = ()
    while listener.controller.prompt.mode is not Mode.FREE:
        for line in answers(listener.controller):
            heard = listener.hear(line)
            other.hear(line)
    assert heard[-1] == "Enter or n: 2 Hanna, close fist"
    before = listener.session.journal.last
    assert listener.hear("") == other.hear("n")
    assert listener.session.encounter == other.session.encounter and listener.session.journal.last > before


def test_a_declaration_is_asked_with_numbers_and_a_number_takes_it() -> None:
    listener = brawl()
    asked = listener.begins()
    assert "Hanna may declare." in asked
    attack = next(line for line in asked if line.endswith(": attack"))
    menu = listener.hear(attack.partition(":")[0])
    assert menu[:2] == ("Hanna: which weapon?", "1: Close Fist, speed 1 59 %, Enter does the same")
    assert "Hanna may declare." in listener.hear("b")
    assert "No menu is open" in listener.hear("b")[0]


def test_again_says_once_more_what_was_said_and_changes_nothing() -> None:
    listener = brawl()
    spoken = listener.hear("d")
    assert listener.hear("a") == spoken == listener.hear("a")
    assert spoken[0] == "It is count 1." and len(spoken) > 3


def test_what_is_due_is_told_in_the_order_in_which_it_will_be_asked() -> None:
    session = rolled(fight(DUEL, dice=(5, 15)))
    session.say("begin")
    assert Listener(session).hear("d") == ("It is round 0.", "1: Goblin 1 may declare", "1: Brann may declare")


def test_how_is_somebody_by_name_by_number_and_everybody() -> None:
    listener = brawl()
    (hanna,) = listener.hear("h hanna")
    assert hanna.startswith("1 Hanna, ") and "fatigue" in hanna and " of " in hanna and "untouched" in hanna
    assert listener.hear("h 1") == (hanna,)
    assert len(listener.hear("h")) == len(listener.session.encounter.combatants)
    listener.hear("hanna damage 12 crushing")
    assert listener.hear("h 1") != (hanna,)


def test_what_cannot_be_taken_is_counted_keeps_its_number_and_says_why() -> None:
    listener = Listener(waiting(3, 4, 4, brute={"dodge": 9, "parry": 9}))
    asked = listener.hear("mira slam brute 5")
    assert "1 not open now; r: why" in asked
    assert not any("block" in line for line in asked)
    assert listener.hear("r") == ("5: block: no block on the sheet",)
    assert listener.hear("5") == ("no block on the sheet",)


def test_what_is_not_listed_among_the_answers_is_not_counted_and_its_word_says_why() -> None:
    listener = struck()
    asked = listener.hear("n")
    assert not any("not open now" in line or "deflect" in line for line in asked)
    assert listener.hear("bob deflect")[0].startswith(
        "Bob cannot deflect: it has nothing fitting in hand (S-DEFLECT-1)"
    )


def test_a_number_nobody_offered_and_a_line_that_is_refused_say_so_and_nothing_else_happens() -> None:
    listener = brawl()
    before = listener.session.encounter
    assert listener.hear("99")[0].startswith("There is no answer 99")
    assert listener.hear("hanna dances")[0].startswith('Hanna: "dances" is no action here.')
    assert listener.session.encounter is before


def test_undo_and_redo_are_told_with_the_question_that_is_open_again() -> None:
    listener = brawl()
    listener.hear("hanna wait")
    back = listener.hear("u")
    assert back[0] == "Undone: Hanna waits." and "Hanna may declare." in back
    assert listener.hear("y")[0] == "Redone: Hanna waits."


def test_somebody_who_waits_is_asked_out_of_turn_and_a_newcomer_is_typed() -> None:
    listener = brawl()
    listener.hear("hanna wait")
    menu = listener.hear("o hanna")
    assert "1: act, rolls initiative first, Enter does the same" in menu
    listener.hear("b")
    assert listener.hear("j")[0] == "Who joins?"
    assert "Name of the newcomer" in listener.hear("1")[0]
    assert "Thug joins" in listener.hear("Thug, raiders")
    listener.hear("j")
    listener.hear("1")
    assert listener.hear("")[0] == "Dropped."


def test_a_number_is_asked_for_with_its_price() -> None:
    listener = struck()
    listener.hear("n")
    asked = listener.hear("bob dodge")
    assert asked[0] == "Bob: how much energy to dodge?"
    assert asked[1].startswith("A number, 2 to 20. Enter: 2, 1 off, their TN 41")
    assert listener.hear("p 12") == ("12, 6 off, their TN 36, 33 % to be hit; energy 8 left",)
    assert listener.hear("p") == ("Type p and a number for its price.",)
    assert listener.hear("p 21") == ("21 does not answer it: 2 to 20.",)
    assert listener.hear("7")[0] == "Bob answers Dan: dodge with 7 energy: 3 off the TN"


def test_help_tells_every_key_and_each_of_them_does_something() -> None:
    help_lines = brawl().hear("?")
    assert [line.partition(":")[0] for line in help_lines[: len(KEYS)]] == list(KEYS)
    for key in KEYS:
        if len(key) == 1 and key not in "ao?p":
            assert brawl().hear(key), key


def test_the_notes_and_what_was_found_on_opening_are_heard_first() -> None:
    session = opened(SAVES / "prism-corridor.toml")
    session.words = ("A torn step was left out.",)
    first = Listener(session).begins()
    assert "A torn step was left out." in first
    assert any(line.startswith("Notes: Eve wants Bob alive.") for line in first)


def test_by_ear_nothing_that_is_said_names_a_key_of_the_screen() -> None:
    listener = brawl()
    (marked,) = listener.hear("mark all")
    assert marked.startswith("Marked: 8 fighters") and "damage 4" in marked
    assert not any(key in marked for key in ("esc", ";", " - "))
    assert [row.id for row in ROWS if SpokenMap().key(row.id) in ("space", "esc", "enter", "⌫", ";", "\\", "=")] == []
    for row in ROWS:
        sign = SpokenMap().key(row.id)
        assert sign in KEYS or sign == row.label or sign.startswith("`"), sign


def test_what_is_said_of_a_sign_is_what_it_does() -> None:
    listener = brawl()
    steps = len(listener.session.journal.done)
    listener.hear("hanna damage 2")
    assert "u: undo a step" in listener.hear("b")[0]
    listener.hear("u")
    assert len(listener.session.journal.done) == steps, "as it was said"
    assert "or u to undo" in " ".join(listener.hear("o old tom"))


def test_the_last_line_of_a_fight_names_the_sign_of_what_it_came_to() -> None:
    listener = Listener(rolled(fight(DUEL)))
    listener.hear("")
    told = listener.hear("goblin1 falls")
    assert any(line.endswith("are the only side left in the fight: w shows how it went") for line in told), told
    assert listener.hear("w")[0].endswith("; Goblin 1 is down.")


def test_a_price_where_no_number_is_asked_for_is_said_to_be_none() -> None:
    for line in ("p 1", "p"):
        assert brawl().hear(line) == ("p prints the price of a number, and no question for a number is open.",)
    assert brawl().hear("m") == ("m does nothing; ? prints the keys.",)
    assert brawl().hear("o") == ("Type o and a name or number for what that fighter may declare.",)


def test_a_letter_with_which_one_answer_alone_begins_gives_it() -> None:
    listener = Listener(declaring("duel", "brann"))
    for line in ("1", "1", "n"):
        heard = listener.hear(line)
    assert "Gruk is about to be hit by Brann." in heard
    assert "Gruk answers Brann: crouches, 5 counts" in listener.hear("c")
