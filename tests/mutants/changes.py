"""The changes that are tried on a game: those named by rule, its tables by figure; its comparisons when asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from tests.mutants.comparisons import comparisons
from tests.mutants.figures import keyed

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
GAMES = ("hybrid", "phases", "prism", "feats")


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the rule, or the figure's key; what becomes of it; where, with old and new text; its tests."""

    game: str
    rule: str
    what: str
    file: str
    old: str
    new: str
    near: str = ""
    """The text after which `old` is looked for; empty where it stands but once in the file."""
    start: int = -1
    """Where a figure or the sign of a comparison stands."""
    kind: str = "aimed"
    """Whether it is `aimed` at a rule, or one of the `figures` or `comparisons`."""
    tests: tuple[str, ...] = ()
    alive: str = ""
    """Why no test can notice it; empty for whatever has to die."""

    @property
    def name(self) -> str:
        """`H-ATK-6: a disarming is no check of its own`."""
        return f"{self.rule}: {self.what}"

    def place(self, text: str) -> int:
        """Where the old text stands; ValueError if it is not there, or not once."""
        if self.start >= 0:
            return self.start
        begin = text.index(self.near) + len(self.near) if self.near else 0
        at = text.find(self.old, begin)
        if at < 0:
            raise ValueError(f"{self.file} has no `{self.old}`" + (f" after `{self.near}`" if self.near else ""))
        if not self.near and text.find(self.old, at + 1) >= 0:
            raise ValueError(f"{self.file} has `{self.old}` more than once: say `near`")
        return at

    def changed(self, text: str) -> str:
        """The file's text with the change made."""
        at = self.place(text)
        return text[:at] + self.new + text[at + len(self.old) :]


@cache
def data(game: str) -> dict[str, Any]:
    """What the file of a game says."""
    return tomli.loads((HERE / f"{game}.toml").read_text(encoding="utf-8"))


def changes(game: str) -> list[Change]:
    """Every change of a game that has to be noticed: aimed ones first."""
    return [*aimed(game), *by_figure(game)]


def aimed(game: str) -> Iterator[Change]:
    """Those named beside their rule."""
    for row in data(game)["change"]:
        yield Change(game, **{**row, "tests": tuple(row["tests"])})


def by_figure(game: str) -> Iterator[Change]:
    """A change for each figure of the game's tables."""
    figured = data(game)["figures"]
    alive: dict[str, str] = figured.get("alive", {})
    instead: dict[str, str] = figured.get("instead", {})
    for file, tests in figured["tables"].items():
        text = (ROOT / file).read_text(encoding="utf-8")
        for name, figure in keyed(text).items():
            key = f"{Path(file).stem}.{name}"
            new = instead.get(key, figure.new)
            what = f"{figure.old} → {new}"
            yield Change(
                game,
                key,
                what,
                file,
                figure.old,
                new,
                start=figure.start,
                kind="figures",
                tests=tuple(tests),
                alive=alive.get(key, ""),
            )


NO_RULES = ("menus", "language/", "lines", "parser", "reports", "display", "explanations", "calculators", "game.py")
"""Rooms in which nothing is ruled."""


def by_comparison(game: str) -> Iterator[Change]:
    """A change for each comparison of the rooms that the page of a game's rules names; its tests are those of the rows.

    Some of them say the same as before, since what is compared is never equal: they are for looking at, one by one.
    """
    base = f"tracker/systems/{game}"
    for room, tests in sorted(tests_of_rooms(game).items()):
        if not room.startswith(NO_RULES):
            file = f"{base}/{room}"
            for comparison in comparisons((ROOT / file).read_text(encoding="utf-8")):
                rule, what = f"{room} {comparison.within}", f"{comparison.reads} → {comparison.new}"
                yield Change(
                    game,
                    rule,
                    what,
                    file,
                    comparison.old,
                    comparison.new,
                    start=comparison.start,
                    kind="comparisons",
                    tests=tests,
                )


def tests_of_rooms(game: str) -> dict[str, tuple[str, ...]]:
    """By room: the files of the tests that the page of the game's rules names in the rows of this room."""
    name = "rules-coverage" if game == "hybrid" else f"rules-{game}"
    by_room: dict[str, set[str]] = {}
    for line in (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").splitlines():
        tests = {f"tests/{game}/{test}" for test in re.findall(r"`(test_\w+\.py)::", line)}
        for room in re.findall(r"`([\w/]+\.py)`", line) if tests else ():
            by_room.setdefault(room, {f"tests/{game}/test_edges.py"}).update(tests)
    return {room: tuple(sorted(tests)) for room, tests in by_room.items()}
