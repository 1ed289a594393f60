"""What the text leaves open and is settled anew: jumps, Enhanced Move, averages, halts, knock-outs, defences."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.asking import answered
from tests.cli.calling import ROOT, call
from tests.encounter.table import say, told
from tests.feats.table import MIRA, chase, due, points, waiting
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.menus.prompt import prompt_for
from tracker.games.feats import checks, formulas
from tracker.games.feats.book.d6 import Sixes
from tracker.games.feats.book.house_rules import BEFORE, HouseRules, Options
from tracker.games.feats.game import FEATS
from tracker.games.feats.sheet import read_sheet
from tracker.games.toolkit.menu_paths import Asked, Chosen
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.session import Session
from tracker.storage.fight_log.opening import open_fight, start_fight
from tracker.storage.preparation import read_encounter
from tracker.storage.toml.diagnostics import InvalidFile


def asked(fight: Session) -> tuple[str, str]:
    question = fight.encounter.question
    return (question.who, question.what) if question is not None else ("", "")


def price(fight: Session, who: str, *path: str) -> str:
    return fight.rules.choices.menu(fight.encounter, who, path).choices[0].beside


# FQ 28: jumps by Basic Move


@pytest.mark.parametrize(
    ("more", "high"), [({}, "32 in up"), ({"load": 100}, "32 in up"), ({"pools": {"FP": 3}}, "32 in up")]
)
def test_jumps_go_by_basic_move_whatever_one_carries_and_however_tired(more: dict[str, Any], high: str) -> None:
    fight = waiting(mira=more)
    assert any(high in line for line in fight.rules.display.explain(fight.encounter, "mira", ()))
    loaded = waiting(mira={"load": 100}, house_rules={"jump_move": "loaded"})
    assert any("6.8 in up" in line for line in loaded.rules.display.explain(loaded.encounter, "mira", ()))


# FQ 29: Enhanced Move


@pytest.mark.parametrize(("level", "times"), [(0, 1), (0.5, 1.5), (1, 2), (1.5, 3), (2, 4), (3, 8), (6, 64)])
def test_enhanced_move_on_a_sheet_is_the_printed_level(level: float, times: float) -> None:
    own = read_sheet({"basic_move": 7, "enhanced": level, "enhanced_air": level}).sheet
    assert own.top == own.top_in_air == Fraction(str(times))
    assert checks.figures(own)["sprint"] == 7 * (own.top if times > 1 else Fraction("1.2"))


def test_the_second_level_runs_as_the_text_says() -> None:
    fight = waiting(mira={"enhanced": 2})
    say(fight, "mira sprint", "to 4")
    assert fight.rules.display.pool_outlook(fight.encounter, "mira").endswith("70 yd from Brute"), "7, 14, 21, 28"


def test_a_multiple_of_move_has_a_key_of_its_own_and_not_both() -> None:
    own = read_sheet({"enhanced_times": 3.5, "enhanced_air_times": 10}).sheet
    assert (own.top, own.top_in_air) == (Fraction(7, 2), Fraction(10))
    for wrong, why in (
        ({"enhanced": 2, "enhanced_times": 4}, "enhanced and enhanced_times are both given"),
        ({"enhanced": 28}, "enhanced is the printed level, 0 to 6 in halves"),
        ({"enhanced_air": 1.25}, "a multiple of Move is enhanced_air_times"),
    ):
        with pytest.raises(InvalidFile, match=why):
            chase(mira=wrong)


def test_check_tells_a_level_that_may_have_been_meant_as_a_multiple(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = 'system = "feats"\n[[combatant]]\nname = "Fox"\nenhanced = {}\n'
    path.write_text(text.format(4), encoding="utf-8")
    reply = call("check", path)
    assert reply.code == 0
    assert "Fox's enhanced = 4 is the printed level: 16 times Move (F-RUN-3)" in reply.out
    assert "for 4 times it would be enhanced_times = 4" in reply.out
    path.write_text(text.format(2), encoding="utf-8")
    assert "printed level" not in call("check", path).out


def test_the_template_names_level_and_multiple() -> None:
    text = FEATS.template()
    assert "# enhanced = 2" in text and "enhanced_times = 4" in text


# FQ 30: averages


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("more", [-20, -8, -3, -2, -1, 0, 2])
def test_what_falls_below_nothing_counts_as_nothing_in_an_average(count: int, more: int) -> None:
    rolled = [max(0, sum(faces) + more) for faces in product(range(1, 7), repeat=count)]
    assert Sixes(count, more).mean == Fraction(sum(rolled), len(rolled))


def test_a_weak_slam_does_a_point_on_average() -> None:
    reply = call("reckon", "--system", "feats", "slam", "--yards", 2, "--hp", 10, "--foe-hp", 20, "--json")
    assert '"mean": 1,' in reply.out and '"foe_mean": 1.67' in reply.out


# FQ 31: halts


def test_who_loses_consciousness_halts_the_clock_and_asks_those_who_wait() -> None:
    fight = waiting(6, 6, 5, mira={"pools": {"FP": 1}})
    say(fight, "fix mira water on", "brute wait")
    assert fight.encounter["mira"].condition("drowning") is not None and points(fight)[1] == 0
    fight.dice._faces.extend([6, 6, 5])  # type: ignore[attr-defined]
    events = say(fight, "next")
    assert fight.encounter["mira"].presence is Presence.DOWN and fight.encounter.count == 1
    assert "Mira will be dead at 241 without air (F-AIR-2)" in told(fight, events)
    say(fight, "next")
    assert asked(fight) == ("brute", "declaration") and fight.encounter.count == 1


def test_who_is_about_to_suffocate_halts_the_clock_too_and_once() -> None:
    fight = waiting(mira={"stats": {"FP": 1000}})
    events = say(fight, "mira noair")
    assert "Mira will be dead at 240 without air (F-AIR-2)" in told(fight, events)
    say(fight, "next")
    assert asked(fight)[1] == "declaration"
    say(fight, "mira wait", "brute wait")
    assert not [line for line in told(fight, say(fight, "to 20")) if "will be dead" in line]


def test_who_is_struck_down_halts_the_clock_and_the_busy_are_left_alone() -> None:
    fight = waiting()
    say(fight, "brute run", "mira damage 12")
    assert fight.encounter["brute"].busy and due(fight, "brute", "declare") is None
    fight = waiting()
    say(fight, "mira damage 12")
    assert due(fight, "brute", "declare") == 0
    quiet = waiting(house_rules={"halts": False})
    say(quiet, "mira damage 12")
    assert due(quiet, "brute", "declare") is None


# FQ 34: who is woken


TROUBLES = {"struck down": "mira damage 12", "out of air": "mira noair", "drowning": "fix mira water on"}


@pytest.mark.parametrize("wakes", [False, True])
@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)
def test_a_halt_asks_only_those_who_know_of_the_one_in_trouble(trouble: str, wakes: bool) -> None:
    def woken(*lines: str, **house: bool) -> bool:
        fight = waiting(*[6] * 30, mira={"pools": {"FP": 1}}, house_rules=house)
        say(fight, *lines, trouble)
        if trouble == TROUBLES["drowning"]:
            say(fight, "next")
            assert fight.encounter["mira"].presence is Presence.DOWN, "it lost consciousness"
        return not fight.encounter["brute"].waiting

    assert woken()
    assert woken("mira hidden", unnoticed_wake=wakes) is wakes


# FQ 32: knocked out by a slam


@pytest.mark.parametrize(("lies", "present"), [(True, True), (False, False)])
def test_who_is_knocked_out_by_a_slam_lies_down_and_gets_up_when_brought_back(lies: bool, present: bool) -> None:
    fight = waiting(3, 4, 4, 3, 1, brute={"pools": {"HP": 1}}, present=present)
    say(fight, "mira slam brute 5 foe 3", "none")
    brute = fight.encounter["brute"]
    assert brute.presence is Presence.DOWN and (brute.condition("prone") is not None) is lies
    say(fight, "fix brute HP 5")
    back = fight.encounter["brute"]
    assert back.able and (back.condition("prone") is not None) is lies
    if lies:
        say(fight, "brute up")
        assert fight.encounter["brute"].condition("prone") is None


def test_who_knocks_itself_out_in_a_slam_lies_down_too() -> None:
    fight = waiting(3, 4, 4, 2, 6, mira={"pools": {"HP": 1}})
    say(fight, "mira slam brute 5 foe 3", "none")
    assert fight.encounter["mira"].presence is Presence.DOWN
    assert fight.encounter["mira"].condition("prone") is not None


# One chance of an attack and what it is met with


@pytest.mark.parametrize("attack", range(3, 19))
def test_no_defence_raises_the_chance_to_be_hit(attack: int) -> None:
    for criticals in (True, False):
        bare = checks.Exchange(attack, None, criticals).hit
        assert bare == formulas.percent(attack, criticals)
        assert all(checks.Exchange(attack, number, criticals).hit <= bare for number in range(31))


def test_the_chance_of_an_exchange_is_that_of_all_its_dice() -> None:
    three = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    for attack, defence in ((12, 9), (16, 3), (7, 14)):
        lands = sum(formulas.succeeds(attack, total) for total in three)
        met = sum(not formulas.succeeds(defence, total) for total in three)
        assert checks.Exchange(attack, defence).hit == round(100 * lands * met / len(three) ** 2, 1)


def test_menu_question_why_and_reckon_tell_one_chance_to_be_hit() -> None:
    fight = waiting(3, 4, 4, brute={"dodge": 8, "parry": 9})
    slam = price(fight, "mira", "slam")
    assert slam.startswith("12 or less; ") and slam.endswith("; 46.3 % against its parry")
    assert "Brute by parry 9: hit 46.3 % (F-SLAM-2)" in answered(fight, "why mira slam brute").words
    reply = call(
        "reckon", "--system", "feats", "slam", "--yards", 5, "--target", 12, "--defence", 9, "--json"
    )  # fmt: skip
    assert '"hits": 46.3' in reply.out
    say(fight, "mira slam brute 5")
    question = fight.encounter.question
    assert question is not None
    offered = fight.rules.choices.answers(fight.encounter, question)
    assert [(one.told, one.beside) for one in offered[:2]] == [
        ("parry 37.5 %", "9 or less; 100→62.5 % to be hit"),
        ("dodge 25.9 %", "8 or less; 100→74.1 % to be hit"),
    ]


def test_enter_meets_a_blow_in_the_likeliest_way_for_none_of_them_costs_anything() -> None:
    fight = waiting(3, 4, 4, brute={"dodge": 8, "parry": 9})
    say(fight, "mira slam brute 5")
    likely = prompt_for(fight.encounter, fight.rules, None, "").likely
    assert likely is not None and likely.word == "parry"
    bare = waiting(3, 4, 4)
    say(bare, "mira slam brute 5")
    likely = prompt_for(bare.encounter, bare.rules, None, "").likely
    assert likely is not None and likely.word == "none", "no number on the sheet"


# Slams by key


def chosen(fight: Session, *keys: str) -> tuple[Any, ...]:
    """The path that keys lead to from the slam's menu."""
    path: tuple[Any, ...] = ("slam",)
    for key in keys:
        now = prompt_for(fight.encounter, fight.rules, GameMenu(path), "mira")
        choice = now.choice(key)
        assert choice is not None, (key, [(one.key, one.label) for one in now.choices])
        path = choice.path
    return path


@pytest.mark.parametrize(
    ("keys", "yards"), [(("9",), 9), (("c",), 12), (("m", "2", "8"), 28), (("m", "9", "0"), 90)]
)  # fmt: skip
def test_a_slam_by_key_goes_over_as_many_yards_as_by_line(keys: tuple[str, ...], yards: int) -> None:
    fight = waiting(mira={"enhanced": 2})
    assert chosen(fight, "v", *keys) == ("slam", Chosen("yards", yards))
    assert Chosen("foe", yards) in chosen(fight, "f", *keys)


def test_every_number_of_yards_of_a_line_can_be_chosen_by_key() -> None:
    fight = waiting()
    paths: list[tuple[Any, ...]] = [("slam", Asked("yards"))]
    reached = set[int]()
    for path in paths:
        for choice in fight.rules.choices.menu(fight.encounter, "mira", path).choices:
            end = choice.path[-1]
            if isinstance(end, Asked):
                paths.append(choice.path)
            else:
                reached.add(end.value)
    assert reached == set(range(1, 1001))


# The fight is not over while somebody may be saved


def test_the_fight_is_not_said_to_be_over_while_somebody_may_be_saved() -> None:
    swimmer = {"skill": [{"name": "Swimming", "value": 14}, {"name": "First Aid", "value": 12}]}
    fight = waiting(6, 6, 5, 6, 6, 5, 4, 4, 4, 3, 3, 3, mira=swimmer, brute={"pools": {"FP": 1}})
    log = told(fight, say(fight, "fix brute water on", "next"))
    assert fight.encounter["brute"].presence is Presence.DOWN
    assert not [line for line in log if "only side left" in line]
    say(fight, "next", "mira wait")
    assert "is left" not in prompt_for(fight.encounter, fight.rules, None, "").text
    say(fight, "mira rescue brute 5")
    assert fight.rules.resolution.keeps_fight_open(fight.encounter), "there is water in its lungs yet"
    log = told(fight, say(fight, "next", "mira firstaid brute"))
    assert any("are the only side left" in line for line in log), "nobody drowns any more, and it sleeps"


def test_a_fight_is_over_once_the_one_who_might_have_been_saved_is_dead() -> None:
    fight = waiting(6, 6, 5, 6, 6, 5, brute={"pools": {"FP": 1}}, house_rules={"halts": False})
    say(fight, "fix brute water on", "next")
    log = told(fight, say(fight, "to 241"))
    assert any("hunted are the only side left" in line for line in log)
    assert "holds the field" in prompt_for(fight.encounter, fight.rules, None, "").text


# Fights begun before


def test_fights_begun_before_keep_their_rules_and_new_ones_state_them(tmp_path: Path) -> None:
    old = open_fight(ROOT / "saves" / "finished-feats-drowning.fight.toml", look=True).prepared.rules
    kept = {
        'jump_move = "loaded"',
        'enhanced = "times"',
        "halts = false",
        "knocked_out_lies = false",
        "unnoticed_wake = true",
    }
    assert set(old.display.house_rules(changed=True)) == kept
    path = tmp_path / "new.fight.toml"
    start_fight(read_encounter(ROOT / "saves" / "feats-drowning.toml"), path).close()
    assert open_fight(path, look=True).prepared.rules.display.house_rules(changed=True) == ()
    before = Options(house_rules=HouseRules(**BEFORE))  # type: ignore[arg-type]
    assert read_sheet({**MIRA, "enhanced": 4}, before).sheet.top == 4


def test_a_death_is_announced_only_where_the_house_halts() -> None:
    fight = waiting(mira={"stats": {"FP": 1000}}, present=False)
    events = say(fight, "mira noair")
    assert not [event for event in events if isinstance(event, ev.Noted)]
