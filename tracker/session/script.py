"""Script: a recorded fight as lines that can be said again in their order, each after the dice that it rolls.

What follows by itself (standing orders, what a group does as one of it was told) is no line: it follows again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from pathlib import Path

from tracker.dice.source import DiceError, ScriptedDice
from tracker.encounter.engine.journal import Journal, Step
from tracker.model.events import Answered, Noted, Rolled, TimeAdvanced, Withdrawn
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session.fight import Session
from tracker.session.veto import VETO
from tracker.storage.fight_log.format import apply
from tracker.storage.fight_log.opening import OpenedFight, open_fight
from tracker.storage.fight_log.reader import FightText

DICE = "# dice "
"""The beginning of a line of dice, before the faces."""

_MOST_NEW = 20
"""The most new questions in a row. Each gets its first choice."""


class Unsaid(Exception):
    """The fight cannot be said again from here on. The text is a sentence."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A step that was taken back, together with those of the same `together`, or brought back (`together` is 0)."""

    n: int
    last: int
    """The last step in force after the undo. 0: none."""
    together: int


Recorded = Step | TakenBack


@dataclass
class _Fallen:
    """The dice of a recorded fight, and the number taken since the last line."""

    left: ScriptedDice
    taken: list[int] = field(default_factory=list)

    def face(self, sides: int) -> int:
        """Return the next recorded face, and note it for the line that is said."""
        face = self.left.face(sides)
        self.taken.append(face)
        return face


def recorded(path: Path) -> tuple[tuple[Recorded, ...], OpenedFight]:
    """Return all that was recorded of the fight at `path`, in its order. Raises InvalidFile or BrokenSeal."""
    opened, fight, journal = open_fight(path, look=True), FightText(path), Journal()
    blocks: list[Recorded] = []
    for block in fight.each(1, len(fight.blocks)):
        apply(journal, block)
        if isinstance(block, Step):
            blocks.append(block)
        else:
            together = block.follows or block.n if block.undo else 0  # the first step of an undo follows none
            blocks.append(TakenBack(block.n, journal.done[-1] if journal.done else 0, together))
    return tuple(blocks), opened


def script(start: Callable[[], Session], blocks: Sequence[Recorded], end: Encounter) -> tuple[str, ...]:
    """Return the lines of a fight that was recorded so, and each one's dice, tried on sessions at its beginning.

    `start` opens such a session, `end` is the last state of the fight.

    All that was done is said, what was taken back too. A fight of an older release may stop elsewhere now. Then only
    what is in force is said, and what is asked now and was not then is answered by the first choice. Raises Unsaid.
    """
    try:
        return tuple(_all_of_it(start(), blocks, end))
    except Unsaid as unsaid:
        try:
            return tuple(_in_force(start(), blocks, end))
        except Unsaid:
            raise unsaid from None


def _all_of_it(session: Session, blocks: Sequence[Recorded], end: Encounter) -> Iterator[str]:
    """Yield all recorded lines as they are said again, undone steps included.

    Raises Unsaid where a line has another result now.
    """
    session.dice = dice = _Fallen(ScriptedDice(_faces(blocks)))
    place = 0
    while place < len(blocks):
        block = blocks[place]
        line = _line_that_led_to(blocks, place)
        yield from _say(session, dice, block.n, line)
        last, first = session.journal.last, place
        while place < len(blocks) and blocks[place].n <= last:
            place += 1
        if place == first or blocks[place - 1].n != last or not _same_dice(session, blocks[first:place]):
            raise Unsaid(f"step {block.n}: {line}: repeated, it has another result.")
    _compare(session.encounter, end)


def _in_force(session: Session, blocks: Sequence[Recorded], end: Encounter) -> Iterator[str]:
    """Yield the lines of the steps in force as they are said again, new questions with their first choice.

    Raises Unsaid where that leads to another end.
    """
    steps = _steps_in_force(blocks)
    session.dice = dice = _Fallen(ScriptedDice(_faces(steps)))
    fallen = 0
    for place, step in enumerate(steps):
        if step.follows or step.mode == "group":
            continue
        end_of_line = next((later for later in range(place + 1, len(steps)) if not steps[later].follows), len(steps))
        rolled = sum(1 for _ in _faces(steps[place:end_of_line]))
        fallen += rolled
        if rolled and dice.left.used >= fallen and _only_goes_on(step):
            continue  # it stopped before that then, and did not now
        for _ in range(_MOST_NEW):
            question = session.encounter.question
            if question is None or not _is_new(question, step):
                break
            yield from _say(session, dice, step.n, f"{question.who} {question.choices[0]}".strip())
        yield from _say(session, dice, step.n, _line_that_led_to(steps, place))
    _compare(session.encounter, end)


def _is_new(question: Question, step: Step) -> bool:
    """Return whether the open question is new: this step neither answers it nor leaves it open."""
    answers = [event.what for event in step.events if isinstance(event, Answered | Withdrawn)]
    goes_on = any(isinstance(event, TimeAdvanced) for event in step.events)
    return question.ask in (Ask.CHOOSE, Ask.HALT) and question.what not in answers and bool(answers or goes_on)


def _only_goes_on(step: Step) -> bool:
    """Return whether a step only let time pass."""
    return step.mode == "orders" or step.line.split(" ")[0] in ("next", "to") or step.line.startswith("+")


def _steps_in_force(blocks: Sequence[Recorded]) -> list[Step]:
    """Return the steps that are in force in the end, in order."""
    steps: dict[int, Step] = {}
    done: list[int] = []
    undone: list[int] = []
    for block in blocks:
        if isinstance(block, Step):
            steps[block.n] = block
            done.append(block.n)
            undone.clear()
        elif block.together:
            undone.append(done.pop())
        else:
            done.append(undone.pop())
    return [steps[n] for n in done]


def _say(session: Session, dice: _Fallen, n: int, line: str) -> Iterator[str]:
    """Carry out a line again, for step `n`. Yield the dice that it rolled, then the line. Raises Unsaid."""
    try:
        session.say(line)
    except (Refused, DiceError) as error:
        raise Unsaid(f"step {n}: {line}: {error.sentence if isinstance(error, Refused) else error}") from error
    if dice.taken:
        yield DICE + ",".join(map(str, dice.taken))
        dice.taken.clear()
    yield line


def _compare(now: Encounter, end: Encounter) -> None:
    """Raise Unsaid unless both fights are in the same state."""
    if _final_state(now) != _final_state(end):
        raise Unsaid("Repeated, the fight has another end.")


def _faces(blocks: Sequence[Recorded]) -> Iterator[int]:
    """Yield the faces that the program rolled, in order. Typed faces are among the lines."""
    for block in blocks:
        for event in block.events if isinstance(block, Step) else ():
            if isinstance(event, Rolled) and event.by == "rolled":
                yield from (face or 100 for face in event.faces)  # 0 is the `00` of percentile dice


def _line_that_led_to(blocks: Sequence[Recorded], place: int) -> str:
    """Return the line that makes the session record the block at `place` again, with the blocks that follow from it.

    A step has its own line. Exceptions are a step by orders, and a corrected die, of which only the note is said.
    Steps undone together are one line: a veto where the next step asks instead of following orders, else `back` to the
    last step left in force.
    """
    block = blocks[place]
    if isinstance(block, Step):
        if block.mode == "orders":
            return _line_before_orders(block, blocks[place + 1 :])
        if block.line == "fix die":
            note = next(event for event in block.events if isinstance(event, Noted))
            return f"{'secret ' if note.secret else ''}note {note.text}"
        return block.line
    if not block.together:
        return "redo"
    last_undone = place
    while last_undone + 1 < len(blocks) and _undone_with(block, blocks[last_undone + 1]):
        last_undone += 1
    following = blocks[last_undone + 1] if last_undone + 1 < len(blocks) else None
    if isinstance(following, Step) and following.mode == VETO:
        return "veto anyway"
    undo = blocks[last_undone]
    assert isinstance(undo, TakenBack)
    return f"back {undo.last}"


def _line_before_orders(act: Step, following: Sequence[Recorded]) -> str:
    """Return the line that led to an act by orders: that of a `following` step that let time pass, else `next`."""
    for block in following:
        if not isinstance(block, Step) or block.follows != act.n:
            break
        if not block.mode and _only_goes_on(block):
            return block.line
    return "next"


def _undone_with(first: TakenBack, block: Recorded) -> bool:
    return isinstance(block, TakenBack) and block.together == first.together


def _same_dice(session: Session, blocks: Sequence[Recorded]) -> bool:
    """Return whether the same steps rolled the same dice. Words and computed values may differ by release."""
    now = [session.journal.steps.get(block.n, block) for block in blocks]
    return list(_faces(now)) == list(_faces(blocks))


def _final_state(encounter: Encounter) -> object:
    """Return the values that compare two ends of a fight: count, fighters, points and conditions."""
    return encounter.count, [
        (fighter.id, fighter.presence, fighter.pools, sorted(condition.key for condition in fighter.conditions))
        for fighter in encounter
    ]
