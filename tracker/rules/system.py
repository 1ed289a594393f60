"""The rule system: the parts of the interface put together, as the kernel, the session and the screen know it."""

from __future__ import annotations

from typing import Protocol

from tracker.rules.face import Face
from tracker.rules.offers import Offers
from tracker.rules.play import Play
from tracker.rules.sheets import Sheets


class RuleSystem(Play, Offers, Face, Sheets, Protocol):
    """The rules of one game, bound to the options of one encounter (edition, house rules, scene)."""
