"""A tap on a player's phone until the game master's screen shows it, and a key there until the page has it.

These are milliseconds: what a table waits for, not a ratio.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from screens import Screen
from seats import free_port

from tracker.storage.table.links import Link, links_of

TAPS = 40
TAP_GOAL, PAGE_GOAL = 300, 500
"""Milliseconds, medians."""
DUEL = """\
title = "At the mill"
[[combatant]]
from = "bandit"
name = "Brann"
side = "heroes"
player = "Ana"
[[combatant]]
from = "goblin"
name = "Gruk"
side = "raiders"
"""


class Phone:
    """An open page of a player: what it is sent, and what it answers."""

    def __init__(self, port: int, link: Link) -> None:
        self._port, self._link, self._n = port, link, 0
        self._stream = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self._stream.request("GET", f"{link.path}events")
        self._events = self._stream.getresponse()
        self.seat: dict[str, object] | None = None

    def until_asked(self) -> None:
        """Read until the page is sent another question than the last one."""
        last = self.seat
        while self.seat is None or (last is not None and self.seat["id"] == last["id"]):
            line = self._events.readline()
            if line.startswith(b"data: {"):
                self.seat = json.loads(line[6:])["seat"]

    def tap(self, answer: str) -> None:
        """Send an answer as the page does; returns when it was accepted."""
        assert self.seat is not None
        self._n += 1
        body = json.dumps({"id": self.seat["id"], "line": answer, "n": self._n}).encode()
        signature = hmac.new(self._link.secret.encode(), body, hashlib.sha256).hexdigest()
        headers = {
            "Content-Type": "application/json",
            "Origin": f"http://127.0.0.1:{self._port}",
            "X-Signature": signature,
        }
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        connection.request("POST", f"{self._link.path}answer", body, headers)
        reply = connection.getresponse()
        assert reply.status == 202, reply.read()
        connection.close()


def main() -> None:
    """Print the shortest, the median and the longest. Beside other programs the shortest says more."""
    taps = int(sys.argv[1]) if len(sys.argv) > 1 else TAPS
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        os.environ["TRACKER_DATA"] = name
        path = folder / "mill.toml"
        path.write_text(DUEL, encoding="utf-8")
        words = ["-m", "tracker", "play", str(path), "--seed", "1", "--share", "--host", "127.0.0.1", "--port"]
        screen = Screen([*words, str(port)], folder)
        screen.until("For everybody")
        screen.press("\x1b")
        time.sleep(1)
        screen.press("\r")
        link = links_of(folder.resolve()).of("Ana")
        assert link is not None
        phone = Phone(port, link)
        to_screen, to_page = [], []
        for _ in range(taps):
            phone.until_asked()
            screen.drain()
            start = time.perf_counter()
            phone.tap("42")
            screen.awaits("Enter takes it")
            to_screen.append(time.perf_counter() - start)
            screen.drain()
            start = time.perf_counter()
            screen.send("\r")
            phone.until_asked()
            to_page.append(time.perf_counter() - start)
            screen.drain()
            screen.press("u")
        for what, taken, goal in (
            ("tap to the game master's screen", to_screen, TAP_GOAL),
            ("key to the player's page", to_page, PAGE_GOAL),
        ):
            least, median, most = (1000 * of(taken) for of in (min, statistics.median, max))
            mark = "" if median <= goal else "  MISSED"
            label = f"9  {what}, ms: shortest, median, longest of {taps}"
            print(f"{label:<72} {least:6.0f} {median:6.0f} {most:6.0f}   goal {goal}{mark}")
        screen.close()


if __name__ == "__main__":
    main()
