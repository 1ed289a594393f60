"""Several at once, each way: marked by key, by click, by a list, a side or all; one entry, one step, one undo."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import Middling, example
from tests.tui.paper import Paper
from tests.tui.playing import press, type_in
from tracker.model.combatant import Combatant, Presence
from tracker.session import Session
from tracker.tui.widgets.fighters import FightersPane
from tracker.tui.widgets.timeline import TimelinePane

GAMES = ("brawl", "phases-ambush", "prism-armour", "feats-rooftops", "plain-skirmish")
in_every_game = pytest.mark.parametrize("game", sample(GAMES, 2))


def begun(game: str) -> Session:
    session = example(game, dice=Middling())
    session.say("begin")
    assert session.encounter.question is None
    return session


def ids(session: Session, *seats: int) -> tuple[str, ...]:
    return tuple(session.encounter.combatants[seat - 1].id for seat in seats)


def marked_by(player: Paper, who: str, *, lane: bool = False, **how: object) -> None:
    """A click that marks, on somebody's row or lane."""
    fighters, timeline = player.screen.query_one(FightersPane), player.screen.query_one(TimelinePane)
    lane = lane or not fighters.display  # where the board has the bars, its lanes are the rows
    pane: FightersPane | TimelinePane = timeline if lane else fighters
    assert timeline.drawn is not None
    lines = timeline.drawn.lanes if lane or fighters.drawn is None else fighters.drawn.rows
    y = lines.index(who)
    player.click_on(pane, offset=(5, y), **how)  # type: ignore[arg-type]


@in_every_game
def test_who_is_marked_by_key_by_line_and_in_the_menu_is_the_same(game: str) -> None:
    session = begun(game)
    controller, everybody = controller_of(session), tuple(one.id for one in session.encounter)
    last = session.encounter.combatants[-1].profile.side
    of_the_last = tuple(one.id for one in session.encounter if one.profile.side == last)
    sides = list(dict.fromkeys(one.profile.side for one in session.encounter))
    press(controller, "1", "'", "'", "3", "'")
    assert controller.view.marks == ids(session, 1, 2, 3)
    press(controller, "2", "'")
    assert controller.view.marks == ids(session, 1, 3), "the same key lets go of one"
    press(controller, "escape", ":")
    type_in(controller, "mark 1-2,3")
    assert controller.view.marks == ids(session, 1, 2, 3)
    press(controller, ";", "m", "l")
    type_in(controller, "1,3")
    assert controller.view.marks == ids(session, 1, 3)
    for keys, line, meant in (
        (("a",), "mark all", everybody),
        ((str(1 + sides.index(last)),), f"mark {last}", of_the_last),
        (("n",), "mark none", ()),
    ):
        press(controller, "1", ";", "m", *keys)
        assert controller.view.marks == meant, line
        controller.view.marks = ids(session, 1)
        assert controller.say(line) and controller.view.marks == meant, line


@pytest.mark.parametrize("game", sample(GAMES))
def test_a_click_with_ctrl_or_the_right_button_marks_a_row_or_a_lane_and_lets_go_of_it(game: str) -> None:
    session = begun(game)
    first, second, third = ids(session, 1, 2, 3)
    player = Paper(session, (80, 24))
    controller = player.controller
    marked_by(player, second, control=True)
    assert controller.view.marks == (second,) and "✓" in player.text() and "Marked: " in player.text()
    marked_by(player, first, lane=True, control=True)
    marked_by(player, third, button=3)
    assert controller.view.marks == (first, second, third)
    marked_by(player, second, lane=True, button=3)
    assert controller.view.marks == (first, third)
    marked_by(player, second)
    assert controller.view.marks == (first, third) and controller.view.selected == second, "a bare click only selects"
    player.click("; change")
    assert all(session.encounter[who].name in controller.prompt.text for who in (first, third))
    player.click("l leave, fall")
    player.click("l leaves")
    gone = [one.id for one in session.encounter if one.presence is Presence.LEFT]
    assert gone == [first, third]
    player.click("u undo")
    assert all(one.able for one in session.encounter)


def test_on_the_row_of_a_folded_group_such_a_click_marks_all_of_it() -> None:
    session = begun("goblin-warren")
    player = Paper(session, (120, 36))
    shown = player.controller.view.shown(session)
    group = next(one for one in shown if session.encounter[one.id].group)
    marked_by(player, group.id, control=True)
    marks = player.controller.view.marks
    assert len(marks) > 2 and {session.encounter[who].group for who in marks} == {session.encounter[group.id].group}


def lost(one: Combatant) -> int:
    return sum(pool.full - one.pool(pool.name) for pool in one.profile.pools)


@in_every_game
def test_one_entry_goes_to_all_who_are_marked_and_is_one_step_and_one_undo(game: str) -> None:
    """Damage, a condition, orders, a pool and leaving: by the keys of the menu as by the line."""
    session = begun(game)
    session.say("1-3 orders none")  # the menu leaves each one's other orders, the line gives only those it names
    controller, before = controller_of(session), session.encounter
    pool = session.encounter.combatants[0].profile.pools[0].name
    entries: tuple[tuple[tuple[str, ...], str, str], ...] = (
        (("-",), "1", "1-3 damage 1"),
        ((";", "c", "o"), "wet -2 for 9", "1-3 is wet -2 for 9"),
        ((";", "o", "a", "n"), "", "1-3 orders attack nearest"),
        ((";", "p", "1"), "4", f"fix 1-3 {pool} 4"),
        ((";", "l", "l"), "", "1-3 leaves"),
        ((";", "l", "f"), "", "1-3 falls"),
        ((";", "v", "t"), "", "1-3 typed"),
    )
    for keys, text, line in entries:
        press(controller, "1", "'", "'", "'", *keys)
        if text:
            type_in(controller, text)
        by_key, steps = session.encounter, len(session.journal.done)
        others = [one for one in by_key.combatants[3:] if one != before[one.id]]
        assert all(by_key[who] != before[who] for who in ids(session, 1, 2, 3)) and not others, (
            f"{line}: {controller.notice.text}"
        )
        assert steps == len(session.journal.done)
        press(controller, "u")
        assert session.encounter == before, f"{line} is taken back by one key"
        controller.view.unpin(session)
        session.say(line)
        assert session.encounter == by_key, line
        session.say("undo")
        assert session.encounter == before


@in_every_game
def test_half_and_double_are_given_at_entry_to_those_who_take_them(game: str) -> None:
    """The whole, half and double of 4 each wound as the same amount alone would."""
    session = begun(game)
    controller, before = controller_of(session), session.encounter
    alone = []
    for seat, amount in ((1, 4), (2, 2), (3, 8)):
        session.say(f"{ids(session, seat)[0]} damage {amount}")
        alone.append(lost(session.encounter.combatants[seat - 1]))
        session.say("undo")
    assert session.encounter == before
    press(controller, "1", "'", "'", "'", "-")
    type_in(controller, "4 half 2 double 3")
    assert [lost(one) for one in session.encounter.combatants[:3]] == alone and alone[0] > 0
    press(controller, "u")
    assert session.encounter == before


def test_the_notice_says_how_many_took_damage_or_got_a_condition() -> None:
    """And what befell only some of them; where it is not alike the last one's, and how many more."""
    for game, line, notice in (
        ("plain-skirmish", "1-4 damage 2", "0 Ann, Bert, Goblin 1 and Goblin 2, hit points −2 each"),
        ("plain-skirmish", "1-4 is wet -2", "0 Ann, Bert, Goblin 1 and Goblin 2, wet −2 each"),
        ("plain-skirmish", "1-4 is wet until 9", "0 Ann, Bert, Goblin 1 and Goblin 2, wet until 9 each"),
        ("plain-skirmish", "1-4 is wet until it acts", "0 Ann, Bert, Goblin 1 and Goblin 2, wet until it acts each"),
        ("plain-skirmish", "1,3-4 is wet until 2 acts", "0 Ann, Goblin 1 and Goblin 2, wet until Bert acts each"),
        ("plain-skirmish", "1-4 damage 4 half 2 double 3", "0 Goblin 2 hit points −4 → 2 (GM) and 3 more"),
        ("plain-skirmish", "1-3 leaves", "0 Goblin 1 leaves (GM) and 2 more"),
        ("plain-skirmish", "goblin-1 orders guard ; ann orders attack", "0 Ann: orders attack and 1 more"),
        ("plain-skirmish", "1 damage 1", "0 Ann hit points −1 → 15 (GM)"),
        (
            "feats-rooftops",
            "1-3 damage 12",
            "0 Tess, Sergeant Holt and Guardsman 1, hit points −12 each; "
            "Tess goes down (no hit points left) and 1 more",
        ),
        ("goblin-warren", "goblins damage 4", "0 Goblin 1, Goblin 2, Goblin 3 and 9 more, fatigue −4 each"),
        ("goblin-warren", "1,6-9 damage 30", "0 Brann, Goblin 1, Goblin 2 and 2 more, fatigue −30, exhaustion −3 each"),
    ):
        controller = controller_of(begun(game))
        assert controller.say(line) and controller.notice.text == notice
    assert (
        controller.say("1-4 is wet")
        and controller.say("1-4 is not wet")
        and controller.notice.text == "0 Brann, Odo, Sela and Hild, wet is over each"
    )


@in_every_game
def test_one_use_spends_the_marks_and_the_same_key_brings_the_last_ones_back(game: str) -> None:
    session = begun(game)
    controller, both = controller_of(session), ids(session, 1, 2)
    pool = session.encounter.combatants[0].profile.pools[0].name
    for keys, text in (((";", "p", "1"), "4"), (("-",), "1"), ((";", "c", "o"), "wet -2 for 9"), ((";", "l", "l"), "")):
        press(controller, "escape", "escape", "1", "'", "'")
        assert controller.view.marks == both
        press(controller, *keys)
        if text:
            type_in(controller, text)
        assert controller.view.marks == (), f"{keys}: {controller.notice.text}"
        press(controller, "'")
        assert controller.view.marks == both and controller.notice.text.startswith("Marked: "), keys
        press(controller, "escape", "u")
    assert pool


def test_marks_that_are_spent_come_back_only_until_somebody_is_selected_or_let_go() -> None:
    controller = controller_of(begun("plain-skirmish"))
    for between, meant in ((("3",), ids(controller.session, 3)), (("escape", "4"), ids(controller.session, 4))):
        press(controller, "escape", "1", "'", "'", "-")
        type_in(controller, "1")
        press(controller, *between, "'")
        assert controller.view.marks == meant


def test_a_refused_entry_and_looking_spend_no_marks() -> None:
    controller = controller_of(begun("plain-skirmish"))
    press(controller, "1", "'", "'", "-")
    type_in(controller, "nonsense")
    press(controller, "escape", ";", "m", "escape", "escape", "l", "f", "x")
    assert controller.view.marks == ids(controller.session, 1, 2)
