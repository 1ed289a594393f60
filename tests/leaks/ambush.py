"""An ambush: a fight in which three are hidden, with a weapon and points that nobody else has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Self

import tomli_w

from tests.leaks.fights import NAMES, document, line_now
from tracker.cli.opening import begin_fight
from tracker.dice.source import SeededDice
from tracker.encounter.hidden_fighters import seen
from tracker.model.refusals import Refused
from tracker.session.opening import session_of
from tracker.storage.preparation import read_encounter

FIGHTS = ("hybrid", "phases", "prism", "feats", "plain", "hybrid 1997", "hybrid", "phases", "prism", "feats")


LINES = 16


def ambush(edition: str, random: Random) -> dict[str, Any]:
    """A fight of the game in which three are hidden, with a weapon and points that nobody else has."""
    made = document(edition, random)
    people = [one for one in made["combatant"] if not one.get("hidden")]
    gear = "thing" if edition == "feats" else "weapon"
    kind = next(one for one in people[::-1] if one.get(gear))
    oubliette = {**kind[gear][0], "name": "Oubliette"}
    kind = {key: value for key, value in kind.items() if key not in ("alias", "player")}
    lurkers = [{**kind, "name": name, "hidden": True, "orders": "", "side": "raiders"} for name in NAMES]
    for lurker in lurkers:
        lurker.update({**MANY[edition.partition(" ")[0]], gear: [oubliette]})
    made["combatant"] = [*people, *lurkers]
    made["notes"] = "The ferryman is bribed."
    made["scheduled"] = [{"at": 5000, "text": "The portcullis falls"}]
    return made


MANY: dict[str, dict[str, Any]] = {
    "hybrid": {"derived": {"PBD": 987}},
    "phases": {"hit_factors": 987},
    "prism": {"pools": {"Energy": 987, "Stamina": 987, "Vitality": 987, "Trauma": 987}},
    "feats": {"stats": {"ST": 10, "DX": 10, "HT": 10, "FP": 987}},
    "plain": {"hit_points": 987},
}


class Ambush:
    """One of the ten, begun and in a file, with a game master who plays at random while the three stay hidden."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.edition, self.random = FIGHTS[seed], Random(f"crawler {seed}")
        encounter = folder / "ford.toml"
        encounter.write_text(tomli_w.dumps(ambush(self.edition, self.random)), encoding="utf-8")
        self.path = folder / "ford.fight.toml"
        self.opened = begin_fight(read_encounter(encounter, library_dirs=()), self.path)
        self.session = session_of(self.opened, SeededDice(seed))
        self.hidden = frozenset(one.id for one in self.session.encounter if one.name in NAMES)
        assert len(self.hidden) == 3 and not any(seen(self.session.encounter, id) for id in self.hidden)

    def moments(self) -> Iterator[int]:
        """The fight goes on, a line at a time; what would show somebody hidden is taken back."""
        for at in range(LINES):
            try:
                self.session.say(line_now(self.edition, self.session, self.random, self.hidden))
            except Refused:
                continue
            while any(seen(self.session.encounter, id) for id in self.hidden):
                self.session.say("undo")
            yield at

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        assert self.opened.fight_file is not None
        self.opened.fight_file.close()
