"""User keymap: `keys.toml` by the names of the rows. What is wrong in it is located, and the rest still works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.controller.keymap.key_names import is_sign, key_named, meant, shown
from tracker.controller.keymap.keymap import conflict
from tracker.controller.keymap.row import Kind, Row
from tracker.controller.modes import TYPING
from tracker.model.lazy_dataclass import dataclass
from tracker.text.suggestions import hint, nearest

if TYPE_CHECKING:  # most users have no such file, and the first frame waits for no reader of it
    from tracker.storage.toml.diagnostics import Diagnostic
    from tracker.storage.toml.reader import Source

MAPS = Path(__file__).parent / "maps"
"""The maps that come with the program, a file each."""
LEFT_HAND = "left-hand"
"""The map whose second keys are those that each row has under the left hand."""
_FIXED = {"ctrl+q": "quit", "ctrl+z": "stop", "ctrl+p": "", "ctrl+c": ""}
"""Keys that the program itself uses, and their row."""
_NEVER_CHOICES = "uxy"
"""Letters that are the key of no choice in any game."""
Keys = tuple[str, ...]


@dataclass(frozen=True)
class OwnKeys:
    """The keys of rows as one's own file has them, and every mistake in it."""

    keys: Mapping[str, Keys] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()


def _rows() -> tuple[Row, ...]:
    """Return all rows. Their import brings the whole controller, for which a start without own keys does not wait."""
    from tracker.controller.input.default_keys import ROWS

    return ROWS


def maps() -> tuple[str, ...]:
    """Return the names of the maps that come with the program."""
    return tuple(sorted((LEFT_HAND, *(path.stem for path in MAPS.glob("*.toml")))))


def own_keys(path: Path) -> OwnKeys:
    """Return the keys in the file at `path`. None when there is no such file."""
    if not path.exists():
        return OwnKeys()
    from tracker.storage.toml.diagnostics import InvalidFile
    from tracker.storage.toml.reader import read

    try:
        return _judged(read(path))
    except InvalidFile as invalid:
        return OwnKeys({}, invalid.diagnostics)


def map_named(name: str) -> Mapping[str, Keys]:
    """Return a map that comes with the program."""
    from tracker.storage.toml.reader import parse

    if name == LEFT_HAND:
        # Tab is Enter in this map.
        return {row.id: (*(key for key in row.keys if key != "tab"), row.left) for row in _rows() if row.left}
    source = parse(name, (MAPS / f"{name}.toml").read_text(encoding="utf-8"))
    return _judged(source).keys


def _judged(source: Source) -> OwnKeys:
    """Return the keys of a map, and a mistake for each that cannot be used."""
    diagnostics: list[Diagnostic] = []
    base: Mapping[str, Keys] = {}
    for key in source.data:
        if key not in ("map", "keys"):
            diagnostics.append(source.diagnostic((key,), f'there is no key "{key}" here{hint(key, ("map", "keys"))}'))
    name = source.data.get("map")
    if isinstance(name, str) and name in maps():
        base = map_named(name)
    elif name is not None:
        diagnostics.append(source.diagnostic(("map",), f"there is no such map; there are {', '.join(maps())}"))
    table = source.data.get("keys", {})
    if not isinstance(table, dict):
        diagnostics.append(source.diagnostic(("keys",), 'this must be a table, [keys], with lines such as undo = "q"'))
        table = {}
    user_keys: dict[str, Keys] = {}
    for id, value in table.items():
        words = value if isinstance(value, list) else [value]
        keys, wrong = _keys(id, words)
        diagnostics += [source.diagnostic(("keys", id), text) for text in wrong]
        if keys:
            user_keys[id] = keys
    while (clash := conflict(_rows(), {**base, **user_keys}, tuple(user_keys))) is not None:
        dropped = clash.dropped
        text = f"{shown(clash.key)} cannot be both {clash.kept} and {dropped}; {dropped} keeps the keys it had"
        diagnostics.append(source.diagnostic(("keys", dropped), text))
        del user_keys[dropped]
    return OwnKeys({**base, **user_keys}, tuple(sorted(diagnostics)))


def _keys(id: str, words: list[object]) -> tuple[Keys, list[str]]:
    """Return the allowed ones of the keys for the row with this id, and what is wrong with the others."""
    row = next((row for row in _rows() if row.id == id), None)
    if row is None:
        near = nearest(id, [row.id for row in _rows()])
        hint = f'; did you mean "{near}"?' if near else "; `tracker keys` lists what there is"
        return (), [f'no action is called "{id}"{hint}']
    if row.id == "select":
        return (), ["a fighter's own key selects it; that cannot be changed"]
    keys: list[str] = []
    wrong: list[str] = []
    for word in words:
        key = key_named(word) if isinstance(word, str) else ""
        if not key:
            near = meant(word) if isinstance(word, str) else ""
            wrong.append(
                f'"{word}" is no key{f"; did you mean {near}?" if near else ", such as q, esc, f5, ctrl+r or ["}'
            )
        elif why := next(_unfit(row, key), ""):
            wrong.append(why)
        else:
            keys.append(key)
    return tuple(dict.fromkeys(keys)), wrong


def _unfit(row: Row, key: str) -> Iterator[str]:
    """Yield why a row cannot have a key, whatever else has it."""
    if key in _FIXED and _FIXED[key] != row.id:
        yield f"{key} always does what it does now; choose another key for {row.id}"
    if key.isdigit():
        yield f"{key} stands for a fighter or is typed; {row.id} cannot be on a digit"
    if is_sign(key) and TYPING & row.modes:
        yield f"{row.id} also works while a line is typed, where {shown(key)} writes something; take a key such as f5"
    if Kind.RESERVED in row.kind and len(key) == 1 and key.isalpha() and key not in _NEVER_CHOICES:
        yield (
            f"{row.id} always keeps its meaning, and the letter {key} belongs to the choices of a game; "
            f"take {', '.join(_NEVER_CHOICES)}, a sign, or a key such as f5"
        )
