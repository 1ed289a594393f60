"""Rules: the parts of a game put together, or all of them in one class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.step import Draft
from tracker.system_api import carry_over as keeping
from tracker.system_api import choices as offers
from tracker.system_api import dice, play, sheets
from tracker.system_api import display as face
from tracker.system_api.values import Abilities
from tracker.systems.kit import defaults
from tracker.systems.kit.defaults import Options


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game's `bind` gives: a `RuleSystem`. A part with nothing to say is that of `defaults`."""

    unit: TimeUnit
    abilities: Abilities
    play: play.Play[Draft]
    dice: dice.Dice
    offers: offers.Offers
    face: face.Face
    sheets: sheets.Sheets
    keeping: keeping.Keeping


class Whole(
    defaults.Play[Options],
    defaults.Dice[Options],
    defaults.Offers[Options],
    defaults.Face[Options],
    defaults.Sheets[Options],
    defaults.Keeping[Options],
):
    """A game so small that one class is each of its parts; `unit` and what the parts leave to it are its own."""

    abilities = Abilities()

    @property
    def play(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def dice(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def offers(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def face(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def sheets(self) -> Self:
        """The game itself, which is this part too."""
        return self

    @property
    def keeping(self) -> Self:
        """The game itself, which is this part too."""
        return self
