"""One row more: a bar is a row of `sheet/pools.py`, a key of a weapon a field of its model.

How long an answer takes is a row of the book.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tracker.games.hybrid.body.parry_and_block import answer_counts
from tracker.games.hybrid.book.combat_tables import AnswerTime
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.sheet import schema
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.storage.preparation import prepare

ROOT = Path(__file__).parents[2]
OLD = sorted([*(ROOT / "tests" / "old_fights").glob("*/duel*.fight.toml"), ROOT / "saves" / "finished-duel.fight.toml"])
TRIAL = """
import json, sys
from tracker.games.hybrid.sheet import pools

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


def test_all_that_a_file_says_of_a_weapon_is_on_the_sheet_and_the_fist_says_as_much() -> None:
    keys = {"name": "Flail", "speed": 11, "damage": "2d6", "type": "crushing", "length": 1.5, "drawn": False}
    keys |= {"hands": 2, "mass": 3.5, "shock": True, "unfamiliar": True, "use": "melee", "skill": "Flail"}
    anna, bert = prepare(
        {"combatant": [{"name": "Anna", "weapon": [keys], "skill": [{"name": "Flail"}]}, {"name": "Bert"}]}
    ).encounter
    flail, fist = sheet_of(anna).weapons[0], sheet_of(bert).weapons[0]
    assert flail.entry == schema.Weapon.model_validate(keys)
    assert (flail.speed, flail.length, flail.drawn, flail.shock) == (11, 1.5, False, True)
    assert (fist.entry.name, fist.entry.hands) == (fist.name, 1)


@pytest.mark.parametrize("answer", ["parry", "block", "fend", "disarm"])
def test_an_answer_takes_the_counts_of_its_row_whatever_the_weapon_and_the_others_theirs(answer: str) -> None:
    sword = {"name": "Sword", "speed": 11, "damage": "1d6"}
    (anna,) = prepare({"combatant": [{"name": "Anna", "weapon": [sword], "skill": [{"name": "Sword"}]}]}).encounter
    weapon, rules = sheet_of(anna).weapons[0], Rulebook.under()
    usual = {name: answer_counts(anna, weapon, name, rules) for name in rules.book.defences.time}
    assert usual == {"parry": 6, "block": 6, "fend": 6, "disarm": 11}
    time = {**rules.book.defences.time, answer: AnswerTime(counts=3)}
    changed = replace(rules, book=rules.book._replace(defences=rules.book.defences._replace(time=time)))
    assert {name: answer_counts(anna, weapon, name, changed) for name in time} == {**usual, answer: 3}
