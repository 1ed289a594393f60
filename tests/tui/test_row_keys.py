"""Row keys: the key on a fighter's row is the key that works, past nine as well; a folded group has one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.controllers import controller_of
from tests.lanes import drawing, sample
from tests.plain_fights import ARMED
from tests.tui.paper import Paper
from tests.tui.playing import press, type_in
from tracker.campaign.reinforcements import stock
from tracker.controller.choices.question_view import asking
from tracker.controller.controller import Controller
from tracker.controller.input.seat_keys import shown_on_rows
from tracker.dice.source import SeededDice
from tracker.game_api.target_keys import row_keys
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.storage.preparation import prepare

HEROES = ("Ann", "Bert", "Cid")
AFTER = ("Wolf", "Bear")


def table(goblins: int = 6, more: int = 0) -> Session:
    """Three heroes, a group of goblins, a wolf and a bear, and so many more of the raiders; begun."""
    people = [{"name": name, "side": "heroes"} for name in HEROES]
    people += [{"name": f"Goblin {n}", "side": "raiders", "group": "goblins"} for n in range(1, goblins + 1)]
    people += [{"name": name, "side": "raiders"} for name in (*AFTER, *(f"Raider {n}" for n in range(1, more + 1)))]
    prepared = prepare({"system": "plain", "title": "Crowd", "combatant": [{**ARMED, **one} for one in people]})
    session = Session(
        prepared.encounter, prepared.rules, SeededDice(7), stock=stock(replace(prepared, library_dirs=()))
    )
    session.say("begin")
    for one in session.encounter:
        session.say(f"fix {one.id} count {20 + one.profile.seat}")
    return session


def asked(session: Session) -> Session:
    """Ann may declare."""
    while (question := session.encounter.question) is None or question.ask is not Ask.DECLARE:
        session.say("next" if question is None else "roll")
    assert session.encounter.question is not None and session.encounter.question.who == "ann"
    return session


def shown_keys(controller: Controller) -> dict[str, str]:
    """The key on each row, by whom it is drawn for."""
    key_of, _ = shown_on_rows(controller)
    return {one.id: key_of(one) for one in controller.view.shown(controller.session)}


def row(player: Paper, name: str) -> str:
    """What stands on the row of somebody on the board before the name."""
    lines = player.screen._timeline.text()[1:]
    return next(line for line in lines if name in line).partition(name)[0].strip("► ▲▼◌✓")


def test_a_folded_group_has_one_key_and_those_behind_it_the_next_ones() -> None:
    keys = row_keys(table().encounter)
    assert [keys[who] for who in ("ann", "bert", "cid", "goblin-1", "wolf", "bear")] == list("123456")
    assert [keys[f"goblin-{n}"] for n in range(2, 7)] == ["7", "8", "9", "a", "b"]


def test_the_row_of_a_folded_group_and_those_below_show_the_keys_that_select_them() -> None:
    player = Paper(table(), (80, 36))
    assert [row(player, name) for name in ("goblins", "Wolf", "Bear")] == ["4", "5", "6"]
    player.press("5")
    assert player.controller.view.selected == "wolf"
    player.press("4")
    assert player.controller.view.selected.startswith("goblin-")
    player.press("colon")
    player.type("5 damage 3")
    player.press("enter")
    assert (
        player.controller.session.encounter["wolf"].pool("HP")
        == player.controller.session.encounter["wolf"].full("HP") - 3
    )


@pytest.mark.parametrize("size", sample([(80, 36), (120, 36)]))
def test_past_nine_the_row_shows_both_signs_that_select_a_fighter(size: tuple[int, int]) -> None:
    player = Paper(asked(table(2, more=6)), size)
    player.press("equals_sign")
    assert row(player, "Raider 4") == "0a" and row(player, "Raider 3") == "9"
    for sign in row(player, "Raider 4"):
        player.press(sign)
    assert player.controller.view.selected == "raider-4"
    assert player.controller.menu is None, "the letter alone is an attack; behind 0 it is not"


def test_where_a_target_is_asked_for_the_row_shows_the_key_that_takes_it() -> None:
    player = Paper(asked(table(2, more=6)), (120, 36))
    player.press("a")
    assert row(player, "Raider 4") == "a" and row(player, "Ann") == "", "nobody aims at oneself"
    player.press("a")
    assert player.controller.session.encounter["ann"].actions[0].target == "raider-4"


@drawing
def test_every_key_on_a_row_does_what_it_says_while_nothing_is_asked_a_fighter_declares_or_a_list_stands_open() -> None:
    for keys in ((), ("space",), ("space", "a")):
        controller = controller_of(table(3, more=30))
        press(controller, *keys)
        shown = shown_keys(controller)
        assert any(shown.values())
        for who, key in sample(shown.items(), 4):
            if key in ("", "0/"):
                continue
            fresh = controller_of(table(3, more=30))
            press(fresh, *keys, *key)
            session = fresh.session
            group = session.encounter[who].group
            aimed = [action.target for action in session.encounter["ann"].actions]
            met = {who} if not group else {one.id for one in session.encounter if one.group == group}
            assert met & {fresh.view.selected, *aimed}, (keys, who, key)


def test_no_key_stands_on_a_row_while_digits_are_dice() -> None:
    session = table()
    session.say("ann typed")
    session.say("wolf typed")
    session.say("goblin-1 typed")
    controller = controller_of(session)
    press(controller, "space", "a", "4")
    while controller.session.encounter.question is None or controller.session.encounter.question.ask is not Ask.DICE:
        press(controller, "space" if controller.session.encounter.question is None else "enter")
    assert set(shown_keys(controller).values()) == {""}


def test_after_the_last_letter_a_fighter_is_selected_by_a_part_of_its_name() -> None:
    controller = controller_of(table(2, more=40))
    assert shown_keys(controller)["raider-37"] == "0/"
    press(controller, "0", "/")
    type_in(controller, "der 37")
    assert controller.view.selected == "raider-37" and controller.field is None
    press(controller, "0", "/", *"raider 3")
    assert "1 of 11: enter takes Raider 3 · ↑↓ others: Raider 30, Raider 31, Raider 32 …" in asking(controller).hint
    press(controller, "down", "down", "enter")
    assert controller.view.selected == "raider-31"
    press(controller, "0", "/", *"nobody", "enter")
    assert controller.notice.refused and "“nobody”" in controller.notice.text and controller.field is not None


def test_a_list_of_rows_in_a_line_means_the_keys_that_stand_on_them() -> None:
    controller = controller_of(table())
    press(controller, ":")
    type_in(controller, "mark 4-6")
    assert set(controller.view.marks) == {"goblin-1", "wolf", "bear"}
    press(controller, ";", "h")
    press(controller, "escape", "escape", ":")
    type_in(controller, "mark a,5")
    assert set(controller.view.marks) == {"goblin-5", "wolf"}
