"""The menu of standing orders: one part of them changed by each choice, for one fighter or several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from tracker.controller.menus.menu_path import FighterMenu, MenuAction, MenuChoice
from tracker.controller.menus.menu_subjects import BETWEEN, Page, Whom
from tracker.encounter.engine.multi_target import JOINT
from tracker.encounter.engine.standing_orders import foes
from tracker.encounter.names import name_of, written
from tracker.game_api.choice_keys import letters
from tracker.game_api.rules import Rules
from tracker.game_api.target_keys import SEAT_KEYS, row_keys
from tracker.game_api.values import Choice, Menu
from tracker.model.combatant import Combatant
from tracker.model.orders import (
    ATTACK,
    FLEE,
    NO_ORDERS,
    SURRENDER,
    Focus,
    Orders,
    OrderWords,
    Reply,
    Retreat,
    in_names,
    sentence_of,
)
from tracker.model.orders import Whom as Target

_TARGETS = (
    ("s", "the same foe, else the first one", Target.SAME),
    ("a", "the same foe again, else its last attacker", Target.AGAIN),
    ("n", "the nearest foe", Target.NEAREST),
    ("w", "the weakest foe", Target.WEAKEST),
    ("g", "the strongest foe", Target.STRONGEST),
    ("l", "its last attacker", Target.ATTACKER),
)
_FOCUS = (
    ("a", "chooses again each time", Focus.ANEW),
    ("k", "keeps to one until it falls", Focus.KEEP),
    ("s", "spreads over all foes", Focus.SPREAD),
)
_ABOVE = (30, 50, 70)
_UNDER = (20, 30, 50)
_DIGITS = "123456789"
_KEYS_OF_ODDS = "agm357"
"""Keys in the list of defences that no defence may have."""
PRESENT = "● "
"""The sign before the value in force."""
ORDERS = "orders"
"""The position of this menu in that of a fighter."""


def told(whom: Whom) -> str:
    """Return the present orders, as they are written."""
    each = (
        in_names(fighter.orders.text, partial(written, whom.encounter)) for fighter in whom.everyone if fighter.orders
    )
    return " · ".join(dict.fromkeys(each))


def menu(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the orders in a sentence, and their parts.

    Each choice changes one part for everyone and leaves the others.
    """
    words = rules.abilities.orders or OrderWords()
    page = _Page(rules, whom, words)
    choices = page.of(rest[0]) if rest else page.root()
    title = f"{whom.names} {page.sentence}."
    return Menu(title[0].upper() + title[1:], choices)


def line_of(orders: Mapping[str, Orders]) -> str:
    """Return the orders of fighters, by their ids, as one line. Fighters with the same orders are together."""
    given: dict[str, list[str]] = {}
    for who, orders_of_one in orders.items():
        given.setdefault(orders_of_one.text or NO_ORDERS, []).append(who)
    return JOINT.join(f"{BETWEEN.join(ids)} orders {text}" for text, ids in given.items())


Change = Callable[[Orders], Orders]
"""A function that returns a fighter's orders with one part changed."""
_DIFFER = "differ"
"""The word for a part in which the fighters differ."""


class _Page:
    """The offers for one set of fighters, in the words of their game."""

    def __init__(self, rules: Rules, whom: Whom, words: OrderWords) -> None:
        self.rules, self.whom, self.words = rules, whom, words
        self.now = {fighter.id: fighter.orders for fighter in whom.everyone}
        self.here = whom.menu(ORDERS)
        self.sentence = sentence_of(tuple(map(self.in_full, self.now.values())), self.name)

    def in_full(self, orders: Orders) -> Orders:
        """Return the orders with the default answer filled in: blows then need no question."""
        return replace(orders, answer=self.words.silent) if orders.does and not orders.answer else orders

    def name(self, who: str) -> str:
        return name_of(self.whom.encounter, who)

    def of(self, part: str) -> tuple[Choice, ...]:
        """Return one part of the orders, opened."""
        match part:
            case "whom":
                return self.targets()
            case "weapon":
                return self.weapons()
            case "focus":
                return tuple(self.fight(key, label, focus=focus) for key, label, focus in _FOCUS)
            case "answer":
                return self.answers()
            case "leader":
                return self.leaders()
            case "does":
                return self.deeds("")
            case "replies":
                return self.replies()
            case _:
                return self.retreats()

    def typed(self) -> str:
        """Return the present orders as the beginning of a typed line."""
        given: dict[str, list[str]] = {}
        for who, orders in self.now.items():
            given.setdefault(in_names(orders.text, partial(written, self.whom.encounter)), []).append(who)
        each = [(Whom(self.whom.encounter, tuple(ids)).typed, text) for text, ids in given.items()]
        if len(each) > 1:
            return JOINT.join(f"{names} orders {text or NO_ORDERS}" for names, text in each)
        return f"{each[0][0]} orders {each[0][1]}"

    def each(self, part: Callable[[Orders], str]) -> str:
        """Return a part of the orders if all share it, else that they differ."""
        values = {part(orders) for orders in self.now.values()}
        return values.pop() if len(values) == 1 else _DIFFER

    def give(self, key: str, label: str, change: Change, price: str = "", stays: FighterMenu | None = None) -> Choice:
        """Return a choice that makes a `change` of the orders of each fighter, marked where all have them so already.

        `price` is the remark beside it, `stays` the menu kept open.
        """
        changed = {who: change(orders) for who, orders in self.now.items()}
        mark = PRESENT if changed == self.now else ""
        return MenuChoice(key, f"{mark}{label}", line=line_of(changed), price=price, stays=stays or self.here)

    def fight(self, key: str, label: str, **parts: Target | Focus | str) -> Choice:
        """Return a choice of a part of the attack. Orders without a target become an attack."""

        def change(orders: Orders) -> Orders:
            return replace(orders, does=orders.does if orders.does in self.words.attacks else ATTACK, **parts)  # type: ignore[arg-type]

        return self.give(key, label, change)

    def root(self) -> tuple[Choice, ...]:
        """Return all parts, and an end of all orders."""
        into = self.whom.menu
        choices: list[Choice] = []
        if ATTACK in self.words.does:
            focus = self.each(lambda orders: next(label for _, label, focused in _FOCUS if focused == orders.focus))
            weapon = self.each(lambda orders: orders.weapon or "weapon at hand")
            choices += [
                MenuChoice("a", "target", opens=into(ORDERS, "whom"), price=self.each(self._target)),
                MenuChoice("w", "weapon", opens=into(ORDERS, "weapon"), price=weapon),
                MenuChoice("k", "keep to one foe or spread", opens=into(ORDERS, "focus"), price=focus),
            ]
        # An attack and at most three other actions have keys here. Where there are more, they have a menu.
        if len(self.words.does) > len("xyz") + 1:
            does = self.each(lambda orders: orders.does or "ask the GM")
            choices.append(MenuChoice("x", "action", opens=into(ORDERS, "does"), price=does))
        else:
            choices += self.deeds("xyz")
        if self.words.answers:
            price = self.each(self._answer)
            choices.append(MenuChoice("b", "defence", opens=into(ORDERS, "answer"), price=price))
        if self.words.replies:
            price = self.each(self._replies)
            choices.append(MenuChoice("r", "other answers", opens=into(ORDERS, "replies"), price=price))
        price = self.each(self._retreats)
        choices.append(MenuChoice("f", "flee or surrender", opens=into(ORDERS, "retreat"), price=price))
        choices.append(MenuChoice("t", "typed", line=self.typed(), unfinished=True, stays=self.here))
        none = self.whom.choice("n", "cancel the orders", "{} orders none", _has_any, _has_none)
        return (*choices, replace(none, stays=self.here), MenuChoice("d", "done", action=MenuAction.CLOSE))

    def deeds(self, keys: Sequence[str]) -> tuple[Choice, ...]:
        """Offer the actions in place of an attack, with these keys. Without keys each has a letter of its own name."""
        others = [does for does in self.words.does if does != ATTACK]
        keys = keys or letters(others)
        return tuple(
            self.give(key, does, partial(self._instead, does)) for key, does in zip(keys, others, strict=False)
        )

    def _instead(self, does: str, orders: Orders) -> Orders:
        """Return the orders with another deed. Whom it was aimed at is dropped where that one is aimed at nobody."""
        if does in self.words.attacks:
            return replace(orders, does=does)
        return replace(orders, does=does, whom=Target.SAME, named="", weapon="", focus=Focus.ANEW, otherwise="")

    def _target(self, orders: Orders) -> str:
        """Return the words for the target of orders: a property, else the name of a fighter. Empty without one."""
        aimed = orders.does in self.words.attacks
        label = {target: label for _, label, target in _TARGETS}.get(orders.whom, "") if aimed else ""
        return label or self.name(orders.named)

    def _answer(self, orders: Orders) -> str:
        only_answer = replace(Orders(), answer=orders.answer, above=orders.above, amount=orders.amount)
        return only_answer.text or self._default_answer(orders)

    def _default_answer(self, orders: Orders) -> str:
        """Return the default answer of orders that name none."""
        return (self.words.silent if orders.does else "") or "ask the GM"

    def _retreats(self, orders: Orders) -> str:
        return ", ".join(in_names(clause.text, self.name) for clause in orders.retreats) or "never"

    def _replies(self, orders: Orders) -> str:
        return ", ".join(reply.text for reply in orders.replies) or "neither " + " nor ".join(
            word for word, _, _ in self.words.replies
        )

    def replies(self) -> tuple[Choice, ...]:
        """Offer the answers to questions that are no blow: always, under 50 % of the body, or never."""
        keys, choices = iter(_DIGITS), []
        for word, _, _ in self.words.replies:
            choices.append(self.give(next(keys), f"{word} always", partial(_replies, word, Reply(word))))
            under = Reply(word, under=50)
            choices.append(self.give(next(keys), f"{word} under 50 % of its body", partial(_replies, word, under)))
            choices.append(self.give(next(keys), f"{word} never", partial(_replies, word, None)))
        return tuple(choices)

    def targets(self) -> tuple[Choice, ...]:
        """Offer the targets: by a property, or by name where it is a foe of each."""
        usual = [self.fight(key, label, whom=target, named="") for key, label, target in _TARGETS]
        first, *others = [foes(self.whom.encounter, who, self.words) for who in self.now]
        ids = [{foe.id for foe in theirs} for theirs in others]
        there = [foe for foe in first if all(foe.id in foe_ids for foe_ids in ids)]
        named = [self.fight(key, foe.name, whom=Target.NAMED, named=foe.id) for key, foe in self.rows(there)]
        return (*usual, *(replace(choice, whom=foe.id) for choice, foe in zip(named, there, strict=True)))

    def rows(self, those: Sequence[Combatant]) -> list[tuple[str, Combatant]]:
        """Return each of `those` with the key of its row, or another key if that letter has other work here.

        It keeps that letter when fighters fall or join.
        """
        rows = row_keys(self.whom.encounter)
        usual = {key for key, _, _ in _TARGETS}
        spare = iter([key for key in reversed(SEAT_KEYS) if key not in usual and key not in rows.values()])
        keys = {who: next(spare, "") if key in usual or not key else key for who, key in rows.items()}
        return [(keys[fighter.id], fighter) for fighter in those]

    def weapons(self) -> tuple[Choice, ...]:
        """Offer the weapons that are on the sheet of each fighter."""
        first, *others = [self.weapons_of(who) for who in self.now]
        names = [name for name in first if all(name in theirs for theirs in others)]
        named = [self.fight(key, name, weapon=name) for key, name in zip(_DIGITS, names, strict=False)]
        none = f"All {len(self.now)} have none in common." if others else f"{self.whom.one.name} has none."
        return (self.fight("0", "the weapon at hand", weapon=""), *(named or [Choice("1", "a weapon", refused=none)]))

    def weapons_of(self, who: str) -> tuple[str, ...]:
        return tuple(strike.name for strike in self.rules.display.card(self.whom.encounter, who).strikes)

    def answers(self) -> tuple[Choice, ...]:
        """Offer the answers to blows and their least chance, until an answer without odds, or odds, are chosen.

        A defence has the letter that it mostly has where a blow is answered.
        """
        bare, stays = self.words.answers[0], self.whom.menu(ORDERS, "answer")
        keys = letters(self.words.answers, _KEYS_OF_ODDS)
        choices = [self.give(keys[0], bare, partial(_meets, bare))]
        for key, word in zip(keys[1:], self.words.answers[1:], strict=True):
            choices.append(self.give(key, word, partial(_meets, word), stays=stays))
        if any(self._default_answer(orders) not in self.words.answers for orders in self.now.values()):
            unsaid = self.each(self._default_answer)
            choices.append(self.give("g", "ask the GM" if unsaid == _DIFFER else unsaid, partial(_meets, "")))
        answer = self.each(lambda orders: orders.answer)
        if all(orders.answer and orders.answer != bare for orders in self.now.values()):
            answer = "each its own" if answer == _DIFFER else answer
            choices.append(self.give("a", f"{answer} always", lambda orders: replace(orders, above=0)))
            choices += [
                self.give(key, f"{answer} only above {above} %", partial(_likely, above))
                for key, above in zip("357", _ABOVE, strict=True)
            ]
            if self.words.amounts:
                points = self.each(lambda orders: f"now {orders.amount}")
                label = f"{answer} with one point more"
                choices.append(
                    self.give("m", label, lambda orders: replace(orders, amount=orders.amount + 1), points, stays)
                )
        return tuple(choices)

    def retreats(self) -> tuple[Choice, ...]:
        """Offer the conditions for retreat. The key of the present one takes it off."""
        clauses = [
            *(Retreat(how, under=under) for how in (FLEE, SURRENDER) for under in _UNDER),
            Retreat(FLEE, half=True),
            Retreat(SURRENDER, half=True),
        ]
        choices = []
        for key, clause in zip(_DIGITS, clauses, strict=False):
            there = all(clause in orders.retreats for orders in self.now.values())
            when = "when half its group is out" if clause.half else f"under {clause.under} % of its body"
            change = partial(_without if there else _also, clause)
            choices.append(self.give(key, f"{clause.how} {when}", change, "removes it" if there else ""))
        if len(set(self.now.values())) > 1:
            leader = self.whom.menu(ORDERS, "leader")
            return (*choices, MenuChoice("l", "flee when the leader is out", opens=leader))
        line = f"{self.typed()}{', ' if self.whom.one.orders else ''}flee without "
        return (
            *choices,
            MenuChoice("l", "flee when its leader is out, typed", line=line, unfinished=True, stays=self.here),
        )

    def leaders(self) -> tuple[Choice, ...]:
        """Offer the leaders without whom the fighters flee: every able fighter of their sides."""
        sides = {fighter.profile.side for fighter in self.whom.everyone}
        there = [fighter for fighter in self.whom.encounter if fighter.able and fighter.profile.side in sides]
        return tuple(
            self.give("", fighter.name, partial(_also, Retreat(FLEE, without=fighter.id))) for fighter in there
        )


def _meets(answer: str, orders: Orders) -> Orders:
    """Return the orders with an answer. Its least chance is kept while the answer stays the same."""
    return orders if orders.answer == answer else replace(orders, answer=answer, above=0, amount=0)


def _likely(above: int, orders: Orders) -> Orders:
    return replace(orders, above=above)


def _replies(word: str, reply: Reply | None, orders: Orders) -> Orders:
    """Return the orders with this reply in place of another with its word. None: without one."""
    others = tuple(other for other in orders.replies if other.word != word)
    return replace(
        orders, replies=orders.replies if reply in orders.replies else (*others, *([reply] if reply else []))
    )


def _also(clause: Retreat, orders: Orders) -> Orders:
    return orders if clause in orders.retreats else replace(orders, retreats=(*orders.retreats, clause))


def _without(clause: Retreat, orders: Orders) -> Orders:
    return replace(orders, retreats=tuple(other for other in orders.retreats if other != clause))


def _has_any(fighter: Combatant) -> bool:
    return bool(fighter.orders)


def _has_none(fighter: Combatant) -> str:
    return f"{fighter.name} has no orders."
