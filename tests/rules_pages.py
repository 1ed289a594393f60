"""The pages of rules: in each row all files that cite the rule, those that apply it first.

`python -m tests.rules_pages` writes them there.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests.rules.books import LETTERS
from tests.rules_listed import PAGES, rules_of

ROOT = Path(__file__).parents[1]
PREFIXES = LETTERS
LISTED = {game: rules_of(game) for game in ("hybrid", *PAGES)}
SHOWN = re.compile(r"book/(\w*tables|house_rules)|menus|(arguments|calculators|card|explain|json_records|verbs)\.py")
"""The files in which a game has its figures and house rules, reads its lines and shows its numbers."""
_NUMBERS = r"(?:[- ]\d+(?:–\d+)?)(?:(?:, | and )\d+(?:–\d+)?(?![\d%×]))*"
_ROW = r"^\| ({prefix}-[A-Z]+(?:-\d+)?) \|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$"


def page_of(game: str) -> Path:
    """Where the rules of a game stand."""
    return ROOT / "docs" / ("rules-coverage.md" if game == "hybrid" else f"rules-{game}.md")


def rooms(game: str) -> Path:
    """The folder of a game."""
    return ROOT / "tracker" / "games" / game


def rows(game: str) -> dict[str, tuple[list[str], list[tuple[str, str]], str]]:
    """By rule: its files, its tests by file and name, how the game master reaches it."""
    row = re.compile(_ROW.format(prefix=PREFIXES[game]), re.M)
    return {
        rule: (re.findall(r"`([\w/.]+\.(?:py|toml))`", where), re.findall(r"`([\w/]+\.py)::(\w+)`", tests), way.strip())
        for rule, _, where, tests, way in row.findall(page_of(game).read_text(encoding="utf-8"))
    }


def cited(text: str, prefix: str) -> set[str]:
    """The rules a text cites: `P-DMG-4`, `P-CHECK 1–3 and 5`, `S-ARM-2 to S-ARM-5`, `P-SUB`."""
    rules: set[str] = set()
    for name, told, last in re.findall(rf"\b{prefix}-([A-Z]+)({_NUMBERS})?(?: to {prefix}-[A-Z]+-(\d+))?", text):
        if not told:
            rules.add(f"{prefix}-{name}")
        for low, high in re.findall(r"(\d+)(?:–(\d+))?", told):
            rules |= {f"{prefix}-{name}-{number}" for number in range(int(low), int(last or high or low) + 1)}
    return rules


@cache
def citing(game: str) -> dict[str, frozenset[str]]:
    """By file of a game: the rules it cites. The rules in words cite themselves, so they are left out."""
    folder = rooms(game)
    return {
        str(path.relative_to(folder)): frozenset(cited(path.read_text(encoding="utf-8"), PREFIXES[game]))
        for path in sorted((*folder.rglob("*.py"), *(folder / "book").rglob("*.toml")))
    }


def files_of(game: str, rule: str) -> list[str]:
    """The files that cite a rule; those that cite its whole section where none cites its number."""
    for name in (rule, rule.rsplit("-", 1)[0]):
        files = [file for file, rules in citing(game).items() if name in rules]
        if files:
            return files
    return []


def written(game: str) -> str:
    """The page of a game, with all files of each rule in its row: those that apply it, a dot, the others."""

    def row(match: re.Match[str]) -> str:
        rule, what, _, tests, way = match.groups()
        applying: list[str] = []
        others: list[str] = []
        for file in files_of(game, rule):
            (others if SHOWN.match(file) else applying).append(f"`{file}`")
        files = " · ".join(filter(None, (" ".join(applying), " ".join(others))))
        return f"| {rule} |{what}| {files} |{tests}|{way}|"

    return re.sub(_ROW.format(prefix=PREFIXES[game]), row, page_of(game).read_text(encoding="utf-8"), flags=re.M)


if __name__ == "__main__":
    for each in LISTED:
        page_of(each).write_text(written(each), encoding="utf-8")
