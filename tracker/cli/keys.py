"""`tracker keys`: every key by what it does, changed keys marked, and the mistakes in the user's own file of keys."""

from __future__ import annotations

import argparse
from pathlib import Path

from tracker.cli.execution import BAD
from tracker.cli.streams import tell
from tracker.cli.user_files import keys_file
from tracker.controller.input.default_keys import usual_keymap
from tracker.controller.input.user_keymap import OwnKeys, map_named, maps, own_keys
from tracker.controller.keymap.key_names import written
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.modes import ALL, UNTYPED, Mode
from tracker.storage.toml.diagnostics import Diagnostic, InvalidFile, printed
from tracker.text.cells import fit, width, wrap

_CELLS = 100
_WHEN = {
    Mode.BEGIN: "before the fight", Mode.FREE: "no question", Mode.DECLARE: "declaring", Mode.CHOOSE: "answering",
    Mode.DICE: "dice", Mode.AMOUNT: "a number", Mode.MENU: "a menu", Mode.FIELD: "a line", Mode.WALK: "looking back",
}  # fmt: skip


def carry_out(options: argparse.Namespace) -> int:
    """Print the key table and the mistakes in the file of keys. Return 2 when there are mistakes."""
    path = Path(options.file) if options.file else keys_file()
    if options.map is not None:
        if options.map not in maps():
            raise InvalidFile([Diagnostic("", 0, 0, f"There is no map {options.map}; there are {', '.join(maps())}.")])
        user_keys = OwnKeys(map_named(options.map))
        tell(f'the map {options.map}; `map = "{options.map}"` in {keys_file()} takes it')
    else:
        user_keys = own_keys(path)
        missing = (
            ""
            if path.exists()
            else f" does not exist: these are the usual keys; maps to begin with: {', '.join(maps())}"
        )
        tell(f"{path}{missing}")
    _print_table(usual_keymap(user_keys.keys))
    for sentence in printed(user_keys.diagnostics):
        tell(sentence)
    return BAD if user_keys.diagnostics else 0


def _print_table(keymap: Keymap) -> None:
    """Print a line for each action: its keys, its name, its words. A changed key is marked."""
    usual = {row.id: row for row in keymap.usual}
    keys = {row.id: " ".join(map(written, row.keys)) for row in keymap.rows}
    keys_wide, names_wide = max(map(width, keys.values())), max(len(id) for id in keys)
    for row in keymap.rows:
        changed = row.id in keymap.changed
        usual_keys = f" (usually {' '.join(map(written, usual[row.id].keys))})" if changed else ""
        head = f"{'*' if changed else ' '} {fit(keys[row.id], keys_wide)}  {fit(row.id, names_wide)}  "
        for line, text in enumerate(wrap(f"{row.words}{_when(row.modes)}{usual_keys}", _CELLS - width(head))):
            tell((head if line == 0 else " " * width(head)) + text)
    if keymap.changed:
        tell("* differs from the usual key.")


def _when(modes: frozenset[Mode]) -> str:
    """Return the modes in which a row works, or does not, whichever list is shorter. Empty when it works in all."""
    if modes >= UNTYPED or modes == ALL:
        return ""
    if len(modes) > len(UNTYPED) / 2:
        return f"; not while: {', '.join(_WHEN[mode] for mode in Mode if mode in UNTYPED - modes)}"
    return f"; while: {', '.join(_WHEN[mode] for mode in Mode if mode in modes)}"
