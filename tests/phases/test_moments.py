"""Moments at the table: contests, defending, moving, long actions, orders, surprise, latecomers, holding."""

from __future__ import annotations

import re

import pytest

from tests.asking import answered, explained
from tests.phases.table import GUN, KANE, KNIFE, LASER, ROOK, VOS, Table, begun, blows, rolls
from tests.tales import tale_of
from tracker.export.html import markup
from tracker.export.log_pages import as_text
from tracker.export.story import story_of_tale
from tracker.game_api.values import FirstCount
from tracker.model.events import ActionDeclared, Rolled
from tracker.model.refusals import Refused
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Scene
from tracker.players.log import Tale, told
from tracker.players.view import Showing, view
from tracker.text.cells import words
from tracker.views.headline import lay_head
from tracker.web.sections import sections

HIDER = {**VOS, "name": "Hal", "skill": [{"name": "Hide", "value": 60}, {"name": "Knife", "value": 50}]}
WATCHER = {**KANE, "name": "Wat", "skill": [{"name": "Perceive", "value": 70}, {"name": "Dodge", "value": 65}]}


def test_a_contest_shows_both_chances_and_tells_who_wins_and_why() -> None:
    table = begun(HIDER, {**WATCHER, "weapon": []}, dice=[10, 65, 60, 71, 60, 61])
    why = explained(table.session, "hal", ("task", "hide", "level", "-1", "against", "wat", "perceive"))
    assert "Hal, hide: 45 %" in why and "Wat, perceive: 70 %" in why
    told = table.told("hal task hide against wat perceive")
    assert told[-1] == "Wat wins, Hide against Perceive: both succeeded, skill 60 against 70 (P-VS)" or (
        told[-1] == "Wat wins, hide against perceive: both succeeded, skill 60 against 70 (P-VS)"
    )
    assert "Hal wins" in table.told("hal task hide against wat perceive")[-1]
    assert "both failed" not in table.told("hal task hide level +1 against wat perceive level -1")[-1]


def test_equal_skills_and_rolls_roll_again_both() -> None:
    twin = {**HIDER, "name": "Tim"}
    table = begun(HIDER, twin, dice=[33, 33, 40, 20])
    told = table.told("hal task hide against tim hide")
    assert "Equal skills and equal rolls: both roll again (P-VS-4)" in told
    assert told[-1].startswith("Tim wins")


def test_a_line_for_several_goes_on_for_the_others_after_typed_dice_and_is_kept_as_text() -> None:
    climber = {"skill": [{"name": "Climb", "value": 60}]}
    table = begun({**KANE, **climber}, {**VOS, **climber}, dice=[10, 20])
    table.say("kane typed", "vos typed", "1,2 task climb level -1")
    question = table.now.question
    assert question is not None and question.who == "kane"
    kept = [task.data["rest"] for task in question.then if "rest" in task.data]
    assert [command["words"] for (command,) in kept] == [["", "vos", "climb", "-1", "0"]]
    assert [event.who for event in table.say("55") if isinstance(event, Rolled)] == ["kane"]
    assert [event.who for event in table.say("66") if isinstance(event, Rolled)] == ["vos"]


def test_a_lone_task_that_fails_may_let_another_roll() -> None:
    table = begun(HIDER, WATCHER, dice=[61, 30])
    table.say("hal task hide unless wat perceive level -1")
    assert table.asked() == ("wat", "choose")
    choices = table.session.rules.choices.answers(table.now, table.now.question)  # type: ignore[arg-type]
    assert [choice.told for choice in choices] == ["yes, roll 53 %", "no"]
    assert rolls(table.say("yes")) == [("wat", 30, 53, "success")]
    table.fall(99)
    table.say("hal task hide unless wat perceive")
    assert rolls(table.say("no")) == []
    table.fall(5)
    table.say("hal task hide unless wat perceive")
    assert table.asked() == ("", "")


def test_a_task_takes_no_time_and_a_try_is_ones_two_seconds() -> None:
    table = begun({**HIDER}, KANE, dice=[10, 90])
    table.say("hal task hide")
    assert table.due("hal") == "1.2"
    table.until("hal", "1.2")
    assert rolls(table.say("hal try hide level -1 bonus 4")) == [("hal", 90, 48, "failure")]
    assert table.now["hal"].mark("used") == 1 and table.due("hal") == "1.3"


def test_blows_at_one_who_defends_are_contests_until_it_acts_again() -> None:
    table = begun({**VOS, "initiative": 50}, {**WATCHER, "weapon": []}, dice=[20, 30, 20, 4])
    table.until("vos", "1.2")
    table.say("vos hold", "wat defend")
    table.until("vos", "1.3")
    menu = table.session.rules.choices.menu(table.now, "vos", ("strike", "Knife"))
    assert menu.choices[0].price == "75 % against 65 % (Dodge): 75→75 % to be hit, Vos hits when both succeed"
    events = table.say("vos strike wat")
    assert [(who, total) for who, total, _, _ in rolls(events)] == [("vos", 20), ("wat", 30)]
    assert blows(events)[0][:2] == ("wat", "hit")
    assert table.bears("wat") >= {"defending"}
    table.until("vos", "2.2")
    assert "defending" not in table.bears("wat")


def test_whoever_defends_with_the_higher_skill_parries_when_both_succeed() -> None:
    table = begun({**VOS, "initiative": 50}, {**WATCHER, "weapon": [], "bonuses": {}, "skill": [
        {"name": "Dodge", "value": 90}
    ]}, dice=[20, 30])  # fmt: skip
    table.until("vos", "1.2")
    table.say("vos hold", "wat defend")
    table.until("vos", "1.3")
    assert blows(table.say("vos strike wat")) == [("wat", "parried", "", 0)]


def test_defending_can_be_ruled_out() -> None:
    table = begun(VOS, KANE, house_rules={"defend": False})
    table.until("vos", "1.2")
    with pytest.raises(Refused, match="the house rule defend is off"):
        table.say("vos defend")


def test_moving_is_by_the_sub_phase_or_shared_in_the_phase() -> None:
    table = begun(VOS, KANE)
    table.until("vos", "1.2")
    with pytest.raises(Refused, match="may move 6 m now, not 7"):
        table.say("vos move 7")
    table.say("vos move 6")
    table.until("vos", "1.3")
    assert "Vos: move, up to 6 m" in table.told("vos move")
    shared = begun(VOS, KANE, house_rules={"movement": "phase"})
    shared.until("vos", "1.2")
    shared.say("vos move 4")
    shared.until("vos", "1.3")
    with pytest.raises(Refused, match="may move 2 m now, not 3"):
        shared.say("vos move 3")
    shared.say("vos move")
    rooted = begun({**VOS, "movement": 0}, KANE)
    rooted.until("vos", "1.2")
    with pytest.raises(Refused, match=r"^Vos may move no further in this phase \(P-MOVE\)\.$"):
        rooted.say("vos move")
    menu = rooted.session.rules.choices.menu(rooted.now, "vos", ())
    refusals = [one.refused for one in (*menu.choices, *menu.absent) if one.label == "move"]
    assert refusals == ["Vos may move no further in this phase (P-MOVE)."]
    shared.until("vos", "2.2")
    assert "Vos: move, up to 6 m" in shared.told("vos move")


def test_a_long_action_uses_sub_phases_two_and_three_and_can_be_given_up() -> None:
    table = begun(VOS, KANE)
    table.until("vos", "1.2")
    table.say('vos other "climbs the ladder" 3')
    assert table.now["vos"].actions[0].lands == 4
    told: list[str] = []
    while table.at != "2.2":
        who, _ = table.asked()
        told += table.told(f"{who} hold" if who else "next")
    assert "Vos is done: climbs the ladder" in told
    table.until("vos")
    assert (table.at, table.now["vos"].mark("used")) == ("2.3", 1)
    table.say('vos other "climbs back" 4')
    table.until("kane", "3.1")
    table.say("vos abort")
    assert not table.now["vos"].actions


def test_does_and_wait_are_the_games_own_other_and_hold() -> None:
    table = begun(VOS, KANE)
    table.until("vos", "1.2")
    table.say('vos does "shouts" 0')
    assert table.asked()[0] == "vos"
    table.say('vos does "kicks the door" 1')
    assert table.now["vos"].mark("used") == 1 and table.due("vos") == "1.3"
    table.until("vos", "1.3")
    table.say("vos wait")
    assert table.due("vos") == "2.2" and not table.now["vos"].waiting


def test_surprise_is_a_level_of_the_initiative_roll_and_nothing_else() -> None:
    table = Table({**KANE, "surprise": -2}, VOS, dice=[28, 30, 29])
    table.say("vos initiative -1")
    assert rolls(table.say("begin")) == [("kane", 28, 28, "success"), ("vos", 30, 30, "success")]
    menu = Table({**KANE, "surprise": -2}, VOS).session
    ready = menu.rules.choices.menu(menu.encounter, "kane", menu.rules.abilities.readying)
    assert [(choice.told, choice.price) for choice in ready.choices[:3]] == [
        ("level 0 55 %", "likely 1st of 2"),
        ("level −1 41 %", "likely 1st of 2"),
        ("● level −2 28 %", "likely 1st of 2"),
    ]


def test_a_waiting_level_is_not_for_the_initiative_roll() -> None:
    table = Table(KANE, dice=[55])
    table.say("level -2 dark")
    assert rolls(table.say("begin")) == [("kane", 55, 55, "success")]
    assert len(table.now.modifiers) == 1


def test_initiative_may_be_rolled_anew_in_every_phase() -> None:
    table = Table(KANE, VOS, dice=[1, 1, 100, 1], house_rules={"initiative": "phase"})
    table.say("begin")
    table.until("kane", "2.1")
    assert (table.now["kane"].mark("initiative.failed"), table.now["vos"].mark("initiative.failed")) == (1, 0)


def test_a_latecomer_rolls_now_and_is_asked_at_the_next_count() -> None:
    table = begun(KANE, VOS, dice=[1])
    table.say("next")
    kane = table.now["kane"].profile.sheet
    vos = table.now["vos"].profile.sheet
    rules = table.session.rules
    assert (rules.turns.first_count(table.now, kane), rules.turns.first_count(table.now, vos)) == (
        FirstCount(1, 1),
        FirstCount(1, 1),
    )
    table.until("vos", "1.3")
    assert (rules.turns.first_count(table.now, kane), rules.turns.first_count(table.now, vos)) == (
        FirstCount(3, 3),
        FirstCount(4, 4),
    )


def test_orders_fire_load_and_hold_by_themselves() -> None:
    gun = {**GUN, "rounds": 5}
    table = begun(
        {**ROOK, "initiative": 90, "weapon": [gun], "orders": "attack"}, {**VOS, "side": "boarders"}, dice=[100] * 20
    )
    told = table.told("next")
    assert "Rook: 5 shots at Vos (orders: attack)" in told
    assert (table.at, table.asked()[0]) == ("1.1", ""), "the shots can be told first"
    table.say("next")
    assert (table.at, table.asked()[0]) == ("1.2", "vos")
    table.until("vos", "2.2")
    acts = [step.events for step in table.session.journal.steps.values() if step.actor == "rook"]
    labels = [event.label for events in acts for event in events if isinstance(event, ActionDeclared)]
    assert labels == ["5 shots at Vos", "load Machine gun", "5 shots at Vos", "load Machine gun"]


def test_orders_strike_or_rest_by_themselves() -> None:
    table = begun({**VOS, "initiative": 90, "orders": "attack"}, {**KANE, "weapon": [KNIFE]}, dice=[100] * 20)
    assert any("strike Kane" in line for line in table.told("next"))
    rests = begun({**VOS, "orders": "rest", "pools": {"HD": 1}}, {**KANE, "weapon": [KNIFE]})
    rests.until("kane", "2.2")
    assert rests.pools("vos")["HD"] == 2
    with pytest.raises(Exception, match='orders "dance" are unknown; there are attack, hold, rest'):
        begun({**VOS, "orders": "dance"})


def test_the_same_again_is_the_same_foe_with_the_shots_there_are() -> None:
    table = begun({**ROOK, "initiative": 90}, KANE, dice=[100] * 9)
    table.say("next", "rook fire kane 3 level -1")
    table.until("rook", "1.2")
    again = table.session.rules.choices.repeat_last(table.now, "rook")
    assert again is not None
    assert again.line == 'rook fire kane "Machine gun" 2 level -1'
    assert (again.told, again.price) == ("fire Kane, 2 shots 65 %", "at least one in 2, 41 % a shot")
    table.say(again.line)
    laser = begun({**KANE, "weapon": [LASER]}, VOS, dice=[100])
    laser.say("next", "kane fire vos")
    laser.until("kane", "1.2")
    assert (
        offer := laser.session.rules.choices.repeat_last(laser.now, "kane")
    ) is not None and offer.label == "fire Vos"


def test_the_head_line_says_who_is_next_in_the_order_of_initiative() -> None:
    table = Table({**KANE, "weapon": [KNIFE]}, VOS, {**ROOK, "weapon": [KNIFE]}, dice=[100, 1, 1])
    table.say("begin", "next")
    head = words(lay_head(table.now, table.session.rules, "t", "", 100))
    assert table.asked()[0] == "rook" and " Rook declares " in head and "then ◆1.2 Vos, ◆1.2 Kane" in head
    table.say("rook hold", "vos hold", "kane hold")
    head = words(lay_head(table.now, table.session.rules, "t", "", 100))
    assert "next ◆1.3 Rook " in head and "then ◆1.3 Vos" in head and "phase " not in head.replace("sub-phase", "")


def test_players_are_told_a_moment_as_the_game_writes_it() -> None:
    table = begun(KANE, VOS, dice=[41, 40])
    start, rules = table.session.journal.states[0], table.session.rules
    long_one = ActionDeclared(who="kane", action=9, verb="does", label="breaks the door", speed=10, lands=10)
    tale, _ = told(Tale(), start, (long_one,), rules, Showing())
    assert tale.last(1) == ("Kane: breaks the door, lands at 4.2",)


def test_players_see_the_moments_of_phases_everywhere_as_the_game_writes_them() -> None:
    table = begun({**KANE, "player": "Ana"}, VOS, dice=[41, 40])
    table.until("kane", "1.2")
    table.say("kane does breaks the door 8", "fix vos prone on")
    start, rules, journal = table.session.journal.states[0], table.session.rules, table.session.journal
    tale = tale_of(start, [journal.steps[n].events for n in journal.done], rules, Showing())
    seen = view(table.now, rules, Showing(), tale.now, tale.last(9))
    assert "Kane: breaks the door, lands at 4.3" in seen.outcomes and "Vos: prone" in seen.outcomes
    assert [one.conditions for one in seen.fighters] == [(), ("prone",)]
    screen = "\n".join(words(line) for line in lay_screen(Scene(seen, rules), "", 120, 36))
    page = " ".join(markup(part) for part in sections(Scene(seen, rules)).values())
    for text in (screen, page, "\n".join(as_text(story_of_tale("t", rules.unit, tale)))):
        assert "4.3" in text
        assert not re.search(r"(?<![\d.])11(?![\d.])", re.sub(r"<style>.*?</style>|=\"[^\"]*\"", "", text)), text


def test_before_the_fight_each_level_shows_its_chance_and_the_order_that_would_likely_come_of_it() -> None:
    """Kane 55, Vos 40, Rook 65: by skill while a roll is likelier made than not, the others behind (P-INIT-3)."""
    table = Table(KANE, VOS, ROOK)
    menu = table.session.rules.choices.menu(table.now, "kane", ("readying",))
    assert menu.title.endswith("Likely order: Rook, Kane, Vos")
    told = {choice.line: f"{choice.works.words}, {choice.price}" for choice in menu.choices if choice.works}
    assert told["kane initiative 0"] == "55 %, likely 2nd of 3"
    assert told["kane initiative -1"] == "41 %, likely 2nd of 3", "Vos fails likely too, and has less skill"
    table.say("vos initiative 1")
    told = {
        choice.line: f"{choice.works.words}, {choice.price}"
        for choice in table.session.rules.choices.menu(table.now, "kane", ("readying",)).choices
        if choice.works
    }
    assert told["kane initiative -1"] == "41 %, likely 3rd of 3", "Vos at 50 % likely makes it"
    assert told["kane initiative 0"] == "55 %, likely 2nd of 3"
    assert "likely order, not rolled yet: Rook, Kane, Vos" in answered(table.session, "why kane initiative").words


def test_where_the_stat_decides_a_contest_first_the_menu_says_so_too() -> None:
    """Vos has the better knife, Kane the better stat; PQ 5 either way."""
    vos = {**VOS, "skill": [{"name": "Knife", "value": 70}]}
    kane = {**KANE, "skill": [{"name": "Dodge", "value": 50, "stat": "reflexes"}], "weapon": []}
    for by, wins in (("skill", "70→70 % to be hit, Vos hits"), ("stat", "70→30 % to be hit, Kane parries")):
        table = begun(kane, vos, dice=(1, 1), house_rules={"contest_by": by})
        table.say("next", "kane defend")
        prices = [one.price for one in table.session.rules.choices.menu(table.now, "vos", ("strike", "Knife")).choices]
        assert prices == [f"70 % against 57 % (Dodge): {wins} when both succeed"]


def test_who_is_down_before_the_fight_can_still_be_said_to_be_surprised() -> None:
    table = Table(KANE, VOS)
    table.say("vos damage 20 head")
    assert not table.now["vos"].able
    menu = table.session.rules.choices.menu(table.now, "vos", ("readying",))
    assert menu.title.endswith("Likely order: Kane") and menu.choices[0].beside == "likely 2nd of 2"
