"""Former name of `tracker.games`: what is in it works in 0.4 and 0.5, with a warning that says the present name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.moved import find_former_modules, former_names

find_former_modules()
if not TYPE_CHECKING:  # a type checker tells a name that is gone
    __getattr__ = former_names(__name__)
