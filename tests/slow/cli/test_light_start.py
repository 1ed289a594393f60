"""The list of fights waits for nothing that only a fight needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SHOWN = """
import tracker.cli.play, tracker.cli.user_files, tracker.tui.app, tracker.tui.screens.start, sys
from pathlib import Path
from tracker.storage.fight_log.glimpse import glimpse
assert glimpse(Path(sys.argv[1])).title == "Duel"
print(*sys.modules)
"""
HEAVY = (
    "argparse",
    "pydantic",
    "tomli",
    "tracker.encounter",
    "tracker.model.events",
    "tracker.narration",
    "tracker.odds",
)


def test_the_list_is_drawn_without_reader_rules_or_kernel(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text('format = 1\ntitle = "Duel"\nsystem = "plain"\n', encoding="utf-8")
    words = [sys.executable, "-c", SHOWN, str(path)]
    loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert "tracker.tui.screens.start" in loaded
    assert not [name for name in loaded if name in HEAVY]
