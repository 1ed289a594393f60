"""The outcome of the last blow, as one sentence that stays."""

from __future__ import annotations

import re

import pytest

from tests.controllers import controller_of
from tests.encounter.table import say
from tests.feats.table import waiting
from tests.hybrid.kit import ANNA, GRUK, HOB
from tests.hybrid.table import Table, at_once
from tests.lanes import sample
from tests.phases.table import KANE
from tests.phases.table import ROOK as GUNNER
from tests.phases.table import begun as phases
from tests.picture_matrix import at_moment
from tests.plain_fights import DUEL, fight, rolled
from tests.random_play import EXAMPLES, watched
from tests.tui.opening import Middling, declaring, example
from tests.tui.playing import press
from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.narration.grammar import listed
from tracker.narration.outcome import Effects, Outcome, last_outcome
from tracker.session import Session
from tracker.text.cells import Line, line_width, width, words
from tracker.views.fallen import told_of
from tracker.views.log.roll_log import RollLog
from tracker.views.outcome import lay_outcome, sentence
from tracker.views.short_names import shortened


def told(table: Table) -> str:
    outcome = last_outcome(table.session.journal)
    assert outcome is not None
    return sentence(table.now, outcome)


def struck(*dice: int) -> Table:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next")
    table.fall(*dice)
    table.say("anna attack gruk", "next", "gruk nothing")
    return table


HIT = "Anna hits Gruk: bleeding head, unconscious, prone · head, 16 cutting · fatigue −13, exhaustion −1, body −3"


def test_a_hit_says_what_it_did_then_where_and_how_hard_then_the_points() -> None:
    assert told(struck(15, 4, 99, 99, 3, 3, 3, 3)) == HIT


def line_of(session: Session, cells: int = 160) -> str:
    line = words(lay_outcome(1, session.encounter, session.journal, cells, session.rules.unit, session.rules)[0])
    assert width(line) == cells
    return line.strip("─ ")


def test_what_makes_helpless_comes_first_with_how_long_it_lasts() -> None:
    session = struck(15, 4, 99, 99, 3, 3, 3, 3).session
    assert line_of(session) == HIT.replace(
        "Anna hits Gruk: bleeding head, unconscious, prone",
        "17 Anna hits Gruk: unconscious until 68, bleeding head, prone",
    )


def test_what_is_noted_while_dice_are_asked_for_keeps_nothing_out_of_it() -> None:
    table = at_once(ANNA, GRUK)
    table.say("gruk typed", "fix gruk count 60", "next")
    table.fall(15, 4, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    while table.now.question is not None and table.now.question.ask is Ask.DICE:
        table.say("note the rain begins", "99" if "100" in table.now.question.dice else "3 3")
    assert told(table) == HIT


def test_a_hit_that_does_nothing_says_so() -> None:
    session = example("prism-corridor", dice=Middling())
    session.dice = ScriptedDice((5, 99))
    lines = ("begin", "next", "red", "red", "eve attack bob fist", "bob attack eve pistol", "next", "absorb", "absorb")
    for line in lines:
        session.say(line)
    line = words(lay_outcome(1, session.encounter, session.journal, 80)[0])
    assert line.strip("─ ") == "3 Eve hits Bob: no harm · torso; Bob misses Eve"


def test_it_stays_while_others_declare_and_until_the_next_blow() -> None:
    table = struck(99, 3, 3)
    assert told(table) == "Anna misses Gruk"
    table.say("next", "anna wait", "next", "gruk wait")
    assert told(table) == "Anna misses Gruk"
    table.say("gruk damage 3 cutting chest")
    assert told(table).startswith("Gruk: fatigue −3")
    table.say("undo")
    assert told(table) == "Anna misses Gruk", "what was taken back did not happen"


def test_leaving_and_going_down_are_outcomes_but_what_the_clock_takes_is_none() -> None:
    table = at_once(ANNA, GRUK)
    assert last_outcome(table.session.journal) is None
    table.say("anna dashes", "to 40")
    assert last_outcome(table.session.journal) is None
    table.say("fix gruk PBD 0")
    assert told(table) == "Gruk: DOWN, prone · body −24"


def sprinting(*totals: int, typed: bool = False) -> list[str]:
    """What the line says after each roll of a sprint with these totals."""
    faces = {7: (1, 3, 3), 18: (6, 6, 6)}
    session = waiting(*(() if typed else (face for total in totals for face in faces[total])))
    say(session, f"mira {'typed' if typed else 'rolled'}", "mira sprint")
    after = []
    for total in totals:
        say(session, "next", *([" ".join(map(str, faces[total]))] if typed else []))
        line = lay_outcome(1, session.encounter, session.journal, 80, session.rules.unit)[0]
        after.append(words(line).strip("─ "))
    return after


@pytest.mark.parametrize("typed", [False, True])
def test_what_a_roll_costs_is_told_alike_whoever_rolls_it_until_the_next_roll(typed: bool) -> None:
    assert sprinting(18, 18, 7, typed=typed) == [
        "16 Mira: fatigue points −1 spent",
        "31 Mira: fatigue points −1 spent",
        "46 Mira: sprinting, Running, success",
    ]


def test_what_somebody_sets_about_afterwards_is_no_part_of_what_was_lost() -> None:
    session = waiting(6, 6, 6)
    say(session, "mira rolled", "mira sprint", "next", "brute wait", 'brute is "out of breath"')
    line = words(lay_outcome(1, session.encounter, session.journal, 80, session.rules.unit)[0])
    assert line.strip("─ ") == "16 Mira: fatigue points −1 spent"


def test_who_goes_down_by_the_clock_is_told_with_the_count_it_was_at() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk PFT 1", "fix gruk PBD 1", "fix gruk bleeding on", "next", "anna wait", "gruk wait", "to 300")
    outcome = last_outcome(table.session.journal)
    assert outcome is not None and outcome.effects["gruk"].presence and outcome.at < 300, told(table)


def test_in_a_game_without_places_and_kinds_of_damage() -> None:
    session = rolled(fight(DUEL, dice=(15, 5, 12, 7, 12, 8, 2)))
    for line in ("begin", "next", "brann attack goblin-1", "next"):
        session.say(line)
    outcome = last_outcome(session.journal)
    assert outcome is not None
    assert sentence(session.encounter, outcome) == "Brann hits Goblin 1: 8 damage · hit points −8"


@pytest.mark.parametrize("cells", [40, 80, 120, 160])
def test_in_little_room_the_points_go_first_then_how_hard_then_the_place(cells: int) -> None:
    line = line_of(struck(15, 4, 99, 99, 3, 3, 3, 3).session, cells)
    assert ("Anna hits Gruk: unconscious" if cells == 40 else "Anna hits Gruk: unconscious until 68") in line
    assert ("body −3" in line, "head, 16" in line, " · head" in line) == {
        40: (False, False, False),
        80: (False, False, True),
        120: (True, False, True),
        160: (True, True, True),
    }[cells]
    assert line.count("…") <= 1


def test_two_blows_on_one_target_are_one_sentence_and_going_down_is_never_cut() -> None:
    two = {**ANNA, "name": "Bertha"}
    table = at_once(ANNA, two, {**GRUK, "stats": {}})
    table.say("fix gruk count 60", "fix gruk PBD 1", "next", "anna attack gruk", "bertha attack gruk")
    table.fall(15, 4, 15, 4, *[3] * 12)
    table.say("next", "gruk nothing", "gruk nothing")
    assert told(table) == (
        "Anna and Bertha hit Gruk: DOWN, prone · head, 16 cutting and head, 16 cutting · "
        "fatigue −26, exhaustion −2, body −1"
    )
    assert "Anna and Bertha hit Gruk: DOWN, prone · head and head" in line_of(table.session, 66)
    assert "Anna and Bertha hit Gruk: DOWN, prone…" in line_of(table.session, 52)


def test_several_who_missed_one_target_are_told_together_beside_who_hit() -> None:
    names = [{**ANNA, "name": name} for name in ("Guard 1", "Guard 2", "Guard 3", "Cato")]
    table = at_once(*names, {**GRUK, "stats": {}})
    ids = ("guard-1", "guard-2", "guard-3", "cato")
    table.say("fix gruk count 60", "next", *(f"{who} attack gruk" for who in ids))
    table.fall(*[99] * 4, *[3] * 12)
    table.say("next", *["gruk nothing"] * 4)
    assert told(table) == "Guard 1, Guard 2, Guard 3 and Cato miss Gruk"


def test_names_in_a_row_say_what_only_differs_in_its_number_once() -> None:
    assert listed(["Goblin 5", "Goblin 6", "Goblin 8"]) == "Goblin 5, 6 and 8"
    assert listed(["Goblin 5", "Wolf 6"]) == "Goblin 5 and Wolf 6"
    assert listed(["Ann"]) == "Ann" and listed(["Ann", "Bert"]) == "Ann and Bert"


def test_a_burst_is_one_sentence_with_its_misses_counted() -> None:
    """Five shots at one foe: each hit with its place, the misses as a number; tighter, both as numbers."""
    from_a_gun = {**GUNNER, "initiative": 90}
    table = phases(from_a_gun, KANE, dice=[12, 8, 3, 71, 55, 75, 7, 90, 56])
    table.say("next", "rook fire kane 5")
    outcome = last_outcome(table.session.journal)
    assert outcome is not None
    assert sentence(table.now, outcome) == (
        "Rook misses Kane 3 times, hits twice: left arm useless · head, 3 lethal and left arm, 7 lethal · "
        "hit factors −10, head −3, left arm −6"
    )
    assert sentence(table.now, outcome, 16, False, False).startswith("Rook misses Kane 3 times, hits twice: ")
    missed = phases(from_a_gun, KANE, dice=[99, 98])
    missed.say("next", "rook fire kane 2")
    outcome = last_outcome(missed.session.journal)
    assert outcome is not None and sentence(missed.now, outcome) == "Rook misses Kane twice"


def bleeding_beside_a_miss(*lines: str) -> Table:
    """Gruk bleeds at the very count at which Anna misses him; what is said before she lands."""
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "fix gruk bleeding on", "next", "anna attack gruk", *lines)
    (lands,) = (due.count for due in table.now.agenda if due.what == "land")
    bleeds = next(due for due in table.now.agenda if due.what == "bleed")
    table.say(f"fix anna count {bleeds.count}")
    assert lands < bleeds.count
    table.fall(99, 3, 3)
    table.say("next", "gruk nothing")
    assert table.now.count == bleeds.count and table.now["gruk"].pool("PFT") < table.now["gruk"].full("PFT")
    return table


def test_a_miss_is_not_credited_with_what_the_target_bleeds_at_the_same_count() -> None:
    assert told(bleeding_beside_a_miss()) == "Anna misses Gruk"


@pytest.mark.parametrize(("dice", "hits", "misses"), [((5, 50, 85), "Anna", "Hob"), ((85, 5, 50), "Hob", "Anna")])
def test_of_two_blows_at_once_the_harm_is_credited_to_the_one_that_hits(
    dice: tuple[int, ...], hits: str, misses: str
) -> None:
    table = at_once(ANNA, {**HOB, "side": "heroes"}, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "hob attack gruk", "next")
    table.fall(*dice, *[3] * 10)
    table.say("gruk nothing", "gruk nothing")
    if table.now.question is not None and table.asked() == ("hob", "fumble"):
        table.say("hob leave-it")
    sentence_told = told(table)
    assert sentence_told.startswith(f"{misses} misses Gruk, {hits} hits Gruk: ") and sentence_told.count(" hits ") == 1
    assert f"fatigue −{table.now['gruk'].full('PFT') - table.now['gruk'].pool('PFT')}" in sentence_told


def test_a_blow_is_not_credited_with_what_was_put_right_by_hand_before_it() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next")
    table.fall(99, 3, 3)
    table.say("anna attack gruk", "next", "fix gruk PBD 3", "gruk nothing")
    assert told(table) == "Anna misses Gruk"


def test_a_blow_stands_at_its_own_count_though_its_step_went_on() -> None:
    session = rolled(fight(DUEL, dice=(15, 5, 12, 7, 12, 8, 2)))
    for line in ("begin", "fix goblin-1 count 60", "next", "brann attack goblin-1", "to 2"):
        session.say(line)
    assert session.encounter.count == 2
    assert line_of(session) == "1 Brann hits Goblin 1: 8 damage · hit points −8"


@pytest.mark.parametrize("stop", ["", " stop"])
def test_an_event_at_which_the_fight_stops_is_the_outcome(stop: str) -> None:
    table = struck(99, 3, 3)
    table.say(f'event 20 "The gate falls"{stop}', "next")
    assert line_of(table.session) == "20 !The gate falls"


def test_what_lands_without_a_blow_is_told_when_the_fight_stops_there() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "fix anna prone on", "next")
    table.fall(*[3] * 8)
    table.say("anna rises", "next")
    assert told(table) == "Anna, getting up: no longer prone"


def test_whoever_has_closed_in_is_told_so_once() -> None:
    table = at_once(ANNA, GRUK)
    table.fall(3, 3, 3, 3)
    table.say("fix gruk count 60", "next", "anna close gruk", "next")
    while table.now.question is None and last_outcome(table.session.journal) is None:
        table.say("next")
    line = line_of(table.session)
    assert "Anna: closed in with Gruk" in line and "closing with" not in line, line
    assert "closed in with Anna" not in line, "what is so of both is told once"


def test_a_log_is_not_called_empty_while_earlier_steps_would_fill_it() -> None:
    session = example("phases-corridor", dice=Middling())
    session.say("begin")
    for _ in range(260):
        question = session.encounter.question
        session.say("next" if question is None else f"{question.who} hold")
    log = RollLog(lambda who: session.encounter[who].name)
    log.follow(session.journal)
    assert log.count()


def test_what_came_of_a_blow_stands_behind_the_one_who_struck_it() -> None:
    table = at_once({**ANNA, "name": "Hild"}, {**ANNA, "name": "Brann"}, GRUK)
    outcome = Outcome(
        12,
        [
            ev.Struck(who="hild", target="gruk", outcome="hit", label="hit", location="head"),
            ev.Struck(who="brann", target="gruk", outcome="missed", label="missed"),
        ],
    )
    outcome.effects["gruk"] = Effects(presence="down")
    assert sentence(table.now, outcome).startswith("Brann misses Gruk, Hild hits Gruk: DOWN")


@pytest.mark.parametrize("cells", [80, 60])
def test_an_outcome_goes_on_in_a_second_line_where_there_is_one(cells: int) -> None:
    table = phases({**GUNNER, "initiative": 90}, KANE, dice=[12, 8, 3, 71, 55, 75, 7, 90, 56])
    table.say("next", "rook fire kane 5")
    session = table.session
    (one,) = lay_outcome(1, session.encounter, session.journal, cells, session.rules.unit, session.rules)
    lines = lay_outcome(4, session.encounter, session.journal, cells, session.rules.unit, session.rules)
    whole = " ".join(words(line).strip("─ ") for line in lines)
    outcome = last_outcome(session.journal)
    assert outcome is not None and whole.endswith(sentence(session.encounter, outcome)) and len(lines) > 1
    assert words(one).strip("─ ") != whole and all(line_width(line) <= cells for line in (one, *lines))


def rows_of(session: Session, most: int) -> list[Line]:
    return list(lay_outcome(most, session.encounter, session.journal, 80, session.rules.unit, session.rules))


def test_points_lost_stand_in_rows_with_a_bar_each_where_these_find_room_below_all_of_the_sentence() -> None:
    session = struck(15, 4, 99, 99, 3, 3, 3, 3).session
    *story, fatigue, body, exhaustion = rows_of(session, 5)
    told_whole = " ".join(words(line).strip("─ ") for line in story)
    assert told_whole == "17 " + HIT.partition(" · fatigue")[0].replace(
        "bleeding head, unconscious", "unconscious until 68, bleeding head"
    )
    assert re.fullmatch(r"  fatigue +36 → 23  █{13}▒{7}    −13   ", words(fatigue))
    assert words(body).split()[0] == "body" and words(exhaustion).split()[0] == "exhaustion"
    assert [[span.text for span in row if span.role == "lost"] for row in (fatigue, body, exhaustion)] == [
        ["  −13   "], ["   −3   "], ["   −1   "],
    ]  # fmt: skip
    assert all("fatigue  " not in words(line) for line in rows_of(session, 4)), "no room for all of it"


def test_points_at_the_end_of_the_sentence_are_chips_and_no_other_number_is() -> None:
    session = struck(15, 4, 99, 99, 3, 3, 3, 3).session
    chips = [span.text for line in rows_of(session, 2) for span in line if span.role == "lost"]
    assert chips == ["−13", "−1", "−3"]


@pytest.mark.parametrize("name", sample(EXAMPLES, 3))
def test_rows_of_points_are_named_but_where_all_are_those_of_the_one_who_is_hit(name: str) -> None:
    for session in watched(name, 7, 60):
        outcome = last_outcome(session.journal)
        rows = [line for line in rows_of(session, 9) if any(span.role == "lost" for span in line)]
        if outcome is None or not outcome.blows or len(rows) < 2 or words(rows[0]).startswith("─"):
            continue
        losers = {who for who, effects in outcome.effects.items() if any(effects.pools.values())}
        of_the_hit = losers == {blow.target for blow in outcome.blows if blow.outcome == "hit"} and len(losers) == 1
        called = {shortened(session.encounter[who].name, 12) for who in losers if who in session.encounter}
        assert of_the_hit or all(words(row).strip().startswith(tuple(called)) for row in rows), (rows, called)


def test_a_result_in_the_words_of_its_deed_is_told_once() -> None:
    session = declaring("plain-skirmish", "ann")
    controller = controller_of(session)
    press(controller, "o", "space")
    assert "Ann: on guard +4" in line_of(session) and "on guard: on guard" not in line_of(session)


def test_what_came_of_several_targets_alike_is_told_once_with_all_their_names() -> None:
    session = example("d20-lair", dice=Middling())
    session.say("begin")
    while (
        (question := session.encounter.question) is None or question.who != "quill" or question.ask is not Ask.DECLARE
    ):
        if question is None:
            session.say("next")
        else:
            session.say(f"{question.who} {'wait' if question.ask is Ask.DECLARE else question.choices[0]}")
    session.say("quill fireball kobolds")
    session.say("next")
    assert "Quill hits Kobold 1–8: DOWN · 24 damage · Kobold 1–8 hit points −5" in line_of(session, 400)
    fallen = [session.encounter[who] for who in ("kobold-1", "kobold-2", "kobold-3")]
    assert "3 down: Kobold 1–3" in told_of(fallen)


@pytest.mark.parametrize("cells", [74, 80, 98])
def test_below_the_result_stands_how_it_came_about_then_what_was_lost(cells: int) -> None:
    session = at_moment("duel", "landing")
    lines = [
        words(line).strip()
        for line in lay_outcome(7, session.encounter, session.journal, cells, session.rules.unit, session.rules)
    ]
    rolls = next(place for place, line in enumerate(lines) if line.startswith("attack "))
    assert lines[rolls] == "attack 2/47 very notable success · parry 84/−20 amazing failure"
    assert "Brann hits Gruk" in lines[0] and all("→" in line for line in lines[rolls + 1 :])
    tight = lay_outcome(rolls + 3, session.encounter, session.journal, cells, session.rules.unit, session.rules)
    assert not any("attack" in words(line) for line in tight), "what was lost comes first where room is short"


@pytest.mark.parametrize("name", sample(EXAMPLES, 4))
def test_the_rolls_of_a_result_are_those_of_its_blow_and_no_secret_one(name: str) -> None:
    for session in watched(name, 9, 60):
        outcome = last_outcome(session.journal)
        if outcome is None or len(outcome.blows) != 1:
            continue
        (blow,) = outcome.blows
        shown = [words(line) for line in rows_of(session, 9)]
        for roll in outcome.rolls:
            assert not roll.secret
            if roll.who not in (blow.who, blow.target):
                assert not any(line.strip().startswith(f"{roll.what} {roll.total}/") for line in shown[1:])
