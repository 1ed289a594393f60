"""Forecasts: what a forecast of an opened fight plays, from any of its states."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.game_api.rules import Rules
from tracker.games import registry
from tracker.model.state import Encounter
from tracker.odds.setup import NothingToForecast, Setup, set_up
from tracker.storage.preparation import Prepared
from tracker.storage.toml.models import KERNEL_KEYS

UNTIL_ONE_STANDS = "A forecast would play every fight until one side stands."
OWN_SYSTEMS = "tracker.storage.own_systems:own_systems"
"""The function by which a worker finds games of the user's data folder."""


def setup_of(
    encounter: Encounter, rules: Rules, prepared: Prepared, orders: str | Sequence[str] = (), seed: object = 1
) -> Setup:
    """Return the setup of a forecast from a state of a fight.

    `orders` are the policies that the sides play by, by default three. `seed` sets the dice, `prepared` gives
    the game and its options.
    Raises Refused, also for a fight with another goal than the last side.
    """
    if prepared.document.get("goal") == "other":
        raise NothingToForecast(
            f'The encounter says goal = "other": it is not decided by who stands. {UNTIL_ONE_STANDS}'
        )
    if why := rules.resolution.forecast_refusal(encounter):
        raise NothingToForecast(f"{why} {UNTIL_ONE_STANDS}")
    options = {key: value for key, value in prepared.document.items() if key not in KERNEL_KEYS}
    texts = (orders,) if isinstance(orders, str) else tuple(orders)
    name = prepared.system.name
    finder = "" if registry.is_built_in(name) else OWN_SYSTEMS
    return set_up(encounter, rules, name, options, tuple(filter(None, texts)), seed, finder)
