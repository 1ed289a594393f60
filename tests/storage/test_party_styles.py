"""A party is written as its game master writes TOML: comments stay with their people, and undo gives the bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli
from hypothesis import example, given, settings
from hypothesis import strategies as some

from tracker.campaign.changed_lines import changed_lines, exchanged
from tracker.campaign.changes import Change, value_of
from tracker.campaign.party_file import redo, undo, write
from tracker.campaign.receipts import receipts_path
from tracker.model.refusals import Refused
from tracker.storage.toml.key_edits import with_value, without, written

HEAD = 'kind = "party"\nsystem = "hybrid"\n'
POOLS: tuple[Callable[[str], str], ...] = (
    lambda indent: "",
    lambda indent: f"{indent}pools = {{}}\n",
    lambda indent: f"{indent}pools = {{PFT=0x14,PEX = 1_0}} # pools\n",
    lambda indent: f'{indent}pools.PFT = +20 # tired\n{indent}"pools" . PEX=10\n',
)
OWN_HEADERS = (
    "",
    "[person.pools] # of a header\nPFT = 20 # tired\n",
    "  [ person . pools ]\n  # nothing yet\n",
    '[[person.skill]]\nname = "Long Sword"\nbasis = [ # of three\n  "PCA",\n]\nrank = 7\n',
    "[person.stats]\nPST = 14\n\n[person.pools]\nPFT = 20\n",
)
LASTING = (
    "",
    'lasting = [\n  {condition="limping"}, # for a week\n]\n',
    '[[person.lasting]] # by hand\ncondition = "limping"\n',
)
BETWEEN = ("", "\n", "# ---- {} ----\n", "\n# {}: ask Kim\n\n", '\n\n\t# [[person]]\n# name = "none"\n', '# a = {} "\n')


@some.composite
def people(draw: some.DrawFn) -> str:
    """The [[person]] tables of two or three people, each in a style of its own, with comments wherever they may be."""
    text = ""
    for name in ("Ann", "Bea", "Cid")[: draw(some.integers(2, 3))]:
        indent = draw(some.sampled_from(("", "  ", "\t")))
        pools = draw(some.sampled_from(POOLS))(indent)
        headers = draw(some.sampled_from([own for own in OWN_HEADERS if not pools or "pools" not in own]))
        lasting = draw(some.sampled_from(LASTING))
        text += draw(some.sampled_from(BETWEEN)).format(name)
        text += f"[[person]]{draw(some.sampled_from(('', ' # header')))}\n"
        text += draw(some.sampled_from(BETWEEN)).format("first of all")
        text += f'{indent}name = "{name}"{draw(some.sampled_from(("", " # name")))}\n'
        text += draw(some.sampled_from(("", f"{indent}experience = 3 # earned\n", f"{indent}rests=false\n")))
        text += lasting if lasting.startswith("lasting") else ""
        text += draw(some.sampled_from(BETWEEN)).format("in between")
        text += pools + headers + ("" if lasting.startswith("lasting") else lasting)
    return text + draw(some.sampled_from(BETWEEN)).format("the end")


@some.composite
def people_in_braces(draw: some.DrawFn) -> str:
    """The same people as tables in braces, in a list over several lines or on one."""
    entries = [
        draw(
            some.sampled_from(
                (
                    '{{name="{}"}}',
                    '{{ name = "{}" }}',
                    '{{ experience = 3, name = "{}", pools = {{ PFT = 20 }} }}',
                    '{{name="{}",pools={{}},lasting=[{{condition="limping"}}]}}',
                    '{{ pools.PFT = 20, name = "{}", rests = false }}',
                )
            )
        ).format(name)
        for name in ("Ann", "Bea")
    ]
    if draw(some.booleans()):
        return f"person = [{','.join(entries)}] # all of them\n"
    return "person = [ # first\n" + "".join(f"  # ---- before {e[7:12]}\n  {e}, # behind\n" for e in entries) + "\n]\n"


VALUES: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("pools", "PFT"), 11), (("pools", "PEX"), 5), (("pools", "PBD"), 7), (("experience",), 8), (("fight",), "abc:1"),
    (("lasting",), [{"condition": "limping"}, {"condition": "a \"sad\" tale", "own": True}]), (("lasting",), None),
    (("towards",), {"PFT": "1/3"}), (("awards",), [{"fight": "ford", "receipt": "abc", "points": 4}]),
)  # fmt: skip


def file_of(tmp_path: Path, text: str, ends: str, final: bool, mark: bool) -> Path:
    path = tmp_path / "party.toml"
    text = text if final else text.rstrip("\n")
    path.write_bytes(("\ufeff" if mark else "").encode() + text.replace("\n", ends).encode())
    receipts_path(path).unlink(missing_ok=True)
    return path


def changes_in(path: Path, rows: list[tuple[int, int]]) -> list[Change]:
    """Changes of the party: for each row the number of a person and of a value; those that change nothing left out."""
    people: list[dict[str, Any]] = tomli.loads(path.read_bytes().decode("utf-8-sig"))["person"]
    changes: dict[tuple[str, tuple[str, ...]], Change] = {}
    for who, number in rows:
        person, (keys, value) = people[who % len(people)], VALUES[number]
        if (was := value_of(person, keys)) != value:
            changes[person["name"], keys] = Change(person["name"], keys, was, value)
    return list(changes.values())


def comments(text: str) -> list[tuple[str, str, int]]:
    """Every comment with the code that it heads or stands behind, and how many people stand above it."""
    lines = text.splitlines()
    rows = []
    for number, line in enumerate(lines):
        above = sum(other.lstrip().startswith(("[[person]]", "{")) for other in lines[:number])
        if line.strip().startswith("#"):
            following = (other for other in lines[number:] if other.strip() and not other.strip().startswith("#"))
            rows.append((line, _code(next(following, "")), above))
        elif "#" in line:
            rows.append((line[line.index("#") :], _code(line), above))
    return rows


def _code(line: str) -> str:
    """A line of code by what it is of: the name of a person, else its key or header."""
    if match := re.search(r'name\s*=\s*"\w+"', line):
        return re.sub(r"\s", "", match[0])
    return line.partition("=")[0].strip()


PLACES = some.lists(some.tuples(some.integers(0, 2), some.integers(0, len(VALUES) - 1)), min_size=1, max_size=6)


@given(
    some.one_of(people(), people_in_braces()),
    some.lists(PLACES, min_size=1, max_size=3),
    some.sampled_from(("\n", "\r\n")),
    some.booleans(),
    some.booleans(),
)
@example('[[person]]\nname = "Ann"\n\n# ---- Bea ----\n[[person]]\nname = "Bea"\n', [[(0, 0)]], "\n", True, False)
@settings(max_examples=settings().max_examples)
def test_in_every_style_comments_stay_with_their_people_and_undo_gives_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory,
    text: str,
    writings: list[list[tuple[int, int]]],
    ends: str,
    final: bool,
    mark: bool,
) -> None:
    path = file_of(tmp_path_factory.getbasetemp(), HEAD + text, ends, final, mark)
    before, states = comments(path.read_text("utf-8-sig")), [path.read_bytes()]
    for rows in writings:
        if changes := changes_in(path, rows):
            write(path, "fight", changes)
            after = path.read_bytes()
            people = {person["name"]: person for person in tomli.loads(after.decode("utf-8-sig"))["person"]}
            for change in changes:
                assert value_of(people[change.person], change.keys) == change.now
            removed = {change.keys[0] for change in changes if isinstance(change.was, list)}
            if not removed:
                assert comments(path.read_text("utf-8-sig")) == before, path.read_text()
            assert (b"\r\n" in after) == (ends == "\r\n") and after.count(b"\n") == after.count(ends.encode())
            assert after.startswith(b"\xef\xbb\xbf") == mark
            before = comments(path.read_text("utf-8-sig"))
            states.append(after)
    for state in reversed(states[:-1]):
        undo(path)
        assert path.read_bytes() == state
    for state in states[1:]:
        redo(path)
        assert path.read_bytes() == state


STYLES = {
    "a list of tables": ('[[person]]\nname = "Ann"\n', 'pools = { PFT = 11 }\nfight = "abc:1"\n'),
    "a table of its own": (
        '[[person]]\nname = "Ann"\n[person.pools]\nPEX = 10\n',
        '[[person]]\nname = "Ann"\nfight = "abc:1"\n[person.pools]\nPEX = 10\nPFT = 11\n',
    ),
    "dotted keys": ('[[person]]\nname = "Ann"\npools.PEX = 10\n', 'pools.PFT = 11\nfight = "abc:1"\n'),
    "set in": ('[[person]]\n  name = "Ann"\n', '  pools = { PFT = 11 }\n  fight = "abc:1"\n'),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("between", ["\n", "\n# ---- Bea, the archer: ask Kim before use ----\n", "# Bea\n", ""])
def test_new_keys_stand_behind_the_persons_own_last_key(style: str, between: str, tmp_path: Path) -> None:
    own, new = STYLES[style]
    rest = f'{between}[[person]]\nname = "Bea"\n'
    path = file_of(tmp_path, HEAD + own + rest, "\n", True, False)
    write(path, "fight", [Change("Ann", ("pools", "PFT"), None, 11), Change("Ann", ("fight",), None, "abc:1")])
    assert path.read_text() == HEAD + (new if new.startswith("[[") else own + new) + rest


def test_people_among_other_tables_stay_where_they_are(tmp_path: Path) -> None:
    text = (
        HEAD + '# Ann\n[[person]]\nname = "Ann"\n\n# what players see\n[players]\nhealth = "words"\n\n'
        '# Bea\n[[person]]\nname = "Bea"\n'
    )
    path = file_of(tmp_path, text, "\n", True, False)
    write(path, "fight", [Change(name, ("experience",), None, 4) for name in ("Ann", "Bea")])
    assert path.read_text() == text.replace('"Ann"\n', '"Ann"\nexperience = 4\n').replace(
        '"Bea"\n', '"Bea"\nexperience = 4\n'
    )


def test_what_was_edited_elsewhere_since_stays_and_the_rest_is_as_it_was(tmp_path: Path) -> None:
    text = HEAD + '[[person]]\nname = "Ann"\npools = {PFT = 0x14} # tired\n\n# Bea\n[[person]]\nname = "Bea"\n'
    path = file_of(tmp_path, text, "\n", True, False)
    write(path, "fight", [Change("Ann", ("pools", "PFT"), 20, 11), Change("Ann", ("experience",), None, 4)])
    path.write_text(path.read_text().replace(HEAD, HEAD + "# a note of today\n") + 'player = "Ana"\n')
    undo(path)
    assert path.read_text() == text.replace(HEAD, HEAD + "# a note of today\n") + 'player = "Ana"\n'


def test_where_the_very_lines_were_edited_the_values_are_undone_and_the_edit_stays(tmp_path: Path) -> None:
    text = HEAD + '[[person]]\nname = "Ann"\npools = {PFT = 20} # tired\n'
    path = file_of(tmp_path, text, "\n", True, False)
    write(path, "fight", [Change("Ann", ("pools", "PFT"), 20, 11), Change("Ann", ("experience",), None, 4)])
    path.write_text(path.read_text().replace("# tired", "# very tired"))
    undo(path)
    assert path.read_text() == text.replace("# tired", "# very tired")
    write(path, "fight", [Change("Ann", ("pools", "PFT"), 20, 11)])
    path.write_text(path.read_text().replace("11", "12"))
    with pytest.raises(Refused, match="was changed in the meantime"):
        undo(path)


@pytest.mark.parametrize(
    "lines", ['"x"', '"\\"PFT = 1\\""', '"[1]"', '"\\"[[person]]\\\\nname = \\\\\\"Eve\\\\\\"\\\\n\\""']
)
def test_lines_of_a_receipt_that_were_touched_bring_nothing_but_its_values(lines: str, tmp_path: Path) -> None:
    text = HEAD + '[[person]]\nname = "Ann"\nexperience = 3\n'
    path = file_of(tmp_path, text, "\n", True, False)
    write(path, "fight", [Change("Ann", ("experience",), 3, 4)])
    receipts = receipts_path(path)
    receipts.write_text(re.sub(r"^was = \".*\"$", lambda _: f"was = {lines}", receipts.read_text(), flags=re.MULTILINE))
    undo(path)
    assert path.read_text() == text


@given(some.text("ab\n\r\x0c\x85 ", max_size=40), some.text("ab\n\r\x0c\x85 ", max_size=40))
def test_changed_lines_lead_from_one_text_to_the_other_and_back(before: str, after: str) -> None:
    changes = changed_lines(before, after)
    if before and after:
        assert exchanged(before, changes, back=False) == after and exchanged(after, changes, back=True) == before


PLAIN = some.recursive(
    some.one_of(some.integers(-99, 99), some.booleans(), some.text(max_size=6)),
    lambda inner: some.one_of(
        some.lists(inner, max_size=3), some.dictionaries(some.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(PLAIN)
def test_every_value_is_written_on_one_line_and_read_as_it_was(value: Any) -> None:
    text = written(value)
    assert "\n" not in text and tomli.loads(f"value = {text}") == {"value": value}


@given(some.text(max_size=5), some.text(max_size=5), PLAIN)
def test_a_key_that_is_set_and_deleted_leaves_the_text_as_it_was(outer: str, inner: str, value: Any) -> None:
    text = "# first\na = 1\n\n# of the table\n[t]\nb = 2 # two\n\n# last\n"
    for path in ((outer,), ("t", outer), (outer, inner), ("t", outer, inner)):
        if (path[:1] in (("a",), ("t",)) and len(path) < 2) or path[:2] in (("t", "b"), ("a", inner)):
            continue
        longer = with_value(text, path, value)
        held: Any = tomli.loads(longer)
        for key in path:
            held = held[key]
        assert held == value
        top = path[:-1] if len(path) > 1 and path[:-1] != ("t",) else path
        assert without(longer, top) == text
