"""`tracker card`: the moment of a fight as the players see it, as a picture."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from tracker.cli.opening import fight_only
from tracker.cli.streams import say
from tracker.cli.written_pages import printed
from tracker.export.players_picture_svg import card
from tracker.player_screen.spectator import Spectator
from tracker.storage.paths import fight_called


def carry_out(options: argparse.Namespace) -> int:
    """Print the players' view of a fight as an SVG picture and return the exit code:

    2 when the fight cannot be shown.
    """
    path = fight_called(options.file)
    fight_only(path)
    return printed(options, partial(_print, path))


def _print(path: Path) -> int:
    """Print the picture of the fight at `path` and return the exit code."""
    spectator = Spectator(path, recent=True)
    spectator.look()
    scene = spectator.scene()
    if scene is None:
        say(f"{path}: {spectator.trouble}")
        return 2
    print(card(scene.view, scene.unit), flush=True)
    return 0
