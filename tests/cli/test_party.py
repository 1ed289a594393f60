"""`tracker party` and `tracker rest`: told, looked at, written, taken back; refused in sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import call

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
    assert call("party", fight, "--write").lines[-1].endswith("--undo` takes it back.")
    assert "PFT = 5" in party.read_text() and "# big" in party.read_text()
    assert call("party", fight, "--write").lines[-1] == "Nothing is to be written."
    assert (
        call("party", party).out.startswith("Brann: PFT 5/36, PEX 10/60") and "experience 3" in call("party", party).out
    )
    assert call("check", party).code == 0
    assert "taken back: fight: ford" in call("rest", party, "--undo").out
    assert "PFT = 20" in party.read_text()


def test_one_is_left_out_and_another_file_is_named(party: Path) -> None:
    fight = fought(party, "fix brann PFT 5")
    assert call("party", fight, "--but", "brann").lines == ["Nothing is to be written."]
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
        (("8", "moons"), 1, "Say how long"),
        (("8", "hours", "dancing"), 1, '"dancing" is no way to rest; there are rest, sleep, sit.'),
        (("8", "hours", "--but", "Zed"), 1, "Nobody of the party is called Zed; there are Brann."),
        (("--redo",), 1, "Nothing was taken back"),
        (("--undo",), 1, "left to take back"),
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
    assert reply.code == 2 and 'its file says kind = "party" at the top' in reply.err
