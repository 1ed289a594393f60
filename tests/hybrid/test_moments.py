"""A fighter's moment: what is refused out of it, what leaves it open, and what a stance forbids until it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.hybrid.kit import ANNA, GRUK, HOB, KNIFE, LONG, duel, refused, rolls
from tests.hybrid.table import Table, at_once
from tracker.model import events as ev
from tracker.model.combatant import Condition

ACROBAT = {**GRUK, "skill": [*GRUK["skill"], {"name": "Acrobatics", "basis": ["PAG"], "rank": 5}]}


@pytest.mark.parametrize(
    "line",
    [
        *("attack anna", "dodge", "drop", "evade", "advance anna", "retreat", "close anna", "disarm anna"),
        *("feint anna", "discards", "accelerate run", "look", "act turn", "task PAG difficult"),
        *("preset attack anna if she moves",),
    ],
)
def test_out_of_its_moment_a_fighter_declares_nothing_and_hears_when_it_may(line: str) -> None:
    sentence = refused(duel(), f"gruk {line}")
    assert sentence.startswith("Gruk cannot declare at ") and "may declare at" in sentence


@pytest.mark.parametrize(
    ("line", "before"),
    [("stand", "fix gruk prone on"), ("aids anna", "fix anna bleeding on"), ("escape", ""), ("familiarise", "")],
)
def test_nor_gets_up_aids_or_gets_free(line: str, before: str) -> None:
    gruk = {**GRUK, "weapon": [{**GRUK["weapon"][0], "unfamiliar": True}]}
    table = duel(gruk=gruk)
    if before:
        table.say(before)
    if line == "escape":
        hold = Condition("held", "held by Anna", of="anna")
        table.session.encounter = table.now.with_combatant(replace(table.now["gruk"], conditions=(hold,)))
    assert refused(table, f"gruk {line}").startswith("Gruk cannot declare at ")


def test_within_a_blow_no_check_is_rolled_not_even_one_that_takes_no_time() -> None:
    table = duel()
    table.say("anna attack gruk", "next")
    for line in ("anna task PAG difficult now", "gruk presence", "gruk reaction anna"):
        assert refused(table, line).startswith("The check must wait.")


@pytest.mark.parametrize("line", ["evade", "advance gruk", "retreat", "discards", "accelerate run"])
def test_what_takes_no_time_is_followed_by_the_same_moment_asked_anew(line: str) -> None:
    table = duel(LONG)
    table.fall(1)
    outcome = table.say(f"anna {line}")
    kinds = [type(event) for event in outcome.events if isinstance(event, ev.Withdrawn | ev.Asked)]
    assert kinds == [ev.Withdrawn, ev.Asked]
    assert table.asked() == ("anna", "declaration") and table.now.count == 11


def test_a_weapon_is_freed_within_the_moment_too() -> None:
    table = bound_duel()
    table.fall(99, 99)
    outcome = table.say("gruk unbind")
    kinds = [type(event) for event in outcome.events if isinstance(event, ev.Withdrawn | ev.Asked)]
    assert kinds == [ev.Withdrawn, ev.Asked] and table.asked() == ("gruk", "declaration")


def bound_duel() -> Table:
    """Gruk's parry has bound both weapons, and he may declare."""
    table = duel()
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk", "next", "gruk parry", "fix gruk count 24", "next")
    assert table.now["gruk"].condition("bound") is not None and table.asked() == ("gruk", "declaration")
    return table


@pytest.mark.parametrize(
    ("line", "before"),
    [
        *(
            ("attack gruk", ""),
            ("close gruk", ""),
            ("disarm gruk", ""),
            ("feint gruk", ""),
            ("dodge", ""),
            ("drop", ""),
        ),
        *(("look", ""), ("act turn", ""), ("task PAG difficult", ""), ("stand", "prone"), ("aids gruk", "bleeding")),
        *(("draw knife", ""), ("fastdraw knife", ""), ("familiarise knife", ""), ("escape", "held"), ("evade", "")),
        *(
            ("advance gruk", ""),
            ("retreat", ""),
            ("wait", ""),
            ('does "kicks" 3', ""),
            ("preset attack gruk if he moves", ""),
        ),
    ],
)
def test_whatever_is_declared_ends_the_stance_of_the_declaration_before(line: str, before: str) -> None:
    table = duel({**LONG, "weapon": [*LONG["weapon"], {**KNIFE, "drawn": False, "unfamiliar": True}]})
    if before == "bleeding":
        table.say("fix gruk bleeding on")
    own = {"prone": Condition("prone", "prone"), "held": Condition("held", "held by Gruk", of="gruk")}
    conditions = (Condition("all out", "all out", of="physical"), *([own[before]] if before in own else []))
    table.session.encounter = table.now.with_combatant(replace(table.now["anna"], conditions=conditions))
    table.fall(1)
    table.say(f"anna {line}")
    assert table.now["anna"].condition("all out") is None


def test_who_leaves_frees_the_weapon_that_was_bound_with_its_own() -> None:
    table = bound_duel()
    table.say("gruk leaves")
    assert table.now["anna"].condition("bound") is None and table.now["anna"].condition("advanced") is None


def test_the_menu_of_drawing_says_when_a_fast_draw_succeeds_and_when_it_fails() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]})
    slow, fast = table.session.rules.choices.menu(table.now, "anna", ("draw",)).choices
    assert (slow.label, fast.told, fast.price) == ("draw Sword →31", "fast draw Sword 64 %", "→17, else →27")


@pytest.mark.parametrize(
    ("first", "then"), [("retreat", "advance"), ("retreat", "attack gruk advance"), ("advance", "retreat")]
)
def test_of_advancing_and_retreating_one_excludes_the_other_until_the_next_declaration(first: str, then: str) -> None:
    table = duel(LONG)
    table.say(f"anna {first}")
    stance = "retreating" if first == "retreat" else "advancing"
    assert refused(table, f"anna {then}").startswith(f"Anna is {stance}, so cannot {then.rsplit(maxsplit=1)[-1]}")


def test_who_advances_does_not_strike_in_retreat() -> None:
    table = duel(LONG)
    table.say("anna advance")
    assert "so cannot retreat" in refused(table, "anna attack gruk retreat")


@pytest.mark.parametrize(("stance", "other"), [("retreat", "advance"), ("advance", "retreat")])
def test_the_menu_refuses_the_manner_that_the_line_refuses(stance: str, other: str) -> None:
    table = duel(LONG)
    table.say(f"anna {stance}")
    menu = table.session.rules.choices.menu
    by_manner = {
        manner: menu(table.now, "anna", ("attack", "sword", *manner)).choices[0].refused
        for manner in ((), (stance,), (other,))
    }
    assert not by_manner[()] and not by_manner[(stance,)]
    assert by_manner[(other,)] == refused(table, f"anna attack gruk {other}")
    ground = {
        choice.line: choice.refused for choice in menu(table.now, "anna", ("close",)).choices if choice.key in "rv"
    }
    assert not ground[f"anna {stance}"] and ground[f"anna {other}"]


def test_in_the_second_reading_the_menu_shows_the_chance_without_the_balance_that_the_declaration_regains() -> None:
    table = duel(house_rules={"reading": "second", "fumble": "note"})
    table.say("fix anna off balance on")
    (choice,) = table.session.rules.choices.menu(table.now, "anna", ("attack", "sword")).choices
    table.fall(99, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert table.now["anna"].condition("off balance") is None
    assert rolls(table, "attack")[0].chance == 52 and choice.told == "Gruk 52 %"


@pytest.mark.parametrize(("points", "has"), [(0, "0 speed points"), (1, "1 speed point,"), (2, "2 speed points")])
def test_who_lacks_speed_points_hears_how_many_there_are(points: int, has: str) -> None:
    table = duel()
    anna = table.now["anna"]
    table.session.encounter = table.now.with_combatant(replace(anna, marks={**anna.marks, "speed": points}))
    assert f"Anna has {has}" in refused(table, "anna attack gruk speed 3")
    if points:
        table.say(f"anna attack gruk speed {points}")
        assert table.now["anna"].mark("speed") == 0 and table.now["anna"].actions[0].speed == 10 - 4 - points


# Dodging and dropping


def dodging(gruk: dict[str, object] = GRUK) -> Table:
    """Gruk has begun to dodge at 11; Anna's moment is far off."""
    table = at_once(ANNA, gruk)
    table.say("fix anna count 90", "next", "gruk dodge")
    return table


@pytest.mark.parametrize(("verb", "condition", "over"), [("dodge", "dodging", 31), ("drop", "dropping", 16)])
def test_a_manoeuvre_is_over_with_its_fall(verb: str, condition: str, over: int) -> None:
    table = at_once(ANNA, ACROBAT)
    table.say("fix anna count 90", "next", f"gruk {verb}", f"to {over - 1}")
    assert table.now["gruk"].condition(condition) is not None
    table.fall(*([99] if verb == "dodge" else []), 3, 3)
    outcome = table.say(f"to {over}")
    falls = [event.why for event in outcome.events if isinstance(event, ev.ConditionGained)]
    assert falls == ["a controlled fall (H-DEF-4)" if verb == "dodge" else "dropped (H-DEF-5)"]
    assert bool(rolls(table, "acrobatics")) is (verb == "dodge"), "nobody lands on its feet who drops"
    assert [one.key for one in table.now["gruk"].conditions] == ["prone"]
    assert table.due("gruk") == over + 12


def test_one_without_acrobatics_ends_its_dodge_in_a_controlled_fall() -> None:
    table = dodging()
    table.fall(3, 3)
    outcome = table.say("to 31")
    falls = [event.why for event in outcome.events if isinstance(event, ev.ConditionGained)]
    assert falls[-1:] == ["a controlled fall (H-DEF-4)"]


def test_landing_on_its_feet_minds_what_lies_on_the_acrobat() -> None:
    table = dodging(ACROBAT)
    table.say("fix gruk PEX 0")
    table.fall(99, 3, 3)
    table.say("to 31")
    assert rolls(table, "acrobatics")[0].chance == 56 - 30


def test_a_dodge_cut_short_by_a_stun_ends_in_a_fall_with_its_phases() -> None:
    table = dodging()
    table.fall(3, 3)
    table.say("to 13", "fix gruk stunned on")
    gruk = table.now["gruk"]
    assert gruk.condition("dodging") is None and gruk.condition("prone") is not None
    assert table.due("gruk", "dodging") is None


def test_a_drop_out_of_evading_says_nothing_about_a_later_dodge() -> None:
    table = at_once(ANNA, ACROBAT)
    table.say("fix anna count 90", "next", "gruk evade", "gruk drop")
    table.fall(3, 3)
    table.say("next", "fix gruk prone off", "gruk dodge")
    table.fall(99, 3, 3)
    table.say("to 48")
    assert rolls(table, "acrobatics")[0].chance == 56
    assert not [one for one in table.events() if isinstance(one, ev.MarkChanged) and one.mark == "dodge.evading"]


def test_stances_of_the_last_declaration_end_as_a_dodge_begins() -> None:
    table = duel()
    stance = Condition("all out", "all out", of="physical")
    table.session.encounter = table.now.with_combatant(replace(table.now["anna"], conditions=(stance,)))
    table.say("anna dodge")
    assert [one.key for one in table.now["anna"].conditions] == ["dodging"]


@pytest.mark.parametrize(
    ("count", "target", "spoiled"),
    [(13, "anna", True), (14, "anna", False), (13, "hob", False)],
    ids=["lands before it", "lands with it", "is at another"],
)
def test_an_action_may_be_spoiled_by_a_blow_at_its_fighter_that_lands_before_it(
    count: int, target: str, spoiled: bool
) -> None:
    table = at_once(ANNA, GRUK, {**HOB, "side": "heroes"})
    table.say("fix gruk count 12", "fix hob count 90", "next", "anna act lift light", "next")
    table.say(f"gruk attack {target}")
    (lifting,), (blow,) = table.now["anna"].actions, table.now["gruk"].actions
    lifting, blow = replace(lifting, lands=14), replace(blow, lands=count)
    now = table.now.with_combatant(replace(table.now["anna"], actions=(lifting,)))
    now = now.with_combatant(replace(now["gruk"], actions=(blow,)))
    display = table.session.rules.display
    assert display.can_be_spoiled(now, "anna", lifting) is spoiled
    assert not display.can_be_spoiled(now, "gruk", blow), "Anna strikes nobody"
