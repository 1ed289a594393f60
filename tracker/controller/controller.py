"""The desk: what the game master has picked, opened and typed, and what a key makes of it. No screen library here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from tracker.controller import keys, mouse, time_travel
from tracker.controller.command_history import History
from tracker.controller.dice_field import DiceField
from tracker.controller.error_boundary import Net, Unforeseen
from tracker.controller.fields import Field, Purpose
from tracker.controller.handlers.history import walk_to_line
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.keymap.rows import Row
from tracker.controller.menus import marks
from tracker.controller.menus.conditions import OWN
from tracker.controller.menus.targets import DONE, OF, Whom, whom_of
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice
from tracker.controller.prompt import JOIN, Front, Path, bare_front, front, is_own, menu_owner
from tracker.controller.question_view import asking
from tracker.controller.screen_requests import Wish, page_of
from tracker.controller.time_travel import Past, Walk
from tracker.controller.view_state import Looking
from tracker.encounter.engine.multi_target import meant
from tracker.encounter.features import groups
from tracker.encounter.language.fight_commands import FIGHT
from tracker.encounter.language.parser import LONGEST_LINE, parse
from tracker.encounter.statistics.summary import Account
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Outcome, Session
from tracker.session.dry_run import answered_with, rehearsed
from tracker.session.onlooker import Onlooker
from tracker.session.veto import VETO
from tracker.system_api.values import Choice
from tracker.text.cells import clean
from tracker.views.log_entry import Entry
from tracker.views.multi_target import told_of_several
from tracker.views.question import Asking
from tracker.views.roll_log import RollLog
from tracker.views.step_names import deeds

Some = TypeVar("Some")
_ASKING = (cmd.Summary, cmd.Notes, cmd.Events, cmd.Why, cmd.Reckon)
"""The commands of lines that change nothing."""
_TAKEN = {
    time_travel.BACK: "walk-back",
    time_travel.ON: "walk-on",
    time_travel.HERE: "walk-here",
    time_travel.PRESENT: "drop",
}
"""The row of each choice of an earlier moment."""


class Desk:
    """Turns keys into lines for the session; `press` says when the screen has to do something itself."""

    def __init__(
        self,
        session: Session,
        keymap: Keymap | None = None,
        trouble: Callable[[], str] | None = None,
        report: Callable[[str], str] | None = None,
        past: Past | None = None,
        remarks: Sequence[str] = (),
    ) -> None:
        self.session = session
        self.past = past
        """The moment that is looked at, when this is the desk of an earlier one."""
        self._walk: Walk[Desk] | None = None
        self.net = Net(session, report)
        self.trouble: Callable[[], str] = trouble or (lambda: "")
        """Why the last steps are not saved, in a few words; empty when all is."""
        self.keymap = keymap or Keymap()
        self.path: Path | None = None
        self._menu_of = ""
        self.marked = -1
        """The choice the arrows have marked; −1: none."""
        self.listed = False
        """The choices stand in a list; the screen says so when they do not fit into the question line."""
        self.field: Field | None = None
        self.dice = DiceField(self)
        remarked = " ".join([*session.words, *remarks])
        opening = remarked or self._opening_notes()
        self.notice = Notice(opening if past is None else "", refused=bool(remarked))
        self.explained: tuple[str, ...] = ()
        self.alone = False
        self.warned: tuple[str, tuple[int, int]] = "", (-1, -1)
        self.page = "The sum"
        """What the page of what was explained is called."""
        self.account: Account | None = None
        self.log = RollLog(
            self.name, session.rules.unit, notes=session.notes.strip(), group=self.group, given=self.keymap.given
        )
        self.log.follow(session.journal)
        self.looking = Looking(self.log)
        self.history = History()
        self.picking = False
        self._fronted: Front | None = None
        self._fronted_for: Encounter | None = None
        self._fronted_at: tuple[Path | None, str, frozenset[str]] = (None, "", frozenset())

    def _opening_notes(self) -> str:
        """Whom the encounter was found to hold and its notes, until the fight has begun."""
        if self.session.encounter.began:
            return ""
        notes, roster = " ".join(self.session.notes.split()), self.session.roster
        told = [f"{roster[:1].upper()}{roster[1:]}."] if roster else []
        return " ".join([*told, *([f"{self.keymap.key('notes')} notes: {notes}"] if notes else [])])

    # An earlier moment

    @property
    def shown(self) -> Desk:
        """The desk that is to be seen: this one, or that of the earlier moment that is looked at."""
        return self if self._walk is None else self._walk.desk

    @property
    def walked(self) -> int | None:
        """The place among the steps in force that is looked at; None: the present."""
        return None if self._walk is None else self._walk.place

    def walk_to(self, place: int | None) -> None:
        """Look at the fight as it was after so many steps; None: at the present."""
        seen = self.shown.looking
        self.field, self.path, self.marked = None, None, -1
        if place is None:
            self._walk = None
            self.looking.as_in(seen)
            self.looking.keep_to(self.session.encounter)
            return
        if self._walk is None:

            def made(then: Session, past: Past) -> Desk:
                return Desk(then, self.keymap, self.trouble, self.net.report, past=past)

            self._walk = Walk(self.session, made, place, self.keymap.given)
        else:
            self._walk.to(place)
        then = self._walk.desk
        then.looking.as_in(seen)
        then.looking.keep_to(then.session.encounter)

    def walk_to_line(self, entry: Entry) -> None:
        """Look at the moment of a log line."""
        self.guarded(lambda: walk_to_line(self, entry), None, "Walking back")

    # What stands in front

    @property
    def front(self) -> Front:
        """What owns the keys, but for a field."""
        encounter = self.session.encounter
        self.looking.keep_to(encounter)
        if self.path and not is_own(self.path) and self._menu_of != menu_owner(encounter, self.looking.selected):
            self.path = None
        selected = self.looking.selected
        whose = menu_owner(encounter, selected) if self.path and not is_own(self.path) else selected
        at = self.path, whose, self.looking.unfolded
        if self._fronted is None or encounter is not self._fronted_for or at != self._fronted_at:
            shown = self.guarded(self._stands_in_front, None, "What stands in front")
            self._fronted = shown or bare_front(encounter)
            self._fronted_for, self._fronted_at = encounter, at
        return self._fronted

    def _stands_in_front(self) -> Front:
        selection = self.looking.selection(self.session)
        came_to = self.keymap.key("came-to")
        now = front(self.session.encounter, self.session.rules, self.path, self.looking.selected, selection, came_to)
        if not self.path:
            return replace(now, together=self.net.tried(lambda: answered_with(self.session), ()))
        if is_own(self.path):
            return now
        choices = self.net.tried(lambda: rehearsed(self.session, now.choices), now.choices)
        return replace(now, choices=choices, likely=next((one for one in choices if not one.refused), None))

    @property
    def mode(self) -> Mode:
        """What owns the keys now."""
        if self.past is not None or self._walk is not None:
            return Mode.WALK
        return Mode.FIELD if self.field is not None else self.front.mode

    @property
    def seen(self) -> tuple[int, int]:
        """What must have been drawn before a key may answer it; changes with every step, undo and redo."""
        return self.session.journal.last, len(self.session.journal.done)

    @property
    def highlighted(self) -> int:
        """The choice that enter takes, by its place among the choices; −1 when it is none of them."""
        now = self.front
        if self.marked >= 0 or now.likely not in now.choices:
            return self.marked
        return now.choices.index(now.likely)

    @property
    def picking_one(self) -> bool:
        """Whether one of the choices of a question is marked, though all of them may fit beside it."""
        return self.marked >= 0 and self.front.mode in (Mode.DECLARE, Mode.CHOOSE)

    def listing(self) -> Front | None:
        """What is to be shown as a list of choices, if anything."""
        now = self.front
        if self.past is not None or self.looking.uncovered:
            return None
        return now if now.choices and (now.mode is Mode.MENU or (self.listed and not self._types)) else None

    @property
    def _types(self) -> bool:
        """Whether something is typed that a list of choices has nothing to do with."""
        return self.field is not None and self.field.purpose is not Purpose.FIND

    def asking(self) -> Asking:
        """What the question line shows."""
        if self.past is not None:
            return self.past.asking(self.keymap, self.notice.text)
        return asking(self, self.keymap)

    # Keys

    def answers(self, key: str, character: str | None = None) -> bool:
        """Whether a key may only act on what has been drawn, since it could answer a question."""
        return keys.answers(self, key, character)

    def guarded(self, act: Callable[[], Some], otherwise: Some, what: str) -> Some:
        """Do something; a mistake of the program is reported and told instead, where reports are kept at all."""
        try:
            return self.net.kept(act, what)
        except Unforeseen as caught:
            self.path = None
            self.notice = Notice(str(caught), True)
            return otherwise

    def press(self, key: str, character: str | None = None) -> Wish | None:
        """Take one key; the wish is what is left for the screen to do."""
        return self.guarded(lambda: keys.press(self, key, character), None, f"The key {character or key}")

    def do(self, row: Row) -> Wish | None:
        """Do what a row of the keymap says; in an earlier moment only walking is done here, the rest there."""
        return keys.do(self, row)

    def click(self, row: Row) -> Wish | None:
        """Do what a click on a row's key does: the same as the key."""
        if self.field is None and self._walk is None and keys.uncovers(self, row):
            return None
        return self.do(row)

    # The mouse

    def wheel(self, pane: str, by: int) -> None:
        """Scroll what is under the wheel."""
        mouse.wheel(self, pane, by)

    def pick(self, who: str, at: int | None = None, marks: bool = False) -> None:
        """A click on somebody, or on its lane under count `at`; `marks`: one that marks."""
        self.looking.uncovered = False
        if who not in self.shown.session.encounter:
            return
        if self._walk is not None:
            self.shown.looking.select(who)
        elif marks:
            mouse.mark(self, who)
        else:
            mouse.pick(self, who, at)

    def drag(self, who: str, by: int) -> None:
        """Move what somebody has pending by so many counts."""
        if self._walk is not None:
            self.shown.notice = Notice(f"Moving it would change the fight. {self.keymap.worded(keys.PAST)}", True)
            return
        mouse.drag(self, who, by)

    # Taking choices and saying lines

    def choose(self, choice: Choice) -> Wish | None:
        """Take a choice by its key or a click; what it explains is for the screen to show."""
        self.explained, self.looking.uncovered = (), False
        self.take(choice)
        return page_of(self.explained, self.account)

    def take(self, choice: Choice) -> None:
        """Take a choice: say its line, answer with its word, or open its menu; a refused one says why."""
        if self._walk is not None:
            row = self.keymap.by_id(_TAKEN.get(choice.word, "walk-on"))
            self.do(row)
            return
        now = self.front
        if choice.refused:
            self.notice = Notice(choice.refused, True)
        elif self.path == JOIN:
            self.path = None
            purpose = Purpose.NEWCOMER if choice.word == "new" else Purpose.CREATURES
            self.field = Field(purpose, "Who joins, by name:" if choice.word == "new" else "How many and which:")
        elif choice.word == OWN and self.path is not None and self.path[:1] == (OF,):
            (whom, _), self.path = whom_of(self.session.encounter, self.path), None
            self.field = Field(Purpose.OWN, f"{whom.being}:", whom.words, ids=whom.ids)
        elif now.mode is Mode.CHOOSE and choice.word:
            word = choice.word
            told = groups.told(self.session.encounter, cmd.Choose(now.who, word), self.alone)
            self._carry_out(lambda: self.session.carry_out(told, f"{now.who} {word}".strip()))
        elif choice.line and choice.unfinished:
            ids, self.path = self._by_hand(), None
            text = choice.line
            self.field = Field(Purpose.COMMAND, ":", text=text, caret=len(text), then=choice.then, ids=ids)
        elif choice.word == DONE:
            self.path = None
        elif choice.line:
            if self.say(choice.line, self._by_hand()):
                self.path = choice.then or None
        else:
            self.path, self._menu_of, self.marked = choice.path, now.who, -1

    def _by_hand(self) -> tuple[str, ...]:
        """Whom the menu by hand that is open is about; nobody when none is."""
        return whom_of(self.session.encounter, self.path)[0].ids if self.path and self.path[0] == OF else ()

    def say(self, line: str, by_hand: Sequence[str] = ()) -> bool:
        """Carry out a line, whether it could be; a refusal becomes the notice.

        What is done `by_hand` with those who are marked spends their marks. An earlier moment is only asked.
        """
        if self._walk is not None:
            return self._walk.desk.say(line)
        if self.past is not None and not self._asks(line):
            self.notice = Notice(f"{line.strip()} would change the fight. {self.keymap.worded(keys.PAST)}", True)
            return False
        if self.alone and groups.asked(self.session.encounter) and not self._of_the_fight(line):
            line = f"only {line}"
        self.net.line = line
        try:
            marked = marks.read(self.session.encounter, self.session.rules, line)
        except Refused as refused:
            self.notice = Notice(str(refused), True)
            return False
        if marked is not None:
            self.path, self.marked, self.explained = None, -1, ()
            self.mark(marked)
            return True
        done = self._carry_out(lambda: self.session.say(line))
        if done and by_hand and set(by_hand) <= set(self.looking.marks):
            self.looking.spend()
        return done

    def _asks(self, line: str) -> bool:
        """Whether a line changes nothing, and only gives something to read."""
        try:
            return isinstance(parse(self.session.encounter, self.session.rules, line), _ASKING)
        except Refused:
            return False

    def _of_the_fight(self, line: str) -> bool:
        """Whether a line is about the whole fight, and so for nobody of a group."""
        first = line.split(maxsplit=1)[0].casefold() if line.strip() else ""
        return first in FIGHT

    def mark(self, ids: Sequence[str]) -> None:
        """Mark these, and nobody else; what is done by hand is done with all of them."""
        self.looking.marks = tuple(one.id for one in self.session.encounter if one.id in ids)
        many = len(self.looking.marks)
        names = Whom(self.session.encounter, self.looking.marks).names if many else ""
        self.notice = Notice(self.keymap.marked(names) if many else "Nobody is marked.")

    def catch_up(self) -> bool:
        """Where another program plays, take what it recorded since; says whether there was anything."""
        if not isinstance(self.session, Onlooker) or not self.session.catch_up():
            return False
        self.path, self.marked, self.listed, self.explained = None, -1, False, ()
        self.log.follow(self.session.journal)
        self.looking.stepped(self.session.encounter)
        return True

    def _carry_out(self, act: Callable[[], Outcome]) -> bool:
        then, before = self.session.encounter, self.session.encounter.count
        try:
            outcome = act()
        except Refused as refused:
            self.notice = Notice(str(refused), True)
            return False
        self.path, self.marked, self.listed, self.explained = None, -1, False, outcome.words
        self.looking.uncovered = False
        self.alone = self.alone and groups.still_asked(then, self.session.encounter, outcome.events)
        self.page, self.account = outcome.title or "The sum", outcome.account
        self.dice.clear()
        self.log.follow(self.session.journal)
        self.looking.stepped(self.session.encounter)
        if self.session.encounter.count != before:
            self.looking.spend()
        if not groups.still_asked(then, self.session.encounter, outcome.events):
            self.looking.follow(self.session)
        retaken = bool(outcome.steps) and outcome.steps[-1].mode != VETO
        back = () if retaken else outcome.undone or outcome.redone
        if back:
            what = deeds(back, self.name, self.group, self.session.rules.unit)
            self.notice = Notice(f"{'Undone' if outcome.undone else 'Redone'}: {what}")
        elif outcome.steps and (newest := self.log.newest()) is not None and newest.step == outcome.steps[-1].n:
            told, several = newest.told, ""
            if len(outcome.steps) == 1 and not newest.behind and not told.secret:
                line = outcome.steps[0].line
                ids = () if self._of_the_fight(line) else meant(then, line)
                several = told_of_several(outcome.events, ids, self.name, self.session.rules.unit)
            self.notice = Notice(f"{newest.when}{' §' if told.secret else ''} {several or told.text}", logged=True)
        if outcome.refused:
            self.notice = Notice(outcome.refused, True)
        return True

    # A field

    def paste(self, text: str) -> None:
        """Put pasted text into the field being typed, its lines one behind the other; without a field, say so."""
        field = self.field
        if field is None:
            words = "No line is being typed, so the pasted text is not used. {command} opens the command line."
            self.shown.notice = Notice(self.keymap.worded(words), True)
            return
        room = LONGEST_LINE - len(field.text)
        some = clean(" ".join(text[: 4 * LONGEST_LINE].splitlines()))
        field.put(some)
        if len(some) > room or len(text) > 4 * LONGEST_LINE:
            words = f"A line has at most {LONGEST_LINE} characters: the rest of the pasted text is left out."
            self.notice = Notice(words, True)
        if field.purpose is Purpose.FILTER:
            self.looking.sieve(field.text, self.session)

    def name(self, who: str) -> str:
        encounter = self.session.encounter
        return encounter[who].name if who in encounter else who

    def group(self, who: str) -> str:
        return groups.of(self.session.encounter, who)
