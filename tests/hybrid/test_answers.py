"""Answers to a blow: what each costs, when each is refused and why, and what a narrow parry binds (H-DEF)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.asking import explained
from tests.hybrid.kit import (
    ANNA,
    GRUK,
    HOB,
    SEER,
    WRESTLING,
    bout,
    duel,
    offered,
    refused,
    rolls,
    tried,
    with_weapon,
)
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid.blows.odds import gets_through
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.model import events as ev
from tracker.model.combatant import Condition
from tracker.model.commands import Do
from tracker.model.refusals import Refused

FLAIL = {"name": "Flail", "skill": "Short Sword", "speed": 9, "damage": "1d6+2", "type": "crushing"}
TWO = {**GRUK, "weapon": [*GRUK["weapon"], FLAIL]}


def struck_at(gruk: dict[str, Any] = GRUK, *before: str, anna: dict[str, Any] = ANNA, **options: Any) -> Table:
    """Anna's blow comes down at 17 and Gruk is asked; `before` is said at her moment."""
    table = duel(anna, gruk, **options)
    table.say(*before, "anna attack gruk")
    table.say("next")
    assert table.asked() == ("gruk", "defence")
    return table


def refusals(table: Table) -> dict[str, str]:
    """Why each answer is refused, empty where it is not."""
    return {word: choice.refused for word, choice in offered(table).items()}


# Prices


def prices(table: Table) -> list[tuple[str, str]]:
    """The price of each answer that has one."""
    return [(word, choice.price) for word, choice in offered(table).items() if choice.price]


def test_only_the_first_price_names_what_is_delayed() -> None:
    assert prices(struck_at(TWO)) == [
        ("parry", "your turn 60→63"),
        ("parry flail", "60→64"),
        ("block", "60→63"),
        ("block flail", "60→64"),
        ("disarm", "60→66"),
        ("disarm flail", "60→68"),
        ("crouch", "60→65"),
        ("roll", "costs your turn"),
    ]


@pytest.mark.parametrize(
    ("line", "delayed", "lost"),
    [
        ("gruk attack anna", "your blow 18→21", "costs your blow"),
        ("gruk act lift heavy", "your action 52→55", "costs your action"),
        ("gruk wait", "next initiative +3", "rolls initiative"),
    ],
)
def test_the_price_of_an_answer_names_what_is_pending(line: str, delayed: str, lost: str) -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 12", "next", "anna attack gruk", "next", line, "next")
    if line == "gruk attack anna":
        assert table.now["gruk"].actions[0].lands == 18 and table.now.count == 17
    costs = dict(prices(table))
    assert (costs["parry"], costs["roll"]) == (delayed, lost)


def test_with_free_waits_the_price_is_the_count_from_which_one_may_act() -> None:
    table = at_once(ANNA, GRUK, house_rules={"wait": "free"})
    table.say("fix gruk count 12", "next", "anna attack gruk", "next", "gruk wait", "next")
    assert dict(prices(table))["parry"] == f"may act from {17 + 3}"


# Refusals


def test_who_lies_held_or_evades_does_not_crouch_and_hears_why() -> None:
    assert refusals(struck_at(GRUK, "fix gruk prone on"))["crouch"] == "Gruk cannot crouch: prone."
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 12", "next", "gruk evade", "fix gruk count 60", "next", "anna attack gruk", "next")
    assert refusals(table)["crouch"] == "Gruk evades already, which is as good as crouching."
    table = bout()
    tried(table, "anna grapple gruk", 32)
    table.say("anna attack gruk close fist", "next")
    assert refusals(table)["crouch"] == "Gruk cannot crouch: held by Anna, strength 20."


@pytest.mark.parametrize(
    ("gruk", "house", "counts"),
    [
        (GRUK, {}, True),
        ({**GRUK, "derived": {"PDF": 1}}, {}, True),
        ({**GRUK, "derived": {"PDF": 0}}, {}, False),
        (GRUK, {"defence_point": 0}, False),
        (GRUK, {"defence_point": 0, "reading": "second"}, True),
    ],
)
def test_crouching_is_refused_where_the_defence_counts_for_nothing(
    gruk: dict[str, Any], house: dict[str, Any], counts: bool
) -> None:
    why = refusals(struck_at(gruk, house_rules=house))["crouch"]
    assert why == ("" if counts else "Gruk gains nothing by crouching: its defence does not count now.")


def test_rolling_with_a_blow_is_refused_without_a_chance_and_with_one_percent_it_is_offered() -> None:
    for agility, lines, chance in ((10, (), 0), (12, ('gruk is "dizzy" -1',), 1)):
        table = struck_at({**GRUK, "stats": {"PAG": agility}}, "fix gruk PEX 0", *lines)
        roll = offered(table)["roll"]
        assert roll.chance == chance
        assert roll.refused == ("" if chance else "Gruk cannot roll with the blow: its chance is 0 now.")


def test_in_the_second_reading_an_answer_without_a_chance_is_open() -> None:
    weak = {**GRUK, "stats": {"PST": 1, "DEX": 1, "PAG": 1}}
    for reading, open_ in (("fourth", False), ("second", True)):
        table = struck_at(weak, "fix gruk PEX 0", house_rules={"reading": reading, "defence_point": 5})
        why = refusals(table)
        assert (why["parry"] == "", why["roll"] == "") == (open_, open_)
        assert open_ or why["parry"] == "Gruk cannot parry with Short Sword: its chance is 0 now."


LATE = {"late_dodge": True}


@pytest.mark.parametrize("word", ["dodge", "drop"])
def test_where_the_house_lets_one_dodge_late_it_is_refused_to_minds_the_held_and_the_prone(word: str) -> None:
    assert refusals(struck_at(house_rules=LATE))[word] == ""
    assert offered(struck_at(house_rules=LATE))[word].price == "costs your turn"
    assert refusals(struck_at(GRUK, "fix gruk prone on", house_rules=LATE))[word] == f"Gruk cannot {word}: prone."
    table = struck_at(anna=SEER, house_rules=LATE)
    assert refusals(table)[word] == f"Gruk cannot {word} an attack on its mind."
    table = bout(house_rules=LATE)
    tried(table, "anna grapple gruk", 32)
    table.say("anna attack gruk close fist", "next")
    assert refusals(table)[word] == f"Gruk cannot {word}: held by Anna, strength 20."


def test_without_gravity_one_dodges_late_and_does_not_drop() -> None:
    why = refusals(struck_at(house_rules=LATE, scene={"gravity": "100% off"}))
    assert why["dodge"] == "" and why["drop"] == "Gruk cannot drop prone: there is no gravity to fall by."


def test_a_late_dodge_takes_the_fighters_own_blow_out_of_the_moment() -> None:
    table = at_once(ANNA, {**GRUK, "weapon": [{**GRUK["weapon"][0], "speed": 7}]}, house_rules=LATE)
    table.say("next", "anna attack gruk", "gruk attack anna", "next")
    table.fall(60, 3, 3)
    while table.now.question is not None and table.asked()[1] == "defence":
        table.say("gruk dodge" if table.asked()[0] == "gruk" else "anna nothing")
    assert {roll.who for roll in rolls(table, "attack")} == {"anna"}
    assert not table.now["gruk"].actions and table.now["gruk"].condition("dodging") is not None
    declared = [event for event in table.events() if isinstance(event, ev.DefenceDeclared)]
    assert [(event.who, event.defence) for event in declared] == [("gruk", "dodge")]


def test_a_dodge_told_too_late_says_when_the_blow_of_the_same_count_comes_first() -> None:
    at_17 = struck_at(GRUK, "fix gruk count 17")
    assert refusals(at_17)["dodge"].endswith("on its own count, and the blow lands first.")
    assert refusals(struck_at())["dodge"].endswith("it must be declared beforehand, on its own count.")


def test_a_grip_is_neither_blocked_nor_disarmed_nor_rolled_with() -> None:
    table = bout()
    table.say("anna grapple gruk", "next")
    why = refusals(table)
    assert why["block"] == "Gruk cannot block a grapple: hands get hold all the same."
    assert "disarm" not in why
    assert why["roll"] == "Gruk cannot roll with a grapple: it does no damage."
    assert why["parry"] == ""


@pytest.mark.parametrize(
    ("anna", "why"),
    [
        (with_weapon(use="thrown"), "Gruk cannot disarm Sword."),
        ({**ANNA, "weapon": []}, "Gruk cannot disarm Close Fist."),
    ],
)
def test_only_what_is_held_in_hand_is_disarmed_in_answer(anna: dict[str, Any], why: str) -> None:
    table = struck_at(anna=anna)
    assert "disarm" not in offered(table)
    assert refused(table, "gruk disarm")


@pytest.mark.parametrize("state", ["dodging", "dropping"])
def test_no_answer_is_open_within_a_manoeuvre(state: str) -> None:
    table = struck_at()
    question, gruk = table.now.question, table.now["gruk"]
    assert question is not None
    busy = table.now.with_combatant(replace(gruk, conditions=(Condition(state, state, of="2×PDF"),)))
    whys = {choice.word: choice.refused for choice in table.session.rules.choices.answers(busy, question)}
    assert {whys[word] for word in ("parry", "block", "crouch", "roll")} == {f"Gruk is {state} already."}


@pytest.mark.parametrize("state", ["", "fix gruk stunned on", "fix gruk prone on", "fix gruk PEX 0"])
@pytest.mark.parametrize("anna", [ANNA, with_weapon(type="explosive"), with_weapon(use="thrown")])
def test_orders_weigh_each_answer_as_the_menu_refuses_it(state: str, anna: dict[str, Any]) -> None:
    table, changed = struck_at(TWO, anna=anna), duel(anna, TWO)
    question = table.now.question
    assert question is not None
    changed.fall(3, 3)
    changed.say(*([state] if state else []))
    as_changed = changed.now["gruk"]
    now = table.now.with_combatant(replace(table.now["gruk"], conditions=as_changed.conditions, pools=as_changed.pools))
    choices = table.session.rules.choices
    menu = {choice.word: choice.refused for choice in choices.answers(now, question)}
    for word in (*menu, "disarm", "disarm flail", "parry flail", "block flail", "drop"):
        weighed = choices.weighed(now, question, word)
        assert (None if weighed is None else weighed.refused) == menu.get(word), word


# What a parry does besides


@pytest.mark.parametrize(
    ("anna", "bound"),
    [(ANNA, True), (with_weapon(use="thrown"), False), (with_weapon(use="focus"), False)],
)
def test_only_two_melee_weapons_are_bound_in_each_other(anna: dict[str, Any], bound: bool) -> None:
    good = {**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 9}]}
    table = struck_at(good, anna=anna)
    chance = offered(table)["parry"].chance
    assert chance is not None
    table.fall(50, chance - 2 - 3, 3, 3)
    table.say("gruk parry")
    assert [rolls(table, what)[0].margin for what in ("attack", "parry")] == [2, 3]
    assert (table.now["anna"].condition("bound") is not None) is bound


def test_a_technique_is_parried_without_a_bind() -> None:
    table = bout(gruk={**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 9}]})
    table.say("anna grapple gruk", "next")
    table.fall(52, 36 + 36 - 15 - 2, 3, 3)
    table.say("gruk parry")
    assert rolls(table, "parry")[0].margin == 2
    assert table.now["anna"].condition("bound") is None and table.now["gruk"].condition("held") is None


def test_a_block_with_a_weapon_of_dice_rolls_them_and_stops_so_much() -> None:
    table = struck_at({**GRUK, "weapon": [FLAIL]})
    table.fall(52, 5, 20, 4, 3, 3)
    table.say("gruk block")
    assert rolls(table, "block")[-1].faces == (4,)
    (blow,) = [event for event in table.events() if isinstance(event, ev.Struck)]
    assert blow.stopped == 6 and table.now["gruk"].pool("PFT") == 36 - 7
    assert "blocked −6 (H-DEF-8)" in blow.sum


def test_a_miss_is_told_with_its_tier_and_where_it_backfires_with_the_effect() -> None:
    for house, face, words in (
        ({}, 60, "sword: Failure"),
        ({"critical_failure": "table"}, 80, "sword: Solid Failure, effect −0.25"),
    ):
        table = struck_at(house_rules={"fumble": "note", **house})
        table.fall(face, 3, 3)
        table.say("gruk nothing")
        (miss,) = [event for event in table.events() if isinstance(event, ev.Struck)]
        assert (miss.outcome, miss.label) == ("missed", words)


def test_a_critical_failure_is_told_once_its_severity_is_known() -> None:
    table = struck_at(house_rules={"fumble": "note", "critical_failure": "severity", "open_ended": "once"})
    table.fall(100, 10, 50, 3, 3)
    table.say("gruk nothing")
    notes = [event.text for event in table.events() if isinstance(event, ev.Noted)]
    assert "Anna: Solid Failure, effect −0.25" in notes


# How a blow may be struck


@pytest.mark.parametrize("manner", ["called head", "indirect", "spin", "jump"])
def test_a_mind_is_neither_aimed_at_nor_reached_by_a_flourish(manner: str) -> None:
    assert "Mind Blast works on the mind" in refused(duel(SEER), f"anna attack gruk {manner}")


@pytest.mark.parametrize(("use", "lobs"), [("melee", False), ("focus", False), ("thrown", True), ("missile", True)])
def test_only_what_is_shot_or_thrown_is_lobbed(use: str, lobs: bool) -> None:
    table = duel(with_weapon(use=use))
    if lobs:
        table.say("anna attack gruk lob")
        assert table.now["anna"].actions[0].options == ("indirect",)
    else:
        assert "indirect fire is for what is shot or thrown" in refused(table, "anna attack gruk lob")


def test_nobody_attacks_itself_or_with_what_it_does_not_have() -> None:
    table = duel()
    assert refused(table, "anna attack anna") == "Anna cannot attack itself; name another target."
    before = table.now
    with pytest.raises(Refused, match="Anna has no battle axe; name one of its weapons"):
        table.session.dispatch(Do("anna", "attack", ("gruk", "battle-axe")), "anna attack gruk battle-axe")
    assert table.now == before


def test_the_held_one_reaches_nobody_but_those_it_is_closed_in_with() -> None:
    table = at_once({**ANNA, "skill": [WRESTLING], "weapon": []}, GRUK, {**HOB, "side": "heroes"})
    table.say("fix gruk count 200", "fix hob count 300", "next")
    table.fall(3, 3)
    table.say("anna close gruk", "next", "next")
    table.fall(32, 3, 3)
    table.say("anna grapple gruk", "next", "gruk nothing", "next", "anna wait", "fix gruk count 90", "next")
    why = "Gruk is held by Anna, strength 20 and only reaches those it is closed in with."
    assert refused(table, "gruk attack hob fist") == why
    table.say("gruk attack anna fist")


def test_the_sums_behind_the_answers_leave_out_what_cannot_be_done() -> None:
    for anna, task in ((ANNA, True), (with_weapon(type="explosive"), False)):
        table = struck_at(anna=anna)
        lines = explained(table.session, "gruk", ("defence",))
        assert ("parry with Short Sword" in lines) is task and "block with Short Sword" in lines


def test_the_menu_refuses_a_manner_that_does_not_fit_the_weapon() -> None:
    table = duel()
    (choice,) = table.session.rules.choices.menu(table.now, "anna", ("attack", "sword", "indirect")).choices
    assert choice.refused == refused(table, "anna attack gruk indirect") != ""


def test_what_is_told_of_evading_is_whether_one_does() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 12", "next", "gruk evade", "fix gruk count 60", "next", "anna attack gruk", "next")
    assert "Gruk evades already." in explained(table.session, "gruk", ("defence",))
    lines = explained(struck_at().session, "gruk", ("defence",))
    assert any(line.startswith("Gruk cannot begin to evade now: it must be declared beforehand") for line in lines)


# Another target


def test_a_blow_under_way_may_be_turned_on_a_foe_in_reach() -> None:
    table = at_once(ANNA, GRUK, HOB)
    table.say("fix gruk count 60", "fix hob count 60", "next", "anna attack gruk", "anna retarget hob")
    assert table.now["anna"].actions[0].target == "hob"


def test_a_blow_whose_target_has_fallen_is_turned_with_its_reason_or_broken_off() -> None:
    for answer, ended in (("hob", "landed"), ("break-off", "aborted")):
        table = at_once(ANNA, GRUK, HOB)
        table.say("fix gruk count 60", "fix hob count 60", "next", "anna attack gruk", "fix gruk PBD 0", "next")
        assert table.asked() == ("anna", "target")
        told = {word: f"{choice.told} {choice.price}".strip() for word, choice in offered(table).items()}
        assert told == {"break-off": "break off", "hob": "Hob 42 % DF −2"}
        table.fall(*([60] if answer == "hob" else []), 3, 3)
        table.say(f"anna {answer}", *(["hob nothing"] if answer == "hob" else []))
        events = table.events()
        turned = [(e.target, e.why) for e in events if isinstance(e, ev.ActionChanged)]
        assert turned == ([("hob", "another target, DF −2")] if answer == "hob" else [])
        assert [e.how for e in events if isinstance(e, ev.ActionEnded)] == [ended]
        assert table.due("anna") == 17 + 12
        if answer == "hob":
            assert any("DF −2 another target" in line for line in rolls(table, "attack")[0].sum)


@pytest.mark.parametrize(
    ("hob", "lines"),
    [
        ({**HOB, "side": "heroes"}, ()),
        (HOB, ("anna unaware of hob",)),
        (HOB, ("hob surrenders",)),
        ({**HOB, "weapon": [{**HOB["weapon"][0], "length": 2.0}]}, ()),
    ],
    ids=["of her own side", "unnoticed", "out", "out of reach"],
)
def test_without_another_foe_in_reach_the_blow_is_broken_off_unasked(
    hob: dict[str, Any], lines: tuple[str, ...]
) -> None:
    table = at_once(ANNA, GRUK, hob)
    table.say("fix gruk count 60", "fix hob count 60", "next", *lines, "anna attack gruk", "fix gruk PBD 0")
    table.fall(3, 3)
    table.say("next")
    assert table.now.question is None and table.due("anna") == 17 + 12
    assert not rolls(table, "attack")


# What is shown and told


def test_each_answer_has_a_key_of_its_own_and_a_refused_one_has_none_but_its_letter() -> None:
    assert [(choice.key, word) for word, choice in offered(struck_at(TWO)).items()] == [
        ("n", "nothing"),
        *(("p", "parry"), ("2", "parry flail"), ("b", "block"), ("3", "block flail")),
        *(("k", "disarm"), ("4", "disarm flail"), ("c", "crouch"), ("r", "roll"), ("d", "dodge")),
    ]
    none = struck_at({**TWO, "weapon": [{**weapon, "drawn": False} for weapon in TWO["weapon"]]})
    assert [(choice.key, word) for word, choice in offered(none).items()] == [
        *(("n", "nothing"), ("p", "parry"), ("b", "block"), ("c", "crouch"), ("r", "roll"), ("d", "dodge")),
    ]


def test_of_several_weapons_the_best_answers_unless_another_is_named() -> None:
    good = {"name": "Staff", "basis": ["PCA"], "rank": 9}
    two = {**GRUK, "skill": [*GRUK["skill"], good], "weapon": [*GRUK["weapon"], {**FLAIL, "skill": "Staff"}]}
    for line, weapon in (("gruk parry", "Flail"), ("gruk parry short-sword", "Short Sword"), ("gruk block", "Flail")):
        table = struck_at(two)
        table.fall(50, 99, *([40, 3] if "block" in line else [40]), 3, 3)
        table.say(line)
        what = "block" if "block" in line else "parry"
        assert rolls(table, what)[0].label.startswith(f"{weapon} {what}")


def test_the_chance_to_be_hit_is_shown_down_to_one_percent() -> None:
    for defence, house, shown in (
        (63, {}, "1 % to be hit"),
        (64, {"reading": "second"}, "0 % to be hit"),
    ):
        table = struck_at({**GRUK, "derived": {"PDF": defence}}, house_rules=house)
        assert offered(table)["nothing"].beside == shown


def test_who_has_speed_points_is_asked_how_many_of_them_go_into_an_answer() -> None:
    for points, has in ((1, "1 speed point"), (2, "2 speed points")):
        table = duel()
        gruk = table.now["gruk"]
        table.session.encounter = table.now.with_combatant(replace(gruk, marks={**gruk.marks, "speed": points}))
        table.say("anna attack gruk", "next", "gruk parry")
        assert table.now.question is not None
        assert table.now.question.text == f"Gruk has {has}. How many go into the parry?"


def test_no_bodily_weapon_blocks_an_attack_on_the_mind() -> None:
    assert refusals(struck_at(anna=SEER))["block"] == "Gruk cannot block an attack on its mind."


@pytest.mark.parametrize(("points", "more"), [(0, 0), (1, 12), (5, 60)])
def test_all_out_gives_as_many_percent_as_ones_own_defence_is_worth(points: int, more: int) -> None:
    table = duel(house_rules={"defence_point": points, "fumble": "note"})
    table.say("anna attack gruk allout")
    lines = explained(table.session, "anna", ("strike",))
    assert [line for line in lines if "all out" in line] == ([f"all out, own PDF (H-ATK-3): +{more}"] if more else [])


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("anna attack gruk", "Sword 13 × 1 Success = 13 (H-DMG-2)"),
        ("anna attack gruk spin df 10 luck", "Sword 13 × 1.5 × 1 Success = 20 (H-DMG-2)"),
    ],
)
def test_the_sum_of_a_hit_names_what_it_is_multiplied_by_and_what_stops_it(line: str, first: str) -> None:
    mail = {**GRUK, "armour": [{"name": "Mail", "covers": ["abdomen"], "stops": {"all": 4}}]}
    table = duel(gruk=mail)
    table.fall(50, 40, 3, 3, 3, 3)
    table.say(line, "next", "gruk nothing")
    (blow,) = [event for event in table.events() if isinstance(event, ev.Struck)]
    assert blow.sum[:2] == (first, "armour −4 at the abdomen (H-DMG-3)")
    assert not any("hurts itself" in event.text for event in table.events() if isinstance(event, ev.Noted))


def test_a_blow_that_fells_knocks_nobody_back() -> None:
    table = struck_at({**GRUK, "pools": {"PFT": 0, "PBD": 10}}, anna=with_weapon(type="crushing", damage=40))
    table.fall(50, 40, 3, 3)
    table.say("gruk nothing")
    assert not table.now["gruk"].able and not rolls(table, "knockback")


def test_a_fumble_that_spends_the_last_of_the_body_is_told_and_fells() -> None:
    table = duel(house_rules={"fumble": "self", "critical_failure": "table", "open_ended": "once"})
    table.say("fix anna PFT 0", "fix anna PBD 5", "anna attack gruk", "next")
    table.fall(100, 90)
    table.say("gruk nothing")
    assert not table.now["anna"].able
    told = [event.text for event in table.events() if isinstance(event, ev.Noted) and "hurts itself" in event.text]
    assert len(told) == 1 and told[0].endswith("(ruling 24)")


@pytest.mark.parametrize("rule", ["always", "once"])
@pytest.mark.parametrize("equal", [True, False])
def test_how_often_a_blow_gets_through_is_that_of_all_faces_counted(rule: str, equal: bool) -> None:
    house = HouseRules.model_validate({"open_ended": rule, "equal_succeeds": equal})

    def falls(opened: int = 0) -> dict[int, float]:
        """How often an open-ended hundred comes to each number."""
        if opened == 3:
            return {0: 1.0}
        last = opened == 1 and rule == "once"
        often = dict.fromkeys(range(1, 101 if last else 100), 0.01)
        if not last:
            often |= {100 + total: share / 100 for total, share in falls(opened + 1).items()}
        return often

    often = falls()
    for attack, answer in ((1, 50), (99, 30), (100, 64), (101, 0), (150, 120), (230, 90)):
        through = 0.0
        for total, share in often.items():
            if total <= attack - (not equal):
                against = answer - (attack - total)
                stops = sum(s for t, s in often.items() if against > 0 and t <= against - (not equal))
                through += share * (1 - stops)
        assert float(gets_through(attack, answer, house)) == pytest.approx(100 * through, abs=0.01)
