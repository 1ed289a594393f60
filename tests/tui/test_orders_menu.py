"""The menu of standing orders: by key, by line and by click, each choice one part of them."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.tui.opening import Middling, declaring, example, skirmish
from tests.tui.paper import Paper
from tests.tui.playing import press
from tracker.controller.controller import Controller
from tracker.controller.input import keys
from tracker.controller.modes import Mode
from tracker.game_api.target_keys import seat_key
from tracker.model.orders import Focus, Orders, Retreat, Whom
from tracker.model.refusals import Refused
from tracker.session import Session


def test_by_key_somebody_gets_orders_part_by_part() -> None:
    session = skirmish()
    player = Paper(session, (120, 36))
    player.press("5", "semicolon", "o", "a", "w")
    assert session.encounter["wolf"].orders == Orders("attack", Whom.WEAKEST)
    player.press("k", "k")
    player.press("f", "2")
    wolf = session.encounter["wolf"].orders
    assert (wolf.focus, wolf.retreats) == (Focus.KEEP, (Retreat("flee", under=30),))
    player.press("f", "2")
    assert session.encounter["wolf"].orders.retreats == ()
    player.press("n")
    assert not session.encounter["wolf"].orders


def test_the_menu_stays_open_with_the_sentence_so_far_until_done() -> None:
    session = skirmish()
    player = Paper(session, (80, 24))
    player.press("5", "semicolon", "o", "a", "w")
    assert "attacks the weakest" in player.text()
    player.press("k", "k", "f", "2")
    wolf = session.encounter["wolf"].orders
    assert (wolf.whom, wolf.focus, wolf.retreats) == (Whom.WEAKEST, Focus.KEEP, (Retreat("flee", under=30),))
    assert "keeping to one until it falls; flees under 30 %" in " ".join(player.text().split())
    steps = len(session.journal.done)
    player.press("d")
    assert player.controller.menu is None and player.controller.mode is not Mode.MENU
    assert len(session.journal.done) == steps


def test_out_of_the_orders_esc_leads_part_by_part_and_a_typed_part_comes_back_to_them() -> None:
    session = skirmish()
    player = Paper(session, (80, 24))
    player.press("5", "semicolon", "o", "a", "escape")
    assert "defence" in player.text() or "flee or surrender" in player.text()
    player.press("f", "l")
    player.type("ann")
    player.press("enter")
    assert session.encounter["wolf"].orders.retreats == (Retreat("flee", without="ann"),)
    assert "flees when Ann is out" in " ".join(player.text().split())
    player.press("n")
    assert not session.encounter["wolf"].orders and "no standing orders" in player.text()
    player.press("escape", "escape")
    assert player.controller.menu is None


def test_by_click_and_for_several_at_once() -> None:
    session = skirmish()
    player = Paper(session, (120, 36))
    player.press("3", "apostrophe", "apostrophe", "semicolon")
    player.click("standing orders")
    player.click("target")
    player.click("the nearest foe")
    assert [one.id for one in session.encounter if one.orders.whom is Whom.NEAREST] == ["goblin-1", "goblin-2"]


def test_a_foe_is_ordered_by_the_key_of_its_row_as_wherever_a_target_is_asked_for() -> None:
    session = skirmish()
    rows = {one.id: one.profile.seat for one in session.encounter}
    player = Paper(session, (120, 36))
    player.press("1", "semicolon", "o", "a", str(rows["wolf"] + 1))
    assert session.encounter["ann"].orders == Orders("attack", Whom.NAMED, named="wolf")
    player.press("a")
    player.click("4▼Goblin 2")
    assert session.encounter["ann"].orders.named == "goblin-2"


def test_a_foe_whose_letter_has_other_work_gets_one_that_is_nobodys_row() -> None:
    session = example("goblin-warren")
    controller = controller_of(session)
    press(controller, "1", ";", "o", "a")
    named = {choice.label: choice.key for choice in controller.prompt.choices if choice.whom}
    rows = {one.name: seat_key(one.profile.seat) for one in session.encounter}
    own = {name: rows[name] for name in named if rows[name] not in ("a", "g", "l", "w")}
    assert len(named) == 12 and own.items() <= named.items()
    others = [named[name] for name in named if name not in own]
    assert others and not set(others) & set(rows.values()) and len(set(named.values())) == 12


def test_the_sheet_and_the_log_say_the_orders_and_the_menu_marks_what_stands() -> None:
    session = skirmish()
    player = Paper(session, (120, 36))
    player.press("colon", *"wolf orders attack ann, flee under 50", "enter", "5")
    assert "attacks Ann" in player.text() and "flees under 50 %" in " ".join(player.text().split())
    player.press("semicolon", "o")
    assert "attacks Ann; flees under 50 % of its body" in player.text()
    player.press("f")
    assert "● flee under 50" not in player.text() and "removes it" in player.text()


def test_whoever_is_asked_is_told_to_follow_its_orders_by_space() -> None:
    session = declaring("plain-skirmish", "bert")
    player = Paper(session, (80, 24))
    assert "follow its orders" not in player.text()
    player.press("semicolon", "o", "a", "n", "d")
    assert "space: follow its orders" in player.text()
    player.press("space")
    assert [action.ordered for action in session.encounter["bert"].actions] == [True]


def test_whoever_is_asked_for_its_intent_follows_orders_given_now_by_space_at_80_columns() -> None:
    session = example("prism-corridor")
    player = Paper(session, (80, 24))
    player.press("enter", "space")
    assert "Eve, unseen: red, white or blue?" in player.text()
    player.press("semicolon", "o", "a", "w", "b", "d", "escape", "escape", "escape")
    assert "space: follow its orders" in player.text()
    player.press("space")
    assert "Bob, unseen: red, white or blue?" in player.text()
    player.press("r")
    assert "Answer the question first" not in player.text()


def unlike() -> tuple[Session, Controller]:
    """A goblin that parries and flees, one that has no orders and a bandit with its own, all of them marked."""
    session = example("ambush", dice=Middling())
    session.say("begin")
    session.say("goblin-1 orders attack weakest, keep, parry above 50, flee at half")
    session.say("goblin-2 orders none")
    controller = controller_of(session)
    controller.mark(("goblin-1", "goblin-2", "red-varga"))
    return session, controller


def orders(session: Session, *who: str) -> list[str]:
    return [session.encounter[one].orders.text for one in who]


def test_of_several_who_differ_only_the_chosen_part_changes_in_one_step_and_one_undo() -> None:
    session, controller = unlike()
    marked, before = ("goblin-1", "goblin-2", "red-varga"), session.encounter
    met, out = "parry above 50", "flee at half"
    entries = (
        (("a", "n"), [f"attack nearest, keep, {met}, {out}", "attack nearest", "attack nearest, parry"]),
        (("k", "s"), [f"attack weakest, spread, {met}, {out}", "attack, spread", "attack again, spread, parry"]),
        (("b", "d"), [f"attack weakest, keep, dodge, {out}", "dodge", "attack again, dodge"]),
        (("f", "7"), [f"attack weakest, keep, {met}, {out}", out, f"attack again, parry, {out}"]),
    )
    for pressed, after in entries:
        steps = len(session.journal.done)
        press(controller, ";", "o", *pressed)
        assert orders(session, *marked) == after, controller.notice.text
        assert len(session.journal.done) == steps + 1
        press(controller, "escape", "escape", "escape", "u")
        assert session.encounter == before
        controller.mark(marked)


def test_where_several_differ_the_page_says_so_instead_of_the_orders_of_the_first() -> None:
    _, controller = unlike()
    press(controller, ";", "o")
    assert "differ in targets, defences, retreats" in controller.prompt.text
    prices = {choice.key: choice.price for choice in controller.prompt.choices}
    assert {prices[key] for key in "akbf"} == {"differ"} and prices["w"] == "weapon at hand"
    press(controller, "a", "n")
    assert "attack the nearest foe" not in controller.prompt.text, "one of them keeps to its own"
    press(controller, "k", "a")
    assert "attack the nearest foe; differ in defences" in controller.prompt.text


def test_typed_orders_of_several_who_differ_begin_with_those_of_each_and_esc_goes_back_to_the_page() -> None:
    session, controller = unlike()
    before = orders(session, "goblin-1", "goblin-2", "red-varga")
    press(controller, ";", "o", "t")
    assert controller.field is not None and controller.field.text.count(" ; ") == 2
    press(controller, "escape")
    assert controller.field is None and "retreats" in controller.prompt.text
    press(controller, "t", *", flee under 20", "enter")
    assert orders(session, "goblin-1", "goblin-2", "red-varga") == [*before[:2], f"{before[2]}, flee under 20"]


def test_those_who_differ_flee_each_without_a_leader_that_is_chosen() -> None:
    session, controller = unlike()
    press(controller, ";", "o", "f", "l")
    varga = next(choice for choice in controller.prompt.choices if choice.label == "Red Varga")
    keys.choose(controller, varga)
    assert orders(session, "goblin-1", "goblin-2") == [
        "attack weakest, keep, parry above 50, flee at half, flee without red-varga",
        "flee without red-varga",
    ]


def test_how_likely_an_answer_must_be_is_chosen_straight_after_it_and_stands_in_the_list() -> None:
    session, controller = unlike()
    controller.mark(("goblin-2",))
    press(controller, ";", "o", "a", "w", "b")
    assert [choice.label for choice in controller.prompt.choices if "nothing" in choice.label] == ["nothing"]
    press(controller, "p", "5")
    assert orders(session, "goblin-2") == ["attack weakest, parry above 50"]
    assert {choice.key: choice.price for choice in controller.prompt.choices}["b"] == "parry above 50"
    press(controller, "b", "n")
    assert orders(session, "goblin-2") == ["attack weakest, nothing"]


@pytest.mark.parametrize(
    ("name", "who", "asked"),
    [("goblin-warren", "brann", "pbc"), ("feats-rooftops", "tess", "pdb"), ("prism-corridor", "bob", "d")],
)
def test_a_defence_is_ordered_by_the_letter_that_it_has_where_a_blow_is_answered(
    name: str, who: str, asked: str
) -> None:
    session = example(name)
    controller = controller_of(session)
    controller.mark((who,))
    press(controller, ";", "o", "b")
    keyed = {choice.key: choice.label.removeprefix("● ") for choice in controller.prompt.choices}
    assert all(keyed[letter].startswith(letter) for letter in asked), keyed
    assert len(keyed) == len(controller.prompt.choices)


def test_the_sheet_breaks_a_long_sentence_of_orders_instead_of_cutting_it() -> None:
    session = example("ambush", dice=Middling())
    session.say("begin")
    session.say("goblin-1 orders attack attacker, keep, parry above 50, flee under 30, flee at half")
    player = Paper(session, (80, 24))
    player.press("4")
    player.click("Sheet")
    shown = " ".join(player.text().split())
    assert "flees when half its group is out" in shown and "flees whe…" not in shown


def test_one_line_gives_orders_to_some_and_others_to_others_or_to_nobody() -> None:
    session = skirmish()
    steps, before = len(session.journal.done), session.encounter
    session.say("goblin-1,goblin-2 orders guard ; wolf orders attack bert, keep")
    assert orders(session, "goblin-1", "goblin-2", "wolf") == ["guard", "guard", "attack bert, keep"]
    assert len(session.journal.done) == steps + 1
    session.say("undo")
    for line in ("wolf orders guard ; goblin-1 orders sing", "wolf orders guard ; note orders are given"):
        with pytest.raises(Refused):
            session.say(line)
        assert session.encounter == before


def test_several_are_offered_the_weapons_that_all_of_them_have_or_told_that_there_is_none() -> None:
    session = example("ambush", dice=Middling())
    session.say("begin")
    goblins = [one.id for one in session.encounter if one.profile.name.startswith("Goblin")]
    player = Paper(session, (80, 24))
    controller = player.controller

    def offered(*ids: str) -> list[str]:
        player.press("escape", "escape", "escape", "escape")
        controller.mark(ids)
        player.press("semicolon", "o", "w")
        return [choice.label for choice in controller.prompt.choices if not choice.refused]

    assert offered("brann") == ["the weapon at hand", "Bastard Sword", "Two Sided Dagger"]
    player.press("2")
    assert session.encounter["brann"].orders.weapon == "Two Sided Dagger", "not drawn yet, which is none of its name"
    player.press("escape")
    assert offered("brann", goblins[0]) == ["the weapon at hand"]
    assert "All 2 have none in common." in player.text()
    before = session.encounter
    player.press("1")
    assert session.encounter == before and "All 2 have none in common." in player.text()
    own = offered(goblins[0])
    assert offered(*goblins) == own and len(own) > 1, "of one kind, they have the same"
    player.press("1")
    assert {session.encounter[who].orders.weapon for who in goblins} == {own[1]}


def test_orders_to_attack_leave_open_how_blows_are_met_until_it_is_said() -> None:
    session = example("goblin-warren")
    controller = controller_of(session)
    press(controller, "6", ";", "o", "a", "n")
    assert controller.prompt.text == "All 12 goblins attack the nearest foe."
    assert not session.encounter["goblin-1"].orders.answer
    assert next(choice.price for choice in controller.prompt.choices if choice.key == "b") == "ask the GM"
    press(controller, "b", "p")
    assert "defend with parry" in controller.prompt.text
    plain = controller_of(skirmish())
    press(plain, "5", ";", "o", "a", "n")
    assert plain.prompt.text == "Wolf attacks the nearest foe."


def test_a_part_of_the_orders_begins_at_the_value_in_force_so_that_enter_changes_nothing() -> None:
    session = example("duel")
    session.say("brann orders attack weakest, spread, parry above 50")
    controller = controller_of(session)
    for part in ("a", "k", "b"):
        press(controller, "1", ";", "o", part)
        here = controller.prompt.choices[controller.highlighted]
        assert here.label.startswith("● "), part
        press(controller, "enter")
        assert session.encounter["brann"].orders.text == "attack weakest, spread, parry above 50"
        press(controller, "escape", "escape", "escape")


def test_a_foe_keeps_its_letter_whoever_of_the_others_falls() -> None:
    session = example("goblin-warren")
    controller = controller_of(session)

    def letters() -> dict[str, str]:
        press(controller, "1", ";", "o", "a")
        keyed = {choice.whom: choice.key for choice in controller.prompt.choices if choice.whom}
        press(controller, "escape", "escape", "escape")
        return keyed

    before = letters()
    for who in list(before)[:6]:
        session.say(f"{who} falls")
    after = letters()
    assert len(after) == len(before) - 6 and after.items() <= before.items()


def test_fending_and_heeding_are_ordered_by_key_and_leave_the_other_parts() -> None:
    session = example("duel")
    session.say("brann orders attack weakest, parry")
    controller = controller_of(session)
    press(controller, "1", ";", "o", "r", "1")
    assert session.encounter["brann"].orders.text == "attack weakest, parry, fend"
    press(controller, "r", "5")
    assert session.encounter["brann"].orders.text == "attack weakest, parry, fend, heed under 50"
    assert "fends; heeds under 50 % of its body" in controller.prompt.text
    press(controller, "r", "3")
    assert session.encounter["brann"].orders.text == "attack weakest, parry, heed under 50"


def test_where_a_game_has_no_such_words_there_is_no_such_part() -> None:
    controller = controller_of(skirmish())
    press(controller, "5", ";", "o")
    assert all(choice.key != "r" for choice in controller.prompt.choices)
