"""Choice table: names, chances and how targets stand in columns; identical members of a folded group as one row."""

from __future__ import annotations

import re

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.random_play import EXAMPLES, random_fight
from tests.tui.opening import example, warren
from tests.tui.playing import press
from tracker.controller.controller import Controller
from tracker.game_api.values import Choice, Needs, Percent
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.text.cells import line_width, words
from tracker.views.choices.choice_list import lay_menu, lay_table
from tracker.views.choices.choice_table import UNHURT, hurt, list_rows

CELLS = 60


def text(session: Session, choices: tuple[Choice, ...], marked: int = -1) -> list[str]:
    lines, _ = lay_menu(list_rows(choices, session.encounter), CELLS, marked)
    assert all(line_width(line) <= CELLS for line in lines)
    return [words(line) for line in lines]


def skirmish() -> Session:
    session = example("plain-skirmish")
    session.say("begin")
    return session


def test_chances_of_targets_stand_right_aligned_in_one_column_whatever_the_names() -> None:
    session = skirmish()
    ids = [one.id for one in session.encounter][:4]
    chances = (5, 48, 100, 7.5)
    choices = tuple(
        Choice(str(place), session.encounter[who].name, whom=who, works=Percent.of(chance))
        for place, (who, chance) in enumerate(zip(ids, chances, strict=True), 1)
    )
    ends = {re.match(r".*?%", line)[0].__len__() for line in text(session, choices) if "%" in line}  # type: ignore[index]
    assert len(ends) == 1


def test_a_chance_stands_in_its_column_and_the_number_for_the_dice_before_the_price() -> None:
    session = skirmish()
    foe, works = session.encounter["wolf"], Percent.of(65, Needs.of(8, "{} or more"))
    aimed = Choice("5", foe.name, price="in the mud", theirs="40 % if it dodges", whom=foe.id, works=works)
    (row,) = list_rows((aimed,), session.encounter)
    assert (row.chance, row.tail) == ("65 %", f"8 or more; in the mud; 40 % if it dodges · {UNHURT}")
    (row,) = list_rows((Choice("d", "dodge", price="1 FP", works=works),))
    assert (row.name, row.chance, row.tail) == ("dodge", "65 %", "8 or more · 1 FP")


@pytest.mark.parametrize("cells", [60, 90])
def test_how_a_target_stands_is_not_drawn_as_a_cost(cells: int) -> None:
    session = skirmish()
    for line in ("fix wolf HP 3", 'wolf is "prone"'):
        session.say(line)
    foe = session.encounter["wolf"]
    aimed = Choice("5", foe.name, price="in the mud", whom=foe.id, works=Percent.of(65))
    lines, _ = lay_menu(list_rows((aimed,), session.encounter), cells, -1, whole=True)
    drawn = {
        role: " ".join(span.text for line in lines for span in line if span.role == role) for role in ("price", "")
    }
    assert "in the mud" in drawn["price"] and "3/8" not in drawn["price"]
    assert "3/8, prone" in " ".join(drawn[""].split())


def test_a_table_loses_further_lines_of_its_rows_before_its_heading() -> None:
    session = skirmish()
    long = "and so on until nobody can say any longer where this price might have begun or what it was about"
    rows = list_rows(
        tuple(
            Choice(str(n), f.name, price=long, whom=f.id, works=Percent.of(65)) for n, f in enumerate(session.encounter)
        ),
        session.encounter,
    )
    whole = lay_table(rows, 80, 0, 30).lines
    assert len(whole) > len(rows) + 2
    for height, heads in ((len(whole), True), (len(rows) + 1, True), (len(rows), False)):
        lines = lay_table(rows, 80, 0, height).lines
        assert len(lines) <= height and words(lines[0]).strip().startswith("target") is heads


def test_a_number_in_words_is_no_chance() -> None:
    (row,) = list_rows((Choice("c", "crouch, 17 %", price="25 %"),))
    assert (row.name, row.chance, row.works) == ("crouch, 17 %", "", None)


def test_friends_stand_behind_foes_under_a_line_of_their_own() -> None:
    session = skirmish()
    choices = (Choice("5", "Wolf", whom="wolf"), Choice("2", "Bert (own side)", whom="bert"))
    lines, owners = lay_menu(list_rows(choices, session.encounter), CELLS, 1)
    told = [words(line) for line in lines]
    assert (
        owners == (0, -1, 1) and "own side" in told[1] and "own side" not in told[2] and told[2].startswith("▸2 Bert")
    )


def test_how_a_target_stands_is_what_it_lost_and_its_conditions() -> None:
    session = skirmish()
    assert hurt(session.encounter["wolf"]) == UNHURT
    session.say("wolf damage 3")
    session.say("wolf is prone")
    pool = next(
        pool
        for pool, now in zip(session.encounter["wolf"].profile.pools, session.encounter["wolf"].pools, strict=True)
        if now != pool.full
    )
    told = hurt(session.encounter["wolf"])
    assert f"{session.encounter['wolf'].pool(pool.name)}/{pool.full}" in told and "prone" in told


def warren_targets() -> Controller:
    """Brann of the warren chooses whom to attack; the goblins are one group of twelve."""
    session = example("goblin-warren")
    session.say("begin")
    for combatant in session.encounter:
        session.say(f"fix {combatant.id} count {1 if combatant.id == 'brann' else 40}")
    session.say("next")
    assert session.encounter.question is not None and session.encounter.question.ask is Ask.DECLARE
    controller = controller_of(session)
    press(controller, "a")
    while not any(choice.whom for choice in controller.prompt.choices):
        press(controller, controller.prompt.choices[0].key)
    return controller


def test_twelve_like_goblins_are_one_row_that_takes_the_first_and_the_hurt_one_has_its_own() -> None:
    controller = warren_targets()
    session = controller.session
    foes = [choice for choice in controller.prompt.choices if "(own side)" not in choice.label]
    assert [choice.whom for choice in foes] == ["goblin-1"] and "goblins ×12" in foes[0].label
    session.say("goblin-4 damage 6 cutting chest")
    foes = [choice for choice in controller.prompt.choices if "(own side)" not in choice.label]
    assert {choice.whom for choice in foes} == {"goblin-1", "goblin-4"} and "×11" in foes[0].label + foes[1].label
    press(controller, foes[0].key)
    assert session.encounter["brann"].actions[0].target == foes[0].whom


def test_enter_never_strikes_a_friend_even_where_only_friends_are_left() -> None:
    controller = controller_of(skirmish())
    session = controller.session
    for foe in ("goblin-1", "goblin-2", "wolf"):
        session.say(f"{foe} falls")
    for one in session.encounter:
        if one.able:
            session.say(f"fix {one.id} count {1 if one.id == 'ann' else 9}")
    session.say("next")
    press(controller, "a")
    assert [choice.whom for choice in controller.prompt.choices if choice.whom] == ["bert"]
    assert controller.prompt.likely is None and controller.highlighted < 0
    press(controller, "enter")
    assert not session.encounter["ann"].actions and session.encounter.question is not None
    assert controller.menu is not None and controller.notice.refused, "it says that nothing is marked"
    press(controller, "2")
    assert "Bert" in controller.runner.log.entry(controller.runner.log.count() - 1).words.text


def test_an_unfolded_group_stands_one_by_one() -> None:
    controller = warren_targets()
    controller.view.unfolded = frozenset({controller.session.encounter["goblin-1"].group})
    assert sum(choice.whom.startswith("goblin") for choice in controller.prompt.choices) == 12


@pytest.mark.parametrize("name", sample(EXAMPLES, 3))
def test_every_list_of_random_play_stands_in_its_cells_and_every_target_has_a_row(name: str) -> None:
    for session in random_fight(name, 2, 60):
        question = session.encounter.question
        if question is None or question.ask is not Ask.DECLARE:
            continue
        controller = controller_of(session)
        press(controller, "a")
        choices = controller.prompt.choices
        lines = text(session, choices)
        assert len(lines) >= len(choices)
        for choice in choices:
            if choice.whom in session.encounter and "×" not in choice.label:
                assert any(session.encounter[choice.whom].name in line or "…" in line for line in lines)


@pytest.mark.parametrize(("cells", "landing"), [(60, "●"), (100, "lands ")])
def test_the_count_at_which_each_choice_lands_has_a_column_and_is_told_once(cells: int, landing: str) -> None:
    session = skirmish()
    choices = (
        Choice("5", "Wolf", price="lands 9 · in the mud", whom="wolf", lands=9, works=Percent.of(7)),
        Choice("6", "Goblin 1 out of reach: close first", price="closes 124", whom="goblin-1", lands=124),
        Choice("2", "Bert", whom="bert", refused="Ann has not noticed Bert.", lands=9),
    )
    lines, _ = lay_menu(list_rows(choices, session.encounter), cells, 0)
    told = [words(line) for line in lines[1:]]
    ends = {re.match(rf".*{landing} *\d+", line)[0].__len__() for line in told if landing in line}  # type: ignore[index]
    assert len(ends) == 1 and f"{landing}  9" in told[0] and f"{landing}124" in told[1], told
    assert told[0].count("9") == 1 and told[1].count("124") == 1 and "in the mud" in told[0]
    assert "●" not in told[2] and "lands" not in told[2], "what cannot be taken lands nowhere"


def test_what_stands_beside_the_name_of_a_group_or_of_one_who_is_down_is_no_part_of_it() -> None:
    encounter = warren().encounter
    member = next(one for one in encounter if one.group)
    choices = (
        Choice("4", f"{member.group} ×3 out of reach: close first", price="closes 9", whom=member.id, lands=9),
        Choice("5", member.name, refused=f"{member.name} is down.", whom=member.id),
    )
    close, down = list_rows(choices, encounter)
    assert (close.name, close.tail) == (f"{member.group} ×3", "out of reach: close first · unhurt")
    assert (down.name, down.tail, down.refused) == (member.name, "down", True)
