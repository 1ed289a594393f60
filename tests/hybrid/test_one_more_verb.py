"""A verb of Hybrid is one row: a game with one more row reads it, offers it, lands it, and does it beside another."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import duel, refused
from tests.hybrid.table import Table
from tracker.controller.typing.completion import candidates
from tracker.games.hybrid import game, verbs
from tracker.games.hybrid.actions import social_checks
from tracker.games.hybrid.actions.simple_actions import under_way
from tracker.games.hybrid.arguments import ROLLED, Modifiers, Whom
from tracker.games.hybrid.fighter import Acting, Data, Standing
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.verbs import VERBS, HybridVerb, HybridVerbs
from tracker.games.toolkit import conditions
from tracker.games.toolkit.verbs import Entry
from tracker.model.combatant import Action
from tracker.model.commands import Do

COUNTS = 5


def taunt(fighter: Acting, target: str, options: tuple[str, ...] = ()) -> None:
    """Declare a taunt."""
    action_points.action_point(fighter)
    under_way(fighter, "taunt", f"taunting {fighter.draft[target].name}", COUNTS, options, target=target)


def landed(fighter: Acting, action: Action) -> None:
    """Roll presence."""
    chance = social_checks.chance(fighter.now, fighter.rules, social_checks.PRESENCE, "")
    fighter.roll(chance, "taunt", action.label, "taunted", action.target, at=action.target)


def taunted(fighter: Acting, data: Data) -> None:
    """Taunt the target when the roll succeeded."""
    if data["success"]:
        conditions.begin(fighter.draft, data["at"], "taunted")


def counts(fighter: Standing) -> int:
    """The counts of a taunt."""
    return COUNTS


TAUNT = HybridVerb(
    "taunt",
    taunt,
    ("taunt goblin1",),
    "its target is taunted",
    (Whom("goblin1"), Modifiers(ROLLED)),
    entries=(Entry("z", "taunt", line="taunt ", counts=counts),),
    stages={"taunted": taunted},
    lands=landed,
    free_body=True,
    together=True,
    preset=True,
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Anna may declare under the verbs of Hybrid and one more."""
    more = HybridVerbs(*VERBS.values(), TAUNT)
    monkeypatch.setattr(verbs, "VERBS", more)
    monkeypatch.setattr(game, "VERBS", more)
    monkeypatch.setattr(game.Choices, "rows", more)
    return duel()


def test_the_line_of_one_more_row_is_read_lands_and_has_its_effect(table: Table) -> None:
    table.say("anna taunt gruk rush 4")
    assert table.now["anna"].actions[0].options == ("rush 4/5",)
    table.fall(1, 3, 3)
    table.say("next")
    assert table.now["gruk"].condition("taunted") is not None


def test_one_more_row_is_read_into_values_refused_with_its_own_words_and_completes(table: Table) -> None:
    choices = table.session.rules.choices
    command = choices.parse(table.now, "anna", "taunt", ["gruk", "speed", "2"])
    assert command == Do("anna", "taunt", ("gruk", ("speed 2",)))
    assert choices.as_text(command) == Do("anna", "taunt", ("gruk", "speed 2"))
    assert refused(table, "anna taunt") == "Name the target: anna taunt goblin1"
    assert '"called" is not an option here' in refused(table, "anna taunt gruk called head")
    assert candidates(table.now, table.session.rules, "anna taunt r") == ("rush",)


def test_one_more_row_is_in_the_menu_with_its_count(table: Table) -> None:
    (choice,) = [each for each in table.session.rules.choices.menu(table.now, "anna", ()).choices if each.key == "z"]
    assert (choice.label, choice.line, choice.name) == ("taunt →16", "anna taunt ", "taunt")


def test_one_more_row_is_done_beside_another_and_waits_for_a_trigger(table: Table) -> None:
    table.say("anna attack gruk and taunt gruk")
    assert [action.verb for action in table.now["anna"].actions] == ["attack", "taunt"]
    table.say("undo", "anna preset taunt gruk if he laughs")
    assert table.now["anna"].marks["preset.line"] == "taunt gruk"
