"""Choices of a pack: menus, answers with their odds and costs, and typed lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tracker.model.commands import Command, Do
from tracker.model.questions import Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api import parts
from tracker.system_api.choice_keys import letters
from tracker.system_api.target_keys import BESIDE_SEATS
from tracker.system_api.values import Choice, ConditionByHand, Menu
from tracker.systems.kit import guards, menus, target_menu
from tracker.systems.kit.menu_paths import switch
from tracker.systems.kit.names import demanded, named
from tracker.systems.packs import formulas
from tracker.systems.packs.actions import DAMAGE, Deed, answer_refusal, deed, payment, percent, refusal
from tracker.systems.packs.fighters import Played, sheet_of
from tracker.systems.packs.models import ActionRule, AnswerRule, ModifierRule
from tracker.systems.packs.play import DEFENCE
from tracker.text.suggestions import ended, hint_or_list

_MODIFIER = "+"
"""What stands before a modifier in the path of a menu."""


class Choices(parts.Choices[Played]):
    """What can be chosen."""

    __slots__ = ()

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """Return the ways to meet an action with their cost and the chance that is left to it."""
        if question.what != DEFENCE:
            return super().answers(encounter, question)
        attack = self._attack(encounter, question)
        if attack is None:
            return super().answers(encounter, question)
        pack = self.options.pack
        rules = pack.answers_to(attack.rule)
        keys = letters([pack.words.undefended, *(answer.label or answer.name for answer in rules)])
        every = zip(keys, (None, *rules), strict=True)
        return tuple(self._answer(encounter, question, attack, key, answer) for key, answer in every)

    def weighed(self, encounter: Encounter, question: Question, word: str) -> Choice | None:
        attack = self._attack(encounter, question) if question.what == DEFENCE else None
        if attack is None:
            return super().weighed(encounter, question, word)
        answer = self.options.pack.answers.get(word)
        if answer is None and word != self.options.pack.words.undefended:
            return None
        return self._answer(encounter, question, attack, "", answer)

    def _attack(self, encounter: Encounter, question: Question) -> Deed | None:
        """Return the action that a question asks to meet; None when it is gone."""
        attacker = question.about
        action = next((each for each in encounter[attacker].actions if each.target == question.who), None)
        if action is None:
            return None
        rule = self.options.pack.actions[action.verb]
        return deed(self.options, encounter, attacker, rule, (action.target, action.weapon, *action.options))

    def _answer(
        self, encounter: Encounter, question: Question, attack: Deed, key: str, answer: AnswerRule | None
    ) -> Choice:
        """Return one answer with the chance that is left to the attack, and its cost; None is to do nothing."""
        game, who, attacker = self.options, question.who, question.about
        chance = percent(game, encounter, attacker, attack, answer)
        if answer is None:
            word = game.pack.words.undefended
            return Choice(key, word, word, price=_to_be_hit(chance))
        why = answer_refusal(game, encounter, who, attacker, answer)
        price = "; ".join(filter(None, (self._cost(encounter, who, attacker, answer), _to_be_hit(chance))))
        left = None if chance is None else 100 - chance
        label = answer.label or answer.name
        return Choice(key, label, answer.name, price=price, refused=why, chance=left, absent=bool(why))

    def _cost(self, encounter: Encounter, who: str, attacker: str, answer: AnswerRule) -> str:
        """Return what an answer costs, in words; empty when it costs nothing."""
        scope = self.options.scope(encounter, who, attacker)
        counts = formulas.number(answer.cost, scope)
        parts = [_spans(self.options, counts)] if counts else []
        parts += _points(self.options, payment(answer.pays, scope).items())
        return f"costs {' and '.join(parts)}" if parts else ""

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """Offer the actions; then the weapon where there are several; then the target, with modifiers beside it."""
        game, name = self.options, encounter[who].name
        if not path:
            keys = letters([rule.label or rule.name for rule in game.pack.action], (menus.WAIT,))
            takes = self._prices(encounter, who)
            choices = [
                self._action(encounter, who, key, rule, takes.get(rule.name, ""))
                for key, rule in zip(keys, game.pack.action, strict=True)
            ]
            return menus.allowed(game.pack.words.moment.replace("{name}", name), choices, menus.wait(who))
        rule = game.pack.actions.get(path[0])
        if rule is None:
            raise Refused(f'There is no action "{path[0]}".')
        chosen = [word for word in path[1:] if not word.startswith(_MODIFIER)]
        modifiers = [word.removeprefix(_MODIFIER) for word in path[1:] if word.startswith(_MODIFIER)]
        weapons = sheet_of(encounter, who).weapons if rule.weapon else ()
        if len(weapons) > 1 and not chosen:
            keys = letters([weapon.name for weapon in weapons])
            named_weapons = zip(keys, weapons, strict=True)
            choices = [
                Choice(key, each.name, path=(*path, each.name), price=self._carried(encounter, who, rule, each.name))
                for key, each in named_weapons
            ]
            return Menu(f"{name}, {rule.label or rule.name}: with which weapon?", tuple(choices))
        weapon = chosen[0] if chosen else ""
        options = tuple(
            switch(key, _MODIFIER + each.name, path, each.label or each.name)
            for key, each in zip((*BESIDE_SEATS, *[""] * 20), game.pack.modifiers_of(rule), strict=False)
        )
        line = Line(who, rule, weapon, modifiers)
        title = f"{name}, {rule.label or rule.name}: target?"
        if not rule.target:
            done = deed(game, encounter, who, rule, ("", weapon, *modifiers))
            do_it = Choice("1", "do it", line=line.text(""), price=self._price(encounter, who, done))
            return Menu(f"{name}: {rule.label or rule.name}", (do_it,), options)

        def aimed(target: str) -> Deed:
            """Return the action at a target."""
            return deed(game, encounter, who, rule, (target, weapon, *modifiers))

        targets = target_menu.targets(
            encounter,
            who,
            line.text,
            lambda target: self._price(encounter, who, aimed(target)),
            lambda target: (
                refusal(game, encounter, who, rule, aimed(target)) if rule.reaches(encounter[target]) else ""
            ),
            fallen=rule.fallen,
        )
        return Menu(title, targets, options)

    def _action(self, encounter: Encounter, who: str, key: str, rule: ActionRule, takes: str) -> Choice:
        """Return the choice of an action: a line where nothing else is chosen, else the path to its menu.

        `takes` is what it costs where other actions with a target cost something else.
        """
        label = rule.label or rule.name
        weapons = sheet_of(encounter, who).weapons if rule.weapon else ()
        done = deed(self.options, encounter, who, rule, ("", ""))
        if not rule.target:
            why = refusal(self.options, encounter, who, rule, done)
            price = self._price(encounter, who, done)
            if len(weapons) < 2 and not self.options.pack.modifiers_of(rule):
                return Choice(key, label, line=f"{who} {rule.name}", price=price, refused=why)
            return Choice(key, label, path=(rule.name,), price=price, refused=why)
        why = self._why_at_nobody(encounter, who, rule)
        carried = weapons[0].name if len(weapons) == 1 else ""
        price = " · ".join(filter(None, (carried, takes)))
        return Choice(key, label, path=(rule.name,), price=price, refused=why)

    def _prices(self, encounter: Encounter, who: str) -> Mapping[str, str]:
        """Return what each action with a target takes, by its name; nothing where all of them take the same."""
        prices = {rule.name: self._range(encounter, who, rule) for rule in self.options.pack.action if rule.target}
        return prices if len(set(prices.values())) > 1 else {}

    def _range(self, encounter: Encounter, who: str, rule: ActionRule) -> str:
        """Return what an action takes, against the first foe: `8 s`, of several weapons the least and the most."""
        foe = next((foe.id for foe in target_menu.foes(encounter, who)), "")
        carried = sheet_of(encounter, who).weapons if rule.weapon and self.options.pack.armed else ()
        names = [weapon.name for weapon in carried] or [""]
        deeds = [deed(self.options, encounter, who, rule, (foe, name)) for name in names]
        costs, lands = [done.cost for done in deeds], [done.lands for done in deeds]
        once = self.options.table.once
        parts = [] if once else [_spans(self.options, max(costs)).replace(*_as_range(costs), 1)]
        parts += [f"lands in {_as_range(lands)[1]}"] if max(lands) else []
        scope = self.options.scope(encounter, who, foe, deeds[0].weapon)
        return " · ".join(parts + _points(self.options, payment(rule.pays, scope).items()))

    def _why_at_nobody(self, encounter: Encounter, who: str, rule: ActionRule) -> str:
        """Return why an action is refused at everybody it could reach, by the first of them; empty when it is not."""
        foes = target_menu.foes(encounter, who)
        others = [other for other in encounter if other.id != who and rule.reaches(other) and other not in foes]
        first = ""
        for target in (*foes, *others):
            done = deed(self.options, encounter, who, rule, (target.id, ""))
            why = refusal(self.options, encounter, who, rule, done)
            if not why:
                return ""
            first = first or why
        return first

    def _price(self, encounter: Encounter, who: str, done: Deed) -> str:
        """Return an action's chance, what it costs in time and points, and when it lands."""
        game, rule = self.options, done.rule
        parts = [_odds(percent(game, encounter, who, done))] if done.target or not rule.target else []
        return " · ".join(filter(None, (*parts, *self._takes(encounter, who, done))))

    def _takes(self, encounter: Encounter, who: str, done: Deed) -> list[str]:
        """Return what an action costs in time and points, and when it lands."""
        game = self.options
        parts = [] if game.table.once else [_spans(game, done.cost)]
        parts += [f"lands in {done.lands}"] if done.lands else []
        scope = game.scope(encounter, who, done.target, done.weapon)
        return parts + _points(game, payment(done.rule.pays, scope).items())

    def _carried(self, encounter: Encounter, who: str, rule: ActionRule, weapon: str) -> str:
        """Return what an action with a weapon takes in time: `8 ticks`, `lands in 3`; empty where all take the same."""
        done = deed(self.options, encounter, who, rule, ("", weapon))
        if done.lands:
            return f"lands in {done.lands}"
        return "" if rule.cost is None else _spans(self.options, done.cost)

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """Return the choice to do the last action again at the same target; None where it cannot be done."""
        last, game = encounter[who].last, self.options
        rule = None if last is None else game.pack.actions.get(last.verb)
        if last is None or rule is None or not rule.target or not rule.reaches(encounter[last.target]):
            return None
        weapon = sheet_of(encounter, who).weapon(last.weapon).name if rule.weapon and game.pack.armed else ""
        done = deed(game, encounter, who, rule, (last.target, weapon, *last.options))
        line = Line(who, rule, weapon, last.options).text(last.target)
        why = refusal(game, encounter, who, rule, done)
        return Choice("enter", last.label, line=line, price=self._price(encounter, who, done), refused=why)

    def verbs(self) -> tuple[str, ...]:
        """Return the actions of the pack, and damage by hand."""
        pack = self.options.pack
        return (*pack.actions, *([DAMAGE] if pack.body else []))

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Turn the words after a verb into a command: a target, a weapon, modifiers; raises Refused."""
        pack = self.options.pack
        rule = pack.actions.get(verb)
        if rule is None:
            return Do(who, verb, (str(guards.whole(words, f"{who} {DAMAGE} 3", 1, 1000)),))
        target, weapon, rest = "", "", list(words)
        if rule.target:
            target, others = guards.somebody(encounter, rest, f"{who} {verb} goblin")
            rest = list(others)
        modifiers = pack.modifiers_of(rule)
        chosen: list[str] = []
        while rest and (modifier := _last_modifier(rest, modifiers)):
            chosen.insert(0, modifier.name)
            del rest[len(rest) - len(modifier.name.split()) :]
        if rest:
            text = " ".join(rest)
            if not rule.weapon or not pack.armed:
                known = [modifier.name for modifier in modifiers]
                raise Refused(ended(f'"{text}" is too much after `{verb}`{hint_or_list(text, known) if known else ""}'))
            weapon = demanded(sheet_of(encounter, who).weapons, text, encounter[who].name, "weapon").name
        return Do(who, verb, (target, weapon, *dict.fromkeys(chosen)))

    def conditions_by_hand(self) -> tuple[ConditionByHand, ...]:
        rules = self.options.pack.conditions.items()
        return tuple(ConditionByHand(key, rule.label or key) for key, rule in rules)


class Line:
    """The line of an action as it is typed, but for its target."""

    def __init__(self, who: str, rule: ActionRule, weapon: str, modifiers: Sequence[str]) -> None:
        self.who, self.rule, self.weapon, self.modifiers = who, rule, weapon, tuple(modifiers)

    def text(self, target: str) -> str:
        """Return the line at a target; an empty target for an action without one."""
        parts = [self.who, self.rule.name, target, f'"{self.weapon}"' if self.weapon else ""]
        return " ".join(filter(None, (*parts, *(f'"{each}"' if " " in each else each for each in self.modifiers))))


def _last_modifier(words: Sequence[str], modifiers: Sequence[ModifierRule]) -> ModifierRule | None:
    """Return the modifier that the last words name; None when they name none."""
    for length in range(1, min(4, len(words) + 1)):
        modifier = named(modifiers, " ".join(words[-length:]))
        if modifier is not None and len(modifier.name.split()) == length:
            return modifier
    return None


def _as_range(numbers: Sequence[int]) -> tuple[str, str]:
    """Return the greatest number, and all of them as a range: `11` and `8–11`."""
    least, most = min(numbers), max(numbers)
    return str(most), str(most) if least == most else f"{least}–{most}"


def _odds(chance: int | None) -> str:
    """Return a chance in words; empty where nothing is rolled."""
    return "" if chance is None else f"{chance} %"


def _to_be_hit(chance: int | None) -> str:
    """Return the chance that an answer leaves to the attack; it has the foe's figures, so players are not told it."""
    return "" if chance is None else f"{chance} % to be hit"


def _spans(game: Played, counts: int) -> str:
    """Return a number of counts in words."""
    clock = game.pack.clock
    return f"{counts} {clock.unit if counts == 1 else clock.units or clock.unit + 's'}"


def _points(game: Played, paid: Iterable[tuple[str, int]]) -> list[str]:
    """Return the points of each pool in words."""
    return [f"{points} {game.pack.pools[pool].label or pool}" for pool, points in paid if points]
