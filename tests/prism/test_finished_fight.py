"""The finished fight among the examples: it replays to its recorded end, and said again it comes to the same."""

from __future__ import annotations

from pathlib import Path

from tracker.campaign.reinforcements import stock
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.evolve import fold
from tracker.model import events as ev
from tracker.session import Session
from tracker.storage.fight_log.opening import logged_steps, open_fight

SAVES = Path(__file__).parents[2] / "saves"


def test_the_gate_of_the_mint_replays_and_comes_to_the_same_when_said_again(tmp_path: Path) -> None:
    path = tmp_path / "finished-prism-armour.fight.toml"
    path.write_bytes((SAVES / path.name).read_bytes())
    opened = open_fight(path)
    assert opened.fight_file is not None
    opened.fight_file.close()
    told = list(logged_steps(path, opened.prepared.rules))
    assert len([one for one in told if one.in_force]) > 100
    steps = [one.step for one in told if one.in_force]
    events = [event for step in steps for event in step.events]
    state = fold(opened.prepared.encounter, events)
    assert state == opened.encounter
    faces = [face or 100 for event in events if isinstance(event, ev.Rolled) for face in event.faces]
    fresh = opened.prepared
    session = Session(fresh.encounter, fresh.rules, ScriptedDice(faces), None, stock(fresh))
    for step in steps:
        if not step.follows:
            session.say(step.line)
    for one in opened.encounter:
        again = session.encounter[one.id]
        assert (again.pools, again.presence, again.conditions) == (one.pools, one.presence, one.conditions)
    assert {one.name for one in opened.encounter if one.able} == {"Guard 2", "Turnkey"}
    worn = [condition.label for one in opened.encounter for condition in one.conditions if "destroyed" in condition.key]
    assert {"Plate destroyed", "Mail destroyed"} <= set(worn)
