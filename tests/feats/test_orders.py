"""Standing orders of feats: `attack again`; what is repeated, and what order the rolls of one second have."""

from __future__ import annotations

import pytest

from tests.encounter.table import say, told
from tests.feats.table import chase, points, waiting
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.views.log.roll_log import RollLog


def test_who_is_ordered_to_attack_slams_again_over_the_same_yards_without_being_asked() -> None:
    fight = chase(3, 4, 4, 5, 6, 3, 4, 4, 3, 4, 4)
    say(fight, "begin", "next", "mira slam brute 4 foe 2 strong", "none", "mira orders attack again", "brute wait")
    events = say(fight, "next")
    declared = [event for event in events if isinstance(event, ev.ActionDeclared)]
    assert [(one.who, one.options, one.ordered) for one in declared] == [("mira", ("slam", "4", "2", "strong"), True)]


def test_orders_choose_the_first_foe_and_end_where_there_is_none_and_others_are_refused() -> None:
    fight = chase(6, 6, 6)
    say(fight, "begin", "mira orders attack again")
    events = say(fight, "next")
    assert "slam Brute" in " ".join(told(fight, events))
    with pytest.raises(Refused, match="there are attack"):
        say(fight, "mira orders dance")
    with pytest.raises(InvalidFile, match='orders "dance" are unknown'):
        chase(mira={"orders": "dance"})
    assert chase(mira={"orders": "attack again"}).encounter["mira"].orders


def test_orders_meet_a_slam_while_the_odds_are_good_enough() -> None:
    """9 or less is 37 percent, 12 or less 74."""
    for dodge, ways in ((9, []), (12, ["dodge"])):
        fight = waiting(3, 4, 4, 3, 3, 3, 3, brute={"dodge": dodge})
        events = say(fight, "brute orders attack, dodge above 50", "mira slam brute 5")
        assert [event.defence for event in events if isinstance(event, ev.DefenceDeclared)] == ways


def test_who_is_busy_and_throws_or_acts_at_once_is_not_told_to_have_waited() -> None:
    """A run is told when it begins; who lies in wait is told to wait no longer."""
    fight = chase(2, 2, 2, 4)
    say(fight, "begin", "next", "mira wait", "brute run", "to 3")
    lines = told(fight, say(fight, "brute throw Rock mira", "none"))
    assert any("throw Rock at Mira" in line for line in lines)
    assert not [line for line in lines if "waits" in line]
    assert [line for line in told(fight, say(fight, "mira sprint")) if "waits no longer" in line] == [
        "Mira waits no longer"
    ]
    assert not [line for line in told(fight, say(fight, "mira acts")) if "waits" in line]


def test_rolls_of_one_second_come_in_the_order_of_the_table_then_by_seat() -> None:
    """Swimming stands after running in the table, and is asked after it though it was begun before."""
    fight = waiting(3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3)
    say(fight, "mira dive", "mira swim", "brute run")
    events = say(fight, "to 60")
    rolled = [event.who for event in events if isinstance(event, ev.Rolled)]
    assert rolled == ["brute", "mira"]
    fight = waiting(*[3] * 6)
    say(fight, "brute sprint", "mira sprint")
    assert [event.who for event in say(fight, "to 16") if isinstance(event, ev.Rolled)] == ["mira", "brute"]
    assert points(fight)[1] == 11


def test_the_tired_slam_over_half_their_move_in_the_menu_by_line_and_by_orders() -> None:
    """Move 7, FP 3 of 11: 3.5 yards a second (F-ENC-3), of which 3 are run."""
    tired = {"pools": {"FP": 3}}
    fight = waiting(6, 6, 6, mira=tired)
    options = fight.rules.choices.menu(fight.encounter, "mira", ("slam",)).options
    assert "own yards: 3" in [choice.label for choice in options]
    say(fight, "mira slam brute")
    ordered = chase(6, 6, 6, mira=tired)
    say(ordered, "begin", "mira orders attack", "next")
    for one in (fight, ordered):
        last = one.encounter["mira"].last
        assert last is not None and last.options[1] == "3"


def test_one_who_lies_gets_up_of_its_own_accord_before_it_slams() -> None:
    fight = chase(3, 4, 4, 5, 6, 3)
    say(fight, "begin", "fix mira prone on", "mira orders attack", "next", "brute wait")
    lines = " ".join(told(fight, say(fight, "next")))
    assert lines.index("lying down is over") < lines.index("slam Brute (orders: attack)")


def test_the_log_puts_a_roll_to_the_second_it_fell_on_also_where_one_line_goes_over_several() -> None:
    fight = waiting(*[3] * 6)
    say(fight, "mira sprint", "to 43")
    log = RollLog(lambda who: fight.encounter[who].name)
    log.follow(fight.journal)
    assert [(entry.at, entry.when) for entry in log.entries if "Running" in entry.words.text] == [
        (16, "16"),
        (31, "31"),
    ]


def test_an_order_to_let_blows_come_is_not_taken_for_the_end_of_orders() -> None:
    fight = waiting(3, 4, 4, *(3,) * 12)
    say(fight, "brute orders answer none")
    orders = fight.encounter["brute"].orders
    assert (orders.answer, orders.text) == ("none", "answer none")
    events = say(fight, "mira slam brute 5")
    assert fight.encounter.question is None, "nobody is asked"
    assert any(isinstance(event, ev.Answered) and event.order for event in events)
    say(fight, "brute orders none")
    assert not fight.encounter["brute"].orders
