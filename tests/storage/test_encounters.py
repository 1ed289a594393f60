"""A game master's file is taken at its word, completed from the library, and seated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.storage.table import FORD, ford, told, written
from tracker.model.state import Rank
from tracker.storage.preparation import prepare, read_encounter
from tracker.storage.toml import reader
from tracker.storage.toml.diagnostics import InvalidFile


def test_three_goblins_of_the_library_take_their_seats(tmp_path: Path) -> None:
    fight = ford(tmp_path).encounter
    assert [combatant.name for combatant in fight] == ["Brann", "Goblin 1", "Goblin 2", "Goblin 3"]
    assert [combatant.id for combatant in fight] == ["brann", "goblin-1", "goblin-2", "goblin-3"]
    assert fight["goblin-2"].profile.side == "raiders"


def test_the_combatants_own_figures_win_and_the_creature_gives_the_rest(tmp_path: Path) -> None:
    prepared = ford(tmp_path)
    goblin = prepared.document["combatant"][1]
    assert (goblin["hit_points"], goblin["defence"], goblin["initiative"]) == (7, 12, 2)
    assert goblin["weapon"] == [{"name": "Club", "attack": 2, "damage": "1d6"}]
    assert prepared.document["combatant"][0]["weapon"] == [{"name": "Spear", "attack": 5, "damage": "1d8"}]


def test_hidden_goblins_are_noticed_by_nobody(tmp_path: Path) -> None:
    assert ford(tmp_path).encounter["brann"].unaware_of == {"goblin-1", "goblin-2", "goblin-3"}


def test_a_scheduled_event_stands_on_the_time_axis(tmp_path: Path) -> None:
    fight = ford(tmp_path).encounter
    assert fight.events[0].text == "The gate falls"
    due = fight.agenda.peek()
    assert due is not None and (due.count, due.rank, due.ref) == (60, Rank.EVENT, fight.events[0].key)


def test_a_player_types_the_dice_and_without_a_side_is_a_hero(tmp_path: Path) -> None:
    text = 'system = "plain"\n[[combatant]]\nname = "Sela"\nplayer = "Ana"\n[[combatant]]\nname = "Wolf"\n'
    fight = ford(tmp_path, text).encounter
    assert fight["sela"].typed and fight["sela"].profile.side == "heroes"
    assert not fight["wolf"].typed and fight["wolf"].profile.side == "foes"
    assert fight.title == "ford"


def test_numbers_go_on_after_those_of_another_entry(tmp_path: Path) -> None:
    text = FORD + '[[combatant]]\nfrom = "goblin"\nnumber = 2\nside = "traitors"\n'
    assert [c.name for c in ford(tmp_path, text).encounter][-2:] == ["Goblin 4", "Goblin 5"]


def test_a_resolved_document_prepares_the_same_fight_again(tmp_path: Path) -> None:
    prepared = ford(tmp_path)
    again = prepare(prepared.document)
    assert again.encounter == prepared.encounter
    assert again.document == prepared.document


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_bytes(b"\xef\xbb\xbf" + FORD.replace("\n", "\r\n").encode())
    assert read_encounter(path, ()).encounter == ford(tmp_path).encounter


def test_nobody_at_all_is_a_fight_too(tmp_path: Path) -> None:
    assert ford(tmp_path, 'system = "plain"\n').encounter.combatants == ()


# The library


def test_the_nearest_library_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKER_DATA", str(tmp_path / "mine"))
    goblin = 'system = "plain"\n[[creature]]\nname = "Goblin"\nhit_points = %d\n'
    written(tmp_path, goblin % 33, "mine/library/own.toml")
    path = written(tmp_path, 'system = "plain"\n[[combatant]]\nfrom = "goblin"\n')
    assert read_encounter(path).encounter["goblin"].full("HP") == 33
    written(tmp_path, goblin % 44, "library/near.toml")
    assert read_encounter(path).encounter["goblin"].full("HP") == 44


def test_a_library_of_another_game_is_passed_over(tmp_path: Path) -> None:
    written(tmp_path, 'system = "hybrid"\n[[creature]]\nname = "Goblin"\nnonsense = 1\n', "library/other.toml")
    assert told(tmp_path, FORD) == []


def test_a_mistake_in_the_library_is_told_at_its_place(tmp_path: Path) -> None:
    written(tmp_path, 'system = "plain"\n[[creature]]\nname = "Orc"\nhit_pionts = 3\n', "library/orcs.toml")
    assert told(tmp_path, FORD) == [
        'library/orcs.toml:4:1: creature "Orc": unknown key "hit_pionts"; did you mean "hit_points"?'
    ]


def test_a_library_weapon_may_leave_something_to_the_combatant(tmp_path: Path) -> None:
    written(tmp_path, 'system = "prism"\n[[weapon]]\nname = "Oar"\nskill = "Melee"\n', "library/oars.toml")
    rower = 'system = "prism"\n[[combatant]]\nname = "Brann"\nskill = [{ name = "Melee", attribute = "Agility" }]\n'
    assert told(tmp_path, rower + 'weapon = [{ name = "oar", modifier = 2 }]\n') == []
    lacking = told(tmp_path, rower + 'weapon = [{ name = "oar" }]\n')
    sentence = 'combatant "Brann", weapon "oar": the weapon "oar" of the library has no modifier; give it here'
    assert lacking == [f"ford.toml:5:13: {sentence}"]


# What is refused


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ('side = "heroes"', 'sied = "heroes"', '11:1: combatant "Brann": unknown key "sied"; did you mean "side"?'),
        ("modifier = 5", "modifier = 51", "7:1: scene: modifier must be at most 10, not 51"),
        ("modifier = 5", "modifer = 5", '7:1: scene: unknown key "modifer"; did you mean "modifier"?'),
        ("modifier = 5", "modifier = 5.5", "7:1: scene: modifier must be a whole number, not 5.5"),
        ("modifier = 5", "modifier = true", "7:1: scene: modifier must be a whole number, not true"),
        (
            "hit_points = 12",
            'hit_points = "12"',
            '13:1: combatant "Brann": hit_points must be a whole number, not "12"',
        ),
        (
            "hit_points = 12",
            "hit_points = nan",
            '13:1: combatant "Brann": hit_points must be an ordinary number, not nan',
        ),
        ("attack = 5", "attack = 21", '16:1: combatant "Brann", weapon "Spear": attack must be at most 20, not 21'),
        (
            'name = "Spear"',
            'nmae = "Spear"',
            '15:1: combatant "Brann", weapon 1: unknown key "nmae"; did you mean "name"?',
        ),
        (
            '"goblin"',
            '"gobln"',
            '19:1: combatant "gobln": the library has no creature "gobln"; did you mean "Goblin"?',
        ),
        ("number = 3", "number = 0", '20:1: combatant "Goblin": number must be at least 1, not 0'),
        ("number = 3", "number = 101", '20:1: combatant "Goblin": number must be at most 100, not 101'),
        ("hit_points = 7", "hit_points = 0", '23:1: combatant "Goblin": hit_points must be at least 1, not 0'),
        ('"plain"', '"plane"', '3:1: unknown system "plane"; did you mean "plain"?'),
        ("format = 1", "format = 99", "1:1: format 99 is newer than this program knows (1); a newer tracker reads it"),
        (
            "[[combatant.weapon]]",
            "[combatant.weapon]",
            '14:1: combatant "Brann": weapon must be a list: write [[weapon]] with two brackets',
        ),
        ('text = "The gate falls"', 'text = ""', "27:1: scheduled 1: text is empty"),
        ("at = 60\n", "", '25:1: scheduled "The gate falls": "at" is missing'),
        ("at = 60", "at = 9000000", '26:1: scheduled "The gate falls": at must be at most 1000000, not 9000000'),
        ('"Brann"', '""', "10:1: combatant 1: name is empty"),
        (
            '"Brann"',
            '"Br\\u202eann"',
            '10:1: combatant "Br\ufffdann": name holds the character U+202E (right-to-left override), which is',
        ),
        ('"Brann"', '"Br\u200bann"', "10:11: the character U+200B (zero width space) is refused; take it out"),
        ('"Brann"', '"Br\x9bann"', "10:11: the character U+009B (control character) is refused; take it out"),
        ('"Brann"', '"Br\x1bann"', "10:11: the character U+001B (control character) is refused"),
        (
            '"Brann"',
            '"Br\\nann"',
            '10:1: combatant "Br\ufffdann": name holds the character U+000A (control character), which is refused here',
        ),
        ('"Brann"', f'"{"B" * 61}"', f'10:1: combatant "{"B" * 59}…": name must have at most 60 characters, not 61'),
        ('side = "heroes"', "side = ", "11:8: this is not TOML: invalid value"),
        ('side = "heroes"', 'side = "heroes', "11:15: this is not TOML: illegal character '\\n'"),
        ("modifier = 5", "modifier = 5\nmodifier = 6", "8:8: this is not TOML: this is already there"),
        ("modifier = 5", f"modifier = {'9' * 5000}", "7:12: a number has more digits than any number here needs"),
        ("modifier = 5", "modifier = " + "[" * 3000 + "]" * 3000, "7:"),
        ("modifier = 5", "modifier" + ".a" * 40 + " = 5", "7:1: a key of more than 32 parts is refused"),
    ],
)
def test_a_mistake_is_one_sentence_at_its_place(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    assert FORD.count(right) >= 1
    diagnostics = told(tmp_path, FORD.replace(right, wrong, 1))
    assert len(diagnostics) == 1, diagnostics
    if "already" in sentence:
        assert "is already there" in diagnostics[0] or "is there already" in diagnostics[0]
    else:
        assert diagnostics[0].startswith(f"ford.toml:{sentence}"), diagnostics[0]


def test_all_mistakes_are_told_at_once_in_the_order_of_lines(tmp_path: Path) -> None:
    text = (
        FORD.replace("modifier", "modifeir")
        .replace("hit_points = 12", "hit_points = -1")
        .replace("at = 60", "at = 60\nevry = 5")
    )
    diagnostics = told(tmp_path, text)
    assert [line.split(":")[1] for line in diagnostics] == ["7", "13", "27"]


def test_two_of_one_name_are_refused(tmp_path: Path) -> None:
    diagnostics = told(tmp_path, FORD + '[[combatant]]\nname = "bran n"\n')
    assert diagnostics == [
        'ford.toml:29:1: combatant "bran n": "Brann" is there already; give another name, or number = 2 to one of them'
    ]


def test_too_many_are_refused_before_they_are_made(tmp_path: Path) -> None:
    text = 'system = "plain"\n' + "".join(f'[[combatant]]\nname = "Orc{n}x"\nnumber = 100\n' for n in range(6))
    assert told(tmp_path, text) == ["ford.toml:2:1: 500 combatants are the most there can be"]


def test_what_the_rules_refuse_is_told_at_its_key(tmp_path: Path) -> None:
    diagnostics = told(tmp_path, FORD.replace('side = "heroes"', "hurt = 20"))
    assert diagnostics == ['ford.toml:11:1: combatant "Brann": hurt 20 is more than the 12 hit points there are']


def test_a_fight_being_played_is_no_encounter(tmp_path: Path) -> None:
    assert told(tmp_path, 'kind = "fight"\n') == ["ford.toml:1:1: this is a fight being played, not an encounter"]


# Files that cannot be read


def _plain(path: Path) -> str:
    with pytest.raises(InvalidFile) as error:
        read_encounter(path)
    (diagnostic,) = error.value.diagnostics
    return str(diagnostic)


def test_a_missing_file_a_folder_and_a_pipe_are_sentences(tmp_path: Path) -> None:
    assert _plain(tmp_path / "no.toml").endswith("no.toml: there is no such file")
    assert _plain(tmp_path).endswith("is a folder, not a file; give a .toml file in it")
    assert _plain(Path("/dev/null")).endswith("is not an ordinary file, so it is not read")
    assert "no such file" in _plain(written(tmp_path, "", "file") / "below.toml")
    assert "cannot be read" in _plain(tmp_path / ("x" * 5000))
    assert "cannot be read" in _plain(tmp_path / "nul\0l")


def test_a_file_that_may_not_be_read_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: str, flags: int) -> None:
        raise PermissionError(13, "Permission denied")

    path = written(tmp_path, FORD)
    monkeypatch.setattr(reader, "open_without_blocking", refused)
    assert _plain(path).endswith("cannot be read: permission denied")


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    path = written(tmp_path, "#" * (256 * 1024 + 1))
    assert _plain(path).endswith("has 262145 bytes; at most 262144 are read, so make it smaller")


def test_other_encodings_are_located(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_bytes('title = "Furt"\nnotes = "Müller"\n'.encode("latin-1"))
    assert _plain(path).endswith("ford.toml:2:11: byte 0xFC is not UTF-8; save the file as UTF-8")
    path.write_bytes('title = "Furt"\n'.encode("utf-16"))
    assert _plain(path).endswith("ford.toml:1:1: this is UTF-16; save it as UTF-8")


def test_a_key_that_is_there_already_is_no_hint_nor_is_a_farther_one(tmp_path: Path) -> None:
    (sentence,) = told(tmp_path, FORD.replace('side = "heroes"', 'side = "heroes"\nsied = "heroes"', 1))
    assert sentence.endswith('unknown key "sied"')


def test_a_misspelt_title_is_told_as_what_it_was_meant_though_the_file_gives_a_title(tmp_path: Path) -> None:
    (sentence,) = told(tmp_path, FORD.replace("title = ", "tixle = ", 1))
    assert sentence.endswith('unknown key "tixle"; did you mean "title"?')


def test_a_mistake_in_orders_given_as_a_table_is_told_once_and_there(tmp_path: Path) -> None:
    (sentence,) = told(tmp_path, FORD.replace('name = "Brann"', 'name = "Brann"\norders = { attck = "weakest" }', 1))
    assert sentence.endswith('unknown key "attck"; did you mean "attack"?')
    (sentence,) = told(tmp_path, FORD.replace('name = "Brann"', 'name = "Brann"\norders = { attack = 3 }', 1))
    assert sentence.endswith("attack must be text in quotes, not 3")
    (sentence,) = told(tmp_path, FORD.replace('name = "Brann"', 'name = "Brann"\norders = 3', 1))
    assert sentence.endswith("orders must be text in quotes or a table, not 3")


def test_an_unknown_table_is_told_where_it_stands_though_it_has_tables_within(tmp_path: Path) -> None:
    lines = FORD.rstrip("\n").split("\n")
    (sentence,) = told(tmp_path, "\n".join([*lines, "[weather]", 'sky = "grey"', "[weather.wind]", "from = 1", ""]))
    assert sentence == f'ford.toml:{len(lines) + 1}:1: unknown key "weather"'
    (other,) = told(tmp_path, "\n".join([*lines, "[weather.wind]", "from = 1", "[weather]", 'sky = "grey"', ""]))
    assert other == f'ford.toml:{len(lines) + 3}:1: unknown key "weather"'


def test_a_misspelt_list_is_told_where_it_stands_though_its_tables_make_the_next_one_no_toml(tmp_path: Path) -> None:
    text = """system = "plain"
[[combatnt]]
name = "Ann"
[[combatant.weapon]]
name = "Club"
[[combatant]]
name = "Bob"
"""
    assert told(tmp_path, text) == ['ford.toml:2:1: unknown key "combatnt"; did you mean "combatant"?']


def test_of_too_many_the_first_one_too_many_is_pointed_at(tmp_path: Path) -> None:
    lines = FORD.rstrip("\n").split("\n")
    more = [line for at in range(503) for line in ("[[scheduled]]", f"at = {at}", 'text = "a bell"')]
    before = FORD.count("[[scheduled]]")
    (sentence,) = told(tmp_path, "\n".join([*lines, *more, ""]))
    first = len(lines) + 3 * (500 - before) + 1
    assert f":{first}:" in sentence
    assert f"at most 500 entries, not {503 + before}" in sentence


def test_a_list_of_tables_may_be_meant_although_others_of_it_are_there(tmp_path: Path) -> None:
    text = 'system = "plain"\n[[combatant]]\nname = "A"\n[[combataant]]\nname = "B"\n'
    assert told(tmp_path, text) == ['ford.toml:4:1: unknown key "combataant"; did you mean "combatant"?']


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            '[house_rules]\norder_fumbles = "note"\n',
            '"order_fumbles"; it belongs at the top of the file, before the first table',
        ),
        ("must_close = true\n", '"must_close"; it belongs in [house_rules]'),
        ("[scene]\nnumber = 3\n", '"number"; it belongs in [[combatant]]'),
        ("skill = []\n", '"skill"; it belongs in [[combatant]]'),
    ],
)
def test_a_key_in_the_wrong_table_is_told_with_the_right_one(tmp_path: Path, line: str, sentence: str) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(line + '[[combatant]]\nname = "Brann"\n', encoding="utf-8")
    with pytest.raises(InvalidFile) as refused:
        read_encounter(path)
    assert str(refused.value.diagnostics[0]).endswith(f"unknown key {sentence}")


def test_a_count_of_creatures_is_their_number(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text('[[combatant]]\nfrom = "goblin"\ncount = 6\n', encoding="utf-8")
    with pytest.raises(InvalidFile) as refused:
        read_encounter(path)
    assert str(refused.value.diagnostics[0]).endswith('unknown key "count"; did you mean "number"?')
