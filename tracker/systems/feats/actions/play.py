"""Play: the clock of seconds: who is asked, what is declared, what comes due, and how it goes on after dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tracker.clock.agenda import Due
from tracker.encounter.engine import declarations
from tracker.encounter.engine.declarations import check_moment, close_moment, declare, declare_at_once, may_declare_at
from tracker.encounter.engine.step import Draft
from tracker.model import events as ev
from tracker.model.combatant import Action, Presence
from tracker.model.commands import Command, Do
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, LAND, Encounter
from tracker.systems.feats import checks, rules
from tracker.systems.feats.actions import air, body, standing
from tracker.systems.feats.actions.air import Lungs
from tracker.systems.feats.actions.deeds import Exertion, Slam, Throw
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import Options
from tracker.systems.kit import defaults, guards, roll_under
from tracker.systems.kit.deeds import Data

Words = tuple[str, ...]
BY_HAND: Mapping[str, Callable[[Lungs, Words], None]] = {
    "damage": lambda body, words: body.hurt(int(words[0]), "by hand"),
    "ashore": lambda body, words: body.ashore(),
    "air": lambda body, words: body.clean_air(),
    "noair": lambda body, words: body.lose_air(),
    "up": lambda body, words: body.draft.end(body.who, standing.PRONE, "stands up"),
    "stop": lambda body, words: body.stop("stopped"),
    "swerve": lambda body, words: body.settle(on=False),
    "hop": lambda body, words: body.hop(),
    "unload": lambda body, words: body.carry("0", "by hand"),
    "carry": lambda body, words: body.carry(body.here.weigh("carry", words), "carried (F-ENC-1)"),
    "pull": lambda body, words: body.carry(body.here.weigh("pull", words), "pulled (F-DRAG-1)"),
    "catch": lambda body, words: body.catch(int(words[0]), bool(words[1]), words[2]),
    "intercept": lambda body, words: body.intercept(),
    "drop": lambda body, words: body.mark(f"holds {words[0]}", False, f"drops {words[0]}"),
    "gap": lambda body, words: body.fall_behind(words[0], int(words[1])),
    "hold": lambda body, words: body.hold(words[0], unprepared=True),
}
"""What is said at any time and takes none; of `hold` only the unprepared."""
DUE: Mapping[str, Callable[[Lungs], None]] = {
    body.STAMINA: Lungs.roll_against_tiring, body.CLIMBING: Lungs.climbing_roll, body.STRAIN: Lungs.strain,
    air.SWIMMING: Lungs.swimming_roll, air.OUT_OF_BREATH: Lungs.run_out, air.NO_AIR: Lungs.gasp, air.DEATH: Lungs.die,
    air.REST: Lungs.rest,
}  # fmt: skip
"""What comes by itself."""
DEEDS: Mapping[str, type[Exertion | Slam | Throw]] = {"slam": Slam, "throw": Throw}
"""What a verb is, where it is no exertion."""
STAGES = (
    *("land", "thrown", "struck", "slammed", "dashed", "collided", "crashed", "defended", "avoided", "met", "parried"),
    *("lifted", "shed", "rescued", "aided"),
)
"""How an action under way goes on: methods of its deed."""
FIXED: Mapping[tuple[str, bool], Callable[[Lungs], None]] = {
    ("HP", False): lambda body: body.hurt(0, "by hand"), ("FP", False): Lungs.wake,
    (standing.AIRLESS, True): Lungs.lose_air, (standing.AIRLESS, False): Lungs.clean_air,
    (standing.WATER, True): lambda body: body.dive(on_purpose=False), (standing.WATER, False): Lungs.ashore,
    (standing.UNCONSCIOUS, True): lambda body: body.pass_out() if body.now.able else body.wake(),
    (standing.UNCONSCIOUS, False): Lungs.wake, (standing.DROWNED, False): Lungs.wake,
}  # fmt: skip
"""What hangs on a pool put right by hand, or on a condition begun (True) or ended."""
ROLLED: Mapping[str, Callable[[Lungs, Data], None]] = {
    "swam": lambda body, data: body.swam(data["success"]),
    "rests": lambda body, data: body.recover(),
    "catching": Lungs.answer_catch,
    "caught": lambda body, data: body.note(standing.WORDS["caught"]["yes" if data["success"] else "no"]),
    "intercepted": Lungs.intercepted,
    "broken": lambda body, data: body.note(f"{data['thing']} takes {max(0, data['total'])} points itself (F-THROW-4)"),
}
"""How it goes on where that is no action under way."""
FAILED: Mapping[str, Callable[[Lungs, Data], None]] = {
    "tired": lambda body, data: body.tire(1, data["why"]),
    "climbed": lambda body, data: body.fall(fumbled=data["tier"] == roll_under.FUMBLE),
    "willed": lambda body, data: body.pass_out(),
    "harmed": lambda body, data: body.gain(standing.DULLED, amount=-1),
    "steadied": lambda body, data: body.lie_down("lost its footing"),
}
"""What a roll comes to that only matters when it fails."""


def _go_on(one: Lungs, action: Action, stage: str, data: Data) -> None:
    getattr(DEEDS.get(action.verb, Exertion)(one.draft, one.who, action, one.house), stage)(data)


def _lungs(draft: Draft, who: str, options: Options) -> Lungs:
    return Lungs(draft, who, options.house_rules)


class Turns(defaults.Turns[Options]):
    """When each combatant acts, and what it does with its turn."""

    __slots__ = ()

    def begin(self, draft: Draft) -> None:
        """Everyone declares at 0; the first side is `gap` yards ahead."""
        side = draft.encounter.combatants[0].profile.side
        for one in draft.encounter.combatants:
            if self.options.gap and one.profile.side == side:
                _lungs(draft, one.id, self.options).mark(standing.WAY, str(self.options.gap))
            if one.able:
                may_declare_at(draft, one.id, 0)
                _lungs(draft, one.id, self.options).shoulder()

    def join(self, draft: Draft, who: str) -> None:
        """A latecomer declares on the next second."""
        self.pass_turn(draft, who)
        _lungs(draft, who, self.options).shoulder()

    def schedule_next_turn(self, draft: Draft, who: str, why: str) -> None:
        """Whoever has acted declares again now, or lies in wait where only activities are asked about (FQ 19)."""
        if not draft[who].able or draft.encounter.agenda.find(who, DECLARE) is not None:
            return
        if self.options.house_rules.every_second:
            may_declare_at(draft, who, draft.encounter.count)
        elif not draft[who].waiting:
            draft.emit(ev.WaitChanged(who=who, waiting=True))

    def pass_turn(self, draft: Draft, who: str) -> None:
        """Whoever passes is asked again on the next second."""
        may_declare_at(draft, who, draft.encounter.count + 1)

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """The faster first, then the higher DX, then the seat."""
        own = standing.Standing(encounter, who).own
        return -float(own.basic_speed), -float(own.stats["DX"]), float(encounter[who].profile.seat)

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """A slam, whatever is named: the last at that foe again, else over all its move; prone it gets up first."""
        here, house, last = standing.Standing(encounter, who), self.options.house_rules, encounter[who].last
        if here.has(standing.PRONE) and not here.why_not("up", house):
            return Do(who, "up")
        if here.why_not("slam", house):
            return None
        if last is not None and last.verb == "slam" and last.target == target:
            return Do(who, "slam", (target, *last.options))
        return Do(who, "slam", (target, *checks.How(yards=str(here.full_move))))


class Resolution(defaults.Resolution[Options]):
    """How verbs are carried out, and what comes due."""

    __slots__ = ()

    def on_taken_out(self, draft: Draft, who: str) -> None:
        """Activities end; who has left needs no air any more."""
        one, why = _lungs(draft, who, self.options), "out of the fight"
        one.halt(why)
        one.cancel(body.STRAIN, why=why)
        if not one.here.has(standing.UNCONSCIOUS):
            one.breathe_no_more(why)

    def apply_consequences(self, draft: Draft, who: str, what: str) -> None:
        """What hangs on a pool or condition put right by hand."""
        one, has = _lungs(draft, who, self.options), draft[who].condition(what) is not None
        if (what, has) in FIXED:
            FIXED[what, has](one)
        elif what in standing.MOVING and not has:
            one.broken_off(what)
        elif has and what in (standing.GRAPPLED, standing.PRONE) and draft.encounter.began and draft[who].able:
            one.interrupt(what)

    def retarget_refusal(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        """What is done at once cannot be turned."""
        return f"{encounter[who].name} cannot turn {action.label}: it happens at once."

    def decide(self, draft: Draft, command: Do) -> None:
        """Carry out a verb: what is said by hand at any time, an activity, or an action."""
        who, verb, words, one = command.who, command.verb, command.words, _lungs(draft, command.who, self.options)
        by_hand = verb in BY_HAND and (verb != "hold" or "unprepared" in words)
        if by_hand:
            if not draft.encounter.began and verb != "damage":
                raise Refused("The fight has not begun; `begin` starts it.")
            declarations.not_in_the_middle(draft, f"{one.name} {verb}")
        else:
            check_moment(draft, who)
        guards.refuse(one.here.why_not(verb, one.house))
        if by_hand:
            BY_HAND[verb](one, words)
        elif verb in BOOK.activities or verb in (standing.CLIMB, "dive"):
            close_moment(draft, who, verb)
            if verb == standing.CLIMB:
                one.climb(words)
            elif verb == "dive":
                one.dive(on_purpose=not any(words))
            else:
                one.set_out(verb)
        elif (number := standing.WORDS["action"][verb].get("asked")) and not words[0]:
            most = 40 if verb == "jump" else int(one.here.most(verb, words))
            draft.push("how much", who=who, verb=verb, words=list(words[1:]))
            draft.ask_amount(who, verb, f"{one.name}, {verb}: {number}", int(verb != "jump"), most)
        else:
            action = one.here.action(verb, words, self.options.gap is not None)
            one.halt(verb)
            if action.speed:
                declare(draft, who, action)
            else:
                _go_on(one, declare_at_once(draft, who, action), "land", {})

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        """All but rest is worth a stop."""
        return due.what != air.REST

    def effect_order(self, encounter: Encounter, due: Due) -> tuple[float, ...]:
        """Rolls of one second come in the order of the table, then by seat."""
        what = due.ref if due.what == body.STAMINA else due.what
        row = BOOK.order.index(what) if what in BOOK.order else 0
        return float(row), float(encounter[due.who].profile.seat) if due.who else 0.0

    def on_due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Landings one after another; what the clock bills and asks, one at a time."""
        first = entries[0]
        if first.what == LAND:
            for entry in reversed(entries):
                draft.push("land", who=entry.who, action=int(entry.ref))
        elif first.what in DUE:
            DUE[first.what](_lungs(draft, first.who, self.options))

    def resume(self, draft: Draft, task: Task) -> None:
        """The stages of a step, one after another: those of an action under way, and the others."""
        data, who = task.data, str(task.data.get("by", task.data["who"]))
        one = _lungs(draft, who, self.options)
        if "action" in data:
            action = draft[who].action(int(data["action"]))
            if action is not None and task.stage in STAGES:
                _go_on(one, action, task.stage, data)
        elif task.stage == "how much":
            self.decide(draft, Do(who, data["verb"], (str(data["amount"]), *data["words"])))
        elif task.stage in ROLLED:
            ROLLED[task.stage](one, data)
        elif not data["success"]:
            FAILED[task.stage](one, data)

    def keeps_fight_open(self, encounter: Encounter) -> bool:
        """Whether somebody who is down may still be saved: without air, or with water in the lungs (F-AIR, F-SAVE)."""
        if not any(one.able for one in encounter):
            return False
        down = (standing.Standing(encounter, one.id) for one in encounter if one.presence is Presence.DOWN)
        return any(
            not one.has(standing.DEAD) and (one.has(standing.AIRLESS) or one.has(standing.DROWNED)) for one in down
        )


class Dice(roll_under.Dice[Options]):
    """What dice mean: 3d6 at or under the target, modifiers adding to it (F-ROLL-1, F-ROLL-2)."""

    __slots__ = ()
    under = rules.UNDER

    @property
    def criticals(self) -> bool:
        """Whether the house rule has criticals (FQ 1)."""
        return self.options.house_rules.criticals
