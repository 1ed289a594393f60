"""One's own keys: read by the names of the rows, located where they are wrong, and followed wherever a key is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import keys_page
from tests.controllers import controller_of
from tests.game_master import sides_standing
from tests.lanes import sample
from tests.line_mode.hearing import answers
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.opening import example
from tests.tui.playing import Player
from tracker.controller.choices.question_view import asking
from tracker.controller.input.default_keys import ROWS, usual_keymap
from tracker.controller.input.keys import press as press_key
from tracker.controller.input.user_keymap import OwnKeys, map_named, maps, own_keys
from tracker.controller.keymap.key_names import key_named, shown, written
from tracker.controller.modes import Mode
from tracker.line_mode.numbered_choices import numbered
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.help import help_lines


def read(tmp_path: Path, text: str) -> OwnKeys:
    path = tmp_path / "keys.toml"
    path.write_text(text, encoding="utf-8")
    return own_keys(path)


def sentences(own: OwnKeys) -> list[str]:
    return [f"{diagnostic.line}:{diagnostic.column} {diagnostic.text}" for diagnostic in own.diagnostics]


def test_keys_are_given_by_the_name_of_what_they_do(tmp_path: Path) -> None:
    own = read(
        tmp_path, '[keys]\nundo = ["`", "f5"]\nwalk-back = "<"\njoin = "Ctrl+R"\ncommand = "space"\nnext = ":"\n'
    )
    assert own.diagnostics == ()
    assert own.keys == {
        "undo": ("grave_accent", "f5"), "walk-back": ("less_than_sign",), "join": ("ctrl+r",),
        "command": ("space",), "next": ("colon",),
    }  # fmt: skip
    keymap = usual_keymap(own.keys)
    row = keymap.row("f5", Mode.FREE)
    assert row is not None and row.id == "undo" and keymap.row("u", Mode.FREE) is None
    assert set(keymap.changed) == set(own.keys)


def test_every_mistake_is_located_with_what_was_meant_and_the_rest_still_works(tmp_path: Path) -> None:
    own = read(
        tmp_path,
        'mapp = "x"\n[keys]\nundoo = "f5"\nredo = "f6"\njoin = "spce"\nundo = "a"\nnotes = "7"\nsend = "q"\n'
        'select = "f7"\nhelp = "ctrl+q"\n',
    )
    assert sentences(own) == [
        '1:1 there is no key "mapp" here; did you mean "map"?',
        '3:1 no action is called "undoo"; did you mean "undo"?',
        '5:1 "spce" is no key; did you mean space?',
        "6:1 undo always keeps its meaning, and the letter a belongs to the choices of a game; take u, x, y, a sign, "
        "or a key such as f5",
        "7:1 7 stands for a fighter or is typed; notes cannot be on a digit",
        "8:1 send also works while a line is typed, where q writes something; take a key such as f5",
        "9:1 a fighter's own key selects it; that cannot be changed",
        "10:1 ctrl+q always does what it does now; choose another key for help",
    ]
    assert own.keys == {"redo": ("f6",)}


def test_of_two_on_one_key_the_later_keeps_what_it_had_and_two_may_change_places(tmp_path: Path) -> None:
    swapped = read(tmp_path, '[keys]\nundo = "y"\nredo = "u"\n')
    assert swapped.diagnostics == () and swapped.keys == {"undo": ("y",), "redo": ("u",)}
    clash = read(tmp_path, '[keys]\nundo = "f5"\nredo = "f5"\ntheme = "x"\n')
    assert sentences(clash) == [
        "3:1 f5 cannot be both undo and redo; redo keeps the keys it had",
        "4:1 x cannot be both explain and theme; theme keeps the keys it had",
    ]
    assert clash.keys == {"undo": ("f5",)}
    usual_keymap(clash.keys)


def test_what_is_no_toml_or_no_table_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    broken = read(tmp_path, "[keys\nundo = 3\n")
    assert broken.keys == {} and broken.diagnostics[0].line == 1
    assert sentences(read(tmp_path, 'keys = "u"\n')) == [
        '1:1 this must be a table, [keys], with lines such as undo = "q"'
    ]
    assert "there is no such map; there are left-hand, number-pad" in sentences(read(tmp_path, 'map = "pad"\n'))[0]
    assert own_keys(tmp_path / "absent.toml") == OwnKeys()


@pytest.mark.parametrize("name", maps())
def test_a_map_that_ships_is_sound_and_may_be_built_upon(name: str, tmp_path: Path) -> None:
    assert {"left-hand", "number-pad"} <= set(maps())
    own = read(tmp_path, f'map = "{name}"\n[keys]\nsecrets = "f9"\n')
    assert own.diagnostics == () and own.keys == {**map_named(name), "secrets": ("f9",)}
    assert usual_keymap(own.keys).changed


LEFT = {
    *("space", "tab", "escape", *(f"f{number}" for number in range(1, 7))),
    *("grave_accent", "tilde", "exclamation_mark", "at", "number_sign", "dollar_sign", "percent_sign"),
    *(form for letter in "qwertasdfgzxcvb" for form in (letter, letter.upper(), f"ctrl+{letter}")),
}
PAD = {
    *("enter", "plus", "minus", "asterisk", "slash", "full_stop", "home", "end", "insert", "delete"),
    *(f"{held}{way}" for held in ("", "ctrl+") for way in ("up", "down", "left", "right")),
    *("pageup", "pagedown"),
}
"""With Num Lock and without; its digits are always fighters, choices and dice."""
RUN_A_FIGHT = {
    "next", "begin", "again", "likely", "give", "give-amount", "take", "pick", "damage", "fighter-menu", "mark", "undo",
    "redo", "undo-action", "explain", "drop", "up", "down", "pane-before", "pane-after", "page-up", "page-down", "end",
    "walk-here",
}  # fmt: skip


PLAYED = [
    pytest.param(game, name, keys, id=f"{game}-{name}")
    for game in ("duel", "phases-corridor", "prism-armour", "feats-rooftops")
    for name, keys in (("left-hand", LEFT), ("number-pad", PAD))
]
"""Every day each game by one of the maps, in the gate by either."""


def without_a_key(name: str, keys: set[str], ids: set[str]) -> set[str]:
    """The rows among these that a map has no key for in one of their modes; rows that do the same are one."""
    rows = usual_keymap(map_named(name)).rows
    reached = {(str(row.do), mode) for row in rows for mode in row.modes if keys & set(row.keys)}
    return {row.id for row in rows for mode in row.modes if row.id in ids and (str(row.do), mode) not in reached}


def test_under_the_left_hand_is_every_key_and_on_the_pad_all_that_runs_a_fight() -> None:
    everything = {row.id for row in ROWS if row.id != "select" and row.left is not None}
    assert without_a_key("left-hand", LEFT, everything) == set()
    assert without_a_key("number-pad", PAD, RUN_A_FIGHT) == set() and everything >= RUN_A_FIGHT
    usual = {row.id: set(row.keys) for row in ROWS}
    lost = {id: keys for id, keys in map_named("left-hand").items() if not usual[id] - {"tab"} <= set(keys)}
    assert lost == {}, "the usual keys stay where they were"


@pytest.mark.parametrize(("game", "name", "keys"), sample(PLAYED, 2))
def test_a_fight_is_played_by_the_keys_of_a_map_alone(game: str, name: str, keys: set[str]) -> None:
    session = example(game, 7)
    keymap = usual_keymap(map_named(name))
    controller, pressed = controller_of(session, keymap), 0

    def press(*ids: str) -> None:
        nonlocal pressed
        row = next(row for row in keymap.rows if row.id in ids and controller.mode in row.modes)
        key = next(key for key in row.keys if key in keys)
        press_key(controller, key, shown(key) if len(shown(key)) == 1 else None)
        pressed += 1

    while pressed < 1500 and len(session.journal.done) < 60 and len(sides_standing(session)) > 1:
        if controller.mode is Mode.FREE:
            press("next")
            continue
        for answer in answers(controller):
            if controller.prompt.choices and answer.isdecimal():
                meant = numbered(controller.prompt)[int(answer) - 1]
                while controller.prompt.choices[max(0, controller.highlighted)] != meant or controller.highlighted < 0:
                    press("pick")
            press("begin", "again", "likely", "give", "give-amount", "take")
    assert len(sides_standing(session)) == 1 or len(session.journal.done) >= 60, controller.notice.text


KEPT = Path(__file__).with_name("usual_keys.txt")
"""The name and the usual keys of each row that a release had; own files of keys name them."""


def test_no_row_of_a_release_has_vanished_or_moved_to_another_key() -> None:
    now = {row.id: " ".join(row.keys) for row in ROWS}
    kept = dict(line.split(" ", 1) for line in KEPT.read_text("utf-8").splitlines())
    assert len(kept) > 60 and {id: keys for id, keys in kept.items() if now.get(id) != keys} == {}


def test_every_key_can_be_written_as_it_is_told() -> None:
    for row in ROWS:
        for key in row.keys:
            assert row.id == "select" or key_named(written(key)) == key


async def played(own: OwnKeys, *, remarks: tuple[str, ...] = ()) -> list[str]:
    session = rolled(fight(DUEL))
    app = TrackerApp(AppConfig(session, guard=0.0, colour=True, keys=own.keys, remarks=remarks))
    seen: list[str] = []
    async with app.run_test(size=(120, 36)):
        player = Player(app)
        await player.drawn()
        seen.append(player.text())
        await player.press("f6")
        assert session.encounter.began
        seen.append(player.text())
        await player.press("+")
        assert session.encounter.question is not None
        seen.append(player.text())
        await player.press("space")
        assert "space does nothing now; f1 shows the keys." in player.text()
        await player.press("f1")
        seen.append(player.text())
        await player.press("escape", "f5")
        assert session.encounter.question is None
    return seen


async def test_footer_help_question_and_reasons_follow_the_keys(tmp_path: Path) -> None:
    own = read(tmp_path, '[keys]\nnext = "+"\nbegin = "f6"\nundo = "f5"\nhelp = "f1"\n')
    assert own.diagnostics == ()
    before, free, asked, help_page = await played(own)
    assert "f6 begin" in before.splitlines()[-1] and before.count("f6 begin") > 1
    assert "+ next" in free.splitlines()[-1] and "f5 undo" in free.splitlines()[-1]
    assert "+ → ◆1 Brann" in free and "space →" not in free
    assert "f1 help" in asked
    assert re.search(r"^\s+f5\s+undo the last step", help_page, re.M)
    assert re.search(r"^\s+\+\s+go on to the next event", help_page, re.M)


def test_hints_and_reasons_follow_the_keys(tmp_path: Path) -> None:
    own = read(
        tmp_path,
        '[keys]\nundo = "f5"\nredo = "f6"\n'
        'up = "f7"\ndown = "f8"\ntake = "f9"\ndrop = "f10"\nlog = "f11"\nsecrets = "f12"\n'
        'walk-back = "f2"\nfighter-menu = "f3"\nfix-die = "f4"\nback-to = "f1"\n',
    )
    assert own.diagnostics == ()
    controller = controller_of(example("plain-skirmish"), usual_keymap(own.keys))

    def told(key: str) -> str:
        press_key(controller, key, None)
        now = asking(controller)
        return f"{now.notice} {now.hint}"

    assert "f2 looks back" in told("right_square_bracket")
    controller.say("begin")
    assert "f11, or ← →" in told("f4") and "f11, then the arrows" in told("f1")
    assert "f12 shows them" in told("f12") and "f12 hides them" in told("f12")
    assert "or f7f8 and f9 · f10: back" in told("f3")


async def test_what_is_wrong_with_the_file_is_seen_when_the_fight_opens(tmp_path: Path) -> None:
    own = read(tmp_path, '[keys]\nnext = "+"\nbegin = "f6"\nundo = "f5"\nhelp = "f1"\nundoo = "q"\n')
    seen = await played(own, remarks=tuple(map(str, own.diagnostics)))
    assert '"undoo"' in seen[0]


def test_the_page_of_keys_is_printed_from_the_rows() -> None:
    text = keys_page.PAGE.read_text("utf-8")
    assert keys_page.written(text) == text, "`python -m tests.keys_page` writes it anew"
    assert all(f"| {row.words} | {row.id} |" in text for row in ROWS)


def test_the_notes_and_the_help_tell_the_keys_that_are_in_force() -> None:
    session = fight(DUEL)
    session.notes = "Rain."
    keymap = usual_keymap({"undo": ("f5",), "redo": ("f6",), "secrets": ("f8",), "notes": ("f10",)})
    assert controller_of(session, keymap).notice.text == "f10 notes: Rain."
    lines = ("".join(span.text for span in line) for line in help_lines(keymap, 120))
    text = " ".join(" ".join(lines).split())
    assert "(f8 leaves them out" in text and "f5 f6 x : ? always keep" in text
