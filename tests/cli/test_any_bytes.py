"""Lines with bytes that are no text: by `run` and by `play --plain` they are a sentence, and never a traceback."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import DUEL, ROOT

LINES = b"note caf\xe9\n\xff\xfe\n\xe6\x97\nbrann damage --5\n\x00\x1b[A\nq\n"


@pytest.mark.parametrize(("words", "code"), [(("run",), 1), (("play", "--plain"), 0)], ids=["run", "plain"])
def test_a_line_with_bytes_that_are_no_text_is_a_sentence(words: tuple[str, ...], code: int, tmp_path: Path) -> None:
    copy = shutil.copy(DUEL, tmp_path / "duel.toml")
    reply = subprocess.run(
        [sys.executable, "-m", "tracker", *words, str(copy)], cwd=ROOT, input=LINES, capture_output=True, timeout=120
    )
    output = (reply.stdout + reply.stderr).decode()
    assert reply.returncode == code, output
    assert "Traceback" not in output and 'There is no combatant "\\xff\\xfe".' in output
    assert "caf\\xe9" in output
