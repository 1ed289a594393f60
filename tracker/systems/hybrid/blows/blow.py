"""A blow: everything known so far of one attack that is being resolved; plain scalars, so that it can be saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from tracker.model import lazy_dataclass
from tracker.systems.hybrid.modifiers import action_modifiers
from tracker.systems.hybrid.modifiers.action_modifiers import ActionModifiers


@dataclass(slots=True)
class Blow:
    """One attack landing; filled in stage by stage (flow: one blow)."""

    attacker: str
    target: str
    action: int
    weapon: str
    label: str = ""
    called: str = ""
    side: str = ""
    options: tuple[str, ...] = ()
    """How it is done, as the action's options say; `how` is what they mean."""
    lifted: bool = False
    """Whether a check on the filter skill has lifted the cap on the attacker's rank."""
    answer_lifted: bool = False
    back: bool = False
    """A fend with which its owner gives ground: heeded or not, it keeps the closer where it was (ruling 89)."""
    fend: bool = False
    """Struck to keep a combatant from closing: it is no action, and nobody rolls initiative for it."""
    gone: bool = False
    """Left the batch: delayed, lost, or broken off."""
    df: int = 0
    reason: str = ""
    defence: str = ""
    with_: str = ""
    """The weapon it is parried or blocked with."""
    points: int = 0
    """Speed points spent on the answer (ruling 90)."""
    hit: bool = False
    margin: int = 0
    """The attack's SN."""
    missed_by: int = 0
    tier: str = ""
    effect: float = 0.0
    critical: bool = False
    """A critical failure whose severity is still to be rolled."""
    parried: bool = False
    blocked: int = 0
    rolled_with: bool = False
    location: str = ""
    faces: tuple[int, ...] = ()
    """Damage dice."""
    ordinary: int = 0
    extra: int = 0
    """Critical damage."""
    stopped: int = 0
    fatigue: int = 0
    """Taken off PFT."""
    body: int = 0
    """Taken off PBD."""
    hurt: int = 0
    """What its owner does to itself by a fumble."""
    hurt_body: int = 0

    @property
    def how(self) -> ActionModifiers:
        """How it is done: its options, read."""
        return action_modifiers.read(self.options)

    @property
    def strikes(self) -> bool:
        """Hits and has not been parried."""
        return self.hit and not self.parried and not self.gone

    def data(self) -> dict[str, Any]:
        """As plain data, defaults left out."""
        return {name: value for name, blank in _BLANK.items() if (value := getattr(self, name)) != blank}

    @staticmethod
    def read(data: Mapping[str, Any] | Blow) -> Blow:
        """The blow written by `data`, or handed on as it is; raises ValueError on what is no part of one."""
        if isinstance(data, Blow):
            return data
        for name in data:
            if name not in _BLANK:
                raise ValueError(f'a blow has no "{name[:60]}"')
        given: dict[str, Any] = {"attacker": "", "target": "", "action": 0, "weapon": ""}
        given |= {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        return Blow(**given)


_BLANK = {field.name: getattr(Blow("", "", 0, ""), field.name) for field in fields(Blow)}
"""What is left out of a blow's data."""


@lazy_dataclass.dataclass(frozen=True, slots=True)
class StageQuestion:
    """A question a stage puts: to whom, what about, and in which words."""

    who: str
    what: str
    text: str
    about: str = ""
    choices: tuple[str, ...] = ()
    """The words that are open, where they are known already."""
