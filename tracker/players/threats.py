"""Threats: what the players see aimed at one of them, and when it lands."""

from __future__ import annotations

from tracker.game_api.rules import Rules
from tracker.model.combatant import Action
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.players.known_numbers import Numbers
from tracker.players.view import Discretion, Showing


@dataclass(frozen=True, slots=True)
class Threat:
    """Something under way against a fighter: by whom, with what, and the count it lands on."""

    name: str
    words: str
    lands: int


def threats(encounter: Encounter, rules: Rules, who: str, showing: Showing, numbers: Numbers) -> tuple[Threat, ...]:
    """Return the attacks on `who` by fighters whom the players see, the soonest first."""
    words = Discretion(encounter, numbers)
    seen = [
        Threat(words.name(other.id), _deed(words, rules, action, words.name(who)), action.lands)
        for other in encounter
        for action in other.actions
        if action.target == who and other.id != who and other.able and words.open(other.id, who, showing)
    ]
    return tuple(sorted(seen, key=lambda threat: threat.lands))


def _deed(words: Discretion, rules: Rules, action: Action, target: str) -> str:
    """Return an action in words, without a target at the end: the threatened fighter is known here."""
    deed = words.deed(rules, action)
    return deed.removesuffix(f" on {target}").removesuffix(f" from {target}")
