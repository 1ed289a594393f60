"""Own rolls: what a player is told of the chance of a roll before its dice fall, and of how it came out.

A chance is told where it follows from the roller's own sheet, or where the game master tells all (`Showing.chances`).
What secret conditions weigh is not in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.encounter.engine.dice_requests import roll_from
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Question, Roll
from tracker.narration.facts import Blow, Done, Fact
from tracker.narration.sentences import sentence
from tracker.players.view import ALL_CHANCES, Discretion, Showing


@dataclass(frozen=True, slots=True)
class OwnRoll:
    """A roll of a player's fighter against a chance, and the count it was made at."""

    who: str
    """The name that players know."""
    what: str
    at: int
    reached: int
    succeeds: bool
    against: int | None = None
    """The number it was held against. None: that is not for the player to know."""
    lines: int = 0
    """The number of lines before it in the same step."""

    @property
    def came(self) -> str:
        """Return whether it succeeded, in a word."""
        return "succeeds" if self.succeeds else "fails"

    @property
    def words(self) -> str:
        """Return the number and what it was held against: `36 against 43`."""
        return f"{self.reached}" if self.against is None else f"{self.reached} against {self.against}"


def asked_roll(question: Question | None) -> Roll | None:
    """Return the roll whose dice a question asks for. None where it asks for none."""
    if question is None or question.ask is not Ask.DICE or not question.then:
        return None
    data = question.then[-1].data.get("roll")  # of the stages that wait for the answer, the last one rolls
    return None if data is None else roll_from(data)


def known_roll(question: Question | None, words: Discretion, rules: Rules, showing: Showing) -> Roll | None:
    """Return the roll that a question asks for, with the chance that its player may know. None where that is none."""
    asked = asked_roll(question)
    if asked is None or asked.chance is None or asked.secret or (asked.target and not words.name(asked.target)):
        return None
    if showing.chances != ALL_CHANCES and not rules.dice.open_to_roller(asked):
        return None
    # A modifier that players do not know is taken out again.
    known = asked if asked.unknown is None else rules.dice.with_modifier(asked, -asked.unknown, "")
    if known.shown is None or known.chance is None:
        return known
    # The chance as it is shown changes by as much as the chance.
    return replace(known, shown=known.shown + known.chance - asked.chance)


def own_roll(
    event: ev.Rolled, asked: Roll | None, known: Roll | None, words: Discretion, showing: Showing, lines: int
) -> OwnRoll | None:
    """Return a roll of a player's fighter as its player is told of it.

    `asked` is the roll that was asked for, `known` the same as its player knew it. `lines` is the number of log lines
    before the roll. None for a roll of another fighter,
    without a chance, in secret, or against one whom players do not see.
    """
    fighter = words.encounter[event.who] if words.name(event.who) else None
    if fighter is None or not fighter.profile.player or event.secret or event.chance is None:
        return None
    if event.target and not words.name(event.target):
        return None
    against = None
    if asked is not None and known is not None and (asked.who, asked.what) == (event.who, event.what):
        against = known.chance if known.shown is None else known.shown
        if showing.chances == ALL_CHANCES and against is not None:
            against += event.chance - (asked.chance or 0)  # what the game master gave for this roll alone
        against = against if event.against is None else event.against
    reached = event.total if event.reached is None else event.reached
    return OwnRoll(
        words.name(event.who),
        event.what,
        words.encounter.count,
        reached,
        succeeds=(event.effect or 0) > 0,
        against=against,
        lines=lines,
    )


def result(roll: OwnRoll, facts: Sequence[Fact]) -> str:
    """Return how a roll came out, as its player reads it: `attack on Gruk: 36 against 43: hit, leg, 9`.

    `facts` is what was told since at this count. Empty while nothing is known.
    """
    about = (
        fact for fact in facts if isinstance(fact, Blow | Done) and roll.who in (fact.who, getattr(fact, "whom", ""))
    )
    match next(about, None):
        case Blow() as blow if blow.who == roll.who:
            harm = str(blow.points or "") if blow.harm else blow.looks
            outcome = ", ".join(part for part in (blow.how, blow.where, harm) if part)
            return f"{roll.what}{f' on {blow.whom}' if blow.whom else ''}: {roll.words}: {outcome}"
        case Blow() as blow if roll.against is not None:
            return f"{roll.what}: {roll.words}: {roll.came}. {sentence(blow)}"
        case Done(how=how):
            return f"{roll.what}: {roll.words}: {how}"
        case _:
            return "" if roll.against is None else f"{roll.what}: {roll.words}: {roll.came}"
