"""`python -m tests.campaign.keep`: fights of this release, left with a question open, kept for all later ones."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from tests.cli.calling import call
from tests.tui.terminal import ROOT
from tracker import __version__
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.fight_log.opening import start_fight
from tracker.storage.preparation import read_encounter
from tracker.testing import likely

KEPT = ROOT / "tests" / "old_fights"
STEPS = 60
SYSTEM = re.compile(r'^system = "(.*?)"', re.M)
EDITION = re.compile(r'^edition = ".*?".*\n', re.M)


def main() -> int:
    """Keep the fights of this version; refuses to change those of one that are kept already."""
    folder = KEPT / __version__
    if folder.exists():
        print(f"{folder} is there already, and a release's fights never change.", file=sys.stderr)
        return 1
    keep(folder)
    print(f"{len(list(folder.glob('*.fight.toml')))} fights of {__version__} are kept in {folder}.")
    return 0


def keep(folder: Path) -> None:
    """Play every example in every edition into `folder`, up to a question, and write down where each stands."""
    folder.mkdir(parents=True)
    states = {}
    for name, text in encounters():
        encounter, fight = folder / f"{name}.toml", folder / f"{name}.fight.toml"
        encounter.write_text(text, "utf-8")
        _half_played(encounter, fight)
        encounter.unlink()
        states[name] = call("run", fight, "--json").records[-1]
    (folder / "states.json").write_text(
        json.dumps(states, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8"
    )


def encounters() -> Iterator[tuple[str, str]]:
    """Every example in every edition, by the name its fight gets."""
    for path in sorted((ROOT / "saves").glob("*.toml")):
        if path.name.endswith(".fight.toml"):
            continue
        text = path.read_text("utf-8")
        match = SYSTEM.search(text)
        options = registry.find(match[1] if match else registry.DEFAULT).options.model_fields.get("edition")
        yield path.stem, text
        own = EDITION.search(text)
        for edition in get_args(options.annotation) if options is not None else ():
            if edition != options.default and own is None:  # type: ignore[union-attr]
                yield f"{path.stem}-{edition}", text.replace("\n[", f'\nedition = "{edition}"\n\n[', 1)


def _half_played(encounter: Path, fight: Path) -> None:
    prepared = read_encounter(encounter)
    file = start_fight(prepared, fight)
    session = Session(prepared.encounter, prepared.rules, SeededDice(1), file, stock(prepared))
    session.say("begin")
    for _ in range(STEPS):
        try:
            session.say(likely(session))
        except Refused:
            break
    while session.encounter.question is None:
        session.undo()
    file.close()


if __name__ == "__main__":
    sys.exit(main())
