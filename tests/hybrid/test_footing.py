"""Footing: whichever way somebody comes to lie on the ground, evading and running are over."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table, at_once
from tracker.model.combatant import Presence


def evading_runner() -> Table:
    """Anna runs and evades, and may declare."""
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next", "anna evade", "anna runs")
    anna = table.now["anna"]
    assert anna.condition("evading") is not None and anna.marks["activity"] == "run"
    return table


@pytest.mark.parametrize(
    "lines",
    [
        ("fix anna prone on",),
        ("fix anna unconscious on until 40",),
        ("fix anna PBD 0",),
        ("anna drop", "next"),
        ("anna leaves", "fix anna prone on"),
    ],
    ids=["by hand", "unconscious", "down", "dropped", "after leaving"],
)
def test_who_lies_on_the_ground_neither_evades_nor_runs(lines: tuple[str, ...]) -> None:
    table = evading_runner()
    table.fall(3, 3)
    table.say(*lines)
    anna = table.now["anna"]
    assert anna.condition("prone") is not None
    assert anna.condition("evading") is None
    assert anna.marks["activity"] == "" and anna.condition("moving") is None


@pytest.mark.parametrize("way", ["anna leaves", "anna surrenders"])
def test_who_leaves_or_surrenders_stays_on_its_feet(way: str) -> None:
    table = evading_runner()
    table.say(way)
    assert table.now["anna"].presence is not Presence.IN
    assert table.now["anna"].condition("prone") is None


def test_who_surrenders_bleeds_on_and_who_leaves_does_not() -> None:
    for way, bleeds in (("anna surrenders", True), ("anna leaves", False)):
        table = at_once(ANNA, GRUK)
        table.say("fix gruk count 60", "next", "fix anna bleeding on", way)
        assert (table.due("anna", "bleed") is not None) == bleeds, way
        assert table.now["anna"].condition("bleeding-1") is not None, "the wound is there all the same"


def test_nobody_who_is_out_comes_round() -> None:
    table = at_once(ANNA, GRUK)
    table.fall(3, 3)
    table.say("fix gruk count 60", "next", "fix anna stunned on")
    assert table.due("anna", "recover") is not None
    table.say("anna leaves")
    assert table.due("anna", "recover") is None
