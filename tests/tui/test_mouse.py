"""The mouse: rows, lanes, ends of bars, lines of the log, choices and the footer do on click what a key does."""

from __future__ import annotations

import pytest
from textual.events import MouseScrollDown as _Scrolled

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import declaring, due, example, skirmish, warren
from tests.tui.paper import Paper
from tests.tui.playing import Player, clicked, playing
from tracker.controller.input import mouse
from tracker.controller.input.default_keys import usual_keymap
from tracker.controller.modes import Mode
from tracker.controller.view_state import Pane
from tracker.session import Session
from tracker.tui.screens.leave import Leaving
from tracker.tui.widgets.timeline import TimelinePane

SIZES = ((80, 24), (120, 36))
both_sizes = pytest.mark.parametrize("size", sample(SIZES))


def lane(player: Player, who: str) -> tuple[TimelinePane, int]:
    """The timeline, and the line of somebody's lane in it."""
    pane = player.screen.query_one("#timeline", TimelinePane)
    assert pane.drawn is not None
    return pane, pane.drawn.lanes.index(who)


def column(player: Player, count: int) -> int:
    """The column of the timeline in which a count stands."""
    pane = player.screen.query_one("#timeline", TimelinePane)
    assert pane.drawn is not None
    return pane.drawn.names + pane.drawn.axis.column(count)


def under_way() -> Session:
    """Ann's blow at the first goblin is under way and lands at 21."""
    session = skirmish()
    session.say("ann acts")
    session.say('ann does "climbs the rail" 20')
    return session


@both_sizes
async def test_where_a_target_is_asked_for_a_click_on_its_lane_takes_it_as_its_key_does(size: tuple[int, int]) -> None:
    session = declaring("plain-skirmish", "ann")
    async with playing(session, size) as player:
        await player.press("a")
        assert player.screen.mode is Mode.MENU
        pane, y = lane(player, "goblin-2")
        await player.pilot.click(pane, offset=(3, y))
        await player.drawn()
        assert session.encounter["ann"].actions[0].target == "goblin-2"


async def test_a_row_takes_a_target_beside_the_menu_and_selects_where_none_is_asked_for() -> None:
    session = declaring("ambush", example("ambush").encounter.combatants[0].id)
    async with playing(session, (120, 36)) as player:
        first = session.encounter.combatants[0]
        foe = next(one for one in session.encounter if one.profile.side != first.profile.side)
        pane, y = lane(player, foe.id)
        await player.pilot.click(pane, offset=(5, y))
        await player.drawn()
        assert player.screen.controller.view.selected == foe.id
        await player.press("escape", "a")
        while player.screen.mode is Mode.MENU and not any(
            choice.whom for choice in player.screen.controller.prompt.choices
        ):
            await player.press("enter")
        pane, y = lane(player, foe.id)
        await player.pilot.click(pane, offset=(3, y))
        await player.drawn()
        assert [action.target for action in session.encounter[first.id].actions] == [foe.id]


@both_sizes
async def test_the_end_of_a_bar_opens_what_can_be_done_with_what_is_under_way(size: tuple[int, int]) -> None:
    session = under_way()
    lands = session.encounter["ann"].actions[0].lands
    async with playing(session, size) as player:
        pane, y = lane(player, "ann")
        await player.pilot.click(pane, offset=(column(player, lands), y))
        await player.drawn()
        assert player.screen.mode is Mode.MENU and "climbs the rail" in player.screen.controller.prompt.text
        await clicked(player, "give it up")
        assert session.encounter["ann"].actions == ()


async def test_a_bar_or_an_event_that_is_pulled_stays_where_it_is() -> None:
    session = under_way()
    start = session.encounter
    async with playing(session) as player:
        pane, y = lane(player, "ann")
        assert pane.drawn is not None
        for row, count in ((y, start["ann"].actions[0].lands), (pane.drawn.event_row, 6)):
            await player.pilot.mouse_down(pane, offset=(column(player, count), row))
            await player.pilot.hover(pane, offset=(column(player, count + 3), row))
            await player.pilot.mouse_up(pane, offset=(column(player, count + 3), row))
            await player.drawn()
            assert session.encounter == start


@both_sizes
async def test_the_wheel_over_a_list_marks_its_choices_and_over_a_pane_scrolls_it(size: tuple[int, int]) -> None:
    session = skirmish()
    async with playing(session, size) as player:
        await player.press("5", "semicolon")
        controller = player.screen.controller
        host = player.screen._question
        before = controller.highlighted
        await player.pilot._post_mouse_events([_Scrolled], host, offset=(3, 2), button=0)
        await player.drawn()
        assert controller.highlighted == before + 1
        await player.press("escape")
        top = controller.view.scrolled.copy()
        await player.pilot._post_mouse_events([_Scrolled], "#timeline", offset=(3, 2), button=0)
        await player.drawn()
        assert controller.view.scrolled != top


async def test_under_a_list_the_wheel_scrolls_whose_lines_stand_there() -> None:
    async with playing(skirmish(), (80, 50)) as player:
        await player.press("1", "semicolon")
        controller, y = (
            player.screen.controller,
            next(y for y, line in enumerate(player.seen()[20:], 20) if "Goblin 1  ▂" in line),
        )
        await player.pilot._post_mouse_events([_Scrolled], offset=(3, y), button=0)
        await player.drawn()
        assert controller.view.scrolled == {Pane.FIGHTERS: 1}


def test_lines_of_the_log_under_the_fighters_can_be_clicked_too() -> None:
    session = skirmish()
    player = Paper(session, (80, 40))
    player.click("Ann initiative")
    entry = player.controller.view.marked_entry()
    assert entry is not None and "Ann initiative" in entry.words.text


@pytest.mark.parametrize("id", sample(row.id for row in usual_keymap().footer(Mode.FREE)))
async def test_every_key_of_the_footer_does_on_click_what_it_does_when_pressed(id: str) -> None:
    came_to = []
    for click in (True, False):
        session = skirmish()
        session.say("undo")
        async with playing(session, (80, 24)) as player:
            keymap = player.screen.controller.keymap
            row = keymap.by_id(id)
            await (clicked(player, f"{keymap.key(id)} {row.label}") if click else player.press(row.keys[0]))
            came_to.append((session.encounter, type(player.app.screen), player.text()))
    assert came_to[0] == came_to[1]


async def test_leaving_with_steps_not_saved_is_answered_by_a_click() -> None:
    async with playing(skirmish()) as player:
        answers: list[bool | None] = []
        player.app.push_screen(Leaving(3, "the disk is full"), answers.append)
        await player.drawn()
        await clicked(player, " enter leave   esc stay")
        assert answers == [True]


def test_the_wheel_turns_no_further_than_the_rows_of_folded_groups() -> None:
    session = due(warren())
    controller = controller_of(session)
    rows = len(controller.view.shown(session).combatants)
    assert rows == 6
    for _ in range(20):
        mouse.wheel(controller, "fighters", 1)
    assert controller.view.scrolled[Pane.FIGHTERS] == rows - 1
