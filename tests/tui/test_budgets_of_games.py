"""The key budgets of the table in phases, prism and feats, on their own examples, dice rolled unless they are typed."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.lanes import sample
from tests.tui.counting import Counted
from tests.tui.opening import SAVES, example
from tracker.controller.modes import Mode
from tracker.games import registry
from tracker.model.events import Rolled
from tracker.model.questions import Ask


class Played(NamedTuple):
    """An example, who declares, the keys of an attack at the declaration, and those that answer it."""

    save: str
    who: str
    attack: tuple[str, ...]
    answer: tuple[str, ...]
    again: tuple[str, ...]
    """Keys of the same again, at most three."""
    typed: tuple[str, ...]
    """Dice that are typed, which go on by themselves."""


GAMES = {
    "phases": Played("phases-corridor", "vos", ("s", "4"), (), ("enter",), ("9", "7")),
    "prism": Played("prism-corridor", "dan", ("a", "1"), ("space", "enter"), ("enter", "space", "enter"), ("9", "7")),
    "feats": Played("feats-rooftops", "sergeant-holt", ("a", "1"), ("enter",), ("enter", "enter"), ("6", "5", "4")),
}
each_game = pytest.mark.parametrize("game", sample(GAMES, 3))


def due_alone(game: str) -> Counted:
    """The one who attacks declares; nobody else is due for long, and nobody has standing orders."""
    save, who, *_ = GAMES[game]
    session = example(save)
    for other in session.encounter:
        if other.orders:
            session.say(f"{other.id} orders none")
    session.say("begin")
    for other in session.encounter:
        at = session.encounter.count + (1 if other.id == who else 400 + other.profile.seat)
        session.say(f"fix {other.id} count {session.rules.unit.text(at)}")
    session.say("next")
    question = session.encounter.question
    assert question is not None and (question.ask, question.who) == (Ask.DECLARE, who)
    return Counted(session)


def rolls_of(table: Counted, who: str) -> list[Rolled]:
    steps = (table.session.journal.steps[n] for n in table.session.journal.done)
    return [event for step in steps for event in step.events if isinstance(event, Rolled) and event.who == who]


def made_due(table: Counted, who: str) -> None:
    """Everybody can still act, and the one who attacked is due before all others once more."""
    for other in table.session.encounter:
        if other.id == who or table.session.encounter.agenda.of(other.id):
            at = table.session.encounter.count + (1 if other.id == who else 600 + other.profile.seat)
            table.session.say(f"fix {other.id} count {table.session.rules.unit.text(at)}")
    table.press("space")


@each_game
def test_on_to_whatever_is_due_next_is_one_key(game: str) -> None:
    table = due_alone(game)
    before = table.session.encounter
    table.session.say("undo")
    table.press("space")
    assert table.keys == 1 and table.session.encounter.question == before.question


@each_game
def test_any_attack_is_at_most_five_keys_and_the_same_again_three(game: str) -> None:
    played, table = GAMES[game], due_alone(game)
    table.press(*played.attack, *played.answer)
    assert table.keys <= 5
    before = len(rolls_of(table, played.who))
    assert before, "it has been rolled"
    made_due(table, played.who)
    table.press(*played.again)
    assert len(played.again) <= 3 and len(rolls_of(table, played.who)) > before


@each_game
def test_undo_and_redo_are_one_key(game: str) -> None:
    table = due_alone(game)
    before = table.session.encounter
    table.press(*GAMES[game].attack)
    after = table.session.encounter
    assert after != before
    table.press("u")
    assert table.session.encounter == before
    table.press("y")
    assert table.session.encounter == after


@each_game
def test_damage_by_hand_is_two_keys_and_the_digits(game: str) -> None:
    table, who = due_alone(game), GAMES[game].who
    before = table.session.encounter[who].pools
    table.controller.view.select(who)
    table.press("minus", "1", "2", "enter")
    assert table.keys == 2 + len("12")
    assert sum(before) > sum(table.session.encounter[who].pools)


@each_game
def test_a_nameless_foe_is_three_keys_and_three_of_the_library_four(game: str) -> None:
    table = due_alone(game)
    seated = len(table.session.encounter.combatants)
    table.press("j", "n", *"Thus", "enter")
    assert table.keys == 3 + len("Thus") and table.session.encounter["thus"].name == "Thus"
    creature = str(registry.find(game).builtin()["creature"][0]["name"]).casefold()
    table.keys = 0
    table.press("j", "l", "3", *(" " if sign == " " else sign for sign in creature), "enter")
    assert table.keys == 4 + len(creature)
    assert len(table.session.encounter.combatants) == seated + 4


@each_game
def test_typed_dice_add_their_digits_alone(game: str) -> None:
    played, table = GAMES[game], due_alone(game)
    table.session.say(f"{played.who} typed")
    table.press(*played.attack)
    for key in (*played.answer, *["enter"] * 9):
        if table.controller.mode is not Mode.DICE:
            table.press(key)
    assert table.controller.mode is Mode.DICE
    table.keys = 0
    before = len(rolls_of(table, played.who))
    table.press(*played.typed)
    rolls = rolls_of(table, played.who)
    assert len(rolls) > before and rolls[before].by == "typed" and table.keys == len(played.typed)


def test_a_reaction_is_two_keys_from_going_on_and_its_energy_its_digits_and_enter() -> None:
    for keys in (("space", "a"), ("space", "d", "4", "enter")):
        table = due_alone("prism")
        table.press(*GAMES["prism"].attack)
        table.keys = 0
        table.press(*keys)
        assert rolls_of(table, "dan") and table.keys == 2 + (len("4") + 1) * (len(keys) > 2)


EXAMPLES = sorted(path.stem for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))


@pytest.mark.parametrize("name", sample(EXAMPLES, 4))
def test_no_choice_has_a_key_that_means_something_else_everywhere(name: str) -> None:
    """u, y and x take back, bring back and explain in every menu; j lets somebody join at a declaration."""
    session = example(name)
    session.say("begin")
    rules, state = session.rules, session.encounter
    for combatant in state:
        paths: list[tuple[str, ...]] = [()]
        for path in paths:
            menu = rules.choices.menu(state, combatant.id, path)
            choices = (*menu.choices, *menu.options, *menu.absent)
            taken = "uyx" if path else "uyxj"
            assert not [one for one in choices if one.key in taken and one.key], (combatant.id, path)
            if len(path) < 2:
                paths += [one.path for one in choices if one.path and one.path not in paths]
