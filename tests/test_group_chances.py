"""Group chances: a choice for several of a group tells the lowest and the highest chance of those it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.random_play import ONE_OF_EACH
from tests.tui.opening import due, example, warren
from tests.tui.playing import press
from tracker.controller.controller import Controller
from tracker.controller.menus.group_chances import as_range
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.menus.prompt import menu_of
from tracker.encounter.features import groups
from tracker.game_api.values import Choice, Needs, Percent
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.views.choices.choice_table import list_rows

SEED = 11
_PERCENT = re.compile(r"(−?\d+(?:\.\d+)?)(?:–(−?\d+(?:\.\d+)?))? %")
_DEEPEST = 3
ALONE = ("duel", "prism-corridor")
"""Examples in which no two of one side can do the same."""


def with_a_group(name: str, seed: int) -> Session:
    """An example with one side as a group, each of it hurt and hindered otherwise, up to where several may declare.

    By an even seed, where there are some, only those of the side who are called alike: `Goblin 1`, `Goblin 2`.
    """
    session, random = example(name), Random(seed)
    sides: dict[str, list[str]] = {}
    kinds: dict[str, list[str]] = {}
    for fighter in session.encounter:
        sides.setdefault(fighter.profile.side, []).append(fighter.id)
        kinds.setdefault(fighter.name.rstrip("0123456789"), []).append(fighter.id)
    side, kind = max(sides.values(), key=len), max(kinds.values(), key=len)
    many = side if seed % 2 or len(kind) < 2 else kind
    for who in many:
        session.say(f"{who} group pack")
        session.say(f"{who} orders none")
    session.say("begin")
    for who in many:
        for pool in session.encounter[who].profile.pools:
            if pool.full and random.random() < 0.4:
                session.say(f"fix {who} {pool.name} {random.randint(max(1, pool.full // 2), max(1, pool.full))}")
        if random.random() < 0.6:
            session.say(f'{who} is "half blind" -{random.randint(1, 3)}')
    for fighter in session.encounter:
        with suppress(Refused):  # a game of turns has no counts to set
            session.say(f"fix {fighter.id} count {1 if fighter.id in many else 60}")
    with suppress(Refused):  # all wait
        for _ in range(80):
            question = session.encounter.question
            if question is None:
                session.say("next")
            elif question.ask is Ask.DECLARE and groups.alike(session.encounter, question.who):
                break
            elif question.ask is Ask.DECLARE:
                session.say(f"{question.who} wait")
            else:
                session.say("roll" if question.ask is Ask.DICE else f"{question.who} {question.choices[0]}")
    return session


def menus(controller: Controller, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], tuple[Choice, ...]]]:
    """Every menu of the fighter who is asked, as the screen has it."""
    question = controller.session.encounter.question
    assert question is not None
    shown = controller.prompt_with(GameMenu(path, question.who)).choices
    yield path, shown
    if len(path) < _DEEPEST:
        for choice in shown:
            if choice.path and not choice.refused and len(choice.path) > len(path):
                yield from menus(controller, choice.path)


def first_chance(choice: Choice) -> tuple[float, float] | None:
    """The chance that a choice tells, else the first in its price, from the lowest to the highest."""
    if choice.works is not None:
        return choice.works.least, choice.works.most
    percent = _PERCENT.search(choice.price)
    if percent is None:
        return None
    low, high = (float((part or percent[1]).replace("−", "-")) for part in percent.groups())
    return low, high


def own(session: Session, who: str, path: tuple[str, ...], shown: Choice, asked: str) -> float | None:
    """The chance one member has by its own menu; None where it has none, or cannot do that."""
    for choice in menu_of(session.encounter, session.rules, who, path).choices:
        same = (choice.whom, choice.path) == (shown.whom, shown.path)
        if same and choice.line.removeprefix(who) == shown.line.removeprefix(asked) and not choice.refused:
            told = first_chance(choice)
            return told[0] if told is not None else None
    return None


@pytest.mark.parametrize("name", sample([*ONE_OF_EACH, "goblin-warren"], 4))
def test_the_ends_of_a_range_are_the_least_and_the_most_of_the_members_own_chances(name: str) -> None:
    compared = 0
    for seed in range(SEED, SEED + 2):
        session = with_a_group(name, seed)
        question = session.encounter.question
        if question is None or not groups.asked(session.encounter):
            continue
        everybody = (question.who, *groups.alike(session.encounter, question.who))
        controller = controller_of(session)
        for path, shown in menus(controller):
            for choice in shown:
                told = first_chance(choice)
                if told is None or choice.refused:
                    continue
                chances = [own(session, who, path, choice, question.who) for who in everybody]
                each = [chance for chance in chances if chance is not None]
                assert told == (min(each), max(each)), (name, path, choice.label, choice.price, chances)
                compared += len(each) > 1
                if told[0] != told[1] and choice.whom:
                    (row,) = list_rows((choice,), session.encounter)
                    assert _PERCENT.fullmatch(row.chance), "the range stands in the column of chances"
    assert compared or name in ALONE


def test_eleven_goblins_one_of_them_half_blind_are_told_by_a_range_and_only_this_one_by_its_own_number() -> None:
    session = due(warren())
    session.say("next")
    session.say('goblin-1 is "half blind" -4')
    controller = controller_of(session)
    press(controller, "a")
    (brann, *_) = list_rows(controller.prompt.choices, session.encounter)
    assert (brann.name, brann.chance) == ("Brann", "7–27 %")
    press(controller, "escape", "\\", "a")
    (brann, *_) = list_rows(controller.prompt.choices, session.encounter)
    assert (brann.name, brann.chance) == ("Brann", "7 %")


def test_a_range_is_of_those_who_can_do_it_and_one_number_where_all_are_alike() -> None:
    def brann(chance: float, price: str = "", refused: str = "", needs: Needs | None = None) -> Choice:
        return Choice("1", "Brann", price=price, refused=refused, works=Percent.of(chance, needs))

    one = brann(7, "40 % if it dodges")
    told = as_range(one, [brann(27.5, "35 % if it dodges"), brann(99, refused="no sword")])
    assert (told.told, told.price) == ("Brann 7–27.5 %", "35–40 % if it dodges")
    assert as_range(one, [one, one]) == one and as_range(one, []) == one
    assert as_range(brann(-5), [brann(10)]).told == "Brann 0–10 %", "a chance below 0 is told as 0"
    assert as_range(brann(-5), [brann(-9)]).told == "Brann 0 %"
    plain = [brann(chance, needs=Needs.of(needed, "{} or more")) for needed, chance in ((15, 30), (13, 40))]
    ranged = as_range(plain[0], plain[1:])
    assert (ranged.told, ranged.beside) == ("Brann 30–40 %", "13–15 or more")
    assert as_range(one, [brann(9, "40 % if it dodges, 35 % else")]).price == one.price, "other numbers of chances"
