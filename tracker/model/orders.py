"""Orders: what a fighter does by itself, as a value. How it is written in files and lines, and said on the sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from tracker.model.lazy_dataclass import dataclass
from tracker.model.validation_errors import Faults
from tracker.text.suggestions import hint_or_list


@dataclass(frozen=True, slots=True)
class OrderWords:
    """The words that standing orders may use in a game (`encounter.orders` reads them)."""

    does: tuple[str, ...] = ("attack",)
    """The acts that a fighter may be ordered to do. Each reaches `Turns.command_for_orders`."""
    answers: tuple[str, ...] = ()
    """Words of choices that answer a blow. The first does nothing, and orders answer the questions that have it."""
    amounts: tuple[str, ...] = ()
    """The topics (`Question.what`) of questions for a number that get the number of an answer."""
    silent: str = ""
    """The answer of orders that name none. Empty: the GM is asked."""
    before: tuple[tuple[str, str], ...] = ()
    """The topics (`Question.what`) of questions before a declaration, each with the answer given by orders."""
    body: tuple[str, ...] = ()
    """The pools that keep a fighter standing, by which weak and strong are judged. Empty: all."""
    spares: tuple[str, ...] = ()
    """Conditions of fighters who are in the fight but do not stand: no orders strike them, and a side with only such,
    fallen and gone fighters has lost."""
    attacked_by: str = ""
    """The mark with the id of the last attacker. Empty: it is read from the others' last actions."""
    replies: tuple[tuple[str, str, str], ...] = ()
    """Words for questions that are no blows: the word of a choice, the topic (`Question.what`), and the choice of
    orders to act that lack the word. `word under 50` is for a body under that share."""
    likely: tuple[str, ...] = ()
    """The topics (`Question.what`) of questions that orders to act or to answer give the likely answer to."""
    also: tuple[tuple[str, str], ...] = ()
    """Other beginnings, each with the usual one: (`attack again`, `attack`)."""
    attacks: tuple[str, ...] = ("attack",)
    """The acts done to a foe: `strike weakest with axe`. `attack` is the one that the game thinks fit."""

    def __post_init__(self) -> None:
        """Turn lists into tuples, so that the words are hashable."""
        for option in fields(self):
            value = getattr(self, option.name)
            if not isinstance(value, str):
                whole = tuple(tuple(part) if isinstance(part, list) else part for part in value)
                object.__setattr__(self, option.name, whole)


ATTACK = "attack"
"""The beginning of an order to fight, in every game."""


class Whom(StrEnum):
    """The targets of an order to attack. `NAMED` has the name beside it."""

    SAME = ""
    """The last target while it stands, else the first foe in seat order."""
    AGAIN = "again"
    """The last target while it stands, else the fighter who attacked last, else the first foe in seat order."""
    NEAREST = "nearest"
    """The foe whose seat is nearest."""
    WEAKEST = "weakest"
    """The foe with the least of its body left."""
    STRONGEST = "strongest"
    """The foe with the most points of body left."""
    ATTACKER = "attacker"
    """The fighter who attacked this one last."""
    NAMED = "named"


class Focus(StrEnum):
    """The habit of choosing a target: again each time, kept until it falls, or one that few others go for."""

    ANEW = ""
    KEEP = "keep"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Retreat:
    """The condition for retreat: body under a share in percent, leader out of the fight, half the group out."""

    how: str
    under: int = 0
    without: str = ""
    half: bool = False

    @property
    def text(self) -> str:
        if self.without:
            return f"{self.how} without {self.without}"
        return f"{self.how} at half" if self.half else f"{self.how} under {self.under}"


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a question that is no blow, such as a fend: always, or with the body under a share in percent."""

    word: str
    under: int = 0

    @property
    def text(self) -> str:
        return f"{self.word} under {self.under}" if self.under else self.word


FLEE, SURRENDER = "flee", "surrender"
_OUT = {FLEE: "flees", SURRENDER: "surrenders"}


@dataclass(frozen=True, slots=True)
class Orders:
    """Standing orders. False when there are none.

    `does` is one of the game's own (`OrderWords.does`), empty when it is asked what it does. `answer` is how it meets
    a blow, while its chance is above `above` percent, with `amount` points where the game takes some.
    """

    does: str = ""
    whom: Whom = Whom.SAME
    named: str = ""
    weapon: str = ""
    focus: Focus = Focus.ANEW
    answer: str = ""
    above: int = 0
    amount: int = 0
    retreats: tuple[Retreat, ...] = ()
    replies: tuple[Reply, ...] = ()
    otherwise: str = ""
    """The act when the order cannot be carried out: `wait`, `ask`, or another word of the game. Empty: as the game has
    it, else the GM is asked."""

    def reply(self, word: str) -> Reply | None:
        """Return the reply of the orders to questions of this word. None without one."""
        return next((reply for reply in self.replies if reply.word == word), None)

    def __bool__(self) -> bool:
        return self != NONE

    @property
    def text(self) -> str:
        """Return the words in a file and after `orders`. `read` undoes it."""
        act = " ".join(word for word in (self.does, self.named or self.whom.value) if word) if self.does else ""
        answer = self.answer
        answer += f" {self.amount}" if self.amount else ""
        answer += f" above {self.above}" if self.above else ""
        parts = (f"{act} with {self.weapon}" if self.weapon else act, self.focus.value, answer)
        otherwise = (f"{ELSE} {self.otherwise}",) if self.otherwise else ()
        clauses = (*otherwise, *(part.text for part in self.replies), *(part.text for part in self.retreats))
        text = ", ".join(part for part in (*parts, *clauses) if part)
        return f"{ANSWER} {text}" if text == NO_ORDERS else text


NONE = Orders()
NO_ORDERS = "none"
"""The word that ends orders in a line. Where a game has an answer of that name, that is written `answer none`."""
ANSWER = "answer"
ELSE = "else"
"""The beginning of the clause for an order that cannot be carried out."""
WAIT, ASK = "wait", "ask"
"""The words of that clause that every game knows: try again after a while, ask the GM."""


# Reading


def read(text: str, words: OrderWords, name: Callable[[str], str] = str) -> Orders:
    """Read orders as written. Raises ValueError, with a sentence, for what is no order of this game.

    `name` turns a name into an id, where a fighter can be looked up.
    """
    orders = NONE
    for clause in (" ".join(part.split()) for part in _usual(text, words).split(",")):
        if clause:
            orders = _with(orders, clause, words, name)
    return orders


def _usual(text: str, words: OrderWords) -> str:
    """Return the text with a beginning that this game also has (`words.also`) replaced by the usual one."""
    for other, usual in words.also:
        if re.match(rf"{other}\b", text.strip(), re.IGNORECASE):
            return usual + text.strip()[len(other) :]
    return text


def _with(orders: Orders, clause: str, words: OrderWords, name: Callable[[str], str]) -> Orders:
    """Return the orders with one more clause. Raises ValueError with the known words.

    `name` reads a fighter's name as its id.
    """
    first, _, rest = clause.partition(" ")
    word = first.casefold()
    if word in words.does and not orders.does:
        return _acts(orders, word, rest, words, name)
    if word == ANSWER and rest.casefold() in words.answers:
        return _answers(orders, rest.casefold(), "", clause)
    if word in words.answers:
        return _answers(orders, word, rest, clause)
    if word == ELSE:
        ways = [*(does for does in words.does if does != ATTACK or len(words.attacks) > 1), WAIT, ASK]
        if rest.casefold() not in ways:
            raise ValueError(f'orders "{clause}" are unknown{hint_or_list(rest, [f"{ELSE} {way}" for way in ways])}')
        return replace(orders, otherwise=rest.casefold())
    if word in [reply for reply, _, _ in words.replies]:
        return _replies(orders, word, rest, clause)
    if word in (Focus.KEEP, Focus.SPREAD) and _bare(rest) in ("", "toone", "out"):
        return replace(orders, focus=Focus(word))
    if word in _OUT:
        return replace(orders, retreats=(*orders.retreats, _retreat(word, rest, clause, name)))
    replies = [reply for reply, _, _ in words.replies]
    known = [*words.does, *words.answers, *replies, Focus.KEEP, Focus.SPREAD, ELSE, *_OUT]
    raise ValueError(f'orders "{clause}" are unknown{hint_or_list(word, known)}')


def _acts(orders: Orders, does: str, rest: str, words: OrderWords, name: Callable[[str], str]) -> Orders:
    """Return the orders with an act and its target: a target by habit, or by name.

    `rest` are the words behind the act. `name` turns a fighter's name into its id.
    """
    whom, _, weapon = _parted(rest)
    if does not in words.attacks:
        if rest:
            raise ValueError(f'orders "{does}" stand alone; "{rest}" is too much')
        return replace(orders, does=does)
    spoken = {"whoeverstrucklast": Whom.ATTACKER, "whoeverattackedlast": Whom.ATTACKER, "lastattacker": Whom.ATTACKER}
    meant = _bare(whom.removeprefix("the "))
    spoken |= {way.value: way for way in Whom if way is not Whom.NAMED}
    if meant in spoken:
        return replace(orders, does=does, whom=spoken[meant], weapon=weapon)
    return replace(orders, does=does, whom=Whom.NAMED, named=name(whom), weapon=weapon)


def _bare(text: str) -> str:
    """Return the letters and digits in small letters, so that `to one` and `to-one` are the same."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _parted(rest: str) -> tuple[str, str, str]:
    """Split `weakest with short sword` into target, `with`, and the weapon."""
    if rest.casefold().startswith("with "):
        return "", "with", rest[5:].strip()
    match = re.match(r"(.*?)\s+with\s+(.+)", rest, re.IGNORECASE)
    return (match[1], "with", match[2]) if match else (rest, "", "")


def _answers(orders: Orders, answer: str, rest: str, clause: str) -> Orders:
    """Return the orders with the answer to blows: `parry`, `parry 2`, `parry above 50`.

    `rest` are the words behind the answer, and `clause` is quoted in a refusal.
    """
    match = re.fullmatch(r"(\d{1,4})?\s*(?:(?:while\s+)?above\s+(\d{1,3})\s*%?)?", rest.strip(), re.IGNORECASE)
    if match is None:
        raise ValueError(f'orders "{clause}" are unknown; there are {answer}, {answer} above 50, {answer} 2')
    return replace(orders, answer=answer, amount=int(match[1] or 0), above=int(match[2] or 0))


def _replies(orders: Orders, word: str, rest: str, clause: str) -> Orders:
    """Return the orders with a reply to a question that is no blow, in place of a former one: `fend under 50`.

    `rest` are the words behind `word`, and `clause` is quoted in a refusal.
    """
    share = re.fullmatch(r"(?:under (\d{1,3})\s*%?)?", rest, re.IGNORECASE)
    if share is None:
        raise ValueError(f'orders "{clause}" are unknown; there are {word}, {word} under 50')
    others = tuple(reply for reply in orders.replies if reply.word != word)
    return replace(orders, replies=(*others, Reply(word, min(100, int(share[1] or 0)))))


def _retreat(how: str, rest: str, clause: str, name: Callable[[str], str]) -> Retreat:
    """Read a condition for retreat: `under 30`, `without NAME`, `at half`. Raises ValueError for other words.

    `how` is the way to retreat. `name` turns a leader's name into an id, and `clause` is quoted in a refusal.
    """
    if share := re.fullmatch(r"under (\d{1,3})\s*%?", rest, re.IGNORECASE):
        return Retreat(how, under=min(100, int(share[1])))
    if leader := re.fullmatch(r"without (.+)|when (.+?) (?:falls|is down)", rest, re.IGNORECASE):
        return Retreat(how, without=name(leader[1] or leader[2]))
    if re.fullmatch(r"at half|when half are down", rest, re.IGNORECASE):
        return Retreat(how, half=True)
    raise ValueError(f'orders "{clause}" are unknown; there are {how} under 30, {how} without NAME, {how} at half')


def of_entry(value: str | Mapping[str, Any], words: OrderWords | None) -> Orders:
    """Read orders as a file has them, in words or as a table. Raises Faults at the key `orders`."""
    text = value if isinstance(value, str) else _of_table(value)
    if not text:
        return NONE
    if words is None:
        raise Faults([(("orders",), f'orders "{text}" are unknown: this game has no standing orders')])
    try:
        return _of_file(text, words)
    except ValueError as error:
        raise Faults([(("orders",), str(error))]) from error


# Cached, since the members of a crowd have the same orders, and a file is read again for every check.
@lru_cache(maxsize=512)
def _of_file(text: str, words: OrderWords) -> Orders:
    return read(text, words)


def _of_table(table: Mapping[str, Any]) -> str:
    """Return the orders of a table of a file in the words of a line."""
    act = f"{table.get('does', ATTACK)} {table.get('attack', '')}".strip()
    if not {"does", "attack", "with"} & table.keys():
        act = ""
    parts = [act + (f" with {table['with']}" if "with" in table else ""), str(table.get("focus", ""))]
    if "answer" in table:
        amount, above = table.get("amount", 0), table.get("above", 0)
        parts.append(f"{table['answer']}{f' {amount}' if amount else ''}{f' above {above}' if above else ''}")
    parts += [f"{ELSE} {table[ELSE]}"] if ELSE in table else []
    parts += table.get("replies", ())
    for how in _OUT:
        parts += [f"{how} under {table[f'{how}_under']}"] if f"{how}_under" in table else []
        parts += [f"{how} without {table[f'{how}_without']}"] if f"{how}_without" in table else []
        parts += [f"{how} at half"] if table.get(f"{how}_at_half") else []
    return ", ".join(part for part in parts if part)


# Saying

_NAMED = re.compile(
    rf"(?!(?:{ELSE}|{ANSWER}|{FLEE}|{SURRENDER}) (?!without ))"
    rf"((?:{FLEE}|{SURRENDER}) without|\S+) (?!(?:above|under|in|\d+)(?: |$))(\S+)(.*)"
)
"""A clause with the id of a fighter: `attack ann with axe`, `flee without bob`."""


def in_names(text: str, name: Callable[[str], str]) -> str:
    """Return orders as they are written, with names in place of ids. `name` gives the name of an id."""
    clauses = []
    for clause in text.split(", "):
        match = _NAMED.fullmatch(clause)
        if match is not None and match[2] not in {*Whom, "with"}:
            clause = f"{match[1]} {name(match[2])}{match[3]}"
        clauses.append(clause)
    return ", ".join(clauses)


def sentence(orders: Orders, name: Callable[[str], str] = str) -> str:
    """Return orders in a sentence without its full stop: `attacks the weakest foe; flees under 30 % of its body`.

    `name` gives the name of an id, and so in the functions below.
    """
    return _joined(orders, name, many=False)


def _joined(orders: Orders, name: Callable[[str], str], many: bool) -> str:
    """Return the orders as one sentence, in the plural for `many`. `name` gives the name of a fighter's id."""
    parts = (
        _said_act(orders, name, many) + _said_otherwise(orders, many),
        _said_answer(orders, many),
        *_said_replies(orders, many),
        *_said_retreats(orders, name, many),
    )
    return "; ".join(part for part in parts if part)


def sentence_of(each: Sequence[Orders], name: Callable[[str], str] = str) -> str:
    """Return the orders of one or several fighters in a sentence without its full stop.

    The sentence says which parts of the orders `differ`. `name` gives the name of a fighter's id.
    """
    many = len(each) > 1
    if not any(each):
        return "have no standing orders" if many else "has no standing orders"
    parts = {
        "targets": {_said_act(orders, name, many) + _said_otherwise(orders, many) for orders in each},
        "defences": {_said_answer(orders, many) for orders in each},
        "other answers": {"; ".join(_said_replies(orders, many)) for orders in each},
        "retreats": {"; ".join(_said_retreats(orders, name, many)) for orders in each},
    }
    differing = [what for what, ways in parts.items() if len(ways) > 1]
    shared = [next(iter(ways)) for ways in parts.values() if len(ways) == 1]
    if differing:
        shared.append(f"{'differ' if many else 'differs'} in {', '.join(differing)}")
    return "; ".join(part for part in shared if part)


def reason(orders: Orders) -> str:
    """Return the reason for an act by orders, in a word or two: `attack weakest`."""
    return f"{orders.does} {orders.named or orders.whom.value}".strip() or orders.answer


_WHOM = {
    Whom.SAME: "the same foe while it stands",
    Whom.AGAIN: "the same foe again, else the last attacker",
    Whom.NEAREST: "the nearest foe",
    Whom.WEAKEST: "the weakest foe",
    Whom.STRONGEST: "the strongest foe",
    Whom.ATTACKER: "the last attacker",
}


def _third_person(verb: str) -> str:
    """Return a verb as it is said of one fighter: `strikes`, `dashes`."""
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z")) else f"{verb}s"


_NO_DEFENCE = ("nothing", "none")
"""The answers of orders that do nothing about a blow."""


def _said_act(orders: Orders, name: Callable[[str], str], many: bool) -> str:
    """Return the act of orders in words: its target, weapon and focus. `many` makes it a plural."""
    s = "" if many else "s"
    acts = orders.does if many or not orders.does else _third_person(orders.does)
    if orders.does != ATTACK and replace(orders, weapon="", whom=Whom.SAME, focus=Focus.ANEW) == orders:
        return acts if orders.does else f"ask{s} the GM for an action"
    whom = name(orders.named) if orders.whom is Whom.NAMED else _WHOM[orders.whom]
    weapon = f" with {orders.weapon}" if orders.weapon else ""
    focus = {
        Focus.ANEW: "",
        Focus.KEEP: ", keeping to one until it falls",
        Focus.SPREAD: ", spread over all foes",
    }
    return f"{acts} {whom}{weapon}{focus[orders.focus]}"


def _said_otherwise(orders: Orders, many: bool) -> str:
    """Return the alternative act in words. Empty where the orders name none. `many` makes it a plural."""
    if not orders.otherwise:
        return ""
    verb = orders.otherwise if many else f"{orders.otherwise}s"
    return f", else {verb} the GM" if orders.otherwise == ASK else f", else {verb}"


def _said_answer(orders: Orders, many: bool) -> str:
    """Return the answer of orders to blows in words. Empty where they leave it open. `many` makes it a plural."""
    if not orders.answer:
        return ""
    if orders.answer in _NO_DEFENCE:
        return "do not defend" if many else "does not defend"
    amount = f" {orders.amount}" if orders.amount else ""
    above = f" while above {orders.above} %" if orders.above else ""
    return f"defend{'' if many else 's'} with {orders.answer}{amount}{above}"


def _said_replies(orders: Orders, many: bool) -> Iterable[str]:
    """Yield each reply to a question that is no blow in words. `many` makes it a plural."""
    for reply in orders.replies:
        word = reply.word if many else f"{reply.word}s"
        yield f"{word} under {reply.under} % of {'their' if many else 'its'} body" if reply.under else word


def _said_retreats(orders: Orders, name: Callable[[str], str], many: bool) -> Iterable[str]:
    """Yield each clause of giving up in words. `many` makes it a plural."""
    its = "their" if many else "its"
    for clause in orders.retreats:
        when = f"when {name(clause.without)} is out" if clause.without else f"under {clause.under} % of {its} body"
        yield f"{clause.how if many else _OUT[clause.how]} {f'when half {its} group is out' if clause.half else when}"
