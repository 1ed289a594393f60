"""One blow after another: what defends against it, what it does, what it spoils."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.hybrid.kit import ANNA, GRUK, duel, rolls, with_weapon
from tests.hybrid.table import SHORT_SWORD, at_once
from tracker.games.hybrid.blows.batch_plan import Batch, PlannedStage
from tracker.games.hybrid.blows.blow import Blow
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.questions import Task


def test_the_chance_is_skill_less_the_targets_defence() -> None:
    table = duel()
    table.fall(99, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 36 + 28 - 12


def test_an_unaware_target_is_not_asked_and_has_no_defence() -> None:
    table = duel()
    table.say("gruk unaware of anna", "anna attack gruk")
    table.fall(50, 99, 3, 3)
    table.say("next")
    assert rolls(table, "perception")[-1].chance == 9, "a passive perception, a quarter of 36"
    assert rolls(table, "attack")[0].chance == 64


def test_noticing_in_time_gives_the_defence_back() -> None:
    table = duel()
    table.say("gruk unaware of anna", "anna attack gruk")
    table.fall(9)
    table.say("next")
    assert table.asked() == ("gruk", "defence")


def test_a_prone_target_has_half_its_defence() -> None:
    table = duel()
    table.say("fix gruk prone on", "anna attack gruk")
    table.fall(99, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 6


def test_crouching_doubles_the_defence_and_costs_five_counts() -> None:
    table = duel()
    table.fall(99, 3, 3)
    table.say("anna attack gruk", "next", "gruk crouch")
    assert rolls(table, "attack")[0].chance == 64 - 24
    assert table.due("gruk") == 65


def test_a_dodge_has_two_three_and_one_times_the_defence_and_ends_prone() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 90", "next", "gruk dodge")
    seen = {}
    table.fall(3, 3)
    for count in (15, 16, 25, 26, 30):
        table.say(f"to {count}")
        condition = table.now["gruk"].condition("dodging")
        seen[count] = condition.of if condition else ""
    table.say("to 31")
    assert seen == {15: "2×PDF", 16: "3×PDF", 25: "3×PDF", 26: "1×PDF", 30: "1×PDF"}
    assert table.now["gruk"].condition("prone") is not None
    assert table.due("gruk") == 31 + 6 + 8 - 2


def test_an_acrobat_keeps_its_feet() -> None:
    acrobat = {**GRUK, "skill": [*GRUK["skill"], {"name": "Acrobatics", "basis": ["PAG"], "rank": 5}]}
    table = at_once(ANNA, acrobat)
    table.say("fix anna count 90", "next", "gruk dodge")
    table.fall(56, 3, 3)
    table.say("to 31")
    assert rolls(table, "acrobatics")[0].chance == 56
    assert table.now["gruk"].condition("prone") is None


def test_dropping_prone_takes_five_counts_at_three_times_the_defence() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 90", "next", "gruk drop")
    dropping = table.now["gruk"].condition("dropping")
    assert dropping is not None and dropping.of == "3×PDF"
    table.fall(3, 3)
    table.say("to 16")
    assert table.now["gruk"].condition("prone") is not None


def test_a_parry_costs_half_a_speed_even_when_the_blow_misses() -> None:
    for rank_speed, counts in ((False, 4), (True, 4 - 1)):
        table = duel(house_rules={"answers_rank_speed": rank_speed})
        table.fall(99, 3, 3)
        table.say("anna attack gruk", "next", "gruk parry")
        assert table.due("gruk") == 60 + counts
        assert not rolls(table, "parry")


def test_a_narrow_parry_binds_and_a_wide_one_takes_the_balance() -> None:
    table = duel()
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk parry")
    assert rolls(table, "parry")[0].margin == 36 + 4 - 15 - 2 - 20
    assert {c.key for c in table.now["anna"].conditions} == {"bound", "advanced"}
    skilled = {**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 15}]}
    for rolled, df in ((81 - 2 - 26, -4), (81 - 2 - 50, -6)):
        table = duel(gruk=skilled)
        table.fall(50, rolled, 3, 3)
        table.say("anna attack gruk", "next", "gruk parry")
        lost = table.now["anna"].condition("off balance")
        assert lost is not None and lost.amount == df


def test_a_bound_weapon_is_freed_by_an_opposed_check() -> None:
    table = duel()
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk parry", "fix gruk count 24", "next")
    assert table.asked() == ("gruk", "declaration")
    table.fall(84, 36)
    table.say("gruk unbind")
    assert table.now["gruk"].condition("bound") is None and table.now["anna"].condition("advanced") is None
    assert table.asked() == ("gruk", "declaration"), "trying takes no time"


def test_a_block_counts_as_armour() -> None:
    table = duel()
    table.fall(52, 31 - 1, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk block")
    struck = next(event for event in table.events() if isinstance(event, ev.Struck) and event.outcome == "hit")
    assert struck.stopped == 11
    assert table.now["gruk"].pool("PFT") == 36 - 2


def test_rolling_with_a_blow_loses_what_is_pending_and_eases_shock() -> None:
    table = duel()
    table.say("fix gruk PFT 2")
    table.fall(52, 36, 20, 90, 62, 3, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk roll")
    assert rolls(table, "shock")[0].chance == 36 + 25
    assert table.due("gruk") == 17 + 12, "initiative is rolled again from now"


def test_armour_stops_ordinary_damage_first_and_then_critical() -> None:
    mail = {**GRUK, "armour": [{"name": "Mail", "covers": ["chest"], "stops": {"all": 4, "cutting": 15}}]}
    table = duel(gruk=mail)
    table.fall(5, 20, 36, 36, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    gruk = table.now["gruk"]
    assert (gruk.pool("PFT"), gruk.pool("PBD")) == (36, 24 - (13 - 2))


def test_what_fatigue_cannot_cover_comes_off_the_body_and_the_excess_is_kept() -> None:
    table = duel()
    table.say("fix gruk PFT 3", "fix gruk PBD 4", "anna attack gruk")
    table.fall(52, 20, 3, 3)
    table.say("next", "gruk nothing")
    lost = [event for event in table.events() if isinstance(event, ev.PoolChanged) and event.pool == "PBD"][-1]
    assert (lost.to, lost.excess) == (0, 6)
    assert table.now["gruk"].presence is Presence.DOWN
    assert table.due("gruk") is None


def test_a_heavy_crushing_blow_knocks_down_and_spoils() -> None:
    table = duel(with_weapon(damage=19, type="crushing"))
    table.say("anna attack gruk")
    table.fall(52, 20, 27, 2, 2, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "knockback")[0].chance == 36 - 10
    assert table.now["gruk"].condition("prone") is not None
    assert table.due("gruk") == 17 + 4 + 8 - 2


def test_bleeding_takes_a_point_every_twenty_counts_until_first_aid_stops_it() -> None:
    table = duel(house_rules={"wait": "free"})
    table.say("gruk damage 40 cutting chest")
    table.fall(90, 36)
    table.say("gruk checks")
    table.say("anna wait", "fix gruk count 200")
    before = table.now["gruk"].pool("PBD")
    table.say("to 31")
    assert table.now["gruk"].pool("PBD") == before - 1
    table.say("to 51")
    assert table.now["gruk"].pool("PBD") == before - 2
    table.say("anna aids gruk")
    table.fall(18, 3, 3)
    table.say("to 63")
    assert rolls(table, "first aid")[0].chance == 18, "unranked: half, and 2 counts later"
    assert table.due("gruk", "bleed") is None
    assert table.now["gruk"].condition("bleeding-1") is None


def test_shock_by_how_much_the_check_failed() -> None:
    for rolled, state in ((37, "jolted"), (61, "stunned"), (86, "badly stunned")):
        table = duel()
        table.say("gruk damage 40 crushing chest")
        table.fall(10, rolled, 5, 5)
        table.say("gruk checks")
        assert table.now["gruk"].condition(state) is not None
        assert (table.due("gruk", "recover") is not None) == (state != "jolted")


def test_the_stunned_come_round_on_a_second_check() -> None:
    table = duel()
    table.say("gruk damage 40 crushing chest")
    table.fall(10, 61, 5, 5)
    table.say("gruk checks", "anna wait")
    assert table.due("gruk", "recover") == 11 + 10 + 45
    table.fall(37, 1, 1)
    table.say("to 66")
    assert table.due("gruk", "recover") == 66 + 2 + 45, "failing changes nothing"
    table.fall(36, 3, 3)
    table.say("to 113")
    assert table.now["gruk"].condition("stunned") is None
    assert table.due("gruk") == 113 + 12


def test_two_blows_on_one_count_both_land_even_if_one_fells() -> None:
    quick = {**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 1}], "weapon": [SHORT_SWORD]}
    table = at_once(with_weapon(damage=80), quick)
    table.say("next", "anna attack gruk", "gruk attack anna")
    table.fall(52, 20, 28, 20, 3, 3)
    table.say("next", "anna nothing", "gruk nothing")
    assert table.now["gruk"].presence is Presence.DOWN
    assert table.now["anna"].pool("PFT") == 36 - 11


def test_a_called_arm_hits_a_part_of_that_arm() -> None:
    table = duel()
    table.say("anna attack gruk called left arm")
    table.fall(7, 44, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 45 - 12
    struck = next(event for event in table.events() if isinstance(event, ev.Struck))
    assert struck.location == "left lower arm"


def test_a_fighter_who_waits_for_free_pays_for_a_parry_too() -> None:
    table = at_once(ANNA, GRUK, house_rules={"wait": "free"})
    table.say("fix anna count 12", "fix gruk count 13", "next", "anna wait", "next", "gruk attack anna", "next")
    choices = table.session.rules.choices.answers(table.now, table.now.question)  # type: ignore[arg-type]
    assert next(choice.price for choice in choices if choice.word == "parry") == "may act from 20"
    table.fall(60, 3, 3)
    table.say("anna parry")
    assert not table.now["anna"].waiting and table.due("anna") == 19 + 1


def test_what_is_answered_with_nothing_pending_comes_on_top_of_the_next_initiative() -> None:
    hob = {**GRUK, "name": "Hob"}
    table = at_once(ANNA, GRUK, hob)
    table.say("fix anna count 60", "next", "gruk attack anna", "hob attack anna", "next", "anna roll")
    table.fall(40, 40, 3, 3, 3, 3, 3, 3)
    table.say("anna parry")
    assert table.due("anna") == 17 + 12 + 1
    assert any("answering blows +1" in line for roll in rolls(table, "initiative") for line in roll.sum)


def test_a_jolt_of_this_very_count_weighs_on_the_next_action() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk PFT 0", "next", "gruk attack anna", "anna attack gruk", "next", "gruk nothing")
    table.fall(60, 50, 20, 1, 37, 3, 3, 3, 3)
    table.say("anna nothing")
    assert table.now["gruk"].condition("jolted") is not None


def test_any_hit_with_energy_calls_for_shock_though_armour_stopped_it_all() -> None:
    plated = {**GRUK, "armour": [{"name": "Plate", "stops": {"all": 40}}]}
    for kind, shocks in (("energy", True), ("laser", False), ("cutting", False)):
        table = duel(with_weapon(type=kind), plated)
        table.fall(50, 40, *((80, 2, 2) if shocks else ()), 3, 3)
        table.say("anna attack gruk", "next", "gruk nothing")
        assert table.now["gruk"].pool("PFT") == 36, "nothing came through"
        assert bool(rolls(table, "shock")) is shocks
        assert (table.now["gruk"].condition("stunned") is not None) is shocks


def test_energy_by_hand_offers_the_shock_check() -> None:
    table = duel()
    table.say("gruk damage 3 energy chest")
    assert "shock" in table.now.question.text  # type: ignore[union-attr]


def test_a_blow_under_way_is_written_as_plain_data_and_read_again() -> None:
    batch = Batch([Blow("brann", "gruk", 3, "sword", hit=True, faces=(4, 2))], [PlannedStage("location", 0)])
    written = batch.task().text()
    plain = {"action": 3, "attacker": "brann", "faces": [4, 2], "hit": True, "target": "gruk", "weapon": "sword"}
    assert json.loads(written) == ["batch", {"blows": [plain], "plan": [["location", 0]]}]
    assert Batch.read(Task.read(written)).task().text() == written


def test_a_base_chance_is_reckoned_once_for_a_sheet_and_handed_out_afresh() -> None:
    table = duel()
    brann = table.now.combatants[0]
    sheet = sheet_of(brann)
    rules, weapon = Rulebook.under(), sheet.weapons[0]
    first = skills.with_weapon(brann, sheet, weapon, rules)
    first.add(50, "a stroke of luck")
    again = skills.with_weapon(brann, sheet, weapon, rules)
    assert again.percent == first.percent - 50 and "a stroke of luck: +50" not in again.lines
    doubled = rules.book.checks._replace(stat_factor=6)
    other = replace(rules, book=rules.book._replace(checks=doubled))
    assert skills.with_weapon(brann, sheet, weapon, other).percent == again.percent + 36, "other rules, another sum"
