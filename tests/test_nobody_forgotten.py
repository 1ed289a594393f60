"""Nobody is forgotten: who leaves, falls, heals, waits or comes late is asked when it may act, and never otherwise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import tomli

from tests.encounter.table import Plain, say, table, told
from tests.game_master import answered
from tests.lanes import sample
from tests.random_play import ONE_OF_EACH, a_line, kind
from tests.tui.opening import Middling, example
from tracker.cli import main
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine.evolve import evolve
from tracker.encounter.features.presence import out_at_the_start
from tracker.games.packs.models import Clock
from tracker.games.packs.timing import timetable
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.commands import Advance, Join
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, Rank
from tracker.session import Session
from tracker.storage.preparation import prepare
from tracker.testing import check_state

every_game = pytest.mark.parametrize("name", sample(ONE_OF_EACH, each=kind))
seeds = pytest.mark.parametrize("seed", sample(range(10), 1))
OUT = ("leaves", "surrenders", "falls")


def assert_nobody_out_has_a_turn(session: Session) -> None:
    """Nobody who is out is asked to declare, or has a moment to come."""
    encounter = session.encounter
    question = encounter.question
    if question is not None and question.ask is Ask.DECLARE:
        assert encounter[question.who].able, f"{question.who} is asked and {encounter[question.who].presence.words}"
    moments = [due.who for due in encounter.agenda if due.what == DECLARE and not encounter[due.who].able]
    assert not moments, f"{moments} are out and have a turn to come"


def goes_on(session: Session, random: Random, lines: int) -> None:
    """The fight is played by its menus, and nobody who is out has a turn; it ends where `next` is refused."""
    for _ in range(lines):
        assert_nobody_out_has_a_turn(session)
        line = a_line(session, random)
        try:
            session.say(line)
        except Refused:
            if line == "next":
                return


def without_orders(name: str) -> Session:
    """An example before it begins, in which everybody is asked."""
    session = example(name)
    for fighter in session.encounter:
        if fighter.orders:
            session.say(f"{fighter.id} orders none")
    return session


def is_asked(session: Session, who: str, lines: int = 60) -> bool:
    """Whether a fighter is asked to declare soon, while everybody else waits."""
    for _ in range(lines):
        question = session.encounter.question
        if question is None:
            session.say("next")
        elif question.ask is Ask.DECLARE and question.who == who:
            return True
        else:
            answered(session)
    return False


@seeds
@every_game
def test_who_is_out_before_the_fight_begins_is_never_asked(name: str, seed: int) -> None:
    session, random = example(name, seed), Random(seed)
    out = random.sample([fighter.id for fighter in session.encounter], k=min(2, len(session.encounter.combatants) - 1))
    for who in out:
        session.say(f"{who} {random.choice(OUT)}")
    session.say("begin")
    for who in out:
        assert not session.encounter[who].able
    session.say("next")
    goes_on(session, random, 20)


@every_game
def test_who_comes_back_after_being_out_before_the_beginning_is_asked(name: str) -> None:
    session = without_orders(name)
    who = session.encounter.combatants[0].id
    session.say(f"{who} leaves")
    session.say("begin")
    session.say(f"{who} returns")
    assert is_asked(session, who)


def test_who_left_before_the_fight_rolls_for_no_place_and_is_not_asked() -> None:
    session = table(Plain, dice=(5, 4), people=(("Ann", "x", ""), ("Bo", "y", ""), ("Cy", "y", "")))
    say(session, "cy leaves", "begin", "next")
    question = session.encounter.question
    assert question is not None and question.who == "ann"
    say(session, "ann guard", "next", "bo guard", "next")
    assert is_asked(session, "bo") and session.encounter.count == 2


def test_a_moment_that_an_older_release_gave_to_one_who_is_out_is_passed_over() -> None:
    session = table(Plain, dice=(5, 4, 20), people=(("Ann", "x", ""), ("Bo", "y", ""), ("Cy", "y", "")))
    say(session, "begin", "cy leaves")
    stale = evolve(session.encounter, ev.DueAdded(who="cy", what=DECLARE, at=1, rank=Rank.DECLARATION))
    after = decide(stale, Advance(), session.rules, session.dice).encounter
    assert after.question is not None and after.question.who == "ann"
    asked = ev.Asked(ask="declare", who="cy", what="declaration", text="Cy may declare.")
    after = decide(evolve(stale, asked), Advance(), session.rules, session.dice).encounter
    assert after.question is not None and after.question.who == "ann"


ROUNDS = """
pack = 1
name = "rounds"
[clock]
runs = "{runs}"
unit = "beat"
round = 12
initiative = "{initiative}"
anew = {anew}
[pools]
life = {{ full = 10, down = 0 }}
[[action]]
name = "strike"
target = true
cost = 12
damage = "1"
"""
"""A game with rounds whose fighters may be too slow for any of them."""


def rounds(runs: str, initiative: str, anew: str) -> Session:
    pack = tomli.loads(ROUNDS.format(runs=runs, initiative=initiative, anew=anew))
    prepared = prepare({"pack": pack, "combatant": [{"name": "A", "side": "x"}, {"name": "B", "side": "y"}]})
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    session.say("begin")
    session.say("fix a,b life 1")
    return session


@pytest.mark.parametrize("anew", ["true", "false"])
@pytest.mark.parametrize("initiative", ["life - 5", "1d6 + life - 8"])
@pytest.mark.parametrize("runs", ["down", "passes"])
def test_next_stops_at_each_round_in_which_nobody_can_have_a_turn(runs: str, initiative: str, anew: str) -> None:
    session = rounds(runs, initiative, anew)
    for _ in range(12):
        if session.encounter.question is None:
            began = [event for event in say(session, "next") if isinstance(event, ev.RoundBegan)]
            assert len(began) <= 1, "one round at a time"
        else:
            answered(session)


def played_round(session: Session) -> None:
    """The first round goes by, for which life was full."""
    while session.encounter.count < 11:
        session.say("next") if session.encounter.question is None else answered(session)


def test_the_log_says_who_comes_too_late_for_a_round() -> None:
    session = rounds("down", "life - 5", "true")
    played_round(session)
    told_last = told(session, say(session, "next"))[-1]
    assert told_last == "Nobody can have a turn in round 3: A, B come too late for it"


def test_a_step_ends_after_so_many_entries_and_the_same_line_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.encounter.advance.MOST_ENTRIES", 200)
    session = rounds("down", "life - 5", "true")
    played_round(session)
    events = say(session, "to 9000:1")
    assert told(session, events)[-1].startswith("The clock stops at 20")
    assert say(session, "to 9000:1"), "and goes on"


# Who comes with no points left


def with_points(session: Session, who: str, pool: str, points: int) -> Session:
    """The session before its beginning, with so many points in a pool of a fighter, as a file may say."""
    session.encounter = session.encounter.with_combatant(session.encounter[who].with_pool(pool, points))
    session.journal.states[max(session.journal.states)] = session.encounter
    return session


@every_game
def test_who_comes_with_few_points_begins_as_the_same_figure_leaves_it_in_play(name: str) -> None:
    start = example(name).encounter
    who = start.combatants[0].id
    falls = 0
    for pool in start[who].profile.pools:
        for points in sorted({pool.least, 0, 1} & set(range(pool.least, pool.full))):
            in_play = example(name, dice=Middling())
            in_play.say("begin")
            try:
                in_play.say(f"fix {who} {pool.name} ={points}")
            except Refused:
                continue
            at_first = with_points(example(name, dice=Middling()), who, pool.name, points)
            out = out_at_the_start(at_first.encounter, at_first.rules)
            at_first.say("begin")
            falls += not in_play.encounter[who].able
            assert at_first.encounter[who].presence is in_play.encounter[who].presence, (pool.name, points)
            assert bool(out) is not at_first.encounter[who].able, "and `check` says so"
            assert_nobody_out_has_a_turn(at_first)
    assert falls, "a fighter of every game falls at some number of points"


@every_game
def test_in_a_fight_of_an_older_release_who_comes_with_no_points_acts_all_the_same(name: str) -> None:
    session = example(name)
    who = session.encounter.combatants[0]
    for pool in who.profile.pools:
        with_points(session, who.id, pool.name, max(0, pool.least))
    session.encounter = replace(session.encounter, release="")
    session.say("begin")
    assert session.encounter[who.id].able or name == "prism-corridor", "only Prism asked at the beginning"


def test_who_joins_with_no_points_left_is_down_and_check_says_who_starts_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hurt.toml"
    path.write_text(
        'system = "plain"\n[[combatant]]\nname = "Ann"\nside = "x"\n'
        '[[combatant]]\nname = "Cy"\nside = "y"\nhit_points = 9\nhurt = 9\n',
        encoding="utf-8",
    )
    assert main(["check", str(path)]) == 0
    assert "Cy starts down: no hit points left" in capsys.readouterr().out
    session = table(Plain, dice=(5, 4))
    say(session, "begin")
    join = Join("dee", "Dee", 'side = "y"\nhit_points = 4\nhurt = 4\n')
    session.dispatch(join)
    assert session.encounter["dee"].presence is Presence.DOWN
    assert_nobody_out_has_a_turn(session)


# Who is better again


def likely_to_fall(session: Session) -> list[tuple[str, int]]:
    """Each pool of the first fighter with the points at which it takes the fighter out, tried on the fight itself."""
    who, falls = session.encounter.combatants[0].id, []
    for pool in session.encounter[who].profile.pools:
        for points in (0, pool.least):
            try:
                session.say(f"fix {who} {pool.name} ={points}")
            except Refused:
                continue
            out = not session.encounter[who].able
            session.say("undo")
            if out:
                falls.append((pool.name, points))
                break
    return falls


@every_game
def test_who_is_healed_is_back_and_asked_and_the_end_of_the_fight_is_taken_back(name: str) -> None:
    session = without_orders(name)
    session.say("begin")
    while session.encounter.question is not None:
        answered(session)
    who = session.encounter.combatants[0].id
    side = session.encounter[who].profile.side
    pools = likely_to_fall(session)
    assert pools
    for pool, points in pools:
        for other in session.encounter:
            if other.profile.side == side and other.id != who and other.able:
                session.say(f"{other.id} leaves")
        before = session.encounter[who].pool(pool)
        session.say(f"fix {who} {pool} ={points}")
        assert session.encounter[who].presence is Presence.DOWN
        healed = say(session, f"fix {who} {pool} {before}")
        assert session.encounter[who].able, pool
        assert "no longer the only side" in " ".join(told(session, healed))
        assert is_asked(session, who)


@every_game
def test_healing_that_is_not_enough_leaves_a_line_with_what_brings_the_fighter_back(name: str) -> None:
    session = example(name)
    session.say("begin")
    who = session.encounter.combatants[0].id
    for pool, points in likely_to_fall(session):
        full, low = session.encounter[who].full(pool), session.encounter[who].least(pool)
        if low >= points or full <= 1:
            continue
        session.say(f"fix {who} {pool} ={low}")
        log = " ".join(told(session, say(session, f"fix {who} {pool} ={low + 1}")))
        still = session.encounter[who].presence is Presence.DOWN
        assert still is (f"`{who} returns` brings it back" in log), (pool, log)
        session.say(f"{who} returns") if still else None
        assert session.encounter[who].able
        session.say(f"fix {who} {pool} {full}")


@every_game
def test_who_was_put_down_by_hand_is_brought_back_by_hand_only(name: str) -> None:
    session = example(name)
    session.say("begin")
    who, pool = session.encounter.combatants[0].id, session.encounter.combatants[0].profile.pools[0]
    session.say(f"fix {who} {pool.name} {pool.full - 1}")
    while session.encounter.question is not None:
        answered(session)
    session.say(f"{who} falls")
    log = told(session, say(session, f"fix {who} {pool.name} {pool.full}"))
    assert f"taken out by hand; `{who} returns` brings it back" in " ".join(log)
    assert session.encounter[who].presence is Presence.DOWN
    session.say(f"{who} returns")
    assert session.encounter[who].able


@every_game
def test_in_a_fight_of_an_older_release_the_game_master_alone_brings_back_who_is_healed(name: str) -> None:
    session = example(name)
    session.encounter = replace(session.encounter, release="")
    session.say("begin")
    who = session.encounter.combatants[0].id
    pool, points = likely_to_fall(session)[0]
    full = session.encounter[who].pool(pool)
    session.say(f"fix {who} {pool} ={points}")
    kinds = [type(event).__name__ for event in say(session, f"fix {who} {pool} {full}")]
    assert "Noted" not in kinds
    assert session.encounter[who].able is (name == "phases-corridor"), "only Phases woke at once"


def test_dying_ends_when_there_is_trauma_again() -> None:
    session = example("prism-corridor")
    session.say("begin")
    who = session.encounter.combatants[0].id
    session.say(f"fix {who} TR 0")
    assert session.encounter[who].condition("dying") is not None
    session.say(f"fix {who} TR 2")
    assert session.encounter[who].condition("dying") is None and session.encounter[who].able


# What is put right by so much


@every_game
def test_a_sign_means_by_so_much_and_an_equals_sign_to_so_much_in_every_pool(name: str) -> None:
    session = example(name)
    for fighter in session.encounter:
        for pool in fighter.profile.pools:
            if pool.full - pool.least < 3 or pool.full < 2:
                continue

            def points(who: str = fighter.id, name: str = pool.name) -> int:
                return session.encounter[who].pool(name)

            fix = f"fix {fighter.id} {pool.name}"
            session.say(f"{fix} ={pool.least + 1}")
            assert points() == pool.least + 1
            session.say(f"{fix} +2")
            assert points() == pool.least + 3
            session.say(f"{fix} -1")
            assert points() == pool.least + 2
            session.say(f"{fix} {pool.full}")
            with pytest.raises(Refused, match="is not possible"):
                session.say(f"{fix} +1")


# Who has acted, who waits, and what hangs on whom


def said(session: Session, line: str) -> str:
    return " ".join(told(session, say(session, line)))


@every_game
def test_who_waits_is_asked_again_or_a_line_says_that_it_still_waits(name: str) -> None:
    session = without_orders(name)
    session.say("begin")
    who = session.encounter.combatants[0].id
    assert is_asked(session, who)
    session.say(f"{who} wait")
    for _ in range(60):
        question = session.encounter.question
        if question is not None and question.ask is Ask.DECLARE and question.who == who:
            return
        if question is not None:
            answered(session)
            continue
        try:
            if f"Still waiting: {session.encounter[who].name}" in said(session, "next"):
                return
        except Refused as refused:
            assert session.encounter[who].name in refused.sentence, "everybody waits, and `next` says who"
            return
    pytest.fail(f"{who} waits and is never heard of again")


def turns_in_a_round(name: str, out_after: int) -> tuple[str, int]:
    """Who came first, and how often it declared in the first round; `out_after` so many turns it left and came back."""
    session = without_orders(name)
    session.dice = Middling()
    session.say("begin")
    while session.encounter.question is None or session.encounter.question.ask is not Ask.DECLARE:
        session.say("next") if session.encounter.question is None else answered(session)
    who, turns = session.encounter.question.who, 0
    rounds_end = session.rules.unit.round or 1
    for _ in range(200):
        question = session.encounter.question
        if session.encounter.count >= rounds_end:
            break
        if question is None:
            session.say("next")
        elif question.ask is Ask.DECLARE and question.who == who:
            session.say(f'{who} does "waves" {max(1, session.rules.abilities.shortest)}')
            turns += 1
            if turns == out_after:
                session.say(f"{who} leaves")
                session.say(f"{who} returns")
        else:
            answered(session)
    return who, turns


@pytest.mark.parametrize("out_after", [1, 2])
@pytest.mark.parametrize("name", ["passes-vault", "shots-warehouse", "ranks-bridge"])
def test_nobody_has_more_turns_in_a_round_by_going_out_and_coming_back(name: str, out_after: int) -> None:
    who, turns = turns_in_a_round(name, out_after=0)
    again, turns_then = turns_in_a_round(name, out_after)
    assert again == who and 1 <= turns_then <= turns


@every_game
def test_who_goes_out_after_its_action_and_comes_back_is_asked_no_sooner_than_the_clock_goes_on(name: str) -> None:
    session = without_orders(name)
    session.say("begin")
    who = session.encounter.combatants[0].id
    assert is_asked(session, who)
    lines = [f'{who} does "waves" {max(1, session.rules.abilities.shortest)}', f"{who} wait"]
    try:
        session.say(lines[0])
    except Refused:
        session.say(lines[1])
    for line in ("leaves", "returns"):
        while (question := session.encounter.question) is not None and question.ask is not Ask.DECLARE:
            answered(session)
        session.say(f"{who} {line}")
    question = session.encounter.question
    assert question is None or question.who != who, "it has just acted"
    assert is_asked(session, who)


def test_one_who_joins_in_a_later_pass_has_lost_what_the_passes_before_have_taken() -> None:
    dice = ScriptedDice((6, 6, 1, 1, 1, 1, 1, 1))
    prepared = prepare({"system": "passes", "combatant": [{"name": n, "side": n[0]} for n in ("Ann", "Bo", "Cy")]})
    session = Session(prepared.encounter, prepared.rules, dice)
    for line in ("begin", "next", "ann aim", "next", "next", "bo aim", "cy aim", "next", "next"):
        session.say(line)
    session.dispatch(Join("dee", "Dee", 'side = "D"\n'))
    unit = session.rules.unit
    assert [unit.text(due.count) for due in session.encounter.agenda.of("dee")] == ["2.1:40"]


@pytest.mark.parametrize(
    ("total", "pass_now", "at"), [(9, 1, None), (10, 1, None), (11, 1, 79), (25, 1, 65), (25, 2, 115)]
)
def test_a_total_that_comes_late_stands_where_the_totals_of_the_others_stand(
    total: int, pass_now: int, at: int | None
) -> None:
    table = timetable(Clock(runs="passes", unit="point", round=40, lose=10))
    assert table.first(total, pass_now * 40) == at
    assert table.first(total, pass_now * 40, loses=False) == pass_now * 40, "as older fights have it"


@every_game
@pytest.mark.parametrize("way", OUT)
def test_what_lasts_until_somebody_acts_ends_when_that_fighter_is_out(way: str, name: str) -> None:
    session = without_orders(name)
    session.say("begin")
    while session.encounter.question is not None:
        answered(session)
    one, other = (fighter.id for fighter in session.encounter.combatants[:2])
    session.say(f'{one} is "tied up" until {other} acts')
    session.say(f'{other} is "busy" until {other} acts')
    session.say(f"{other} {way}")
    assert [condition.label for condition in session.encounter[one].conditions if condition.own] == []
    assert session.encounter[other].presence is not Presence.IN
    with pytest.raises(Refused, match="does not act"):
        session.say(f'{one} is "tied up" until {other} acts')
    older = without_orders(name)
    older.encounter = replace(older.encounter, release="")
    older.say("begin")
    while older.encounter.question is not None:
        answered(older)
    older.say(f'{one} is "tied up" until {other} acts')
    older.say(f"{other} {way}")
    assert [condition.label for condition in older.encounter[one].conditions if condition.own] == ["tied up"]


# Everything at odd moments


HAND = ("leaves", "surrenders", "falls", "returns")


def by_hand(session: Session, random: Random) -> str:
    """Something that a game master does by hand at any moment, with somebody."""
    one = random.choice(list(session.encounter))
    if random.random() < 0.5 or not one.profile.pools:
        return f"{one.id} {random.choice(HAND)}"
    pool = random.choice(one.profile.pools)
    points = random.choice((f"={pool.least}", "=0", "1", str(pool.full), "+1", "-1"))
    return f"fix {one.id} {pool.name} {points}"


def assert_goes_on(session: Session) -> None:
    """A question is open, or `next` goes on, or it says in a sentence why nothing does."""
    if session.encounter.question is None:
        try:
            decide(session.encounter, Advance(), session.rules, SeededDice(1))
        except Refused as refused:
            assert refused.sentence.startswith(("Nothing is due", "No fighter is left")), refused.sentence


@seeds
@every_game
def test_whatever_is_done_by_hand_nobody_out_is_asked_and_everybody_in_has_a_place(name: str, seed: int) -> None:
    session, random = example(name, seed), Random(seed)
    if random.random() < 0.5:
        session.say(f"{session.encounter.combatants[-1].id} leaves")
    session.say("begin")
    for _ in range(40):
        line = by_hand(session, random) if random.random() < 0.4 else a_line(session, random)
        try:
            session.say(line)
        except Refused:
            if line == "next":
                return
        assert_nobody_out_has_a_turn(session)
        assert_goes_on(session)
        if session.encounter.question is None:
            check_state(session)
