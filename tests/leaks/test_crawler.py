"""The crawler: ten fights with three hidden fighters each, and all the bytes that players get of them on every way out.

None of it names the hidden, their ids, their weapons or their numbers, nor notes, events to come or orders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w

from tests.cli.calling import call
from tests.everyday import few
from tests.leaks.fights import NAMES, PLAYERS, document, line_now
from tests.leaks.ways_out import ways_out
from tests.player_screen.table import leaks
from tests.tui.terminal import terminal
from tests.web.serving import shared
from tracker.cli.opening import session_of, started
from tracker.dice.source import SeededDice
from tracker.encounter.hidden_fighters import seen
from tracker.model.refusals import Refused
from tracker.player_screen.spectator import Spectator
from tracker.storage.preparation import read_encounter

FIGHTS = ("hybrid", "phases", "prism", "feats", "plain", "hybrid 1997", "hybrid", "phases", "prism", "feats")
LINES = 16
FORMS = ("text", "json", "markdown", "html")
WATCH = "import sys\nfrom tracker.cli import main\nsys.exit(main(['watch', {!r}]))"


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
        self.opened = started(read_encounter(encounter, library_dirs=()), self.path)
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

    def close(self) -> None:
        """Leave."""
        assert self.opened.fight_file is not None
        self.opened.fight_file.close()


@pytest.fixture
def fight(seed: int, tmp_path: Path) -> Iterator[Ambush]:
    own = Ambush(tmp_path, seed)
    yield own
    own.close()


@pytest.mark.parametrize("seed", few(range(len(FIGHTS))))
def test_none_of_the_hidden_is_in_any_byte_of_what_players_are_shown(fight: Ambush) -> None:
    spectator, crawled = Spectator(fight.path), 0
    for _ in fight.moments():
        spectator.look()
        for way, data in ways_out(spectator).items():
            assert leaks(data) == [], way
            crawled += len(data)
    assert crawled > 100_000
    for form in FORMS:
        reply = call("log", fight.path, "--for", "players", "--format", form)
        assert leaks((reply.out + reply.err).encode()) == [], form
    assert leaks(fight.path.read_bytes()), "they are in the file"
    own = [one.name for one in fight.session.encounter if one.profile.player in PLAYERS]
    for sheet in (("--format", "html"), ()):
        assert leaks(call("sheet", fight.path, *own, *sheet).out.encode()) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(len(FIGHTS)))
def test_none_of_the_hidden_is_in_any_byte_on_the_wire_or_in_the_terminal(fight: Ambush) -> None:
    with (
        shared(fight.path, "--player", "Ana") as share,
        terminal(WATCH.format(os.fspath(fight.path)), size=(200, 50)) as watched,
    ):
        events = [share.listen(), share.listen("Ana")]
        for _ in fight.moments():
            for answer in (share.get(), share.get(share.paths["Ana"]), share.get("/zorbax"), share.get("/", "POST")):
                assert leaks(answer.raw.replace(b"/zorbax", b"")) == []
            watched.quiet(0.1)
            assert leaks(watched.written) == []
        # Another file in its place: an edit of what was read is noticed however far behind a busy machine looks on.
        edited = fight.path.with_name("edited")
        edited.write_bytes(fight.path.read_bytes().replace(b"Zorbax", b"Zorbux"))
        edited.replace(fight.path)
        watched.until("cannot be read")
        for one in events:
            while "cannot be read" not in str(one.next()[1]["trouble"]):
                pass
            assert leaks(one.raw) == []
        assert leaks(share.get().raw + share.said.encode() + share.printed.encode()) == []
        assert leaks(watched.written) == []
