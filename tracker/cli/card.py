"""`tracker card`: the moment of a fight as the players see it, as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from tracker.cli.opening import fight_only
from tracker.cli.streams import say
from tracker.export.players_picture_svg import card
from tracker.player_screen.spectator import Spectator


def carry_out(options: argparse.Namespace) -> int:
    """Print the picture; gives the exit code."""
    path = Path(options.file)
    fight_only(path)
    spectator = Spectator(path, recent=True)
    spectator.look()
    scene = spectator.scene()
    if scene is None:
        say(f"{path}: {spectator.trouble}")
        return 2
    print(card(scene.view, scene.unit), flush=True)
    return 0
