"""`tracker party` and `tracker rest`: told, looked at, written, taken back; refused in sentences."""

from __future__ import annotations

import io
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

import pytest
import tomli

from tests.cli.calling import Reply, call
from tracker.cli import main

PARTY = '# Winter\nkind = "party"\n[[person]]\nname = "Brann" # big\npools = { PFT = 20, PEX = 10 }\n'
FORD = 'party = "party.toml"\n[[combatant]]\nname = "Gruk"\n'


@pytest.fixture
def party(tmp_path: Path) -> Path:
    path = tmp_path / "party.toml"
    path.write_text(PARTY)
    (tmp_path / "ford.toml").write_text(FORD)
    return path


def fought(party: Path, *lines: str) -> Path:
    """A fight of the encounter in which these lines were said."""
    fight = party.with_name("ford.fight.toml")
    typed = "\n".join(["begin", *lines])
    assert call("run", party.with_name("ford.toml"), "--seed", 1, "--save", fight, given=typed).code == 0
    return fight


def test_a_fight_is_told_then_written_once_and_taken_back(party: Path) -> None:
    fight = fought(party, "fix brann PFT 5", "brann gains 3")
    told = call("party", fight)
    assert told.lines[0] == "Brann: PFT 20 → 5, experience 0 → 3 (+3 for this fight)"
    assert party.read_text() == PARTY, "only told"
    assert call("party", fight, "--write").lines[-1].endswith("--undo` undoes it.")
    assert "PFT = 5" in party.read_text() and "# big" in party.read_text()
    assert call("party", fight, "--write").lines[-1] == "There is nothing to write."
    assert (
        call("party", party).out.startswith("Brann: PFT 5/36, PEX 10/60") and "experience 3" in call("party", party).out
    )
    assert call("check", party).code == 0
    assert "undone: fight: ford" in call("rest", party, "--undo").out
    assert "PFT = 20" in party.read_text()


def test_one_is_left_out_and_another_file_is_named(party: Path) -> None:
    fight = fought(party, "fix brann PFT 5")
    assert call("party", fight, "--but", "brann").lines == ["There is nothing to write."]
    other = party.rename(party.with_name("other.toml"))
    missing = call("party", fight)
    assert missing.code == 2 and "there is no such file" in missing.err
    assert "PFT 20 → 5" in call("party", fight, "--party", other).out


def test_rest_is_looked_at_written_and_taken_back(party: Path) -> None:
    looked = call("rest", party, "8", "hours", "--look")
    assert looked.code == 0 and "PEX 10 → 50" in looked.out and party.read_text() == PARTY
    assert call("rest", party, "8", "hours").code == 0
    assert "PEX = 50" in party.read_text()
    assert call("rest", party, "--undo").code == 0
    assert "PEX = 10" in party.read_text()
    assert call("rest", party, "--redo").code == 0
    assert "PEX = 50" in party.read_text()


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("8", "moons"), 1, "Give the time"),
        (("8", "hours", "dancing"), 1, '"dancing" is no way to rest; there are rest, sleep, sit.'),
        (("8", "hours", "--but", "Zed"), 1, "No person of the party is called Zed; it has Brann."),
        (("--redo",), 1, "There is no undone change"),
        (("--undo",), 1, "left to undo"),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(
    party: Path, words: tuple[str, ...], code: int, why: str
) -> None:
    reply = call("rest", party, *words)
    assert reply.code == code and why in reply.err and party.read_text() == PARTY


@pytest.mark.parametrize("system", ["plain", "prism"])
def test_a_game_without_recovery_says_so(party: Path, system: str) -> None:
    party.write_text(f'kind = "party"\nsystem = "{system}"\n[[person]]\nname = "Ann"\n')
    assert f"The rules of {system} give no recovery over hours" in call("rest", party, "8 hours").err


def test_an_encounter_is_no_party(party: Path) -> None:
    reply = call("rest", party.with_name("ford.toml"), "8 hours")
    assert reply.code == 2 and 'it must say kind = "party" at the top' in reply.err


BLEEDING = (
    'kind = "party"\n[[person]]\nname = "Brann" # big\npools = { PEX = 10 }\n'
    'lasting = [{ condition = "bleeding", label = "bleeding arm" }, '
    '{ condition = "own-cursed", label = "cursed", amount = -2, own = true }]\n'
    '[[person]]\nname = "Old Sela"\nlasting = [{ condition = "bleeding" }]\n'
)


def test_rest_of_somebody_who_bleeds_says_what_to_do_and_what_it_says_does_it(party: Path) -> None:
    party.write_text(BLEEDING)
    reply = call("rest", party, "8", "hours")
    assert reply.lines[0] == "Brann: does not recover: a wound bleeds"
    offered = [shlex.split(line.split("`")[1]) for line in reply.lines if "bind" in line]
    assert offered[0] == ["tracker", "party", "bind", str(party), "Brann"]
    assert party.read_text() == BLEEDING
    bound = call(*offered[0][1:])
    assert bound.code == 0 and bound.lines[0] == "Brann: bleeding arm: bound"
    assert "cursed" in party.read_text() and "bleeding arm" not in party.read_text()
    assert "PEX 10 → 50" in call("rest", party, "8", "hours").out
    assert call("party", "bind", party, "Old Sela").code == 0 and '"bleeding"' not in party.read_text()
    for _ in range(3):
        assert call("party", party, "--undo").code == 0
    assert tomli.loads(party.read_text()) == tomli.loads(BLEEDING) and "# big" in party.read_text()
    assert call("party", "bind", party).lines[:2] == ["Brann: bleeding arm: bound", "Old Sela: bleeding: bound"]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Zed",), "No person of the party is called Zed; it has Brann."),
        (("Brann",), "Brann has no wound that needs binding."),
        ((), "No person of the party has a wound that needs binding."),
    ],
)
def test_nobody_is_bound_who_does_not_bleed(party: Path, names: tuple[str, ...], why: str) -> None:
    reply = call("party", "bind", party, *names)
    assert reply.code == 1 and why in reply.err and party.read_text() == PARTY


def test_what_a_fight_wrote_is_taken_back_and_brought_back_by_party_itself(party: Path) -> None:
    fight = fought(party, "fix brann PFT 5")
    assert (
        call("party", fight, "--write").lines[-1]
        == f"Wrote {party}; `tracker party {shlex.quote(str(party))} --undo` undoes it."
    )
    assert call("party", party, "--undo").lines == [f"{party}: undone: fight: ford"]
    assert party.read_text() == PARTY, "to the byte"
    assert call("party", fight, "--redo").lines == [f"{party}: redone: fight: ford"]
    assert "PFT = 5" in party.read_text()
    assert call("party", party, "--redo").code == 1


class Asked(io.StringIO):
    """A terminal at which somebody answers."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("linked", [False, True])
def test_a_party_outside_the_folder_of_its_fight_is_asked_about_before_it_is_written(
    party: Path, linked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = party.parent / "room"
    room.mkdir()
    if linked:
        (room / "party.toml").symlink_to(party)
    named = room / ("party.toml" if linked else "../party.toml")
    (room / "ford.toml").write_text(FORD if linked else FORD.replace("party.toml", "../party.toml"))
    fight = room / "ford.fight.toml"
    call("run", room / "ford.toml", "--seed", 1, "--save", fight, given="begin\nfix brann PFT 5\n")
    assert "PFT 20 → 5" in call("party", fight).out, "to look asks nothing"
    unasked = call("party", fight, "--write")
    assert unasked.code == 1 and "lies outside the folder" in unasked.err
    assert shlex.join(["--party", str(named)]) in unasked.err
    assert party.read_text() == PARTY

    def answered(words: str, *more: str) -> Reply:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", Asked(f"{words}\n")):
            return Reply(main(["party", str(fight), *more]), out.getvalue(), err.getvalue())

    assert answered("", "--write").code == 1 and answered("n", "--write").code == 1 and party.read_text() == PARTY
    assert "Write it? [y/N]" in answered("y", "--write").out and "PFT = 5" in party.read_text()
    assert answered("n", "--undo").code == 1 and "PFT = 5" in party.read_text()
    assert answered("yes", "--undo").code == 0 and party.read_text() == PARTY
    assert call("party", fight, "--write", "--party", named).code == 0 and "PFT = 5" in party.read_text()


def test_a_party_below_the_folder_is_written_without_a_question(party: Path) -> None:
    (party.parent / "us").mkdir()
    below = party.rename(party.parent / "us" / "party.toml")
    (party.parent / "ford.toml").write_text(FORD.replace("party.toml", "us/party.toml"))
    assert call("party", fought(party, "fix brann PFT 5"), "--write").code == 0 and "PFT = 5" in below.read_text()


def test_a_year_of_rest_is_understood_as_it_is_offered(party: Path) -> None:
    offer = call("rest", party, "8", "moons").err
    assert "1 year" in offer
    assert call("rest", party, "1", "year", "--look").code == 0
    assert call("rest", party, "2", "years").code == 1
