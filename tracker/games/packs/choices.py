"""Choices of a pack: menus, answers with their odds and costs, and typed lines."""

from __future__ import annotations

from tracker.game_api.choice_keys import letters
from tracker.game_api.values import Choice, ConditionByHand, Menu, Percent, Risk
from tracker.games.packs import formulas
from tracker.games.packs.actions import FURTHER, Deed, answer_refusal, deed, left_by, passing, payment, percent, refusal
from tracker.games.packs.blows import DEFENCE
from tracker.games.packs.formulas import Scope
from tracker.games.packs.menus import Line, Menus, points_paid, spans
from tracker.games.packs.models import AnswerRule
from tracker.games.packs.sheet import Played, sheet_of
from tracker.games.packs.turns import deed_of
from tracker.games.packs.verbs import action_keys, verbs_of
from tracker.games.toolkit import menus
from tracker.games.toolkit.menu_paths import Path
from tracker.games.toolkit.verbs import ChoicesByRows
from tracker.model.questions import Question
from tracker.model.state import DECLARE, Encounter

_MOMENTS = {"answered": "aimed", "struck": "hit", "felt": "damaged", "answered_after": "acted"}
"""The moments of answers, by the stage that resumes after them."""
_END = "end the turn"


class Choices(ChoicesByRows[Played]):
    """The choices of a pack."""

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """Return the answers to an action with their cost and the remaining chance of the attack."""
        if question.what != DEFENCE:
            return super().answers(encounter, question)
        attack = self._attack(encounter, question)
        if attack is None:
            return super().answers(encounter, question)
        pack = self.options.pack
        rules = [rule for rule in pack.answers_to(attack.rule) if rule.on == _MOMENTS[question.then[-1].stage]]
        # Their key does actions without a target and ends a turn. No answer has it, so that a slip costs no time.
        at_once = [key for key, rule in zip(action_keys(pack), pack.action, strict=True) if not rule.target]
        labels = [pack.words.undefended, *(answer.label or answer.name for answer in rules)]
        keys = letters(labels, (*at_once, *self._ending, menus.WAIT))
        every = zip(keys, (None, *rules), strict=True)
        return tuple(self._answer(encounter, question, attack, key, answer) for key, answer in every)

    def weighed(self, encounter: Encounter, question: Question, word: str) -> Choice | None:
        """Return the answer that a word names, with its cost and chances. None for no answer at this moment."""
        attack = self._attack(encounter, question) if question.what == DEFENCE else None
        if attack is None:
            return super().weighed(encounter, question, word)
        answer = self.options.pack.answers.get(word)
        undefended = word == self.options.pack.words.undefended
        if not undefended and (answer is None or answer.on != _MOMENTS[question.then[-1].stage]):
            return None
        return self._answer(encounter, question, attack, "", answer)

    def _attack(self, encounter: Encounter, question: Question) -> Deed | None:
        """Return the action to be answered. None when it is gone."""
        data = question.then[-1].data
        if "once" not in data and encounter[question.about].action(data["action"]) is None:
            return None
        return deed_of(self.options, encounter, question.about, data)

    def _answer(
        self, encounter: Encounter, question: Question, attack: Deed, key: str, answer: AnswerRule | None
    ) -> Choice:
        """Return the choice of an answer, or of no defence (None), with its cost and the attack's remaining chance."""
        game, who, attacker = self.options, question.who, question.about
        own_next = self._own_next(encounter, who)
        # Only an answer before the roll leaves the attack a chance: after it, the attack has hit.
        aimed = _MOMENTS[question.then[-1].stage] == "aimed"
        chance = None
        if aimed and answer is not None:
            chance = left_by(game, encounter, attacker, attack, answer)
        elif aimed:
            chance = percent(game, encounter, attacker, attack)
        if answer is None:
            word = game.pack.words.undefended
            return Choice(key, word, word, risk=None if chance is None else Risk.left(chance), own_next=own_next)
        why = answer_refusal(game, encounter, who, attacker, answer)
        scope = self.options.scope(encounter, who, attacker)
        counts = formulas.number(answer.cost, scope)
        undefended = percent(game, encounter, attacker, attack)
        return Choice(
            key,
            answer.label or answer.name,
            answer.name,
            price=self._cost(counts, answer, scope),
            refused=why,
            chance=None if chance is None else 100 - chance,
            absent=bool(why),
            works=None if answer.test is None else Percent.of(passing(game, encounter, who, attacker, answer.test)),
            risk=None if chance is None or undefended is None else Risk.left(chance, undefended),
            counts=counts,
            own_next=None if own_next is None else game.table.later(own_next, counts),
            costs=" and ".join(points_paid(game, payment(answer.pays, scope).items())),
        )

    def _own_next(self, encounter: Encounter, who: str) -> int | None:
        """Return the count of a fighter's next action or declaration. None without one."""
        if encounter[who].actions:
            return encounter[who].actions[0].lands
        due = encounter.agenda.find(who, DECLARE)
        return None if due is None else due.count

    def _cost(self, counts: int, answer: AnswerRule, scope: Scope) -> str:
        """Return the cost of an answer in words: counts, then points of pools. Empty for none."""
        parts = [spans(self.options, counts)] if counts else []
        parts += points_paid(self.options, payment(answer.pays, scope).items())
        return f"costs {' and '.join(parts)}" if parts else ""

    def __init__(self, options: Played) -> None:
        super().__init__(options)
        self.rows = verbs_of(options)

    def menu(self, encounter: Encounter, who: str, path: Path) -> Menu:
        """Offer the actions, then the weapon if there are several, then the target with modifiers beside it."""
        fighter = Menus(encounter, who, self.options)
        if path:
            return self.rows.menu(fighter, path)
        moment = self.options.pack.words.moment.replace("{name}", fighter.name)
        beside = [menus.wait(who)]
        for key in self._ending:
            beside.insert(0, Choice(key, _END, line=f"{who} pass"))
        return menus.allowed(moment, self.rows.choices(fighter), *beside)

    @property
    def _ending(self) -> tuple[str, ...]:
        """Return the key that ends a turn, in a pack in which a turn may have several actions."""
        pack = self.options.pack
        return letters([_END], (menus.WAIT, *action_keys(pack))) if pack.clock.again == "turn" else ()

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """Return the choice to do the last action again at the same targets. None when it had none, or lost it."""
        last, game = encounter[who].last, self.options
        rule = None if last is None else game.pack.actions.get(last.verb)
        if last is None or rule is None or not rule.target or not rule.reaches(encounter[last.target]):
            return None
        weapon = sheet_of(encounter, who).weapon(last.weapon).name if rule.weapon and game.pack.armed else ""
        done = deed(game, encounter, who, rule, (last.target, weapon, *last.options))
        others = [word.removeprefix(FURTHER) for word in last.options if word.startswith(FURTHER)]
        manners = [word for word in last.options if not word.startswith(FURTHER)]
        line = Line(who, rule, weapon, manners, others).text(last.target)
        why = refusal(game, encounter, who, rule, done)
        fighter = Menus(encounter, who, game)
        works, price = fighter.works(done), fighter.price(done)
        return Choice("enter", last.label, line=line, price=price, refused=why, works=works)

    def conditions_by_hand(self) -> tuple[ConditionByHand, ...]:
        rules = self.options.pack.conditions.items()
        return tuple(ConditionByHand(key, rule.label or key) for key, rule in rules)
