"""The timeline as text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.encounter.table import say
from tests.feats.table import BRUTE, MIRA
from tests.hybrid.kit import ANNA, GRUK, KNIFE
from tests.hybrid.table import BRANN, GOBLIN, Table, at_once
from tests.lanes import sample
from tests.plain_fights import DUEL, crowd, fight, rolled
from tests.random_play import EXAMPLES
from tests.tui.opening import Middling, due, example, warren
from tests.tui.paper import Paper
from tracker.clock.spans import WHOLE
from tracker.dice.source import ScriptedDice
from tracker.model.state import DECLARE
from tracker.narration.log_lines import tell
from tracker.session import Session
from tracker.storage.preparation import prepare
from tracker.text.cells import width, words
from tracker.views.fighters.collapsed_groups import folded
from tracker.views.fighters.fighters import Seen
from tracker.views.timeline.axis import lay_axis, scale_words
from tracker.views.timeline.lanes_in_sight import lane_top
from tracker.views.timeline.scales import SCALES
from tracker.views.timeline.timeline import lay_timeline

SELA = {**ANNA, "name": "Sela", "weapon": [KNIFE]}
HEROES = ({**BRANN, "player": ""}, SELA)
GOBLINS = tuple({**GOBLIN, "name": f"Goblin {n}"} for n in range(1, 4))


def fighting(*people: dict[str, Any]) -> Table:
    """All of them may declare at 11 and reach each other."""
    return at_once(*people, house_rules={"must_close": False})


def moment() -> Session:
    """Three blows at 17 and a declaration to come; two land on one count, one can be spoiled, one was delayed."""
    table = fighting(*HEROES, *GOBLINS[:2])
    table.say("fix sela count 12", "fix goblin-2 count 31")
    table.say("next", "brann attack goblin-1", "goblin-1 attack brann", "next", "sela attack goblin-2")
    table.say("fix brann count 22", "fix goblin-1 count 19", "fix sela count 19", 'event 60 "The gate falls"', "to 17")
    return table.session


def drawn(session: Session, cells: int = 100, height: int = 7, **more: Any) -> list[str]:
    laid = lay_timeline(session.encounter, session.rules, cells=cells, height=height, **more)
    assert all(width(words(line)) == cells for line in laid.lines)
    return [words(line).rstrip() for line in laid.lines]


def test_the_moment_as_it_is_drawn() -> None:
    assert drawn(moment()) == [
        " t Timeline                    15  ▼17   20        25        30        35          ··19·· 60",
        " 1▲Brann    ▇▇▇        ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌●→22 bastard sword Goblin 1",
        " 2▲Sela     ▇▇▇          ├─────────────●→19= knife Goblin 2",
        "►3▼Goblin 1 ▇▇▇        ├───────────────●→19= short sword Brann",
        " 4▼Goblin 2 ▇▇▇                    │                           ◆31",
        "  ! events                         │                                              !60 The gate falls",
    ]


def test_whom_a_blow_is_aimed_at_is_told_though_the_weapon_is_called_like_it() -> None:
    """`orcbane` says nothing of whom; `closing with orc` does."""
    anna = {**ANNA, "weapon": [{**ANNA["weapon"][0], "name": "Orcbane"}]}
    table = fighting(anna, {**GOBLIN, "name": "orc"})
    table.say("next", "anna attack orc")
    assert "orcbane orc" in " ".join(drawn(table.session))
    events = [event for step in table.session.journal for event in step.events]
    log = [told.text for event in events if (told := tell(event, str, table.session.rules.unit)) is not None]
    assert [line for line in log if "orcbane on orc" in line], log


def test_the_mark_stands_at_whoever_the_rules_put_first_of_those_who_are_tied() -> None:
    session = rolled(fight(dice=(5, 15, 9, 3)))
    session.say("begin")
    assert [line[0] for line in drawn(session)[1:5]] == [" ", "►", " ", " "], "Sela has the highest initiative"
    session.say("brann,sela group pair")
    laid = lay_timeline(folded(session.encounter, ()), session.rules, cells=100, height=7, whole=session.encounter)
    assert [words(line)[:10] for line in laid.lines if words(line)[0] == "►"] == ["►1▲pair   "]


def test_the_present_stands_at_a_sixth_of_the_width() -> None:
    for cells in (60, 100, 180):
        session = moment()
        laid = lay_timeline(session.encounter, session.rules, cells=cells, height=7)
        assert laid.axis.now_column == (cells - laid.names) // 6
        assert laid.axis.column(17) == laid.axis.now_column


def test_every_zoom_keeps_order_and_columns_give_their_counts_back() -> None:
    for scale in SCALES:
        axis = lay_axis(17, [19, 22, 31, 60, 400, 90_000], 90, scale)
        columns = [axis.column(count) for count in (10, 17, 19, 22, 31, 60, 400)]
        assert columns == sorted(columns)
        for count in (17, 22):
            assert abs(axis.count(axis.column(count)) - count) < max(1, -scale)
    assert [scale_words(scale, WHOLE) for scale in SCALES] == [
        "4 columns a count",
        "2 columns a count",
        "1 column a count",
        "2 counts a column",
        "5 counts a column",
        "10 counts a column",
    ]
    assert scale_words(2, replace(WHOLE, one="initiative")) == "2 columns an initiative"


def test_gaps_fold_only_when_something_would_fall_off_the_edge() -> None:
    assert not lay_axis(0, [10, 30], 100, 2).folds
    assert [hidden for _, hidden in lay_axis(0, [10, 90], 100, 2).folds] == [70]


def test_whoever_waits_is_out_or_does_something_says_so() -> None:
    table = fighting(*HEROES, *GOBLINS[:2])
    table.say("next", "brann dodge", "sela surrenders", "goblin-1 wait", "goblin-2 leaves")
    lines = [words(line) for line in lay_timeline(table.now, table.session.rules, cells=100, height=7).lines]
    assert "dodging 2×PDF" in lines[1]
    assert "surrendered" in lines[2]
    assert "waiting" in lines[3]
    assert not any("Goblin 2" in line.split("│")[0] for line in lines)


def test_what_is_beyond_the_edge_is_told_at_the_edge() -> None:
    session = rolled(fight(DUEL))
    session.say("begin")
    session.say("fix brann count 1")
    session.say("next")
    session.say('brann does "sings" 900')
    session.say("fix goblin-1 count 500")
    lines = drawn(session, cells=60, scale=0)
    assert lines[1].endswith("●901›") or "●901" in lines[1]
    assert "500" in lines[2]


def test_lanes_scroll_so_that_one_is_seen() -> None:
    session = crowd(40)
    assert lane_top(session.encounter, "fighter-30", 0, 10) == 21
    assert lane_top(session.encounter, "fighter-30", 25, 10) == 25
    assert lane_top(session.encounter, "fighter-2", 25, 10) == 1
    laid = lay_timeline(session.encounter, session.rules, cells=80, height=10, top=22)
    assert (laid.above, laid.below) == (22, 9)
    assert words(laid.lines[0]).startswith(" t Timeline ↑22 ↓9 more")
    first = words(lay_timeline(session.encounter, session.rules, cells=80, height=10).lines[0])
    assert first.startswith(" t Timeline ↓31 more") and "↑" not in first
    duel = rolled(fight(DUEL))
    assert words(lay_timeline(duel.encounter, duel.rules, cells=80, height=10).lines[0]).startswith(" t Timeline ")
    assert "fighter-30" in laid.lanes


def test_turns_that_are_certain_beyond_the_next_one_are_marked() -> None:
    people = [{"name": "Ann", "side": "one"}, {"name": "Bob", "side": "two"}]
    prepared = prepare({"system": "prism", "house_rules": {"cycle": 3}, "combatant": people})
    session = Session(prepared.encounter, prepared.rules, ScriptedDice(()))
    say(session, "begin", "ann falls")
    due = session.encounter.agenda.find("bob", DECLARE)
    assert due is not None
    laid = lay_timeline(session.encounter, session.rules, cells=60, height=4)
    ann, bob = (words(line) for line in laid.lines[1:3])
    marks = [at for at, sign in enumerate(bob) if sign == "◇"]
    assert marks[:3] == [laid.names + laid.axis.column(due.count + more) for more in (3, 6, 9)]
    assert "◇" not in ann


def test_a_mark_that_would_stand_in_another_is_told_in_the_line_of_effects() -> None:
    session = moment()
    for until in (33, 35):
        session.say(f'goblin-2 is "half blind {until}" until {until}')
    session.say('goblin-1 is "sore" until 20')
    assert drawn(session)[3:] == [
        "►3▼Goblin 1 ▇▇▇        ├───────────────●→19= short sword Brann",
        " 4▼Goblin 2 ▇▇▇                    │                           ◆31 +33 +35 half blind 35",
        "  ! events                         │                                              !60 The gate falls",
        "  + effects                        │     +20 Goblin 1 sore",
    ]
    session.say('goblin-1 is "dazed" until 23')
    assert drawn(session)[3] == "►3▼Goblin 1 ▇▇▇        ├───── short… ──●→19=   +23 dazed", (
        "words find room on their bar"
    )


def goblin_lanes(session: Session, cells: int = 100) -> list[str]:
    """The lanes of the goblins, folded to one."""
    goblins = folded(session.encounter, ())
    laid = lay_timeline(goblins, session.rules, cells=cells, height=9, whole=session.encounter)
    return [words(line).rstrip() for line, who in zip(laid.lines, laid.lanes, strict=True) if who.startswith("goblin")]


def two_goblins(count: int) -> Session:
    """Goblin 1 lands at 19, Goblin 2 of the same group may declare at `count`."""
    session = moment()
    session.say("goblin-1,goblin-2 group goblins")
    session.say(f"fix goblin-2 count {count}")
    return session


def test_each_state_of_a_folded_group_has_a_line_of_its_own_the_soonest_first() -> None:
    assert goblin_lanes(two_goblins(18)) == [
        "►3▼goblins   ▇▇                     │ ◆18 Goblin 2",
        " └ Goblin 1  ▇▇▇        ├───────────────●→19= short sword Brann",
    ]
    for count, blanks in ((19, 3), (20, 5), (22, 9)):
        assert goblin_lanes(two_goblins(count)) == [
            "►3▼goblins   ▇▇         ├───────────────●→19= Goblin 1 short sword Brann",
            f" └ Goblin 2  ▇▇▇                    │{' ' * blanks}◆{count}",
        ]


def test_what_a_group_is_in_is_not_cut_by_the_mark_of_the_present() -> None:
    miras = ({**MIRA, "name": f"Mira {n}", "group": "thieves"} for n in range(1, 4))
    prepared = prepare(
        {"system": "feats", "combatant": [BRUTE, *miras], "group": [{"name": "thieves", "together": False}]}
    )
    session = Session(prepared.encounter, prepared.rules, ScriptedDice((3,) * 12))
    say(session, "begin", "next", "mira-1 sprint", "mira-2 wait")
    for cells in (100, 80):
        laid = lay_timeline(
            folded(session.encounter, ()), session.rules, cells=cells, height=7, whole=session.encounter
        )
        lane = words(laid.lines[2])
        assert re.search(r"◆0= Mira 3 .* 1 sprinting, 1( w|…)", lane), lane


def test_a_group_is_counted_by_what_each_does_not_by_words_that_begin_alike() -> None:
    miras = ({**MIRA, "name": f"Mira {n}", "group": "thieves"} for n in range(1, 4))
    prepared = prepare(
        {"system": "feats", "combatant": [BRUTE, *miras], "group": [{"name": "thieves", "together": False}]}
    )
    session = Session(prepared.encounter, prepared.rules, ScriptedDice((3,) * 12))
    say(session, "begin", "mira-1 is sprint", "next", "mira-1 sprint", "mira-2 wait")
    laid = lay_timeline(folded(session.encounter, ()), session.rules, cells=120, height=7, whole=session.encounter)
    assert "1 sprinting, 1 waiting" in words(laid.lines[2])


def test_what_is_due_is_not_called_what_its_lane_says_already() -> None:
    """The next roll of a sprint is due at 16; how fast it goes is what its lane is in."""
    prepared = prepare({"system": "feats", "combatant": [BRUTE, MIRA]})
    session = Session(prepared.encounter, prepared.rules, ScriptedDice((3,) * 12))
    say(session, "begin", "next", "mira sprint")
    lane = next(line for line in drawn(session, 80, 7) if "Mira" in line)
    assert lane.count("sprinting") == 1 and "sprinting 8.4 yd/s" in lane and lane.endswith(" +16"), lane


def test_what_the_others_of_a_group_are_in_stands_whole_beside_their_own_mark() -> None:
    table = fighting(HEROES[0], *GOBLINS)
    table.fall(6, 6, 6)
    table.say("fix brann count 60", "fix goblin-3 count 17", "fix goblin-1 unconscious on")
    table.say("next", "goblin-2 wait", "to 17", "goblin-1,goblin-2,goblin-3 group goblins")
    for cells in (100, 60):
        (lane,) = goblin_lanes(table.session, cells)
        assert re.search(r"◆17 Goblin 3 .* 1 unconsc", lane), lane


def test_the_lane_of_whoever_is_next_by_the_rules_of_the_game_is_lit() -> None:
    """In phases all who share a moment are asked in the order of Initiative, not of the sheet."""
    session = example("phases-corridor", dice=Middling())
    session.say("begin")
    assert session.encounter.question is None
    lit = [line for line in drawn(session, 80, 9) if line.startswith("►")]
    assert len(lit) == 1 and "Rook" in lit[0], lit


def test_a_further_line_of_a_group_does_not_say_again_how_many_stand() -> None:
    session = due(warren())
    session.say("next")
    session.say("only goblin-1 attack brann")
    question = session.encounter.question
    assert question is not None
    session.say(f"only {question.who} attack wat")
    shown = folded(session.encounter, ())
    lines = [
        words(line) for line in lay_timeline(shown, session.rules, cells=80, height=14, whole=session.encounter).lines
    ]
    assert any(line.startswith(" └ Goblin") for line in lines), lines
    assert [line[:16].strip() for line in lines if "goblins" in line] == ["►6▼goblins ▇▇▇▇▇"], lines


def test_what_befalls_by_the_clock_has_a_lane_of_another_name_than_events() -> None:
    session = warren()
    for line in ("begin", 'event 60 "The gate falls"', "fix goblin-1 bleeding on"):
        session.say(line)
    assert [line[:12].strip() for line in drawn(session, 80, 24)[-2:]] == ["! events", "+ effects"]


def knocked_out() -> Session:
    """Gruk is unconscious until 68 and bleeds."""
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next")
    table.fall(15, 4, 99, 99, 3, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    return table.session


def test_what_comes_due_in_a_lane_is_told_by_its_verb_never_by_its_key() -> None:
    session = knocked_out()
    lane = next(line for line in drawn(session, cells=160) if "Gruk" in line)
    assert "+68 recovers" in lane, lane


@pytest.mark.parametrize("cells", range(60, 200, 5))
def test_what_somebody_is_in_and_what_comes_due_of_it_stand_apart(cells: int) -> None:
    lane = next(line for line in drawn(knocked_out(), cells=cells) if "Gruk" in line)
    for word in re.findall(r"[a-z]{4,}(?![…a-z])", lane):
        assert word in ("unconscious", "until", "recovers", "bleeds", "bleeding", "head"), lane


def test_where_everybody_is_out_of_the_fight_one_line_tells_of_them_all() -> None:
    session = moment()
    for who in ("brann", "sela", "goblin-1", "goblin-2"):
        session.say(f"{who} falls")
    laid = lay_timeline(session.encounter, session.rules, cells=100, height=12, seen=Seen(fold_fallen=True))
    assert "4 down: Brann, Sela, Goblin 1 and 2" in "\n".join(words(line) for line in laid.lines)


@pytest.mark.parametrize("size", [(120, 36), (200, 50)])
@pytest.mark.parametrize("name", sample(sorted(EXAMPLES), 4))
def test_a_name_of_sixteen_letters_stands_whole_before_the_axis_on_a_wide_screen(
    name: str, size: tuple[int, int]
) -> None:
    session = example(name)
    lanes = Paper(session, size).text().partition("Ready?")[0]
    alone = [one.name for one in session.encounter if not one.group and len(one.name) <= 16]
    assert [called for called in alone if called not in lanes] == []


def test_cells_of_pools_that_none_has_are_room_for_a_name_at_80_columns() -> None:
    lanes = Paper(example("feats-rooftops"), (80, 24)).text().partition("Ready?")[0]
    assert "Guardsman 1" in lanes and "Sergeant H." in lanes
    assert lanes.splitlines()[1].index("▼") == Paper(example("d20-lair"), (80, 24)).text().splitlines()[1].index("▼")
