"""One judgement for the characters of what is read, typed and written: what a file may hold the fight holds."""

from __future__ import annotations

import tempfile
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.lanes import drawing, sample
from tests.storage.table import ford, sat_down, stand_up, told, written
from tests.tui.opening import EXAMPLE_OF
from tracker.campaign.file_checks import check
from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.session.opening import look, session_of
from tracker.storage.fight_log.hash_chain import seal_block
from tracker.storage.fight_log.opening import open_fight, start_fight
from tracker.storage.preparation import read_encounter
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.storage.toml.writer import text as quoted

UNSEEN = ("\t", "\ue000", "\uffa0", "\ufdd0", "\U0010ffff", "\U000f0000", "\u200b", "\u202e")
PLACES = {
    "title": 'title = {}\n[[combatant]]\nname = "Ann"\n',
    "name": "[[combatant]]\nname = {}\n",
    "side": '[[combatant]]\nname = "Ann"\nside = {}\n',
    "player": '[[combatant]]\nname = "Ann"\nplayer = {}\n',
    "alias": '[[combatant]]\nname = "Ann"\nalias = {}\n',
    "weapon": '[[combatant]]\nname = "Ann"\n[[combatant.weapon]]\nname = {}\n',
    "scheduled": "[[scheduled]]\nat = 6\ntext = {}\n",
    "condition": '[[combatant]]\nname = "Ann"\nlasting = [{{ condition = {} }}]\n',
}


@drawing
@pytest.mark.parametrize("place", PLACES)
def test_a_file_with_a_character_that_no_fight_holds_is_refused(place: str, tmp_path: Path) -> None:
    for sign, escaped in sample(product(UNSEEN, (False, True)), 4):
        name = f'"Bob\\U{ord(sign):08x}B"' if escaped else f'"Bob{sign}B"'
        (line,) = told(tmp_path, f'system = "plain"\n{PLACES[place].format(name)}')
        assert f"the character U+{ord(sign):04X} (" in line


@pytest.mark.parametrize("sign", UNSEEN)
def test_a_library_with_such_a_name_does_not_pass_and_nobody_joins_by_one(sign: str, tmp_path: Path) -> None:
    library = written(tmp_path, f'system = "plain"\n[[creature]]\nname = "Bob{sign}B"\n', "library/own.toml")
    assert f"U+{ord(sign):04X}" in str(check(library)[0])
    session = session_of(
        look(written(tmp_path / "elsewhere", 'system = "plain"\n[[combatant]]\nname = "Ann"\n')), SeededDice(1)
    )
    if sign == "\t":
        session.say(f'join new "Bob{sign}B"')
        assert [one.name for one in session.encounter] == ["Ann", "Bob B"], "a tab that was pasted is a space"
        return
    with pytest.raises(Refused, match=f"U\\+{ord(sign):04X}"):
        session.say(f'join new "Bob{sign}B"')


def test_a_name_of_which_nothing_shows_is_refused(tmp_path: Path) -> None:
    for name in ("\u0301", "\u2800", "\u0301\u0302 \u0301"):
        (line,) = told(tmp_path, f'system = "plain"\n[[combatant]]\nname = "{name}"\n')
        assert line.startswith("ford.toml:3:1: ") and "no visible character" in line
    assert told(tmp_path, 'system = "plain"\n[[combatant]]\nname = "Zoe\u0308"\nalias = "雪"\n') == []


@pytest.mark.parametrize("system", sample(EXAMPLE_OF, 2))
def test_what_a_file_may_hold_the_fight_holds(system: str) -> None:
    with tempfile.TemporaryDirectory() as folder:

        @settings(max_examples=settings().max_examples)
        @given(some.text(min_size=1, max_size=8), some.text(min_size=1, max_size=8), some.text(max_size=20))
        def holds(name: str, side: str, notes: str) -> None:
            head = f'system = "{system}"\nnotes = {quoted(notes)}\ntitle = {quoted(side)}\n'
            own = f"[[combatant]]\nname = {quoted(name)}\nside = {quoted(side)}\n"
            path = written(Path(folder), f"{head}{own}[[scheduled]]\nat = 6\ntext = {quoted(name)}\n")
            try:
                prepared = read_encounter(path, library_dirs=())
            except InvalidFile:
                return
            fight = Path(folder) / "ford.fight.toml"
            fight.unlink(missing_ok=True)
            assert stand_up(sat_down(prepared, fight)) == ""
            opened = open_fight(fight, look=True)
            assert [(one.name, one.profile.side) for one in opened.encounter] == [(name, side)]
            assert opened.prepared.notes == notes

        holds()


def test_a_fight_that_could_not_be_opened_again_is_never_begun(tmp_path: Path) -> None:
    prepared = ford(tmp_path)
    prepared.document["combatant"][0]["name"] = "Bob\u200bB"
    fight = tmp_path / "ford.fight.toml"
    with pytest.raises(StorageError, match=r"is not started; it could not be opened again: .*U\+200B") as refused:
        start_fight(prepared, fight)
    assert not fight.exists() and list(tmp_path.glob("*.lock")) == [] and "\n" not in refused.value.sentence
    assert stand_up(sat_down(ford(tmp_path), fight)) == "", "and nothing holds its name"


def test_a_fight_begun_with_what_was_let_pass_before_opens_and_goes_on(tmp_path: Path) -> None:
    fight = tmp_path / "old.fight.toml"
    stand_up(sat_down(ford(tmp_path), fight))
    for name in ("Bob\\tB", "Bob\ue000B"):
        head = fight.read_text().rpartition('seal = "')[0].replace('name = "Brann"', f'name = "{name}"', 1)
        other = tmp_path / "other.fight.toml"
        other.write_bytes(seal_block("", head)[0])
        opened = open_fight(other)
        assert next(one.name for one in opened.encounter) == name.replace("\\t", "\t") and opened.fight_file is not None
        opened.fight_file.close()
        assert check(other) == ()


def test_a_line_with_a_character_that_no_file_holds_is_refused_but_for_notes(tmp_path: Path) -> None:
    session = session_of(look(written(tmp_path, 'system = "plain"\n[[combatant]]\nname = "Ann"\n')), SeededDice(1))
    session.say("note caf\u202e \ue000")
    before = session.encounter
    for line in ("ann poisoned\u202e", 'event 9 "Ra\ue000in"', "mod -2 bad\ufdd0light", "ann note\udce9"):
        with pytest.raises(Refused, match=r"This line has the character U\+"):
            session.say(line)
    assert session.encounter == before
