"""A bar more is one row of `sheets/pools.py`: a file may say it, it is shown, and old fights open with it full."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
OLD = sorted([*(ROOT / "tests" / "old_fights").glob("*/duel*.fight.toml"), ROOT / "saves" / "finished-duel.fight.toml"])
TRIAL = """
import json, sys
from tracker.systems.hybrid.sheets import pools

row = pools.PoolRow("PNV", "physical nerve", "nerve", {"PEN": 1, "PAW": 1})
pools.POOLS = (*pools.POOLS[:2], row, *pools.POOLS[2:])
pools.ROWS["PNV"] = row
from pathlib import Path
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.preparation import prepare

entry = {"name": "Anna", "stats": {"PEN": 12, "PAW": 9}}
anna, bert = prepare({"combatant": [entry, {**entry, "name": "Bert", "pools": {"PNV": 4}}]}).encounter
opened = [open_fight(Path(name), look=True).encounter for name in sys.argv[1:]]
print(json.dumps({
    "bars": [pool.name for pool in anna.profile.pools],
    "full": [anna.pool("PNV"), anna.full("PNV"), bert.pool("PNV")],
    "old": [[one.pool("PNV") == one.full("PNV") for one in encounter] for encounter in opened],
}))
"""


def test_a_bar_more_is_one_row_and_old_fights_open_with_it_full(tmp_path: Path) -> None:
    copies = []
    for number, path in enumerate(OLD):
        copies.append(tmp_path / f"{number}-{path.name}")
        copies[-1].write_bytes(path.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", TRIAL, *map(str, copies)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["bars"] == ["PFT", "PEX", "PNV", "PBD", "MFT", "MEX", "MBD"]
    assert seen["full"] == [21, 21, 4]
    assert len(seen["old"]) == len(OLD) > 1 and all(map(all, seen["old"]))
