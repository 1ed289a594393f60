"""Former names: what an earlier release had and this one has not, each with a sentence that says what to use now."""

from __future__ import annotations

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {
    "replay": "`tracker replay` is gone: open the fight with `tracker play FIGHT`; there } plays its steps from the "
    "beginning, [ and ] go a step back or on. A film of it is made by a recorder of terminals, such as asciinema.",
}
"""Subcommands by their names."""
