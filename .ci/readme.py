"""The two lines of README.md under “Set up”, as they stand there: the first up to its first frame, the second whole.

`python3 .ci/readme.py play` or `… test`, in the folder with the README; the exit code is the command's.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

FRAME = b"Brann"
"""Who is on the screen as soon as the duel is drawn."""
SCREEN = b"\x1b[?1049h"
"""What a program writes that takes the whole terminal."""
LEAVE = b"\x11"
"""ctrl+q"""
LONGEST = 300.0
"""Seconds until the first frame: the packages are fetched before it."""


def commands() -> list[str]:
    """Return the two shell commands under the heading “Set up”: play, then test; each is one line."""
    page = Path("README.md").read_text(encoding="utf-8")
    part = page.partition("\n## Set up\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)\n```$", part, re.M | re.S)
    if len(blocks) != 2 or any("\n" in block for block in blocks):
        sys.exit(f"README.md has {len(blocks)} commands under “Set up”; there should be two of one line each.")
    return blocks


def play(command: str) -> int:
    """Run `command` in a terminal of its own, wait for its first frame, leave with ctrl+q; its exit code."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
    process = subprocess.Popen(
        ["sh", "-ec", command],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env={**os.environ, "TERM": "xterm-256color"},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(inner)
    written, end, left = b"", time.monotonic() + LONGEST, False
    while time.monotonic() < end:
        if select.select([outer], [], [], 0.1)[0]:
            try:
                written += os.read(outer, 65536)
            except OSError:  # the terminal's other end is closed
                break
        elif process.poll() is not None:
            break
        if not left and FRAME in written.partition(SCREEN)[2]:
            os.write(outer, LEAVE)
            left = True
    if process.poll() is None and not left:
        process.kill()
    code = process.wait(timeout=30)
    os.close(outer)
    if not left:
        print(written.decode(errors="replace"))
        print(f"No first frame was drawn by: {command}", file=sys.stderr)
        return code or 1
    return code


def main() -> int:
    """Run the one named."""
    first, second = commands()
    if sys.argv[1:] == ["play"]:
        print(f"$ {first}", flush=True)
        return play(first)
    if sys.argv[1:] == ["test"]:
        print(f"$ {second}", flush=True)
        return subprocess.run(["sh", "-ec", second], check=False).returncode
    sys.exit("play or test?")


if __name__ == "__main__":
    sys.exit(main())
