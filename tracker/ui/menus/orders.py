"""The menu of standing orders: one part of them changed by each choice, for one fighter or several."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tracker.encounter.combatant import Combatant
from tracker.encounter.names import written
from tracker.encounter.orders import ATTACK, FLEE, SURRENDER, Focus, Orders, Retreat, in_names, sentence
from tracker.encounter.orders import Whom as Target
from tracker.encounter.policy import foes
from tracker.encounter.system import Choice, Menu, RuleSystem
from tracker.rules.values import OrderWords
from tracker.ui.menus.whom import DONE, Path, Whom

_TARGETS = (
    ("s", "the same foe, else the first", Target.SAME),
    ("a", "the same again, else whoever attacked it last", Target.AGAIN),
    ("n", "whoever sits nearest", Target.NEAREST),
    ("w", "the weakest", Target.WEAKEST),
    ("g", "the strongest", Target.STRONGEST),
    ("l", "whoever attacked it last", Target.ATTACKER),
)
_FOCUS = (
    ("a", "chosen anew each time", Focus.ANEW),
    ("k", "keeps to one until it falls", Focus.KEEP),
    ("s", "spread over all foes", Focus.SPREAD),
)
_ABOVE = (30, 50, 70)
_UNDER = (20, 30, 50)
_DIGITS = "123456789"
ORDERS = "orders"
"""Where this menu is in the one of a fighter."""


def told(whom: Whom) -> str:
    """What is ordered now, as it is written."""
    each = (in_names(one.orders.text, partial(written, whom.encounter)) for one in whom.everyone if one.orders)
    return " · ".join(dict.fromkeys(each))


def menu(rules: RuleSystem, whom: Whom, rest: Path) -> Menu:
    """The orders of the first one in a sentence, and their parts; each choice gives them anew with one part changed."""
    words = rules.abilities.orders or OrderWords()
    page = _Page(rules, whom, words)
    choices = page.of(rest[0]) if rest else page.root()
    return Menu(f"{whom.names}: {page.sentence}.", choices)


class _Page:
    """What is offered for one set of fighters under the words of their game."""

    def __init__(self, rules: RuleSystem, whom: Whom, words: OrderWords) -> None:
        self.rules, self.whom, self.words = rules, whom, words
        self.now = whom.one.orders
        self.fights = self.now if self.now.does == ATTACK else replace(self.now, does=ATTACK)
        self.here = whom.path(ORDERS)
        self.text = in_names(self.now.text, partial(written, whom.encounter))
        """What is ordered now, as it is written with names."""
        self.sentence = sentence(self.now, self.name) if self.now else "no standing orders"

    def name(self, who: str) -> str:
        """What somebody is called."""
        return self.whom.encounter[who].name if who in self.whom.encounter else who

    def of(self, part: str) -> tuple[Choice, ...]:
        """One part, opened."""
        match part:
            case "whom":
                return self.targets()
            case "weapon":
                return self.weapons()
            case "focus":
                return tuple(self.give(key, label, replace(self.fights, focus=one)) for key, label, one in _FOCUS)
            case "answer":
                return self.answers()
            case _:
                return self.retreats()

    def give(self, key: str, label: str, orders: Orders, price: str = "") -> Choice:
        """A choice that gives these orders; what stands is marked."""
        mark = "● " if orders == self.now else ""
        line = f"{self.whom.words} orders {orders.text or 'none'}"
        return Choice(key, f"{mark}{label}", line=line, price=price, then=self.here)

    def root(self) -> tuple[Choice, ...]:
        """All parts, and an end of all orders."""
        into, now = self.whom.path, self.now
        choices: list[Choice] = []
        if ATTACK in self.words.does:
            focus = next(label for _, label, one in _FOCUS if one == now.focus)
            target = "" if now.does != ATTACK else {one: label for _, label, one in _TARGETS}.get(now.whom, "")
            choices += [
                Choice("a", "attacks whom", path=into(ORDERS, "whom"), price=target or self.name(now.named)),
                Choice("w", "with which weapon", path=into(ORDERS, "weapon"), price=now.weapon or "what is at hand"),
                Choice("k", "keeps or spreads", path=into(ORDERS, "focus"), price=focus),
            ]
        others = [does for does in self.words.does if does != ATTACK]
        kept = Orders(answer=now.answer, above=now.above, amount=now.amount, retreats=now.retreats)
        choices += [self.give(key, does, replace(kept, does=does)) for key, does in zip("xyz", others, strict=False)]
        if self.words.answers:
            price = now.answer or (self.words.silent if now.does else "") or "you are asked"
            choices.append(Choice("b", "meets blows", path=into(ORDERS, "answer"), price=price))
        price = ", ".join(in_names(one.text, self.name) for one in now.retreats) or "never"
        choices.append(Choice("f", "flees or surrenders", path=into(ORDERS, "retreat"), price=price))
        choices.append(
            Choice("t", "typed", line=f"{self.whom.typed} orders {self.text}", unfinished=True, then=self.here)
        )
        none = self.whom.choice("n", "none any more", "{} orders none", _has_any, _has_none)
        return (*choices, replace(none, then=self.here), Choice("d", "done", DONE))

    def targets(self) -> tuple[Choice, ...]:
        """Whom it attacks: by what they are, or by name."""
        usual = [self.give(key, label, replace(self.fights, whom=one, named="")) for key, label, one in _TARGETS]
        there = [
            self.give("", foe.name, replace(self.fights, whom=Target.NAMED, named=foe.id))
            for foe in foes(self.whom.encounter, self.whom.one.id, self.words)
        ]
        return (*usual, *there)

    def weapons(self) -> tuple[Choice, ...]:
        """With which of the weapons on its sheet."""
        names = [strike.name for strike in self.rules.face.card(self.whom.encounter, self.whom.one.id).strikes]
        own = [
            self.give(key, name, replace(self.fights, weapon=name)) for key, name in zip(_DIGITS, names, strict=False)
        ]
        return (self.give("0", "whatever is at hand", replace(self.fights, weapon="")), *own)

    def answers(self) -> tuple[Choice, ...]:
        """How it meets blows, and how likely that must be."""
        now = self.now
        choices = [
            self.give(
                key, word, replace(now, answer=word, above=now.above if at else 0, amount=now.amount if at else 0)
            )
            for at, (key, word) in enumerate(zip(_DIGITS, self.words.answers, strict=False))
        ]
        asked = replace(now, answer="", above=0, amount=0)
        choices.append(self.give("0", (now.does and self.words.silent) or "you are asked", asked))
        if now.answer and now.answer != self.words.answers[0]:
            choices.append(self.give("a", f"{now.answer} always", replace(now, above=0)))
            choices += [
                self.give(key, f"{now.answer} only above {above} %", replace(now, above=above))
                for key, above in zip("bcd", _ABOVE, strict=True)
            ]
            if self.words.amounts:
                points = f"{now.answer} with one point more"
                choices.append(self.give("m", points, replace(now, amount=now.amount + 1), f"now {now.amount}"))
        return tuple(choices)

    def retreats(self) -> tuple[Choice, ...]:
        """When it gives up; what stands is taken off by the same key."""
        clauses = [
            *(Retreat(how, under=under) for how in (FLEE, SURRENDER) for under in _UNDER),
            Retreat(FLEE, half=True),
            Retreat(SURRENDER, half=True),
        ]
        choices = []
        for key, clause in zip(_DIGITS, clauses, strict=False):
            there = clause in self.now.retreats
            left = tuple(one for one in self.now.retreats if one != clause)
            changed = replace(self.now, retreats=left if there else (*self.now.retreats, clause))
            when = "when half its group is out" if clause.half else f"under {clause.under} % of its body"
            choices.append(self.give(key, f"{clause.how} {when}", changed, "takes it off" if there else ""))
        before = f"{self.text}, " if self.now else ""
        line = f"{self.whom.typed} orders {before}flee without "
        return (*choices, Choice("l", "flee when its leader is out, typed", line=line, unfinished=True, then=self.here))


def _has_any(one: Combatant) -> bool:
    return bool(one.orders)


def _has_none(one: Combatant) -> str:
    return f"{one.name} has no orders."
