"""Handlers: what each row of the keymap does at the desk."""

from __future__ import annotations

from enum import StrEnum

from tracker.encounter import commands as cmd
from tracker.encounter import groups
from tracker.encounter.lines import parse
from tracker.encounter.questions import Ask
from tracker.encounter.refusals import Refused
from tracker.ui import amounts, completion
from tracker.ui.fields import Field, Purpose
from tracker.ui.front import JOIN, menu_of
from tracker.ui.keymap import Mode
from tracker.ui.menus.free_events import EVENTS
from tracker.ui.menus.whom import OF, Whom
from tracker.ui.notice import Notice
from tracker.ui.surface import Surface
from tracker.ui.walking import place_of
from tracker.views.roll_log import Entry


class Wish(StrEnum):
    """What the desk cannot do by itself."""

    HELP = "help"
    QUIT = "quit"
    SETTINGS = "settings"
    STOP = "stop"
    EXPLAIN = "explain"
    THEME = "theme"
    RECKON = "reckon"
    LIBRARY = "library"
    CAME_TO = "came to"


def page_of(explained: tuple[str, ...], summed: bool) -> Wish | None:
    """The page that opens after a line, if it has explained anything; another one where it sums up the fight."""
    return (Wish.CAME_TO if summed else Wish.EXPLAIN) if explained else None


class Handlers:
    """One method per handler that changes the fight or what is typed; `Looking` has the rest."""

    def __init__(self, desk: Surface) -> None:
        self.desk = desk
        self._history: list[str] = []
        self._recalled = 0

    def send(self) -> Wish | None:
        field = self.desk.field
        assert field is not None
        line = field.line()
        if field.purpose is Purpose.FILTER or not field.text.strip():
            self.desk.field = None
            return None
        if field.purpose is Purpose.OWN and not self._ends(line):
            self.desk.field, self.desk.path = None, (OF, field.who, "is", field.text.strip())
            return None
        if field.purpose is Purpose.COMMAND:
            self._history.append(line)
            self._recalled = len(self._history)
            if line.casefold() in completion.SCREEN_LINES:
                self.desk.field = None
                return self._screen_line(line.casefold())
        dice = self.desk.dice.text, self.desk.dice.secret
        if not self.desk.say(line):
            return None
        self.desk.field = None
        if field.purpose in (Purpose.NEWCOMER, Purpose.CREATURES):
            self.desk.dice.replace(dice[0])
            self.desk.dice.secret = dice[1]
        return page_of(self.desk.explained, self.desk.summed)

    def _ends(self, line: str) -> bool:
        """Whether a condition in one's own words says when it ends, or cannot be begun; else that is asked next."""
        session = self.desk.session
        try:
            command = parse(session.encounter, session.rules, line)
        except Refused:
            return True
        first = command.commands[0] if isinstance(command, cmd.Together) else command
        return not isinstance(first, cmd.FixCondition) or first.until is not None or bool(first.acts)

    def _screen_line(self, line: str) -> Wish | None:
        """Carry out a line that is the screen's own."""
        match line:
            case "settings":
                return Wish.SETTINGS
            case "walk":
                self.walk_back()
                return None
            case "fold":
                self.desk.looking.groups(self.desk.session)
                return None
            case "reckon":
                return self.reckon()
            case "library" | "party":
                return self.library()
            case _:
                return Wish.QUIT if line.startswith("q") else Wish.HELP

    def complete(self) -> None:
        field, session = self.desk.field, self.desk.session
        if field is None or field.purpose is not Purpose.COMMAND:
            self.desk.notice = Notice("Only command lines are completed.", True)
            return
        text = completion.completed(session.encounter, session.rules, field.text)
        if text == field.text:
            self.desk.notice = Notice("More than one word would do; type more of it.", True)
        field.replace(text)

    def older(self) -> None:
        self._recall(-1)

    def newer(self) -> None:
        self._recall(1)

    def _recall(self, by: int) -> None:
        if not self._history:
            self.desk.notice = Notice("No line has been typed before.", True)
        elif self.desk.field is not None and self.desk.field.purpose is Purpose.COMMAND:
            self._recalled = max(0, min(len(self._history), self._recalled + by))
            self.desk.field.replace(self._history[self._recalled] if self._recalled < len(self._history) else "")

    def next(self) -> None:
        self.desk.say("next")

    def enter(self) -> None:
        now = self.desk.front
        if now.mode is Mode.DICE:
            self.desk.say(self.desk.dice.line())
        elif now.mode is Mode.AMOUNT:
            self.desk.say(amounts.line(self.desk.session, self.desk.dice.text))
        elif 0 <= self.desk.marked < len(now.choices):
            self.desk.take(now.choices[self.desk.marked])
        elif now.likely is not None:
            self.desk.take(now.likely)
        else:
            words = "Nothing was declared before that could be done again; choose." if now.mode is Mode.DECLARE else ""
            self.desk.notice = Notice(words or "Nothing here can be taken.", True)

    def declare(self) -> None:
        who, encounter = self.desk.looking.selected, self.desk.session.encounter
        if not who or not encounter[who].waiting:
            self.desk.notice = Notice("Nobody who waits or is busy is selected.", True)
            return
        self.desk.path, self.desk.marked = (), -1

    def secretly(self) -> None:
        self.desk.dice.secret = not self.desk.dice.secret

    def secrets(self) -> None:
        log = self.desk.log
        log.show_secrets(not log.secrets)
        self.desk.looking.end(self.desk.session)
        words = "The log shows the secret lines again, marked §." if log.secrets else "Secret lines are left out now."
        self.desk.notice = Notice(f"{words} i {'leaves them out' if log.secrets else 'shows them'}.")

    def drop(self) -> None:
        if self.desk.walked is not None:
            self.desk.walk_to(None)
        elif self.desk.field is not None:
            if self.desk.field.purpose is Purpose.FILTER:
                self.desk.looking.sieve("", self.desk.session)
            self.desk.field = None
        elif self.desk.path is not None:
            self.desk.path, self.desk.marked = self._outside(), -1
        elif self.desk.dice.text or self.desk.dice.secret:
            self.desk.dice.clear()
        else:
            self.desk.picking, self.desk.marked = False, -1
            self.desk.looking.unpin(self.desk.session)

    def _outside(self) -> tuple[str, ...] | None:
        """The menu around the one that is open: one that shows something else."""
        desk = self.desk
        path, here = desk.path, (desk.front.choices, desk.front.text)
        if not path or path == JOIN:
            return None
        if path[:1] == (OF,):
            return path[:2] if len(path) > 2 else None
        path = path[:-1]
        if path == EVENTS:
            return path
        while path:
            menu = menu_of(desk.session.encounter, desk.session.rules, desk.front.who, path)
            if menu.choices and (menu.choices, menu.title) != here:
                return path
            path = path[:-1]
        return None

    def walk_back(self) -> None:
        """A step back; from the present to the step of the log line that is marked, or to the last but one."""
        desk, done = self.desk, self.desk.session.journal.done
        entry = desk.looking.marked_entry() if desk.walked is None else None
        if not done:
            desk.notice = Notice("Nothing has happened yet that could be walked through.", True)
        elif entry is not None:
            self.walk_to_line(entry)
        elif desk.walked == 0:
            desk.notice = Notice("This is how the fight was prepared; there is nothing before it.", True)
        else:
            desk.walk_to((len(done) if desk.walked is None else desk.walked) - 1)

    def walk_to_line(self, entry: Entry) -> None:
        """Look at the moment of a log line."""
        place = place_of(self.desk.session, entry)
        if place is None:
            self.desk.notice = Notice("That line was taken back, so there is no such moment; y brings it back.", True)
        else:
            self.desk.walk_to(place)

    def walk_on(self) -> None:
        """A step on, and out of the past behind the last one."""
        desk = self.desk
        if desk.walked is None:
            desk.notice = Notice("This is the present; [ walks back.", True)
        else:
            desk.walk_to(desk.walked + 1 if desk.walked + 1 < len(desk.session.journal.done) else None)

    def walk_here(self) -> None:
        desk = self.desk
        if desk.walked is not None:
            step = desk.session.journal.done[desk.walked - 1] if desk.walked else 0
            desk.walk_to(None)
            desk.say(f"back {step}")

    def undo(self) -> None:
        self.desk.say("undo")

    def redo(self) -> None:
        self.desk.say("redo")

    def undo_action(self) -> None:
        if self.desk.path is not None:
            self.drop()
        else:
            self.desk.say("undo-action")

    def veto(self) -> None:
        self.desk.say("veto")

    def back_to(self) -> None:
        entry = self.desk.looking.marked_entry()
        if entry is None:
            self.desk.notice = Notice("Mark a line of the log first: l, then the arrows.", True)
        else:
            self.desk.say(f"back {entry.step}")

    def fix_die(self) -> None:
        """Open the field for what fell instead; the die is that of the line marked, or the only one there is."""
        rolls = self.desk.session.dice_of_last()
        entry = self.desk.looking.marked_entry()
        if entry is not None and entry.roll is None:
            self.desk.notice = Notice("The line marked tells no die; mark the roll that is wrong.", True)
            return
        if entry is None and len(rolls) != 1:
            words = "Mark the roll that is wrong first: l, or ← and →, then the arrows."
            self.desk.notice = Notice(words if rolls else "No die fell in the last step; u goes back to one.", True)
            return
        for place, (step, roll) in enumerate(rolls, 1):
            if entry is None or (entry.step == step and entry.roll is roll):
                faces = " ".join(map(str, roll.faces))
                label = f"{self.desk.name(roll.who)}, {roll.label}: what fell instead of {faces}?"
                self.desk.field = Field(Purpose.RIGHT, label, str(place))
                return
        self.desk.notice = Notice(
            "Only the dice of the last step can be put right; u goes back to an earlier one.", True
        )

    def command(self) -> None:
        self.desk.field = Field(Purpose.COMMAND, ":")

    def filter(self) -> None:
        self.desk.looking.log_pane(self.desk.session)
        self.desk.field = Field(Purpose.FILTER, "Log lines with:")

    def select(self) -> None:
        self.desk.picking = True
        self.desk.notice = Notice("Select whom? A fighter's key.")

    def join(self) -> None:
        self.desk.path, self.desk.marked = JOIN, -1

    def library(self) -> Wish | None:
        if self.desk.session.shelf is None:
            self.desk.notice = Notice("No library is at hand in this fight.", True)
            return None
        return Wish.LIBRARY

    def events(self) -> None:
        self.desk.path, self.desk.marked = EVENTS, -1

    def damage(self) -> None:
        if not self.desk.session.rules.abilities.damage:
            self.desk.notice = Notice("This game takes no damage by hand; `:fix NAME POOL 7` sets a pool.", True)
            return
        whom = Whom(self.desk.session.encounter, self.desk.looking.whom(self.desk.session))
        if whom.ids:
            verb = self.desk.session.rules.abilities.damage
            self.desk.field = Field(Purpose.DAMAGE, f"Damage to {whom.names}:", whom.words, verb=verb)
        else:
            self.desk.notice = Notice("Select a fighter first, by its key.", True)

    def fighter_menu(self) -> None:
        whom = Whom(self.desk.session.encounter, self.desk.looking.meant(self.desk.session))
        if whom.ids:
            self.desk.path, self.desk.marked = whom.path(), -1
        else:
            self.desk.notice = Notice("Nobody is there yet: j lets somebody join.", True)

    def mark(self) -> None:
        self.desk.looking.mark(self.desk.session)
        self.desk.mark(self.desk.looking.marks)

    def alone(self) -> None:
        """What is declared or answered next is for this one of a group only."""
        desk = self.desk
        if not groups.asked(desk.session.encounter):
            desk.notice = Notice("No group is asked now, so it is for one only anyway.", True)
        else:
            desk.alone = not desk.alone

    def explain(self) -> Wish | None:
        who = self.desk.looking.target(self.desk.session)
        question = self.desk.session.encounter.question
        if question is not None and question.who:
            who = question.who
        marked = self._marked_about()
        if marked:
            try:
                self.desk.explained = self.desk.session.explain(self.desk.front.who, marked)
            except Refused as refused:
                self.desk.notice = Notice(str(refused), True)
                return None
            return Wish.EXPLAIN
        tries = [(question.what,), ()] if question is not None and question.ask is Ask.CHOOSE else [()]
        for words in tries:
            try:
                self.desk.explained = self.desk.session.carry_out(cmd.Why(who, words), "").words
                return Wish.EXPLAIN
            except Refused as refused:
                self.desk.notice = Notice(str(refused), True)
        return None

    def came_to(self) -> Wish | None:
        """The page at the end of a fight; what is written back to a party is asked after it."""
        return Wish.CAME_TO if self.desk.say("summary") else None

    def notes(self) -> Wish | None:
        return Wish.EXPLAIN if self.desk.say("notes") else None

    def reckon(self) -> Wish | None:
        who = self.desk.looking.target(self.desk.session)
        if self.desk.session.rules.reckoning(self.desk.session.encounter, who):
            return Wish.RECKON
        self.desk.notice = Notice("This game has nothing to reckon.", True)
        return None

    def _marked_about(self) -> tuple[str, ...]:
        """What explains the choice that is marked in a menu, or would be taken; empty when it has no number."""
        now, at = self.desk.front, self.desk.highlighted
        if now.mode is not Mode.MENU or not 0 <= at < len(now.choices):
            return ()
        return now.choices[at].about

    def help(self) -> Wish:
        return Wish.HELP

    def quit(self) -> Wish:
        return Wish.QUIT

    def stop(self) -> Wish:
        return Wish.STOP

    def settings(self) -> Wish:
        return Wish.SETTINGS

    def theme(self) -> Wish:
        return Wish.THEME

    def up(self) -> None:
        self._move(-1)

    def down(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        if self.desk.mode is Mode.AMOUNT:
            self.desk.dice.replace(amounts.stepped(self.desk.session, self.desk.dice.text, -by))
        elif self.desk.mode is Mode.MENU or (self.desk.listed and self.desk.front.choices):
            self.desk.marked = max(0, min(len(self.desk.front.choices) - 1, self.desk.highlighted + by))
        else:
            self.desk.looking.move(by, self.desk.session)
