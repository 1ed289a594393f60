"""`tracker share`: what the players see of a fight, as a page for their phones and tablets. Its links are kept."""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.cli.execution import BAD, REFUSED
from tracker.cli.opening import fight_only
from tracker.cli.streams import say, tell
from tracker.text import extras

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracker.storage.table.links import Link

NEEDED = ("starlette", "uvicorn", "sse_starlette", "segno")
EVERYBODY = "everybody"
"""The player of `--revoke` without a name."""


def missing() -> str:
    """Return a sentence that names the packages to install before a fight can be shared. Empty when all are there."""
    if not extras.lacks(*NEEDED):
        return ""
    return f"The players' pages need the extra `web`: {extras.adding('web')} ; `tracker watch` works without."


def carry_out(options: argparse.Namespace) -> int:
    """Serve the players' view until the program is told to end, or revoke links. Return the exit code."""
    path = Path(options.file)
    if options.revoke is not None:
        return _revoke(path, options.revoke)
    if sentence := missing():
        say(sentence)
        return BAD
    fight_only(path, must_exist=False)
    from tracker.player_screen.spectator import Spectator
    from tracker.storage.table.links import links_of, table_of
    from tracker.web.addresses import listen
    from tracker.web.broadcast import Broadcast
    from tracker.web.server import serve
    from tracker.web.table_follower import TableFollower

    spectator = Spectator(path, recent=True)
    spectator.look()
    table = table_of(path, spectator.party)
    try:
        place = listen(table, options.host or "127.0.0.1", options.port)
    except OSError as error:
        say(error.strerror or str(error))
        return BAD
    try:
        links_of(table, options.player or ())

        def told(links: tuple[Link, ...]) -> None:
            """Print new links."""
            for link in links:
                _print_link(place.roots(), link, qr=not place.local)

        follower = TableFollower(table, open_to_all=options.host is None, clock=time.monotonic, on_new_links=told)
        links = follower.links(spectator) or ()
        broadcast = Broadcast(spectator, links, renewed=follower.fight, relinked=follower.links)
        if place.note:
            tell(place.note)
        tell("Ctrl-C ends it.")
        asyncio.run(serve(broadcast, place))
    finally:
        place.close()
    return 0


def _revoke(path: Path, name: str) -> int:
    """Revoke the links of a table: all of them, or that of one player."""
    from tracker.session.opening import look
    from tracker.storage.table.links import revoke, table_of

    party = ""
    if path.exists() and not path.is_dir():
        party = str(look(path).prepared.document.get("party", ""))
    # All fights of a folder without a party have one table, so any name in it will do.
    table = table_of(path / "any" if path.is_dir() else path, party)
    gone = revoke(table, None if name == EVERYBODY else name)
    if not gone:
        whose = "" if name == EVERYBODY else f" of {name}"
        say(f"There is no link{whose} at the table {table}.")
        return REFUSED
    for link in gone:
        tell(f"The link of {link.player} no longer works." if link.player else "The common link no longer works.")
    tell("The next time a fight of this table is shared, it has new links.")
    return 0


def _print_link(roots: Sequence[str], link: Link, qr: bool) -> None:
    """Print a link for a player, or for all, by each address of this machine. With `qr` also as a QR code."""
    whose = f"For {link.player}, with the sheet" if link.player else "For all players"
    for root in roots:
        tell(f"{whose}: {root}{link.path}")
        if qr:
            from tracker.web.qr_code import terminal_text

            print(terminal_text(root + link.path), flush=True)
        whose = "Or by another network"
