"""Mutated files by the thousand: a located sentence or it loads; mistakes on their line, hints right."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import tomli
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lanes import drawing, sample
from tests.storage.table import FORD
from tracker.storage.preparation import prepare_located
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.storage.toml.positions import Positions
from tracker.storage.toml.reader import parse

bounded = settings(max_examples=3 * settings().max_examples, suppress_health_check=list(HealthCheck))
LINES = FORD.splitlines()
PIECES = st.sampled_from(
    [*"\"[]{}=.,#\n\\'", "[[", "]]", '"""', "\u202e", "\x00", "nan", "1e400", "9" * 400, "0x", "true", "from = 1\n"]
)


def judged(text: str) -> list[tuple[int, str]]:
    """The lines and sentences of the mistakes of a text; empty when it loads."""
    try:
        source = parse("ford.toml", text)
        data = {**source.data, "combatant": source.data.get("combatant", [])}
        if isinstance(data["combatant"], list):
            data["combatant"] = [
                {"name": "Goblin", **{k: v for k, v in entry.items() if k != "from"}}
                if isinstance(entry, dict) and "from" in entry
                else entry
                for entry in data["combatant"]
            ]
        prepare_located(data, source.diagnostic)
    except InvalidFile as error:
        assert all(diagnostic.text and "\n" not in str(diagnostic) for diagnostic in error.diagnostics)
        return [(diagnostic.line, diagnostic.text) for diagnostic in error.diagnostics]
    return []


@bounded
@given(st.lists(st.tuples(st.integers(0, len(FORD)), st.integers(0, 6), PIECES), min_size=1, max_size=4))
def test_a_mutated_file_loads_or_is_told(changes: list[tuple[int, int, str]]) -> None:
    text = FORD
    for at, gone, piece in changes:
        text = text[:at] + piece + text[at + gone :]
    lines = text.count("\n") + 1
    assert all(1 <= line <= lines + 1 for line, _ in judged(text))


@bounded
@given(st.text(max_size=60))
def test_any_text_at_all_loads_or_is_told(text: str) -> None:
    judged(text)


def test_a_mistyped_key_is_told_on_its_line_with_the_right_hint() -> None:
    dice = random.Random(7)
    right_line = right_hint = tried = 0
    for _ in range(200):
        at = dice.choice([n for n, line in enumerate(LINES) if " = " in line and "{" not in line and n > 2])
        key, value = LINES[at].split(" = ", 1)
        typo = _mistyped(key, dice)
        if typo == key or len(key) < 3:
            continue
        tried += 1
        diagnostics = judged("\n".join([*LINES[:at], f"{typo} = {value}", *LINES[at + 1 :]]))
        right_line += any(abs(line - at - 1) <= 1 for line, _ in diagnostics)
        right_hint += any(f'did you mean "{key}"?' in text for _, text in diagnostics) or typo.lower() == key
    assert tried > 100
    assert right_line >= 0.99 * tried
    assert right_hint >= 0.95 * tried


def _mistyped(key: str, dice: random.Random) -> str:
    at = dice.randrange(len(key))
    kind = dice.randrange(4)
    if kind == 0:
        return key[:at] + key[at + 1 :]
    if kind == 1:
        return key[:at] + key[at] + key[at:]
    if kind == 2 and at + 1 < len(key):
        return key[:at] + key[at + 1] + key[at] + key[at + 2 :]
    return key[:at] + dice.choice("abcdefghijklmnopqrstuvwxyz") + key[at + 1 :]


def test_a_wrong_value_is_told_on_its_line() -> None:
    wrong_values = ("[]", "{}", "true", '"x"', "-5", "1.5", "99999999999", "1979-05-27", "nan", '"\\u0007"', "[[1]]")
    tried = right = 0
    for at, line in enumerate(LINES):
        if " = " not in line:
            continue
        for value in wrong_values:
            diagnostics = judged("\n".join([*LINES[:at], f"{line.split(' = ')[0]} = {value}", *LINES[at + 1 :]]))
            if diagnostics:
                tried += 1
                right += any(abs(told - at - 1) <= 1 for told, _ in diagnostics)
    assert tried > 80
    assert right >= 0.99 * tried


KEYS = st.text("abc-_ .é\"'\\", min_size=1, max_size=4)
VALUES = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text("ab\"\\'#[]{}=,\n", max_size=6) | st.floats(-1, 1),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=10,
)


@bounded
@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_every_key_of_a_document_has_its_position(data: dict[str, Any]) -> None:
    text = tomli_w.dumps(data)
    assert tomli.loads(text) == data
    positions = Positions(text)

    def walk(value: object, path: tuple[str | int, ...]) -> None:
        if path:
            assert positions.has(path), (path, text)
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*path, key))
        elif isinstance(value, list):
            for place, inner in enumerate(value):
                walk(inner, (*path, place))

    walk(data, ())


def test_strings_of_every_kind_are_passed_over() -> None:
    text = (
        'a = """one\n[x]\nb = 1"""\nc = \'\'\'two\nd = 2\'\'\'\n"e.f" = "q\\"=\\"" # g = 1\n'
        "h.i.'j k' = [ # x = 1\n  { l = 1, m = [1, 2] },\n]\n[[n.o]]\np = 1\n[[n.o]]\np = 2\n[n.o.q]\nr = '''x'''\n"
    )
    positions = Positions(text)
    assert set(positions.places) == {
        *[(key,) for key in ("a", "c", "e.f", "h", "n")],
        *[("h", "i"), ("h", "i", "j k"), ("n", "o")],
        *[("h", "i", "j k", 0), ("h", "i", "j k", 0, "l"), ("h", "i", "j k", 0, "m")],
        *[("h", "i", "j k", 0, "m", 0), ("h", "i", "j k", 0, "m", 1)],
        *[("n", "o", 0), ("n", "o", 0, "p"), ("n", "o", 1), ("n", "o", 1, "p"), ("n", "o", 1, "q")],
        ("n", "o", 1, "q", "r"),
    }
    assert positions.of(("n", "o", 1, "p")) == (13, 1)
    assert positions.of(("h", "i", "j k", 0, "m")) == (8, 12)
    assert positions.of(("nothing",)) == (1, 1)


@drawing
def test_large_and_nasty_files_are_judged_quickly(tmp_path: Path) -> None:
    nasty = [
        "a" + ".a" * 100_000 + " = 1",
        "a = " + "[" * 120_000,
        "a = " + "{a = " * 40_000,
        'a = "' + "\\" * 200_000,
        "'" * 250_000,
        "[" + "a." * 100_000 + "a]",
        "\n".join(f"a{n} = 1" for n in range(20_000)),
        "\n".join(f"[[combatant]]\nnmae = '{n}'" for n in range(8_000)),
        "a = " + "1" * 200_000,
        "a = 1\n" * 30_000,
    ]
    for text in sample(nasty, 3):
        assert judged(text[: 256 * 1024])
