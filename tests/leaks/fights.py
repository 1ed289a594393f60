"""Fights: random fights of every game with somebody hidden in them, each as its start and its steps."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests import random_play
from tests.feats import playing as feats
from tests.hybrid import playing as hybrid
from tests.packs.random_fights import IN_THE_LANGUAGE
from tests.phases import playing as phases
from tests.prism import playing as prism
from tests.random_play import EXAMPLES, game
from tracker import testing as contract
from tracker.dice.source import SeededDice
from tracker.encounter.hidden_fighters import seen
from tracker.games import registry
from tracker.model.events import Event
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.players.view import EXACT, NOTHING, WORDS
from tracker.session import Session
from tracker.storage.preparation import Prepared, prepare, read_encounter

SAVES = Path(__file__).parents[2] / "saves"
EDITIONS = ("hybrid", "hybrid 1997", "phases", "prism", "feats", "plain", *registry._PACKED)
"""Every game of the registry, Hybrid in both its editions."""
PLAYERS = ("Ana", "Ben")
NAMES = ("Zorbax", "Quillwing", "Mirefang")
_MOST_LINES = 36
Events = tuple[Event, ...]
Draw = Callable[[int], int]


@dataclass(frozen=True)
class Fight:
    """One that was played: how it was prepared, what came of it, and who was hidden all the while."""

    prepared: Prepared
    steps: tuple[Events, ...]
    hidden: frozenset[str]


@cache
def documents(edition: str, but: str = "") -> tuple[dict[str, Any], ...]:
    """The encounters of a game that ship, in that edition, but for one; nobody may change them."""
    if edition in IN_THE_LANGUAGE:
        return (read_encounter(IN_THE_LANGUAGE[edition], library_dirs=()).document,)
    system, _, year = edition.partition(" ")
    names = [name for name in sorted(EXAMPLES) if game(name) == system and name != but]
    own = [read_encounter(SAVES / f"{name}.toml", library_dirs=()).document for name in names]
    return tuple({**one, "edition": year} if year else one for one in own)


def document(edition: str, random: Random) -> dict[str, Any]:
    """A fight of the game: two players, strangers, some of them hidden, one with a name that is not its own."""
    made = copy.deepcopy(random.choice(documents(edition)))
    people = made["combatant"]
    for one in people:
        one.pop("hidden", None)
    for player, one in zip(PLAYERS, people, strict=False):
        one.update(player=player, side="travellers")
        one.pop("group", None)
    strangers = people[len(PLAYERS) :] or [copy.deepcopy(people[1])]
    for one in strangers:
        one.pop("player", None)
        side = random.choice(("raiders", "others"))
        one["side"] = "raiders" if "group" in one else side  # a group is of one side
    lurkers = []
    for name in random.sample(NAMES, random.randint(1, 3)):
        lurker = copy.deepcopy(random.choice(strangers))
        lurker.pop("alias", None)
        lurkers.append({**lurker, "name": name, "hidden": True})
    if random.random() < 0.4:  # groups in which some are seen and some are hidden
        for one in (*strangers, *lurkers):
            one.update(group=random.choice(("pack", "pack", "scouts")), side="raiders")
    if random.random() < 0.5:
        strangers[0]["alias"] = "the cloaked one"
    made["combatant"] = [*people[: len(PLAYERS)], *people[len(PLAYERS) :], *lurkers]
    groups = {one.get("group") for one in made["combatant"]}
    made["group"] = [table for table in made.get("group", ()) if table["name"] in groups]
    if random.random() < 0.5:
        random.shuffle(made["combatant"])
    made["players"] = {"health": random.choice((WORDS, WORDS, EXACT, NOTHING)), "actions": random.random() < 0.7}
    return made


def played(edition: str, seed: int) -> Fight:
    """A fight at random, up to the moment before somebody hidden is seen."""
    random = Random(f"{edition} {seed}")
    while True:
        prepared = prepare(document(edition, random))
        start = prepared.encounter
        hidden = frozenset(one.id for one in start if not seen(start, one.id))
        session = Session(start, prepared.rules, SeededDice(seed))
        lines = random.randint(4, _MOST_LINES)
        shy = random.random() < 0.7
        for _ in range(lines):
            try:
                session.say(line_now(edition, session, random, hidden if shy else frozenset()))
            except Refused:
                continue
            if any(seen(session.encounter, id) for id in hidden):
                break
        states, done = session.journal.states, session.journal.done
        kept = [n for n in done if not any(seen(states[n], id) for id in hidden)]
        if hidden and kept:
            return Fight(prepared, tuple(session.journal.steps[n].events for n in kept), hidden)


def line_now(edition: str, session: Session, random: Random, shy: frozenset[str]) -> str:
    """Something that may be said now; whoever is of `shy` mostly waits."""
    question = session.encounter.question
    if not session.encounter.began:
        return "begin"
    if question is not None and question.who in shy and question.ask is Ask.DECLARE:
        return (
            f"{question.who} wait" if random.random() < 0.7 else f'{question.who} does "lurks" {random.randint(1, 9)}'
        )
    everyone = [one.id for one in session.encounter]
    if random.random() < 0.08:
        return random.choice(_BY_HAND).format(random.choice(everyone))
    match edition.partition(" ")[0]:
        case "hybrid":
            return hybrid.line_now(session, random.randrange)
        case "phases":
            return phases.a_line(session, random)
        case "prism":
            return prism.line_now(session, random.randrange)
        case "feats":
            return feats.a_line(session, random, everyone)
        case "plain":
            return contract.likely(session)
        case _:
            return random_play.a_line(session, random)


_BY_HAND = (
    "{} leaves", "{} surrenders", "{} alias thunder", "{} alias none", "secret note The ferryman is bribed",
    "note Rain", "{} orders none", "event 3000 The portcullis falls", "event in 4 A wolf howls",
    "event public in 5 A horn sounds", "undo", "fix {} prone on", "next",
)  # fmt: skip

CREEPER = """\
system = "plain"
[players]
seats = "{seats}"
[[combatant]]
name = "Ann"
player = "Ana"
hit_points = 20
weapon = [{{ name = "Sword" }}]
[[combatant]]
name = "Creeper"
side = "foes"
hidden = true
hit_points = 20
[[combatant]]
name = "Bob"
side = "foes"
hit_points = 20
"""
