"""Blows: an action of a pack that lands: answered, rolled, judged by its results, and felt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tracker.encounter.engine.declarations import TARGET_OUT, end_action
from tracker.encounter.engine.step import StepBuilder
from tracker.games.packs import actions, formulas, results
from tracker.games.packs.actions import DAMAGE, Deed, may_go_on, payment
from tracker.games.packs.changes import COST, go_on, harm, has_acted, put_off
from tracker.games.packs.models import ActionRule, AnswerRule, Place, Result
from tracker.games.packs.moments import Moment, set_off
from tracker.games.packs.sheet import Played
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.questions import Ask, Task
from tracker.model.state import LAND

DEFENCE = "defence"
"""The topic of the question to a target."""
BATCH = "batch"
"""The stage that applies the blows of one count together, and the key of such a blow in its data."""
SPREAD = "spread"
_CARRIED = ("row", "word", "met", "turned", "once", "within")
"""The data that each stage of a blow hands to the next, where it is not empty."""


class Blow(Moment):
    """An action that lands, within one step. `data` is what its stages hand on."""

    def __init__(
        self,
        draft: StepBuilder,
        game: Played,
        who: str,
        action: Action,
        rule: ActionRule,
        done: Deed,
        data: dict[str, Any],
    ) -> None:
        super().__init__(draft, game, who, action.target, done.weapon, data)
        self.action, self.rule, self.deed = action, rule, done

    def _task(self, stage: str, **additions: Any) -> Task:
        """Return the task that resumes this blow at a stage, with its data and the additions."""
        together = {"batch": True} if self.data.get("batch") else {}
        carried = {key: self.data[key] for key in _CARRIED if self.data.get(key) is not None}
        data = {"who": self.who, "action": self.action.id, "results": self.results, **together, **carried, **additions}
        return Task(stage, data)

    def has_left_its_batch(self) -> bool:
        """Return whether the target's answer has delayed a blow that was to land with others."""
        due = self.draft.encounter.agenda.find(self.who, LAND, str(self.action.id))
        return bool(self.data.get("batch")) and due is not None and due.count > self.draft.encounter.count

    def _place_of_batch(self) -> int:
        """Return the position of the stage that applies the batch among those still to do."""
        return max(place for place, task in enumerate(self.draft.stack) if task.stage == BATCH)

    def _push(self, stage: str, **additions: Any) -> None:
        self.draft.push(stage, **self._task(stage, **additions).data)

    def _reached(self, who: str) -> bool:
        """Return whether an effect can reach a fighter: one in the fight, or a fallen target within reach."""
        return self.draft[who].able or (who == self.action.target and self.rule.reaches(self.draft[who]))

    # Answers

    def _ask(self, on: str, text: str) -> bool:
        """Ask the target for an answer, if it has a choice. Return whether it is asked.

        `on` is the moment of the answers: `aimed`, `hit`, `damaged` or `acted`.
        """
        target = self.action.target
        open_now = [
            answer.name
            for answer in (self.game.pack.answers_to(self.rule) if target and self.draft[target].able else ())
            if answer.on == on and not actions.answer_refusal(self.game, self.draft.encounter, target, self.who, answer)
        ]
        if open_now:
            words = (self.game.pack.words.undefended, *open_now)
            self.draft.ask(Ask.CHOOSE, target, DEFENCE, f"{text} Answer?", words, about=self.who)
        return bool(open_now)

    @property
    def _damage(self) -> formulas.Formula:
        """The damage with the dice of its modifiers."""
        return formulas.summed(self.rule.damage or formulas.ZERO, self.deed.damage_dice)

    @property
    def _against(self) -> str:
        return f"{self.draft[self.who].name} against {self.draft[self.action.target].name}: {self.deed.label()}"

    def _answer_scope(self) -> formulas.Scope:
        """Return the figures for formulas of an answer: those of the target, with the result of its test."""
        known = {**self.results, **self.data.get("met", {}).get("results", {})}
        return self.game.scope(self.draft.encounter, self.action.target, self.who, None, known)

    def ask_for_answer(self) -> None:
        """Ask the target for its answer to the action, if it has a choice.

        Against several targets first roll the damage that they share. Each of them answers its own blow later.
        """
        if self.deed.others:
            label = f"{self.rule.label or self.rule.name} {DAMAGE}"
            self._throw(self.who, DAMAGE, label, self._damage, self.scope, self._task("spread"))
            return
        self._push("answered")
        if self.action.target:
            self._ask("aimed", f"{self._against}.")

    def strike_each(self) -> None:
        """Strike each of several targets with the same damage roll: push a blow of its own for each, done at once."""
        self._push("all_struck")
        once: dict[str, Any] = {"verb": self.rule.name, "weapon": self.action.weapon, "options": [*self.deed.modifiers]}
        if self.rule.damage is not None:
            once["damage"] = max(0, self._value(self._damage, self.scope) + self.deed.damage)
        for target in reversed((self.action.target, *self.deed.others)):
            # A blow done at once belongs to no declared action, whose id would be 0 or more.
            part = {"action": -1, "once": {**once, "target": target}, "within": list(self.within)}
            together = {"batch": True} if self.data.get("batch") else {}
            self.draft.push("act", who=self.who, results={}, **part, **together)

    def end_at_several(self) -> None:
        """End an action at several targets."""
        self._end_with(SPREAD)

    def take_answer(self) -> None:
        """Take the price of the answer and roll its test.

        In a batch (several blows of one count) the next stage waits until every target has answered.
        """
        answer = self._take_price()
        self.data["chosen"] = answer.name if answer is not None else ""
        if answer is not None and (answer.test is not None or answer.effect):
            self._test_answer(answer, "met")
            return
        if self.data.get("batch"):
            self.draft.stack.insert(self._place_of_batch() + 1, self._task("met", chosen=self.data["chosen"]))
        else:
            self.find_number()

    def _take_price(self) -> AnswerRule | None:
        """Record the answer that was given and take its price in counts and points. Return it. None for no answer."""
        answer = self.game.pack.answers.get(str(self.data.get("answer", "")))
        if answer is None:
            return None
        target = self.action.target
        scope = self.game.scope(self.draft.encounter, target, self.who)
        counts = formulas.number(answer.cost, scope)
        paid = payment(answer.pays, scope)
        label = answer.label or answer.name
        defence = ev.DefenceDeclared(who=target, defence=answer.name, against=self.who, label=label, counts=counts)
        self.draft.emit(defence)
        put_off(self.draft, self.game, target, counts, label)
        for pool, points in paid.items():
            harm(self.draft, self.game, target, pool, points, label, spent=True)
        return answer

    def _defender(self, data: Mapping[str, Any]) -> Moment:
        """Return the moment of the target against the attacker, for its answer. `data` are those of the stage."""
        within = {"within": self.data["within"]} if "within" in self.data else {}
        return Moment(self.draft, self.game, self.action.target, self.who, weapon=None, data={**data, **within})

    def _test_answer(self, answer: AnswerRule, then: str) -> None:
        """Roll the test of an answer, if it has one. Apply the answer after it, then resume at the stage `then`."""
        data = self._task("meeting", chosen=answer.name, then_met=then).data
        if answer.test is None:
            self.draft.push("meeting", **data)
            return
        self._defender(data)._test(answer.test, self._path_of(answer), answer.label or answer.name, "meeting", data)

    def _path_of(self, answer: AnswerRule) -> tuple[str | int, ...]:
        return "answer", [each.name for each in self.game.pack.answer].index(answer.name)

    def apply_answer(self) -> None:
        """Apply the effects of the chosen answer, and hand its result to the stages that follow in `met` of their data.

        The next of them is the stage in `then_met`.
        """
        answer = self.game.pack.answers[str(self.data["chosen"])]
        defender = self._defender({**self.data, "results": {}})
        passed = True
        if answer.test is not None:
            passed = defender._passed(answer.test)
        row = results.row(answer.result, int(self.data.get("margin", 0)), defender.scope) if answer.result else None
        word = row.word if row is not None else ""
        if passed:  # for formulas of the answer's effects its success is a hit
            defender.results.setdefault("hit", 1)
        self.data["met"] = {
            "answer": answer.name,
            "passed": passed,
            "row": None if row is None else answer.result.index(row),
            "results": defender.results,
        }
        then = self._task(str(self.data["then_met"]), chosen=answer.name)
        if self.data.get("batch") and then.stage == "met":
            self.draft.stack.insert(self._place_of_batch() + 1, then)
        else:
            self.draft.stack.append(then)
        outcomes = {"hit" if passed else "miss", word}
        defender.take_effects(answer, self._path_of(answer), outcomes, defender.scope, "self")

    def _changing_answer(self) -> tuple[AnswerRule, Result | None] | None:
        """Return the answer that changes the action and the row of its results that its test reached, None for no row.

        Return None when no answer changes the action.
        """
        met = self.data.get("met")
        if met is None:
            return None
        answer = self.game.pack.answers[met["answer"]]
        row = None if met["row"] is None else answer.result[met["row"]]
        return (answer, row) if met["passed"] or row is not None else None

    # The roll

    def find_number(self) -> None:
        """Roll the dice of the number to reach: the answer's, or the action's own. An action without a roll hits."""
        if self.rule.rolled.roll is None or self.rule.rolled.against is None:
            self._push("hit")
            return
        target, chosen = self.action.target, str(self.data["chosen"])
        answer = self._answer_in_force(chosen)
        if answer is not None and answer.number is not None:
            then = self._task("opposed", chosen=chosen)
            label = answer.label or answer.name
            self._throw(target, DEFENCE, label, answer.number, self._answer_scope(), then)
        else:
            who = self.who if self.rule.tests_target else target or self.who
            against = self.rule.rolled.against
            self._throw(who, DEFENCE, DEFENCE, against, self.scope, self._task("opposed", chosen=chosen))

    def _answer_in_force(self, chosen: str) -> AnswerRule | None:
        """Return the answer of the name `chosen`, unless its test has failed. None without one."""
        answer = self.game.pack.answers.get(chosen)
        failed = answer is not None and answer.test is not None and not self.data.get("met", {}).get("passed")
        return None if failed else answer

    def roll_action(self) -> None:
        """Roll the action against the number, which the target's dice have made."""
        answer = self._answer_in_force(str(self.data.get("chosen", "")))
        formula, scope = self.rule.rolled.against, self.scope
        if answer is not None and answer.number is not None:
            formula, scope = answer.number, self._answer_scope()
        assert formula is not None
        number = self._value(formula, scope)
        self._note_number(formula, scope, number)
        roll = actions.check_of(
            self.game, self.draft.encounter, self.who, self.deed, answer, number, self._answer_scope()
        )
        figures = results.kept_figures(self.rule.result, self.scope)
        about: dict[str, Any] = {"action": self.rule.name, **({"figures": figures} if figures else {})}
        if any(row.when is not None for row in self.rule.result):
            about["rest"] = roll.thrown.rest
        who = self.action.target if self.rule.tests_target else self.who
        self._roll_check(who, self.rule.name, self.action.label, roll, about, self._task("rolled"))

    def judge_roll(self) -> None:
        """Find the row of results that the roll reaches, and whether it hits. Then ask for an answer to a hit."""
        margin = int(self.data["margin"])
        self._note_rolled(self.rule.rolled, int(self.data.get("rest", 0)))
        self.results |= {"margin": margin, "effect": 0, "hit": 0}
        row = results.row(self.rule.result, margin, self.scope)
        hit = bool(self.data["success"]) != self.rule.tests_target  # the action hits a target that fails its test
        missed = row.word if row is not None else "missed"
        met = self._changing_answer()
        if met is not None:
            answer, of_answer = met
            before = hit
            hit = of_answer.hit if of_answer is not None and of_answer.hit is not None else hit and not answer.stops
            if before and not hit:
                row, missed = None, of_answer.word if of_answer is not None else answer.label or answer.name
        self._note_result(row, hit)
        self.data["miss"] = missed
        if hit and self.action.target and any(answer.on == "hit" for answer in self.game.pack.answer):
            shown = self._shown_total()
            self._push("struck", miss=self.data["miss"])
            self._ask("hit", f"{self._against}, {shown}.")
            return
        self._resume_with(hit, str(self.data["miss"]))

    def _shown_total(self) -> str:
        """Return the total of a roll that hits, in the words of the table: `16 against 13`, `hits by 4`."""
        against, margin = self.data.get("against"), self.results["margin"]
        return f"hits by {margin}" if against is None else f"{against + margin} against {against}"

    @property
    def _words_matter(self) -> bool:
        return any(effect.on not in ("hit", "miss", "always", "declared") for effect in self.rule.effect)

    def take_answer_to_hit(self) -> None:
        """Take the price of the answer to a hit and roll its test. Then decide whether it still hits."""
        answer = self._take_price()
        if answer is None:
            self._resume_with(hit=True, miss=str(self.data["miss"]))
        else:
            self._test_answer(answer, "turned_aside")

    def judge_answered_hit(self) -> None:
        """Decide whether an action still hits after the answer to its hit, and which row of results it reaches."""
        hit, word, met = True, "missed", self._changing_answer()
        if met is not None:
            answer, of_answer = met
            self.results["margin"] -= formulas.number(answer.adds, self._answer_scope())
            margin, row = self.results["margin"], results.row(self.rule.result, self.results["margin"], self.scope)
            hit = (row.hit if row is not None and row.hit is not None else margin >= 0) and not answer.stops
            hit = of_answer.hit if of_answer is not None and of_answer.hit is not None else hit
            word = of_answer.word if of_answer is not None else answer.label or answer.name
            self._note_result(row if hit or margin < 0 else None, hit)
        self._resume_with(hit, word)

    def _note_result(self, row: Result | None, hit: bool) -> None:
        """Keep the row of results that the roll reached, its effect and word, and whether the action hits."""
        self.results |= {"effect": row.effect if row else 0, "hit": int(hit)}
        # A row that only words the hit or miss is not handed on.
        self.data["row"] = None if row is None or not _says_more(row) else self.rule.result.index(row)
        self.data["word"] = row.word if row is not None and (_says_more(row) or self._words_matter) else None

    def _resume_with(self, hit: bool, miss: str) -> None:
        """Resume with a hit, or with the damage that a row of results gives on a miss, or end the action."""
        row = self._row
        if hit or (row is not None and (row.damage is not None or row.pool)):
            self._push("hit")
        else:
            self._end_with("miss", label=miss)

    @property
    def _row(self) -> Result | None:
        """Return the row of results that the roll has reached, if it has more than a word."""
        place = self.data.get("row")
        return None if place is None else self.rule.result[place]

    # The damage

    def roll_damage(self) -> None:
        """Roll the damage, or end an action that has none. A blow at several targets has its damage already."""
        self.results.setdefault("hit", 1)
        row = self._row
        if self.rule.damage is None and (row is None or row.damage is None):
            self._end_with("hit" if self.results["hit"] else "miss")
            return
        then = self._task("damaged")
        if "damage" in self.data.get("once", {}) or self.rule.damage is None:
            self.draft.stack.append(then.with_data(faces=[]))
            return
        name = self.deed.weapon.name if self.deed.weapon else self.rule.label or self.rule.name
        self._throw(self.who, DAMAGE, f"{name} {DAMAGE}", self._damage, self.scope, then)

    def roll_damage_of_row(self) -> None:
        """Reckon the damage of the action. Then roll the damage that its row of results gives instead, if it does."""
        shared = self.data.get("once", {}).get("damage")
        if shared is not None:
            self.results[DAMAGE] = int(shared)
        elif self.rule.damage is not None:
            self.results[DAMAGE] = max(0, self._value(self._damage, self.scope) + self.deed.damage)
        else:
            self.results[DAMAGE] = 0
        row = self._row
        if row is not None and row.damage is not None:
            self._throw(self.who, DAMAGE, f"{row.word}: {DAMAGE}", row.damage, self.scope, self._task("weighed"))
        else:
            self._find_place()

    def take_damage_of_row(self) -> None:
        """Replace the action's damage by that of its row of results."""
        row = self._row
        assert row is not None and row.damage is not None
        self.results[DAMAGE] = max(0, self._value(row.damage, self.scope))
        self._find_place()

    def _find_place(self) -> None:
        """Go on to the place that is hit: the one aimed at, else one by dice, else none."""
        self.note(dealt=self.results[DAMAGE])
        places, row = self.game.pack.places, self._row
        if row is not None and row.pool:  # points of a pool that the row names hit no place and are not soaked
            self._ask_about_damage(self.results[DAMAGE], place="", stopped=0)
        elif self._aimed_at() is not None:
            self._push("put", faces=[])
        elif self.rule.places and places is not None:
            self._throw(self.who, "place", "place", places.dice, self.scope, self._task("put"))
        else:
            self._push("put", faces=[])

    def _aimed_at(self) -> Place | None:
        """Return the place that the action aims at, which is one of its modifiers. None without one."""
        table = self.game.pack.places.table if self.rule.places and self.game.pack.places is not None else ()
        return next((row for row in table if row.aim is not None and row.name in self.deed.modifiers), None)

    def apply_place(self) -> None:
        """Find the place that is hit, and reckon the damage by its formula, if any. Then roll the target's soak."""
        places = self.game.pack.places
        place = ""
        soak = self.rule.soak
        if self.rule.places and places is not None:
            row = self._aimed_at()
            if row is None:
                number = self._value(places.dice, self.scope)
                row = next((row for row in places.table if number <= row.up_to), places.table[-1])
            place, soak = row.name, row.soak or soak
            if row.damage is not None:
                self.results[DAMAGE] = max(0, formulas.number(row.damage, self.scope))
        then = self._task("soaked", place=place, soak=soak.text)
        self._throw(self.action.target or self.who, "soak", "soak", soak, self.scope, then)

    def take_off_soak(self) -> None:
        """Subtract what is soaked from the damage."""
        stopped = max(0, self._value(formulas.read(self.data["soak"]), self.scope))
        self._ask_about_damage(max(0, self.results[DAMAGE] - stopped), self.data["place"], stopped)

    def _ask_about_damage(self, points: int, place: str, stopped: int) -> None:
        """Ask for an answer to the damage, if the target has one. Without one, end the action with the damage.

        `stopped` are the points that the soak took off, `place` the name of the place hit.
        """
        self.results[DAMAGE] = points
        data: dict[str, Any] = {"place": place, "stopped": stopped}
        if points and self.action.target and any(answer.on == "damaged" for answer in self.game.pack.answer):
            self._push("felt", **data)
            self._ask("damaged", f"{self._against}, {points} point{'' if points == 1 else 's'}.")
        else:
            self._end_with_points(points, **data)

    def take_answer_to_damage(self) -> None:
        """Take the price of the answer to the damage and roll its test."""
        self.data["turned"] = {"place": self.data["place"], "stopped": self.data["stopped"]}
        answer = self._take_price()
        if answer is None:
            self._end_with_points(self.results[DAMAGE], **self.data["turned"])
        else:
            self._test_answer(answer, "spared")

    def roll_saved(self) -> None:
        """Roll the points that the answer to the damage takes off it."""
        met = self._changing_answer()
        if met is None:
            self._end_with_points(self.results[DAMAGE], **self.data["turned"])
            return
        answer, row = met
        formula = row.damage if row is not None and row.damage is not None else answer.adds
        label = answer.label or answer.name
        self._throw(self.action.target, DAMAGE, label, formula, self._answer_scope(), self._task("eased"))

    def take_off_saved(self) -> None:
        """Hurt the target by the damage that an answer leaves."""
        met = self._changing_answer()
        assert met is not None
        answer, row = met
        points = self.results[DAMAGE]
        if row is not None and row.damage is not None:
            points = min(points, max(0, self._value(row.damage, self._answer_scope())))
        elif answer.stops:
            points = 0
        else:
            points = max(0, points - max(0, self._value(answer.adds, self._answer_scope())))
        self.results[DAMAGE] = points
        self._end_with_points(points, **self.data["turned"])

    def _end_with_points(self, points: int, place: str, stopped: int) -> None:
        """End the action with the points that the target loses at a place. `stopped` are those that the soak took."""
        row = self._row
        where = f" to the {place}" if place else ""
        if row is not None and row.pool:
            rule = self.game.pack.pools[row.pool]
            where = f" to the {rule.label or row.pool}"
        label = f"{points} point{'' if points == 1 else 's'}{where}"
        self._end_with("hit" if self.results["hit"] else "miss", points, label, place, stopped)

    # The end

    def _end_with(self, how: str, points: int = 0, label: str = "", place: str = "", stopped: int = 0) -> None:
        """End the action: log its result (`how` is `hit` or `miss`), take the points, apply the effects.

        In a batch (several blows of one count) keep the result until all are done.
        """
        self.data |= {"how": how, "points": points, "label": label, "place": place, "stopped": stopped}
        if self.data.get("batch"):
            place_of_batch = self._place_of_batch()
            batch = self.draft.stack[place_of_batch]
            kept = {key: self.data[key] for key in ("how", "points", "label", "place", "stopped")}
            done = [*batch.data["done"], dict(self._task(BATCH, **kept).data)]
            self.draft.stack[place_of_batch] = batch.with_data(done=done)
            return
        self._log_result()
        scope = self.scope
        self.land()
        self.hurt(already_logged=True)
        self.take_effects_of_it(scope)
        self.next_moment()

    def land(self) -> None:
        """End the action, and conditions that lasted until its rolls were done.

        A blow done at once (`once`) has no declared action to end.
        """
        if self.data.get("once"):
            return
        end_action(self.draft, self.who, self.action, "landed")
        self.data["lasting"] = has_acted(self.draft, self.game, self.who)

    def hurt(self, already_logged: bool = False) -> None:
        """Log the result, unless `already_logged`, set off triggers of a hit or miss, and take the target's points."""
        if not already_logged:
            self._log_result()
        target, points, row = self.action.target or self.who, int(self.data["points"]), self._row
        if self.action.target and self.rule.rolled.roll is not None and self.data["how"] != SPREAD:
            struck = "hit" if self.data["how"] == "hit" else "missed"
            set_off(self.draft, self.game, struck, target, self.who, self.within)
        if points:
            pool = (row.pool if row is not None else "") or self.rule.pool or self.game.pack.body[0]
            dealt = {"dealt": self.results["dealt"]} if "dealt" in self.results else {}
            self.hurt_by(target, pool, points, f"hit by {self.draft[self.who].name}", self.who, **dealt)

    def _log_result(self) -> None:
        """Log a hit with its points, or the miss of a target."""
        how, label, points = self.data["how"], self.data["label"], int(self.data["points"])
        missed = how == "miss" and not points
        if not label or (missed and not self.action.target):
            return
        target, place = self.action.target or self.who, self.data["place"]
        if missed:
            struck = ev.Struck(who=self.who, target=target, outcome="missed", label=label)
        else:
            struck = ev.Struck(
                who=self.who,
                target=target,
                outcome="hit",
                label=label,
                location=place,
                damage=points,
                stopped=int(self.data["stopped"]),
            )
        self.draft.emit(struck)

    def take_effects_of_it(self, scope: formulas.Scope) -> None:
        """Apply the effects of the result. `scope` has the figures as they were when it landed."""
        if self.data.get("lasting"):  # conditions are left that end once all of the action is done
            self.draft.push("acted", who=self.who)
        place = [each.name for each in self.game.pack.action].index(self.rule.name)
        if self.data["how"] == SPREAD:  # the blow at each of several targets has had the effects
            return
        word = self.data.get("word")
        outcomes = {self.data["how"], *([word] if word else [])}
        # Answers after the action are asked for by its words, since the action itself is over then.
        asks = any(answer.on == "acted" for answer in self.game.pack.answer)
        if self.action.target and asks and not self.data.get("once"):
            words = {"verb": self.action.verb, "target": self.action.target, "weapon": self.action.weapon}
            self._push("after", once={**words, "options": list(self.action.options)})
        mostly = "target" if self.action.target else "self"
        places = self.game.pack.places
        for number, row in enumerate(places.table if places is not None and self.data["place"] else ()):
            if row.name == self.data["place"]:
                self.take_effects(row, ("places", "table", number), {self.data["how"]}, scope, mostly)
        self.take_effects(self.rule, ("action", place), outcomes, scope, mostly)

    def ask_afterwards(self) -> None:
        """Ask the target for an answer after the action."""
        self._push("answered_after")
        self._ask("acted", f"{self._against} is over.")

    def take_answer_afterwards(self) -> None:
        """Take the price of an answer after the action, roll its test and apply its effects."""
        answer = self._take_price()
        if answer is not None:
            self._test_answer(answer, "all_over")

    def end(self) -> None:
        """Do nothing more."""

    def next_moment(self) -> None:
        """Schedule the fighter's next moment: its action's cost after the declaration, or by a new initiative roll."""
        if self.data.get("once"):
            return
        table, count, landed = self.game.table, self.draft.encounter.count, self.action
        declared = landed.lands - landed.speed
        set_off(self.draft, self.game, "acted", self.who, self.action.target, self.within)
        if self.game.pack.clock.anew and table.round_start(declared) != table.round_start(count):
            if self.draft[self.who].able:
                self.draft.push("initiative", who=self.who)  # the round began while the action was under way
            return
        if may_go_on(self.game, self.draft.encounter, self.who):
            go_on(self.draft, self.game, self.who, count)
            return
        moment = table.after(declared, self.draft[self.who].mark(COST, 1))
        go_on(self.draft, self.game, self.who, moment if moment is None else max(moment, count))

    def over(self) -> None:
        """End an action whose target is out of the fight, without a roll, and schedule the fighter's next moment."""
        if self.data.get("once"):
            return
        end_action(self.draft, self.who, self.action, "landed", TARGET_OUT)
        has_acted(self.draft, self.game, self.who, all_over=True)
        self.next_moment()


def _says_more(row: Result) -> bool:
    return row.damage is not None or bool(row.pool)


STAGES: Mapping[str, Callable[[Blow], None]] = {
    "act": Blow.ask_for_answer,
    "spread": Blow.strike_each,
    "all_struck": Blow.end_at_several,
    "answered": Blow.take_answer,
    "meeting": Blow.apply_answer,
    "met": Blow.find_number,
    "opposed": Blow.roll_action,
    "rolled": Blow.judge_roll,
    "struck": Blow.take_answer_to_hit,
    "turned_aside": Blow.judge_answered_hit,
    "hit": Blow.roll_damage,
    "damaged": Blow.roll_damage_of_row,
    "weighed": Blow.take_damage_of_row,
    "put": Blow.apply_place,
    "soaked": Blow.take_off_soak,
    "felt": Blow.take_answer_to_damage,
    "spared": Blow.roll_saved,
    "eased": Blow.take_off_saved,
    "after": Blow.ask_afterwards,
    "answered_after": Blow.take_answer_afterwards,
    "all_over": Blow.end,
}
"""The stages of a blow, by the names that are in files."""
