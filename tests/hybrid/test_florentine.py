"""Two actions at once: how awareness, speed and the mind share them (H-ACT)."""

from __future__ import annotations

import json
from fractions import Fraction

from tests.hybrid.kit import ANNA, SWORD, duel, rolls
from tracker.encounter.engine.multi_target import command_of, data_of
from tracker.encounter.language.parser import parse
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.model.commands import Do


def test_awareness_suffers_once_whichever_of_two_lands_first() -> None:
    table = duel()
    table.say("anna attack gruk setup and look")
    table.fall(60)
    table.say("next")
    assert rolls(table, "perception")[-1].chance == 36 - 10


def test_what_is_of_the_mind_at_once_is_judged_by_what_is_done() -> None:
    thinker = {**ANNA, "skill": [SWORD, {"name": "Runes", "basis": ["MST", "MAW"], "rank": 2}]}
    table = duel(thinker)
    table.say("anna attack gruk and task runes")
    assert table.now["anna"].actions[0].options == ("florentine first mixed",)
    table = duel()
    table.say("anna attack gruk and look")
    assert table.now["anna"].actions[0].options == ("florentine first",)


def test_two_at_once_in_one_line_are_one_command_with_another_beside_it() -> None:
    table = duel()
    command = parse(table.now, table.session.rules, "anna attack gruk sword and look mental")
    assert isinstance(command, Do)
    assert command == Do("anna", "attack", ("gruk", "sword", ()), beside=("look", "mental", ()))
    kept = table.session.rules.choices.as_text(command)
    assert kept == Do("anna", "attack", ("gruk", "sword"), beside=("look", "mental"))
    assert command_of(json.loads(json.dumps(data_of(kept)))) == kept, "as a question keeps it"


def test_the_words_of_an_action_are_read_into_one_value() -> None:
    options = ("called left arm", "speed 2", "rush 3/4", "df -2 bad light", "spin", "florentine second mixed", "mental")
    how = action_modifiers.read(options)
    assert (how.side, how.called, how.spent, how.rush) == ("left", "arm", 2, Fraction(3, 4))
    assert (how.df, how.reason, how.flags) == (-2, "bad light", {"spin"})
    assert (how.beside, how.kind) == (action_modifiers.Beside(1, mixed=True), "mental")
    assert how.beside is not None and how.beside.option == options[5], "as fights have it"
    assert action_modifiers.read(("florentine first",)).beside == action_modifiers.Beside(0)
    assert action_modifiers.read(()).beside is None
    assert action_modifiers.only(options, "called", "speed") == options[:2]
    assert action_modifiers.without(options, "called", "speed") == options[2:]


def test_while_two_things_are_under_way_every_perception_but_a_passive_one_is_harder() -> None:
    table = duel()
    table.say("anna attack gruk setup and act turn")
    assert table.ask("why anna perception").words[-2] == "chance 26 %"
    table.fall(30)
    table.say("anna notices")
    assert rolls(table, "perception")[-1].chance == 9
    table = duel()
    table.say("anna attack gruk setup")
    assert table.ask("why anna perception").words[-2] == "chance 36 %", "of one thing nothing is said"
