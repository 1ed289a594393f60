"""Where rules meet: holds and everything else, leaving and coming back, filters and set-up."""

from __future__ import annotations

import pytest

from tests.hybrid.table import Table, at_once
from tests.hybrid.test_at_the_table import refused
from tests.hybrid.test_blows import ANNA, GRUK, SWORD, duel, rolls
from tests.hybrid.test_close_combat import ANNA_BARE, bout, tried
from tests.hybrid.test_closing import ANNA_WITH_KNIFE, GUARD
from tests.hybrid.test_minds import SEER

LONG = {**ANNA, "weapon": [{**ANNA["weapon"][0], "length": 1.0}]}
HOB = {**GRUK, "name": "Hob"}


def held() -> Table:
    """Gruk is held with strength 20 and may declare."""
    table = bout()
    tried(table, "anna grapple gruk", 32)
    table.say("anna wait", "fix gruk count 60", "next")
    return table


@pytest.mark.parametrize(
    "line",
    [
        *("gruk dodge", "gruk drop", "gruk evade", "gruk look", "gruk act lift heavy", "gruk task PAG difficult"),
        *("gruk accelerate run", "gruk runs", "gruk disarm anna", "gruk preset dodge if he moves", "gruk retreat"),
    ],
)
def test_the_held_one_does_nothing_but_close_combat(line: str) -> None:
    assert "held by Anna" in refused(held(), line) or "fall back" in refused(held(), line)


def test_the_held_one_may_strike_with_its_fist_but_only_who_is_near() -> None:
    table = held()
    table.say("gruk attack anna fist")
    assert table.now["gruk"].actions[0].weapon == "close-fist"


def test_a_senseless_holder_holds_nobody() -> None:
    table = held()
    table.fall(3, 3)
    table.say("fix anna unconscious on")
    assert table.now["gruk"].condition("held") is None and table.now["anna"].condition("grappling") is None


def test_one_holds_one_and_is_held_by_one() -> None:
    table = at_once(ANNA_BARE, GRUK, HOB)
    table.say("fix gruk count 200", "fix hob count 300", "next")
    for foe in ("gruk", "hob"):
        table.fall(3, 3)
        table.say(f"anna close {foe}", "next")
        if table.asked()[1] == "closing":
            table.say(f"{foe} nothing")
        table.say("next")
    tried(table, "anna grapple gruk", 32)
    assert "release" in refused(table, "anna grapple hob")


def test_leaving_and_coming_back_keeps_wounds_and_stuns_going() -> None:
    table = duel()
    table.say("gruk damage 40 cutting chest")
    table.fall(90, 36)
    table.say("gruk checks", "gruk leaves")
    table.fall(1, 3, 3)
    table.say("gruk returns")
    assert table.due("gruk", "bleed") == 11 + 20
    table = duel()
    table.fall(3, 3)
    table.say("fix gruk stunned on", "gruk leaves")
    table.fall(3, 3)
    table.say("gruk returns")
    assert table.due("gruk") is None and table.due("gruk", "recover") == 11 + 6 + 45


def test_nobody_runs_on_lying_or_senseless() -> None:
    table = duel()
    table.say("gruk runs", "fix gruk prone on")
    assert table.now["gruk"].condition("moving") is None
    assert "stand" in refused(table, "gruk runs")
    table.say("gruk crawls")
    table.fall(3, 3)
    table.say("fix gruk unconscious on")
    assert "unconscious" in refused(table, "gruk jogs")


def test_waiting_is_an_action_point_too_but_keeps_a_preset() -> None:
    table = duel()
    table.say("fix anna off balance on", "anna wait")
    assert table.now["anna"].condition("off balance") is None
    table = duel()
    table.say("anna preset attack gruk if he moves", 'anna does "kicks" 12')
    assert table.now["anna"].condition("preset") is None


def test_a_stance_given_up_with_its_action_is_gone_and_a_free_one_stays() -> None:
    table = duel()
    table.say("anna attack gruk allout", "anna abort", "anna attack gruk")
    assert table.now["anna"].condition("all out") is None
    table = duel()
    table.say("anna retreat", "anna evade", "anna attack gruk")
    assert table.now["anna"].condition("retreating") is not None


def test_a_filter_and_a_related_skill_cap_set_up_and_rank_speed() -> None:
    table = duel(scene={"filter": "Zero Gravity"})
    table.say("anna attack gruk setup")
    assert "set up (H-ACT-4): +20" in table.say("why anna strike").words
    climber = {**ANNA, "skill": [{"name": "Climb", "basis": ["PAG"], "rank": 10}], "weapon": []}
    table = duel(climber)
    table.say("anna task climb similar setup")
    assert table.now["anna"].actions[0].speed == 10 - 2 + 10
    table.say("fix gruk count 900")
    table.fall(50, 3, 3)
    table.say("next")
    assert rolls(table, "task")[0].chance == 36 + 16 + 28


@pytest.mark.parametrize(
    "line", ["anna draw axe", "anna act turn", "anna close gruk", 'anna does "kicks" 3', "anna dodge"]
)
def test_after_the_mind_an_action_of_the_body_is_followed_by_its_own_speed(line: str) -> None:
    axe = {"name": "Axe", "speed": 3, "damage": 5, "drawn": False}
    table = at_once({**SEER, "weapon": [*SEER["weapon"], axe]}, GRUK)
    table.say("fix gruk count 900", "next", line)
    assert table.now["anna"].marks.get("intent") == "physical"


def test_perception_has_its_rank_speed_and_the_unranked_are_later() -> None:
    table = duel({**ANNA, "skill": [*ANNA["skill"], {"name": "Combat Perception", "basis": ["PAW"], "rank": 10}]})
    table.say("anna look")
    assert table.now["anna"].actions[0].speed == 8 - 5
    table = duel()
    table.say("fix gruk bleeding on", "anna aids gruk")
    assert table.now["anna"].actions[0].speed == 10 + 2


def test_awareness_suffers_once_whichever_of_two_lands_first() -> None:
    table = duel()
    table.say("anna attack gruk setup and look")
    table.fall(60)
    table.say("next")
    assert rolls(table, "perception")[-1].chance == 36 - 10


def test_the_dodging_do_not_fend_and_grips_are_not_blocked() -> None:
    table = at_once(ANNA_WITH_KNIFE, GUARD)
    table.say("fix gruk count 12", "next", "anna close gruk", "next", "gruk dodge")
    table.fall(3, 3)
    table.say("next")
    assert table.now["anna"].condition("closed:gruk") is not None, "nobody was asked"
    table = bout()
    table.say("anna grapple gruk", "next")
    assert "hands get hold" in refused(table, "gruk block")


def test_late_dodge_knows_gravity_minds_and_evading() -> None:
    table = duel(house_rules={"late_dodge": True}, scene={"gravity": "100% off"})
    table.say("anna attack gruk", "next")
    assert "gravity" in refused(table, "gruk drop")
    table = at_once(SEER, GRUK, house_rules={"late_dodge": True})
    table.say("fix gruk count 60", "next", "anna attack gruk", "next")
    assert "mind" in refused(table, "gruk dodge")
    table = at_once(ANNA, GRUK, house_rules={"late_dodge": True})
    table.say("fix anna count 14", "fix gruk count 12", "next", "gruk evade", "gruk act lift heavy", "next")
    table.fall(60, 3, 3)
    table.say("anna attack gruk", "next", "gruk dodge")
    assert table.now["gruk"].condition("evading") is None
    assert table.now["gruk"].marks["dodge.evading"] is True


def test_what_is_of_the_mind_at_once_is_judged_by_what_is_done() -> None:
    thinker = {**ANNA, "skill": [SWORD, {"name": "Runes", "basis": ["MST", "MAW"], "rank": 2}]}
    table = duel(thinker)
    table.say("anna attack gruk and task runes")
    assert table.now["anna"].actions[0].options == ("florentine first mixed",)
    table = duel()
    table.say("anna attack gruk and look")
    assert table.now["anna"].actions[0].options == ("florentine first",)


def test_a_second_narrow_parry_does_not_bind_what_is_bound() -> None:
    strong = {**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 10}]}
    table = at_once(LONG, strong, {**strong, "name": "Hob"}, house_rules={"must_close": False})
    table.say("fix anna count 60", "next", "gruk attack anna", "hob attack anna", "next", "anna parry")
    table.fall(60, 43, 60, 43, 3, 3, 3, 3)
    table.say("anna parry")
    bound = [one.id for one in table.now if one.condition("bound") is not None]
    assert bound == ["anna", "gruk"]


def test_turning_on_somebody_out_of_reach_is_refused() -> None:
    table = at_once(ANNA_BARE, GRUK, HOB)
    table.say("fix gruk count 200", "fix hob count 300", "next")
    table.fall(3, 3)
    table.say("anna close gruk", "next")
    table.say("next", "anna grapple gruk")
    assert "not closed in" in refused(table, "anna retarget hob")
    table = at_once(ANNA, GRUK, HOB)
    table.say("anna unaware of hob", "fix gruk count 99", "fix hob count 99", "next", "anna attack gruk")
    assert "unaware" in refused(table, "anna retarget hob")
    assert "bow is too much" in refused(table, "anna retarget hob bow")


def test_a_fumble_hurts_with_the_batch_and_calls_for_shock() -> None:
    table = at_once(ANNA, GRUK, house_rules={"fumble": "self"})
    table.say("fix anna PFT 0", "next", "gruk attack anna", "anna attack gruk", "next", "gruk nothing")
    table.fall(60, 100, 10, 1, 3, 3, 3, 3)
    table.say("anna nothing")
    assert rolls(table, "attack")[0].chance == 40 - 12, "her own fumble has not happened yet"
    assert table.now["anna"].pool("PBD") == 24 - 10, "0.75 of 13"
    assert rolls(table, "shock")[0].who == "anna"


def test_growing_familiar_and_meeting_people_mind_what_lies_on_everyone() -> None:
    strange = {**ANNA, "weapon": [{**ANNA["weapon"][0], "unfamiliar": True}]}
    table = duel(strange, scene={"light": "75% off"})
    table.fall(5, 3, 3, 50)
    table.say("anna familiarise", "next", "anna presence")
    assert rolls(table, "familiar")[0].chance == 36 - 15 - 20
    assert rolls(table, "presence")[0].chance == 36 - 15 - 20


def test_speed_points_beyond_use_are_refused_and_closing_may_be_shortened() -> None:
    table = Table({**ANNA, "derived": {"PSPD": 30}}, GRUK, dice=[1, 1, 1, 1, 6, 6])
    table.say("begin", "next")
    assert "5 are the most" in refused(table, "anna attack gruk speed 6")
    table.say("anna close gruk speed 4")
    assert (table.now["anna"].actions[0].speed, table.now["anna"].mark("speed")) == (6, 2)
