"""House rules of Prism, and its options: every ruling that a game master may change. Each default is the ruling."""

from __future__ import annotations

from typing import Annotated, Literal

from tracker.game_api.lazy_model import Field, model_validator
from tracker.games.toolkit.models import House, Name, Strict
from tracker.model.validation_errors import Faults


class HouseRules(House):
    """The [house_rules] table of an encounter."""

    desperation_cost: int = Field(default=1, ge=1, le=20)
    """Points for 1 on a target number: energy for an action, stamina for a dodge (S-TN-3, S-DODGE-4, SQ 1)."""
    closeness_cap: bool = True
    """True if nearness is measured from 99 when a target number is beyond it (S-OPP-2, SQ 2)."""
    ties_go_to: Literal["actor", "reactor"] = "actor"
    """The winner of a simple contest when both are equally near (S-OPP-2, SQ 3)."""
    complex_equal: bool = False
    """True if a complex answer may equal its own target number (S-OPP-3, SQ 4)."""
    degrees: bool = False
    """True if degrees of success are played (S-QUAL-3, SQ 5)."""
    cycle: Literal["initiative"] | Annotated[int, Field(ge=1, le=60)] = "initiative"
    """The ticks between turns: as many as before the first turn, or this number for everyone (S-CHAIN-3, SQ 7)."""
    ties: Literal["simultaneous", "initiative"] = "simultaneous"
    """Says if the actions of a tick happen together, or one by one and the fallen lose theirs (S-CHAIN-4, SQ 8)."""
    move_energy: int = Field(default=1, ge=0, le=20)
    """The energy of a move (S-TURN, SQ 9)."""
    defensive: Literal["half", "none"] = "half"
    """The cost of dodging and deflecting on the defensive: half, or the usual price (S-TURN-1, SQ 10)."""
    dodge_energy: int = Field(default=2, ge=1, le=100)
    """X: energy for 1 off an attacker's target number by dodging. Deflecting costs half (S-DODGE-1, SQ 11)."""
    second_action_energy: int = Field(default=10, ge=0, le=10_000)
    """Z: the energy of a second action (S-TURN-2, SQ 11)."""
    dodge_roll: Literal["complex", "simple", "none"] = "complex"
    """The kind of roll for a dodge. `none`: only its energy counts (S-DODGE-2, SQ 13)."""
    thrown_from: int = Field(default=17, ge=0, le=200)
    """The Speed from which what is thrown or shot by muscle can be dodged (S-DODGE-3, SQ 14)."""
    firearms_from: int = Field(default=21, ge=0, le=201)
    """The Speed from which firearms can be dodged (S-DODGE-3, SQ 14)."""
    unskilled_dodge: bool = True
    """True if a fighter without the skill may dodge, with a target number of 0 (S-DODGE-3, SQ 30)."""
    free_dodge: bool = False
    """Says if a dodge may be chosen with no energy in it, or takes off at least 1 (S-DODGE-1, SQ 31)."""
    moves: Literal["action", "turn"] = "action"
    """Says if each action of a turn has a move, or only the turn (S-TURN-2, SQ 32)."""
    react_to_actions: bool = True
    """True if an action that names another fighter, and is no attack, is reacted to like one (S-REACT, SQ 38)."""
    deflect_roll: bool = False
    """True if a deflection needs a roll (S-DEFLECT-2, SQ 15)."""
    objects: bool = False
    """True if a deflected blow damages the object it is deflected with (S-DEFLECT-4)."""
    damage_from: Literal["tens", "quality"] = "tens"
    """Says if damage goes by the tens digit, or by the quality, which is one more (S-DMG-1, SQ 17)."""
    random_location: bool = False
    """True if an unaimed attack strikes a part by the ones digit. Needs `locations` (S-DMG-2, SQ 18)."""
    vitality_zero: Literal["unconscious", "note"] = "unconscious"
    """The consequence of 0 vitality (S-DMG-6, SQ 21)."""
    destroyed_at: Literal["half", "full"] = "half"
    """The share of its first threshold below 0 that destroys a piece of armour (S-ARM-5, SQ 22)."""
    capped_threshold: bool = True
    """True if armour whose AT is above its AC takes no more than its AC from the first (S-ARM-3, SQ 36)."""
    hold: bool = True
    """True if an action may be held until the fighter's next turn (S-TURN, SQ 24)."""
    one_pool: bool = False
    """True if energy is paid from stamina (S-TURN-3, SQ 26)."""
    energy_recovery: int = Field(default=0, ge=0, le=10_000)
    """Energy that a fighter recovers on its turn when it burnt none since its last turn (S-TURN-3, SQ 27)."""


BEFORE = {
    "unskilled_dodge": False,
    "free_dodge": True,
    "moves": "turn",
    "capped_threshold": False,
    "react_to_actions": False,
}
"""The old defaults of changed house rules, for fights that do not state those rules."""


class Scene(Strict):
    """The [scene] table: `modifier` is added to every target number (S-TN-1)."""

    modifier: int = Field(default=0, ge=-100, le=100)
    """The modifier of every target number."""


class Options(Strict):
    """Keys at the top of an encounter of Prism."""

    house_rules: HouseRules = Field(default_factory=HouseRules)
    scene: Scene = Field(default_factory=Scene)
    locations: Annotated[list[Name], Field(min_length=10, max_length=10)] | None = None
    """The parts of the body struck at random, by the ones digit of the result, 0 to 9 (S-DMG-2)."""

    @model_validator(mode="after")
    def _has_its_table(self) -> Options:
        """Raise Faults when random locations are on without a table of locations."""
        if self.house_rules.random_location and self.locations is None:
            text = "random_location needs `locations`: ten names of parts, for the ones digits 0 to 9"
            raise Faults([(("house_rules", "random_location"), text)])
        return self
