"""A fight names its game and the game's version, and is still told and watched when that game is gone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from tests import page_game
from tests.cli.calling import call
from tests.encounter.clocks import SHOTS, countings
from tracker import __version__
from tracker.cli.opening import session_of
from tracker.clock.spans import WHOLE, Counting, TimeUnit
from tracker.dice.source import SeededDice
from tracker.model.orders import OrderWords
from tracker.player_screen.layout import lay_screen
from tracker.player_screen.spectator import Spectator
from tracker.storage.fight_log.format import HEAD
from tracker.storage.fight_log.game_head import _clock_keys, clock_of
from tracker.storage.fight_log.hash_chain import seal_block, verify
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.system_api.values import Abilities
from tracker.systems import registry

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
            self.monkeypatch.setattr(page_game_rules(self.game), "unit", unit)
        source = registry.Source("nerve", f"nerve-for-tracker {version}", lambda: self.game, version)
        self.monkeypatch.setattr(registry, "_installed", lambda: (source,))

    def remove(self) -> None:
        """Take the package away."""
        self.monkeypatch.setattr(registry, "_installed", lambda: ())


def page_game_rules(game: Any) -> Any:
    """The class of the rules of the page's game."""
    return type(game.bind({}))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """The game of the page, installed as version 1.0."""
    folder = tmp_path / "game"
    folder.mkdir()
    package = Installed(page_game.game(folder), monkeypatch)
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(page_game_rules(package.game), "abilities", Abilities(orders=OrderWords(("attack",))))
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


TOLD = {
    "text": ("log",),
    "markdown": ("log", "--format", "markdown"),
    "html": ("log", "--format", "html"),
    "csv": ("log", "--format", "csv"),
    "since": ("log", "--since", "3"),
    "json": ("log", "--format", "json"),
    "summary": ("log", "--summary"),
    "players": ("log", "--for", "players"),
    "players-html": ("log", "--for", "players", "--format", "html"),
    "recap": ("log", "--for", "players", "--recap"),
}


def watched(path: Path) -> list[str]:
    """The players' screen."""
    spectator = Spectator(path, recent=True)
    spectator.look()
    return ["".join(span.text for span in line) for line in lay_screen(spectator.scene(), spectator.trouble, 100, 24)]


def test_the_head_names_the_game_its_version_and_its_package(installed: Installed, tmp_path: Path) -> None:
    head = tomli.loads(played(tmp_path, "begin").read_text())["game"]
    assert (head["name"], head["version"], head["package"]) == ("nerve", "1.0", "nerve-for-tracker")
    assert head["clock"] == {"one": "second", "many": "seconds", "per_second": "1"}
    (tmp_path / "plain.toml").write_text('system = "plain"\n[[combatant]]\nname = "Ann"\n')
    call("run", tmp_path / "plain.toml", "--save", tmp_path / "plain.fight.toml", "--seed", 1, given="begin\n")
    plain = (tmp_path / "plain.fight.toml").read_text()
    assert tomli.loads(plain)["game"] == {"name": "plain", "release": __version__, "version": __version__}


def test_a_fight_of_a_removed_game_is_told_as_it_was_with_it(installed: Installed, tmp_path: Path) -> None:
    path = played(tmp_path)
    before, screen = {name: call(*words, path) for name, words in TOLD.items()}, watched(path)
    assert "Thunder" in before["text"].out and "Rain" in before["players"].out and "NV" in before["text"].out
    assert before["csv"].out.count("\n") == 2 and any("Ann" in line for line in screen)
    installed.remove()
    for name, words in TOLD.items():
        after = call(*words, path)
        assert (after.code, after.out) == (before[name].code, before[name].out), name
        told = 'The game "nerve" cannot be used here: the fight is told from what was recorded of it.\n'
        assert after.err == ("" if "players" in words else told)
    assert watched(path) == screen


@pytest.mark.parametrize("words", [("play", "--plain"), ("run",), ("check",), ("log", "--format", "lines")])
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
        "`pip install nerve-for-tracker==1.0`. `tracker log` and `tracker watch` still tell it."
        in refused.out
        + refused.err
    )
    assert path.read_bytes() == before


def test_a_fight_of_another_version_is_told_so_and_goes_on(installed: Installed, tmp_path: Path) -> None:
    path = played(tmp_path, "begin\nnext")
    assert open_fight(path, look=True).warnings == ()
    installed.version("1.1")
    (sentence,) = open_fight(path, look=True).warnings
    assert sentence == (
        "This fight began with version 1.0 of the game nerve; here is version 1.1. What was played stays as it was; "
        "what comes may follow other rules."
    )
    assert session_of(open_fight(path, look=True), SeededDice(1)).words == (sentence,)
    went_on = call("run", path, "--save", path, given="ann wait\n")
    assert went_on.code == 0 and sentence in went_on.err
    assert tomli.loads(path.read_text())["game"]["version"] == "1.0"


def test_a_game_in_the_data_folder_may_say_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "data"))
    (tmp_path / "data" / "systems").mkdir(parents=True)
    own = tmp_path / "data" / "systems" / "nerve.py"
    own.write_text(f'{page_game.blocks()[0]}\nGame.version = "3"\nSYSTEM = NERVE\n')
    path = played(tmp_path, "begin", orders="")
    game = tomli.loads(path.read_text())["game"]
    assert game["version"] == "3" and "package" not in game and str(tmp_path) not in str(game)
    own.unlink()
    refused = call("run", path)
    assert "is not installed (version 3); install the package that brings it, or put its file into" in refused.err


def test_a_broken_game_is_told_with_its_reason_and_its_fight_is_still_told(
    installed: Installed, tmp_path: Path
) -> None:
    path = played(tmp_path)
    before = call("log", path)
    source = registry.Source("nerve", "nerve-for-tracker 1.0", lambda: 1 / 0, "1.0")
    installed.monkeypatch.setattr(registry, "_installed", lambda: (source,))
    refused = call("run", path)
    assert (
        "cannot be loaded: ZeroDivisionError" in refused.err
        and "`tracker log` and `tracker watch`" in refused.err.replace("`Tracker", "`tracker")
    )
    assert call("log", path).out == before.out


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


def test_a_fight_of_a_release_that_named_no_version_is_told_by_its_events(installed: Installed, tmp_path: Path) -> None:
    path = played(tmp_path)
    before = call("log", path)
    with_game(path, lambda game: None)
    installed.remove()
    assert call("log", path).out == before.out
    refused = call("run", path)
    assert 'the game "nerve" of this fight is not installed; install the package that brings it' in refused.err
    assert any("NV" in line or "Goblin" in line for line in watched(path))


NESTED: dict[str, Any] = {"base": 3, "sign": "."}
for _ in range(60):
    NESTED = {"base": 3, "sign": ".", "greater": NESTED}
HOSTILE = [
    {"package": "x; rm -rf ~"},
    {"package": "-e git+https://example.org"},
    {"version": "1.0\u202e"},
    {"version": 7, "package": ["a"], "name": {}},
    {"clock": 3},
    {"clock": {"per_second": "0"}},
    {"clock": {"per_second": "1/0"}},
    {"clock": {"per_second": "9" * 400}},
    {"clock": {"one": "x" * 4000, "many": 3}},
    {"clock": {"counting": {"base": 0, "sign": "."}}},
    {"clock": {"counting": {"base": 10**12, "sign": ".", "names": ["a"]}}},
    {"clock": {"counting": NESTED}},
    {"clock": {"round": -4}},
    {"fighter": 3},
    {"fighter": [3, {"pools": 4}, {"pools": [{"name": "NV"}]}]},
    {"fighter": [{"pools": [{"name": "NV", "label": "nerve", "full": "many", "left": 1}]}]},
    {"fighter": [{"pools": [{"name": "NV", "label": "nerve", "full": 8, "left": "all"}]}] * 9},
]


@pytest.mark.parametrize("game", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_head_is_told_or_refused_in_a_sentence(
    game: dict[str, Any], installed: Installed, tmp_path: Path
) -> None:
    path = played(tmp_path)
    with_game(path, lambda before: {**before, **game})
    installed.remove()
    told = call("log", path)
    assert "Traceback" not in told.err
    assert told.code == 0 or "duel.fight.toml:" in told.err
    refused = call("run", path)
    assert (
        refused.code == 2 and "rm -rf" not in refused.err and "git+" not in refused.err and "\u202e" not in refused.err
    )
    assert watched(path)


def test_a_clock_that_counts_down_is_told_in_its_own_words_without_the_game(
    installed: Installed, tmp_path: Path
) -> None:
    installed.version("1.0", SHOTS)
    path = played(tmp_path, LINES.replace("event 3", "event 9"))
    before, screen = call("log", path), watched(path)
    assert re.search(r"^ +1:1[0-2] ", before.out, re.MULTILINE) and "lands 1:" in before.out
    installed.remove()
    assert call("log", path).out == before.out and watched(path) == screen
    since = call("log", "--since", "1:9", path)
    assert since.code == 0 and len(since.out) < len(before.out)


@given(countings(), st.integers(0, 60), st.integers(1, 900), st.integers(1, 900))
def test_every_clock_is_read_back_from_a_head(counting: Counting, length: int, part: int, whole: int) -> None:
    unit = TimeUnit("shot", "shots", Fraction(part, whole), counting, round=length)
    assert clock_of(tomli.loads(tomli_w.dumps(_clock_keys(unit)))) == unit
    assert clock_of(_clock_keys(WHOLE)) == WHOLE


def test_a_fight_of_a_removed_game_is_followed_while_another_program_plays_it(
    installed: Installed, tmp_path: Path
) -> None:
    path = played(tmp_path, "begin\nnext")
    played_on = path.with_name("later.fight.toml")
    played_on.write_bytes(path.read_bytes())
    for line in ("ann shoot goblin-1", "join Goblin", "fix goblin-3 NV 3"):
        call("run", played_on, "--save", played_on, given=f"{line}\n")
    installed.remove()
    for recent in (True, False):
        path.write_bytes(tomli_free_prefix(played_on, path))
        spectator = Spectator(path, recent)
        assert spectator.look() and not spectator.trouble
        seen = len(spectator.tale().lines)
        path.write_bytes(played_on.read_bytes())
        assert spectator.look() and not spectator.trouble
        assert len(spectator.tale().lines) > seen


def tomli_free_prefix(later: Path, earlier: Path) -> bytes:
    """The bytes of the later fight up to its second step."""
    data = later.read_bytes()
    return data[: [end for _, end in verify(data).blocks][2]]


def test_what_joined_has_its_pools_and_a_fight_with_checkpoints_is_told_to_its_end(
    installed: Installed, tmp_path: Path
) -> None:
    many = "\n".join(f"fix goblin-3 NV {n % 5 + 1}" for n in range(130))
    path = _long(tmp_path, many)
    assert "[[state]]" in path.read_text()
    before = call("log", path)
    installed.remove()
    assert call("log", path).out == before.out
    opened = open_fight(path, tell=True)
    assert opened.encounter["goblin-3"].pool("NV") == 129 % 5 + 1
    with pytest.raises(InvalidFile):
        open_fight(path, look=True)


def _long(folder: Path, many: str) -> Path:
    """A fight long enough for a checkpoint, played in one go."""
    (folder / "duel.toml").write_text(ENCOUNTER)
    path = folder / "long.fight.toml"
    lines = f"begin\njoin Goblin\n{many}\n"
    assert call("run", folder / "duel.toml", "--save", path, given=lines).code == 0
    return path


def test_the_log_as_json_names_every_event_without_the_game(installed: Installed, tmp_path: Path) -> None:
    path = played(tmp_path)
    installed.remove()
    kinds = {
        event["kind"] for line in call("log", "--format", "json", path).lines for event in json.loads(line)["events"]
    }
    assert {"Began", "ActionDeclared", "Rolled", "Joined", "PoolChanged", "ConditionGained"} <= kinds
