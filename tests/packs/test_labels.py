"""What a pack calls things stands everywhere they are told: in the log, the players' log, menus and sums."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
import tomli

from tests.cli.calling import call
from tests.encounter.table import say, told
from tests.lanes import sample
from tests.packs.kit import BASE, STRIKE
from tests.packs.mutants import SHIPPED, diagnostics, text_of
from tests.packs.random_fights import ENCOUNTERS
from tests.random_play import a_line
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.games import registry
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.players.log import Tale
from tracker.players.log import told as tale_of
from tracker.players.view import Showing
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter


def labelled(document: dict[str, Any]) -> dict[str, Any]:
    """A pack in which whatever may have a label has one that its name is no part of."""

    def with_label(kind: str, name: str, table: dict[str, Any]) -> dict[str, Any]:
        return {**table, "label": f"{kind}{'Abcdefghijklmnop'[len(name) % 16]}{sum(map(ord, name))}"}

    tables = {
        kind: {name: with_label(kind, name, table) for name, table in document.get(kind, {}).items()}
        for kind in ("pools", "conditions", "figures")
        if document.get(kind)
    }
    lists = {
        kind: [with_label(kind, each["name"], each) for each in document[kind]]
        for kind in ("action", "answer", "modifier")
        if document.get(kind)
    }
    return {**document, **tables, **lists, "name": "labelled"}


@pytest.mark.parametrize("name", sample(SHIPPED, 2))
def test_every_line_of_the_log_says_the_labels_and_never_the_names_behind_them(name: str) -> None:
    document = labelled(registry.find(name).document)  # type: ignore[attr-defined]
    encounter = tomli.loads(ENCOUNTERS[name].read_text("utf-8"))
    people = [{**one, "number": 1} for one in encounter["combatant"] if "from" not in one][:2]
    foes = [{**one, "side": "foes"} for one in people]
    fight = prepare(
        {
            "system": "labelled",
            "pack": document,
            "combatant": [
                {
                    key: value
                    for key, value in {**one, "name": f"{letter}x"}.items()
                    if key not in ("player", "orders", "number")
                }
                for letter, one in zip("ABCD", (*people, *foes), strict=False)
            ],
        }
    )
    session, random = Session(fight.encounter, fight.rules, SeededDice(4)), Random(4)
    say(session, "begin")
    names = {
        *document["pools"],
        *document.get("conditions", {}),
        *(each["name"] for kind in ("action", "answer", "modifier") for each in document.get(kind, ())),
    } - {"pain", "damage"}
    seen: set[str] = set()
    answers, answered = {each["name"] for each in document.get("answer", ())}, False
    tale, state = Tale(), fight.encounter
    for _ in range(250):
        line = a_line(session, random)
        try:
            events = session.say(line).events
        except Refused:
            if line == "next":
                break
            continue
        answered = answered or not answers.isdisjoint(line.split())
        tale, state = tale_of(tale, state, events, session.rules, Showing())
        told_now = [*told(session, [one for one in events if not isinstance(one, ev.Noted | ev.ConditionGained)])]
        for text in (*told_now, *(one.text for one in tale.lines[-3:])):
            words = {word.strip(",.:()") for word in text.split()}
            assert not words & names, text
            seen |= {kind for kind in ("pools", "action", "answer", "modifier") if kind in text}
    assert {"pools", "action"} <= seen and (not answered or "answer" in seen)


def test_points_taken_from_an_empty_pool_are_told_as_what_they_were() -> None:
    drain = {**STRIKE, "damage": None, "effect": [{"takes": {"breath": 2}}]}
    drain = {key: value for key, value in drain.items() if value is not None}
    pack = {**BASE, "action": [drain]}
    fight = prepare({"system": "trial", "pack": pack, "combatant": [{"name": "Ann"}, {"name": "Bob", "side": "b"}]})
    session = Session(fight.encounter, fight.rules, ScriptedDice((6,)))
    say(session, "begin", "fix bob breath 0", "next", "ann strike bob")
    assert "Bob breath stays at 0, 2 beyond it (strike)" in told(session, say(session, "next"))


def test_the_first_menu_says_what_attacks_take_where_they_differ() -> None:
    jab = {**STRIKE, "name": "jab", "cost": 2}
    pack = {**BASE, "clock": {"unit": "s", "units": "s"}, "action": [{**STRIKE, "cost": 10}, {**jab, "cost": 8}]}
    people = [{"name": "Ann"}, {"name": "Bob", "side": "b"}]
    for first, prices in ((10, ["10 s", "8 s"]), (8, ["", ""])):
        changed = {**pack, "action": [{**STRIKE, "cost": first}, {**jab, "cost": 8}]}
        fight = prepare({"system": "trial", "pack": changed, "combatant": people})
        menu = fight.rules.choices.menu(fight.encounter, "ann", ())
        assert [choice.price for choice in menu.choices if choice.path] == prices


@pytest.mark.parametrize("name", sample(SHIPPED, 3))
def test_two_attacks_of_one_first_menu_never_look_alike_when_they_take_another_time(name: str) -> None:
    fight = read_encounter(ENCOUNTERS[name], library_dirs=())
    for one in fight.encounter:
        choices = fight.rules.choices.menu(fight.encounter, one.id, ()).choices
        aimed = [choice for choice in choices if len(choice.path) == 1]
        last = {choice.path: fight.rules.choices.menu(fight.encounter, one.id, choice.path) for choice in aimed}
        times = {
            path: frozenset(re.sub(r"^[^·]*%( · |$)", "", each.price) for each in menu.choices)
            for path, menu in last.items()
        }
        ends = [choice for choice in aimed if any(each.line for each in last[choice.path].choices)]
        for choice in ends:
            for other in ends:
                if times[choice.path] != times[other.path]:
                    assert choice.price != other.price, (choice, other)


def test_rules_in_words_of_a_file_are_found_by_its_path(tmp_path: Any) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(text_of("ticks") + '\n[[rule]]\nid = "X-ONE"\ntitle = "Of mud"\ntext = "Mud is slow."\n')
    told_rules = call("rules", "mud", "--system", path)
    assert told_rules.code == 0 and "Mud is slow." in told_rules.out
    assert f"--system {path}" in call("rules", "zzzz", "--system", path).err


@pytest.mark.parametrize("sign", ["$", "%", "&", "?", "{", "^"])
def test_what_is_no_part_of_a_formula_is_told_with_what_would_be_one(sign: str) -> None:
    text = text_of("ticks").replace('at_least = "target.defence"', f'at_least = "target.defence {sign} 2"', 1)
    (one,) = [str(each) for each in diagnostics(text) if "no part of a formula" in str(each)]
    for part in ("numbers", "names", "2d6", "+ - * /", ">=", "min", "round", "pool"):
        assert part in one


@pytest.mark.parametrize("down", [10, 11])
def test_a_pool_that_is_never_fuller_than_where_its_fighter_is_down_is_refused(down: int) -> None:
    text = text_of("ticks").replace('full = "8 + 2 * might", down = 0', f"full = 10, down = {down}", 1)
    assert any("everybody would begin so" in str(each) for each in diagnostics(text))


def test_a_fight_that_holds_such_a_pack_still_opens() -> None:
    pools = {"life": {"full": 10, "down": 0}, "luck": {"full": 3, "down": 3}}
    pack = {**BASE, "pools": {**pools, "breath": {"full": 3}}}
    fight = prepare({"system": "trial", "pack": pack, "combatant": [{"name": "Ann"}, {"name": "Bob", "side": "b"}]})
    assert [one.pool("luck") for one in fight.encounter] == [3, 3]
