"""The menu of a fighter and several at once: by key, by line and by click, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.menu_walk import leads_to_menu
from tests.tui.monkey import few_games, opened
from tests.tui.opening import example, skirmish
from tests.tui.paper import Paper
from tests.tui.playing import every_size, press
from tracker.controller.controller import Controller
from tracker.controller.input import keys
from tracker.controller.menus.menu_path import MenuChoice, menu_of_choice
from tracker.controller.menus.prompt import Prompt
from tracker.controller.modes import Mode
from tracker.dice.source import SeededDice
from tracker.encounter.language.parser import vocabulary
from tracker.model.combatant import Presence
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE
from tracker.session import Session
from tracker.session.dry_run import why_refused
from tracker.storage.preparation import prepare


def every_menu(controller: Controller) -> list[Prompt]:
    """The menu and all that it leads to, opened one after another."""
    seen: list[Prompt] = []
    paths = [controller.menu]
    while paths:
        controller.menu = paths.pop()
        prompt = controller.prompt
        seen.append(prompt)
        paths += [
            menu_of_choice(choice, "") for choice in prompt.choices if leads_to_menu(choice) and not choice.refused
        ]
    return seen


@few_games
def test_every_entry_does_what_its_line_does_or_says_why_not(path: Path, edition: str, tmp_path: Path) -> None:
    """An entry that is offered is never refused; one that is not says why, and so does a key that is missing."""
    session = opened(path, edition, tmp_path, 1)
    session.say("begin")
    controller = controller_of(session)
    last = session.encounter.combatants[-1].id
    for who in (session.encounter.combatants[0].id, last):
        controller.view.select(who)
        keys.press(controller, "semicolon", ";")
        menus = every_menu(controller)
        assert len(menus) > 8 and all(menu.text for menu in menus)
        for menu in menus:
            keyed = [choice.key for choice in (*menu.choices, *menu.absent) if choice.key]
            assert len(set(keyed)) == len(keyed)
            assert all(choice.refused.endswith(".") for choice in menu.absent)
            for choice in menu.choices:
                acts = isinstance(choice, MenuChoice) and choice.action is not None
                assert choice.line or leads_to_menu(choice) or acts or choice.refused
                if choice.line and not choice.unfinished and not choice.refused and not choice.line.startswith("mark"):
                    assert why_refused(session, choice.line) == "", choice
        keys.press(controller, "escape")


@few_games
def test_leaving_and_coming_back_say_beforehand_what_becomes_of_the_next_declaration(
    path: Path, edition: str, tmp_path: Path
) -> None:
    session = opened(path, edition, tmp_path, 1)
    session.say("begin")
    controller, unit = controller_of(session), session.rules.unit
    rolled_on(session)
    question = session.encounter.question
    assert question is None or question.ask is Ask.DECLARE
    who = next(one.id for one in session.encounter.combatants[::-1] if question is None or one.id != question.who)
    dues = [unit.text(due.count) for due in session.encounter.agenda.of(who) if due.what == DECLARE]
    controller.view.unfolded = frozenset(one.group for one in session.encounter)
    lost = f"its declaration{'s' * (len(dues) > 1)} at {' and '.join(dues)} {'is' if len(dues) == 1 else 'are'} lost"
    controller.view.select(who)

    def price(key: str) -> str:
        for one in (";", "l"):
            keys.press(controller, "semicolon" if one == ";" else one, one)
        choice = controller.prompt.choice(key)
        assert choice is not None and not choice.refused
        keys.press(controller, "escape")
        keys.press(controller, "escape")
        return choice.price

    for key in "lsf":
        assert price(key) == (lost if dues else "")
    session.say(f"{who} leaves")
    told, gone = price("b"), session.encounter
    session.say(f"{who} returns")
    rolled_on(session)
    again = session.encounter.agenda.find(who, DECLARE)
    assert again is not None and told.startswith("starts over: may declare ")
    first = session.rules.turns.first_count(gone, session.encounter[who].profile.sheet)
    assert first.soonest <= again.count <= first.latest
    assert unit.text(first.soonest) in told and unit.text(first.latest) in told


def rolled_on(session: Session) -> None:
    """All dice that are asked for are rolled by the program."""
    while (question := session.encounter.question) is not None and question.ask is Ask.DICE:
        session.say("roll")


@few_games
def test_what_a_game_lacks_is_missing_and_its_key_says_why(path: Path, edition: str, tmp_path: Path) -> None:
    session = opened(path, edition, tmp_path, 1)
    controller = controller_of(session)
    keys.press(controller, "1", "1")
    keys.press(controller, "semicolon", ";")
    offered = {choice.key for choice in controller.prompt.choices}
    for key, verb in (("d", session.rules.abilities.damage), ("o", "orders")):
        assert (key in offered) is (bool(verb) and verb in vocabulary(session.rules).verbs)
        if key not in offered:
            keys.press(controller, key, key)
            assert "This game" in controller.notice.text


def test_a_fighter_among_twenty_has_its_menu_in_three_keys() -> None:
    session = example("plain-skirmish")
    session.say("join new Thug x15 raiders")
    player = Paper(session, (80, 24))
    player.press("0", "l", "semicolon")
    last = session.encounter.combatants[19]
    assert player.pressed == 3 and last.name in player.controller.prompt.text


def test_by_key_somebody_leaves_comes_back_is_hidden_and_goes_over_to_the_others() -> None:
    session = skirmish()
    player = Paper(session, (80, 24))
    player.press("5", "semicolon", "l", "s")
    assert session.encounter["wolf"].presence is Presence.SURRENDERED
    player.press("semicolon", "l", "b")
    assert session.encounter["wolf"].able
    player.press("semicolon", "h")
    assert "wolf" in session.encounter["ann"].unaware_of
    player.press("semicolon", "h")
    assert "wolf" not in session.encounter["ann"].unaware_of
    player.press("semicolon", "i", "1")
    assert session.encounter["wolf"].profile.side == "heroes"
    player.press("semicolon", "w", "1")
    assert "ann" in session.encounter["wolf"].unaware_of
    assert "to switch" in player.controller.prompt.text, "the menu stays, for there are often several"
    player.press("2", "1")
    assert session.encounter["wolf"].unaware_of == {"bert"}
    player.press("semicolon", "v", "t")
    assert session.encounter["wolf"].typed
    player.press("semicolon", "a", "r")
    player.type("Old Grey")
    player.press("enter")
    assert session.encounter["wolf"].name == "Old Grey" and "Old Grey" in player.text()
    player.press("semicolon", "n")
    player.type("limps")
    player.press("enter")
    assert session.journal.steps[session.journal.done[-1]].line == "Old Grey note limps"
    player.press("semicolon", "p", "1")
    player.type("3")
    player.press("enter")
    assert session.encounter["wolf"].pool("HP") == 3


def test_who_acts_out_of_turn_gives_up_what_is_under_way_and_turns_it_on_another() -> None:
    session = skirmish()
    player = Paper(session)
    player.press("1", "semicolon", "t")
    assert session.encounter.question is not None and session.encounter.question.who == "ann"
    player.press("a", "3", "semicolon", "e", "r", "4")
    assert session.encounter["ann"].actions[0].target == "goblin-2"
    player.press("semicolon", "e", "a")
    assert session.encounter["ann"].actions == ()


def test_a_condition_of_ones_own_on_the_selected_takes_six_keys_and_its_words() -> None:
    session = skirmish()
    player = Paper(session, (80, 24))
    player.press("5")
    before = player.pressed
    player.press("semicolon", "c", "o")
    player.type("half blind -2")
    player.press("enter", "o", "1")
    assert player.pressed - before == 6 + len("half blind -2")
    condition = session.encounter["wolf"].conditions[-1]
    assert (condition.label, condition.amount, condition.acts) == ("half blind", -2, "ann")
    player.press("semicolon", "c", "o")
    player.type("wet for 3")
    player.press("enter")
    assert session.encounter["wolf"].conditions[-1].until == session.encounter.count + 3
    player.press("semicolon", "c", "o")
    player.type("angry")
    player.press("enter", "c")
    player.type("30")
    player.press("enter")
    assert session.encounter["wolf"].conditions[-1].until == 30
    player.press("semicolon", "c", "3")
    assert "angry" not in [c.label for c in session.encounter["wolf"].conditions]


def test_damage_to_three_fighters_takes_five_keys_and_its_digits() -> None:
    session = skirmish()
    before = {one.id: one.pools for one in session.encounter}
    player = Paper(session, (80, 24))
    player.press("3")
    start = player.pressed
    player.press("apostrophe", "apostrophe", "apostrophe", "minus", "1", "enter")
    assert player.pressed - start == 5 + len("1")
    hurt = [one.id for one in session.encounter if one.pools != before[one.id]]
    assert hurt == ["goblin-1", "goblin-2", "wolf"]
    player.press("u")
    assert {one.id: one.pools for one in session.encounter} == before
    player.press("apostrophe", "minus")
    player.type("4 half 4 double wolf")
    assert "3 Goblin 1 4 · 4 Goblin 2 2 · 5 Wolf 8" in player.text()
    player.press("enter")
    lost = [one.full("HP") - one.pool("HP") for one in session.encounter]
    assert lost == [0, 0, 4, 2, 8]


@every_size
def test_the_marked_are_seen_by_a_sign_until_let_go_or_time_goes_on(size: tuple[int, int]) -> None:
    session = skirmish()
    player = Paper(session, size)
    player.press("colon")
    player.type("mark 1,3-4")
    player.press("enter")
    assert player.controller.view.marks == ("ann", "goblin-1", "goblin-2")
    rows = 1 + (size[0] == 80)  # on the board, and where that has no bars in the pane of bars
    assert player.text().count("✓") == 3 * rows
    player.press("escape")
    assert player.text().count("✓") == 0 and player.controller.view.marks == ()
    player.press("1", "semicolon", "m", "a")
    assert player.text().count("✓") == 5 * rows
    player.press("space")
    assert player.text().count("✓") == 0


def test_one_entry_goes_to_all_who_are_marked_and_to_those_of_them_it_can() -> None:
    session = skirmish()
    session.say("goblin1 leaves")
    player = Paper(session)
    player.press("3", "apostrophe", "apostrophe", "apostrophe", "semicolon")
    assert "Goblin 1, Goblin 2 and Wolf" in player.text()
    player.press("t")
    assert "Choose one fighter at a time" in player.text()
    player.press("l")
    assert "2 of 3: Goblin 2 and Wolf" in player.text()
    player.press("s")
    assert [one.presence for one in session.encounter][2:] == [Presence.LEFT, *[Presence.SURRENDERED] * 2]
    player.press("u")
    assert [one.presence for one in session.encounter][3:] == [Presence.IN] * 2


@pytest.mark.parametrize("size", sample([(80, 24), (120, 36)]))
def test_by_click_the_menu_opens_and_each_of_its_entries_is_taken(size: tuple[int, int]) -> None:
    session = skirmish()
    player = Paper(session, size)
    player.click("Wolf")
    assert player.controller.view.selected == "wolf"
    player.click("; change")
    assert player.controller.mode is Mode.MENU
    player.click("leave, fall")
    player.click("falls")
    assert session.encounter["wolf"].presence is Presence.DOWN


def test_by_line_the_same_and_a_bad_list_is_refused() -> None:
    session = skirmish()
    controller = controller_of(session)
    assert controller.say("mark raiders") and controller.view.marks == ("goblin-1", "goblin-2", "wolf")
    assert not controller.say("mark nobodyhere") and "nobodyhere" in controller.notice.text
    assert controller.say("mark none") and controller.view.marks == ()
    with pytest.raises(Refused):
        session.say("mark 1-3")


def test_at_80_by_24_the_whole_menu_is_seen_in_two_columns_and_either_is_clicked() -> None:
    session = example("brawl")
    session.say("begin")
    player = Paper(session, (80, 24))
    player.press("4", "semicolon")
    for choice in player.controller.prompt.choices:
        assert any(f"{choice.key} {choice.label[:20]}" in line for line in player.seen()), choice.label
    player.click("dice: typed or rolled")
    assert "typed or rolled dice?" in player.controller.prompt.text
    player.press("escape")
    player.click("correct a pool")
    assert "correct what?" in player.controller.prompt.text


def test_whoever_is_marked_stays_in_sight_where_not_all_can_be_seen() -> None:
    session = example("brawl")
    session.say("begin")
    player = Paper(session, (80, 24))
    player.press("8", "apostrophe", "6", "apostrophe", "1")
    marked = [line for line in player.screen._timeline.text() if "✓" in line]
    assert len(marked) == 2 and "Brawler 2" in marked[0] and "Big Olaf" in marked[1]


def test_a_condition_in_ones_own_words_is_asked_for_in_the_number_of_those_it_is_for() -> None:
    session = skirmish()
    player = Paper(session, (80, 24))
    player.press("1", "apostrophe", "apostrophe", "semicolon", "c", "o")
    assert "Ann and Bert are:" in player.text()
    player.press("escape", "escape", "escape", "escape", "3", "semicolon", "c", "o")
    assert "Goblin 1 is:" in player.text()


def test_enter_while_nothing_is_asked_says_what_goes_on_and_whom_it_is_for() -> None:
    session = skirmish()
    player = Paper(session, (80, 24))
    player.press("enter")
    assert "! enter needs a selected fighter who waits or is busy. space: next event" in player.text()
    player.press("3", "enter")
    told = "Goblin 1 neither waits nor is busy, so enter does nothing. space: next event"
    assert told in " ".join(player.text().split())


@pytest.mark.parametrize("game", ["duel", "phases-ambush", "prism-corridor", "feats-rooftops", "plain-skirmish"])
def test_with_nobody_selected_menu_and_mark_say_for_whom_they_are(game: str) -> None:
    session = example(game)
    session.say("begin")
    controller = controller_of(session)
    name = session.encounter[controller.view.target(session)].name
    assert not controller.view.selected
    press(controller, ";")
    assert controller.prompt.text == f"{name}: what?"
    for key in ("c", "p", "l", "o"):
        press(controller, key)
        assert controller.prompt.text.startswith(f"{name} " if key == "o" else f"{name}: "), key
        press(controller, "escape")
    press(controller, "escape", "'")
    assert controller.notice.text.startswith(f"Marked: {name} · ")


def test_an_open_wound_is_bound_by_one_entry_of_its_bearers_menu_and_taken_back() -> None:
    wounds = [{"condition": "bleeding", "label": "bleeding arm"}, {"condition": "bleeding-2", "label": "bleeding leg"}]
    people = [{"name": "Brann", "side": "a", "lasting": wounds}, {"name": "Gruk", "side": "b"}]
    prepared = prepare({"system": "hybrid", "combatant": people})
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    session.say("begin")

    def bleeding(who: str) -> int:
        return sum(condition.key.startswith("bleeding") for condition in session.encounter[who].conditions)

    player = Paper(session, (80, 24))
    player.controller.view.select("brann")
    player.press("semicolon", "b")
    player.click("bleeding leg: over")
    assert bleeding("brann") == 1
    player.press("escape", "escape")
    player.controller.view.select("brann")
    player.press("semicolon")
    assert "bind the wound" in player.text()
    player.press("b")
    assert bleeding("brann") == 0
    player.controller.view.select("brann")
    player.press("semicolon")
    assert "Brann: what?" in player.text() and "bind" not in player.text(), "nothing is left to bind"
    player.press("escape", "u")
    assert bleeding("brann") == 1
