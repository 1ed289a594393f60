"""Job: what is sent to a worker is small, says what it was made by, and is refused where that differs."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

import tracker
from tests.lanes import one_a_game
from tests.odds.fights import ENCOUNTERS, duel, job, options_of
from tracker.games import registry
from tracker.odds import job as jobs
from tracker.odds.job import LARGEST, Differs, TooLarge, job_of, ready, size_of, tables_hash
from tracker.odds.playout import play
from tracker.storage.preparation import read_encounter


@pytest.mark.parametrize("path", one_a_game(ENCOUNTERS), ids=lambda path: path.stem)
def test_a_job_of_every_example_is_small_and_comes_back_as_the_same_fight(path: Path) -> None:
    prepared = read_encounter(path)
    sent = job_of(prepared.encounter, prepared.system.name, options_of(prepared))
    assert size_of(sent.encounter) <= LARGEST // 2
    encounter, rules = sent.encounter, ready(sent)
    assert [fighter.name for fighter in encounter] == [fighter.name for fighter in prepared.encounter]
    assert not any(fighter.typed for fighter in encounter)
    assert rules.unit == prepared.rules.unit


@pytest.mark.parametrize("path", ENCOUNTERS, ids=lambda path: path.stem)
def test_two_fights_of_one_encounter_share_no_memo(path: Path) -> None:
    first, second = (read_encounter(path, library_dirs=()).rules.memo for _ in range(2))
    assert first is not second and first.ordered is not second.ordered and first.offered is not second.offered


def test_a_fight_too_large_to_be_sent_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from tracker.odds import job as module

    monkeypatch.setattr(module, "LARGEST", 100)
    with pytest.raises(TooLarge, match=r"This fight takes .* bytes to send, and 100 are the most"):
        job()


def test_a_worker_of_another_release_refuses_a_job_and_says_both_releases() -> None:
    other = replace(job(), version="0.0.1")
    with pytest.raises(Differs) as raised:
        play(other, 0)
    assert f"A worker has tracker {tracker.__version__}" in raised.value.sentence
    assert "tracker 0.0.1" in raised.value.sentence and "Install the same release" in raised.value.sentence


def test_a_worker_with_other_tables_refuses_a_job_of_the_same_release() -> None:
    with pytest.raises(Differs, match="A worker has other tables of plain"):
        play(replace(job(), tables="0" * 16), 0)


def test_each_game_has_a_hash_of_its_own_tables() -> None:
    hashes = [tables_hash(name) for name in registry.names()]
    assert len(set(hashes)) == len(hashes) and all(len(digest) == 16 for digest in hashes)


def test_the_limit_counts_from_where_the_fight_stands() -> None:
    prepared = duel()
    later = replace(prepared.encounter, count=500)
    assert job_of(later, "plain", {}).limit - job_of(prepared.encounter, "plain", {}).limit == 500


def test_the_rules_in_words_are_no_table_that_a_fight_goes_by() -> None:
    folder = files("tracker.games.hybrid")
    names = {name for name, _ in jobs._tables(folder, "")}
    assert "/book/tables/current.toml" in names
    assert folder.joinpath("rules.toml").is_file() and "/rules.toml" not in names
