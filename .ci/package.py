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

LARGEST = 1_800_000
"""Bytes that a wheel may have."""
SHORTEST = 20
"""Lines that completions or a manual page have at least."""
TRIED = (
    ("--version",),
    ("new", "mine.toml"),
    ("check", "mine.toml"),
    ("systems",),
    ("schema", "output", "run"),
)
"""What every installation must carry out."""
BY_EXTRA = (("completions", "bash"), ("man",))
"""What an installation refuses until it has the extra that the sentence names."""


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


def add_extra(tracker: Path) -> None:
    """Carry out the command that each refusal of `BY_EXTRA` names, as it stands there; then the same words work."""
    for words in BY_EXTRA:
        refused = subprocess.run([tracker, *words], capture_output=True, text=True, check=False)
        if refused.returncode:
            _, named, command = refused.stderr.partition("extra `shell`: ")
            if not named:
                sys.exit(f"tracker {' '.join(words)} does not name its extra: {refused.stderr}")
            run("sh", "-ec", command)
        if len(run(tracker, *words).splitlines()) < SHORTEST:
            sys.exit(f"tracker {' '.join(words)} prints too little")


def installed(package: str | Path, environment: Path, *options: str) -> Path:
    """`package` installed by pip into an environment, to which it is new; its `tracker`."""
    pip = (sys.executable, "-m", "pip", "--python", environment / "bin" / "python")
    run(*pip, "install", "-q", "--no-compile", "--disable-pip-version-check", *options, package)
    return environment / "bin" / "tracker"


def metadata(environment: Path) -> str:
    """What the package installed there says of itself, with the packages that it needs."""
    (file,) = environment.glob("lib/python*/site-packages/combat_tracker-*.dist-info/METADATA")
    return file.read_text(encoding="utf-8")


def tool(name: str, environment: Path) -> bool:
    """Install a tool of the index into an environment and put that on the path; whether it can be had."""
    if not environment.exists():
        venv.create(environment)
        os.environ["PATH"] = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    pip = (sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"))
    done = subprocess.run(
        [*pip, "install", "-q", "--disable-pip-version-check", name], capture_output=True, check=False
    )
    return done.returncode == 0


def by_tools(wheel: Path, folder: Path) -> None:
    """Install the wheel by `uv tool install` and by `pipx install`, each into a folder of its own, and try it there."""
    for name, command, home, bins in (
        ("uv", ("uv", "tool", "install", "--quiet"), "UV_TOOL_DIR", "UV_TOOL_BIN_DIR"),
        ("pipx", ("pipx", "install", "--quiet"), "PIPX_HOME", "PIPX_BIN_DIR"),
    ):
        place = folder / f"by-{name}"
        if not shutil.which(name) and not tool(name, folder / "tools"):
            print(f"not tried with {name}, which is not here and cannot be had")
            continue
        os.environ |= {home: str(place / "home"), bins: str(place / "bin")}
        run(*command, wheel)
        try_it([place / "bin" / "tracker"], folder / f"away-{name}")
        print(f"{wheel.name}: installed by {' '.join(command[:-1])} and tried")


def main(folder: Path) -> int:
    """Build, install and try; prints what was seen."""
    built, environment = folder / "dist", folder / "environment"
    run(sys.executable, "-m", "hatchling", "build", "-d", built)
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    size = wheel.stat().st_size
    if size > LARGEST:
        sys.exit(f"{wheel.name} has {size:,} bytes; it may have {LARGEST:,}")
    venv.create(environment)
    tracker = installed(wheel, environment)
    try_it([tracker], folder / "away-whl")
    print(f"{wheel.name}: {size:,} bytes, installed by pip and tried")
    installed("pip", environment)
    add_extra(tracker)
    print("its extra for shells, added by the command that the refusal names")
    needs = metadata(environment)
    # The sdist takes the wheel's place; the packages that both need are not fetched and unpacked a second time.
    try_it([installed(sdist, environment, "--force-reinstall", "--no-deps")], folder / "away-gz")
    if metadata(environment) != needs:
        sys.exit("the metadata of wheel and sdist differ")
    print(f"{sdist.name}: {sdist.stat().st_size:,} bytes, installed by pip and tried")
    by_tools(wheel, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
