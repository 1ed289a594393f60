"""What the clock takes and gives: moving, working, resting, and where the bars are heading (H-NRG, H-MOVE)."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK, current_tables, duel, refused, rolls
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.model import events as ev

MINUTE, HOUR = 600, 36_000


def resting(*lines: str) -> Table:
    """Nobody in the way: both wait, then the lines are said."""
    table = at_once(ANNA, GRUK)
    table.say("next", "anna wait", "gruk wait", *lines)
    return table


def lost(table: Table, pool: str) -> int:
    return table.now["anna"].full(pool) - table.now["anna"].pool(pool)


@pytest.mark.parametrize(
    ("verb", "pool", "counts", "points"),
    [
        ("walks", "PFT", 10 * MINUTE, 10),
        ("walks", "PEX", 10 * MINUTE, 1),
        ("walks", "MFT", 10 * MINUTE, 0),
        ("works", "PFT", 10 * MINUTE, 30),
        ("works", "PEX", 10 * MINUTE, 3),
        ("jogs", "PEX", 10 * MINUTE, 10),
        ("jogs", "PFT", 10 * MINUTE, 0),
        ("runs", "PEX", MINUTE, 6),
        ("dashes", "PEX", 10, 2),
        ("dashes", "PEX", 100, 20),
        ("crawls", "PFT", HOUR, 0),
        ("crawls", "PEX", HOUR, 0),
        ("studies", "MFT", 10 * MINUTE, 10),
        ("studies", "MEX", 10 * MINUTE, 1),
        ("researches", "MFT", 10 * MINUTE, 30),
        ("researches", "MEX", 10 * MINUTE, 3),
        ("rides", "PEX", HOUR, 0),
    ],
)
def test_what_an_activity_costs(verb: str, pool: str, counts: int, points: int) -> None:
    table = resting(f"anna {verb}")
    table.say(f"+{counts}")
    assert lost(table, pool) == points


def test_an_hours_walk_costs_what_the_table_of_hours_prints() -> None:
    table = resting("anna walks")
    table.say(f"+{36 * MINUTE}")
    assert (lost(table, "PFT"), lost(table, "PEX")) == (36, 3), "36 PFT are all there is; a tenth in PEX"
    table.say(f"+{24 * MINUTE}")
    assert lost(table, "PEX") == 3 + 24, "fatigue that is not there comes off exhaustion, one for one"


@pytest.mark.parametrize(
    ("verb", "exhaustion", "hours"),
    [("sits", 2, 1), ("rests", 5, 1), ("sleeps", 10, 1), ("rests", 15, 3)],
)
def test_what_rest_gives_back(verb: str, exhaustion: int, hours: int) -> None:
    table = resting("fix anna PFT 0", "fix anna PEX 10", "fix anna MFT 0", "fix anna MEX 10", f"anna {verb}")
    table.say("+50")
    assert table.now["anna"].pool("PFT") == table.now["anna"].pool("MFT") == 5, "1 a second"
    table.say(f"+{hours * HOUR - 50}")
    assert table.now["anna"].pool("PFT") == 36
    assert table.now["anna"].pool("PEX") == table.now["anna"].pool("MEX") == 10 + exhaustion


def test_a_large_meal_gives_six_when_it_is_over() -> None:
    table = resting("fix anna PEX 10", "anna eats", f"+{HOUR // 2}")
    assert table.now["anna"].pool("PEX") == 10
    table.say("anna idles")
    assert table.now["anna"].pool("PEX") == 16


def test_parts_of_a_point_carry_from_one_activity_to_the_next() -> None:
    table = resting("anna walks", "+400", "anna idles", "+1000", "anna walks", "+199")
    assert lost(table, "PFT") == 0
    table.say("+1")
    assert lost(table, "PFT") == 1, "two thirds of a minute and a third"
    table = resting("anna jogs", "+300", "anna runs", "+49")
    assert lost(table, "PEX") == 0
    table.say("+1")
    assert lost(table, "PEX") == 1, "half a point of jogging and half a one of running"


def test_rest_that_had_nothing_to_restore_goes_on_when_something_is_lost() -> None:
    table = resting("anna sits", "+1000")
    assert not [due for due in table.now.agenda if due.what == "energy"]
    table.say("anna damage 5", "+10")
    assert lost(table, "PFT") == 4


@current_tables
def test_moving_weighs_on_what_is_done_and_shows_why() -> None:
    for verb, physical, mental in (("jogs", 3, 1), ("runs", 5, 2), ("dashes", 7, 4), ("rides", 10, 3)):
        table = duel()
        table.say(f"anna {verb}")
        assert table.ask("why anna strike").words[-2] == f"chance {64 - 5 * physical} %", verb
        assert table.ask("why anna perception mental").words[-2] == f"chance {36 - 5 * mental} %", verb


def test_players_see_how_others_move_and_not_what_stance_they_take() -> None:
    table = duel()
    table.say("anna runs", "fix gruk off balance on")
    visible = table.session.rules.display.visible_condition
    assert [visible(condition) for condition in table.now["anna"].conditions] == ["run"]
    assert [visible(condition) for condition in table.now["gruk"].conditions] == ["off balance"]
    table.say("anna attack gruk allout")
    assert [visible(condition) for condition in table.now["anna"].conditions] == ["run", ""]


@pytest.mark.parametrize(("verb", "factor"), [("walks", 0), ("jogs", 2), ("runs", 4), ("dashes", 6), ("rides", 10)])
def test_moving_in_1997(verb: str, factor: int) -> None:
    table = duel(edition="1997")
    table.say(f"anna {verb}")
    assert table.ask("why anna strike").words[-2] == f"chance {64 - 5 * factor} %"
    assert table.ask("why anna perception mental").words[-2] == f"chance {36 - 5 * factor // 2} %"


@pytest.mark.parametrize(
    ("verb", "factor"), [("crawls", 2), ("walks", 4), ("jogs", 6), ("runs", 8), ("dashes", 10), ("rides", 14)]
)
def test_a_moving_target_is_harder_to_hit_in_1997_only(verb: str, factor: int) -> None:
    for edition, df in (("1997", factor), ("current", 0)):
        table = duel(edition=edition, house_rules={"fumble": "note", "critical_failure": "gated"})
        table.say(f"gruk {verb}")
        table.fall(60, 3, 3)
        table.say("anna attack gruk", "next", *(["gruk nothing"] if 5 * df < 52 else []))
        assert rolls(table, "attack")[0].chance == 52 - 5 * df


def test_rates_are_parts_of_the_dash_to_one_decimal() -> None:
    table = duel({**ANNA, "derived": {"PMV": 10}})
    words = table.ask("why anna movement").words
    assert [line.split(" (")[0] for line in words] == [
        "crawl 0.6 m/s",
        "walk 1.3 m/s, −1 PFT every minute",
        "jog 2.5 m/s, −1 PEX every minute",
        "run 5 m/s, −6 PEX every minute",
        "dash 10 m/s, −2 PEX every second",
    ]


# Getting faster


def test_accelerating_takes_a_check_to_the_rate_below_and_another_to_the_rate() -> None:
    table = duel()
    table.fall(36)
    table.say("anna accelerate run")
    assert rolls(table, "movement")[0].chance == 36, "PAG, without a movement skill"
    assert table.now["anna"].condition("moving").of == "jog"  # type: ignore[union-attr]
    assert table.asked() == ("anna", "declaration")
    assert "tried at this count" in refused(table, "anna accelerate run")
    table.fall(3, 3, 36)
    table.say("anna act turn", "next", "next", "anna accelerate run")
    assert table.now["anna"].condition("moving").of == "run"  # type: ignore[union-attr]


def test_a_failure_gains_nothing_at_first_and_later_drops_one_rate_below_the_one_had() -> None:
    table = duel()
    table.fall(37)
    table.say("anna accelerate run")
    assert table.now["anna"].condition("moving") is None
    table = duel()
    table.fall(37)
    table.say("anna jogs", "anna accelerate run")
    assert table.now["anna"].condition("moving").of == "walk"  # type: ignore[union-attr]
    table = duel()
    table.fall(37)
    table.say("anna crawls", "anna accelerate run")
    assert table.now["anna"].condition("moving") is None, "one below crawling is standing, and never less"
    table = duel(house_rules={"reading": "second"})
    table.fall(37)
    table.say("anna jogs", "anna accelerate run")
    assert table.now["anna"].condition("moving").of == "jog"  # type: ignore[union-attr]


def test_a_movement_skill_is_used_for_it_and_slowing_down_needs_none() -> None:
    table = duel({**ANNA, "skill": [*ANNA["skill"], {"name": "Running", "basis": ["PAG"], "rank": 5}]})
    table.fall(50)
    table.say("anna accelerate dash")
    assert rolls(table, "movement")[0].chance == 56
    assert "without a check" in refused(table, "anna accelerate walk")
    table.say("anna walks")
    assert table.now["anna"].condition("moving").of == "walk"  # type: ignore[union-attr]


# Where it leads


@current_tables
def test_the_bars_say_where_they_are_heading() -> None:
    table = resting("fix anna PEX 20", "anna dashes")
    rules, now = table.session.rules, table.now
    assert rules.display.pool_outlook(now, "anna") == "out of breath at 111", "20 PEX at 2 a second, from 11"
    table.say("to 60")
    assert rules.display.pool_outlook(table.now, "anna") == "out of breath at 111"
    table.say("to 111")
    assert table.now["anna"].pool("PEX") == 0
    assert table.ask("why anna strike").words[-2] == "chance −1 %", "out of PEX and dashing"
    table.say("anna rests")
    assert rules.display.pool_outlook(table.now, "anna").startswith("PEX full at")
    table.say("fix anna PFT 30")
    assert rules.display.pool_outlook(table.now, "anna").startswith("PFT full at 171")


def test_why_tells_of_a_pool_where_that_one_is_going_and_of_no_other() -> None:
    table = resting("fix anna PEX 20", "anna dashes")
    assert table.ask("why anna PEX").words[-1] == "out of breath at 111"
    assert "breath" not in "".join(table.ask("why anna PBD").words)
    table.say("fix anna MEX 0", "fix anna MFT 0", "anna studies")
    assert table.ask("why anna MEX").words[-1] == "exhausted in mind"
    assert "exhausted" not in "".join(table.ask("why anna PEX").words)


def test_each_pool_says_which_way_the_clock_takes_it() -> None:
    table = resting("anna dashes")
    rules = table.session.rules
    assert rules.display.pool_trends(table.now, "anna") == {"PEX": -1}
    table.say("fix anna PFT 30", "anna rests")
    assert rules.display.pool_trends(table.now, "anna") == {"PFT": 1}, "what is full stays so"
    table.say("fix anna bleeding on")
    assert rules.display.pool_trends(table.now, "anna")["PFT"] == -1, "a wound bleeds fatigue first"
    table.say("fix anna PFT 0")
    assert rules.display.pool_trends(table.now, "anna")["PBD"] == -1


@current_tables
def test_energy_is_explained() -> None:
    table = resting("anna walks")
    assert table.ask("why anna energy").words == (
        "walks: −1 PFT every 600 counts (H-NRG-1)",
        "out of PFT at 21611",
    )
    assert "nothing that costs" in table.ask("why gruk energy").words[0]


def test_one_who_falls_moves_no_more() -> None:
    table = resting("anna runs", "anna falls")
    assert table.now["anna"].condition("moving") is None
    assert "cannot move" in refused(table, "anna runs")


def test_an_hour_on_the_clock_is_a_bounded_number_of_events() -> None:
    table = resting("fix anna PFT 0", "anna sits")
    before = len(table.events())
    table.say(f"+{HOUR}")
    assert len(table.events()) - before < 250


def test_what_stood_still_for_want_of_points_goes_on_when_there_are_some() -> None:
    table = resting("fix anna PEX 0", "anna dashes", "+50", "fix anna PEX 20", "+50")
    assert table.now["anna"].pool("PEX") == 10
    table = resting("fix anna PFT 0", "fix anna PEX 0", "anna walks", "+50", "fix anna PFT 20", "+1200")
    assert table.now["anna"].pool("PFT") == 18


def test_accelerating_minds_every_state_but_the_pace_itself() -> None:
    table = duel()
    table.say("anna jogs", "fix anna jolted on")
    assert table.ask("why anna accelerate").words[-2] == f"chance {36 - 10} %"


def test_a_meal_takes_its_time_and_is_not_eaten_falling() -> None:
    table = duel()
    table.say("fix anna PEX 10", "anna eats", "anna idles", "anna eats", "fix anna PBD 0")
    assert table.now["anna"].pool("PEX") == 10


def test_who_sleeps_is_asleep_and_doing_something_wakes() -> None:
    table = duel()
    table.say("anna sleeps")
    assert table.ask("why anna perception").words[-2] == f"chance {36 - 20} %"
    table.say("anna attack gruk")
    assert table.now["anna"].marks["activity"] == ""


# What ends it


@pytest.mark.parametrize(
    ("verb", "ends"),
    [("sits", True), ("rests", True), ("sleeps", True), ("eats", True), ("walks", False), ("studies", False)],
)
def test_acting_ends_rest_and_no_work(verb: str, ends: bool) -> None:
    for line in ("anna attack gruk", "anna evade"):
        table = duel()
        table.say(f"anna {verb}", line)
        assert (table.now["anna"].marks["activity"] == "") is ends
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 60", f"anna {verb}", "next", "gruk attack anna", "next")
    table.fall(60, 3, 3)
    table.say("anna parry")
    assert (table.now["anna"].marks["activity"] == "") is ends, "and so does answering a blow"


def test_doing_nothing_against_a_blow_wakes_nobody() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 60", "anna sits", "next", "gruk attack anna", "next")
    table.fall(60, 3, 3)
    table.say("anna nothing")
    assert table.now["anna"].marks["activity"] == "sit"


@pytest.mark.parametrize(
    ("verb", "goes_on"), [("crawls", True), ("rides", True), ("walks", False), ("dashes", False), ("studies", True)]
)
def test_a_fall_ends_walking_and_running_alone(verb: str, goes_on: bool) -> None:
    table = resting(f"anna {verb}", "fix anna prone on")
    assert (table.now["anna"].marks["activity"] != "") is goes_on


@pytest.mark.parametrize("line", ["anna leaves", "anna surrenders", "fix anna PBD 0", "fix anna moving off"])
def test_with_its_fighters_part_in_the_fight_an_activity_ends(line: str) -> None:
    table = resting("anna walks", line)
    assert table.now["anna"].marks["activity"] == "" and table.now["anna"].condition("moving") is None
    assert not [due for due in table.now.agenda.of("anna") if due.what == "energy"]


def test_another_pace_takes_the_place_of_the_one_before() -> None:
    table = resting("anna walks")
    assert table.now["anna"].condition("moving").label == "walks"  # type: ignore[union-attr]
    before = len(table.events())
    table.say("anna walks")
    assert not [e for e in table.events()[before:] if isinstance(e, ev.ConditionGained | ev.ConditionEnded)]
    table.say("anna runs")
    assert table.now["anna"].condition("moving").label == "runs"  # type: ignore[union-attr]
    ended = [event for event in table.events() if isinstance(event, ev.ConditionEnded)]
    assert [(event.label, event.why) for event in ended] == [("walks", "moves otherwise")]
    table.say("anna studies")
    assert table.now["anna"].condition("moving") is None


def test_a_meal_too_short_is_told_and_one_broken_off_by_a_fall_is_not() -> None:
    def told(table: Table) -> bool:
        notes = [event.text for event in table.events() if isinstance(event, ev.Noted)]
        return "Anna eats too short a time for a meal (H-NRG-4)" in notes

    assert told(resting("anna eats", "+5999", "anna idles"))
    assert not told(resting("anna eats", "+6000", "anna idles"))
    assert not told(resting("anna eats", "fix anna PBD 0"))
    assert not told(resting("anna sits", "+10", "anna idles"))


def test_who_has_no_exhaustion_to_lose_is_not_out_of_breath() -> None:
    table = duel({**ANNA, "derived": {"PEX": 0}})
    assert table.ask("why anna strike").words[-2] == "chance 64 %"
    table = duel()
    table.say("fix anna PEX 0")
    assert table.ask("why anna strike").words[-2] == "chance 34 %"


@pytest.mark.parametrize(
    ("pool", "words"), [("PEX", "out of breath: out of PEX"), ("MEX", "exhausted in mind: out of MEX")]
)
def test_the_last_point_of_exhaustion_is_told_by_its_name(pool: str, words: str) -> None:
    table = duel()
    fatigue = "PFT" if pool == "PEX" else "MFT"
    table.say(f"fix anna {fatigue} 0", f"fix anna {pool} 2", f"anna spends 1 {fatigue}")
    assert not [event for event in table.events() if isinstance(event, ev.Noted) and "out of" in event.text]
    table.say(f"anna spends 1 {fatigue}")
    notes = [event.text for event in table.events() if isinstance(event, ev.Noted)]
    assert notes[-1] == f"Anna is {words} (H-COND)"
    table.say(f"anna spends 1 {fatigue}")
    assert len([event for event in table.events() if isinstance(event, ev.Noted) and "out of" in event.text]) == 1


def test_a_part_of_a_point_is_not_carried_over_a_full_or_an_empty_pool() -> None:
    table = resting("anna rests", "+590", "anna walks", "+599")
    assert lost(table, "PFT") == 0
    table.say("+1")
    assert lost(table, "PFT") == 1


@pytest.mark.parametrize(("verb", "moves"), [("walks", ""), ("jogs", "Anna"), ("dashes", "Anna"), ("rides", "Anna")])
def test_while_anybody_moves_faster_than_a_walk_its_name_is_known(verb: str, moves: str) -> None:
    table = resting(f"anna {verb}")
    assert conditions.faster_than_a_walk(table.now, Rulebook.under().book) == moves
    table.say("anna leaves")
    assert conditions.faster_than_a_walk(table.now, Rulebook.under().book) == ""


@pytest.mark.parametrize(
    ("lines", "pool", "ends"),
    [
        (("fix anna PFT 30", "anna walks", "+300", "anna rests"), "PFT", 36),
        (("fix anna PFT 30", "anna rests", "+7", "anna walks", "+100", "anna rests"), "PFT", 36),
        (("fix anna PEX 50", "anna jogs", "+450", "anna sleeps"), "PEX", 60),
        (("fix anna PFT 3", "anna walks", "+250", "anna works"), "PFT", 0),
        (("fix anna PEX 2", "anna jogs", "+350", "anna runs"), "PEX", 0),
    ],
)
def test_a_pool_is_full_or_empty_at_the_count_that_is_told(lines: tuple[str, ...], pool: str, ends: int) -> None:
    table = resting(*lines)
    *_, told = table.ask(f"why anna {pool}").words
    count = int(told.rsplit(maxsplit=1)[-1])
    table.say(f"to {count - 1}")
    assert table.now["anna"].pool(pool) != ends
    table.say("+1")
    assert table.now["anna"].pool(pool) == ends
