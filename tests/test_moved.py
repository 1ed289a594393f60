"""Former names of what games import, and games written for an older release: they work, with a warning."""

from __future__ import annotations

import pkgutil
import re
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.calling import call
from tracker import moved, testing
from tracker.game_api.values import ConditionByHand, FirstCount
from tracker.games import registry
from tracker.games.toolkit import former
from tracker.model.questions import Ask, Question
from tracker.model.state import Encounter

GAMES = Path(__file__).parent / "former_games"
OF_0_3_0 = {"nerve": "nerve-of-0.3.0.txt", "parts": "parts-of-0.3.0.txt"}
FIGHT = """\
system = "{name}"

[[combatant]]
name = "Ann"
aim = 9
player = "Ana"

[[combatant]]
from = "Goblin"
side = "raiders"
"""
ENTRY_POINTS = "[tracker.systems]\nnerve = nerve:NERVE\nparts = parts:PARTS\n"


def test_a_former_name_is_what_it_is_called_now_and_warns_with_it() -> None:
    for name, new in moved.NAMES.items():
        where, _, last = name.rpartition(".")
        now, _, present = new.rpartition(".")
        with pytest.warns(DeprecationWarning, match=f"{last} is now tracker.*works in 0.4 and 0.5"):
            former_value = getattr(import_module(where), last)
        assert former_value is getattr(import_module(now), present), name
        assert new not in moved.NAMES, f"{name} is led on twice"


def test_a_module_that_is_gone_has_the_names_it_had() -> None:
    for module, now in moved.MODULES.items():
        with pytest.raises(AttributeError, match="no attribute 'nothing_of_the_kind'"):
            _ = import_module(module).nothing_of_the_kind
        assert now or any(name.startswith(f"{module}.") for name in moved.NAMES), module
        for new in now:
            there = import_module(new)
            own = [name for name, value in vars(there).items() if getattr(value, "__module__", "") == new]
            names = [name for name in getattr(there, "__all__", own) if name[0] != "_"]
            with pytest.warns(DeprecationWarning, match=rf"{module}\.{names[0]} is now"):
                assert getattr(import_module(module), names[0]) is not None


def test_every_hook_of_0_3_is_a_hook_of_today() -> None:
    assert [hook for hook in former.HOOKS.values() if not hasattr(former.Whole, hook)] == []
    left = {hook for hook in former.HOOKS if hook not in vars(former.Whole)}
    assert left == {"restart", "due"}, "what a game must define has no default"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_one_class_with_hooks_of_today_is_a_game_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the page told between 0.3.0 and the declaration: `Whole`, and a game that is no `Game`."""
    today = {name: hook for name, hook in former.HOOKS.items() if name in ("restart", "due", "fixed")}
    text = (GAMES / OF_0_3_0["nerve"]).read_text(encoding="utf-8").replace("def conditions(self)", "def _none(self)")
    for name, hook in today.items():
        text = text.replace(f"def {name}(", f"def {hook}(").replace(f"self.{name}(", f"self.{hook}(")
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(registry, "_finders", [])
    (tmp_path / "data" / "systems").mkdir(parents=True)
    (tmp_path / "data" / "systems" / "nerve.py").write_text(f"{text}\nSYSTEM = NERVE\n", encoding="utf-8")
    fight = tmp_path / "duel.toml"
    fight.write_text(FIGHT.format(name="nerve"))
    assert call("check", fight).lines == [f"{fight}: no mistakes", "  Ann, a goblin"]
    assert call("run", fight, given="begin\nnext\nann shoot goblin\ngoblin wait\nnext\nstand\n=9\n").code == 0


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A wheel with the games of 0.3.0, on the path."""
    wheel = tmp_path / "games_of_0_3_0-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for name, text in OF_0_3_0.items():
            packed.write(GAMES / text, f"{name}.py")
        packed.writestr("games_of_0_3_0-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: games\nVersion: 1.0\n")
        packed.writestr("games_of_0_3_0-1.0.dist-info/entry_points.txt", ENTRY_POINTS)
    monkeypatch.syspath_prepend(wheel)
    registry._installed.cache_clear()
    yield
    registry._installed.cache_clear()
    for name in OF_0_3_0:
        sys.modules.pop(name, None)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("name", OF_0_3_0)
def test_a_wheel_written_from_the_pages_of_0_3_0_is_checked_and_played_to_the_end(name: str, tmp_path: Path) -> None:
    fight = tmp_path / "duel.toml"
    fight.write_text(FIGHT.format(name=name))
    assert call("check", fight).lines == [f"{fight}: no mistakes", "  Ann, a goblin"]
    shot = "ann shoot goblin\ngoblin wait\nnext\nstand\n=9\n"
    ran = call("run", fight, "--seed", "1", given=f"begin\nnext\n{shot}next\nann shoot goblin\nnext\nstand\n=10\n")
    assert ran.code == 0, ran.err
    assert "NV 0/5 · down" in ran.out and "9 or more, 2d6" in ran.out


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.usefixtures("installed")
def test_hooks_by_their_former_names_are_called_where_they_are_hooks_today() -> None:
    rules = registry.find("parts").bind({})
    encounter = Encounter("empty")
    assert rules.display.activity(encounter, "ann").what == "standing about"
    assert rules.turns.first_count(encounter, None) == FirstCount(1, 3)
    question = Question(Ask.CHOOSE, "ann", "defence", "?", ("stand", "duck"))
    assert [choice.word for choice in rules.choices.answers(encounter, question)] == ["duck", "stand"]
    assert registry.find("nerve").bind({}).choices.conditions_by_hand() == (ConditionByHand("shaken", "shaken"),)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("name", OF_0_3_0)
def test_a_game_of_0_3_0_keeps_the_contract(name: str, tmp_path: Path) -> None:
    class Contract(testing.SystemContract):
        system = registry.find(name)

    contract = Contract()
    contract.test_every_hook_is_there(tmp_path)
    contract.test_it_is_played_shown_and_saved(tmp_path)
    contract.test_it_is_undone_replayed_and_refuses_in_sentences(tmp_path)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.usefixtures("installed")
def test_a_game_that_is_no_declaration_is_told_so() -> None:
    with pytest.warns(DeprecationWarning, match="nerve is no Game; declare it") as warned:
        registry.find("nerve")
    assert any("hook restart of Nerve is now schedule_next_turn" in str(one.message) for one in warned)


CALCULATORS = """\
[argument.dice]
about = "how many d6"
low = 1
high = 20
required = true

[[calculator]]
name = "odds"
about = "how often so many dice show so many successes"
arguments = ["dice", { name = "need", about = "how many successes", low = 1, default = 1, choices = "words" }]
"""


def test_calculators_of_a_file_are_read_as_in_0_3_0(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odds").mkdir()
    (tmp_path / "odds" / "calculators.toml").write_text(CALCULATORS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    (odds,) = former.read_calculators("odds", {"odds": dict}, {"words": ("one", "two")})
    assert (odds.name, odds.reckon({"dice": 3})) == ("odds", {"dice": 3})
    assert [(one.name, one.required, one.default, one.choices) for one in odds.arguments] == [
        ("dice", True, None, ()),
        ("need", False, 1, ("one", "two")),
    ]


def test_the_changelog_has_a_row_for_each_former_name() -> None:
    table = (Path(__file__).parents[1] / "CHANGELOG.md").read_text("utf-8").partition("\n### Moved\n")[2]
    rows = set(re.findall(r"^\| `([\w.]+)` \| ", table, re.M))
    assert {name for name, now in moved.MODULES.items() if now} | {*moved.NAMES, *moved.PACKAGES} == rows


@pytest.mark.parametrize(("package", "renamed"), moved.PACKAGES.items())
def test_every_module_of_a_renamed_package_is_found_under_its_former_name(package: str, renamed: str) -> None:
    modules = [one.name for one in pkgutil.iter_modules(import_module(renamed).__path__) if one.name[0] != "_"]
    assert modules
    for module in modules:
        now = import_module(f"{renamed}.{module}")
        former = import_module(f"{package}.{module}")
        names = [
            name for name in vars(now) if name[0] != "_" and getattr(vars(now)[name], "__module__", "") == now.__name__
        ]
        for name in names:
            with pytest.warns(DeprecationWarning, match=re.escape(f"{package}.{module}.{name} is now ")):
                assert getattr(former, name) is vars(now)[name]
