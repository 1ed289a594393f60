"""A fight names its game and the game's version, and its lines are still printed when that game is gone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w

from tests import page_game
from tests.cli.calling import call
from tests.lanes import sample
from tracker import __version__
from tracker.clock.spans import TimeUnit
from tracker.dice.source import SeededDice
from tracker.game_api.values import Abilities
from tracker.games import registry
from tracker.model.orders import OrderWords
from tracker.session.opening import session_of
from tracker.storage.fight_log.hash_chain import seal_block, verify
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.migrations import HEAD

ENCOUNTER = """\
system = "nerve"

[[combatant]]
name = "Ann"
player = "Ana"
aim = 4
orders = "attack nearest"

[[combatant]]
from = "Goblin"
side = "raiders"
number = 2

[[scheduled]]
at = 4
text = "Rain"
public = true
"""
ORDERS = 'orders = "attack nearest"'
ORC = f'system = "nerve"\n[[creature]]\nname = "Orc"\nnerve = 6\n{ORDERS}\n'
LINES = """\
begin
event 3 "Thunder"
next
ann shoot goblin-1
goblin-1 wait
goblin-2 wait
undo
redo
next
next
stand
66
join Goblin
fix goblin-1 NV 2
ann is "half blind" -2 until 6
next
next
goblin-3 wait
goblin-1 orders attack weakest, flee under 20
join Orc raiders
fix orc NV 4
"""


@dataclass
class Installed:
    """A package with the game of the page, which can be taken away and brought back in another version."""

    game: Any
    monkeypatch: pytest.MonkeyPatch

    def version(self, version: str, unit: TimeUnit | None = None) -> None:
        """Install the package in this version."""
        if unit is not None:
            self.game = replace(self.game, unit=unit)
        source = registry.Source("nerve", f"nerve-for-tracker {version}", lambda: self.game, version)
        self.monkeypatch.setattr(registry, "_installed", lambda: (source,))

    def remove(self) -> None:
        """Take the package away."""
        self.monkeypatch.setattr(registry, "_installed", lambda: ())


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """The game of the page, installed as version 1.0."""
    folder = tmp_path / "game"
    folder.mkdir()
    ordered = Abilities(orders=OrderWords(("attack",)))
    package = Installed(replace(page_game.game(folder), abilities=ordered), monkeypatch)
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    package.version("1.0")
    return package


def played(folder: Path, lines: str = LINES, orders: str = ORDERS) -> Path:
    """A fight of the page's game in a file; Ann has these orders from the file."""
    (folder / "duel.toml").write_text(ENCOUNTER.replace(ORDERS, orders))
    (folder / "library").mkdir(exist_ok=True)
    (folder / "library" / "own.toml").write_text(ORC.replace(ORDERS, orders))
    path = folder / "duel.fight.toml"
    call("run", folder / "duel.toml", "--save", path, "--seed", 1, given=f"{lines}\n")
    return path


def test_the_head_names_the_game_its_version_and_its_package(installed: Installed, tmp_path: Path) -> None:
    head = tomli.loads(played(tmp_path, "begin").read_text())["game"]
    assert (head["name"], head["version"], head["package"]) == ("nerve", "1.0", "nerve-for-tracker")
    assert set(head) == {"name", "release", "version", "package"}
    (tmp_path / "plain.toml").write_text('system = "plain"\n[[combatant]]\nname = "Ann"\n')
    call("run", tmp_path / "plain.toml", "--save", tmp_path / "plain.fight.toml", "--seed", 1, given="begin\n")
    plain = (tmp_path / "plain.fight.toml").read_text()
    assert tomli.loads(plain)["game"] == {"name": "plain", "release": __version__, "version": __version__}


def test_of_a_fight_whose_game_is_gone_the_log_prints_the_lines_and_says_what_to_install(
    installed: Installed, tmp_path: Path
) -> None:
    path = played(tmp_path, f"{LINES}undo")
    before = call("log", path)
    installed.remove()
    after = call("log", path)
    assert after.code == 2 and "Traceback" not in after.err
    assert after.lines == [line for line in before.lines if re.match(r" *\d+[ ~]> ", line)]
    assert any(line.endswith('> event 3 "Thunder"') for line in after.lines) and any(
        "~>" in line for line in after.lines
    )
    assert after.err.count("\n") == 1 and "pip install nerve-for-tracker==1.0`" in after.err
    assert call("log", path, "--only", "thunder").lines == [line for line in after.lines if "Thunder" in line]


NEEDS_GAME = [
    *(("play", "--plain"), ("run",), ("check",), ("sheet",), ("odds",), ("log", "--summary"), ("log", "--since", "3")),
    *(("log", "--format", form) for form in ("lines", "json", "markdown", "html", "csv")),
]


@pytest.mark.parametrize("words", sample(NEEDS_GAME, 4), ids=" ".join)
def test_whatever_needs_the_game_says_what_to_install(
    words: tuple[str, ...], installed: Installed, tmp_path: Path
) -> None:
    path = played(tmp_path, "begin\nnext")
    before = path.read_bytes()
    installed.remove()
    refused = call(*words, path)
    assert refused.code == 2
    assert (
        'the game "nerve" of this fight is not installed; if you trust its author, install it with '
        "`pip install nerve-for-tracker==1.0`. `tracker log` still prints the lines of its steps."
        in refused.out
        + refused.err
    )
    assert path.read_bytes() == before


def test_players_are_told_nothing_of_a_fight_whose_game_is_gone(installed: Installed, tmp_path: Path) -> None:
    path = played(tmp_path)
    installed.remove()
    for words in (("log", "--for", "players"), ("log", "--for", "players", "--recap")):
        reply = call(*words, path)
        assert (reply.code, reply.out, reply.err) == (2, "", f"{path}: The fight cannot be read just now.\n")


def test_a_fight_of_another_version_is_told_so_and_goes_on(installed: Installed, tmp_path: Path) -> None:
    path = played(tmp_path, "begin\nnext")
    assert open_fight(path, look=True).warnings == ()
    installed.version("1.1")
    (sentence,) = open_fight(path, look=True).warnings
    assert sentence == (
        "This fight began with version 1.0 of the game nerve; here is version 1.1. The played steps stay as they were; "
        "later ones may follow other rules."
    )
    assert session_of(open_fight(path, look=True), SeededDice(1)).words == (sentence,)
    went_on = call("run", path, "--save", path, given="ann wait\n")
    assert went_on.code == 0 and sentence in went_on.err
    assert tomli.loads(path.read_text())["game"]["version"] == "1.0"


def test_a_game_in_the_data_folder_may_say_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "systems").mkdir(parents=True)
    own = tmp_path / "data" / "systems" / "nerve.py"
    own.write_text(f'{page_game.blocks()[0]}\nfrom dataclasses import replace\nSYSTEM = replace(NERVE, version="3")\n')
    path = played(tmp_path, "begin", orders="")
    game = tomli.loads(path.read_text())["game"]
    assert game["version"] == "3" and "package" not in game and str(tmp_path) not in str(game)
    own.unlink()
    refused = call("run", path)
    assert "is not installed (version 3); install the package that brings it, or put its file into" in refused.err


def test_a_broken_game_is_told_with_its_reason_and_the_lines_are_still_printed(
    installed: Installed, tmp_path: Path
) -> None:
    path = played(tmp_path)
    source = registry.Source("nerve", "nerve-for-tracker 1.0", lambda: 1 / 0, "1.0")
    installed.monkeypatch.setattr(registry, "_installed", lambda: (source,))
    refused = call("run", path)
    assert (
        "cannot be loaded: ZeroDivisionError" in refused.err and "`tracker log` still prints the lines" in refused.err
    )
    assert any(line.endswith("> begin") for line in call("log", path).lines)


def with_game(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the table [game] of a fight's head, and seal the fight anew."""
    data = path.read_bytes()
    blocks = [data[start:end].decode() for start, end in verify(data).blocks]
    texts = [re.sub(r'seal = "\w+"\n', "", block) for block in blocks]
    game = tomli.loads(texts[0])["game"]
    game = change(game)
    rest = texts[0][texts[0].index("[encounter]") :]
    texts[0] = HEAD + (tomli_w.dumps({"game": game}) + "\n" if game is not None else "") + rest
    seal, written = "", []
    for text in texts:
        block, seal = seal_block(seal, text)
        written.append(block)
    path.write_bytes(b"".join(written))


def test_a_fight_of_a_release_that_named_no_version_prints_its_lines_too(installed: Installed, tmp_path: Path) -> None:
    path = played(tmp_path)
    with_game(path, lambda game: None)
    installed.remove()
    assert any(line.endswith("> begin") for line in call("log", path).lines)
    refused = call("run", path)
    assert 'the game "nerve" of this fight is not installed; install the package that brings it' in refused.err


HOSTILE = [
    {"package": "x; rm -rf ~"},
    {"package": "-e git+https://example.org"},
    {"version": "1.0\u202e"},
    {"version": 7, "package": ["a"], "name": {}},
    {"clock": 3, "fighter": [3, {"pools": 4}]},
]


@pytest.mark.parametrize("game", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_head_is_told_or_refused_in_a_sentence(
    game: dict[str, Any], installed: Installed, tmp_path: Path
) -> None:
    path = played(tmp_path)
    with_game(path, lambda before: {**before, **game})
    installed.remove()
    told = call("log", path)
    assert "Traceback" not in told.err and told.code == 2
    assert any(line.endswith("> begin") for line in told.lines) or "duel.fight.toml:" in told.err
    refused = call("run", path)
    assert (
        refused.code == 2 and "rm -rf" not in refused.err and "git+" not in refused.err and "\u202e" not in refused.err
    )
