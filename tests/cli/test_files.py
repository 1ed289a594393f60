"""`tracker new`, `tracker check` and `tracker sheet`."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from tests.cli.calling import DUEL, ROOT, call
from tracker.cli import check
from tracker.cli.arguments import read
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.storage.paths import examples, fight_called
from tracker.text.cells import width


def test_a_new_encounter_passes_the_check_and_can_be_fought(tmp_path: Path) -> None:
    path = tmp_path / "my fight.toml"
    assert call("new", path).code == 0
    checked = call("check", path)
    assert (checked.code, checked.out) == (0, f"{path}: no mistakes\n  Brann, 2 goblins\n")
    assert call("run", path, "--seed", 1, given="begin\nroll\nroll\nnext\n").code == 0


def test_a_bare_name_means_ones_own_fight_here_then_in_the_data_folder_then_a_finished_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    finished = ROOT / "saves" / "finished-duel.fight.toml"
    assert fight_called("finished-duel").resolve() == finished and fight_called("brawl") == Path("brawl")
    (tmp_path / "data").mkdir()
    assert call("run", DUEL, "--save", tmp_path / "data" / "duel.fight.toml", given="begin\n").code == 0
    assert fight_called("duel") == tmp_path / "data" / "duel.fight.toml" == fight_called("duel.fight.toml")
    assert "The fight begins" in call("log", "duel").out
    (tmp_path / "duel.fight.toml").write_bytes(finished.read_bytes())
    assert fight_called("duel") == Path("duel.fight.toml")
    assert fight_called("./duel") == Path("./duel"), "a path is what it says"


def test_the_check_lists_the_house_rules_that_differ(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    text = (
        '[house_rules]\nfumble = "self"\nlate_dodge = false\nflorentine = [-4, -6]\n\n[[combatant]]\nname = "Brann"\n'
    )
    path.write_text(text, encoding="utf-8")
    checked = call("check", path)
    assert checked.out.splitlines()[1:] == [
        "  Brann",
        "  house rule florentine = [-4, -6]",
        '  house rule fumble = "self"',
    ]
    all_of_them = call("check", path, "--rules").out.splitlines()[2:]
    assert len(all_of_them) == len(HouseRules.model_fields) and '  house rule critical_failure = "gated"' in all_of_them
    path.write_text(text.replace('"self"', '"loud"'), encoding="utf-8")
    wrong = call("check", path)
    assert wrong.code == 2 and f"{path}:2:1:" in wrong.out


def test_every_key_offered_in_a_new_encounter_is_a_key(tmp_path: Path) -> None:
    """Taking the # away anywhere leaves a file without mistakes."""
    path = tmp_path / "new.toml"
    call("new", path)
    lines = path.read_text(encoding="utf-8").splitlines()
    loose = [
        line.removeprefix("# ")
        if line.startswith("# ") and (" = " in line.split("#")[1] or line.startswith("# ["))
        else line
        for line in lines
    ]
    path.write_text("\n".join(loose) + "\n", encoding="utf-8")
    reply = call("check", path)
    assert reply.code == 0, reply.out


WRONG = """\
[[combatant]]
name = "Anna"
stats = { PEN = 0, XXX = 4 }
[[combatant.skill]]
name = "Sword"
basis = ["PCA", "ZZZ"]
[[combatant.skill]]
name = "sword"
[[combatant.skill]]
name = "Bow: attack"
kind = "support"
of = "Bow"
[[combatant.weapon]]
name = "Spear"
skill = "Spears"
speed = "fast"
[[combatant.weapon]]
name = "Bow"
skill = "Bow"
[[combatant.armour]]
name = "Mail"
stops = { blunt = 3, all = -1 }
"""


def test_rules_between_keys_are_told_with_the_other_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(WRONG.replace('name = "sword"', 'name = "Axe"'), encoding="utf-8")
    places = [line.removeprefix(f"{path}:").split(" ")[0] for line in call("check", path).out.splitlines()]
    assert places == ["3:11:", "3:20:", "6:17:", "12:1:", "15:1:", "16:1:", "18:1:", "19:1:", "22:11:", "22:22:"]
    path.write_text(WRONG, encoding="utf-8")
    assert "the skill sword is there twice" in call("check", path).out


def test_what_a_mistake_leaves_out_makes_no_further_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    axe = '[[combatant.weapon]]\nname = "Axe"\nspeed = 7\ndamage = 10\nskill = "Axe"\n'
    support = '[[combatant.skill]]\nname = "Axe: parry"\nkind = "support"\nof = 3\n'
    path.write_text(f'[[combatant]]\nname = "Anna"\nskil = "Axe"\n{axe}', encoding="utf-8")
    assert call("check", path).out.splitlines() == [
        f'{path}:3:1: combatant "Anna": unknown key "skil"; did you mean "skill"?'
    ]
    path.write_text(f'[[combatant]]\nname = "Anna"\n{support}', encoding="utf-8")
    assert call("check", path).out.splitlines() == [
        f'{path}:6:1: combatant "Anna", skill "Axe: parry": of must be text in quotes, not 3'
    ]


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine", encoding="utf-8")
    reply = call("new", path)
    assert reply.code == 2 and "exists already" in reply.err
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["fight.fight.toml", "fight", "fight.txt", "absent/fight.toml"])
def test_a_name_that_will_not_do_is_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    reply = call("new", tmp_path / name)
    assert reply.code == 2 and reply.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_examples_have_no_mistakes() -> None:
    reply = call("check", *examples())
    assert reply.code == 0
    assert len([line for line in reply.lines if line.endswith(": no mistakes")]) == len(examples()) >= 3


def test_all_mistakes_of_all_files_are_shown_with_their_places(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[[combatant]]\nname = "Ann"\nskil = 1\nside = 3\n', encoding="utf-8")
    absent = tmp_path / "absent.toml"
    reply = call("check", path, DUEL, absent)
    assert reply.code == 2 and reply.err == ""
    assert any(line.startswith(f"{path}:3:") and 'did you mean "skill"' in line for line in reply.lines)
    assert any(line.startswith(f"{path}:4:") for line in reply.lines)
    assert f"{DUEL}: no mistakes" in reply.lines
    assert any(line.startswith(f"{absent}: ") for line in reply.lines)


def test_an_encounter_cannot_be_sealed(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    call("new", path)
    before = path.read_bytes()
    assert call("check", "--reseal", path).code == 2
    assert path.read_bytes() == before


def test_sheets_are_told_in_words_and_in_json() -> None:
    reply = call("sheet", DUEL, "bra")
    assert reply.code == 0
    assert reply.lines[0].startswith("Brann (")
    assert not any("Gruk" in line for line in reply.lines)
    both = json.loads(call("sheet", DUEL, "--json").out)
    assert [sheet["name"] for sheet in both] == ["Brann", "Gruk"]
    brann = both[0]
    assert {"stats", "derived", "skills", "weapons"} <= set(brann)
    assert {"name", "rank", "df", "chance", "speed"} <= set(brann["skills"][0])
    assert {"name", "strike", "parry", "block", "speed", "damage"} <= set(brann["weapons"][0])


def test_a_name_that_is_nobodys_is_refused() -> None:
    reply = call("sheet", DUEL, "brunn")
    assert reply.code == 1 and 'Did you mean "' in reply.err


def test_each_event_that_cannot_be_read_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "late.toml"
    events = ('at = "noon"', "at = 5", 'at = 5\nevery = "often"')
    text = "".join(f'[[scheduled]]\ntext = "x"\n{event}\n' for event in events)
    path.write_text(f'system = "plain"\n[[combatant]]\nname = "Ann"\n{text}', encoding="utf-8")
    reply = call("check", path)
    assert reply.code == 2
    assert [line.partition("late.toml:")[2][:20] for line in (reply.out + reply.err).splitlines()] == [
        "6:1: at must be a ro",
        "13:1: every must be ",
    ]


def test_the_library_of_any_game_is_listed_without_a_file() -> None:
    assert "  creature  hit points  initiative  defence  weapon" in call("library", "--system", "plain").lines
    nothing = call("library", "--system", "plain", "zzyzx")
    assert nothing.code == 1 and "`tracker library --system plain` lists all entries" in nothing.out + nothing.err
    unknown = call("library", "--system", "plane")
    assert unknown.code == 2 and 'unknown system "plane"; did you mean "plain"?' in unknown.out + unknown.err


@pytest.mark.parametrize("game", ["hybrid", "phases", "prism", "feats", "plain"])
def test_a_library_is_read_in_words_and_no_line_is_wider_than_a_terminal(game: str) -> None:
    lines = call("library", "--system", game).lines
    assert [line for line in lines if width(line) > 80] == []
    assert not [line for line in lines if "True" in line or "False" in line or "name " in line]


def test_a_creature_that_has_more_than_a_line_stands_under_its_name() -> None:
    lines = call("library", "--system", "phases", "guard").lines
    assert lines[:6] == [
        "  Guard",
        "    hit factors  25",
        "    bonuses      reflexes 5",
        "    initiative   10",
        "    skill        Pistol (value 50, stat reflexes), Brawling (value 45),",
        "                 Perception (value 40)",
    ]


def test_a_part_that_no_library_has_names_the_line_that_lists_those_of_its_game(tmp_path: Path) -> None:
    path = tmp_path / "thrown.toml"
    path.write_text('system = "feats"\n[[combatant]]\nname = "Ann"\nthing = [{ name = "Zzyzx" }]\n', encoding="utf-8")
    reply = call("check", path)
    assert reply.code == 2 and "`tracker library --system feats thing` lists those there are" in reply.out + reply.err


def test_a_game_the_program_does_not_know_by_itself_is_checked_as_well(nerve: Path) -> None:
    assert call("check", nerve).code == 0


def test_locks_and_configuration_name_no_host() -> None:
    """Locks and configuration name packages, never where they were fetched from."""
    pinned = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    named = [line for line in pinned if line.strip() and not line.lstrip().startswith("#")]
    assert (
        named
        and [line for line in named if not re.fullmatch(r"[\w.\[\],-]+==[\w.+!]+( *;.*)?( *#.*)?", line.rstrip())] == []
    )
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.findall(r"://|index-url|find-links|\[\[?tool\.uv|\w @ ", "\n".join([*named, project])) == []


@pytest.mark.parametrize(("edition", "rank", "told"), [("1997", 25, True), ("1997", 20, False), ("current", 30, False)])
def test_the_check_tells_a_rank_the_edition_does_not_go_up_to(
    tmp_path: Path, edition: str, rank: int, told: bool
) -> None:
    path = tmp_path / "masters.toml"
    path.write_text(
        f'edition = "{edition}"\n[[combatant]]\nname = "Master"\n[[combatant.skill]]\nname = "Sword"\nrank = {rank}\n',
        encoding="utf-8",
    )
    reply = call("check", str(path))
    assert reply.code == 0
    sentence = f"  Master's Sword has rank {rank}: edition 1997 goes up to 20, so it counts as 20 (H-SKILL-1)"
    assert [line for line in reply.out.splitlines() if "has rank" in line] == ([sentence] if told else [])


class _Terminal(io.StringIO):
    """An output that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_long_check_says_on_a_terminal_how_far_it_is_and_takes_that_away(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = ROOT / "saves" / "finished-goblin-warren.fight.toml"
    monkeypatch.setattr(check, "BETWEEN", 0)
    assert call("check", fight).err == "", "nobody reads it in a file"
    screen = _Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert check.carry_out(read(["check", str(fight)])) == 0
    lines = [line.strip() for line in screen.getvalue().split("\r")]
    assert re.fullmatch(r"finished-goblin-warren\.fight\.toml: step \d+ of \d+", lines[1])
    assert lines[-2:] == ["", ""] and "\x1b" not in screen.getvalue()
