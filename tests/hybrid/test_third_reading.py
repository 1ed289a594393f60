"""What a third reading of both guides found: rulings 88 to 103, each at the table with dice that are known."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import (
    ANNA,
    ANNA_WITH_KNIFE,
    BLAST,
    GRUK,
    GUARD,
    SEER,
    SWORD,
    THIEF,
    Entry,
    bout,
    closing,
    current_tables,
    duel,
    editions,
    inside,
    near,
    offered,
    refused,
    rolls,
    with_weapon,
)
from tests.hybrid.table import Table, at_once
from tracker.game_api.values import Percent, Risk
from tracker.games.hybrid.blows import odds
from tracker.games.hybrid.blows.attack_roll import blow_of
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.game import HYBRID
from tracker.model import events as ev


def about_to_be_hit(anna: Entry = ANNA, gruk: Entry = GRUK, **options: Any) -> Table:
    """Gruk's blow has come while Anna has her count at 60, and she is asked."""
    table = at_once(anna, gruk, **options)
    table.say("fix anna count 60", "next", "gruk attack anna", "next")
    assert table.asked() == ("anna", "defence")
    return table


# 88


@editions
def test_a_task_on_a_bare_stat_is_half_of_it_and_two_counts_later(edition: str) -> None:
    table = duel(edition=edition)
    table.fall(18, 3, 3)
    table.say("anna task PST")
    assert table.now["anna"].actions[0].lands == 11 + 10 + 2
    table.say("next")
    assert rolls(table, "task")[0].chance == 18


def test_a_house_may_have_tasks_on_bare_stats_in_full_and_in_time() -> None:
    table = duel(house_rules={"stat_tasks": "full"})
    table.fall(36, 3, 3)
    table.say("anna task PST")
    assert table.now["anna"].actions[0].lands == 21
    table.say("next")
    assert rolls(table, "task")[0].chance == 36


def test_checks_that_are_no_tasks_are_whole_on_a_bare_stat() -> None:
    table = duel()
    for what in ("perception", "roll", "accelerate", "presence"):
        assert "unranked" not in " ".join(table.ask(f"why anna {what}").words), what


@current_tables
def test_the_menu_of_tasks_shows_a_skill_and_its_bare_stat_side_by_side() -> None:
    table = duel(THIEF)
    menu = table.session.rules.choices.menu(table.now, "anna", ("task",))
    climbing = next(choice for choice in menu.choices if choice.label.startswith("Climbing"))
    assert (climbing.told, climbing.price) == ("Climbing 51 %", "bare PST/PAG 18 %, 2 counts more")
    stat = next(choice for choice in menu.choices if choice.label.startswith("PST"))
    assert stat.told == "PST 18 %"
    hard = table.session.rules.choices.menu(table.now, "anna", ("task", "Climbing"))
    bare = next(choice for choice in hard.options if choice.label.startswith("bare"))
    there = table.session.rules.choices.menu(table.now, "anna", bare.path)
    assert "PST/PAG, 12 counts → 23" in there.title


# 89


def test_a_fend_in_retreat_keeps_the_closer_where_it_was_though_it_takes_the_blow() -> None:
    table = closing()
    table.fall(74)
    table.say("gruk retreat", "anna nothing")
    assert table.asked() == ("anna", "heed") and "stay out all the same" in offered(table)["ignore"].label
    table.fall(40, 3, 3)
    table.say("anna ignore")
    assert not near(table) and table.now["anna"].pool("PFT") == 36 - 12
    assert table.now["gruk"].condition("retreating") is not None


def test_who_retreated_before_a_closer_is_retreating_until_its_next_declaration() -> None:
    table = closing()
    table.fall(99, 3, 3)
    table.say("gruk retreat", "anna nothing")
    assert near(table), "the fend has failed"
    assert rolls(table, "attack")[0].chance == 74, "retreat's +6 counts once"
    assert table.now["gruk"].condition("retreating") is not None
    table.say("fix gruk count 22", "next", "gruk wait")
    assert table.now["gruk"].condition("retreating") is None


def test_a_plain_fend_ignored_does_its_damage_and_the_closing_stands() -> None:
    table = closing()
    table.fall(44, 40, 3, 3)
    table.say("gruk fend", "anna nothing", "anna ignore")
    assert near(table) and table.now["gruk"].condition("retreating") is None


def test_falling_back_by_a_fend_that_is_ignored_gets_out_of_the_close_too() -> None:
    table = inside()
    table.fall(74, 40)
    table.say("fix gruk count 25", "next", "gruk retreat", "anna nothing", "anna ignore")
    assert not near(table) and table.now["anna"].pool("PFT") == 36 - 12


# 90


@pytest.mark.parametrize(("rank", "counts"), [(1, 4), (3, 3), (7, 1), (20, 1)])
def test_rank_speed_shortens_a_parry_to_one_count_at_least(rank: int, counts: int) -> None:
    table = about_to_be_hit({**ANNA, "skill": [{**SWORD, "rank": rank}]})
    assert offered(table)["parry"].price == f"your turn 60→{60 + counts}"
    table.fall(99, 3, 3)
    table.say("anna parry")
    assert table.due("anna") == 60 + counts


def test_speed_points_may_be_spent_on_an_answer_and_are_gone() -> None:
    beginner = {**ANNA, "skill": [{**SWORD, "rank": 1}]}
    table = at_once(beginner, GRUK)
    table.say("fix anna count 60", "next", "gruk attack anna")
    table.session.encounter = _with_mark(table, "anna", "speed", 2)
    table.say("next")
    assert [word for word in offered(table) if word.startswith("parry")] == ["parry"]
    table.fall(99, 3, 3)
    table.say("anna parry speed 2")
    assert table.due("anna") == 60 + 5 - 1 - 2
    assert table.now["anna"].mark("speed") == 0


def _with_mark(table: Table, who: str, mark: str, value: int) -> Any:
    from dataclasses import replace

    one = table.now[who]
    return table.now.with_combatant(replace(one, marks={**one.marks, mark: value}))


def test_more_speed_points_than_one_has_or_can_use_are_not_offered_for_an_answer() -> None:
    table = about_to_be_hit()
    assert "parry speed 1" not in offered(table)
    assert "cannot use 1 speed points here" in refused(table, "anna parry speed 1")


def test_without_the_house_rule_answers_and_fast_draws_have_no_rank_speed() -> None:
    table = about_to_be_hit(house_rules={"answers_rank_speed": False})
    assert offered(table)["parry"].price == "your turn 60→65"
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]}, house_rules={"answers_rank_speed": False})
    table.fall(64)
    table.say("anna fastdraw")
    assert table.now["anna"].actions[0].speed == 10


@current_tables
def test_a_skill_of_rolling_with_blows_is_used_and_its_rank_comes_off_the_next_initiative() -> None:
    roller = {**ANNA, "skill": [SWORD, {"name": "Rolling", "basis": ["PAG"], "rank": 6}]}
    table = about_to_be_hit(roller, house_rules={"fumble": "note"})
    assert offered(table)["roll"].told == f"roll with the blow {36 + 24} %"
    table.fall(99, 3, 3, 3, 3)
    table.say("anna roll")
    assert any(
        "rank speed of rolling with a blow −3" in line for roll in rolls(table, "initiative") for line in roll.sum
    )
    assert table.due("anna") == 17 + 6 + 8 - 2 - 3


# 91


@current_tables
def test_all_out_is_undefended_until_the_attack_is_over_and_then_parries_without_its_defence() -> None:
    table = at_once(ANNA, GRUK, {**GRUK, "name": "Hob"}, house_rules={"fumble": "note"})
    table.say("fix gruk count 12", "fix hob count 22", "next", "anna attack gruk allout setup")
    table.say("next", "gruk attack anna")
    table.fall(99, 3, 3)
    table.say("next")
    assert rolls(table, "attack")[0].who == "gruk", "she was not asked"
    table.say("fix gruk count 90", "next", "hob attack anna", "next")
    table.fall(99, 3, 3)
    table.say("gruk nothing", "fix anna count 60", "next")
    assert table.asked() == ("anna", "defence") and not offered(table)["parry"].refused
    assert "all out, own PDF" in " ".join(rolls(table, "attack")[-1].sum)
    sums = table.session.rules.display.explain(table.now, "anna", ["defence"])
    assert "0 × PDF" in sums[0] and "all out" in sums[0]


def test_the_sheet_says_how_long_all_out_lasts_in_both_its_halves() -> None:
    table = duel()
    table.say("anna attack gruk allout")
    facts = table.session.rules.display.card(table.now, "anna").facts
    assert any("no parry, block, crouch" in line and "until its attack is over" in line for line in facts)
    assert "all out: PDF lent to the attack until its next declaration (H-ATK-3)" in facts


# 92


def test_while_evading_every_answer_is_florentine_and_only_noticing_is_not() -> None:
    table = duel()
    table.say("anna evade")
    for what, chance in (("parry", 64 - 15 - 15), ("block", 64 - 10 - 15), ("roll", 36 - 15)):
        assert table.ask(f"why anna {what}").words[-2] == f"chance {chance} %", what
    table = duel(house_rules={"reading": "second"})
    table.say("anna evade")
    assert table.ask("why anna parry").words[-2] == f"chance {64 - 15} %"


def test_getting_free_while_evading_is_florentine() -> None:
    table = bout()
    table.say("anna evade")
    assert table.ask("why anna escape").words[-2] == f"chance {64 - 15} %"


# 93


@pytest.mark.parametrize(("edition", "house", "bonus"), [
    ("current", {}, True), ("1997", {}, False),
    ("current", {"skill_pools": False}, False), ("1997", {"skill_pools": True}, True),
])  # fmt: skip
def test_skill_pools_are_a_rule_of_the_current_edition_and_an_option_of_the_other(
    edition: str, house: dict[str, Any], bonus: bool
) -> None:
    skills = [{**SWORD, "pool": "blades"}, {"name": "Knife", "basis": ["PCA"], "rank": 6, "pool": "blades"}]
    table = duel({**ANNA, "skill": skills}, edition=edition, house_rules=house)
    assert any("skill pool blades" in line for line in table.ask("why anna strike").words) is bonus
    document = {"edition": edition, "house_rules": house, "combatant": [{"name": "Anna", "skill": skills}]}
    told = [line for line in HYBRID.remarks(document) if "nobody reads" in line]
    assert len(told) == (0 if bonus else 2)


# 94


@current_tables
@pytest.mark.parametrize(
    ("use", "kind", "df"),
    [("missile", "cutting", -30), ("thrown", "projectile", -30), ("focus", "projectile", -30),
     ("thrown", "cutting", -5), ("melee", "projectile", -3), ("melee", "cutting", -3), ("focus", "crushing", -3)],
)  # fmt: skip
def test_what_is_shot_or_hurled_as_a_projectile_is_parried_at_thirty_and_a_type_alone_decides_nothing(
    use: str, kind: str, df: int
) -> None:
    strong = {**ANNA, "skill": [{**SWORD, "rank": 30}]}
    table = about_to_be_hit(strong, {**GRUK, "weapon": [{**GRUK["weapon"][0], "use": use, "type": kind}]})
    assert offered(table)["parry"].chance == 36 + 120 + 5 * df


# 95


@pytest.mark.parametrize(("line", "speed"), [("look setup", 8 + 8), ("familiarise sword setup", 10 + 10)])
def test_whatever_takes_time_and_is_rolled_may_be_set_up(line: str, speed: int) -> None:
    table = duel(with_weapon(unfamiliar=True))
    table.say(f"anna {line}")
    assert table.now["anna"].actions[0].speed == speed
    plain = 36 if "look" in line else 36 - 15
    table.fall(1, 3, 3)
    table.say("next")
    rolled = [
        event for event in table.events() if isinstance(event, ev.Rolled) and "set up (H-ACT-4)" in " ".join(event.sum)
    ]
    assert [roll.chance for roll in rolled] == [plain + 20]


def test_first_aid_is_set_up_by_the_rank_of_its_skill() -> None:
    table = duel({**ANNA, "skill": [SWORD, {"name": "First Aid", "basis": ["DEX"], "rank": 4}]})
    table.say("fix gruk bleeding on", "anna aids gruk setup")
    assert table.now["anna"].actions[0].speed == 10 - 2 + 10
    table.fall(1, 3, 3)
    table.say("next")
    assert rolls(table, "first aid")[0].chance == 36 + 16 + 20 + 8


@pytest.mark.parametrize(("face", "speed"), [(64 + 34, 10 - 4 + 10), (64 + 35, 20 - 4 + 10)])
def test_a_fast_draw_is_set_up_as_long_as_the_draw_that_was_tried(face: int, speed: int) -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]})
    table.fall(face)
    table.say("anna fastdraw setup")
    assert rolls(table, "fastdraw")[0].chance == 64 + 20 + 14
    assert table.now["anna"].actions[0].speed == speed


# 98 and 99


def test_a_moving_target_is_harder_for_feints_and_disarming_in_1997() -> None:
    for edition, less in (("1997", 6 * 5), ("current", 0)):
        for trick, df in (("disarm", 4), ("feint", 6)):
            table = duel(edition=edition, house_rules={"must_close": False})
            table.say("gruk jogs", f"anna {trick} gruk")
            table.fall(99, 3, 3)
            table.say("next")
            assert rolls(table, trick)[0].chance == 64 - 5 * df - less
    table = duel(edition="1997", house_rules={"must_close": False, "reading": "second"})
    table.say("gruk jogs", "anna disarm gruk")
    table.fall(99, 3, 3)
    table.say("next")
    assert rolls(table, "disarm")[0].chance == 64 - 20


def test_a_1997_rank_above_twenty_counts_as_twenty_and_has_no_further_price() -> None:
    for rank, price in ((20, 10 * 3), (23, None)):
        anna = {**ANNA, "skill": [{**SWORD, "rank": rank, "like": "primitive weapon", "df": 0}]}
        table = duel(anna, edition="1997")
        assert table.ask("why anna strike").words[-2] == f"chance {36 + 80} %"
        skill = table.session.rules.sheets.sheet_record(table.now, "anna")["skills"][0]
        assert (skill["rank"], skill.get("next_rank")) == (20, price)


# 96


@pytest.mark.parametrize(("weapon", "checks"), [({"type": "energy"}, 1), ({"type": "cutting"}, 0)])
def test_energy_of_the_bodys_kind_shocks_by_every_hit(weapon: dict[str, Any], checks: int) -> None:
    table = duel(with_weapon(damage=1, **weapon))
    table.fall(50, 40, 1, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert len(rolls(table, "shock")) == checks


def test_energy_of_the_mind_does_not_shock_by_itself() -> None:
    table = duel({**SEER, "weapon": [{**BLAST, "type": "energy", "damage": 1}]})
    table.fall(50, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert not rolls(table, "shock")


# 100


@current_tables
def test_off_balance_lasts_until_the_next_action_of_whoever_is_off_balance_is_over() -> None:
    table = at_once(ANNA, GRUK, house_rules={"fumble": "note"})
    table.say("fix anna off balance on", "fix gruk count 60", "next", "anna attack gruk")
    assert table.now["anna"].condition("off balance") is not None
    table.fall(99, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 20 - 12
    assert table.now["anna"].condition("off balance") is None
    table = at_once(ANNA, GRUK, house_rules={"reading": "second"})
    table.say("fix anna off balance on", "fix gruk count 60", "next", "anna attack gruk")
    assert table.now["anna"].condition("off balance") is None


# 101


@current_tables
@pytest.mark.parametrize(("manner", "less", "speed"), [("spin", 10, 15), ("jump", 20, 15)])
def test_a_task_may_be_done_spinning_or_jumping(manner: str, less: int, speed: int) -> None:
    table = duel(THIEF)
    table.say(f"anna task climbing {manner}")
    assert table.now["anna"].actions[0].speed == speed - 3
    table.fall(1, 3, 3)
    table.say("next")
    assert rolls(table, "task")[0].chance == 51 - less


def test_a_throw_may_be_called_and_a_hold_not() -> None:
    table = bout()
    plain = rolled_throw(bout(), "anna throw gruk")
    assert rolled_throw(table, "anna throw gruk called chest") == plain - 30
    assert "cannot be aimed at a place" in refused(held_by_anna(), "anna hold gruk called head")


def rolled_throw(table: Table, line: str) -> int:
    """The chance a throw is rolled against."""
    table.fall(90, 3, 3, 3, 3)
    table.say(line, "next")
    if table.asked() == ("gruk", "defence"):
        table.say("gruk nothing")
    chance = rolls(table, "attack")[0].chance
    assert chance is not None
    return chance


def held_by_anna() -> Table:
    """Anna has a grip on Gruk and may declare."""
    table = bout()
    table.fall(32, 3, 3)
    table.say("anna grapple gruk", "next", "gruk nothing", "next")
    return table


# 102


@current_tables
def test_a_blow_that_cannot_hit_asks_nobody() -> None:
    table = duel(house_rules={"fumble": "note"})
    table.fall(99, 3, 3)
    table.say("anna attack gruk called eye", "next")
    assert table.asked()[1] != "defence" and rolls(table, "attack")[0].chance == 64 - 90 - 12


def test_an_answer_without_a_chance_is_refused_without_a_price() -> None:
    table = about_to_be_hit(gruk={**GRUK, "weapon": [{**GRUK["weapon"][0], "use": "missile"}]})
    parry = offered(table)["parry"]
    assert parry.refused == "Anna cannot parry with Sword: its chance is 0 now." and not parry.price
    assert "its chance is 0" in refused(table, "anna parry")


def test_nobody_crouches_whose_defence_does_not_count() -> None:
    table = about_to_be_hit({**ANNA, "derived": {"PDF": 0}})
    assert "gains nothing by crouching" in offered(table)["crouch"].refused


def test_a_grip_has_no_harm_to_roll_with() -> None:
    table = bout()
    table.say("anna grapple gruk", "next")
    assert "does no damage" in offered(table)["roll"].refused


# Exchanges


def test_a_parry_is_offered_with_the_chance_to_be_hit_of_the_whole_exchange() -> None:
    """Attack 28 against parry 49: of the 28 faces that hit, face n is parried at 49 − (28 − n)."""
    table = about_to_be_hit()
    through = sum(100 - (49 - (28 - face)) for face in range(1, 29)) / 100
    assert offered(table)["nothing"].risk == Risk.left(28)
    assert offered(table)["parry"].works == Percent.of(49)
    assert offered(table)["parry"].risk == Risk.left(round(through), 28)


@pytest.mark.parametrize(("limit", "often"), [(-3, 0), (0, 0), (1, 1), (99, 99), (100, 99), (150, 99.5), (250, 99.995)])
def test_a_hundred_that_opens_falls_at_or_under_a_chance_so_often(limit: int, often: float) -> None:
    assert float(odds.odds(limit, HouseRules())) * 100 == pytest.approx(often)


@pytest.mark.parametrize("attack", [1, 28, 64, 99, 120, 260])
@pytest.mark.parametrize("answer", [-20, 1, 49, 100, 180])
def test_an_answer_never_raises_the_chance_to_be_hit(attack: int, answer: int) -> None:
    from fractions import Fraction

    house = HouseRules()
    assert odds.gets_through(attack, Fraction(answer), house) <= min(100, attack)
    assert odds.gets_through(attack, Fraction(-20), house) == odds.odds(attack, house) * 100


def test_the_calculator_of_exchanges_reckons_as_the_menu_does() -> None:
    exchanges = next(one for one in HYBRID.calculators() if one.name == "exchange")
    table = about_to_be_hit()
    reckoned = exchanges.reckon({"attack": 28, "answer": 49})
    assert offered(table)["parry"].risk == Risk.left(reckoned["to_be_hit"], 28)
    assert exchanges.reckon({"attack": 28, "answer": None}) == {"to_be_hit": 28}


STANCES = ("", "fix anna prone on", "fix anna off balance on", "fix anna jolted on", "fix anna PBD 5", "anna runs")


@editions
@pytest.mark.parametrize("stance", STANCES)
@pytest.mark.parametrize("late", [False, True])
def test_no_defence_that_is_offered_raises_the_chance_to_be_hit_and_all_but_the_free_one_cost(
    edition: str, stance: str, late: bool
) -> None:
    table = at_once(ANNA, GRUK, edition=edition, house_rules={"late_dodge": late})
    table.fall(99, 3, 3)
    table.say("fix anna count 60", *filter(None, [stance]), "next", "gruk attack anna", "next")
    if table.asked() != ("anna", "defence"):
        return
    rules: Rulebook = table.session.rules.turns.options
    blow = blow_of("gruk", table.now["gruk"].actions[0])
    bare = odds.hit_odds(table.now, rules, blow)
    choices = offered(table)
    assert next(iter(choices)) == "nothing" and not choices["nothing"].price
    for word, choice in choices.items():
        if choice.refused or word == "nothing":
            continue
        assert choice.price, f"{word} is free, so that Enter would be the worse choice"
        defence, _, with_ = word.partition(" ")
        with_ = with_ or ("sword" if defence in ("parry", "block", "disarm") else "")
        assert odds.with_defence(table.now, rules, blow, defence, with_).exact <= bare.exact, word


# Two at once (95)


@current_tables
def test_getting_free_may_be_one_of_two_at_once_though_one_is_held() -> None:
    table = bout(house_rules={"fumble": "note"})
    table.fall(32, 3, 3)
    table.say("anna grapple gruk", "next", "gruk nothing", "next", "anna wait", "fix gruk count 60", "next")
    assert table.asked() == ("gruk", "declaration")
    assert "two things at once" in refused(table, "gruk attack anna fist and attack anna fist")
    table.say("gruk escape and attack anna fist")
    assert [action.label.rpartition(" (")[2] for action in table.now["gruk"].actions] == [
        "first of two)",
        "second of two)",
    ]
    table.fall(99, 99, 3, 3)
    table.say("next")
    while not rolls(table, "escape"):
        table.say("anna nothing" if table.asked() == ("anna", "defence") else "next")
    assert "DF −3 first of two at once (H-ACT-5): −15" in rolls(table, "escape")[0].sum


def test_closing_and_growing_familiar_may_be_one_of_two_at_once() -> None:
    strange = {**ANNA_WITH_KNIFE, "weapon": [{**ANNA_WITH_KNIFE["weapon"][0], "unfamiliar": True}]}
    table = duel(strange, GUARD)
    table.say("anna close gruk and familiarise knife")
    assert [action.verb for action in table.now["anna"].actions] == ["close", "familiarise"]
    table.fall(1, 3, 3)
    table.say("next")
    if table.asked() == ("gruk", "closing"):
        table.say("gruk nothing")
    assert rolls(table, "familiar")[0].chance == 36 - 15 - 30


@pytest.mark.parametrize("line", ["anna attack gruk and accelerate run", "anna accelerate run and attack gruk"])
def test_getting_faster_beside_an_action_is_the_second_of_the_two(line: str) -> None:
    table = duel()
    table.fall(6)
    table.say(line)
    assert rolls(table, "movement")[0].chance == 36 - 30
    moving = table.now["anna"].condition("moving")
    assert moving is not None and moving.of == "jog"
    (action,) = table.now["anna"].actions
    assert action.verb == "attack" and action.label.endswith("(first of two)")
