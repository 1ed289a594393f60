"""A table for feats: a hunted woman, a brute with a rock, and what is read off them."""

from __future__ import annotations

from typing import Any

from tests.encounter.table import say
from tracker.dice.source import ScriptedDice
from tracker.game_api import calculator_arguments
from tracker.games.feats.calculators import calculators
from tracker.games.feats.game import FEATS
from tracker.session import Session
from tracker.storage.preparation import prepare

MIRA: dict[str, Any] = {
    "name": "Mira",
    "side": "hunted",
    "stats": {"ST": 12, "DX": 12, "HT": 11, "FP": 11},
    "basic_move": 7,
    "skill": [{"name": "Running", "value": 12}],
}


BRUTE: dict[str, Any] = {
    "name": "Brute",
    "side": "hunters",
    "stats": {"ST": 14, "DX": 11, "HT": 12},
    "basic_move": 5,
    "thrust": "1d",
    "skill": [{"name": "Brawling", "value": 13}],
    "thing": [{"name": "Rock", "weight": 6.0, "held": True}],
}


def chase(
    *dice: int,
    mira: dict[str, Any] | None = None,
    brute: dict[str, Any] | None = None,
    present: bool = True,
    **options: Any,
) -> Session:
    """Mira and Brute side by side; every die in order. With `present` false it was begun by the rules of before."""
    people = [MIRA | (mira or {}), BRUTE | (brute or {})]
    house = options.pop("house_rules", {})
    if present:
        house = {**FEATS.stated({})["house_rules"], **house}
    fight = prepare({"system": "feats", "gap": 0, "combatant": people, "house_rules": house, **options})
    return Session(fight.encounter, fight.rules, ScriptedDice(dice))


def points(fight: Session) -> tuple[int, int, int, int]:
    mira, brute = fight.encounter["mira"], fight.encounter["brute"]
    return mira.pool("HP"), mira.pool("FP"), brute.pool("HP"), brute.pool("FP")


def waiting(*dice: int, **of: Any) -> Session:
    """The same, begun, with both lying in wait, so that only the clock asks."""
    fight = chase(*dice, **of)
    say(fight, "begin", "next", "mira wait", "brute wait")
    return fight


def due(fight: Session, who: str, what: str) -> int | None:
    entry = fight.encounter.agenda.find(who, what)
    return None if entry is None else entry.count


def doing(fight: Session, who: str = "mira") -> str:
    """What somebody does who neither acts nor waits, as it is told."""
    return fight.rules.display.activity(fight.encounter, who).words


def reckon(name: str, **given: Any) -> dict[str, Any]:
    one = next(calculator for calculator in calculators() if calculator.name == name)
    texts = {key.replace("_", "-"): str(value) for key, value in given.items()}
    assert set(texts) <= {argument.name for argument in one.arguments}
    return dict(one.reckon(calculator_arguments.given(one, texts)))
