"""The dice feed: faces from outside count for the roll that is asked, never for another, and are refused in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table, at_once
from tracker.controller.input.keys import press
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.notice import Notice
from tracker.controller.outside.dice_feed import LULL, Arrival, AskedRoll, DiceFeed, Trouble
from tracker.dice.face_lines import LONGEST, LineSplitter, read_line, text_of
from tracker.dice.notation import NotationError, read
from tracker.line_mode.listener import Listener
from tracker.session import Session


class Hands:
    """A source that a test writes into; what comes is tagged as a reading thread would."""

    def __init__(self) -> None:
        self.asked: AskedRoll | None = None
        self.waiting: list[Arrival] = []
        self.replies: list[str] = []

    def start(self, came: Callable[[], None]) -> None:
        """Nothing is read."""

    def stop(self) -> None:
        """Nothing is read."""

    def ask(self, roll: AskedRoll | None) -> None:
        self.asked = roll

    def take(self) -> Sequence[Arrival]:
        taken, self.waiting = self.waiting, []
        return taken

    def write(self, *lines: str, silence: float = 1.0) -> None:
        """Several lines at once, after a silence."""
        asked = self.asked.number if self.asked else 0
        for place, line in enumerate(lines):
            before = 0.0 if place else silence
            self.waiting.append(Arrival(line.encode(), asked, before, reply=self.replies.append))


class Fed:
    """A controller whose fight is shown, with its dice from outside."""

    def __init__(self, session: Session) -> None:
        self.session, self.controller, self.hands = session, controller_of(session), Hands()
        self.feed = DiceFeed(self.controller, self.hands)
        self.feed.shown()

    def send(self, *lines: str, silence: float = 1.0, busy: bool = False) -> str:
        """Write lines at once, take them, show what came of it; the notice."""
        self.hands.write(*lines, silence=silence)
        self.feed.take(busy)
        self.feed.shown()
        return self.controller.notice.text

    @property
    def last(self) -> str:
        """The last line of the fight."""
        return self.session.journal.steps[self.session.journal.done[-1]].line

    @property
    def dice(self) -> str:
        """The dice that are asked for."""
        return self.session.encounter.question.dice if self.session.encounter.question else ""


@pytest.fixture
def fed() -> Fed:
    """Anna's blow lands on Gruk, and her d100 is asked for; initiative, 2d6, comes after it."""
    table = at_once({**ANNA, "player": "Ana"}, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing")
    table.fall(3, 4)
    assert table.now.question is not None and table.now.question.dice.startswith("d100")
    return Fed(table.session)


def steps(fed: Fed) -> int:
    return len(fed.session.journal.done)


def test_a_line_answers_the_roll_that_is_asked_as_if_typed(fed: Fed) -> None:
    fed.send("98")
    assert fed.last == "98" and fed.hands.replies == ["taken 1"]
    press(fed.controller, "backspace")
    assert fed.controller.dice.text == "9", "it is corrected like a typed one"


def test_of_lines_that_come_at_once_only_the_first_counts(fed: Fed) -> None:
    before = steps(fed)
    notice = fed.send("98", "3 5", "44")
    assert steps(fed) == before + 1 and fed.last == "98"
    assert "44 was not taken: they came before this roll was asked." in notice
    assert [reply.split()[0] for reply in fed.hands.replies] == ["taken", "refused", "refused"]


def test_lines_that_never_stop_are_never_taken_for_the_next_roll(fed: Fed) -> None:
    fed.send("12")
    assert fed.dice
    before = steps(fed)
    for _ in range(20):
        fed.send("40", silence=LULL / 2)
    assert steps(fed) == before
    fed.send("40", silence=LULL)
    assert steps(fed) == before + 1


def test_a_program_that_never_stops_is_told_of_once_until_there_was_a_silence(fed: Fed) -> None:
    fed.send("12")
    assert "was not taken" in fed.send("40", silence=0.05)
    for number in range(20):
        fed.controller.notice = Notice()
        fed.hands.write(str(number + 1), "x", silence=0.05)
        dropped = f"Dice: {number} more lines were dropped."
        fed.hands.waiting.append(Arrival(b"", silence=0.05, trouble=dropped, kind=Trouble.DROPPED))
        assert fed.feed.take() == (number == 0), "there is nothing more to show"
        assert ("lines were dropped" in fed.controller.notice.text) == (number == 0)
    assert len(fed.hands.replies) == 2 + 40, "its writer is told each time"
    before = steps(fed)
    fed.send("40")
    assert steps(fed) == before + 1, "after a silence they count again"


def test_what_is_wrong_is_told_again_after_a_silence(fed: Fed) -> None:
    for _ in range(3):
        assert "101 is not on a d100" in fed.send("101")
        fed.controller.notice = Notice()
        assert fed.send("101", silence=0.1) == ""


def test_of_two_kinds_of_trouble_without_a_silence_both_are_told_whatever_their_numbers(fed: Fed) -> None:
    assert "101 is not on a d100" in fed.send("101")
    fed.controller.notice = Notice()
    assert fed.send("0", silence=0.1) == "", "another sentence of the same kind"
    assert "they name roll 9" in fed.send("9: 40", silence=0.1)


def test_in_line_mode_dice_that_never_stop_say_one_line_and_leave_what_a_repeats(two_dice: Fed) -> None:
    listener, hands = Listener(two_dice.session, lambda: "", None), Hands()
    feed = DiceFeed(listener.controller, hands)
    feed.shown()
    hands.write("9 9")
    assert len(listener.hear_dice(feed)) == 1
    repeated = listener.hear("a")
    for _ in range(5):
        hands.write("8 8", silence=0.05)
        assert listener.hear_dice(feed) == ()
    assert listener.hear("a") == repeated != ()


def test_a_line_that_came_before_the_roll_was_asked_is_refused_however_late_it_is_taken(fed: Fed) -> None:
    fed.hands.write("98")
    fed.session.say("12")
    fed.feed.shown()
    before = steps(fed)
    fed.feed.take()
    assert steps(fed) == before and "came before this roll" in fed.controller.notice.text


def test_while_the_next_roll_is_not_shown_yet_nothing_is_taken_for_it(fed: Fed) -> None:
    """The game master has typed the attack, and the location, a d100 too, is not on the screen."""
    fed.session.say("12")
    assert fed.dice == "d100"
    before = steps(fed)
    fed.hands.write("98", "1: 98")
    fed.feed.take()
    assert steps(fed) == before and "came before this roll" in fed.controller.notice.text


def test_a_line_that_names_the_roll_counts_at_once_and_for_no_other(fed: Fed) -> None:
    fed.send("1: 12")
    before = steps(fed)
    assert "they name roll 1, and roll 2 is asked" in fed.send("1: 40", silence=0.0)
    assert steps(fed) == before
    fed.send("2: 40", silence=0.0)
    assert steps(fed) == before + 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("101", "101 is not on a d100: 1 to 100."),
        ("0", "0 alone is not on a d100"),
        ("34 35", "34 35 gives 2 faces, and d100 is 1 die."),
        ("=0", "0 is not possible with d100"),
        ("", "A line of dice is faces such as 3 5"),
        ("roll", "A line of dice is faces such as 3 5"),
        ("\x1b]0;x\x07 3", "A line of dice is faces such as 3 5"),
        ("12; undo", "A line of dice is faces such as 3 5"),
        ("-3", "A line of dice is faces such as 3 5"),
        ("٣", "A line of dice is faces such as 3 5"),
        ("9" * 600, f"A line of dice has at most {LONGEST} bytes"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence_and_the_roll_stays_open(fed: Fed, line: str, sentence: str) -> None:
    before = steps(fed)
    assert fed.send(line).startswith(f"Dice: {sentence}")
    assert steps(fed) == before and fed.controller.dice.text == ""
    assert fed.hands.replies[0].startswith("refused ")
    fed.send("98")
    assert fed.last == "98"


def test_where_nobody_asked_for_a_roll_faces_are_refused(fed: Fed) -> None:
    fed.session.say("undo")
    fed.feed.shown()
    assert fed.hands.asked is None
    assert fed.send("98") == "Dice: 98 was not taken: no roll is asked."


def test_while_the_game_master_types_or_reads_a_page_faces_are_refused_and_what_is_typed_stays(fed: Fed) -> None:
    before = steps(fed)
    press(fed.controller, "4", "4")
    assert "you are typing" in fed.send("98") and fed.controller.dice.text == "4"
    press(fed.controller, "backspace")
    assert "looking elsewhere" in fed.send("98", busy=True)
    fed.controller.open_menu(GameMenu())
    assert "looking elsewhere" in fed.send("98")
    fed.controller.open_menu(None)
    assert steps(fed) == before
    fed.send("98")
    assert fed.last == "98"


@pytest.fixture
def two_dice() -> Fed:
    """Anna's initiative, 2d6, is asked for."""
    session = Table({**ANNA, "player": "Ana"}, GRUK, dice=[3] * 40).session
    session.say("begin")
    session.say("34")
    assert session.encounter.question is not None and session.encounter.question.dice == "2d6"
    return Fed(session)


def test_dice_that_come_one_by_one_are_gathered_for_their_roll(two_dice: Fed) -> None:
    before = steps(two_dice)
    two_dice.send("3", silence=0.0)
    assert two_dice.controller.dice.text == "3 " and two_dice.hands.replies == ["more 1 1"]
    assert steps(two_dice) == before
    two_dice.send("5", silence=0.0)
    assert two_dice.last == "3 5"


def test_two_digits_are_one_face_and_never_two_dice_or_a_sum(two_dice: Fed) -> None:
    assert two_dice.send("12") == "Dice: 12 is not on a d6: 1 to 6."
    assert "gives 3 faces, and 2d6 are 2 dice" in two_dice.send("1 2 3")
    two_dice.send("=8")
    assert two_dice.last == "=8"


def test_a_face_too_many_drops_those_before_it_too(two_dice: Fed) -> None:
    two_dice.send("3")
    assert two_dice.send("4 5").endswith("3, which came before, is dropped too.")
    assert two_dice.controller.dice.text == ""


def test_a_sum_is_one_number_and_never_put_together_from_two(two_dice: Fed) -> None:
    before = steps(two_dice)
    assert two_dice.send("=1 2").startswith("Dice: A line of dice is faces such as 3 5, or = and their sum")
    assert two_dice.send("1: =1 0").startswith("Dice: A line of dice")
    assert steps(two_dice) == before
    two_dice.send("= 8")
    assert two_dice.last == "=8"


def test_gathered_faces_that_the_game_master_deletes_are_forgotten_and_the_roll_is_taken_anew(two_dice: Fed) -> None:
    two_dice.send("3")
    press(two_dice.controller, "backspace")
    press(two_dice.controller, "backspace")
    assert two_dice.controller.dice.text == ""
    two_dice.send("4", silence=0.0)
    two_dice.send("5", silence=0.0)
    assert two_dice.last == "4 5"


def test_while_the_game_master_looks_back_faces_are_refused_on_the_page_that_is_shown(two_dice: Fed) -> None:
    before = steps(two_dice)
    two_dice.controller.walk_to(1)
    two_dice.send("3 5")
    assert "3 5 was not taken" in two_dice.controller.shown.notice.text
    assert steps(two_dice) == before
    two_dice.controller.walk_to(None)
    two_dice.send("3 5")
    assert two_dice.last == "3 5"


def test_faces_gathered_for_a_roll_that_is_undone_are_forgotten(two_dice: Fed) -> None:
    two_dice.send("3")
    two_dice.session.say("undo")
    two_dice.controller.dice.clear()
    two_dice.feed.shown()
    two_dice.session.say("redo")
    two_dice.feed.shown()
    two_dice.send("5")
    assert two_dice.controller.dice.text == "5 "


def test_in_secret_what_comes_is_in_secret(two_dice: Fed) -> None:
    two_dice.controller.dice.secret = True
    two_dice.send("3 5")
    assert two_dice.last == "secret 3 5"


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_however_bytes_are_cut_the_lines_are_the_same(parts: list[bytes]) -> None:
    whole, pieces = LineSplitter(), LineSplitter()
    data = b"".join(parts)
    lines = [line for part in parts for line in pieces.feed(part)]
    assert whole.feed(data) == lines and whole.end() == pieces.end()


def test_a_line_without_end_needs_no_memory() -> None:
    splitter = LineSplitter()
    for _ in range(1000):
        assert splitter.feed(b"1" * 1000) == []
    (line,) = splitter.feed(b"\n")
    assert len(line) == LONGEST + 1
    with pytest.raises(NotationError, match="at most"):
        read_line(line)


@given(st.binary(max_size=30))
def test_any_bytes_are_faces_or_a_sentence(data: bytes) -> None:
    try:
        line = read_line(data)
        text_of(read("3d6"), line.words)
    except NotationError as error:
        assert str(error).endswith(".") and str(error).isprintable()
