"""Armour in what would help most: a fighter in the best piece of its game's library, where it is better off in it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lanes import sample
from tests.odds.fights import example, options_of
from tracker.model.combatant import Combatant
from tracker.odds.batches import Until
from tracker.odds.job import job_of
from tracker.odds.playout import play
from tracker.odds.setup import Machines, forecast, set_up
from tracker.storage.preparation import Prepared, prepare

KINDS = ("cutting", "crushing", "all")
SWORD = {"name": "Sword", "speed": 8, "damage": 9, "type": "cutting", "use": "melee"}


def hybrid(armour: list[dict[str, Any]]) -> Prepared:
    """A duel of Hybrid in which Brann wears some armour."""
    fighter = {"orders": "attack again, parry", "weapon": [SWORD]}
    return prepare(
        {
            "title": "Duel",
            "system": "hybrid",
            "house_rules": {"must_close": False},
            "combatant": [
                {"name": "Brann", "side": "heroes", "armour": armour, **fighter},
                {"name": "Gruk", "side": "raiders", **fighter},
            ],
        }
    )


def in_armour(prepared: Prepared) -> dict[str, Combatant]:
    """Who could wear better armour in a forecast for the heroes, by the words for it."""
    setup = set_up(prepared.encounter, prepared.rules, prepared.system.name, options_of(prepared))
    changed = {change.text: change.encounter for change, _ in setup.changes()}
    return {text: fight[text.partition(":")[0].casefold()] for text, fight in changed.items() if text.endswith(ENDS)}


ENDS = (": mail shirt", ": mail")


def stopped(fighter: Combatant, place: str) -> dict[str, int]:
    """What the armour of a fighter of Hybrid stops at a place."""
    sheet: Any = fighter.profile.sheet
    return {kind: sheet.stopped(place, kind) for kind in KINDS}


def test_a_fighter_without_armour_is_tried_in_that_of_the_library_that_covers_most() -> None:
    (offered,) = in_armour(hybrid([])).items()
    assert offered[0] == "Brann: mail shirt"
    assert stopped(offered[1], "chest") == {"cutting": 6, "crushing": 2, "all": 4}
    assert stopped(offered[1], "head") == {"cutting": 0, "crushing": 0, "all": 0}


def test_a_weaker_piece_beneath_is_taken_off_and_one_elsewhere_stays_on() -> None:
    leather = {"name": "Jack", "covers": ["chest", "abdomen"], "stops": {"all": 2}}
    helmet = {"name": "Helmet", "covers": ["head"], "stops": {"all": 5}}
    fighter = in_armour(hybrid([leather, helmet]))["Brann: mail shirt"]
    assert stopped(fighter, "chest")["cutting"] == 6, "no sum of both"
    assert stopped(fighter, "head")["cutting"] == 5


def test_a_piece_that_stops_more_of_anything_stays_on_beneath() -> None:
    plate = {"name": "Plate", "covers": ["chest"], "stops": {"all": 9}}
    assert stopped(in_armour(hybrid([plate]))["Brann: mail shirt"], "chest")["cutting"] == 15


def test_who_wears_that_very_piece_is_not_offered_it() -> None:
    mail = {"name": "Mine", "covers": ["chest", "abdomen", "groin", "upper arm"], "stops": {"all": 9}}
    assert in_armour(hybrid([{**mail, "stops": {"all": 4, "cutting": 6, "crushing": 2}}])) == {}


def test_a_game_whose_armour_wears_out_gives_the_piece_its_points() -> None:
    prepared = example("prism-corridor")
    offered = in_armour(prepared)
    assert offered and all(text.endswith(": mail") for text in offered)
    for fighter in offered.values():
        before, pool = prepared.encounter[fighter.id], fighter.profile.pools[-1].name
        assert len(fighter.pools) == len(before.pools) + 1 == len(fighter.profile.pools)
        assert fighter.full(pool) == fighter.pool(pool) == 32


@pytest.mark.parametrize("name", ["plain-skirmish", "phases-ambush", "feats-rooftops"])
def test_a_game_without_armour_offers_none(name: str) -> None:
    assert in_armour(example(name)) == {}


@pytest.mark.parametrize("name", sample(["duel", "prism-corridor"]))
def test_a_fight_in_better_armour_is_played_to_its_end_and_found_by_the_forecast(name: str) -> None:
    prepared = example(name)
    setup = set_up(prepared.encounter, prepared.rules, prepared.system.name, options_of(prepared))
    (change, job) = next((change, job) for change, job in setup.changes() if change.text.endswith(ENDS))
    assert play(job, 0).winner is not None
    assert job_of(change.encounter, setup.system, setup.options).encounter == job.encounter
    helped = forecast(setup, Until(2), Machines()).helped
    assert change.text in [one.change for one in helped]
