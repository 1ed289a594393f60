"""`tracker share`: what the players see of a fight, as a page for their phones and tablets."""

from __future__ import annotations

import argparse
import asyncio
import io
from importlib.util import find_spec
from pathlib import Path

from tracker.cli.opening import fight_only
from tracker.cli.streams import say, tell

NEEDED = ("starlette", "uvicorn", "sse_starlette", "segno")
"""What the extra `web` brings."""


def carry_out(options: argparse.Namespace) -> int:
    """Serve the players' view until the program is told to end; return the exit code."""
    if any(find_spec(name) is None for name in NEEDED):
        say("tracker share needs what `pip install 'hybrid-tracker[web]'` installs; `tracker watch` works without.")
        return 2
    path = Path(options.file)
    fight_only(path, must_exist=False)
    from tracker.player_screen.spectator import Spectator
    from tracker.web.broadcast import Broadcast
    from tracker.web.links import links_for
    from tracker.web.server import is_loopback, listening, reachable, serve

    host = options.host or "127.0.0.1"
    here = is_loopback(host)
    try:
        listener = listening(host, options.port)
    except OSError as error:
        say(f"{host} port {options.port}: {error.strerror or error}; --port N takes another one.")
        return 2
    with listener:
        spectator = Spectator(path, recent=True)
        spectator.look()
        broadcast = Broadcast(spectator, links_for(options.player or (), open_to_all=options.host is None))
        root = f"http://{reachable(host)}:{listener.getsockname()[1]}"
        for link in broadcast.links:
            _print_link(root + link.path, link.player, qr=not here)
        tell("Ctrl-C ends it.")
        asyncio.run(serve(broadcast, listener, any_host=not here))
    return 0


def _print_link(address: str, player: str, qr: bool) -> None:
    """Print a link for a player, or for all when `player` is empty; with `qr` also as a QR code."""
    tell(f"For {player}, with the sheet: {address}" if player else f"For all players: {address}")
    if qr:
        import segno

        drawn = io.StringIO()
        segno.make(address, error="l", micro=False).terminal(drawn, compact=True, border=2)
        print(drawn.getvalue(), flush=True)
