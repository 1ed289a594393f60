"""What each part of an order does: whom, with what, how blows are met, when to give up; in every game and edition."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.game_master import answered
from tests.lanes import sample
from tracker.dice.source import SeededDice
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.questions import Ask, Question
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter

SAVES = Path(__file__).parents[1] / "saves"


class Misses:
    """Dice that always miss and hurt nobody: high where one must stay under a chance, low where one must reach it."""

    def __init__(self, reach: bool) -> None:
        self.reach = reach

    def face(self, sides: int) -> int:
        """2, or nine tenths of the die."""
        return 2 if self.reach else max(1, sides * 9 // 10)


@dataclass(frozen=True)
class Scene:
    """Somebody against at least three, one of whom sits nearest, another is the weakest, another the strongest."""

    name: str
    who: str
    nearest: str
    weakest: str
    strongest: str
    friend: str
    prepared: tuple[str, ...]
    """Lines that make it so."""
    body: str
    """A pool of the body."""
    edition: str = ""
    more: tuple[str, ...] = ()
    """What else must be so before two of one side can spread over two foes."""


SCENES = {
    "hybrid": Scene(
        "ambush", "odo", "goblin-1", "goblin-3", "red-varga", "brann", ("fix goblin-3 PBD 5",), "PBD", "current"
    ),
    "hybrid 1997": Scene(
        "ambush", "odo", "goblin-1", "goblin-3", "red-varga", "brann", ("fix goblin-3 PBD 5",), "PBD", "1997"
    ),
    "phases": Scene(
        "phases-ambush", "mira", "red", "moss", "grey", "tomas", ("fix red HF 20", "fix moss HF 3"), "HF"
    ),
    "prism": Scene(
        "prism-armour", "wren", "guard-1", "turnkey", "guard-2", "sir-odo",
        ("fix guard-1 VI 14", "fix turnkey VI 3"), "VI",
    ),
    "feats": Scene(
        "feats-rooftops", "tess", "sergeant-holt", "guardsman-2", "guardsman-1", "guardsman-1",
        ("fix sergeant-holt HP 11", "fix guardsman-2 HP 4"), "HP", more=("guardsman-1 side hunted",),
    ),
    "plain": Scene("plain-skirmish", "ann", "goblin-1", "goblin-2", "wolf", "bert", ("fix goblin-2 HP 2",), "HP"),
}  # fmt: skip
every_game = pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))


@cache
def at_the_start(scene: Scene) -> tuple[Encounter, Rules, SeededDice]:
    """The fight of a scene, begun, nobody under orders, and the dice that are to fall; nobody changes them."""
    document = {**read_encounter(SAVES / f"{scene.name}.toml", library_dirs=()).document}
    prepared = prepare(document | ({"edition": scene.edition} if scene.edition else {}))
    session = Session(prepared.encounter, prepared.rules, dice := SeededDice(7))
    for one in session.encounter:
        session.say(f"{one.id} rolled")
        session.say(f"{one.id} orders none")
    session.say("begin")
    return session.encounter, session.rules, dice


@pytest.fixture
def begun() -> Callable[..., Session]:
    def make(scene: Scene, *lines: str, misses: bool = True) -> Session:
        """The fight of a scene, begun, nobody under orders, from now on without harm; then these lines."""
        encounter, rules, dice = at_the_start(scene)
        falling = Misses(scene.name == "plain-skirmish") if misses else copy.deepcopy(dice)
        session = Session(encounter, rules, falling)
        for line in lines:
            session.say(line)
        return session

    return make


def events_of(session: Session) -> Iterator[ev.Event]:
    """All that happened and counts."""
    for n in session.journal.done:
        yield from session.step(n).events


def gone_on(session: Session) -> None:
    """`next`; whoever is asked waits, or gives the first answer."""
    if session.encounter.question is not None:
        answered(session)
    else:
        session.say("next")


def acts(session: Session, who: str, many: int = 1) -> list[ev.ActionDeclared]:
    """The first so many acts by orders of `who` that are aimed at somebody; the fight goes on until there are."""
    for _ in range(400):
        declared = [
            event
            for event in events_of(session)
            if isinstance(event, ev.ActionDeclared) and event.who == who and event.ordered and event.target
        ]
        if len(declared) >= many:
            return declared
        gone_on(session)
    raise AssertionError(f"{who} has not acted by orders; it is {session.encounter.count}")


@every_game
@pytest.mark.parametrize("part", ["nearest", "weakest", "strongest", "named", "first"])
def test_whom_an_order_means_is_whom_it_goes_for(scene: Scene, part: str, begun: Callable[..., Session]) -> None:
    meant = {
        "nearest": scene.nearest, "weakest": scene.weakest, "strongest": scene.strongest,
        "named": scene.strongest, "first": scene.nearest,
    }[part]  # fmt: skip
    word = {"named": scene.strongest, "first": ""}.get(part, part)
    session = begun(scene, *scene.prepared, f"{scene.who} orders attack {word}")
    assert acts(session, scene.who)[0].target == meant


@every_game
def test_whoever_struck_last_is_struck_back(scene: Scene, begun: Callable[..., Session]) -> None:
    session = begun(scene, f"{scene.weakest} orders attack {scene.who}")
    for _ in range(400):
        if any(isinstance(event, ev.Struck) and event.who == scene.weakest for event in events_of(session)):
            break
        gone_on(session)
    session.say(f"{scene.weakest} orders none")
    session.say(f"{scene.who} orders attack whoever struck last")
    assert acts(session, scene.who)[0].target == scene.weakest != scene.nearest


WEAPONS = {
    "hybrid": ("brann", "Bastard Sword", "Two Sided Dagger"),
    "hybrid 1997": ("brann", "Bastard Sword", "Two Sided Dagger"),
    "phases": ("red", "Bow", "Knife"),
    "prism": ("wren", "Bow", "Knife"),
    "plain": ("bert", "Bow", "Club"),
}


@pytest.mark.parametrize("game", WEAPONS)
def test_the_weapon_of_an_order_is_the_one_that_is_used(game: str, begun: Callable[..., Session]) -> None:
    who, *weapons = WEAPONS[game]
    for weapon in weapons:
        session = begun(SCENES[game], f"{who} orders attack nearest with {weapon}")
        for _ in range(400):
            used = [e for e in events_of(session) if isinstance(e, ev.ActionDeclared) and e.who == who and e.weapon]
            if used:
                break
            gone_on(session)
        assert used[0].ordered and used[0].weapon.replace("-", " ").casefold() == weapon.casefold()


# Answers


def asked_about(session: Session, who: str, by: str) -> Question:
    """Go on until `who` is asked how it meets what `by` does."""
    for _ in range(400):
        question = session.encounter.question
        if question is not None and (question.ask, question.who, question.about) == (Ask.CHOOSE, who, by):
            words = session.rules.abilities.orders
            if words is not None and words.answers[0] in question.choices:
                return question
        gone_on(session)
    raise AssertionError(f"{who} is never asked; it is {session.encounter.count}")


ANSWERING = [game for game in SCENES if game not in ("phases", "plain")]


@pytest.mark.parametrize("game", sample(ANSWERING, each=lambda game: game.partition(" ")[0]))
def test_a_blow_is_met_as_the_order_says_while_it_is_likely_enough(game: str, begun: Callable[..., Session]) -> None:
    scene = SCENES[game]
    fight = f"{scene.nearest} orders attack {scene.who}"

    def met(orders: str) -> tuple[str, str]:
        """The answer that the orders give to the first blow, and what it is said to follow."""
        session = begun(scene, fight, f"{scene.who} orders {orders}, flee under 1", misses=False)
        for _ in range(400):
            by_orders = [e for e in events_of(session) if isinstance(e, ev.Answered) and e.order and e.who == scene.who]
            if by_orders:
                return by_orders[0].answer, by_orders[0].order
            gone_on(session)
        raise AssertionError("nothing was met by orders")

    session = begun(scene, fight, misses=False)
    question = asked_about(session, scene.who, scene.nearest)
    words = session.rules.abilities.orders
    assert words is not None
    open_now = {one.word: one for one in session.rules.choices.answers(session.encounter, question) if not one.refused}
    tried = [word for word in words.answers if word in open_now]
    assert len(tried) > 1
    for word in tried:
        assert met(word) == (word, f"{word}, flee under 1")
        chance = open_now[word].chance
        if chance is not None and word != words.answers[0]:
            above = f"{word} above {chance - 1}, flee under 1"
            assert met(f"{word} above {chance - 1}") == (word, above)
            why = f"{word} above {chance}, flee under 1; {word} has {chance} %"
            assert met(f"{word} above {chance}") == (words.answers[0], why)


# Giving up


@every_game
@pytest.mark.parametrize("how", ["flee", "surrender"])
def test_whoever_is_hurt_loses_its_leader_or_half_its_own_gives_up(
    scene: Scene, how: str, begun: Callable[..., Session]
) -> None:
    presence = {"flee": "left", "surrender": "surrendered"}[how]
    hurt, fallen = f"fix {scene.who} {scene.body} 1", f"{scene.friend} falls"
    ill_fated = {"under 50": hurt, f"without {scene.friend}": fallen, "at half": fallen}
    many = {"at half": ("sela leaves",) if scene.name == "ambush" else ()}
    for clause, line in ill_fated.items():
        orders = f"{scene.who} orders attack nearest, {how} {clause}"
        whole = begun(scene, *scene.more, orders)
        assert acts(whole, scene.who) and whole.encounter[scene.who].able
        session = begun(scene, *scene.more, orders, *many.get(clause, ()), line)
        for _ in range(400):
            if not session.encounter[scene.who].able:
                break
            gone_on(session)
        last = [e for e in events_of(session) if isinstance(e, ev.PresenceChanged) and e.who == scene.who]
        told = clause.replace(scene.friend, session.encounter[scene.friend].name) + " %" * ("under" in clause)
        assert [(e.presence, e.why) for e in last] == [(presence, f"orders: {how} {told}")]


# Spread or keep


@every_game
def test_those_who_spread_go_for_different_foes_and_else_for_the_same(
    scene: Scene, begun: Callable[..., Session]
) -> None:
    for focus, targets in ((", spread", 2), ("", 1)):
        both = [f"{who} orders attack nearest{focus}" for who in (scene.who, scene.friend)]
        session = begun(scene, *scene.more, *both)
        assert len({acts(session, who)[0].target for who in (scene.who, scene.friend)}) == targets, focus


@every_game
def test_one_who_keeps_to_one_strikes_it_again_although_another_is_stronger_now(
    scene: Scene, begun: Callable[..., Session]
) -> None:
    for focus, same in ((", keep", True), ("", False)):
        session = begun(scene, *scene.prepared, f"{scene.who} orders attack strongest{focus}")
        assert acts(session, scene.who)[0].target == scene.strongest
        few = 2 * session.encounter[scene.strongest].full(scene.body) // 5
        session.say(f"fix {scene.strongest} {scene.body} {few}")
        assert (acts(session, scene.who, 2)[1].target == scene.strongest) is same, focus
