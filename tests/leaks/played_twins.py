"""Played twins: a fight played again with somebody hidden in it who waits, who is busy, and who is called otherwise.

First it is played without anybody hidden, and what is said for those who are seen is written down. The twins are played
by the same lines. Each fighter's dice are its own: what falls depends on who rolls what at which count, so a roll of
the hidden one changes nobody else's. Names are as the program gives them: three of a kind with one hidden among them
are 1, 2 and 4 in the file. What the players are shown, moment by moment, is equal to the byte on every way out.
"""

from __future__ import annotations

import asyncio
import copy
import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import Any

import tomli_w

from tests.controllers import controller_of
from tests.leaks.fights import PLAYERS, document, line_now
from tests.leaks.twins import Twin
from tests.leaks.ways_out import LINKS, Onlooker, ways_out
from tracker.controller.outside import seat_answers
from tracker.controller.shared_pages import SeatAnswer
from tracker.dice.source import DiceSource
from tracker.encounter import advance
from tracker.encounter.decide import decide
from tracker.encounter.engine import dice_requests
from tracker.encounter.hidden_fighters import seen
from tracker.encounter.names import free_id, plain
from tracker.model.commands import ActNow, Join
from tracker.model.questions import Ask, Question, Roll
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.players.seat import leaves
from tracker.session import Session
from tracker.storage.numbered_combatants import numbered
from tracker.storage.preparation import Prepared, prepare
from tracker.storage.table.links import Link
from tracker.web.answers import Answer, Answers, Reply
from tracker.web.broadcast import Broadcast, OpenOffer

TWINS = ("waiting", "busy", "renamed")
"""What becomes of the hidden one who is absent in the first fight."""
UNDER_ORDERS = ("waiting under orders", "meddled under orders")
"""The same in a fight in which most of those who are seen fight by orders.

A meddled one is changed by hand and acts out of turn, with secret notes and events between.
"""
EVERY = (*TWINS, *UNDER_ORDERS)
ORDERS = "attack nearest"
KIND = "Lurker"
"""What those are called of whom one is hidden."""
LINES = 26
_MOST_STEPS = 400
_NOT_OF_THE_KIND = ("alias", "group", "hidden", "player")
"""Keys that the kind of the hidden one does not have: a group that acts at once would act through it, too."""
_WHOLE = 2
"""Moments of a fight at which every byte of every way out is compared."""


# The fight without, and with one hidden among those of its kind


def _documents(edition: str, seed: int, orders: bool = False) -> dict[str, dict[str, Any]]:
    """The file of each twin; `absent` is the one without anybody hidden."""
    random = Random(f"twins {edition} {seed}")
    made = document(edition, random)
    if orders:
        _order(made["combatant"], Random(f"orders {edition} {seed}"))
    people = [one for one in made["combatant"] if not one.get("hidden")]
    strangers = [one for one in people if one.get("player") not in PLAYERS] or [{**people[1], "side": "raiders"}]
    kind = {key: value for key, value in random.choice(strangers).items() if key not in _NOT_OF_THE_KIND}
    before, after = {**kind, "name": KIND, "number": random.randint(1, 2)}, {**kind, "name": KIND, "number": 1}
    hidden = {**kind, "name": KIND, "number": 1, "hidden": True, "orders": ""}
    place = random.randint(0, len(people))
    front, back = people[:place], people[place:]

    def one(*lurker: dict[str, Any]) -> dict[str, Any]:
        rows = [*front, before, *lurker, after, *back]
        return {**made, "combatant": copy.deepcopy(rows)}

    if orders:
        return {"absent": one(), **{twin: one(hidden) for twin in UNDER_ORDERS}}
    other = {key: value for key, value in hidden.items() if key != "number"}
    twins = (one(hidden), one(hidden), one({**other, "name": "Zorbax"}))
    return {"absent": one(), **dict(zip(TWINS, twins, strict=True))}


def _order(people: list[dict[str, Any]], random: Random) -> None:
    """Most of them fight by orders: all strangers, some of the players' own."""
    for one in people:
        if one.get("player") not in PLAYERS or random.random() < 0.3:
            one["orders"] = ORDERS


# Dice that depend on who rolls


@dataclass
class OwnDice:
    """A face for each roll by who makes it, what it is, at which count, and how many times it was made then."""

    seed: int
    called: Callable[[Encounter, str], str]
    """What an id is called in every twin; empty: it is the hidden one."""
    now: tuple[object, ...] = ()
    against_hidden: bool = False
    fallen: Counter[tuple[object, ...]] = field(default_factory=Counter)

    def about(self, encounter: Encounter, asked: Roll) -> None:
        """The next faces are for this roll; those of a group are placed by one roll, whoever makes it."""
        group = encounter[asked.who].group if asked.what in ("initiative", "Initiative") else ""
        target = self.called(encounter, asked.target) if asked.target else "-"
        self.against_hidden = not target
        self.now = (group or self.called(encounter, asked.who) or "hidden", asked.what, target, encounter.count)

    def face(self, sides: int) -> int:
        """The next face; nobody notices the hidden one."""
        if self.against_hidden:
            return 90 if sides == 100 else sides
        self.fallen[self.now] += 1
        digest = blake2b(repr((self.seed, self.now, self.fallen[self.now], sides)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % sides + 1


@contextmanager
def own_dice() -> Iterator[None]:
    """Dice of `OwnDice` learn who rolls."""
    asking, typing, rolled = dice_requests.roll_or_ask, dice_requests.typed, "typed"

    def asks(step: Any, rules: Any, dice: DiceSource, asked: Roll, then: Any) -> Any:
        if isinstance(dice, OwnDice):
            dice.about(step.encounter, asked)
        return asking(step, rules, dice, asked, then)

    def types(step: Any, rules: Any, dice: DiceSource, data: Any) -> None:
        if isinstance(dice, OwnDice):
            dice.about(step.encounter, dice_requests.roll_from(data["roll"]))
        typing(step, rules, dice, data)

    dice_requests.roll_or_ask = asks
    setattr(advance, rolled, types)  # where the name was brought in
    try:
        yield
    finally:
        dice_requests.roll_or_ask = asking
        setattr(advance, rolled, typing)


# Answers from pages


class Pages:
    """The pages of the players, who answer from them, and what becomes of that in the program that plays."""

    def __init__(self, session: Session, seats: str) -> None:
        self._controller, self._seats = controller_of(session), seats
        self._sent = 0
        self._broadcast: Broadcast | None = None
        self._replies: Answers | None = None

    def show(self, onlooker: Onlooker) -> None:
        """Show what there is to be seen now."""
        if self._broadcast is None:
            self._broadcast = Broadcast(onlooker, LINKS, acting=True)
            self._replies = Answers(self._broadcast, self._hand, lambda: float(self._sent))
        else:
            self._broadcast.show_seats()

    @property
    def asked_now(self) -> dict[str, object]:
        """What each player is asked, with the id of the question."""
        open_now = {player: self.asked(player) for player in PLAYERS}
        return {player: (asked.id, asked.offer.record()) for player, asked in open_now.items() if asked is not None}

    def asked(self, player: str) -> OpenOffer | None:
        """What a player is asked."""
        assert self._broadcast is not None
        return self._broadcast.asked(_link(player))

    def send(self, player: str, word: str) -> tuple[str, str, int, str]:
        """A player sends an answer: what its page is told."""
        asked = self.asked(player)
        self._sent += 1
        id = "gone" if asked is None else asked.id
        body = json.dumps({"id": id, "line": word, "n": self._sent, "phone": "p"}).encode()
        signature = hmac.new(_link(player).secret.encode(), body, hashlib.sha256).hexdigest()
        assert self._replies is not None
        reply = asyncio.run(self._replies.take(_link(player), body, signature))
        return player, word, reply.status, reply.text

    async def _hand(self, answer: Answer) -> Reply:
        sent = SeatAnswer(
            self._sent, answer.player, answer.line, answer.place, answer.n, answer.phone, seen=answer.seen
        )
        verdict = seat_answers.receive(self._controller, sent, self._seats)
        return Reply(verdict.status, verdict.text)

    @property
    def waits(self) -> bool:
        """Whether an answer waits to be taken."""
        return self._controller.offered is not None

    def take(self) -> None:
        """Take the answer that waits, as the game master does or the program by itself."""
        if self._seats == "take":
            seat_answers.take_due(self._controller)
        else:
            seat_answers.take(self._controller)


def _link(player: str) -> Link:
    return next(link for link in LINKS if link.player == player)


# Playing


@dataclass
class Play:
    """One of the twins, played to its end while somebody looks on; the dice are to be `own_dice`."""

    prepared: Prepared
    seed: int
    whole: frozenset[int]
    """The moments at which every byte is kept."""
    newcomer: dict[str, Any]
    busy: bool = False
    meddled: bool = False
    hidden: str = ""
    shown: list[object] = field(default_factory=list)
    refused: str = ""
    """What could be said without the hidden one and not with it."""

    def __post_init__(self) -> None:
        self.hidden = next((one.id for one in self.prepared.encounter if self._unseen(one.id)), "")
        self.dice = OwnDice(self.seed, self.called)
        self.session = Session(self.prepared.encounter, self.prepared.rules, self.dice)
        self.onlooker = Onlooker(Twin(self.prepared, ()))
        self._steps = 0
        self._last: object = None
        self._random = Random(f"hidden {self.seed}")
        self.cutting_in = Random(f"cutting in {self.seed}")
        self.beneath = Random(f"beneath {self.seed}")
        self.pages = Pages(self.session, "take" if self.seed % 2 else "offer")
        self._look()

    def _unseen(self, id: str) -> bool:
        return not seen(self.prepared.encounter, id)

    @property
    def known(self) -> list[str]:
        """The ids of those who are not the hidden one, in the order in which they are seated."""
        return [one.id for one in self.session.encounter if one.id != self.hidden]

    def called(self, encounter: Encounter, id: str) -> str:
        """An id as every twin has it: by its place among those who are seen; empty for the hidden one."""
        known = [one.id for one in encounter if one.id != self.hidden]
        return "" if id == self.hidden else f"#{known.index(id)}" if id in known else id

    def translated(self, line: str, other: list[str]) -> str:
        """A line of another twin, whose ids are `other`, with the ids of this one."""
        ids = dict(zip(other, self.known, strict=False))
        pattern = "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))
        return re.sub(rf"(?<![\w-])(?:{pattern})(?![\w-])", lambda match: ids[match[0]], line)

    @property
    def over(self) -> bool:
        """Whether the hidden one is seen by now, or nothing more can be said."""
        return bool(self.hidden) and seen(self.session.encounter, self.hidden)

    def say(self, line: str) -> None:
        """Say a line and look at all that comes of it, unless the hidden one is seen by then."""
        self.session.say(line)
        self._look()

    def send(self, player: str, word: str) -> None:
        """A player sends an answer; a hidden one may act out of turn before it arrives, and before it is taken."""
        if self._interrupted():
            self.session.say(f"{self.hidden} acts")
            self._look()
        if self.over:
            return
        self.shown.append(self.pages.send(player, word))
        self._look()
        question = self.session.encounter.question
        if self.pages.waits and question is not None and question.who != self.hidden and self._interrupted():
            self.session.say(f"{self.hidden} acts")
            self._look()
        if self.pages.waits and self.to_a_question() is not None:
            self.pages.take()
            self._look()

    def answer(self, line: str) -> None:
        """Say a line; now and then a hidden one has cut in on whom it declares for, and is still being asked."""
        question = self.session.encounter.question
        declares = question is not None and question.ask is Ask.DECLARE and line.startswith(f"{question.who} ")
        if declares and self.beneath.random() < 0.2 and self._interrupted():
            self.say(f"{self.hidden} acts")
            if self.over:
                return
        self.say(line)

    def _interrupted(self) -> bool:
        """Whether the hidden one acts out of turn now, which it can."""
        if not self.hidden or self._random.random() < 0.5:
            return False
        try:
            decide(self.session.encounter, ActNow(self.hidden), self.session.rules, self.dice)
        except Refused:
            return False
        return True

    def join(self) -> None:
        """Another of the kind joins, under the name and the id that the program gives."""
        taken = {plain(one.name) for one in self.session.encounter}
        (name,) = numbered(KIND, 1, taken)
        id = free_id(name, self.session.encounter.seats)
        sheet = {key: value for key, value in self.newcomer.items() if key not in ("number", "hidden", "orders")}
        self.session.dispatch(Join(id, name, tomli_w.dumps({**sheet, "name": name})), "join")
        self._look()

    def _look(self) -> None:
        """Look on as a page does: what one line comes to is written as one, and shown as one."""
        for n in self.session.journal.done[self._steps :]:
            if not self.over:
                self.onlooker._enter(self.session.journal.steps[n])
            self._steps += 1
        if not self.over:
            self._show()

    def _show(self) -> None:
        scenes = [self.onlooker.scene(player) for player in ("", *PLAYERS)]
        self.pages.show(self.onlooker)
        moment: object = (scenes, self.onlooker.tale().lines, self.onlooker.tale().now, self.pages.asked_now)
        if moment != self._last:
            self._last = moment
            self.shown.append(ways_out(self.onlooker) if len(self.shown) in self.whole else moment)

    def to_a_question(self) -> Question | None:
        """Go on until somebody is asked who is seen; None where nothing more happens."""
        for _ in range(_MOST_STEPS):
            question = self.session.encounter.question
            if self.over:
                return None
            if question is not None and question.who != self.hidden and question.ask is not Ask.HALT:
                return question
            try:
                self._for_the_hidden(question) if question is not None else self.say("next")
            except Refused:
                return None
        return None

    def meddle(self) -> None:
        """Change the hidden one by hand, let it act out of turn, or do what else players are not told of."""
        if not self.meddled or self.over or self._random.random() < 0.4:
            return
        pools = self.session.encounter[self.hidden].profile.pools
        pool = self._random.choice(pools) if pools else None
        lines = [line.format(self.hidden) for line in _MEDDLING]
        lines += [line.format(self._random.choice(self.known)) for line in _IN_SECRET]
        if pool is not None:
            lines += [
                f"fix {self.hidden} {pool.name} {pool.full}",
                f"fix {self.hidden} {pool.name} {max(1, pool.full - 1)}",
            ]
        with suppress(Refused):
            self.say(self._random.choice(lines))

    def _for_the_hidden(self, question: Question) -> None:
        lines = [f"{self.hidden} wait", f"{self.hidden} hold", f"{self.hidden} pass"]
        if question.ask is Ask.HALT:
            lines = ["seen"]
        elif question.ask is Ask.DICE:
            lines = ["roll"]
        elif question.ask is Ask.AMOUNT:
            lines = [str(question.low)]
        elif question.ask is Ask.CHOOSE:
            lines = [question.choices[0]]
        elif self.busy:
            lines.insert(0, f'{self.hidden} does "lurks" {self._random.randint(1, 9)}')
        for line in lines:
            try:
                self.say(line)
                return
            except Refused:
                continue
        raise Refused("The hidden one can neither wait nor do anything.")


_MEDDLING = (
    *("{} acts",) * 6, "{} is sly", "{} is sly for 3", "{} waits", "{} alias Nobody", "{} orders none", "{} abort",
    "secret note The ferryman is bribed", "event in 1 An owl hoots", "event in 3 The ferryman comes", "{} leaves",
)  # fmt: skip
_IN_SECRET = ("{} is secretly bribed", "{} is secretly bribed for 2", "{} is secretly sold for 5")
"""Lines about one who is seen that players are not told of."""
_NOT_AGAIN = re.compile(r"undo|veto|to \S+$|redo|join")
"""Lines that mean another thing where the hidden one has steps of its own."""


Said = str | tuple[str, str]
"""A line of the game master's, or a player and the word that its page sent."""


def _from_a_page(play: Play, random: Random) -> tuple[str, str] | None:
    """What a player answers from a page, as one is asked now and then; now and then it is no answer."""
    player = random.choice(PLAYERS)
    asked = play.pages.asked(player)
    if asked is None or random.random() < 0.5:
        return None
    match asked.offer.ask:
        case Ask.DICE:
            return player, random.choice(("roll", "999", "3 5"))
        case Ask.AMOUNT:
            return player, str(random.choice((asked.offer.low, asked.offer.high + 1)))
        case _:
            words = [option.word for option in leaves(asked.offer.options)]
            return (player, random.choice(words)) if words else None


def _out_of_turn(play: Play) -> str:
    """Now and then, while somebody is to declare, another of those who are seen is to act first; else nothing."""
    question = play.session.encounter.question
    if question is None or question.ask is not Ask.DECLARE or play.cutting_in.random() < 0.85:
        return ""
    return f"{play.cutting_in.choice(play.known)} acts"


def scripted(play: Play, edition: str, random: Random) -> list[Said]:
    """Play the fight without anybody hidden at random; what was said where somebody was asked."""
    lines: list[Said] = []
    play.say("begin")
    for at in range(LINES):
        if play.to_a_question() is None:
            break
        if at == LINES // 3:
            lines.append("join")
            play.join()
            continue
        for _ in range(30):
            if (sent := _from_a_page(play, random)) is not None:
                play.send(*sent)
                lines.append(sent)
                break
            line = _out_of_turn(play) or line_now(edition, play.session, random, frozenset())
            if _NOT_AGAIN.match(line):
                continue
            try:
                play.say(line)
            except Refused:
                continue
            lines.append(line)
            break
    play.to_a_question()
    return lines


def again(play: Play, lines: list[Said], ids: list[str]) -> None:
    """Play a twin by the lines that were said without the hidden one, whose ids were `ids`."""
    play.say("begin")
    for line in lines:
        if play.to_a_question() is None:
            return
        play.meddle()
        if play.to_a_question() is None:
            return
        try:
            if isinstance(line, tuple):
                play.send(*line)
            else:
                play.join() if line == "join" else play.answer(play.translated(line, ids))
        except Refused as refused:
            play.refused = f"{line}: {refused}"
            return
    play.to_a_question()


@dataclass(frozen=True)
class Played:
    """What came of one twin: how many moments were compared, and where it looked different; empty: nowhere."""

    edition: str
    seed: int
    twin: str
    moments: int
    leak: str

    def __str__(self) -> str:
        return f"{self.edition}, seed {self.seed}, {self.twin}: {self.leak}"


def played_twins(edition: str, seed: int) -> Iterator[Played]:
    """A fight of a game without anybody hidden, beside each of its twins, and again with most under orders."""
    yield from twins_of(edition, seed, orders=False)
    yield from twins_of(edition, seed, orders=True)


def twins_of(edition: str, seed: int, orders: bool) -> Iterator[Played]:
    files = _documents(edition, seed, orders)
    newcomer = next(one for one in files["absent"]["combatant"] if one["name"] == KIND)
    whole = frozenset(Random(f"whole {seed}").sample(range(2, 16), _WHOLE))
    with own_dice():
        base = Play(prepare(files.pop("absent")), seed, whole, newcomer)
        lines = scripted(base, edition, Random(f"lines {edition} {seed}"))
        for name, file in files.items():
            twin = Play(
                prepare(file),
                seed,
                whole,
                newcomer,
                busy=orders or name == "busy",
                meddled="meddled" in name,
            )
            assert twin.hidden, "somebody is hidden"
            again(twin, lines, base.known)
            yield Played(edition, seed, name, len(twin.shown), _difference(base, twin))


def _difference(base: Play, twin: Play) -> str:
    """Where a twin shows another thing; it may end sooner, where the hidden one comes into sight."""
    for at, (one, two) in enumerate(zip(base.shown, twin.shown, strict=False)):
        if one != two:
            return f"moment {at}: {_first(one, two)}"
    if twin.refused:
        return f"refused: {twin.refused}"
    if not twin.over and abs(len(base.shown) - len(twin.shown)) > 1:
        return f"{len(twin.shown)} moments instead of {len(base.shown)}"
    return ""


def _first(one: object, two: object) -> str:
    """The first place where two moments differ, with what stands around it."""
    if isinstance(one, dict) and isinstance(two, dict):
        way = next(way for way in one if one[way] != two[way])
        return f"{way}: {_first(one[way], two[way])}"
    text, other = repr(one), repr(two)
    same = next((n for n, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
    cut = slice(max(0, same - 120), same + 120)
    return f"{text[cut]}  |  {other[cut]}"
