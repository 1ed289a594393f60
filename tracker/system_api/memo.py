"""Memo: what was reckoned last under the rules of one fight, kept because the next step asks for the same again.

What is kept is known by identity: states and questions are frozen values, and comparing two fights costs more than
reckoning anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tracker.model.commands import Command
from tracker.model.questions import Question
from tracker.model.state import Encounter
from tracker.system_api.values import Choice


@dataclass(slots=True)
class Offered:
    """The choices that were offered last, and for what question of which state."""

    encounter: Encounter | None = None
    question: Question | None = None
    choices: Sequence[Choice] = ()


@dataclass(slots=True)
class Ordered:
    """What orders made last of a state, and whose."""

    encounter: Encounter | None = None
    who: str = ""
    command: Command | None = None


@dataclass(frozen=True, slots=True)
class Memo:
    """The latest of each kind; every game that is bound has its own, so that fights share nothing."""

    offered: Offered = field(default_factory=Offered)
    ordered: Ordered = field(default_factory=Ordered)
