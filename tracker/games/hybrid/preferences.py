"""Preferences of a game master that hold for every fight of Hybrid (passive perception, fumbles by orders)."""

from __future__ import annotations

from tracker.game_api.preferences import Preference

PREFERENCES = (
    Preference(
        "secret_perceptions",
        "passive perceptions",
        "perception",
        ((True, "are rolled in secret", "secret"), (False, "are typed by the players", "typed")),
    ),
    Preference(
        "order_fumbles",
        "fumbles by orders",
        "order_fumbles",
        (
            ("ask", "halt and are asked about", "ask"),
            ("note", "are only noted", "note"),
            ("self", "hurt the fumbling fighter", "self"),
        ),
    ),
)
