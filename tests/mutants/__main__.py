"""`python -m tests.mutants`: changes the rules one at a time, drawn by syntax from a seed, and says which live.

Ends with 1 when fewer than `--floor` in a hundred of those that are not equivalent die.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import tomli

from tests.mutants.drawing import ROOMS, ROOT, Mutant, drawn
from tests.mutants.running import Verdict, tried

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
"""Changes that change nothing, by their hash, each with the reason."""
EVERYDAY = ("tests",)


def arguments() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--game", action="append", choices=ROOMS, help="only this game (may be given again)")
    parser.add_argument("--count", type=int, default=200, metavar="N", help="so many of each game (200)")
    parser.add_argument("--pooled", type=int, default=0, metavar="N", help="so many of all games together instead")
    parser.add_argument("--seed", type=int, default=1, help="what is drawn with (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="so many trials at once")
    parser.add_argument("--floor", type=float, default=92.0, metavar="P", help="so many in a hundred must die (92)")
    parser.add_argument(
        "--tests", action="append", metavar="PATH", help="tests to try with (may be given again; all everyday ones)"
    )
    parser.add_argument("--list", action="store_true", help="name what is drawn, and try nothing")
    return parser


def sample(options: argparse.Namespace) -> list[Mutant]:
    """Return what is drawn for these options."""
    games = options.game or list(ROOMS)
    if not options.pooled:
        return [mutant for game in games for mutant in drawn(game, options.count, options.seed)]
    share, more = divmod(options.pooled, len(games))
    return [mutant for place, game in enumerate(games) for mutant in drawn(game, share + (place < more), options.seed)]


def equivalents() -> Mapping[str, str]:
    """Return the reasons of the changes that change nothing, by hash."""
    table = tomli.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {entry["hash"]: entry["reason"] for entry in table.get("equivalent", ())}


def rows(verdicts: Sequence[Verdict], reasons: Mapping[str, str]) -> list[tuple[str, int, int, int, int]]:
    """Return by game, and for all: drawn, killed, alive, equivalent."""
    games = list(dict.fromkeys(verdict.mutant.game for verdict in verdicts))
    table = []
    for game in [*games, *(["all"] if len(games) > 1 else [])]:
        own = [verdict for verdict in verdicts if game in (verdict.mutant.game, "all")]
        same = sum(not verdict.noticed and verdict.mutant.hash in reasons for verdict in own)
        killed = sum(bool(verdict.noticed) for verdict in own)
        table.append((game, len(own), killed, len(own) - killed - same, same))
    return table


def main(words: Sequence[str] | None = None) -> int:
    """Draw, try and tell; return the exit code."""
    options = arguments().parse_args(words)
    os.chdir(ROOT)
    mutants, reasons, began = sample(options), equivalents(), time.monotonic()
    if options.list:
        for mutant in mutants:
            print(f"{mutant.hash}  {mutant.game}  {mutant.kind}  {mutant.name}")
        return 0
    verdicts = tried(mutants, options.tests or EVERYDAY, options.jobs, lambda line: print(line, flush=True))
    print()
    for verdict in verdicts:
        if not verdict.noticed:
            reason = reasons.get(verdict.mutant.hash)
            fate = f"equivalent: {reason}" if reason else f"ALIVE, {verdict.tests} tests run it"
            print(f"{verdict.mutant.hash}  {verdict.mutant.name}\n    {fate}")
    print(f"\n{'game':<8} {'drawn':>6} {'killed':>6} {'alive':>6} {'equivalent':>10}      %   seed {options.seed}")
    share = 100.0
    for game, all_drawn, killed, alive, same in rows(verdicts, reasons):
        share = 100 * killed / max(1, all_drawn - same)
        print(f"{game:<8} {all_drawn:>6} {killed:>6} {alive:>6} {same:>10} {share:>6.1f}")
    print(f"{time.monotonic() - began:.0f} s, {options.jobs} at once")
    return int(share < options.floor)


if __name__ == "__main__":
    sys.exit(main())
