"""The finished rescue among the examples replays to its recorded end."""

from __future__ import annotations

from pathlib import Path

from tracker.encounter.engine.evolve import fold
from tracker.storage.fight_log.opening import logged_steps, open_fight

SAVES = Path(__file__).parents[2] / "saves"


def test_the_man_in_the_weir_is_brought_ashore_and_wakes(tmp_path: Path) -> None:
    path = tmp_path / "finished-feats-drowning.fight.toml"
    path.write_bytes((SAVES / path.name).read_bytes())
    opened = open_fight(path)
    assert opened.fight_file is not None
    opened.fight_file.close()
    steps = logged_steps(path, opened.prepared.rules)
    events = [event for entry in steps if entry.in_force for event in entry.step.events]
    state = fold(opened.prepared.encounter, events)
    assert state == opened.encounter
    tom = state["old-tom"]
    assert (state.count, tom.pool("FP"), tom.able) == (626, 1, True)
    assert not tom.conditions
