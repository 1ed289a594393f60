"""A verb of Prism is one row: a game with one more row offers it, carries it out, and lands it at the end of a tick."""

from __future__ import annotations

import pytest

from tests.prism.table import BOB, DAN, pools, say, table
from tracker.encounter.engine.declarations import declare
from tracker.games.prism import game
from tracker.games.prism.verbs import VERBS
from tracker.games.toolkit import pool_changes
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.verbs import Entry, Verb, Verbs
from tracker.model.combatant import Action
from tracker.model.state import Rank


def breathe(fighter: Acting) -> None:
    """Spend the turn on getting the breath back."""
    declare(fighter.draft, fighter.who, Action(0, "breathe", label="gets the breath back"), Rank.RESOLUTION)


def breathed(fighter: Acting, action: Action) -> None:
    """Give energy back at the end of the tick."""
    pool_changes.give(fighter.draft, fighter.who, "EN", 4, action.verb)


BREATHE = Verb(
    "breathe", breathe, ("breathe",), "4 energy come back", entries=(Entry("g", "get breath"),), lands=breathed
)


def test_the_line_of_one_more_row_is_offered_carried_out_and_lands_at_the_end_of_the_tick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verbs = Verbs(*VERBS.values(), BREATHE)
    monkeypatch.setattr(game, "VERBS", verbs)
    monkeypatch.setattr(game.Choices, "rows", verbs)
    fight = table(BOB, DAN)
    say(fight, "begin", "next", "fix bob EN 10")
    assert ("g", "get breath") in [
        (one.key, one.label) for one in fight.rules.choices.menu(fight.encounter, "bob", ()).choices
    ]
    say(fight, "bob breathe")
    assert pools(fight, "bob")["EN"] == 10
    say(fight, "next")
    assert pools(fight, "bob")["EN"] == 14 and not fight.encounter["bob"].actions
