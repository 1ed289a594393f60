"""Older formats are brought to the newest one function at a time; newer ones are refused in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tracker.storage.fight_log.opening import open_fight, start_fight
from tracker.storage.migrations import FORMAT, MIGRATIONS, checked, migrated
from tracker.storage.preparation import read_encounter
from tracker.storage.toml.diagnostics import StorageError

SAVES = Path(__file__).parents[2] / "saves"


def test_there_is_a_function_for_every_older_format() -> None:
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


def test_a_file_goes_through_every_format_in_turn() -> None:
    def to_two(what: str, data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "name": data["title"], "was": [what, 1]}

    def to_three(what: str, data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "was": [*data["was"], 2]}

    data = migrated("encounter", {"title": "Ford"}, 1, {1: to_two, 2: to_three}, newest=3)
    assert data == {"title": "Ford", "name": "Ford", "was": ["encounter", 1, 2]}
    assert migrated("encounter", {"was": []}, 3, {1: to_two, 2: to_three}, newest=3) == {"was": []}


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (99, "format 99 is newer than this program knows (1); a newer tracker reads it"),
        (0, "format must be a whole number from 1 to 1, not 0"),
        (True, "format must be a whole number from 1 to 1, not True"),
        ("1", "format must be a whole number from 1 to 1, not '1'"),
    ],
)
def test_a_format_nobody_knows_is_a_sentence(number: object, sentence: str) -> None:
    assert checked(number) == sentence


def test_a_newer_format_is_never_guessed_at() -> None:
    with pytest.raises(StorageError, match="a newer tracker reads it"):
        migrated("step", {}, 99)


def test_a_fight_states_the_rules_that_were_once_otherwise_and_an_old_one_keeps_what_it_was_played_by(
    tmp_path: Path,
) -> None:
    encounter, path = tmp_path / "duel.toml", tmp_path / "duel.fight.toml"
    encounter.write_text('[[combatant]]\nname = "Brann"\n', encoding="utf-8")
    start_fight(read_encounter(encounter), path).close()
    text = path.read_text(encoding="utf-8")
    assert all(line in text for line in ("must_close = true", 'arrows_parried = "shot"', "grapple_armed = false"))
    assert all(line in text for line in ("skill_pools = true", 'stat_tasks = "unskilled"', 'reading = "fourth"'))
    assert open_fight(path, look=True).prepared.rules.display.house_rules(changed=True) == ()
    old = open_fight(SAVES / "finished-duel.fight.toml", look=True).prepared.rules
    ruled_then = {
        "must_close = false",
        'arrows_parried = "thrown"',
        "grapple_armed = true",
        "skill_pools = false",
        'stat_tasks = "full"',
        "answers_rank_speed = false",
        'wait = "free"',
        'reading = "second"',
    }
    assert set(old.display.house_rules(changed=True)) == ruled_then
