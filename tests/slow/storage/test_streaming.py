"""A fight of four hundred megabytes is read in less than two hundred."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.storage.swollen import MIB, swollen

_OPENING = """
import re, sys
from pathlib import Path
from tracker.campaign.file_checks import check
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.toml.diagnostics import BrokenSeal, StorageError
path = Path(sys.argv[1])
try:
    open_fight(path)
except (BrokenSeal, StorageError) as refused:
    print(refused)
print(len(check(path)))
print(int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def test_four_hundred_megabytes_with_a_sound_head_stay_under_two_hundred(tmp_path: Path) -> None:
    path = swollen(tmp_path / "great.fight.toml", 400 * MIB)
    done = subprocess.run([sys.executable, "-c", _OPENING, str(path)], capture_output=True, text=True, check=True)
    *sentences, diagnostics, most = done.stdout.splitlines()
    assert "was changed or damaged" in " ".join(sentences) or "too many to be kept" in " ".join(sentences)
    assert diagnostics == "1"
    assert int(most) < 200
