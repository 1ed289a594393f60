"""A crowd: fights of many kinds of people under any house rules, by seed."""

from __future__ import annotations

from typing import Any

from tests.hybrid.table import BRANN, GOBLIN, Table
from tracker.dice.source import SeededDice
from tracker.session import Session

ARCHER = {
    "name": "Archer",
    "side": "raiders",
    "hidden": True,
    "weapon": [{"name": "Bow", "use": "missile", "type": "piercing", "damage": "1d6+8"}],
}

SELA = {
    "name": "Sela",
    "side": "heroes",
    "skill": [{"name": "Acrobatics", "basis": ["PAG"], "rank": 3}, {"name": "Knife", "basis": ["PCA"], "rank": 12}],
    "weapon": [
        {"name": "Knife", "skill": "Knife", "speed": 4, "damage": 9, "type": "piercing"},
        {"name": "Axe", "speed": 7, "damage": 20, "drawn": False, "unfamiliar": True},
        {"name": "Pike", "skill": "Knife", "relation": "stretch", "speed": 15, "damage": "2d6", "length": 3.0},
        {"name": "Dread", "use": "mental", "speed": 6, "damage": "2d6", "shock": True},
    ],
}

WRESTLER = {
    "name": "Wrestler",
    "side": "heroes",
    "stats": {"PST": 18, "PEN": 16},
    "skill": [{"name": "Wrestling", "basis": ["PCA"], "rank": 9, "pool": "body"}],
    "weapon": [{"name": "Close Fist", "skill": "Wrestling", "speed": 3, "damage": "3*PSE"}],
}

ODD_HOUSES: list[dict[str, Any]] = [
    {},
    {"edition": "1997"},
    {"house_rules": {"late_dodge": True, "critical_failure": "additive", "open_ended": "once"}},
    {
        "house_rules": {"critical_failure": "severity", "halve_stat_checks": True, "defence_point": 5, "down_at": 5},
        "scene": {"light": "75% off", "gravity": "100% off", "df": -1},
    },
    {
        "house_rules": {"ties": "speed", "fumble": "self", "rank_speed": "initiative", "must_close": True},
        "scene": {"filter": "Acrobatics"},
    },
    {"edition": "1997", "house_rules": {"skill_pools": True, "florentine": [-4, -6], "fumble": "note"}},
]


def a_fight(seed: int) -> Session:
    """Six at odds, in one of several houses."""
    goblin_2 = {**GOBLIN, "name": "Goblin 2", "orders": "attack again, parry"}
    session = Table(BRANN, SELA, GOBLIN, goblin_2, ARCHER, WRESTLER, **ODD_HOUSES[seed % len(ODD_HOUSES)]).session
    session.dice = SeededDice(seed)
    return session
