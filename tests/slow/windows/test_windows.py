"""Every module of the tracker can be imported on Windows."""

from __future__ import annotations

from tests.windows.programs import on_windows


def test_every_module_of_the_tracker_can_be_imported() -> None:
    program = (
        "import importlib, pathlib\n"
        "for path in sorted(pathlib.Path('tracker').rglob('*.py')):\n"
        "    name = '.'.join(path.with_suffix('').parts)\n"
        "    if not name.endswith(('__main__', '__init__')) and name != 'tracker.tui.driver':\n"
        "        importlib.import_module(name)\n"
        "print('all of it')\n"
    )
    reply = on_windows(program)
    assert (reply.returncode, reply.stdout) == (0, "all of it\n"), reply.stderr
