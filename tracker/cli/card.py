"""`tracker card`: the moment of a fight as the players see it, or its recap, as a picture."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from tracker.cli.execution import BAD
from tracker.cli.opening import fight_only
from tracker.cli.streams import say
from tracker.cli.written_pages import printed
from tracker.export.players_picture_svg import card
from tracker.export.png import missing, png_of
from tracker.export.recap import recap_of
from tracker.export.recap_picture_svg import recap_card
from tracker.player_screen.spectator import Spectator
from tracker.storage.paths import fight_called


def carry_out(options: argparse.Namespace) -> int:
    """Print the players' view of a fight as an SVG picture, or write it as SVG or PNG; the exit code:

    2 when the fight cannot be shown.
    """
    path = fight_called(options.file)
    fight_only(path)
    if options.out is None or Path(options.out).suffix.casefold() != ".png":
        return printed(options, partial(_print, path, options.recap))
    if sentence := missing():
        say(sentence)
        return BAD
    return printed(options, partial(_print, path, options.recap), png_of)


def _print(path: Path, recap: bool) -> int:
    """Print the picture of the fight at `path`, of the moment or of the whole, and return the exit code."""
    spectator = Spectator(path, recent=not recap)
    spectator.look()
    picture = _recap(spectator) if recap else _moment(spectator)
    if not picture:
        say(f"{path}: {spectator.trouble}")
        return BAD
    print(picture, flush=True)
    return 0


def _moment(spectator: Spectator) -> str:
    """Return the picture of the moment; empty when nothing can be shown."""
    scene = spectator.scene()
    return "" if scene is None else card(scene.view, scene.unit)


def _recap(spectator: Spectator) -> str:
    """Return the picture of the whole fight; empty when nothing can be shown."""
    chronicle = spectator.chronicle()
    return "" if chronicle is None else recap_card(recap_of(chronicle))
