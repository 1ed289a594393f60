"""The parts that all games share: refusals, targets, menus, verbs and sums."""

from __future__ import annotations

from tracker.moved import find_former_modules

find_former_modules()  # an author's own tests import a game before the registry does
