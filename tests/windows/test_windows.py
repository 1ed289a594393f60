"""The tracker on Windows, as far as another system shows it: nothing needs POSIX, and a fight is played and locked."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.cli.calling import ROOT
from tests.house import import_statements, parsed
from tests.windows.programs import on_windows

POSIX_ONLY = {"termios", "fcntl", "tty", "pty", "pwd", "grp", "resource", "readline", "curses", "syslog"}
SOURCES = sorted((ROOT / "tracker").rglob("*.py"))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the system itself is tried there")


def unguarded(path: Path) -> list[str]:
    """The modules that only POSIX has, imported at the top of a file outside `if sys.platform …`."""
    if not any(name in path.read_text(encoding="utf-8") for name in POSIX_ONLY):
        return []
    module = parsed(path)
    top = [node for node in module.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name.split(".")[0] for node in top if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module).split(".")[0] for node in top if isinstance(node, ast.ImportFrom)}
    return sorted(names & POSIX_ONLY)


def test_only_the_driver_for_posix_imports_what_windows_lacks() -> None:
    at_top = {str(path.relative_to(ROOT)): names for path in SOURCES if (names := unguarded(path))}
    assert at_top == {"tracker/tui/driver.py": ["termios", "tty"]}
    importing = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if "tracker.tui.driver" in path.read_text(encoding="utf-8")
        for node in import_statements(parsed(path))
        if isinstance(node, ast.ImportFrom) and node.module == "tracker.tui.driver"
    ]
    assert importing == ["tracker/tui/base_app.py"]


def test_steps_that_are_not_saved_are_read_back_without_pread(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys; from tracker.storage.atomic import Disk\n"
        "disk, path = Disk(), pathlib.Path(sys.argv[1])\n"
        "file = disk.create(path); disk.write(file, b'abc' * 1000)\n"
        "assert disk.read_back(file, 3000) == b'abc' * 1000 and disk.seek_end(file) == 3000\n"
        "disk.sync(file); disk.sync_folder(path.parent); disk.close(file)\n"
    )
    reply = on_windows(program, tmp_path / "file")
    assert reply.returncode == 0, reply.stderr


def test_no_file_that_the_program_names_has_a_sign_that_windows_forbids() -> None:
    """Names are made of an encounter's own name, the title of a party and numbers; never of times with colons."""
    from tracker.storage import paths

    text = "".join(path.read_text("utf-8") for path in (ROOT / "tracker" / "storage").rglob("*.py"))
    assert "isoformat" not in text and "strftime" not in text
    assert not set('<>:"|?*') & set(paths.FIGHT)
