"""The odds on the screen: off until asked, greyed at once, begun anew when it is quiet, gone when idle."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.odds.fights import SAVES
from tracker.controller import odds_line
from tracker.controller.choices.marked_choice import marked_choice
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.odds_line import IDLE, QUIET, Choice, OddsLine
from tracker.dice.source import SeededDice
from tracker.odds.forecast import InThisProcess
from tracker.odds.result import headline
from tracker.odds.turning_points import Move
from tracker.session import Session
from tracker.session.dry_run import attack_of
from tracker.session.opening import look, session_of
from tracker.text.cells import words

SKIRMISH = SAVES / "plain-skirmish.toml"


class Pool(InThisProcess):
    """An executor that says whether it was let go."""

    begun = 0
    ended = 0

    def __init__(self, workers: int) -> None:
        Pool.begun += 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        Pool.ended += 1


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_line, "FIGHTS", 4)
    monkeypatch.setattr(odds_line, "TOLD", 2)
    Pool.begun = Pool.ended = 0


@pytest.fixture
def session() -> Session:
    own = session_of(look(SKIRMISH), SeededDice(1))
    own.say("ann rolled")
    return own


def line(processors: int = 2) -> OddsLine:
    return OddsLine(pool=Pool, processors=processors)


def played(odds: OddsLine, session: Session, now: float) -> None:
    """Go on until the forecast is known; the clock stands still."""
    odds.see(session, odds._choice, now)
    while odds.poll(session, now):
        pass


def test_nothing_is_played_before_it_is_asked_for(session: Session) -> None:
    odds = line()
    odds.see(session, None, 0.0)
    assert not odds.poll(session, 10.0) and odds.odds is None and Pool.begun == 0


def test_words_come_first_as_soon_as_it_is_asked_for(session: Session) -> None:
    odds = line()
    odds.turn_on()
    assert words(odds.line(60)).strip() == "odds: playing …"
    played(odds, session, 0.0)
    told = odds.line(80)
    assert "heroes " in words(told) and words(told).strip().endswith("%   16 fights")
    assert told[1].role == "now" and not odds.stale


def test_it_is_greyed_at_once_when_the_state_changes_and_begins_anew_when_it_is_quiet(session: Session) -> None:
    odds = line()
    odds.turn_on()
    played(odds, session, 0.0)
    session.say("begin")
    odds.see(session, None, 5.0)
    assert odds.stale and odds.line(80)[1].role == "dim"
    assert not odds.poll(session, 5.0 + QUIET / 2) and odds.stale
    odds.touched(5.0 + QUIET / 2)
    assert not odds.poll(session, 5.0 + QUIET) and odds.stale
    played(odds, session, 5.0 + 2 * QUIET)
    assert not odds.stale and odds.odds is not None and odds.odds.moment == "at round 0"


def test_it_begins_by_itself_on_one_processor_only_when_it_was_asked_for(session: Session) -> None:
    odds = line(processors=1)
    odds.turn_on()
    played(odds, session, 0.0)
    assert odds.odds is not None
    session.say("begin")
    odds.see(session, None, 1.0)
    assert not odds.poll(session, 100.0) and odds.stale


def test_the_workers_are_let_go_when_idle_and_come_back_with_the_next_forecast(session: Session) -> None:
    odds = line()
    odds.turn_on()
    played(odds, session, 0.0)
    odds.poll(session, IDLE - 1)
    assert (Pool.begun, Pool.ended) == (1, 0)
    odds.poll(session, IDLE + 1)
    assert (Pool.begun, Pool.ended) == (1, 1)
    session.say("begin")
    odds.see(session, None, IDLE + 2)
    played(odds, session, IDLE + 3)
    assert (Pool.begun, Pool.ended) == (2, 1) and not odds.stale


def test_turned_off_it_shows_nothing_and_its_workers_end(session: Session) -> None:
    odds = line()
    odds.turn_on()
    played(odds, session, 0.0)
    odds.turn_off()
    assert (odds.on, odds.odds, Pool.ended) == (False, None, 1)


def test_a_fight_that_cannot_be_forecast_says_why(session: Session) -> None:
    odds = line()
    odds.turn_on()
    for who in ("goblin-1", "goblin-2", "wolf"):
        session.say(f"{who} leaves")
    played(odds, session, 0.0)
    assert words(odds.line(80)).strip() == "Nothing to forecast: only the heroes are left." and Pool.begun == 0
    session.say("begin")
    played(odds, session, 1.0)
    played(odds, session, 1.0 + QUIET)
    line_of_80 = "Nothing to forecast: only the heroes are left. Look back for earlier odds."
    assert words(odds.line(80)).strip() == line_of_80


def test_why_there_are_no_odds_is_not_said_of_another_moment(session: Session) -> None:
    odds = line()
    odds.turn_on()
    for who in ("goblin-1", "goblin-2", "wolf"):
        session.say(f"{who} leaves")
    played(odds, session, 0.0)
    session.say("undo")
    odds.see(session, None, 1.0)
    assert words(odds.line(80)).strip() == "odds: playing …"
    assert odds.page([]) == ("The first fights are being played.",)


def test_the_page_of_a_fight_that_is_over_tells_what_turned_it(session: Session) -> None:
    odds = line()
    odds.turn_on()
    odds.chances = {1: ("begin", 0.5), 2: ("next", 0.8)}
    for who in ("goblin-1", "goblin-2", "wolf"):
        session.say(f"{who} leaves")
    played(odds, session, 0.0)
    told = odds.page([1, 2])
    assert told[0].startswith("Nothing to forecast") and told[-1] == "  step 2, next: 50 → 80 %"


def test_numbers_of_an_earlier_moment_stay_in_words_until_there_are_enough_new_ones(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    odds = line()
    odds.turn_on()
    played(odds, session, 0.0)
    before = words(odds.line(120)).strip().removesuffix("   16 fights")
    for name, value in (("FIGHTS", 12), ("TOLD", 10), ("BATCH", 0.0)):
        monkeypatch.setattr(odds_line, name, value)
    session.say("begin")
    odds.see(session, None, 1.0)
    assert words(odds.line(120)).strip() == f"{before}   of an earlier moment · playing …"
    odds.poll(session, 1.0 + QUIET)
    odds.poll(session, 1.0 + QUIET)
    assert odds.odds is not None and 0 < odds.odds.fights < 8
    told = f"{before}   of an earlier moment · playing … {odds.odds.fights} fights so far"
    assert words(odds.line(120)).strip() == told and odds.line(120)[1].role == "dim"
    played(odds, session, 2.0)
    assert words(odds.line(120)).strip().endswith("%   48 fights")


def test_each_policy_is_told_at_its_own_fights_and_the_first_of_them_waits_for_no_other(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("FIGHTS", 12), ("TOLD", 10), ("BATCH", 0.0)):
        monkeypatch.setattr(odds_line, name, value)
    odds = line()
    odds.turn_on()
    odds.see(session, None, 0.0)
    several: list[int] = []
    while odds.poll(session, 0.0):
        told = words(odds.line(120)).strip()
        if odds.odds is not None and "playing" not in told:
            enough = [row for row in odds.odds.rows if row.tally.fights >= 10]
            several.append(len(enough))
            among = f"{odds.odds.fights} fights by {len(enough)} of 4 policies"
            assert told.endswith(among if len(enough) < 4 else f"{odds.odds.fights} fights")
            assert headline(replace(odds.odds, rows=tuple(enough))) in told
            if len(several) == 1:
                assert len(enough) == 1 and odds.odds.fights < 2 * 10, "others may have begun, no more"
    assert several == sorted(several) and {1, 4} <= set(several)


def test_the_marked_choice_is_held_against_the_fight_as_it_is(session: Session) -> None:
    odds = line()
    odds.turn_on()
    session.say("begin")
    session.say("next")
    question = session.encounter.question
    assert question is not None and question.who == "bert"
    odds.see(session, Choice("goblin 1 47 %", "bert attack goblin-1"), 0.0)
    played(odds, session, 0.0)
    while odds._choosing is None:
        assert odds.poll(session, QUIET)
    assert words(odds.line(120)).rstrip().endswith("16 fights   if Bert attacks Goblin 1: playing …")
    played(odds, session, QUIET)
    told = words(odds.line(120))
    assert "16 fights   if Bert attacks Goblin 1: " in told and told.rstrip().endswith("%") and "→" in told
    for cells in (100, 80, 70):
        assert words(odds.line(cells)).rstrip().endswith(told.rstrip()[-9:])


def test_the_marked_choice_does_not_wait_for_the_last_fight(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_line, "FIGHTS", 100)
    odds = line()
    odds.turn_on()
    session.say("begin")
    session.say("next")
    odds.see(session, Choice("leaves", "bert leaves"), 0.0)
    now = 0.0
    while odds._choosing is None:
        now += QUIET
        assert odds.poll(session, now)
    assert odds._running is not None and odds.odds is not None and odds.odds.fights < 100


@pytest.mark.parametrize(
    ("keys", "words"), [((2,), 'Gruk chooses "dodge"'), ((4,), 'Gruk chooses "evade"'), ((1,), 'Gruk chooses "wait"')]
)
def test_a_marked_choice_is_told_without_its_price(keys: tuple[int, ...], words: str) -> None:
    session = session_of(look(SAVES / "duel.toml"), SeededDice(1))
    for text in ("begin", "roll", "roll", "next"):
        session.say(text)
    controller = controller_of(session)
    (controller.view.highlight,) = keys
    choice = marked_choice(controller)
    assert choice is not None and choice.words == words and attack_of(session, choice.line) == ""


def test_of_a_chance_behind_a_comma_or_a_colon_the_marked_choice_tells_nothing() -> None:
    session = session_of(look(SAVES / "duel.toml"), SeededDice(1))
    for text in ("begin", "roll", "roll", "next"):
        session.say(text)
    controller = controller_of(session)
    skill = next(choice for choice in session.rules.choices.menu(session.encounter, "gruk", ("other", "task")).choices)
    controller.open_menu(GameMenu(skill.path, "gruk"))
    controller.view.highlight = 0
    choice = marked_choice(controller)
    assert choice is not None and choice.words == f'Gruk chooses "{choice.line.split()[-1]}"'


def test_the_workers_are_let_go_while_a_choice_stays_marked_and_its_odds_stay(session: Session) -> None:
    odds = line()
    odds.turn_on()
    session.say("begin")
    session.say("next")
    odds.see(session, Choice("leaves", "bert leaves"), 0.0)
    played(odds, session, 0.0)
    played(odds, session, QUIET)
    told = words(odds.line(120))
    odds.poll(session, QUIET + IDLE)
    assert not odds.poll(session, QUIET + IDLE + 1)
    assert (Pool.begun, Pool.ended) == (1, 1) and words(odds.line(120)) == told


def test_a_choice_that_is_marked_is_taken_by_its_line() -> None:
    session = session_of(look(SKIRMISH), SeededDice(1))
    controller = controller_of(session)
    for text in ("ann rolled", "begin", "next"):
        controller.say(text)
    assert marked_choice(controller) is None
    choices = controller.prompt.choices
    controller.view.highlight = next(at for at, choice in enumerate(choices) if choice.line)
    choice = marked_choice(controller)
    assert choice is not None and choice.line == choices[controller.view.highlight].line


def test_the_three_steps_that_moved_the_odds_most_are_told_of_those_in_force() -> None:
    odds = OddsLine()
    odds.chances = {1: ("begin", 0.5), 2: ("next", 0.8), 3: ("undone", 0.1), 4: ("next", 0.75), 5: ("next", 0.2)}
    odds.chances |= {6: ("next", 0.2), 7: ("next", 0.3)}
    moves = odds.moves([1, 2, 4, 5, 6, 7])
    assert moves == (Move(5, "next", 0.75, 0.2), Move(2, "next", 0.5, 0.8), Move(7, "next", 0.2, 0.3))
    assert moves[0].text == "step 5, next: 75 → 20 %"
    odds._deeds = {5: "Wolf attacks Ann"}
    assert odds.moves([1, 2, 4, 5])[0].text == "step 5, Wolf attacks Ann: 75 → 20 %"


def test_the_rooms_of_the_players_and_the_record_know_nothing_of_it() -> None:
    rooms = ("player_screen", "web", "encounter", "storage/fight_log")
    package = Path(odds_line.__file__).parents[1]
    for room in rooms:
        for file in (package / room).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            assert "tracker.odds" not in text and "odds_line" not in text, file
