"""Games from outside: installed as a package or put into the data folder; a broken one stops no other."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import page_game
from tests.cli.calling import call
from tests.lanes import sample
from tracker import testing
from tracker.games import registry
from tracker.storage import own_systems

ENCOUNTER = 'system = "nerve"\n[[combatant]]\nname = "Ann"\n[[combatant]]\nfrom = "Goblin"\nside = "raiders"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for games in a data folder of the test's own."""
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(registry, "_finders", [])  # other tests may have let a forecast look into the folder too
    systems = tmp_path / "data" / "systems"
    systems.mkdir(parents=True)
    return systems


def nerve() -> str:
    return page_game.blocks()[0]


def test_a_game_in_the_data_folder_is_listed_checked_and_run(folder: Path, tmp_path: Path) -> None:
    (folder / "nerve.py").write_text(nerve() + "\nSYSTEM = NERVE\n")
    fight = tmp_path / "duel.toml"
    fight.write_text(ENCOUNTER)
    (listed,) = [record for record in json.loads(call("systems", "--json").out) if record["name"] == "nerve"]
    assert (listed["from"], listed["problem"]) == (str(folder / "nerve.py"), "")
    assert call("check", fight).lines == [f"{fight}: no mistakes", "  Ann, a goblin"]
    assert call("run", fight, "--seed", "1", given="begin\nnext\nann shoot goblin\n").code == 0


def test_a_game_may_be_a_package_of_several_modules(folder: Path) -> None:
    (folder / "nerve").mkdir()
    (folder / "nerve" / "__init__.py").write_text("from .game import NERVE\n\nSYSTEM = NERVE\n")
    (folder / "nerve" / "game.py").write_text(nerve())
    source = next(source for source in own_systems.own_systems() if source.name == "nerve")
    assert registry.loaded(source).name == "nerve"


BROKEN = [
    ("import nothing_of_this_name\n", "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
    ("1 / 0\n", "ZeroDivisionError: division by zero"),
    ("def\n", "SyntaxError: invalid syntax"),
    ("GAME = 3\n", "it names no game; write `SYSTEM = Game()` at its end"),
    ("SYSTEM = 3\n", "int is no system, it lacks name, options"),
    (nerve() + "\nfrom dataclasses import replace\nSYSTEM = replace(NERVE, name='verve')\n", 'it calls itself "verve"'),
    ("import sys\nsys.exit(3)\n", "SystemExit: 3. Mend or remove it"),
    ("raise MemoryError\n", "cannot be loaded: MemoryError. Mend"),
    ("class Mute(Exception):\n    def __str__(self): raise self\nraise Mute\n", "cannot be loaded: Mute. Mend"),
    ("class Sly:\n    def __getattr__(self, name): return 1 / 0\nSYSTEM = Sly()\n", "ZeroDivisionError: division"),
    (
        "from unittest.mock import MagicMock\nSYSTEM = MagicMock()\nSYSTEM.name = 'nerve'\n",
        "its options and combatant must be a model of pydantic",
    ),
    ("raise RuntimeError('\\x1b]0;owned\\x07')\n", "RuntimeError: ]0;owned"),
]


@pytest.mark.parametrize(("text", "reason"), sample(BROKEN, 6))
def test_a_broken_game_is_told_with_its_reason_and_stops_no_other(
    text: str, reason: str, folder: Path, tmp_path: Path
) -> None:
    (folder / "nerve.py").write_text(text)
    listed = call("systems")
    assert listed.code == 0 and reason in " ".join(listed.out.split()) and "Traceback" not in listed.out
    assert "\x1b" not in listed.out
    (record,) = [record for record in json.loads(call("systems", "--json").out) if record["name"] == "nerve"]
    assert reason.partition(":")[0] in record["problem"]
    fight = tmp_path / "duel.toml"
    fight.write_text(ENCOUNTER)
    checked = call("check", fight)
    assert checked.code == 2 and f"{fight}:1:1: " in checked.out and "cannot be loaded" in checked.out
    fight.write_text('system = "plain"\n[[combatant]]\nname = "Ann"\n')
    assert call("check", fight).code == 0


@pytest.mark.parametrize("command", sample([("check",), ("run",), ("sheet",), ("play", "--plain")], 2))
@pytest.mark.parametrize(("code", "reason"), sample(BROKEN))
def test_a_misspelt_name_near_that_of_a_broken_game_is_told_with_what_is_broken(
    folder: Path, tmp_path: Path, code: str, reason: str, command: tuple[str, ...]
) -> None:
    (folder / "nerve.py").write_text(code)
    fight = tmp_path / "duel.toml"
    fight.write_text(ENCOUNTER.replace('"nerve"', '"nervee"'))
    done = call(*command, fight)
    told = done.out + done.err
    assert done.code == 2 and 'unknown system "nervee"; did you mean "nerve"?' in told
    assert reason.partition(". Mend")[0].partition("]0")[0] in told and "Traceback" not in told


@pytest.mark.parametrize("folders", ["/a folder with blanks in its name" * 12, "/folder" * 50], ids=["blanks", "plain"])
def test_the_reason_is_told_whole_however_long_the_path_of_the_game(
    folders: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / folders[1:] / "data"
    (deep / "systems").mkdir(parents=True)
    monkeypatch.setenv("TRACKER_DATA", str(deep))
    module, pack, hooked = (deep / "systems" / name for name in ("nerve.py", "feud.toml", "raising.py"))
    module.write_text("raise ImportError(f'{__file__} wants a newer tracker')\n", encoding="utf-8")
    pack.write_text("[clock]\nticks = ?\n", encoding="utf-8")
    raising = (
        "def bind(*_):\n    raise RuntimeError(f'{__file__} lacks a table')\nNerveGame.bind = bind\n"
        "from dataclasses import replace\n"
    )
    hooked.write_text(f"{nerve()}\n{raising}SYSTEM = replace(NERVE, name='raising')\n", encoding="utf-8")
    problems = {record["name"]: record["problem"] for record in json.loads(call("systems", "--json").out)}
    assert f'system "nerve" ({module}) cannot be loaded: ImportError: …/nerve.py wants a newer' in problems["nerve"]
    assert "…/feud.toml:2:9: this is not TOML" in problems["feud"]
    fight = tmp_path / "duel.toml"
    fight.write_text(ENCOUNTER.replace("nerve", "raising"), encoding="utf-8")
    assert "its hook bind raises RuntimeError: …/raising.py lacks a table (raising.py, line" in call("check", fight).out


@pytest.mark.parametrize("hook", ["bind", "remarks", "builtin"])
@pytest.mark.parametrize("raising", ["1 / 0", "raise SystemExit(0)"])
def test_a_hook_that_raises_is_a_mistake_that_names_the_game_and_the_hook(
    hook: str, raising: str, folder: Path, tmp_path: Path
) -> None:
    broken = f"\ndef {hook}(*_):\n    {raising}\nNerveGame.{hook} = {hook}\nSYSTEM = NERVE\n"
    (folder / "nerve.py").write_text(nerve().rstrip() + "\n" + broken)
    line = len((folder / "nerve.py").read_text().splitlines()) - 2
    fight = tmp_path / "duel.toml"
    fight.write_text(ENCOUNTER)
    checked = call("check", fight)
    reason = "ZeroDivisionError: division by zero" if raising == "1 / 0" else "SystemExit: 0"
    assert checked.code == 2 and checked.lines == [
        f'{fight}:1:1: the system "nerve" ({folder / "nerve.py"}) fails: '
        f"its hook {hook} raises {reason} (nerve.py, line {line})."
    ]
    (record,) = json.loads(call("check", fight, "--json").out)
    assert f"its hook {hook} raises" in record["message"]


def test_what_a_game_prints_when_it_is_loaded_is_no_part_of_the_output(folder: Path) -> None:
    (folder / "nerve.py").write_text(nerve() + "\nprint('hello')\nSYSTEM = NERVE\n")
    listed = call("systems", "--json")
    assert "nerve" in [record["name"] for record in json.loads(listed.out)] and "hello" in listed.err


def test_a_package_that_has_lost_its_description_is_named_by_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lost-1.0.dist-info").mkdir()
    (tmp_path / "lost-1.0.dist-info" / "entry_points.txt").write_text("[tracker.systems]\nlost = lost_module:SYSTEM\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._installed.cache_clear()
    try:
        (source,) = [source for source in registry.sources() if source.name == "lost"]
        assert (source.origin, source.version) == ("entry point lost_module:SYSTEM", "")
        assert call("systems").code == 0 and registry.find("plain").name == "plain"
    finally:
        registry._installed.cache_clear()


@pytest.fixture
def pack_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The pack of an installed package that has no Python, only the pack and an entry point."""
    pack, described = tmp_path / "feud_pack" / "feud.toml", tmp_path / "feud_pack-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: feud-for-tracker\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text("[tracker.systems]\nfeud = feud_pack\n")
    pack.parent.mkdir()
    assert call("new", pack, "--pack").code == 0
    monkeypatch.syspath_prepend(tmp_path)
    registry._installed.cache_clear()
    yield pack
    registry._installed.cache_clear()
    sys.modules.pop("feud_pack", None)


def test_a_package_may_be_a_pack_alone_and_a_broken_one_is_told_with_its_reason(
    pack_alone: Path, tmp_path: Path
) -> None:
    fight = tmp_path / "fight.toml"
    assert "  feud      pack  feud-for-tracker 1.0" in call("systems").lines
    assert call("new", fight, "--system", "feud").code == 0
    assert call("check", fight).lines[0] == f"{fight}: no mistakes"
    assert call("run", fight, "--seed", "1", given="begin\nnext\n").code == 0
    pack_alone.write_text(pack_alone.read_text().replace("[clock]", "[clocks]"))
    listed = call("systems")
    assert listed.code == 0 and 'The system "feud" (feud-for-tracker 1.0) cannot be loaded' in listed.out
    assert "clocks" in listed.out


def test_the_built_in_game_is_used_where_another_has_its_name(folder: Path) -> None:
    (folder / "plain.py").write_text("SYSTEM = 3\n")
    assert "The system plain of" in call("systems").out and "the built-in one comes first" in call("systems").out
    assert registry.find("plain").name == "plain"


def test_a_game_built_in_is_found_without_looking_into_folders_and_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked() -> Iterator[registry.Source]:
        raise AssertionError("nothing is looked for")

    monkeypatch.setattr(registry, "_finders", [looked])
    assert registry.find("prism").name == "prism" and registry.knows("feats")


class TestNerve(testing.SystemContract):
    """The contract as an author calls it, on the game of the page."""

    @pytest.fixture(autouse=True)
    def _of_the_page(self, tmp_path: Path) -> None:
        type(self).system = page_game.game(tmp_path)


def test_the_contract_says_which_hook_of_a_wrong_game_is_meant(tmp_path: Path) -> None:
    class WrongNerve(testing.SystemContract):
        system = page_game.game(tmp_path, {"def judge(": "def judges("})

    with pytest.raises(AssertionError, match="dice lacks judge in nerve"):
        WrongNerve().test_every_hook_is_there(tmp_path)
