"""Mutated packs: one mistake an author makes, in the text of a pack, with the line where it stands."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from tracker.campaign.file_checks import examine
from tracker.games import registry
from tracker.games.packs.formulas import FUNCTIONS
from tracker.storage.toml.diagnostics import Diagnostic

SHIPPED = registry._PACKED
EXAMPLES = Path(__file__).parent / "examples"
WRITTEN = (*SHIPPED, "countup-trial", "d20-trial", "percent-trial")
"""The packs that ship, and those that use all of the language."""
FORMULAS: tuple[str, ...] = ("first", "ties", "initiative", "full", "lasts", "cost", "lands", "roll", "at_least")
FORMULAS += (
    "more_than",
    "at_most",
    "damage",
    "soak",
    "when",
    "needs",
    "adds",
    "number",
    "delays",
    "edge",
    "while",
    "if",
    "level",
    "start",
)
"""Keys whose text is a formula."""
NAMES = ("begins", "ends", "runs", "until", "on", "who", "again", "phase")
"""Keys whose text is one of some words."""
DEFINING = ("figures", "derived", "pools", "conditions", "weapon")
"""Tables whose own keys are names that the author makes up."""
_KEY = re.compile(r"(?<![\w.\"-])([A-Za-z_][\w-]*)\s*=(?!=)")
_TEXT = re.compile(r'"([^"]*)"')
_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.\w+)?")


@dataclass(frozen=True)
class Mutant:
    """The text of a pack with one mistake: its line, and whether a suggestion is to be expected."""

    text: str
    line: int
    kind: str
    hinted: bool


@cache
def text_of(name: str) -> str:
    """The text of a pack that ships, or of an example."""
    example = EXAMPLES / f"{name}.toml"
    if example.exists():
        return example.read_text(encoding="utf-8")
    return files("tracker.games.packs.shipped").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def changed(name: str, *changes: tuple[str, str]) -> str:
    """The text of a pack with changes, each of which must hit one place."""
    text = text_of(name)
    for before, after in changes:
        assert text.count(before) == 1, f"{before!r} stands {text.count(before)} times in {name}"
        text = text.replace(before, after)
    return text


def mistyped(word: str, chance: random.Random, known: frozenset[str]) -> str:
    """A word with one slip of the fingers, which is no other word of the pack."""
    for _ in range(20):
        at = chance.randrange(1, len(word))
        letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
        slips = (
            word[:at] + word[at + 1 :],
            word[:at] + word[at - 1] + word[at:],
            word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
            word[:at] + letter + word[at + 1 :],
        )
        slip = chance.choice(slips)
        if slip != word and slip not in known and re.fullmatch(r"[A-Za-z_][\w.-]*", slip) and len(slip) > 2:
            return slip
    return ""


def mutants(name: str, seed: int) -> Iterator[Mutant]:
    """One mutant of each kind that a pack has a place for."""
    chance = random.Random(f"{name} {seed}")
    for kind, places in KINDS.items():
        spots = [*places(name)]
        if not spots:
            continue
        number, start, end, instead = chance.choice(spots)
        lines = text_of(name).split("\n")
        line = lines[number]
        known = frozenset(re.findall(r"[\w.-]+", text_of(name)))
        if instead is None:
            instead = mistyped(line[start:end], chance, known)
            if not instead:
                continue
        lines[number] = line[:start] + instead + line[end:]
        yield Mutant("\n".join(lines), number + 1, kind, kind.startswith("mistyped"))


Spot = tuple[int, int, int, str | None]
"""A line, from 0; from where to where in it; and what stands there instead (None: the same, mistyped)."""


def _lines(name: str) -> Iterator[tuple[int, str, str]]:
    """Each line of a pack that is no comment, with the header that it stands under."""
    header = ""
    for number, line in enumerate(text_of(name).split("\n")):
        if line.startswith("["):
            header = line.strip("[]")
        if line and not line.startswith("#"):
            yield number, line.partition("  #")[0], header


def _keys(name: str) -> Iterator[Spot]:
    """Every key that is known: of a table, of a figure, of an entry of the library."""
    for number, line, header in _lines(name):
        quoted = [match.span() for match in _TEXT.finditer(line)]
        for place, match in enumerate(_KEY.finditer(line)):
            made_up = header in DEFINING and place == 0 and not line.startswith(" ")
            inside = any(start <= match.start(1) < end for start, end in quoted)
            if not made_up and not inside and len(match[1]) > 2 and match[1] not in ("pack", "name"):
                yield number, match.start(1), match.end(1), None


def _headers(name: str) -> Iterator[Spot]:
    """The last word of every header."""
    for number, line, _ in _lines(name):
        if line.startswith("["):
            last = [*re.finditer(r"\w+", line)][-1]
            yield number, last.start(), last.end(), None


def _texts(name: str, keys: tuple[str, ...]) -> Iterator[tuple[int, re.Match[str]]]:
    """The text of these keys, and in [derived] of every one."""
    for number, line, header in _lines(name):
        for match in _TEXT.finditer(line):
            before = _KEY.findall(line[: match.start()])
            derived = header == "derived" and keys is FORMULAS
            in_table = re.search(r"(pays|takes|gives) = \{[^}]*$", line[: match.start()]) and keys is FORMULAS
            if before and (before[-1] in keys or derived or in_table):
                yield number, match


def _figures(name: str) -> Iterator[Spot]:
    """Every name in a formula."""
    for number, text in _texts(name, FORMULAS):
        for match in _WORD.finditer(text[1]):
            if match[0] not in FUNCTIONS and len(match[0]) > 2 and not re.fullmatch(r"d\d+", match[0]):
                yield number, text.start(1) + match.start(), text.start(1) + match.end(), None


def _words(name: str) -> Iterator[Spot]:
    """Every word of a choice, and every name of a condition."""
    for number, text in _texts(name, NAMES):
        if len(text[1]) > 2:
            yield number, text.start(1), text.end(1), None


def _brackets(name: str) -> Iterator[Spot]:
    """Every bracket of a formula that could be forgotten."""
    for number, text in _texts(name, FORMULAS):
        for match in re.finditer(r"[()]", text[1]):
            yield number, text.start(1) + match.start(), text.start(1) + match.end(), ""


def _signs(name: str) -> Iterator[Spot]:
    """Every sign of a formula that could be forgotten or doubled."""
    for number, text in _texts(name, FORMULAS):
        for match in re.finditer(r" [-+*/] ", text[1]):
            for instead in (" ", f"{match[0]}* "):
                yield number, text.start(1) + match.start(), text.start(1) + match.end(), instead


def _numbers(name: str) -> Iterator[Spot]:
    """Every number, as text, or far too large."""
    for number, line, _ in _lines(name):
        for match in re.finditer(r"(?<== )(\d+)", line):
            before = _KEY.findall(line[: match.start()])
            if before and before[-1] not in ("pack", *FORMULAS):
                for instead in ("999999999", "true", "[]"):
                    yield number, match.start(), match.end(), instead


KINDS: dict[str, Callable[[str], Iterator[Spot]]] = {
    "mistyped key": _keys,
    "mistyped header": _headers,
    "mistyped figure": _figures,
    "mistyped word": _words,
    "bracket": _brackets,
    "sign": _signs,
    "number": _numbers,
}


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    """What `tracker check` says of a pack."""
    return examine(Path("pack.toml"), text.encode()).diagnostics


def main(seeds: int) -> None:
    """Print how many mistakes were placed on the right line, and how many had the suggestion they should have."""
    counts: dict[str, list[int]] = {}
    for seed in range(seeds):
        for name in WRITTEN:
            for mutant in mutants(name, seed):
                told = diagnostics(mutant.text)
                count = counts.setdefault(mutant.kind, [0, 0, 0, 0])
                count[0] += 1
                count[1] += any(each.line == mutant.line for each in told)
                count[2] += mutant.hinted
                hint = mutant.hinted and any("did you mean" in each.text for each in told if each.line == mutant.line)
                count[3] += hint
                if not any(each.line == mutant.line for each in told) or (mutant.hinted and not hint):
                    line = mutant.text.split("\n")[mutant.line - 1]
                    print(f"{name} {mutant.kind} {mutant.line}: {line.strip()[:70]} | {[str(one) for one in told][:2]}")
    for kind, (number, placed, hinted, suggested) in counts.items():
        print(f"{kind}: {placed} of {number} on the right line, {suggested} of {hinted} with a suggestion")


if __name__ == "__main__":
    import sys

    main(int(sys.argv[1]))
