"""Standing orders as a value: what may be written, how it is said, and whom they mean."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.encounter.table import Burning, Plain, rules_of, say, table, told
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.declarations import declare
from tracker.encounter.engine.standing_orders import IDLE, answer, declaration, target_of
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.roster import add_entry
from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice
from tracker.games.plain.game import ABILITIES
from tracker.games.plain.sheet import HP
from tracker.model import events as ev
from tracker.model.combatant import Action, Presence
from tracker.model.commands import Choose, Do, Leave
from tracker.model.orders import NONE, Focus, Orders, OrderWords, Retreat, Whom, of_entry, read, sentence
from tracker.model.questions import Ask, Question, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session

WORDS = OrderWords(("attack", "hold"), ("nothing", "parry", "dodge"))
WRITTEN = {
    "attack": Orders("attack"),
    "attack again, parry": Orders("attack", Whom.AGAIN, answer="parry"),
    "attack weakest with short sword": Orders("attack", Whom.WEAKEST, weapon="short sword"),
    "attack nearest, keep": Orders("attack", Whom.NEAREST, focus=Focus.KEEP),
    "attack strongest, spread": Orders("attack", Whom.STRONGEST, focus=Focus.SPREAD),
    "attack attacker": Orders("attack", Whom.ATTACKER),
    "attack Old Tom with Bow": Orders("attack", Whom.NAMED, "Old Tom", "Bow"),
    "attack, parry above 50": Orders("attack", answer="parry", above=50),
    "attack, dodge 2": Orders("attack", answer="dodge", amount=2),
    "attack, else hold": Orders("attack", otherwise="hold"),
    "attack nearest, else wait, flee at half": Orders(
        "attack", Whom.NEAREST, retreats=(Retreat("flee", half=True),), otherwise="wait"
    ),
    "hold": Orders("hold"),
    "parry above 30": Orders(answer="parry", above=30),
    "attack, flee under 30, surrender without Olaf, flee at half": Orders(
        "attack", retreats=(Retreat("flee", under=30), Retreat("surrender", without="Olaf"), Retreat("flee", half=True))
    ),
}


@pytest.mark.parametrize(("text", "orders"), WRITTEN.items())
def test_orders_are_read_and_written_the_same(text: str, orders: Orders) -> None:
    assert read(text, WORDS) == orders
    assert orders.text == text


def test_a_game_may_list_its_words_of_orders() -> None:
    lists: Any = {"does": ["attack"], "answers": ["nothing", "parry"], "also": [["attack again", "attack"]]}
    words = OrderWords(**lists)
    assert of_entry("attack again, parry", words) == Orders("attack", answer="parry")


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("Attack  Weakest,Parry above 50 %", "attack weakest, parry above 50"),
        ("attack whoever struck last, keep to one", "attack attacker, keep"),
        ("attack the weakest, spread out", "attack weakest, spread"),
        ("attack, flee when Olaf falls, flee under 20%", "attack, flee without Olaf, flee under 20"),
        ("attack, surrender when half are down, parry while above 40 %", "attack, parry above 40, surrender at half"),
    ],
)
def test_orders_may_be_written_as_they_are_spoken(text: str, usual: str) -> None:
    assert read(text, WORDS).text == usual


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("atack", 'did you mean "attack"'),
        ("attack, blok", "there are attack, hold, nothing, parry"),
        ("attack, parry often", "parry above 50"),
        ("attack, flee", "flee under 30"),
        ("hold weakest", "stand alone"),
    ],
)
def test_what_is_no_order_is_told_with_what_there_is(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read(text, WORDS)


def test_a_table_in_a_file_means_the_same_as_its_words() -> None:
    given: dict[str, Any] = {
        "attack": "weakest", "with": "Bow", "focus": "spread", "answer": "parry", "above": 50,
        "flee_under": 30, "surrender_without": "Olaf", "flee_at_half": True,
    }  # fmt: skip
    text = "attack weakest with Bow, spread, parry above 50, flee under 30, flee at half, surrender without Olaf"
    assert of_entry(given, WORDS) == read(text, WORDS)
    assert of_entry({"answer": "dodge", "amount": 2}, WORDS) == read("dodge 2", WORDS)
    assert of_entry({"does": "hold"}, WORDS) == Orders("hold")
    assert of_entry("", None) is NONE and not NONE
    with pytest.raises(ValueError, match="no standing orders"):
        of_entry("attack", None)


def test_orders_are_said_in_a_sentence() -> None:
    orders = read("attack weakest with Bow, keep, parry above 50, flee under 30, surrender without Olaf", WORDS)
    assert sentence(orders) == (
        "attacks the weakest foe with Bow, keeping to one until it falls; defends with parry while above 50 %; "
        "flees under 30 % of its body; surrenders when Olaf is out"
    )


# Whom they mean


class Dodging(Plain):
    """The plain game in which whoever is attacked may dodge; what it is worth is not the matter here."""

    abilities = replace(ABILITIES, orders=OrderWords(("attack", "guard"), ("nothing", "dodge"), body=(HP,)))

    def _attack(self, draft: StepBuilder, who: str, action: Action) -> None:
        draft.push("met", who=who, action=action.id)
        draft.ask(Ask.CHOOSE, action.target, "defence", "Attacked!", ("nothing", "dodge"), about=who)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        action = draft[task.data["who"]].action(task.data.get("action", -1))
        if task.stage != "met" or action is None:
            super().resume(draft, task)
            return
        who = task.data["who"]
        draft.emit(ev.DefenceDeclared(who=action.target, defence=task.data["answer"], against=who))
        super()._attack(draft, who, action)


class Slow(Plain):
    """The plain game with attacks that take three counts."""

    def decide(self, draft: StepBuilder, command: Do) -> None:
        declare(draft, command.who, Action(0, "attack", target=command.words[0], label="attack", speed=3))


def crowd(orders: str, game: type[Plain] = Plain) -> tuple[Encounter, Rules]:
    """Bob under orders between four foes; Cid is the weakest, Eve the strongest, Dan sits nearest."""
    rules, encounter = rules_of(game), Encounter("a crowd")
    people = [("Ann", 10, 0), ("Cid", 10, 7), ("Eve", 20, 1), ("Dan", 10, 0)]
    for name, hp, wounds in people:
        entry = {"side": "one", "hit_points": hp, "hurt": wounds}
        encounter = add_entry(encounter, rules, name.casefold(), name, entry)
    for name in ("Bob", "Rob"):
        encounter = add_entry(encounter, rules, name.casefold(), name, {"side": "two", "orders": orders})
    return encounter, rules


@pytest.mark.parametrize(
    ("orders", "target"),
    [
        ("attack", "ann"),
        ("attack again", "ann"),
        ("attack nearest", "dan"),
        ("attack weakest", "cid"),
        ("attack strongest", "eve"),
        ("attack attacker", "dan"),
        ("attack Eve", "eve"),
        ("attack Nobody", "dan"),
    ],
)
def test_each_order_means_somebody(orders: str, target: str) -> None:
    encounter, rules = crowd(orders)
    assert target_of(encounter, "bob") == target
    assert declaration(encounter, rules, "bob") == Do("bob", "attack", (target,))


def fight(orders: str, dice: tuple[int, ...]) -> Session:
    encounter, rules = crowd(orders)
    return Session(encounter, rules, ScriptedDice(dice))


def test_spread_means_one_whom_nobody_else_goes_for() -> None:
    encounter, rules = crowd("attack, spread", Slow)
    session = Session(encounter, rules, ScriptedDice((5, 5, 5, 5, 20, 19)))
    session.say("begin")
    outcome = session.say("next")
    targets = {one.id: one.actions[0].target for one in session.encounter if one.actions}
    assert targets["bob"] != targets["rob"]
    assert [step.mode for step in outcome.steps].count("orders") == 2


def test_one_who_keeps_to_one_strikes_it_until_it_falls() -> None:
    for orders, target in (("attack weakest, keep", "cid"), ("attack weakest", "dan")):
        encounter, _ = crowd(orders)
        after = replace(encounter["bob"], last=Action(1, "attack", target="cid", lands=3))
        encounter = encounter.with_combatant(after).with_combatant(encounter["dan"].with_pool("HP", 1))
        assert target_of(encounter, "bob") == target
        fallen = encounter.with_combatant(replace(encounter["cid"], presence=Presence.DOWN))
        assert target_of(fallen, "bob") == "dan"


# Answers and giving up


def test_an_answer_of_the_orders_is_a_step_of_its_own_and_a_veto_asks() -> None:
    session = table(Dodging, (15, 1, 2, 2))
    say(session, "bob orders dodge", "begin", "next")
    events = say(session, "ann attack bob", "next")
    assert any("Bob: dodge (orders: dodge)" in line for line in told(session, events))
    assert [step.mode for step in map(session.journal.steps.get, session.journal.done) if step][-1] == "orders"
    session.say("veto")
    assert session.encounter.question is not None and session.encounter.question.who == "bob"
    session.say("nothing")
    session.say("undo")
    assert session.encounter.question is not None


def with_chances(percent: int) -> Rules:
    """The game with dodging, in which a dodge succeeds so often."""

    class Weighed(Dodging):
        def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
            nothing, dodge = super().answers(encounter, question)
            return nothing, replace(dodge, chance=percent)

    return rules_of(Weighed)


def say_orders(session: Session, text: str) -> Encounter:
    """The fight with other orders for Bob."""
    bob = replace(session.encounter["bob"], orders=of_entry(text, session.rules.abilities.orders))
    return session.encounter.with_combatant(bob)


def test_what_is_too_unlikely_is_not_tried() -> None:
    session = table(Dodging, (15, 1, 2, 2))
    say(session, "bob orders dodge", "begin", "next", "ann attack bob")
    assert answer(session.encounter, session.rules) is None, "nothing is asked yet"
    say(session, "next", "veto")
    weighed = with_chances(45)
    assert answer(session.encounter, weighed) == Choose("bob", "dodge")
    session.encounter = say_orders(session, "dodge above 50")
    assert answer(session.encounter, weighed) == Choose("bob", "nothing")


def test_one_gives_up_when_its_body_its_leader_or_its_company_is_gone() -> None:
    encounter, rules = crowd("attack, flee under 50, surrender without Rob, surrender at half")
    assert declaration(encounter, rules, "bob") == Do("bob", "attack", ("ann",))
    hurt = encounter.with_combatant(encounter["bob"].with_pool("HP", 4))
    assert declaration(hurt, rules, "bob") == Leave("bob", "left", "orders: flee under 50 %")
    session = Session(encounter, rules, None)  # type: ignore[arg-type]
    session.say("rob leaves")
    assert declaration(session.encounter, rules, "bob") == Leave("bob", "surrendered", "orders: surrender without Rob")


def test_half_of_ones_own_is_half_of_ones_group_where_one_has_a_group() -> None:
    """Ann and Eve go over to Bob and Rob, who are played as one group: Rob is half of that, a quarter of the side."""
    for groups, given_up in (((), False), (("bob group guards", "rob group guards"), True)):
        encounter, rules = crowd("attack, flee at half")
        session = Session(encounter, rules, None)  # type: ignore[arg-type]
        say(session, "ann side two", "eve side two", *groups, "rob leaves")
        assert isinstance(declaration(session.encounter, rules, "bob"), Leave) is given_up


def test_whoever_gives_up_is_told_with_its_order_and_the_fight_goes_on() -> None:
    session = fight("attack, flee under 90", (5, 5, 5, 5, 20, 19, 2))
    say(session, "fix bob HP 4", "begin")
    lines = told(session, say(session, "next"))
    assert any("Bob leaves (orders: flee under 90 %" in line for line in lines)
    assert any("(orders: attack)" in line for line in lines), "Rob still fights"


def test_orders_are_refused_in_a_sentence() -> None:
    session = table()
    for line, why in (("bob orders dance", "Orders .dance. are unknown"), ("bob orders", "Give the")):
        with pytest.raises(Refused, match=why):
            session.say(line)
    say(session, "bob orders attack Ann, flee without Ann")
    assert session.encounter["bob"].orders.text == "attack ann, flee without ann"


# Orders given to one who waits, or who is just being asked


def test_one_who_waits_takes_up_orders_given_later_at_the_present_count() -> None:
    session = table(Dodging, (15, 1, 2, 2))
    say(session, "begin", "next", "ann wait", "bob wait")
    assert session.encounter["bob"].waiting and session.encounter.count == 1
    say(session, "bob orders attack")
    assert not session.encounter["bob"].actions, "first let its orders be finished: nothing happens before `next`"
    say(session, "bob orders attack ann, dodge", "next")
    action = session.encounter["bob"].actions[0]
    assert (action.ordered, action.declared, action.target) == (True, 1, "ann")
    assert session.encounter["ann"].waiting


def test_one_who_waits_goes_on_waiting_when_its_orders_say_nothing_for_now() -> None:
    session = table(Dodging, (15, 1, 2, 2))
    say(session, "begin", "next", "ann wait", "bob wait", "bob orders dodge")
    assert session.encounter["bob"].waiting
    say(session, "ann leaves", "bob orders attack")
    assert session.encounter["bob"].waiting, "there is nobody whom it may strike"


def test_by_orders_to_attack_one_who_has_noticed_no_foe_that_stands_keeps_watch_and_is_not_asked() -> None:
    session = table(Dodging, (15, 1, 2, 2))
    say(session, "begin", "next", "ann hidden", "ann wait")
    session.say("bob orders attack")
    session.say("next")
    assert [(action.verb, action.label, action.ordered) for action in session.encounter["bob"].actions] == [
        ("does", "keeps watch", True)
    ]


def test_next_lets_one_who_is_asked_follow_the_orders_it_was_given_meanwhile() -> None:
    session = table(Dodging, (15, 1, 2, 2))
    say(session, "begin", "next")
    with pytest.raises(Refused, match="Answer the question first"):
        session.say("next")
    say(session, "ann orders attack")
    outcome = session.say("next")
    assert session.encounter["ann"].actions[0].ordered
    assert outcome.steps[0].mode == "orders"
    session.say("veto")
    question = session.encounter.question
    assert question is not None and question.who == "ann" and not session.encounter["ann"].actions


class Sparing(Burning):
    """The plain game in which the attacked one burns points, in threes, and one's own side may be asked as well."""

    abilities = replace(ABILITIES, orders=OrderWords(("attack",), ("nothing", "dodge"), ("energy",), body=(HP,)))


@pytest.mark.parametrize(
    ("orders", "burnt"), [("dodge 4", 3), ("dodge 2", 0), ("dodge 6", 6), ("dodge 40", 9), ("nothing", 0)]
)
def test_a_number_that_orders_give_is_the_nearest_that_answers_and_no_more_than_was_said(
    orders: str, burnt: int
) -> None:
    session = table(Sparing, (15, 1, 2))
    events = say(session, f"bob orders {orders}", "begin", "next", "ann attack bob", "next")
    assert f"burns {burnt}" in told(session, events)


def test_a_number_below_the_least_that_answers_is_given_as_that() -> None:
    class Least(Sparing):
        low, high, step = 2, 8, 0

    session = table(Least, (15, 1, 2))
    events = say(session, "bob orders dodge 1", "begin", "next", "ann attack bob", "next")
    assert "burns 2" in told(session, events)


def test_orders_do_not_answer_what_ones_own_side_does() -> None:
    session = table(Dodging, (15, 1, 2, 3, 4, 5), (("Ann", "one", ""), ("Bob", "one", ""), ("Cid", "two", "")))
    say(session, "bob orders dodge", "begin", "next", "ann attack bob")
    while (question := session.encounter.question) is None or question.ask is Ask.DECLARE:
        say(session, f"{question.who} wait" if question is not None else "next")
    assert question.who == "bob", "the game master is asked"


class Sworn(Plain):
    """The plain game in which nobody may attack."""

    def decide(self, draft: StepBuilder, command: Do) -> None:
        if command.verb == "attack":
            raise Refused("Nobody attacks here.")
        super().decide(draft, command)


@pytest.mark.parametrize(
    ("orders", "line"),
    [("attack, else guard", "on guard (orders: guard in place of attack)"), ("attack, else wait", IDLE)],
)
def test_orders_that_are_refused_do_what_they_say_otherwise(orders: str, line: str) -> None:
    session = table(Sworn, (15, 5))
    log = told(session, say(session, f"ann orders {orders}", "begin", "next"))
    assert any(line in text for text in log) and not any("cannot be followed" in text for text in log)


@pytest.mark.parametrize("orders", ["attack", "attack, else ask"])
def test_orders_that_are_refused_are_told_and_the_game_master_is_asked(orders: str) -> None:
    session = table(Sworn, (15, 5))
    log = told(session, say(session, f"ann orders {orders}", "begin", "next"))
    assert "Ann's orders cannot be followed: Nobody attacks here." in log
    assert session.encounter.question is not None and session.encounter.question.who == "ann"


def test_what_orders_do_otherwise_is_said_and_another_word_is_refused_with_those_there_are() -> None:
    assert sentence(read("attack, else ask", WORDS)) == "attacks the same foe while it stands, else asks the GM"
    with pytest.raises(ValueError, match="else hold"):
        read("attack, else attack", WORDS)
