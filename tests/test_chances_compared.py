"""Chances one can compare: each game tells them as fields, which no player is sent; the list has a column and a bar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES, ONE_OF_EACH, PACKED, game, kind, random_fight
from tests.tui.opening import example
from tracker import testing as contract
from tracker.game_api.values import Choice, Percent, Risk
from tracker.games import registry
from tracker.games.packs.game import PackGame
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.players.seat import leaves, offer
from tracker.session import Session
from tracker.text.cells import width, words
from tracker.views.choices.choice_list import lay_menu
from tracker.views.choices.choice_table import list_rows

_PERCENT = re.compile(r"(\d[\d.]*) %")
PLAYER = "Ana"


def offered(session: Session) -> tuple[Choice, ...]:
    """The choices of the open question, of a declaration those of its first menu."""
    question = session.encounter.question
    if question is None or question.who not in session.encounter:
        return ()
    try:
        if question.ask is Ask.CHOOSE:
            return session.rules.choices.answers(session.encounter, question)
        return session.rules.choices.menu(session.encounter, question.who, ()).choices
    except Refused:
        return ()


def at_risk(name: str, lines: int = 150) -> Iterator[tuple[Session, tuple[Choice, ...]]]:
    """The moments of a fight at random in which a choice tells what is left of a risk."""
    for session in random_fight(name, 3, lines):
        choices = offered(session)
        if any(choice.risk is not None for choice in choices):
            yield session, choices


def all_menus(session: Session, who: str, path: tuple[Any, ...] = ()) -> Iterator[Choice]:
    """Every choice, switch and absent choice of a fighter's menus, four deep."""
    try:
        menu = session.rules.choices.menu(session.encounter, who, path)
    except Refused:
        return
    for choice in (*menu.choices, *menu.options, *menu.absent):
        yield choice
        if choice in menu.choices and choice.path and len(path) < len(choice.path) < 5:
            yield from all_menus(session, who, choice.path)


def declaring(name: str, seed: int, *also: Ask) -> Iterator[Session]:
    """The first moments of a fight at random in which somebody declares, and those of `also` between them."""
    declared = 0
    for session in random_fight(name, seed, 150):
        question = session.encounter.question
        if question is not None and question.who in session.encounter and question.ask in (Ask.DECLARE, *also):
            declared += question.ask is Ask.DECLARE
            yield session
        if declared > 3:
            break


def asked_choices(session: Session) -> Iterator[Choice]:
    """Every choice of the open question, of a declaration those of all its menus, and the same again."""
    question = session.encounter.question
    if question is None or question.who not in session.encounter:
        return
    if question.ask is Ask.CHOOSE:
        yield from session.rules.choices.answers(session.encounter, question)
    elif question.ask is Ask.DECLARE:
        yield from all_menus(session, question.who)
        if (again := session.rules.choices.repeat_last(session.encounter, question.who)) is not None:
            yield again


def answers_before_the_roll(name: str) -> bool:
    """Whether a blow of this game is met before it is rolled for; in some packs it has hit by then, or is not met."""
    system = registry.find(game(name))
    return name not in PACKED or any(rule.on == "aimed" for rule in cast("PackGame", system).pack.answer)


def of_a_player(encounter: Encounter, who: str) -> Encounter:
    """The fight in which that fighter is a player's."""
    one = encounter[who]
    return encounter.with_combatant(replace(one, profile=replace(one.profile, player=PLAYER)))


def without_friends(sent: Any) -> Any:
    """What is sent but for blows at one's own side, whose chances its player may know."""
    if isinstance(sent, dict):
        return {key: without_friends(value) for key, value in sent.items()}
    if isinstance(sent, list):
        return [without_friends(one) for one in sent if "(own side)" not in str(dict(one).get("label", ""))]
    return sent


@pytest.mark.parametrize("name", sample(ONE_OF_EACH, each=kind))
def test_every_game_tells_a_risk_and_no_player_is_sent_it(name: str) -> None:
    looked = 0
    for session, choices in at_risk(name):
        question = session.encounter.question
        assert question is not None
        looked += 1
        by_player = of_a_player(session.encounter, question.who)
        asked = offer(by_player, session.rules, PLAYER, by_player.count)
        if asked is None:  # it is about one of whom the players do not know
            continue
        sent = str(without_friends(asked.record()))
        for choice in choices:
            own = "" if choice.works is None else choice.works.text
            told = {*_PERCENT.findall(f"{choice.told} {choice.price}")} if choice.risk is not None else set()
            assert told <= {own}, "only the own roll stands in what is sent"
            assert choice.risk is None or choice.risk.words not in sent
            assert not choice.theirs or choice.theirs not in sent
        assert not re.search(r"to be hit|that it succeeds|if dodged|against its", sent)
        if looked > 5:
            break
    assert bool(looked) == answers_before_the_roll(name), "a risk is what is left to a roll"


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_no_label_of_any_menu_holds_a_chance_which_is_a_field(name: str) -> None:
    chances = 0
    for session in declaring(name, 4, Ask.CHOOSE):
        for choice in asked_choices(session):
            assert not re.search(r"\d %", choice.label + choice.name), choice.label
            chances += choice.works is not None
    assert chances, "no roll was offered"


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_phone_is_told_no_chance_against_a_stranger_but_where_the_game_says_that_it_is_open(name: str) -> None:
    strangers = 0
    for session in declaring(name, 5):
        question = session.encounter.question
        assert question is not None
        fight = of_a_player(session.encounter, question.who)
        asked = offer(fight, session.rules, PLAYER, fight.count)
        own_side = fight[question.who].profile.side
        others = {one.id for one in fight if one.profile.side != own_side}
        for option in leaves(asked.options) if asked is not None else ():
            if not others & {*re.split(r"[ ,]", option.line.partition(" ")[2])}:
                continue
            strangers += 1
            told = f"{option.label} {option.price} {option.refused}"
            assert not re.search(r"%|\bTN\b|or (more|less)", told), told
            assert not option.works or game(name).startswith("hybrid"), (option.label, option.works)
    assert strangers, "nobody of another side could be aimed at"


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_what_an_answer_leaves_is_compared_with_what_the_blow_has_without_it(name: str) -> None:
    for number, (session, choices) in enumerate(at_risk(name)):
        question = session.encounter.question
        risks = [choice.risk for choice in choices if choice.risk is not None]
        bare = [risk.after for risk in risks if risk.before is None]
        assert all(0 <= risk.after.least <= risk.after.most <= 100 for risk in risks)
        if question is not None and question.ask is Ask.CHOOSE:
            assert len(bare) == 1, "to do nothing is one of the answers"
            assert all(risk.before in (None, bare[0]) and risk.after.most <= bare[0].most for risk in risks)
        if number > 4:
            break


@pytest.mark.parametrize("name", sample(ONE_OF_EACH, each=kind))
def test_every_answer_stands_in_the_table_by_its_name_and_with_all_that_it_costs(name: str) -> None:
    looked = 0
    for session, choices in at_risk(name):
        rows = list_rows([choice for choice in choices if not choice.refused], session.encounter, session.rules.unit)
        told = "\n".join(words(line) for line in lay_menu(rows, 80, 0)[0])
        for row, choice in zip(rows, (choice for choice in choices if not choice.refused), strict=True):
            assert row.name and row.name in told
            assert all(paid in told for paid in choice.costs.split(" and "))
            assert choice.counts is None or row.own_next or choice.price in told
        looked += 1
        if looked > 5:
            break
    assert bool(looked) == answers_before_the_roll(name)


def test_a_parry_stands_in_a_table_with_its_bar_at_every_width() -> None:
    choices = (
        Choice("n", "no defence", "nothing", risk=Risk.left(47), own_next=26),
        Choice(
            "p", "parry", "parry", price="your blow 26→29",
            works=Percent.of(25), risk=Risk.left(44, 47), counts=3, own_next=29,
        ),
        Choice("b", "block", "block", works=Percent.of(30), risk=Risk.left(47, 47)),
        Choice("d", "dodge", "dodge", refused="Too late."),
    )  # fmt: skip
    for cells in (50, 66, 80, 120):
        lines = [words(line) for line in lay_menu(list_rows(choices), cells, 1)[0]]
        assert all(width(line) <= cells for line in lines)
        assert "works  to be hit" in lines[0] and lines[0].rstrip().endswith("own")
        nothing, parry, block = lines[1:4]
        assert "47 %" in nothing and nothing.rstrip().endswith("●26")
        assert "25 %  47→44 %" in parry and parry.rstrip().endswith("→29 +3"), "the price is told once"
        assert nothing.count("█") > parry.count("█") < block.count("█"), "the shortest bar is the safest"
        assert nothing.index("█") == parry.index("█") == block.index("█")


def test_in_the_duel_a_block_says_what_it_gives_besides() -> None:
    session = example("duel")
    session.say("all rolled")
    session.say("begin")
    while session.encounter.question is None or session.encounter.question.ask is not Ask.CHOOSE:
        session.say(contract.likely(session))
    block = next(choice for choice in offered(session) if choice.word == "block")
    assert block.besides.endswith("more armour where it works") and block.risk is not None
    assert block.risk.before == block.risk.after, "it changes nothing of the chance to be hit"


@pytest.mark.parametrize("name", sample(PACKED, 4))
def test_an_answer_of_a_pack_that_is_rolled_has_its_chance_before_the_blow_and_after_a_hit_which_no_phone_is_told(
    name: str,
) -> None:
    pack = cast("PackGame", registry.find(game(name))).pack
    rolled = {rule.name for rule in pack.answer if rule.test is not None}
    for session in random_fight(name, 11, 150):
        question = session.encounter.question
        if question is None or question.ask is not Ask.CHOOSE or question.who not in session.encounter:
            continue
        if question.about not in session.encounter or not {*question.choices} & {rule.name for rule in pack.answer}:
            continue
        choices = session.rules.choices.answers(session.encounter, question)
        assert all((choice.works is not None) == (choice.word in rolled) for choice in choices)
        fight = of_a_player(session.encounter, question.who)
        asked = offer(fight, session.rules, PLAYER, fight.count)
        if asked is not None and fight[question.about].profile.side != fight[question.who].profile.side:
            assert not any(option.works for option in asked.options)
