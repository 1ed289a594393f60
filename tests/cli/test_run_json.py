"""`tracker run --json`: one event a line, questions with what they want, the state last."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.cli.calling import DUEL, ROOT, call
from tracker.model import events as ev
from tracker.storage.toml.json_schema import attribute_docstrings

OPENING = "34,2,3,55,1,1"


def run(lines: str, *words: object) -> list[dict[str, Any]]:
    """The records of a duel whose opening is known."""
    reply = call("run", DUEL, "--json", *(words or ("--dice", OPENING)), given=lines)
    assert reply.code == 0, reply.err
    return reply.records


def test_each_line_has_its_count_its_kind_and_who() -> None:
    records = run("begin\nnext\nbrann attack gruk\n")
    for record in records:
        assert list(record)[:3] == ["count", "kind", "who"]
    counts = [record["count"] for record in records]
    assert counts == sorted(counts)
    assert (records[-1]["kind"], records[-2]["kind"]) == ("State", "DueAdded")


def test_a_question_is_an_event_with_the_dice_or_the_choices_and_without_what_is_internal() -> None:
    asked = [
        record for record in run("begin\nnext\nbrann attack gruk\nnext\ngruk wait\nnext\n") if record["kind"] == "Asked"
    ]
    assert (asked[0]["ask"], asked[0]["dice"], asked[0]["choices"]) == ("dice", "d100!", [])
    assert (asked[-1]["ask"], asked[-1]["choices"][0], asked[-1]["about"]) == ("choose", "nothing", "brann")
    assert not any("then" in record for record in asked)


def test_dice_fed_are_as_if_typed() -> None:
    fed = run("begin\n")
    typed = run("begin\n34\n2 3\n", "--seed", 1)
    assert [r for r in fed if r["who"] == "brann"] == [r for r in typed if r["who"] == "brann"]


def test_undo_redo_and_why_have_lines_of_their_own() -> None:
    records = run("begin\nnext\nundo\nredo\nwhy brann strike\n")
    undone, redone, explained, state = records[-4:]
    assert (undone["kind"], undone["n"], undone["line"], undone["count"]) == ("Undone", 4, "next", 0)
    assert (redone["kind"], redone["n"], redone["count"]) == ("Redone", 4, 11)
    assert (explained["kind"], explained["who"]) == ("Explained", "brann")
    assert explained["lines"][-2] == "chance 60 %"
    assert state["kind"] == "State"


def test_the_state_has_everybodys_pools_conditions_and_doing() -> None:
    state = run("begin\nnext\nbrann attack gruk\nfix gruk prone on\nfix gruk PFT 20\n")[-1]
    brann, gruk = state["combatants"]
    assert (state["count"], state["title"], state["began"]) == (11, "A duel at the mill", True)
    assert gruk["pools"]["PFT"] == {"now": 20, "full": 33}
    assert [condition["key"] for condition in gruk["conditions"]] == ["prone"]
    assert gruk["declares"] == 13
    assert brann["doing"].endswith("lands 17")
    assert (brann["actions"][0]["target"], brann["actions"][0]["lands"]) == ("gruk", 17)
    assert state["question"] is None


def test_the_state_tells_own_and_secret_conditions_and_whose_act_ends_them() -> None:
    lines = ("begin", 'gruk is secretly "half blind" -2 until brann acts', "gruk group ogres", "gruk alias Lump")
    gruk = run("\n".join(lines))[-1]["combatants"][1]
    (blind,) = gruk["conditions"]
    assert (blind["label"], blind["amount"]) == ("half blind", -2)
    assert (blind["own"], blind["secret"], blind["acts"]) == (True, True, "brann")
    assert (gruk["group"], gruk["alias"], gruk["unaware_of"]) == ("ogres", "Lump", [])


def test_the_schema_explains_each_kind_of_event_and_the_fields_whose_names_do_not() -> None:
    defined = call("schema", "output", "run").records[0]["$defs"]
    for kind in get_args(ev.Event):
        drawn = defined[kind.__name__]
        explained = {
            name: inner["description"] for name, inner in drawn["properties"].items() if "description" in inner
        }
        assert drawn["description"] and explained.items() <= attribute_docstrings(kind).items()
    harm = defined["PoolChanged"]["properties"]["harm"]
    assert harm["description"] == "True if its points are harm, so that more of them are a loss."
    unaware = defined["CombatantState"]["properties"]["unaware_of"]
    assert unaware["description"] == "The ids of the fighters that it has not noticed."


def test_the_state_is_printed_last_after_a_refused_line_too() -> None:
    reply = call("run", DUEL, "--json", "--dice", OPENING, given="begin\nfly\n")
    assert reply.code == 1
    assert reply.err.startswith("line 2: fly: ")
    assert reply.records[-1]["kind"] == "State"
    empty = call("run", DUEL, "--json", given="")
    assert [record["kind"] for record in empty.records] == ["State"]


def test_the_count_of_an_event_is_when_it_happened_even_when_time_moves_within_a_line() -> None:
    lines = ["brann rolled", "begin", 'brann orders "attack again"', 'gruk orders "attack again"', "to 40"]
    records = run("\n".join(lines), "--seed", 3)
    moved = [record for record in records if record["kind"] == "TimeAdvanced"]
    assert len(moved) > 1
    assert all(record["count"] == record["to"] for record in moved)
    counts = [record["count"] for record in records]
    assert counts == sorted(counts)


def test_names_reach_neither_words_nor_json_with_anything_a_terminal_obeys(capsys: pytest.CaptureFixture[str]) -> None:
    """Such names are refused in files; whatever else holds such signs is escaped or left out."""
    from tracker.cli.streams import as_json, say, tell

    nasty = "a\x1b[31m\x07\x7f\x9b\u202eb\u200b\U000e0041é漢"
    text = as_json({"name": nasty})
    assert json.loads(text) == {"name": nasty}
    assert all(sign.isprintable() for sign in text)
    tell(nasty)
    say(nasty)
    captured = capsys.readouterr()
    assert captured.out == captured.err == "a[31mbé漢\n"


def test_an_output_that_cannot_show_a_name_gets_escapes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from tracker.cli.streams import prepare, tell, tell_json

    path = tmp_path / "out"
    with path.open("w", encoding="ascii") as out:
        monkeypatch.setattr(sys, "stdout", out)
        prepare()
        tell("Älf −2")
        tell_json({"name": "Älf"})
    first, second = path.read_text(encoding="ascii").splitlines()
    assert first == "\\xc4lf \\u22122"
    assert json.loads(second) == {"name": "Älf"}


def test_what_a_fight_came_to_is_told_as_facts_as_well_fighters_and_groups_apart(tmp_path: Path) -> None:
    path = tmp_path / "warren.fight.toml"
    path.write_bytes((ROOT / "saves" / "finished-goblin-warren.fight.toml").read_bytes())
    told = call("run", path, "--json", given="summary\nsummary each\n").records
    summed, each = (record for record in told if record["kind"] == "Explained")
    assert (
        summed["lines"][0] == "The heroes hold the field, all 5 fighters; the raiders: 4 down, 3 gone, 5 surrendered."
    )
    assert summed["holds"] == "heroes" and [one["group"] for one in summed["groups"]] == ["goblins"]
    assert {key: each[key] for key in ("holds", "fighters", "groups")} == {
        key: summed[key] for key in ("holds", "fighters", "groups")
    }
    assert set(summed["lines"]) < set(each["lines"]) and "  Goblin 7 (raiders): surrendered" in each["lines"]
    goblins = [one for one in summed["fighters"] if one["group"] == "goblins"]
    (group,) = summed["groups"]
    assert len(goblins) == 12 and len(summed["fighters"]) == 17
    for key in ("blows", "hits", "damage", "was_hit", "checks", "succeeded", "declared"):
        assert group[key] == sum(one[key] for one in goblins) > 0, key
    assert group["taken"]["PBD"] == sum(one["taken"].get("PBD", 0) for one in goblins)
    assert group["best"]["margin"] == max(one["best"]["margin"] for one in goblins)
    assert group["worst"]["margin"] == min(one["worst"]["margin"] for one in goblins)


def test_who_swims_or_runs_is_not_told_as_waiting(tmp_path: Path) -> None:
    lines = "begin\nnext\nfix old-tom water on\nnell wait\nhob wait\n"
    state = call("run", ROOT / "saves" / "feats-drowning.toml", "--seed", 1, "--json", given=f"nell rolled\n{lines}")
    told = {one["who"]: (one["waiting"], one["doing"]) for one in state.records[-1]["combatants"]}
    assert told["hob"] == (True, "waits")
    assert told["old-tom"][0] is False and told["old-tom"][1].startswith("swimming")
    text = call("run", ROOT / "saves" / "feats-drowning.toml", "--seed", 1, given=f"nell rolled\n{lines}").lines
    (tom,) = [line for line in text if line.startswith("  Old Tom (")]
    assert "swimming" in tom and "waits" not in tom
