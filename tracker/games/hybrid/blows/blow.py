"""Blow: everything known so far about an attack that is being resolved. Plain values, so that it can be saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.modifiers.action_modifiers import ActionModifiers
from tracker.model.lazy_dataclass import dataclass

NOT_ROLLED = -1
"""The points that a block stops, before its weapon's damage is rolled."""


@dataclass(slots=True)
class Blow:
    """One attack that lands. Each stage adds to it."""

    attacker: str
    target: str
    action: int
    weapon: str
    label: str = ""
    called: str = ""
    side: str = ""
    options: tuple[str, ...] = ()
    """The options of the action as words. `how` reads them."""
    lifted: bool = False
    """True if a check on the filter skill has lifted the cap on the attacker's rank."""
    answer_lifted: bool = False
    back: bool = False
    """True for a fend that gives ground: heeded or not, the fighter who closes stays where it was (ruling 89)."""
    fend: bool = False
    """True for a blow that keeps a fighter from closing. It is no action, and no initiative is rolled for it."""
    gone: bool = False
    """True once the blow has left the batch: delayed, lost or broken off."""
    df: int = 0
    reason: str = ""
    defence: str = ""
    with_: str = ""
    """The weapon that parries or blocks it."""
    points: int = 0
    """Speed points spent on the defence (ruling 90)."""
    hit: bool = False
    margin: int = 0
    """The attack's SN."""
    missed_by: int = 0
    tier: str = ""
    effect: float = 0.0
    critical: bool = False
    """True for a critical failure whose severity is still to be rolled."""
    parried: bool = False
    blocked: int = 0
    """The points that the blocking weapon stops. `NOT_ROLLED` until its damage is rolled."""
    rolled_with: bool = False
    location: str = ""
    faces: tuple[int, ...] = ()
    ordinary: int = 0
    extra: int = 0
    stopped: int = 0
    fatigue: int = 0
    """Points taken off PFT."""
    body: int = 0
    """Points taken off PBD."""
    hurt: int = 0
    """Damage that a fumble does to the attacker."""
    hurt_body: int = 0

    @property
    def how(self) -> ActionModifiers:
        """The modifiers that the options stand for."""
        return action_modifiers.read(self.options)

    @property
    def strikes(self) -> bool:
        """True if the blow hits and is not parried."""
        return self.hit and not self.parried and not self.gone

    def data(self) -> dict[str, Any]:
        """Return the blow as plain data. Defaults are left out."""
        return {name: value for name, blank in _BLANK.items() if (value := getattr(self, name)) != blank}

    @staticmethod
    def read(data: Mapping[str, Any] | Blow) -> Blow:
        """Return the blow that `data` wrote, or the blow itself. Raises ValueError for an unknown key."""
        if isinstance(data, Blow):
            return data
        for name in data:
            if name not in _BLANK:
                raise ValueError(f'a blow has no "{name[:60]}"')
        arguments: dict[str, Any] = {"attacker": "", "target": "", "action": 0, "weapon": ""}
        arguments |= {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        return Blow(**arguments)


_BLANK = {field.name: getattr(Blow("", "", 0, ""), field.name) for field in fields(Blow)}
"""The default of each field, which is left out of a blow's data."""


@dataclass(frozen=True, slots=True)
class StageQuestion:
    """The question of a stage: for whom, its topic, its text, and whom it is about."""

    who: str
    what: str
    text: str
    about: str = ""
    choices: tuple[str, ...] = ()
    """The words that can be chosen, if already known."""
    most: int = 0
    """Above 0, the question asks for a number from 0 to this."""
