"""Duel, brawl and ambush to their ends under standing orders, with the closing rule, by lines alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import ROOT, call
from tests.lanes import sample

FIGHTERS = {
    "duel": ("brann", "gruk"),
    "brawl": ("hanna", "old-tom", "the-bard", "innkeeper", "brawler-1", "brawler-2", "brawler-3", "big-olaf"),
    "ambush": ("brann", "sela", "odo", "goblin-1", "goblin-2", "goblin-3", "red-varga", "archer"),
}


def on_its_feet(combatant: dict[str, Any]) -> bool:
    return combatant["presence"] == "in" and all(one["key"] != "unconscious" for one in combatant["conditions"])


@pytest.mark.parametrize("name", sample(FIGHTERS))
def test_under_orders_everybody_closes_by_itself_until_one_side_is_left(name: str, tmp_path: Path) -> None:
    fight = tmp_path / f"{name}.toml"  # no order says what a fumble comes to; here it is only noted
    fight.write_text((ROOT / "saves" / fight.name).read_text(encoding="utf-8") + '\n[house_rules]\nfumble = "note"\n')
    orders = [line for who in FIGHTERS[name] for line in (f"{who} rolled", f'{who} orders "attack again, parry"')]
    seen = ["archer revealed"] if "archer" in FIGHTERS[name] else []  # nobody attacks one whom it has not noticed
    lines = "\n".join([*orders, *seen, "begin", *["next"] * 400])
    reply = call("run", fight, "--seed", 3, "--json", given=lines)
    *events, end = [json.loads(line) for line in reply.lines]
    assert len({one["side"] for one in end["combatants"] if on_its_feet(one)}) == 1
    assert not [event for event in events if "not carried out" in event.get("text", "")]
    assert any(event["kind"] == "ConditionGained" and event["condition"].startswith("closed:") for event in events)
    declared = [event for event in events if event["kind"] == "ActionDeclared"]
    assert {"attack", "close"} <= {event["verb"] for event in declared}
    assert all(event["ordered"] for event in declared if event["verb"] in ("attack", "close"))
