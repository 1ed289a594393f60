"""The page on adding a system: the game printed there is whole, and plays; wrong ones are told what is wrong."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import tomli

from tests import page_game
from tracker import testing as contract
from tracker.campaign.file_checks import check
from tracker.dice.source import ScriptedDice
from tracker.games import registry
from tracker.model.events import Rolled
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import read_encounter

ROW = re.compile(r"^\| `(\w+)(?:\(([^)]*)\))?` \| `([\w.]+)` \|", re.MULTILINE)
"""A row of the page's tables: what is called or read, with its arguments, and where it is from."""


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The game of the page, copied into a file and registered."""
    return page_game.registered(tmp_path, monkeypatch)


def test_the_game_printed_on_the_page_keeps_the_contract_to_the_end_of_a_fight(printed: Any, tmp_path: Path) -> None:
    session = page_game.opened(tmp_path)
    start = session.encounter
    contract.check_system(printed, session.rules)
    session.say("begin")
    while session.encounter["goblin"].able and session.encounter["ann"].able:
        contract.check_face(session)
        session.say(contract.likely(session))
        assert len(session.journal.done) < 200, "it comes to an end"
    contract.check_keeping(printed, session)
    contract.check_replay(session, start)
    contract.check_undo(session, start)


def test_its_question_is_answered_and_its_odds_follow(printed: Any, tmp_path: Path) -> None:
    session = page_game.opened(tmp_path)
    for line in ("begin", "next", "ann shoot goblin", "goblin wait", "next"):
        session.say(line)
    question = session.encounter.question
    assert question is not None and question.ask is Ask.CHOOSE and question.choices == ("stand", "duck")
    session.say("goblin duck")
    events = [event for n in session.journal.done for event in session.journal.steps[n].events]
    assert [event.chance for event in events if isinstance(event, Rolled)] == [6 + 2]


def arguments_of(thing: Any) -> list[tuple[str, bool, bool]]:
    """In their order: its name, whether it must be given, and whether only by name."""
    if is_dataclass(thing):
        given = [one.default is MISSING and one.default_factory is MISSING for one in fields(thing)]
        return [(one.name, must, bool(one.kw_only)) for one, must in zip(fields(thing), given, strict=True)]
    taken = [one for one in signature(thing).parameters.values() if one.name != "self"]
    return [
        (one.name, one.default is one.empty and one.kind is not one.VAR_KEYWORD, one.kind is one.KEYWORD_ONLY)
        for one in taken
    ]


@pytest.mark.parametrize(("name", "arguments", "place"), ROW.findall(page_game.PAGE.read_text(encoding="utf-8")))
def test_what_its_tables_name_is_there_and_takes_what_they_say(name: str, arguments: str, place: str) -> None:
    """By place as far as they go, then by name; none that must be given is left out."""
    module, _, owner = place.rpartition(".")
    there = import_module(f"tracker.{module if owner[0].isupper() else place}")
    thing = getattr(there, owner) if owner[0].isupper() else there
    if not arguments:
        assert hasattr(thing, name) or name in thing.__dataclass_fields__
        return
    taken = arguments_of(getattr(thing, name))
    told = [one.strip().lstrip("*") for one in arguments.split(",")]
    by_place = [one for one in told if not one.endswith("=")]
    assert by_place == [one for one, _, _ in taken][: len(by_place)], "in their order"
    assert not any(named for one, _, named in taken if one in by_place), "and by place"
    assert {one.rstrip("=") for one in told} <= {one for one, _, _ in taken}
    assert {one for one, must, _ in taken if must} <= {one.rstrip("=") for one in told}


def test_what_it_prints_besides_the_game_can_be_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`try.py` runs the program with the game, house rules are read, the library is TOML, a calculator a function."""
    game, runs, house_rules, clocks, odds, _ = page_game.blocks()
    (tmp_path / "nerve.py").write_text(game, encoding="utf-8")
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    for words in (["new", "duel.toml", "--system", "nerve"], ["check", "duel.toml"], ["library", "--system", "nerve"]):
        monkeypatch.setattr(sys, "argv", ["try.py", *words])
        with pytest.raises(SystemExit) as left:
            exec(compile(runs, "try.py", "exec"), {})
        assert left.value.code == 0
    sys.modules.pop("nerve")
    options = page_game.module(tmp_path, house_rules).Options.model_validate({"house_rules": {"ties": "graze"}})
    assert options.house_rules.everything(changed=True) == ('ties = "graze"',)
    three = page_game.module(tmp_path, clocks)
    written = [unit.text(unit.round + 2) for unit in (three.SHOTS, three.PHASES, three.TURNS)]
    assert written == ["2:16", "2.magic", "2.1:28"]
    assert [three.TURNS.text(turn) for turn in three.PASSES.turns(23)] == ["1.1:23", "1.2:13", "1.3:3"]
    assert three.SHOTS.moment(20) == "round 2, shot 16"
    assert three.SHOTS.text(three.SHOTS.read("14", three.SHOTS.read("2:9"))) == "3:14"
    library, _ = page_game.blocks("toml")
    (club,) = tomli.loads(library)["weapon"]
    assert club["name"] == "Club"
    (calculator,) = page_game.module(tmp_path, odds).calculators()
    assert calculator.about == "how likely one of so many dice shows a six"
    assert [(one.name, one.required, one.default, one.choices) for one in calculator.arguments] == [
        ("dice", True, None, ()),
        ("ones", False, "no", ("no", "yes")),
    ]
    assert calculator.reckon({"dice": 2}) == {"percent": 30.6}
    assert calculator.reckon({"dice": 1, "ones": "yes"}) == {"percent": 33.3}


def test_its_game_is_typed_and_documented_as_the_gate_asks() -> None:
    tree = ast.parse(page_game.blocks()[0])
    for thing in ast.walk(tree):
        if isinstance(thing, ast.ClassDef):
            assert ast.get_docstring(thing), f"{thing.name} has no docstring"
        if isinstance(thing, ast.FunctionDef):
            arguments = [one for one in thing.args.args if one.arg != "self"]
            assert thing.returns is not None and all(one.annotation for one in arguments), f"{thing.name} is not typed"
    assert ast.get_docstring(tree)


def test_its_template_has_sides_and_a_player_and_is_played(printed: Any, tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(printed.template(), encoding="utf-8")
    assert check(path) == ()
    encounter = read_encounter(path).encounter
    assert {(one.name, one.profile.side, one.profile.player) for one in encounter} == {
        ("Ann", "heroes", "Ana"),
        ("Goblin 1", "raiders", ""),
        ("Goblin 2", "raiders", ""),
    }


def shaken(session: Session) -> int | None:
    condition = session.encounter["goblin"].condition("shaken")
    return condition.until if condition is not None else None


def test_a_condition_that_was_given_an_end_ends_by_itself(printed: Any, tmp_path: Path) -> None:
    session = page_game.opened(tmp_path, dice=ScriptedDice([6, 6]))
    for line in ("begin", "next", "ann shoot goblin", "goblin wait", "next", "stand"):
        session.say(line)
    assert (session.encounter.count, shaken(session)) == (3, 6)
    session.say("to 5")
    session.say("ann wait")
    assert shaken(session) == 6
    session.say("to 6")
    assert shaken(session) is None


def test_a_condition_that_begins_again_lasts_until_the_later_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page_game.registered(tmp_path, monkeypatch, {"count + 3)": "count + 5)"})
    session = page_game.opened(tmp_path, dice=ScriptedDice([6, 6, 6, 5]))
    for line in ("begin", "next", "ann shoot goblin", "goblin wait", "next", "stand"):
        session.say(line)
    assert shaken(session) == 8
    for line in ("fix goblin NV 5", "next", "ann shoot goblin", "next", "stand"):
        session.say(line)
    assert (session.encounter.count, shaken(session)) == (7, 12)
    for line in ("to 9", "ann wait", "to 11"):
        session.say(line)
    assert shaken(session) == 12, "the first end is no more"
    session.say("to 12")
    assert shaken(session) is None


CHOICE = 'draft.ask(Ask.CHOOSE, target.id, "defence", text, ("stand", "duck"), about=who)'
LUCK = 'draft.ask_amount(target.id, "luck", text, 0, 3)'


@pytest.mark.parametrize(
    ("instead", "answered"), [(CHOICE, "answer it with stand or duck"), (LUCK, "answer it with a number, 0 to 3")]
)
def test_next_says_what_answers_its_question(
    instead: str, answered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page_game.registered(tmp_path, monkeypatch, {CHOICE: instead})
    session = page_game.opened(tmp_path)
    for line in ("begin", "next", "ann shoot goblin", "goblin wait", "next"):
        session.say(line)
    with pytest.raises(Refused, match=f"Answer the question first: {answered}, or undo"):
        session.say("next")


def test_a_mistake_in_its_files_is_told_where_it_stands(printed: Any, tmp_path: Path) -> None:
    path = tmp_path / "nerve.toml"
    path.write_text(page_game.FIGHT.replace("aim = 6", "aim = 60"), encoding="utf-8")
    (diagnostic,) = check(path)
    assert diagnostic.line == 4 and "aim" in diagnostic.text and "12" in diagnostic.text


def test_an_action_in_words_ends_and_its_actor_comes_back_to_the_order(printed: Any, tmp_path: Path) -> None:
    session = page_game.opened(tmp_path)
    for line in ("begin", "next", 'ann does "hides" 2', "goblin wait", "next"):
        session.say(line)
    assert not session.encounter["ann"].actions
    assert [due.what for due in session.encounter.agenda.of("ann")] == ["declare"]


RESOLVED = """\
                end_action(draft, who, action, "landed")
                self.schedule_next_turn(draft, who, "landed")
"""
ASKED = 'draft.push("answered", who=who, action=action.id)'
SHAKES = 'conditions.begin(draft, target.id, "shaken", until=draft.encounter.count + 3)'
BARE = "from tracker.model.events import ConditionGained as Gained"
SHOWN = 'draft.emit(Gained(who=target.id, condition="shaken", label="shaken", until=draft.encounter.count + 1))'
UNREAD = "    def read_options(self, options):\n        return options\n\n"
WRONG = {
    "a condition has no end": (
        {SHAKES: SHOWN, "import Field\n": f"import Field\n{BARE}\n"},
        "is shaken until 4 and still at 5: nothing ends it",
    ),
    "a hook is missing": ({"def judge(": "def judges("}, "dice lacks judge in nerve"),
    "a hook is mistyped": ({"def odds(": "def odd("}, "odd of Nerve in nerve is no hook; did you mean `odds`"),
    "a method is no hook": (
        {"def odds(": "def luck("},
        "luck of Nerve in nerve is no hook, and begins with no underscore",
    ),
    "an action never ends": ({RESOLVED: ""}, "comes due at 3 again and again: resume must `end_action` it"),
    "a stage is named wrongly": ({'Task("rolled"': 'Task("roled"'}, "comes due at 3 again and again"),
    "nobody comes back": ({RESOLVED: RESOLVED.partition("\n")[0] + "\n"}, "is able and never comes to act again"),
    "a question leads nowhere": ({ASKED: "pass"}, "defence is asked of ann with no stage to go on in"),
    "a question has no answer": ({'("stand", "duck")': "()"}, "answers of defence leaves nothing to answer with"),
    "a line makes no command": ({"return Do(": "Do("}, "`ann shoot goblin` changes nothing"),
    "dice cannot be read": ({'"2d6", need': '"2 dice", need'}, '"2 dice" is not dice'),
    "a pool overflows": ({"(own.nerve,))\n": "(own.nerve + 90,))\n"}, "Ann has NV 98; it goes from 0 to 8"),
    "a key is taken": ({"Choice(str(at), one.name": 'Choice("xyz"[at], one.name'}, "y means the same everywhere"),
    "two have one key": ({"Choice(str(at), one.name": 'Choice("a", one.name'}, "more than one choice has the key a"),
    "a choice leads nowhere": ({'line=f"{who} shoot {one.id}"': 'line=""'}, "neither a line nor a path"),
    "choices are no tuple": ({"tuple(choices))": "choices)"}, "its choices are a tuple"),
    "options are not read": ({"    def template(": f"{UNREAD}    def template("}, "has options as a file has them"),
    "what is kept is not read": ({"def pool_kept": "def _pool_kept"}, "keeps NV under `pools`, which Entry lacks"),
    "points are missing": ({"(own.nerve,))\n": "())\n"}, "read_sheet gives 1 pools, and points left for 0"),
    "pools are missing": (
        {"CombatantSheet(Sheet(own.aim)": "tuple((Sheet(own.aim)", "(own.nerve,))\n": "(own.nerve,)))\n"},
        "read_sheet gives a Comb",
    ),
}


@pytest.mark.parametrize(("changes", "told"), WRONG.values(), ids=[name.replace(" ", "-") for name in WRONG])
def test_the_contract_says_what_a_game_does_wrong(
    changes: Mapping[str, str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nerve = page_game.registered(tmp_path, monkeypatch, changes)
    third = '[[combatant]]\nname = "Bea"\nside = "raiders"\n'
    with pytest.raises(AssertionError, match=told):
        contract.check_declaration(nerve)
        session = page_game.opened(tmp_path, page_game.FIGHT + third, ScriptedDice([6] * 100))
        contract.check_system(nerve, session.rules)
        contract.check_keeping(nerve, session)
        contract.play(session)
