"""The package as strangers get it: built as sdist and wheel, each installed into an environment and tried there.

`python .ci/package.py FOLDER` in the folder with pyproject.toml; FOLDER takes what is built.
Needs hatchling, with which it is built. Where pipx or uv can be had they install it too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

LARGEST = 1_500_000
"""Bytes that a wheel may have."""
TRIED = (
    ("--version",),
    ("new", "mine.toml"),
    ("check", "mine.toml"),
    ("systems",),
    ("completions", "bash"),
)
"""What every installation must carry out."""


def run(*words: str | Path, cwd: Path | None = None) -> str:
    """The output of a command; ends the program with what it said where it fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=clean, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def try_it(tracker: Sequence[str | Path], folder: Path) -> None:
    """Carry out each command of `TRIED` in a new folder, away from the checkout."""
    folder.mkdir()
    for words in TRIED:
        if not run(*tracker, *words, cwd=folder).strip():
            sys.exit(f"tracker {' '.join(words)} says nothing")


def installed(package: Path, environment: Path, *options: str) -> Path:
    """`package` installed by pip into an environment, to which it is new; its `tracker`."""
    pip = (sys.executable, "-m", "pip", "--python", environment / "bin" / "python")
    run(*pip, "install", "-q", "--no-compile", "--disable-pip-version-check", *options, package)
    return environment / "bin" / "tracker"


def metadata(environment: Path) -> str:
    """What the package installed there says of itself, with the packages that it needs."""
    (file,) = environment.glob("lib/python*/site-packages/combat_tracker-*.dist-info/METADATA")
    return file.read_text(encoding="utf-8")


def main(folder: Path) -> int:
    """Build, install and try; prints what was seen."""
    built, environment = folder / "dist", folder / "environment"
    run(sys.executable, "-m", "hatchling", "build", "-d", built)
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    size = wheel.stat().st_size
    if size > LARGEST:
        sys.exit(f"{wheel.name} has {size:,} bytes; it may have {LARGEST:,}")
    venv.create(environment)
    try_it([installed(wheel, environment)], folder / "away-whl")
    print(f"{wheel.name}: {size:,} bytes, installed by pip and tried")
    needs = metadata(environment)
    # The sdist takes the wheel's place; the packages that both need are not fetched and unpacked a second time.
    try_it([installed(sdist, environment, "--force-reinstall", "--no-deps")], folder / "away-gz")
    if metadata(environment) != needs:
        sys.exit("the metadata of wheel and sdist differ")
    print(f"{sdist.name}: {sdist.stat().st_size:,} bytes, installed by pip and tried")
    manual = environment / "share" / "man" / "man1" / "tracker.1"
    if not manual.is_file():
        sys.exit(f"the manual page is not at {manual}")
    if shutil.which("uv"):
        try_it(["uv", "tool", "run", "--from", wheel, "tracker"], folder / "away-uv")
        print("tried with uv")
    if shutil.which("pipx"):
        try_it(["pipx", "run", "--spec", wheel, "tracker"], folder / "away-pipx")
        print("tried with pipx")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
