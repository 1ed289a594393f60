"""The everyday tests with the lowest or the newest versions that pyproject.toml allows.

`python3 .ci/bounds.py lowest` or `… newest`, in the folder with pyproject.toml; further words go to pytest. Installs
with uv, which it gets for itself where it is not there; of what is only needed by others the newest is taken.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}
"""What uv calls them."""


def uv(folder: Path) -> str:
    """Return uv of the path, or one installed into `folder`."""
    if found := shutil.which("uv"):
        return found
    venv.create(folder / "tools", with_pip=True)
    subprocess.run([folder / "tools" / "bin" / "python", "-m", "pip", "install", "-q", "uv"], check=True)
    return str(folder / "tools" / "bin" / "uv")


def main(which: str, *words: str) -> int:
    """Install, print what was installed, and test; return pytest's exit code."""
    with tempfile.TemporaryDirectory() as place:
        tool, environment = uv(Path(place)), Path(place) / "environment"
        python = environment / "bin" / "python"
        subprocess.run([tool, "venv", "-q", "-p", sys.executable, environment], check=True)
        install: list[str | Path] = [
            tool,
            "pip",
            "install",
            "-q",
            "-p",
            python,
            "--resolution",
            RESOLUTIONS[which],
            "-e",
            ".[test]",
        ]
        subprocess.run(install, check=True)
        subprocess.run([tool, "pip", "freeze", "-p", python], check=True)
        return subprocess.run([python, "-m", "pytest", "-q", *words], check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in RESOLUTIONS:
        sys.exit("lowest or newest?")
    sys.exit(main(*sys.argv[1:]))
