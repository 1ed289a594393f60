"""The lines of each game on the page of the command line: its verbs' rows; `python -m tests.verb_lines` writes them."""

from __future__ import annotations

import re
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from tracker.games.feats.verbs import VERBS as FEATS
from tracker.games.hybrid.verbs import VERBS as HYBRID
from tracker.games.hybrid.verbs import HybridVerb
from tracker.games.phases.verbs import VERBS as PHASES
from tracker.games.plain.verbs import VERBS as PLAIN
from tracker.games.prism.verbs import VERBS as PRISM
from tracker.games.toolkit.verbs import Verb, Verbs

PAGE = Path(__file__).parents[1] / "docs" / "command-line.md"
GAMES: dict[str, tuple[str, Verbs[Any]]] = {
    "phases": ("kane", PHASES),
    "plain": ("ann", PLAIN),
    "prism": ("bob", PRISM),
    "feats": ("mira", FEATS),
    "Hybrid": ("brann", HYBRID),
}
"""Each game's verbs, and the fighter whose lines the page shows."""
_HEAD = "| line | does |\n|---|---|\n"


def rows(who: str, verbs: Verbs[Any]) -> list[str]:
    """The rows of the table: a verb's lines, and what they do; verbs that do alike share one."""
    told = [verb for verb in verbs.values() if verb.examples]
    return [
        f"| {' · '.join(f'`{line}`' for verb in alike for line in lines_of(who, verb))} | {does} |"
        for does, alike in groupby(told, key=attrgetter("does"))
    ]


def lines_of(who: str, verb: Verb) -> list[str]:
    """The lines of a verb; one of the table begins with no fighter."""
    of_table = isinstance(verb, HybridVerb) and verb.of_table is not None
    return [example if of_table else f"{who} {example}" for example in verb.examples]


def section(game: str, page: str) -> str:
    """The part of a page on the lines of a game."""
    return page[page.index(f"### Lines of {game}\n") :].split("\n### ", maxsplit=1)[0]


def written(game: str, page: str) -> str:
    """The page with the rows of a game's verbs at the top of its table; rows of anything else stay."""
    who, verbs = GAMES[game]
    part = section(game, page)
    before, table = part.split(_HEAD)
    of_a_verb = re.compile(rf"\| `({who} )?({'|'.join(verbs)})[ `]")
    others = [line for line in table.split("\n") if not of_a_verb.match(line)]
    return page.replace(part, before + _HEAD + "\n".join((*rows(who, verbs), *others)))


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    for each in GAMES:
        text = written(each, text)
    PAGE.write_text(text, encoding="utf-8")
