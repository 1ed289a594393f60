"""`tracker odds` and `tracker check --odds`: what they print, in words, as JSON, as a table and as a picture."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
import tomli_w

from tests.cli.calling import ROOT, call
from tests.lanes import drawing, sample
from tests.odds.without_processes import WAYS, refuse_semaphores

SKIRMISH = ROOT / "saves" / "plain-skirmish.toml"
FEW = ("--fights", "4", "--workers", "1")


def test_words_come_first_and_the_policy_stands_beside_every_number() -> None:
    reply = call("odds", SKIRMISH, *FEW, "--orders", "attack nearest", "--orders", "attack weakest")
    assert reply.code == 0
    head, summary, *rest = reply.lines
    assert head == "Skirmish at the bridge, from the start   8 fights, seed 1"
    assert summary.startswith("heroes ") and summary.endswith("by how everybody fights")
    assert [line.split("  ")[1] for line in rest[:2]] == ["attack nearest", "attack weakest"]
    assert all("over at" in line and "%" in line for line in rest[:2])
    assert rest[2].startswith("what would likely help most:  ")


def test_by_default_own_orders_and_three_policies_are_played() -> None:
    record = call("odds", SKIRMISH, "--fights", "1", "--workers", "1", "--json").records[0]
    assert [row["policy"] for row in record["policies"]] == [
        "own orders, else attack again",
        "attack again",
        "attack nearest",
        "attack weakest, spread",
    ]
    assert record["kind"] == "Odds" and record["side"] == "heroes" and record["fights"] == 4


def test_json_has_intervals_deciles_falls_and_what_is_left() -> None:
    (record,) = call("odds", SKIRMISH, *FEW, "--orders", "attack", "--json").records
    (row,) = record["policies"]
    share = row["sides"]["heroes"]
    assert share["low"] <= share["share"] <= share["high"] and len(row["over_at"]) == 10
    assert row["over_at"] == sorted(row["over_at"])
    assert [one["who"] for one in row["fighters"]] == ["ann", "bert", "goblin-1", "goblin-2", "wolf"]
    assert all(sum(one["left"]) == 4 for one in row["fighters"])
    assert {"one Goblin fewer", "without Wolf"} <= {change["change"] for change in record["changes"]}


def test_a_table_has_a_row_for_each_policy() -> None:
    reply = call("odds", SKIRMISH, *FEW, "--orders", "attack nearest", "--csv")
    head, row = csv.reader(io.StringIO(reply.out))
    assert head[:4] == ["policy", "seed", "fights", "side"] and row[:4] == ["attack nearest", "1", "4", "heroes"]
    assert head[-5:] == ["falls_ann", "falls_bert", "falls_goblin-1", "falls_goblin-2", "falls_wolf"]


def test_a_picture_is_an_svg_that_says_what_it_shows_and_is_never_written_over(tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    words = ("odds", SKIRMISH, *FEW, "--orders", "attack", "--svg", picture)
    assert call(*words).code == 0
    root = ElementTree.parse(picture).getroot()
    assert root.attrib["role"] == "img" and "heroes" in root.attrib["aria-label"]
    again = call(*words)
    assert again.code == 2 and "exists already" in again.err


def test_a_picture_of_what_has_none_is_refused_and_not_left_out_in_silence(tmp_path: Path) -> None:
    reply = call("odds", SKIRMISH, "--swing", "--svg", tmp_path / "odds.svg")
    assert (reply.code, reply.out) == (2, "") and "--swing prints none" in reply.err


@pytest.mark.parametrize("name", ["-", "duel.toml", "no/odds.svg"])
def test_a_name_that_no_picture_can_have_is_refused_before_a_fight_is_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reply = call("odds", SKIRMISH, *FEW, "--svg", name)
    assert (reply.code, reply.out, reply.err.count("\n")) == (2, "", 1) and reply.err.startswith(name)
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_gives_the_same_words_and_another_seed_others() -> None:
    words = ("odds", SKIRMISH, *FEW, "--orders", "attack")
    assert call(*words).out == call(*words).out
    assert call(*words).lines[2] != call(*words, "--seed", "2").lines[2]


def test_a_fight_is_forecast_from_where_it_stands_and_from_an_earlier_step(tmp_path: Path) -> None:
    fight = tmp_path / "bridge.fight.toml"
    lines = "ann rolled\nbegin\nnext\nwolf damage 30\ngoblin-1 damage 30\n"
    assert call("run", SKIRMISH, "--seed", "1", "--save", fight, given=lines).code == 0
    few = (*FEW, "--orders", "attack", "--json")
    now = call("odds", fight, *few).records[0]
    then = call("odds", fight, "--at", "0", *few).records[0]
    assert then["moment"] == "from the start" and now["moment"].startswith("at round ")
    assert now["policies"][0]["fighters"][4]["falls"]["share"] == 1.0
    assert now["policies"][0]["over_at"][0] < then["policies"][0]["over_at"][4]
    missing = call("odds", fight, "--at", "99", *few)
    assert missing.code == 1 and "has no step 99: its steps go from 1 to 7," in missing.err
    unplayed = call("odds", SKIRMISH, "--at", "3", *few)
    assert unplayed.code == 1 and "has no step 3: nothing has happened in it yet" in unplayed.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--orders", "atack"), 'Orders "atack" are unknown'),
        (("--fights", "0"), "'0' is no number of fights"),
        (("--within", "0.1"), "give points of percent from 0.5 to 50"),
        (("--workers", "0"), "'0' is no number of workers"),
        (("--fights", "5", "--within", "3"), "not allowed with"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    reply = call("odds", SKIRMISH, *words)
    assert reply.code in (1, 2) and sentence in reply.err and reply.out == ""


def test_a_fight_that_is_over_has_nothing_to_forecast() -> None:
    reply = call("odds", ROOT / "saves" / "finished-duel.fight.toml", *FEW)
    told = "Nothing to forecast: only the heroes are left. `--at STEP` forecasts from an earlier step, 0 to 59.\n"
    assert (reply.code, reply.err) == (1, told)


def test_a_fight_of_one_side_or_of_nobody_says_what_it_lacks(tmp_path: Path) -> None:
    text = SKIRMISH.read_text(encoding="utf-8")
    alone, empty = tmp_path / "alone.toml", tmp_path / "empty.toml"
    alone.write_text(text.partition("[[combatant]]\nfrom")[0], encoding="utf-8")
    empty.write_text(text.partition("[[combatant]]")[0], encoding="utf-8")
    told = "Nothing to forecast: the fight has only one side, heroes. Add a fighter of another side.\n"
    assert call("odds", alone, *FEW).err == told
    assert call("odds", empty, *FEW).err.startswith("Nothing to forecast: the fight has no fighters yet.")


def test_a_refused_order_ends_with_one_sign() -> None:
    assert call("odds", SKIRMISH, "--orders", "atack nearest").err.endswith('did you mean "attack"?\n')


def test_check_says_how_hard_a_fight_is_only_when_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from tracker.api import odds
    from tracker.odds import worker_pool

    monkeypatch.setattr(odds, "ROUGH_FIGHTS", 3)
    monkeypatch.setattr(worker_pool, "cores", lambda: 1)
    assert not any("fights" in line for line in call("check", SKIRMISH).lines)
    last = call("check", "--odds", SKIRMISH).lines[-1]
    assert last.split(":")[0].strip().rstrip("?") in ("Walkover", "Easy", "Even", "Hard", "Slaughter")
    assert last.endswith("12 fights")


@pytest.mark.parametrize("number", sample(WAYS), ids=os.strerror)
def test_where_no_process_can_start_the_same_numbers_come_with_a_sentence(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("odds", SKIRMISH, "--fights", "4", "--orders", "attack nearest")
    alone = call(*words, "--workers", "1")
    refuse_semaphores(monkeypatch, number)
    refused = call(*words, "--workers", "2")
    assert (refused.code, refused.out) == (0, alone.out)
    told = f"No worker process can start here ({os.strerror(number)}), so one processor plays all the fights."
    assert refused.err.startswith(told) and refused.err.count("\n") == 1


@drawing
def test_without_processes_every_command_that_forecasts_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tracker.api import odds
    from tracker.odds import worker_pool

    monkeypatch.setattr(odds, "ROUGH_FIGHTS", 3)
    monkeypatch.setattr(worker_pool, "cores", lambda: 2)
    refuse_semaphores(monkeypatch, WAYS[0])
    fight = ROOT / "saves" / "finished-duel.fight.toml"
    spec = tmp_path / "some.sweep.toml"
    written = {"encounter": str(SKIRMISH), "fights": 4, "vary": {"ann.defence": [12]}}
    spec.write_text(tomli_w.dumps(written), encoding="utf-8")
    two = ("--workers", "2")
    sweep = ("sweep", spec, "--out", tmp_path / "some.csv", *two)
    others = (("check", "--odds", SKIRMISH), ("odds", fight, "--swing", "--fights", "1", *two))
    for words in (sweep, *sample(others)):
        reply = call(*words)
        assert (reply.code, reply.err.partition(" (")[0]) == (0, "No worker process can start here"), words
    assert len((tmp_path / "some.csv").read_text(encoding="utf-8").splitlines()) == 5


def test_the_moments_of_a_fight_that_the_first_releases_recorded_are_forecast() -> None:
    """After its second step dice for initiative are open, which were asked for without the reaction."""
    fight = ROOT / "saves" / "finished-duel.fight.toml"
    assert call("odds", fight, "--at", "2", "--fights", "1", "--workers", "1").code == 0
