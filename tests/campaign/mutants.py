"""Mutants: the example encounters with one mistake each, judged in short sentences; places and hints are counted."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.campaign.tally import Tally, problem_of
from tests.tui.terminal import ROOT
from tracker.campaign.file_checks import check
from tracker.storage.toml.diagnostics import LONGEST, PRINTED, Diagnostic, printed

KEY = re.compile(r"\b([a-z_]{4,}) = ")
STAT = re.compile(r"\b([A-Z]{3}) = ")
FROM = re.compile(r'from = "([^"]+)"')
SKILL = re.compile(r'skill = "([^"]+)"')
HEADER = re.compile(r"^\[\[?([a-z_]{4,})\]\]?$", re.M)
NUMBER = re.compile(r"= (\d+)(?=[ ,\n}])")
TEXT = re.compile(r'(?:side|player|orders|title) = "([^"]*)"')
SECOND = 1.0


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text with one mistake: its kind, its line from 1, and what it should be said to have been meant as."""

    kind: str
    text: str
    line: int
    meant: str = ""


def _misspelt(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word) - 1)
    match chance.randrange(4):
        case 0:
            other = word[:at] + word[at + 1 :]
        case 1:
            other = word[:at] + word[at] + word[at:]
        case 2:
            other = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case _:
            other = word[:at] + chance.choice("qxzj") + word[at + 1 :]
    return other if other != word else word + word[-1]


def _spelling(kind: str, pattern: re.Pattern[str]) -> Callable[[str, random.Random], Mutant | None]:
    def mutated(text: str, chance: random.Random) -> Mutant | None:
        places = list(pattern.finditer(text))
        if not places:
            return None
        place = chance.choice(places)
        wrong = _misspelt(place[1], chance)
        line = text.count("\n", 0, place.start(1)) + 1
        return Mutant(kind, text[: place.start(1)] + wrong + text[place.end(1) :], line, place[1])

    return mutated


def _replaced(
    kind: str, pattern: re.Pattern[str], instead: Callable[[str, random.Random], str]
) -> Callable[[str, random.Random], Mutant | None]:
    def mutated(text: str, chance: random.Random) -> Mutant | None:
        places = list(pattern.finditer(text))
        if not places:
            return None
        place = chance.choice(places)
        line = text.count("\n", 0, place.start()) + 1
        return Mutant(kind, text[: place.start()] + instead(place[0], chance) + text[place.end() :], line)

    return mutated


KINDS = (
    _spelling("a key misspelt", KEY),
    _spelling("a creature misspelt", FROM),
    _spelling("a skill misspelt", SKILL),
    _spelling("a table misspelt", HEADER),
    _replaced("a stat that is none", STAT, lambda old, chance: f"{chance.choice('QXZ')}{old[1:]}"),
    _replaced("a text for a number", NUMBER, lambda old, chance: f'= "{old[2:]}"'),
    _replaced("a number far too great", NUMBER, lambda old, chance: f"= {10 ** chance.randrange(6, 18)}"),
    _replaced("a number for a text", TEXT, lambda old, chance: f"{old.split(' = ')[0]} = {chance.randrange(99)}"),
    _replaced("a quote left out", TEXT, lambda old, chance: old[:-1]),
    _replaced("an equals sign left out", KEY, lambda old, chance: old.replace(" = ", " ")),
    _replaced("a line doubled", re.compile(r"^(?:name|title|from) = .*\n", re.M), lambda old, chance: old * 2),
)
"""Each takes a text and gives it with one mistake, or nothing where the text has no place for it."""


def mutated_files(tally: Tally, folder: Path) -> None:
    """Each mutant is judged within a second, in at most twenty short sentences, and never with a traceback."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "saves").glob("*.toml")) if "fight" not in path.name]
    texts = [text for text in texts if text.startswith("#")] or texts
    chance = random.Random(9)
    path = folder / "mutant.toml"
    told = {"lines": 0, "hints": 0, "meant": 0, "taken": 0}
    while tally.more(150 if tally.short else 4_000):
        mutant = chance.choice(KINDS)(chance.choice(texts), chance)
        if mutant is None:
            continue
        path.write_text(mutant.text, "utf-8")
        tally.held(f"{mutant.kind} in line {mutant.line}", problem_of(partial(_judged, path, mutant, told)))
    refused = tally.tried - told["taken"]
    tally.note(f"the right line told for {told['lines'] / max(1, refused):.1%} of {refused:,}")
    tally.note(f"what was meant told for {told['hints'] / max(1, told['meant']):.1%} of {told['meant']:,}")
    tally.note(f"{told['taken']} no mistakes at all")
    if told["lines"] < 0.95 * refused or told["hints"] < 0.9 * told["meant"]:
        tally.wrong.append("too few right lines or hints")


def _judged(path: Path, mutant: Mutant, told: dict[str, int]) -> None:
    took: list[float] = []
    while len(took) < 3 and min(took, default=SECOND) >= SECOND:
        began = time.process_time()
        diagnostics = check(path)
        took.append(time.process_time() - began)
    assert min(took) < SECOND, f"took {min(took):.1f} s of this process, at best of three"
    lines = printed(diagnostics)
    assert len(lines) <= PRINTED + 1 and all(len(line) < LONGEST + 300 for line in lines), "told at too great length"
    if not diagnostics:
        told["taken"] += 1
        return
    here = [diagnostic for diagnostic in diagnostics if _at(diagnostic, mutant)]
    told["lines"] += bool(here)
    if mutant.meant:
        told["meant"] += 1
        told["hints"] += any(f'"{mutant.meant}"'.casefold() in diagnostic.text.casefold() for diagnostic in diagnostics)


def _at(diagnostic: Diagnostic, mutant: Mutant) -> bool:
    doubled = mutant.kind == "a line doubled"
    return diagnostic.line in (mutant.line, mutant.line + doubled)
