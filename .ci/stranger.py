"""The tests as a stranger runs them: from the sdist, without rights, on one processor, with little installed.

`python .ci/stranger.py FOLDER [SEED]`, where `.ci/package.py FOLDER` has built the sdist. A part of the everyday tests
runs, drawn and put into an order by SEED: by default the commit, so that one commit always runs the same.

What this machine lacks (another user, a choice of processors) is left out, and a line says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

TESTS = "900"
"""How many run: on an idle machine they take about a minute and a half."""
NEEDED = ("pytest>=8.3", "pytest-asyncio>=0.26", "hypothesis>=6.136")
"""What the tests cannot do without; neither xdist nor what an extra needs is among it."""
LONG = "a checkout under a path with blanks, as long as some are on other people's machines, over one hundred letters"
NOBODY = 65534
"""The user without rights, and its group."""
SURROUNDINGS = {"TERM": "dumb", "COLUMNS": "40", "LINES": "10", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"}


def unpacked(sdist: Path, into: Path) -> Path:
    """The tree of an sdist, to which nobody may write."""
    into.mkdir(parents=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(into, filter="data")
    (tree,) = into.iterdir()
    for folder, _, names in os.walk(tree, topdown=False):
        for name in names:
            (Path(folder) / name).chmod(0o444)
        Path(folder).chmod(0o555)
    return tree


def runs_for_nobody(python: str) -> bool:
    """Whether a user without rights can run an interpreter that is new enough."""
    code = "import ctypes, sys, venv; sys.exit(sys.version_info < (3, 11))"
    try:
        done = subprocess.run(
            [python, "-c", code], cwd="/", capture_output=True, check=False,
            user=NOBODY, group=NOBODY, extra_groups=[],
        )  # fmt: skip
    except OSError:
        return False
    return done.returncode == 0


def interpreter() -> tuple[str, bool]:
    """The interpreter for the tests, and whether a user without rights runs it; says why where it is this user."""
    own = os.path.realpath(sys.executable)
    if not hasattr(os, "getuid") or os.getuid() != 0:
        print("as this user, who is not root and so cannot run them as another one")
        return own, False
    others = (shutil.which(f"python3{minor}", path=f"{os.environ['PATH']}:/usr/bin") for minor in ("", ".13", ".12"))
    for python in dict.fromkeys((own, *filter(None, others), "/usr/bin/python3")):
        if runs_for_nobody(os.path.realpath(python)):
            print(f"as a user without rights, with {os.path.realpath(python)}")
            return os.path.realpath(python), True
    print("as root, since no Python from 3.11 on can be run here by a user without rights")
    return own, False


def on_one_processor() -> None:
    """Keep this process, and those it starts, to one processor; says so where the system has no call for it."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    else:
        print("on every processor, since this system does not let a program choose")


def seed_of_commit() -> str:
    """The commit that is tested, in short; outside of a repository a word."""
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "stranger"


def main(folder: Path, seed: str) -> int:
    """Unpack, install and run; the exit code is that of the tests."""
    place = folder / "stranger"
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    tree = unpacked(sdist, place / LONG)
    python, without_rights = interpreter()
    environment, home, temporary = place / "venv", place / "home", place / "temporary files"
    subprocess.run([python, "-m", "venv", "--without-pip", environment], check=True)
    pip = (sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "install", "-q")
    subprocess.run([*pip, "--disable-pip-version-check", "--no-compile", sdist, *NEEDED], check=True)
    for own in (home, temporary):
        own.mkdir()
        if without_rights:
            os.chown(own, NOBODY, NOBODY)
    if without_rights:
        folder.chmod(0o755)
    on_one_processor()
    clean = {
        "PATH": os.defpath,
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "PYTHONPYCACHEPREFIX": str(home / "compiled"),
    }
    words = [str(environment / "bin" / "python"), "-m", "pytest", "-q", "--shuffle", seed, "--part", TESTS]
    print(f"{TESTS} tests; once more the same with: .ci/stranger.py FOLDER {seed}", flush=True)
    user = NOBODY if without_rights else None
    done = subprocess.run(
        words, cwd=tree, env=clean | SURROUNDINGS, umask=0o077, check=False,
        user=user, group=user, extra_groups=[] if without_rights else None,
    )  # fmt: skip
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else seed_of_commit()))
