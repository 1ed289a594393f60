"""The exchange of a blow and a defence: what is shown before Enter is how often it hits, and no defence is a harm."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.asking import answered
from tests.cli.calling import ROOT
from tests.lanes import sample
from tests.phases.table import KANE, KNIFE, LASER, VOS, Table, begun, blows, rolls
from tracker.game_api.values import HIT, Percent, Risk
from tracker.games.phases.book.house_rules import HouseRules, Options
from tracker.games.phases.calculators import calculators
from tracker.games.phases.checks.chances import Check, Side, judge, winner
from tracker.games.phases.odds import Exchange, hits
from tracker.games.registry import find
from tracker.players.seat import offer
from tracker.storage.fight_log.opening import open_fight, start_fight
from tracker.storage.preparation import read_encounter

SWORD = {"name": "Sid", "side": "crew", "skill": [{"name": "Sword", "value": 60}], "initiative": 60,
         "weapon": [{"name": "Sword", "skill": "Sword", "damage": "1d6"}]}  # fmt: skip
DODGER = {"name": "Dot", "side": "boarders", "skill": [{"name": "Dodge", "value": 30}]}


def defended(*dice: int, by: dict[str, Any] = DODGER, **options: Any) -> Table:
    """Sid is about to strike at Dot, who defends."""
    table = begun(SWORD, by, dice=dice, **options)
    table.until("sid", "1.2")
    table.say("sid hold", "dot defend")
    table.until("sid", "1.3")
    return table


def shown(table: Table) -> str:
    return table.session.rules.choices.menu(table.now, "sid", ("strike", "Sword")).choices[0].price


def brute(attack: int, defence: int, attacker: int, defender: int, failed_blow: str, contest_both: str) -> Fraction:
    """How often it hits, of all hundred times hundred rolls; equal ones count for nobody and are rolled again."""
    rules = Options(house_rules=HouseRules(failed_blow=failed_blow))  # type: ignore[arg-type]
    won = lost = 0
    for one in range(1, 101):
        for other in range(1, 101):
            mine, theirs = judge(attack, one, rules).success, judge(defence, other, rules).success
            decided = winner(Side(mine, one, attacker), Side(theirs, other, defender), rules)
            if failed_blow == "misses" and not mine:
                decided = -1
            if mine and theirs and contest_both == "defender":
                decided = -1
            if mine and theirs and contest_both == "roll" and attack - one != defence - other:
                decided = 1 if attack - one > defence - other else -1
            won, lost = won + (decided > 0), lost + (decided < 0)
    return Fraction(100 * won, won + lost)


SKILLS = [(60, 30), (30, 60), (45, 45)]
CHANCES = [*SKILLS, (0, 45), (100, 100), (1, 99)]
BLOWS = product(["misses", "contest"], ["skill", "roll", "defender"], SKILLS, CHANCES)


@pytest.mark.parametrize(
    ("failed_blow", "contest_both", "skills", "chances"), sample(BLOWS, each=lambda blow: blow[:2])
)
def test_the_chance_of_an_exchange_is_that_of_all_its_rolls(
    failed_blow: str, contest_both: str, skills: tuple[int, int], chances: tuple[int, int]
) -> None:
    (attacker, defender), (attack, defence) = skills, chances
    better = (attacker > defender) - (attacker < defender)
    expected = brute(attack, defence, attacker, defender, failed_blow, contest_both)
    both_succeed = -1 if contest_both == "defender" else better
    both_fail = better if failed_blow == "contest" else None
    assert (
        hits(attack, defence, both_succeed, both_fail, defence - attack if contest_both == "roll" else None) == expected
    )


BOTH = {
    # The rolls of Sid (60 %) and Dot (30 %), and whether the blow hits.
    ("skill", 50, 10): True,
    ("roll", 50, 10): False,
    ("roll", 30, 20): True,
    ("roll", 40, 10): True,
    ("defender", 1, 30): False,
    ("defender", 60, 31): True,
}


@pytest.mark.parametrize(("contest_both", "blow", "defence"), BOTH)
def test_when_both_succeed_the_house_rule_says_who_wins(contest_both: str, blow: int, defence: int) -> None:
    table = defended(blow, defence, 50, 1, house_rules={"contest_both": contest_both})
    (outcome,) = [one[1] for one in blows(table.say("sid strike dot"))]
    assert (outcome == "hit") == BOTH[contest_both, blow, defence]


@pytest.mark.parametrize("contest_both", ["skill", "roll", "defender"])
def test_the_key_of_defend_shows_the_chance_to_be_hit_before_and_after(contest_both: str) -> None:
    table = begun(SWORD, DODGER, house_rules={"contest_both": contest_both})
    table.until("dot", "1.2")
    (defend,) = [one for one in table.session.rules.choices.menu(table.now, "dot", ()).choices if one.label == "defend"]
    table.say("dot defend")
    struck = table.session.rules.choices.menu(table.now, "sid", ("strike", "Sword")).choices[0].price
    after = {"skill": 60, "roll": 56, "defender": 42}[contest_both]
    assert defend.risk == Risk.left(after, 60)
    assert f"60→{after} % to be hit" in struck


def test_a_player_is_not_told_the_chances_of_an_opponent_at_the_key_of_defend() -> None:
    table = begun(SWORD, {**DODGER, "player": "Dora"})
    table.until("dot", "1.2")
    asked = offer(table.now, table.session.rules, "Dora", table.now.count)
    assert asked is not None
    assert [one.price for one in asked.options if one.label == "defend"] == [""]


def test_a_defence_can_only_help() -> None:
    for attack in range(0, 101, 5):
        for defence in range(0, 101, 5):
            for better in (1, 0, -1):
                assert hits(attack, defence, better, None) <= attack, (attack, defence, better)


def test_a_dodge_of_thirty_does_not_raise_the_chance_of_a_sword_of_sixty() -> None:
    assert shown(defended()) == "60 % against 30 % (Dodge): 60→60 % to be hit, Sid hits when both succeed"
    assert shown(defended(house_rules={"failed_blow": "contest"})) == (
        "60 % against 30 % (Dodge): 60→88 % to be hit, Sid wins when both succeed or both fail"
    )
    better = {**DODGER, "skill": [{"name": "Dodge", "value": 70}]}
    assert shown(defended(by=better)) == "60 % against 70 % (Dodge): 60→18 % to be hit, Dot parries when both succeed"
    equal = {**DODGER, "skill": [{"name": "Dodge", "value": 60}]}
    assert "60→42 % to be hit, equal skills: the lower roll wins when both succeed" in shown(defended(by=equal))


def test_a_blow_that_fails_at_one_who_defends_misses_whatever_the_skills() -> None:
    table = defended(61)
    events = table.say("sid strike dot")
    assert rolls(events) == [("sid", 61, 60, "failure")], "the defence is not rolled: nothing hangs on it any more"
    assert blows(events) == [("dot", "missed", "", 0)]
    old = defended(61, 31, 50, 1, house_rules={"failed_blow": "contest"})
    assert blows(old.say("sid strike dot"))[0][:2] == ("dot", "hit"), "the higher skill wins when both fail"


def test_equal_skills_and_rolls_of_an_exchange_roll_again_both() -> None:
    equal = {**DODGER, "skill": [{"name": "Dodge", "value": 60}]}
    table = defended(40, 40, 41, 42, 50, 1, by=equal)
    assert "Equal skills and equal rolls: both roll again (P-VS-4)" in table.told("sid strike dot")
    lower = defended(40, 39, by=equal)
    assert blows(lower.say("sid strike dot")) == [("dot", "parried", "", 0)]


def test_why_and_reckon_tell_the_chance_of_the_exchange_that_the_menu_shows() -> None:
    better = {**DODGER, "skill": [{"name": "Dodge", "value": 70}]}
    told = answered(defended(by=better).session, "why sid strike dot").words
    assert "60→18 % to be hit (P-HIT-2)" in told and "Dot parries when both succeed (P-VS-3)" in told
    reckoned = next(one for one in calculators() if one.name == "blow")
    given = {argument.name: argument.default for argument in reckoned.arguments}
    record = reckoned.reckon({**given, "skill": 60, "other": 70})
    assert (record["chance"], record["other_chance"], record["hits"]) == (60, 70, 18.0)
    assert reckoned.reckon({**given, "skill": 60, "other": 30, "failed-blow": "contest"})["hits"] == 88.0


def test_a_shot_meets_no_defence() -> None:
    table = begun({**SWORD, "weapon": [LASER], "skill": [{"name": "Pistol", "value": 60}]}, DODGER, dice=[70])
    table.until("sid", "1.2")
    table.say("sid hold", "dot defend")
    table.until("sid", "1.3")
    menu = table.session.rules.choices.menu(table.now, "sid", ("fire", "Laser pistol"))
    assert menu.choices[0].works == Percent.of(70, event=HIT) and not menu.choices[0].price


def test_where_a_house_has_sure_failures_the_exchange_has_them_too() -> None:
    rules = Options(house_rules=HouseRules(always_fails_from=96))
    sure = Check(((300, "skill"),), rules=rules)
    assert Exchange("A", sure).percent == 95
    assert Exchange("A", sure, "B", "Dodge", Check(((400, "skill"),), rules=rules)).percent == 5


def test_a_fight_begun_before_goes_on_by_the_contest_it_was_begun_with() -> None:
    game = find("phases")
    assert game.as_played({})["house_rules"] == {"failed_blow": "contest"}
    assert game.as_played({"house_rules": {"failed_blow": "misses"}})["house_rules"] == {"failed_blow": "misses"}
    old = open_fight(ROOT / "saves" / "finished-phases-corridor.fight.toml", look=True)
    assert old.prepared.rules.display.house_rules(changed=True) == ('failed_blow = "contest"',)


def test_a_new_fight_states_that_a_failed_blow_misses(tmp_path: Any) -> None:
    path = tmp_path / "new.fight.toml"
    start_fight(read_encounter(ROOT / "saves" / "phases-corridor.toml", library_dirs=()), path).close()
    assert 'failed_blow = "misses"' in path.read_text(encoding="utf-8")
    assert open_fight(path, look=True).prepared.rules.display.house_rules(changed=True) == ()


def test_a_weapon_that_is_empty_says_so_where_fire_would_stand() -> None:
    table = begun({**KANE, "weapon": [{**LASER, "loaded": False}, KNIFE]}, VOS)
    table.until("kane", "1.2")
    menu = table.session.rules.choices.menu(table.now, "kane", ())
    fire = next(choice for choice in menu.choices if choice.key == "f")
    assert (fire.label, fire.price) == ("fire Laser pistol", "not loaded")
    assert fire.refused == "Laser pistol is not loaded (P-FIRE-4). l: load it, one sub-phase"
