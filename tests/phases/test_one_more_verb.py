"""A verb of phases is one row: a game with one more row reads it, offers it, carries it out and explains it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.asking import explained
from tests.phases.table import KANE, VOS, Table, begun
from tests.verb_lines import rows
from tracker.controller.typing.completion import candidates
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.language.parser import vocabulary
from tracker.games.phases import game
from tracker.games.phases.actions.turns import Turn
from tracker.games.phases.checks.chances import Check
from tracker.games.phases.fighter import Fighter
from tracker.games.phases.menus import Menus
from tracker.games.phases.verbs import VERBS
from tracker.games.toolkit import conditions, guards
from tracker.games.toolkit.arguments import Target
from tracker.games.toolkit.verbs import Entry, Verb, Verbs
from tracker.model.combatant import Action
from tracker.model.questions import Task
from tracker.model.refusals import Refused


def nerve(fighter: Fighter) -> Check:
    """The check of a taunt."""
    return fighter.check("taunt").harder(-1, "a taunt")


def taunt(turn: Turn, target: str) -> None:
    """Roll to taunt a fighter as the action of a sub-phase; raises Refused."""
    guards.standing(turn.draft.encounter, turn.who, target, "taunt")
    number = turn.start(Action(0, "taunt", target=target, label=f"taunt {turn.draft[target].name}")).id
    roll = nerve(turn.fighter).roll(turn.who, "taunt", "taunt", target)
    turn.draft.roll(roll, Task("taunted", {"who": turn.who, "target": target, "action": number}))


def taunted(draft: StepBuilder, task: Task) -> None:
    """Go on after the roll: the target is taunted when it succeeded."""
    if task.data["success"]:
        conditions.begin(draft, task.data["target"], "taunted", "taunted")
    Turn(draft, task.data["who"]).finish(task.data["action"])


def odds(fighter: Menus) -> str:
    """The chance of a taunt."""
    return nerve(fighter).odds


def sum_of_taunt(fighter: Fighter, target: str) -> Sequence[str]:
    """The sum behind a taunt."""
    return nerve(fighter).told(f"{fighter.name}, taunt at {fighter.encounter[target].name}")


TAUNT = Verb(
    "taunt",
    taunt,
    examples=("taunt goblin",),
    does="its target is taunted",
    arguments=(Target(),),
    entries=(Entry("z", "taunt", odds, line="taunt "),),
    explain=sum_of_taunt,
    stages={"taunted": taunted},
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A fight under the verbs of phases and one more, at Kane's second sub-phase."""
    verbs = Verbs(*VERBS.values(), TAUNT)
    monkeypatch.setattr(game, "VERBS", verbs)
    monkeypatch.setattr(game.Choices, "rows", verbs)
    kane = {**KANE, "skill": [{"name": "Taunt", "value": 90}]}
    table = begun(kane, {**VOS, "weapon": []}, dice=[10, 11, 20, 20])
    table.say("kane hold", "next")
    return table


def test_the_line_of_one_more_row_is_read_carried_out_and_has_its_effect(table: Table) -> None:
    table.say("kane taunt vos")
    assert table.now["vos"].condition("taunted") is not None
    assert table.now["kane"].mark("used") == 1


def test_one_more_row_is_refused_with_its_own_example(table: Table) -> None:
    with pytest.raises(Refused, match="kane taunt goblin"):
        table.say("kane taunt")
    with pytest.raises(Refused, match="itself"):
        table.say("kane taunt kane")


def test_one_more_row_completes_and_is_named_among_the_verbs(table: Table) -> None:
    rules = table.session.rules
    assert candidates(table.now, rules, "kane ta") == ("task", "taunt")
    assert candidates(table.now, rules, "kane taunt v") == ("vos",)
    assert "taunt" in vocabulary(rules).verbs


def test_one_more_row_is_in_the_menu_with_its_chance(table: Table) -> None:
    (choice,) = [each for each in table.session.rules.choices.menu(table.now, "kane", ()).choices if each.key == "z"]
    assert (choice.label, choice.line, choice.unfinished) == ("taunt", "kane taunt ", True)
    assert choice.price == nerve(Fighter(table.now, "kane")).odds


def test_one_more_row_is_explained_and_stands_on_the_page(table: Table) -> None:
    assert explained(table.session, "kane", ("taunt", "vos"))[-1].startswith("Kane, taunt at Vos: ")
    assert "| `kane taunt goblin` | its target is taunted |" in rows("kane", Verbs(TAUNT))
