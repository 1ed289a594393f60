"""The script of the page about characters from elsewhere: a spreadsheet becomes a party that the tracker reads."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call

PAGE = ROOT / "docs" / "character-import.md"
HEROES = "name,player,stats.PST,stats.PEN,racial\nBrann,Ana,14,13,\nSela,,12,,1.5\n"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    text = re.search(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert text is not None
    path = tmp_path / "party.py"
    path.write_text(text[1], "utf-8")
    return path


def written(script: Path, table: str, system: str = "hybrid") -> Path:
    """The party that the script writes for a table; with the byte order mark that spreadsheets put before it."""
    heroes, party = script.with_name("heroes.csv"), script.with_name("party.toml")
    heroes.write_text(table, "utf-8-sig")
    subprocess.run([sys.executable, script, heroes, system, party], check=True)
    return party


def test_a_spreadsheet_becomes_a_party(script: Path) -> None:
    party = written(script, HEROES)
    assert call("check", party).code == 0
    printed = call("party", party).out
    assert "Brann" in printed and "Sela" in printed
    text = party.read_text("utf-8")
    assert 'player = "Ana"' in text and "PST = 14" in text and "racial = 1.5" in text and text.count("player") == 1


def test_a_cell_that_does_not_fit_is_named_with_its_key(script: Path) -> None:
    reply = call("check", written(script, HEROES.replace("14,13", "strong,13")))
    assert reply.code == 2
    assert reply.out.endswith('combatant "Brann", stats: PST must be a number, not "strong"\n')


def test_it_never_overwrites_a_party(script: Path) -> None:
    party = written(script, "name\nBrann\n")
    before = party.read_bytes()
    with pytest.raises(subprocess.CalledProcessError):
        written(script, "name\nOdo\n")
    assert party.read_bytes() == before


def test_a_name_with_a_sign_that_no_file_holds_is_refused_by_check(script: Path) -> None:
    reply = call("check", written(script, "name\nBr\u202eann\n"))
    assert reply.code == 2 and "\u202e" not in reply.out
