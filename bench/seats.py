"""A key while the game itself serves 50 pages, three of them seats, against one that serves nothing.

And a key of the game that could serve them but was not told to, against one that has nothing to serve them with.
"""

from __future__ import annotations

import os
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

from fights import on_disk
from key import Pressed
from pairs import ratio, report

from tracker.storage.table.links import links_of

PAGES = 50
SEATS = ("Ana", "Ben", "Cid")
STEPS = 120
UNABLE = """
import sys
from tracker.cli import main, play
play._Table.share = lambda *_: None
sys.exit(main(["play", sys.argv[1]]))
"""
"""A game without what serves its pages."""


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Sharing(Pressed):
    """A game that serves its own pages; the page of links is closed before its keys are measured."""

    def __init__(self, path: Path, folder: Path, port: int) -> None:
        words = ["-m", "tracker", "play", str(path), "--share", "--host", "127.0.0.1", "--port", str(port)]
        super().__init__(words, "For everybody", folder, " ")
        self._screen.press("\x1b")
        time.sleep(1)


def unshared(folder: Path, steps: int) -> float:
    """The ratio of a key in a game that is not shared to one that cannot be."""
    paths = {}
    for what in ("able", "unable"):
        (folder / what).mkdir()
        paths[what] = folder / what / "f.fight.toml"
        on_disk(paths[what], 30, 200, players=SEATS)
    able = Pressed(["-m", "tracker", "play", str(paths["able"])], "Fighter", folder, " ")
    unable = Pressed(["-c", UNABLE, str(paths["unable"])], "Fighter", folder, " ")
    reached = ratio(able, unable, steps // 2)
    for one in (able, unable):
        one.close()
    return reached


def main() -> None:
    """Print the ratios."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else STEPS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["TRACKER_DATA"] = name
        for what in ("shared", "alone"):
            (folder / what).mkdir()
            on_disk(folder / what / "f.fight.toml", 30, 200, players=SEATS)
        port = free_port()
        alone = Pressed(["-m", "tracker", "play", str(folder / "alone" / "f.fight.toml")], "Fighter", folder, " ")
        shared = Sharing(folder / "shared" / "f.fight.toml", folder, port)
        links = links_of((folder / "shared").resolve())
        paths = [link.path for link in links.links if link.player]
        paths += [links.links[0].path] * (PAGES - len(paths) - 4 * len(paths)) + paths * 4
        plugs = [socket.create_connection(("127.0.0.1", port)) for _ in paths]
        for plug, path in zip(plugs, paths, strict=True):
            plug.sendall(f"GET {path}events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        time.sleep(2)
        held = sum(b"200 OK" in plug.recv(200) for plug in plugs)
        ratios = []
        for number in range(steps // 2):
            first, second = (shared, alone) if number % 2 else (alone, shared)
            taken = {first: first(), second: second()}
            ratios.append(taken[shared] / taken[alone])
        report(f"a key serving {held} pages, {len(SEATS)} seats / without", statistics.median(ratios[1:]), 1.1)
        for one in (shared, alone):
            one.close()
        report("a key, pages not served / nothing to serve them with", unshared(folder, steps), 1.02)


if __name__ == "__main__":
    main()
