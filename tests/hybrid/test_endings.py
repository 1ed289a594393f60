"""What ends once and for all, what is refused, and whom it concerns, in both editions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.hybrid.kit import ANNA, ANNA_BARE, GRUK, HOB, KNIFE, SEER, bout, duel, editions, refused, rolls, tried
from tests.hybrid.table import Table, at_once
from tracker.encounter.engine.standing_orders import declares
from tracker.games.hybrid.blows.fumbles import worth
from tracker.games.hybrid.body.activity_rates import Rate, matters
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing.initiative import tie_order
from tracker.model import events as ev
from tracker.model.combatant import Condition
from tracker.model.commands import Do


def closed_in(edition: str, *foes: dict[str, Any]) -> Table:
    """Anna is closed in with each foe and may declare; they come much later."""
    table = at_once(ANNA_BARE, *foes, edition=edition)
    names = [foe["name"].lower() for foe in foes]
    table.say(*(f"fix {foe} count {400 + 100 * at}" for at, foe in enumerate(names)), "next")
    for foe in names:
        table.fall(3, 3)
        table.say(f"anna close {foe}", "next")
        if table.asked()[1] == "closing":
            table.say(f"{foe} nothing")
        table.say("next")
    assert table.asked() == ("anna", "declaration")
    return table


@editions
def test_counts_owed_for_an_answer_are_charged_at_the_next_initiative_and_at_no_later_one(edition: str) -> None:
    table = at_once(ANNA, GRUK, HOB, edition=edition)
    table.say("fix anna count 60", "next", "gruk attack anna", "hob attack anna", "next", "anna roll")
    table.fall(40, 40, 3, 3, 3, 3, 3, 3)
    table.say("anna parry")
    assert table.now["anna"].mark("owed") == 0
    charged = [any("answering blows" in line for line in roll.sum) for roll in rolls(table, "initiative")]
    assert charged.count(True) == 1


@editions
def test_nobody_retreats_out_of_its_turn(edition: str) -> None:
    table = duel(edition=edition)
    assert "Gruk" in refused(table, "gruk retreat")
    assert table.now["gruk"].condition("retreating") is None


@editions
def test_a_retreat_leaves_the_moment_open(edition: str) -> None:
    table = duel(edition=edition)
    all_out = (Condition("all out", "all out"),)
    table.session.encounter = table.now.with_combatant(replace(table.now["anna"], conditions=all_out))
    outcome = table.say("anna retreat")
    assert table.now["anna"].condition("retreating") is not None
    assert table.now["anna"].condition("all out") is None, "the next declaration has come"
    assert [type(event) for event in outcome.events if isinstance(event, ev.Withdrawn | ev.Asked)][:1] == [ev.Withdrawn]
    assert table.asked() == ("anna", "declaration")
    table.say("anna retreat")
    assert table.now["anna"].condition("retreating") is not None, "at the same moment it goes on"


@editions
def test_parted_from_one_by_hand_a_fighter_stays_closed_in_with_the_other(edition: str) -> None:
    table = closed_in(edition, GRUK, HOB)
    table.say("fix anna closed:gruk off")
    assert table.now["anna"].condition("closed:gruk") is table.now["gruk"].condition("closed:anna") is None
    assert table.now["anna"].condition("closed:hob") is not None
    assert table.now["hob"].condition("closed:anna") is not None


@editions
def test_a_foe_that_is_not_noticed_is_not_attacked_and_the_refusal_says_what_reveals_it(edition: str) -> None:
    table = duel(edition=edition)
    table.say("gruk hidden")
    for line in ("anna attack gruk", "anna close gruk", "anna disarm gruk"):
        assert "`anna aware of gruk`" in refused(table, line)


@editions
def test_orders_strike_with_the_weapon_in_hand_before_the_first_of_the_sheet(edition: str) -> None:
    knife_in_hand = {**ANNA, "orders": "attack nearest", "weapon": [{**ANNA["weapon"][0], "drawn": False}, KNIFE]}
    table = at_once(
        {**knife_in_hand, "weapon": [knife_in_hand["weapon"][0], {**KNIFE, "length": 1.5}]}, GRUK, edition=edition
    )
    assert declares(table.now, table.session.rules, "anna") == Do("anna", "attack", ("gruk", "knife"))


@editions
def test_one_who_holds_a_fighter_gets_no_second_grip(edition: str) -> None:
    table = closed_in(edition, GRUK, HOB)
    tried(table, "anna grapple gruk", 32)
    assert "release" in refused(table, "anna grapple hob")
    assert table.now["anna"].condition("grappling").of == "gruk"  # type: ignore[union-attr]
    assert table.now["gruk"].condition("held").of == "anna"  # type: ignore[union-attr]
    assert table.now["hob"].condition("held") is None


@editions
def test_a_grapple_that_lands_while_another_is_held_gives_no_second_grip(edition: str) -> None:
    table = closed_in(edition, GRUK, HOB)
    table.say("anna grapple hob")
    anna, gruk = table.now["anna"], table.now["gruk"]
    grip, hold = Condition("grappling", "holds Gruk", of="gruk"), Condition("held", "held by Anna", of="anna")
    before = table.now.with_combatant(replace(anna, conditions=(*anna.conditions, grip)))
    table.session.encounter = before.with_combatant(replace(gruk, conditions=(*gruk.conditions, hold)))
    table.fall(20, 3, 3)
    table.say("next")
    outcome = table.say("hob nothing") if table.asked() == ("hob", "defence") else None
    assert table.now["hob"].condition("held") is None
    assert table.now["anna"].condition("grappling").of == "gruk"  # type: ignore[union-attr]
    notes = [event.text for event in table.events() if isinstance(event, ev.Noted)]
    assert "Anna holds Gruk already: no second grip" in notes, outcome


@editions
def test_a_further_grapple_at_the_same_fighter_keeps_the_one_grip(edition: str) -> None:
    table = bout(edition=edition)
    tried(table, "anna grapple gruk", 32)
    strength = table.now["gruk"].mark("hold")
    tried(table, "anna grapple gruk", 20)
    assert table.now["gruk"].mark("hold") >= strength > 0
    assert table.now["anna"].condition("grappling").of == "gruk"  # type: ignore[union-attr]


@editions
@pytest.mark.parametrize(("damage", "mean"), [("1d3", 2), ("2d3+1", 5), ("1d4", 3), ("1d6+1", 5)])
def test_a_fumble_costs_the_mean_of_the_dice_however_few_their_sides(damage: str, mean: int, edition: str) -> None:
    table = at_once({**ANNA, "weapon": [{**KNIFE, "damage": damage}]}, GRUK, edition=edition)
    sheet = sheet_of(table.now["anna"])
    weapon = next(each for each in sheet.weapons if each.key == "knife")
    assert worth(sheet.stats, weapon, -1.0) == mean, "halves are rounded up"


@editions
def test_a_pace_goes_on_costing_until_the_last_point_is_lost(edition: str) -> None:
    table = at_once(ANNA, GRUK, edition=edition)
    anna = table.now["anna"]
    for fatigue, exhaustion, goes_on in ((2, 0, True), (1, 0, True), (0, 1, True), (0, 0, False)):
        left = anna.with_pool("PFT", fatigue).with_pool("PEX", exhaustion)
        assert matters(left, Rate("PFT", Fraction(-1, 10))) is goes_on


@editions
def test_damage_by_hand_before_the_fight_brings_nobody_an_initiative(edition: str) -> None:
    table = Table(ANNA, GRUK, edition=edition)
    table.say("fix gruk PFT 0", "gruk damage 1 crushing head")
    assert table.asked() == ("gruk", "checks")
    table.fall(1, 1, 1, 3, 3)
    table.say("gruk checks")
    assert rolls(table, "shock") and rolls(table, "initiative") == []
    assert table.due("gruk") is None


@editions
@pytest.mark.parametrize("line", ["anna attack gruk called", "anna attack gruk called nose"])
def test_called_without_a_place_is_refused_with_the_places_there_are(line: str, edition: str) -> None:
    table = duel(edition=edition)
    assert "head" in refused(table, line)


@editions
def test_orders_see_the_same_refusal_of_a_defence_as_its_menu(edition: str) -> None:
    table = at_once(GRUK, ANNA, edition=edition)
    table.say("fix anna count 90", "next", "gruk attack anna", "next")
    question = table.now.question
    assert question is not None and table.asked() == ("anna", "defence")
    barred = table.now.with_combatant(replace(table.now["anna"], conditions=(Condition("stunned", "stunned"),)))
    choices = table.session.rules.choices
    seen = {choice.word: choice.refused for choice in choices.answers(barred, question)}
    assert seen["parry"] and not choices.answers(table.now, question)[0].refused
    for word in ("parry", "block", "crouch", "roll"):
        weighed = choices.weighed(barred, question, word)
        assert weighed is not None and weighed.refused == seen[word] != ""


@editions
@pytest.mark.parametrize(("intent", "speed", "awareness"), [("mental", "MSPD", "MAW"), ("physical", "PSPD", "PAW")])
def test_of_those_due_at_once_the_awareness_of_what_they_intend_decides(
    intent: str, speed: str, awareness: str, edition: str
) -> None:
    table = at_once({**SEER, "intent": intent, "stats": {**SEER["stats"], "MAW": 9, "PAW": 11}}, GRUK, edition=edition)
    stats = sheet_of(table.now["anna"]).stats
    assert tie_order(table.now, "anna")[:2] == (-stats[speed], -stats[awareness])


@editions
def test_a_failed_check_by_hand_for_knockback_puts_down(edition: str) -> None:
    table = duel(edition=edition)
    table.say("gruk damage 30 crushing chest")
    assert table.asked() == ("gruk", "checks") and "knockback" in table.now.question.text  # type: ignore[union-attr]
    table.fall(99, *[1] * 12)
    table.say("gruk checks")
    assert rolls(table, "knockback") and table.now["gruk"].condition("prone") is not None


@editions
@pytest.mark.parametrize("damage", ["1d2!", "2d2!+1", "1d3!"])
def test_what_a_fumble_costs_can_be_told_of_dice_that_open_at_once(damage: str, edition: str) -> None:
    table = at_once({**ANNA, "weapon": [{**KNIFE, "damage": damage}]}, GRUK, edition=edition)
    sheet = sheet_of(table.now["anna"])
    assert worth(sheet.stats, sheet.weapons[0], -1.0) >= sheet.weapons[0].damage.total(
        (1,) * len(sheet.weapons[0].damage.dice)
    )
