"""The game master's key while 50 look on, against the same without; what `tracker share` holds in memory."""

from __future__ import annotations

import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from fights import on_disk
from key import Pressed
from pairs import ROOT, report

LISTENERS = 50
STEPS = 600
WARM = 60
"""Steps until the process has all it needs."""


class Shared:
    """`tracker share` of a fight, and all who look on; what they are sent is read and counted."""

    def __init__(self, fight: Path) -> None:
        words = [sys.executable, "-m", "tracker", "share", str(fight), "--port", "0"]
        self._process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        found = re.search(r":(\d+)/", self._process.stdout.readline())
        assert found is not None
        self._plugs = [socket.create_connection(("127.0.0.1", int(found[1]))) for _ in range(LISTENERS)]
        self.changes = [0] * LISTENERS
        self._ended = threading.Event()
        for plug in self._plugs:
            plug.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        with selectors.DefaultSelector() as plugs:
            for at, plug in enumerate(self._plugs):
                plugs.register(plug, selectors.EVENT_READ, at)
            while not self._ended.is_set():
                for key, _ in plugs.select(0.2):
                    data = self._plugs[key.data].recv(1 << 16)
                    self.changes[key.data] += data.count(b"\ndata: ")
                    if not data:
                        plugs.unregister(key.fileobj)

    def memory(self) -> float:
        """MiB that the process holds."""
        status = Path(f"/proc/{self._process.pid}/status").read_text("ascii")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    def close(self) -> None:
        """End it."""
        self._ended.set()
        self._reader.join()
        for plug in self._plugs:
            plug.close()
        self._process.terminate()
        self._process.wait()


def main() -> None:
    """Print the ratios."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else STEPS
    with tempfile.TemporaryDirectory() as name:
        folder, keys = Path(name), {}
        for what in ("watched", "alone"):
            path = folder / f"{what}.fight.toml"
            on_disk(path, 30, 200)
            keys[what] = Pressed(["-m", "tracker", "play", str(path)], "Fighter", folder, " ")
        shared = Shared(folder / "watched.fight.toml")
        ratios, held = [], [0.0]
        for number in range(steps // 2):
            if number == WARM // 2:
                held = [shared.memory()]
            first, second = ("watched", "alone") if number % 2 else ("alone", "watched")
            taken = {first: keys[first](), second: keys[second]()}
            keys["watched"]()
            ratios.append(taken["watched"] / taken["alone"])
            held.append(shared.memory())
        report(f"a key with {LISTENERS} who look on / without, {steps} steps", statistics.median(ratios[1:]), 1.1)
        report(f"memory after {steps} steps / after {WARM} ({held[0]:.0f} MiB)", held[-1] / held[0], 1.05)
        time.sleep(1)
        print(f"{'changes each was sent: fewest, most':<64} {min(shared.changes)}, {max(shared.changes)}")
        shared.close()
        for one in keys.values():
            one.close()


if __name__ == "__main__":
    main()
