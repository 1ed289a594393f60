"""Standing: somebody as things stand: sheet, activity, way covered, why it cannot do something, what a verb becomes.

The sentences of refusal and their order are in `refusals.toml`; here are the facts they hang on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from tracker.model.combatant import Action, Condition
from tracker.systems.feats import checks, rules, sheets
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import FP, HP, HouseRules, Sheet, Thing
from tracker.systems.kit import fighters, guards
from tracker.systems.kit.figures import exact, plain
from tracker.systems.kit.files import read
from tracker.systems.kit.names import demanded
from tracker.systems.kit.refusals import read_refusals
from tracker.systems.kit.sixes import Sixes

CLIMB = "climb"
MOVING = (*BOOK.activities, CLIMB)
"""The activities that move somebody, one at a time; each is a condition of its own."""
FAST = ("sprint", "swoop")
WATER, DROWNING, BREATH, AIRLESS, DROWNED = "water", "drowning", "breath", "airless", "drowned"
PRONE, GRAPPLED, SECURED, DEAD, DULLED, UNCONSCIOUS = "prone", "grappled", "secured", "dead", "dulled", "unconscious"
WAY, SINCE, RUN_UP, LOAD, POISED, AFLOAT = "way", "since", "run up", "load", "poised", "kept afloat"
ON_PURPOSE = "on purpose"
"""Marks: yards covered up to a count, that count, seconds of the sprint before it, the load as it is now, the second
one got in position to jump, whether one has kept afloat once, and whether one went into the water on purpose."""
PARRY = "parry"
DEFENCES = ("dodge", PARRY, "block")
"""How a slam or throw is met."""
AT, TO = "at", "to"
"""A throw at somebody, or to somebody who may catch it."""
WORDS = read("tracker.systems.feats", "words.toml")
REFUSALS = read_refusals("tracker.systems.feats")


class Standing(fighters.Standing):
    """Somebody in a fight as it stands."""

    @cached_property
    def own(self) -> Sheet:
        """Its sheet with the load that is carried or pulled now, and tired or not (F-ENC-3)."""
        own, load = sheets.sheet_of(self.encounter, self.who), self.one.marks.get(LOAD)
        if rules.tired(self.one.pool(FP), self.one.full(FP)):
            own = replace(own, tired=True)
        return own if load is None else replace(own, load=exact(load), level=rules.level(exact(load), own.lift))

    @property
    def doing(self) -> Condition | None:
        """The activity it is in."""
        return next((one for one in self.one.conditions if one.key in MOVING), None)

    @property
    def swims_on_purpose(self) -> bool:
        """Whether it went into the water on purpose, or may yet; older fights have it in the condition's amount."""
        water = self.one.condition(WATER)
        return water is None or water.amount > 0 or bool(self.one.marks.get(ON_PURPOSE))

    @property
    def full_move(self) -> int:
        """The whole yards of a turn that a slam is run over when nobody says how many."""
        return max(1, int(self.own.move))

    @property
    def covered(self) -> Fraction:
        """Yards it has come by running, flying and fast swimming, up to now."""
        return self.come("" if self.doing is None else self.doing.key)

    def come(self, key: str) -> Fraction:
        """The same of the activity of this key, which may just have ended; of none, as far as it was settled."""
        way, own, before = exact(self.one.marks.get(WAY, 0)), self.own, self.one.mark(RUN_UP)
        seconds = self.encounter.count - self.one.mark(SINCE)
        if key not in FAST:
            return way + (checks.figures(own).get(key, 0) if key else 0) * seconds
        move, top = (own.move, own.top) if key == "sprint" else (own.air, own.top_in_air)
        until, ran = (rules.sprinted(move, count, top) for count in (before + seconds, before))
        return way + until - ran

    def apart(self, other: str) -> Fraction:
        """Yards between it and another in a chase."""
        return abs(self.covered - self.another(other).covered)

    def thing(self, name: str) -> Thing:
        """A thing of its sheet; raises Refused with those there are."""
        return demanded(self.own.entry.thing, name, self.name, "thing")

    def in_hand(self, thing: Thing) -> bool:
        """Whether a thing is in hand."""
        return self.holds(thing.name, thing.held)

    @property
    def idle(self) -> bool:
        """Whether it waits and does nothing else: it is ready to catch (F-CATCH-1)."""
        return self.one.waiting and (self.doing is None or self.doing.key not in BOOK.activities)

    @property
    def catches_by(self) -> dict[str, str]:
        """The skills it may catch by, "" for DX, by the word that answers so (F-CATCH-1)."""
        sports = (name for name in self.own.skills if name not in BOOK.no_sports)
        return {"dx": "", **{name.casefold().replace(" ", "-"): name for name in sports}}

    def interceptors(self, target: str) -> tuple[str, ...]:
        """How others could take what flies from it to `target` out of the air: whoever has a parry (F-CATCH-2)."""
        able = [one.id for one in self.encounter if one.able and one.id not in (self.who, target)]
        return tuple(one for one in able if PARRY in self.another(one).own.defences)

    def slam_dice(self, target: str, how: checks.How, house: HouseRules) -> tuple[Sixes, Sixes]:
        """Both sides' dice: HP × velocity / 100, its own or those of what it steers (F-SLAM-3, F-SLAM-6)."""
        velocity = exact(how.yards) + exact(how.foe)
        points = int(how.hp) if how.hp else self.one.full(HP), self.encounter[target].full(HP)
        own, foe = (rules.collision(hp, velocity) for hp in points)
        return rules.strong(own, house.all_out) if how.strong else own, foe

    # Why not

    def why_not(self, verb: str, house: HouseRules) -> str:
        """Why the state does not allow a verb, whatever its words, as a sentence; empty when it does."""
        own, wet = self.own, self.has(WATER)
        facts = {
            **{key: self.has(key) for key in (WATER, PRONE, GRAPPLED)},
            "wings": "wings" in own.entry.traits,
            "exhausted": not wet and not self.one.pool(FP) and house.exhausted == "stop",
            "busy": self.doing is not None,
            "sprinting": self.doing is not None and self.doing.key in FAST,
            "laden": own.load,
            "poised": self.one.marks.get(POISED) == self.encounter.count,
            "afloat": wet and self.one.marks.get(AFLOAT),
            "armed": any(map(self.in_hand, own.entry.thing)),
            "things": own.entry.thing,
            "First Aid": own.skill("First Aid") is not None,
        }
        return self._refusal(verb, facts)

    def why_not_whom(self, verb: str, target: str) -> str:
        """Why `target` cannot be rescued or given first aid, as a sentence (F-SAVE, F-AIR-3)."""
        victim, again = self.another(target), self.one.mark(f"rescue {target}")
        facts = {"itself": target == self.who, "broken off": again < 0, "too early": again > self.encounter.count}
        facts |= {key: victim.has(key) for key in (WATER, DROWNED)}
        return self._refusal(f"{verb} whom", facts, verb=verb, again=again, victim=victim.name, target=target)

    def why_no_slam(self, how: checks.How) -> str:
        """Why it cannot slam in this way, as a sentence; empty when it can (F-SLAM-6)."""
        facts = {
            "no skill of it": how.skill and self.own.skill(how.skill) is None,
            "no hit points": how.skill and not how.hp,
            "steering": how.skill,
            "four legs": "four legs" in self.own.entry.traits or (how.skill and how.kind == checks.POUNCE),
            "shield": any(one.piece == "shield" for one in self.own.entry.thing),
            "Shield": self.own.skill("Shield") is not None,
        }
        return self._refusal(how.kind, facts, skill=how.skill, kind=how.kind)

    def why_no_throw(self, thing: Thing, target: str = "", yards: str = "", gap: bool = False) -> str:
        """Why a throw cannot be: not in hand, too heavy, out of reach, each with its numbers (F-THROW-1, F-THROW-3)."""
        reach, most = checks.reach(self.own, thing), rules.limits(self.own.lift)["two_hands"]
        off = exact(yards) if yards else self.apart(target) if target and gap else Fraction(0)
        too_far = reach is not None and off > reach
        facts = {"in hand": self.in_hand(thing), "too heavy": reach is None, "too far": too_far}
        figures = {"most": plain(most), "reach": plain(reach or 0), "off": int(off), "weight": thing.weight}
        return self._refusal("hurl", facts, thing=thing.name, **figures)

    def held_fast(self, person: str) -> str:
        """Why somebody cannot be lifted: who is unwilling must be grappled first, and may get free (F-GRAB-2)."""
        other = self.another(person)
        willing = not person or not other.one.able or other.one.profile.side == self.one.profile.side
        facts = {"unwilling": not willing and not other.has(GRAPPLED)}
        return self._refusal("weigh person", facts, victim=other.name if person else "", target=person)

    def _refusal(self, asked: str, facts: Mapping[str, object], **words: object) -> str:
        return REFUSALS.why_not(asked, facts, name=self.name, who=self.who, **words)

    # What can be moved

    def lift_with(self, helpers: str = "") -> Fraction:
        """Its Basic Lift with those who help: they add it, not their ST (F-LIFT-4)."""
        return sum((self.another(one).own.lift for one in (self.who, *helpers.split())), Fraction(0))

    def lift_seconds(self, pounds: Fraction, helpers: str) -> int:
        """Seconds of a lift, with one hand or with two (F-LIFT-2)."""
        return BOOK.lift_seconds[pounds > rules.limits(self.lift_with(helpers))["one_hand"]]

    def most(self, verb: str, words: tuple[str, ...]) -> Fraction:
        """The most pounds that can be lifted, shoved or carried so (F-LIFT-2, F-DRAG-2, F-GRAB-3)."""
        lift = self.lift_with(words[1] if verb == "lift" else "")
        if verb == "pull":
            return lift * BOOK.drag.most
        shove = "shove_at_a_run" if words[1:] and words[1] else "shove"
        return rules.limits(lift)[{"lift": "two_hands", "shove": shove, "carry": "on_the_back"}[verb]]

    def weigh(self, verb: str, words: tuple[str, ...]) -> str:
        """The pounds that weigh on whoever lifts, shoves, carries or pulls so much; raises Refused for too much."""
        pounds, bound = words[0], self.most(verb, words)
        if verb == "pull":
            pounds = plain(rules.pulled(exact(pounds), Fraction(0), words[1] or "none", bool(words[2])))
        skilled = verb == "lift" and self.own.skill("Lifting") is not None
        facts = {"too heavy": exact(pounds) > bound and not skilled}
        guards.refuse(self._refusal(f"weigh {verb}", facts, most=plain(bound), pounds=pounds))
        return pounds

    # What becomes of it

    def action(self, verb: str, words: tuple[str, ...], gap: bool) -> Action:
        """The action a verb stands for, with its seconds and words; raises Refused for what its words do not allow."""
        row = WORDS["action"][verb]
        given = {"thing": "", "target": "", **dict(zip(row.get("words", ()), words, strict=False))}
        thing, target, speed = given["thing"], given["target"], row.get("speed", 0)
        options = tuple(given[name] for name in row.get("keeps", ()) if name in given)
        if target and verb in ("throw", "slam"):
            guards.standing(self.encounter, self.who, target, verb)
        match verb:
            case "throw":
                guards.refuse(self.why_no_throw(self.thing(thing), target, given["yards"], gap))
            case "slam":
                guards.refuse(self.why_no_slam(checks.How(*options)))
                options = options if any(options[4:]) else options[:4]
            case "lift" | "shove":
                self.weigh(verb, words)
                guards.refuse(self.held_fast(target))
                speed = self.lift_seconds(exact(given["pounds"]), given["helpers"]) if verb == "lift" else 0
            case "ready":
                taken, hands = self.thing(thing), int(given["hands"])
                seconds = rules.ready_seconds(exact(taken.weight), self.own.lift, hands)
                guards.refuse(self._refusal("grip", {"too heavy": seconds is None}, weight=taken.weight, hands=hands))
                speed = seconds or 0
            case "rescue" | "firstaid":
                guards.refuse(self.why_not_whom(verb, target))
        whom = self.encounter[target].name if target else row.get("nobody", "").format_map(given)
        label = row["label"].format_map({**given, "whom": whom})
        return Action(0, verb, weapon=thing, target=target, options=options, label=label, speed=speed)
