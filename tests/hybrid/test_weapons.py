"""Weapons in hand: drawn, drawn fast, not learnt, not familiar, bound."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK, KNIFE, LONG, duel, refused, rolls
from tests.hybrid.table import at_once
from tracker.model import events as ev


def test_one_without_the_skill_has_half_the_chance_and_is_two_counts_later() -> None:
    unskilled = {**ANNA, "skill": [], "weapon": [{"name": "Axe", "speed": 7, "damage": 10, "type": "cutting"}]}
    table = duel(unskilled)
    table.fall(99, 3, 3)
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].speed == 9
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 18 - 12


def test_a_weapon_not_in_hand_must_be_drawn() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]})
    assert "not in hand" in refused(table, "anna attack gruk sword")
    table.say("anna draw")
    assert table.now["anna"].actions[0].speed == 20
    table.say("undo")
    table.fall(64)
    table.say("anna fastdraw")
    assert table.now["anna"].actions[0].speed == 10 - 4
    table.say("undo")
    table.fall(65)
    table.say("anna fastdraw")
    assert table.now["anna"].actions[0].speed == 20 - 4


def test_a_second_narrow_parry_does_not_bind_what_is_bound() -> None:
    strong = {**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 10}]}
    table = at_once(LONG, strong, {**strong, "name": "Hob"}, house_rules={"must_close": False})
    table.say("fix anna count 60", "next", "gruk attack anna", "hob attack anna", "next", "anna parry")
    table.fall(60, 43, 60, 43, 3, 3, 3, 3)
    table.say("anna parry")
    bound = [one.id for one in table.now if one.condition("bound") is not None]
    assert bound == ["anna", "gruk"]


def test_growing_familiar_and_meeting_people_mind_what_lies_on_everyone() -> None:
    strange = {**ANNA, "weapon": [{**ANNA["weapon"][0], "unfamiliar": True}]}
    table = duel(strange, scene={"light": "75% off"})
    table.fall(5, 3, 3, 50)
    table.say("anna familiarise", "next", "anna presence")
    assert rolls(table, "familiar")[0].chance == 36 - 15 - 20
    assert rolls(table, "presence")[0].chance == 36 - 15 - 20


@pytest.mark.parametrize("freed", ["anna", "gruk"])
def test_putting_a_bind_right_by_hand_frees_both_and_ends_the_advance_that_came_with_it(freed: str) -> None:
    table = duel()
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk parry")
    assert all(one.condition("bound") is not None for one in table.now)
    assert table.now["anna"].condition("advanced") is not None
    table.say(f"fix {freed} bound off")
    assert not any(one.condition("bound") is not None for one in table.now)
    assert table.now["anna"].condition("advanced") is None


def test_the_weapon_that_is_bound_is_the_one_that_is_freed() -> None:
    dagger = {"name": "Dagger", "skill": "Dagger", "speed": 5, "damage": 8, "type": "piercing", "unfamiliar": True}
    table = duel(gruk={**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 15},
                                         {"name": "Dagger", "basis": ["PCA"], "rank": 3}],
                       "weapon": [*GRUK["weapon"], dagger]})  # fmt: skip
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk parry dagger")
    assert table.now["gruk"].marks["bound"] == "dagger"
    table.say("fix gruk count 24", "next")
    table.fall(99, 99)
    table.say("gruk unbind")
    assert rolls(table, "unbind")[0].chance == 36 + 12 - 10, "rank 3 with the dagger, which is unfamiliar"


def test_a_stretched_familiarity_counts_a_tenth_of_the_rank() -> None:
    known = {**ANNA, "skill": [{"name": "Sword", "basis": ["PCA"], "rank": 20}]}
    sword = ANNA["weapon"][0]
    chances = {}
    for relation in ("similar", "dissimilar", "stretch"):
        table = duel({**known, "weapon": [{**sword, "relation": relation}]})
        table.fall(99, 3, 3)
        table.say("anna attack gruk", "next", "gruk nothing")
        chances[relation] = rolls(table, "attack")[0].chance
    assert chances == {"similar": 36 + 32 - 12, "dissimilar": 36 + 16 - 12, "stretch": 36 + 8 - 12}


def test_hands_and_mass_are_on_the_sheet_for_the_game_master() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "hands": 2, "mass": 2.1}]})
    (row,) = table.session.rules.sheets.sheet_record(table.now, "anna")["weapons"]
    assert (row["hands"], row["mass"]) == (2, 2.1)
    (row,) = table.session.rules.sheets.sheet_record(table.now, "gruk")["weapons"]
    assert (row["hands"], row["mass"]) == (1, 0.0), "where nothing is said"


@pytest.mark.parametrize(("held", "less"), [(64, 20), (84, 0), (85, 0)])
def test_freeing_a_weapon_is_harder_by_what_the_holder_succeeds_by(held: int, less: int) -> None:
    table = duel()
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk parry", "fix gruk count 24", "next")
    table.fall(held, 99)
    table.say("gruk unbind")
    holder, freeing = rolls(table, "bind")[0], rolls(table, "unbind")[0]
    assert (holder.chance, holder.margin) == (64 + 20, 64 + 20 - held), "one who advanced holds the better"
    assert freeing.chance == 36 + 4 - less


def test_disarmed_in_the_midst_of_its_blow_a_fighter_has_struck_all_the_same() -> None:
    table = duel(LONG, {**GRUK, "weapon": [{**GRUK["weapon"][0], "length": 1.0}]})
    table.fall(50, 1, 3, 3)
    table.say("anna attack gruk", "next", "gruk disarm")
    assert table.now["anna"].marks["drawn.sword"] is False
    ended = [event.how for event in table.events() if isinstance(event, ev.ActionEnded) and event.who == "anna"]
    assert ended == ["landed"]


TWO = {**ANNA, "weapon": [ANNA["weapon"][0], {**KNIFE, "damage": 30}]}


def test_a_blow_without_a_named_weapon_is_struck_with_the_one_used_last_and_else_with_the_first_in_hand() -> None:
    table = duel(TWO)
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].weapon == "sword"
    table.say("anna abort", "anna attack gruk knife")
    table.fall(60, 3, 3)
    table.say("next", "gruk nothing", "next", "anna attack gruk")
    assert table.now["anna"].actions[0].weapon == "knife"
    table = duel({**TWO, "weapon": [{**TWO["weapon"][0], "drawn": False}, TWO["weapon"][1]]})
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].weapon == "knife"


@pytest.mark.parametrize(
    ("kind", "use", "bleeds"),
    [
        ("cutting", "melee", True),
        ("piercing", "melee", True),
        ("piercing", "thrown", True),
        ("crushing", "melee", False),
        ("cutting", "mental", False),
    ],
)
def test_a_cut_or_a_stab_that_takes_of_the_body_bleeds_and_says_where(kind: str, use: str, bleeds: bool) -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "type": kind, "use": use}]})
    table.say("fix gruk PFT 10", "fix gruk MFT 10", "anna attack gruk", "next")
    table.fall(45, *([] if use == "mental" else [40]), *([99] if bleeds else []), 30, 3, 3)
    table.say("gruk nothing")
    assert bool(rolls(table, "bleeding")) is bleeds
    wound = table.now["gruk"].condition("bleeding-1")
    assert (wound.label if wound else "") == ("bleeding abdomen" if bleeds else "")


def test_a_cut_that_only_tires_does_not_bleed() -> None:
    table = duel()
    table.say("anna attack gruk", "next")
    table.fall(45, 40, 3, 3)
    table.say("gruk nothing")
    assert table.now["gruk"].pool("PFT") == 23 and not rolls(table, "bleeding") and not rolls(table, "shock")


@pytest.mark.parametrize(
    ("manner", "faces", "place"),
    [
        ("", (40,), "abdomen"),
        ("called head df 12 luck", (), "head"),
        ("called left leg df 9 luck", (20,), "left upper leg"),
    ],
)
def test_where_a_blow_lands_is_rolled_unless_it_is_aimed_and_of_a_limb_the_part(
    manner: str, faces: tuple[int, ...], place: str
) -> None:
    table = duel()
    table.say(f"anna attack gruk {manner}", "next")
    table.fall(45, *faces, 3, 3)
    table.say("gruk nothing")
    (blow,) = [event for event in table.events() if isinstance(event, ev.Struck)]
    assert blow.location == place and len(rolls(table, "location")) == len(faces)
