"""Fights edited by hand whose seals hold: check plays them and says at which step the rules cannot go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import DUEL, call
from tracker.games.hybrid.blows.blow import Blow
from tracker.storage.fight_log.hash_chain import seal_of

LINES = "begin\n34\n=5\nnext\nbrann attack gruk\nnext\n"


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """A duel in which a blow is about to land and its target is asked."""
    path = tmp_path / "duel.fight.toml"
    reply = call("run", DUEL, "--seed", 2, "--save", path, given=LINES)
    assert reply.code == 0, reply.err
    return path


def sealed_anew(path: Path, old: str, new: str) -> None:
    """The last place of `old` edited, and every seal made to hold, as a hand that means ill would."""
    text = path.read_text("utf-8")
    assert old in text
    before, _, after = text.rpartition(old)
    seal, out, body = "", "", ""
    for line in (before + new + after).splitlines(keepends=True):
        if line.startswith('seal = "'):
            seal = seal_of(seal, body.encode())
            out, body = f'{out}{body}seal = "{seal}"\n', ""
        else:
            body += line
    path.write_text(out, "utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('\\"attacker\\":', '\\"attaker\\":'),
        ('\\"attacker\\":', '\\"strikes\\":'),
        ('\\"blows\\":', '\\"bows\\":'),
        ('[\\"batch\\"', '[\\"botch\\"'),
        ('\\"weapon\\":\\"', '\\"weapon\\":\\"x'),
    ],
)
def test_what_the_rules_cannot_go_on_with_is_refused_at_its_step(fight: Path, old: str, new: str) -> None:
    assert call("check", fight).code == 0
    sealed_anew(fight, old, new)
    line = fight.read_text("utf-8").splitlines()
    reply = call("check", fight)
    assert reply.code == 2, reply.out
    place, _, sentence = reply.lines[0].removeprefix(f"{fight}:").partition(": ")
    assert line[int(place.split(":")[0]) - 1] == "[[step]]"
    assert sentence.startswith("step ")
    assert call("check", "--reseal", fight).code == 2


def test_a_step_that_does_not_fold_is_told_at_its_own_line(fight: Path) -> None:
    sealed_anew(fight, 'kind = "Rolled", who = "brann"', 'kind = "Rolled", who = "nobody"')
    reply = call("check", fight)
    assert reply.code == 2 and "step " in reply.out


def test_nothing_in_a_file_names_an_attribute_to_set() -> None:
    for name in ("strikes", "data", "read", "__class__", "attaker"):
        with pytest.raises(ValueError, match=f'a blow has no "{name}"'):
            Blow.read(json.loads(f'{{"{name}": 1}}'))
    blow = Blow("brann", "gruk", 1, "sword", options=("setup",), faces=(3, 4), hit=True)
    assert Blow.read(json.loads(json.dumps(blow.data()))) == blow
