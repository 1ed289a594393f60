"""The listener: takes a line, carries it out at the desk, and gives back what is to be heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from tracker.controller import amounts
from tracker.controller.controller import Desk
from tracker.controller.keymap.rows import Act
from tracker.controller.modes import Mode
from tracker.encounter.engine.journal import Step, steps_are
from tracker.encounter.language.parser import parse
from tracker.encounter.names import combatant_named, somebody
from tracker.line_mode import numbered_choices, status_text
from tracker.line_mode.shortcuts import KEYS, SpokenMap
from tracker.line_mode.speech import spoken
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.system_api.values import Choice
from tracker.views.narration import tell_step
from tracker.views.roll_log import RollLog
from tracker.views.sides import seated_at
from tracker.views.step_names import deeds

_LOG = 8
"""Entries of the log told at once."""


class _Before(NamedTuple):
    """What stood when a line came: the steps in force, the last one there was, and the count."""

    done: tuple[int, ...]
    last: int
    at: int


class Listener:
    """A fight by ear. It keeps the desk of the screen, and so comes to the same steps by the same answers."""

    def __init__(
        self,
        session: Session,
        trouble: Callable[[], str] | None = None,
        report: Callable[[str], str] | None = None,
    ) -> None:
        self.session = session
        self.desk = Desk(session, SpokenMap(), trouble, report)
        self.left = False
        """Whether the fight was left."""
        self._last: tuple[str, ...] = ()
        self._trouble = ""
        self._warned = False
        self._keys: Mapping[str, Callable[[], Iterable[str]]] = {
            "": self._likely,
            "n": lambda: self._says("next"),
            "d": self._due,
            "h": self._everybody,
            "s": lambda: self._sheet(self.desk.looking.target(session)),
            "x": lambda: self._row("explain"),
            "r": lambda: numbered_choices.refused(self.desk.front),
            "l": self._log,
            "b": self._back,
            "u": lambda: self._says("undo"),
            "y": lambda: self._says("redo"),
            "w": lambda: self._says("summary"),
            "v": lambda: self._row("veto"),
            "j": lambda: self._row("join"),
            "q": self._leave,
            "quit": self._leave,
            "?": self._help,
            "help": self._help,
        }

    def begins(self) -> tuple[str, ...]:
        """What is heard first: what fight it is, who is there, what is asked."""
        encounter = self.session.encounter
        sides = dict.fromkeys(one.profile.side for one in encounter)
        there = [f"{side}: {', '.join(one.name for one in encounter if one.profile.side == side)}." for side in sides]
        unit = self.session.rules.unit
        when = [f"It is {unit.one} {unit.text(encounter.count)}."] if encounter.began else []
        notes = " ".join(self.session.notes.split()) if not encounter.began else ""
        remarks = [*self.session.words, *([f"Notes: {notes}"] if notes else [])]
        return self._heard([f"{encounter.title}.", *there, *when, *remarks, *self._asked(), "? tells the keys."])

    def hear(self, line: str) -> tuple[str, ...]:
        """Carry out one line as it was typed; gives what is to be heard, line by line."""
        text, desk, journal = line.strip(), self.desk, self.session.journal
        if text == "a" and desk.field is None:
            return self._last
        self._warned = self._warned and text in ("q", "quit")
        before = _Before(tuple(journal.done), journal.last, self.session.encounter.count)
        front, field = desk.front, desk.field
        desk.guarded(desk.catch_up, False, "Looking on")
        desk.explained, desk.notice.text = (), ""
        nothing: tuple[str, ...] = ()
        heard = list(desk.guarded(lambda: tuple(self._taken(text)), nothing, "That line"))
        happened = before.done != tuple(self.session.journal.done)
        if happened:
            heard += [*self._told(before), *([desk.notice.text] if desk.notice.refused else [])]
        elif desk.notice.text and not heard:
            heard.append(desk.notice.text)
        heard += desk.explained
        if (trouble := desk.trouble()) != self._trouble:
            self._trouble = trouble
            heard.append(f"Not saved: {trouble}." if trouble else "Everything is saved again.")
        if not self.left and (happened or desk.front != front or desk.field is not field):
            heard += self._asked()
        return self._heard(heard)

    def _heard(self, lines: Iterable[str]) -> tuple[str, ...]:
        self._last = tuple(words for line in lines for part in line.split("\n") if (words := spoken(part)))
        return self._last

    # What a line does

    def _taken(self, text: str) -> Iterable[str]:
        desk = self.desk
        if desk.field is not None:
            return self._typed(text)
        if text in self._keys:
            return self._keys[text]()
        key, _, name = text.partition(" ")
        if key in ("h", "s", "o") and (who := self._named(name.strip())):
            return {"h": self._how, "s": self._sheet, "o": self._of}[key](who)
        amount = amounts.number(name)
        if key == "p" and desk.mode is Mode.AMOUNT and amount is not None:
            return [numbered_choices.priced(self.session, amount)]
        if text == "p" and desk.mode is Mode.AMOUNT:
            return ("Of what number? p and a number tells its price.",)
        if key == "p" and (not name.strip() or amount is not None):
            return ("No number is asked for now; p tells the price of one while it is.",)
        if text == "o":
            return ("Who? o and a name or number tells what that one could declare.",)
        if len(text) == 1 and text.isalpha() and not self._named(text) and not self._means(text):
            return (f"{text} does nothing; ? tells the signs.",)
        if text.isdecimal() and desk.mode not in (Mode.DICE, Mode.AMOUNT):
            return self._number(int(text))
        if desk.mode is Mode.AMOUNT and amounts.number(text) is not None:
            return self._says(amounts.line(self.session, text))
        return self._says(text)

    def _says(self, line: str) -> Iterable[str]:
        self.desk.say(line)
        return ()

    def _row(self, id: str) -> Iterable[str]:
        self.desk.do(self.desk.keymap.by_id(id))
        return ()

    def _likely(self) -> Iterable[str]:
        now = self.desk.front
        if now.mode is Mode.FREE:
            return self._row("next")
        if now.likely is None and now.mode not in (Mode.DICE, Mode.AMOUNT):
            return ("Choose by number.",)
        return self._row(
            next(row.id for row in self.desk.keymap.rows if row.handler is Act.ENTER and now.mode in row.when)
        )

    def _number(self, number: int) -> Iterable[str]:
        choices = numbered_choices.numbered(self.desk.front)
        if not choices:
            return ("No answer has a number now.",)
        if not 1 <= number <= len(choices):
            return (f"There is no answer {number}; there are 1 to {len(choices)}.",)
        choice = choices[number - 1]
        self.desk.take(choice)
        return ()

    def _typed(self, text: str) -> Iterable[str]:
        """The rest of a line that was begun, or what joins; an empty one drops it."""
        field = self.desk.field
        assert field is not None
        if not text or text == "b":
            self.desk.field = None
            return ("Dropped.",)
        before = field.text
        field.put(text)
        self.desk.press("enter")
        if self.desk.field is field:
            field.replace(before)
        return ()

    def _back(self) -> Iterable[str]:
        if self.desk.path is None:
            return ("No menu is open. u takes back a step.",)
        return self._row("drop")

    # What is only told

    def _named(self, name: str) -> str:
        """Who is meant by a number or a name; empty when nobody is."""
        if who := seated_at(self.session.encounter, name):
            return who
        try:
            return combatant_named(self.session.encounter, name) if name else ""
        except Refused:
            return ""

    def _means(self, text: str) -> bool:
        """Whether a line means something now, such as the beginning of an answer; it may still be refused."""
        try:
            parse(self.session.encounter, self.session.rules, text)
        except Refused:
            return False
        return True

    def _how(self, who: str) -> Iterable[str]:
        return [status_text.how_is(self.session.encounter, self.session.rules, who)]

    def _everybody(self) -> Iterable[str]:
        return [line for one in self.session.encounter for line in self._how(one.id)]

    def _sheet(self, who: str) -> Iterable[str]:
        return status_text.sheet(self.session.encounter, self.session.rules, who) if who else ["Nobody is there yet."]

    def _of(self, who: str) -> Iterable[str]:
        """Open what somebody who is not asked could declare."""
        if self.desk.mode not in (Mode.FREE, Mode.BEGIN):
            return ("Something is asked: answer it first, or take a step back with u.",)
        self.desk.looking.select(who)
        if self.desk.mode is Mode.FREE:
            self.desk.take(Choice("", "", path=()))
        return ()

    def _due(self) -> Iterable[str]:
        return status_text.what_is_due(self.session.encounter, self.session.rules)

    def _log(self) -> Iterator[str]:
        log: RollLog = self.desk.log
        for place in range(max(0, log.count() - _LOG), log.count()):
            for entry in log.entry(place).single:
                back = "" if log.in_force(entry) else "taken back: "
                yield f"{entry.when}: {back}{'secret: ' if entry.told.secret else ''}{entry.told.text}"

    def _help(self) -> Iterator[str]:
        yield from (f"{key}: {what}" for key, what in KEYS.items())
        who, rules = somebody(self.session.encounter), self.session.rules
        hurt = [f"{who} {rules.abilities.damage} 12"] if rules.abilities.damage else []
        lines = [*hurt, f"fix {who} count {rules.unit.example}", "note the rain begins"]
        yield f"Anything else is a command line, such as: {', '.join(lines)}."

    def _leave(self) -> Iterable[str]:
        recorder = self.session.recorder
        if recorder is not None and not recorder.retry() and not self._warned:
            self._warned = True
            return (f"{steps_are(recorder.unsaved)} not saved: {recorder.reason}. q once more leaves all the same.",)
        self.left = True
        return ("Left.",)

    # What happened

    def _asked(self) -> Iterator[str]:
        field = self.desk.field
        if field is not None:
            begun = f" {field.text}" if field.text else ""
            yield f"{field.label}{begun} (go on typing; an empty line drops it)"
        else:
            yield from numbered_choices.asked(self.desk.front, self.session)

    def _told(self, before: _Before) -> Iterator[str]:
        """What was taken back or brought back, and every event of new steps that is worth a line."""
        journal, count = self.session.journal, before.at
        then, now = set(before.done), set(journal.done)
        back = [n for n in reversed(before.done) if n not in now]
        again = [n for n in journal.done if n not in then and n <= before.last]
        for words, numbers in (("Undone", back), ("Redone", again)):
            if steps := [journal.steps[n] for n in numbers]:
                yield f"{words}: {deeds(steps, self.desk.name, self.desk.group, self.session.rules.unit)}."
        if back or again:
            yield from self._now()
            count = self.session.encounter.count
        for n in journal.done:
            if n > before.last:
                yield from self._step(journal.steps[n], count)
                count = journal.steps[n].at

    def _now(self) -> Iterator[str]:
        encounter, unit = self.session.encounter, self.session.rules.unit
        if encounter.began:
            yield f"It is {unit.one} {unit.text(encounter.count)}."

    def _step(self, step: Step, count: int) -> Iterator[str]:
        unit = self.session.rules.unit
        for event, told in tell_step(step.events, self.desk.name, unit, self.desk.keymap.given):
            if isinstance(event, ev.TimeAdvanced) and event.to != count:
                count = event.to
                yield f"{unit.one.capitalize()} {unit.text(count)}."
            if told is not None:
                yield f"{'secret: ' if told.secret else ''}{told.text}"
