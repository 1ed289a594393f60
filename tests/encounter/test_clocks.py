"""Clocks that count down, have rounds, phases and passes: played, shown, undone, replayed and saved."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
import tomli
import tomli_w

from tests.encounter.clocks import CLOCKS, InPasses, Phases, Shots
from tests.encounter.skirmish import asked, happened, refused
from tests.encounter.table import Plain, say, table, told
from tests.lanes import sample
from tests.random_play import a_line
from tests.tales import tale_of
from tracker import testing as contract
from tracker.cli.narration import Teller, standing
from tracker.dice.source import SeededDice
from tracker.encounter.engine.declarations import may_declare_at
from tracker.encounter.engine.journal import Step
from tracker.encounter.engine.step import StepBuilder
from tracker.export.html import markup
from tracker.line_mode.status_text import what_is_due
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, ROUND
from tracker.player_screen.big_digits import large
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Scene
from tracker.players.view import Showing, view
from tracker.session import Session
from tracker.storage.fight_log.state_codec import keys_of_state, state_of
from tracker.views.headline import lay_head
from tracker.views.timeline.timeline import lay_timeline
from tracker.web.sections import sections


def head(session: Session) -> str:
    """The head line at 120 columns."""
    return "".join(span.text for span in lay_head(session.encounter, session.rules, "Ford", "", 120))


def lanes(session: Session, cells: int = 110) -> list[str]:
    """The timeline, line by line."""
    lines = lay_timeline(session.encounter, session.rules, cells=cells, height=8).lines
    return ["".join(span.text for span in line) for line in lines]


def moments(session: Session) -> dict[str, str]:
    """When everybody may declare, as the table writes it."""
    return {due.who: session.rules.unit.text(due.count) for due in session.encounter.agenda if due.what == DECLARE}


def test_the_higher_shot_comes_first_and_an_action_goes_on_further_down() -> None:
    fight = table(Shots, (4, 6, 1))  # initiative of Ann and Bob, then Bob misses
    say(fight, "begin", "next")
    assert moments(fight) == {"bob": "1:12", "ann": "1:10"} and asked(fight) == "bob"
    say(fight, "bob attack ann", "next")
    assert moments(fight) == {"ann": "1:10", "bob": "1:9"}


def test_a_new_sequence_rolls_anew_and_is_told_to_everybody() -> None:
    fight = table(Shots, (4, 6, 2, 3))
    say(fight, "begin", "next", "bob wait", "next", "ann wait")
    events = say(fight, "to 2:12")
    assert [(event.number, event.called) for event in happened(fight, ev.RoundBegan)] == [(2, "sequence")]
    assert "Sequence 2 begins" in told(fight, events)
    steps = [fight.journal.steps[number].events for number in fight.journal.done]
    assert "Sequence 2 begins" in [
        line.text for line in tale_of(table(Shots).encounter, steps, fight.rules, Showing()).lines
    ]
    assert moments(fight) == {"bob": "2:9", "ann": "2:8"}, "5 and 6 of the dice 2 and 3"


def test_whoever_waits_from_one_sequence_to_the_next_rolls_with_the_others() -> None:
    fight = table(Shots, (4, 6, 2, 3))
    say(fight, "begin", "next", "bob wait", "next", "ann wait")
    assert fight.encounter["ann"].waiting and fight.encounter["bob"].waiting
    say(fight, "next")
    assert not fight.encounter["ann"].waiting
    assert fight.encounter.count == 15 and asked(fight) == "bob"


def test_initiative_that_is_rolled_once_orders_every_round() -> None:
    fight = table(Phases, (4, 9))
    say(fight, "begin", "next")
    for who in ("bob", "ann"):
        assert asked(fight) == who
        say(fight, f"{who} guard", "next", "next")
    assert (fight.rules.unit.text(fight.encounter.count), asked(fight)) == ("2.melee", "bob")
    assert len(happened(fight, ev.Rolled)) == 2


def test_a_total_acts_in_every_pass_it_reaches_and_an_interrupt_lowers_it() -> None:
    fight = table(InPasses, (6, 1))
    say(fight, "begin", "next")
    assert moments(fight) == {"ann": "1.1:20", "bob": "1.1:16"}, "21 acts at the top"
    say(fight, "ann guard", "next")
    assert moments(fight) == {"bob": "1.1:16", "ann": "1.2:11"}
    say(fight, "ann damage 5")
    assert moments(fight)["ann"] == "1.2:6"
    say(fight, "next", "bob guard", "next", "next", "ann guard", "next", "next", "bob guard", "next")
    assert moments(fight) == {}, "16 less 20, and 16 less 20"
    assert [due.what for due in fight.encounter.agenda] == [ROUND]


def test_a_fight_of_rounds_without_anybody_able_is_not_turned_over_and_over() -> None:
    fight = table(Shots, (4, 6))
    say(fight, "begin", "ann leaves", "bob leaves")
    assert "No fighter is left" in refused(fight, "next")
    say(fight, "to 4:12")
    assert len(happened(fight, ev.RoundBegan)) == 3


def test_next_stops_after_a_round_in_which_nobody_has_a_moment() -> None:
    class Idle(Shots):
        """Nobody is ever placed again after the first round."""

        def begin_round(self, draft: object, number: int) -> None:
            if number == 1:
                super().begin_round(draft, number)  # type: ignore[arg-type]

    fight = table(Idle, (4, 6))
    say(fight, "begin", "next", "bob wait", "next", "ann wait", "next")
    assert fight.rules.unit.text(fight.encounter.count) == "2:12"
    assert fight.encounter.question is None


@pytest.mark.parametrize("clock", [Shots, Phases, InPasses])
def test_a_game_without_rounds_of_its_own_has_no_entry_for_them(clock: type[Plain]) -> None:
    plain, with_rounds = table(Plain, (1, 2)), table(clock, (1, 2))
    say(plain, "begin")
    say(with_rounds, "begin")
    assert not any(due.what == ROUND for due in plain.encounter.agenda)
    assert [due.ref for due in with_rounds.encounter.agenda if due.what == ROUND] == ["2"]


def test_head_lanes_log_and_line_mode_read_a_clock_that_goes_down() -> None:
    fight = table(Shots, (4, 6, 1))
    events = say(fight, "begin", "next")
    assert "sequence 1, shot 12" in head(fight) and "then ◆1:10 Ann" in head(fight)
    narrow = "".join(span.text for span in lay_head(fight.encounter, fight.rules, "At the ford", "", 92))
    assert "shot 1:12" in narrow and "At the ford" in narrow, "short, before the title gives way"
    ruler, ann, bob = lanes(fight)[:3]
    assert "▼1:12" in ruler and "5" in ruler.split() and "2:12" in ruler.split()
    assert ruler.index("▼1:12") < ruler.index("2:12")
    assert "◆1:10" in ann and "◆1:12" in bob
    assert "round" not in "".join(lanes(fight)), "the next round is on the ruler, and is no effect"
    say(fight, "bob attack ann", "next", "next", "ann wait")
    assert "then 2:12 sequence 2" in head(fight)
    assert [*what_is_due(fight.encounter, fight.rules)] == [
        "It is sequence 1, shot 10.",
        "1:9: Bob may declare",
        "2:12: sequence 2 begins",
    ]
    assert next(standing(fight.encounter, fight.rules)) == "A small fight: sequence 1, shot 10"
    assert (
        [*Teller(fight.encounter, fight.rules.unit).lines(Step(1, 0, "", tuple(events)), 0)][-1]
        .strip()
        .startswith("1:12")
    )
    assert refused(fight, "to 1:11") == "The fight is at 1:10 already; `undo` goes back to 1:11."
    assert "such as 4:11, from 1:12 on, not 44" in refused(fight, "to 44")


def test_the_players_screen_and_their_page_read_a_clock_that_goes_down() -> None:
    fight = table(Shots, (4, 6, 1))
    say(fight, "begin", "next", "bob attack ann", "next")
    shown = view(fight.encounter, fight.rules, Showing(), fight.encounter.count)
    scene = Scene(shown, fight.rules)
    screen = ["".join(span.text for span in line) for line in lay_screen(scene, "", 90, 20)]
    assert all(line.startswith(f"  {digits}") for line, digits in zip(screen[1:4], large("1:12"), strict=True))
    assert any("1:9  Bob may declare" in line for line in screen[1:4])
    page = markup(sections(scene)["now"])
    assert "sequence 1, shot 12" in page and "1:10" in page


def test_a_bare_number_means_the_shot_of_this_sequence_or_the_next() -> None:
    fight = table(Shots, (4, 6))
    say(fight, "begin", "next", "bob wait", "next", "fix ann count 11", 'event 11 "Rain"', 'event 8 "Wind"')
    assert moments(fight) == {"ann": "2:11"}
    assert {event.text: fight.rules.unit.text(event.at) for event in fight.encounter.events} == {
        "Rain": "2:11",
        "Wind": "1:8",
    }


@pytest.mark.parametrize("name", CLOCKS)
@pytest.mark.parametrize("seed", sample(range(6)))
def test_random_fights_are_undone_replayed_and_the_same_after_a_save(name: str, seed: int) -> None:
    start = table(CLOCKS[name]).encounter
    session = contract.fight(start, table(CLOCKS[name]).rules, SeededDice(seed))
    random = Random(seed)
    session.say("begin")
    for _ in range(60):
        if random.random() < 0.15:
            _back_and_forth(session, random)
        with suppress(Refused):
            session.say(a_line(session, random))
        contract.check_state(session)
        now = session.encounter
        saved = tomli_w.dumps(keys_of_state(now))
        loaded = state_of(tomli.loads(saved), start, session.rules)
        assert loaded == now and tomli_w.dumps(keys_of_state(loaded)) == saved
        assert head(session) and lanes(session, 70) and [*what_is_due(now, session.rules)]
    contract.check_replay(session, start)
    contract.check_undo(session, start)


def _back_and_forth(session: Session, random: Random) -> None:
    """Undo some steps, and redo some of them: not always all."""
    many = min(len(session.journal.done) - 1, random.randint(1, 5))
    for _ in range(many):
        session.undo()
    for _ in range(random.randint(0, many)):
        session.redo()


def test_a_fighter_holds_until_a_shot_and_may_act_before_it() -> None:
    fight = table(Shots, (4, 6))
    events = say(fight, "begin", "next", "bob wait until 5")
    assert told(fight, events)[-1] == "Bob may declare at 1:5"
    assert fight.encounter["bob"].waiting and moments(fight) == {"bob": "1:5", "ann": "1:10"}
    say(fight, "next", "bob guard")
    assert not fight.encounter["bob"].waiting and "bob" not in moments(fight), "it acts before Ann, at her shot"


def test_who_holds_is_asked_when_the_shot_comes_and_may_hold_on() -> None:
    fight = table(Shots, (4, 6))
    say(fight, "begin", "next", "bob wait until 5", "next", "ann wait", "next")
    assert (fight.rules.unit.text(fight.encounter.count), asked(fight)) == ("1:5", "bob")
    say(fight, "bob wait until 2")
    assert moments(fight) == {"bob": "1:2"}
    assert refused(fight, "ann wait until 1:5") == "Ann cannot wait until 1:5: it is 1:5 already."
    assert "takes an end or nothing, not for tea: ann wait, or: ann wait until" in refused(fight, "ann wait for tea")


def test_a_hold_is_ended_by_an_interrupt_and_by_whatever_ends_a_wait() -> None:
    fight = table(Shots, (4, 6, 3, 3))
    say(fight, "begin", "next", "bob wait until 5")
    say(fight, "next", "bob acts")
    assert asked(fight) == "bob" and moments(fight)["bob"] == "1:10", "out of turn, now"
    say(fight, "bob wait until 2", "ann wait", "bob falls")
    assert moments(fight) == {} and not fight.encounter["bob"].waiting


def test_a_game_in_which_a_wait_ends_by_itself_refuses_an_end() -> None:
    class Until(Shots):
        """To wait is to act one shot later."""

        def start_wait(self, draft: StepBuilder, who: str) -> bool:
            may_declare_at(draft, who, draft.encounter.count + 1)
            return False

    fight = table(Until, (4, 6))
    say(fight, "begin", "next")
    assert refused(fight, "bob wait until 5") == "In this game a wait ends by itself; `bob wait` is the whole line."
    say(fight, "bob wait")
    assert moments(fight)["bob"] == "1:11"
