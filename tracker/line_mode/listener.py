"""The listener: takes a typed line, carries it out through the controller, and returns the lines of its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from tracker.controller.choices.take_choice import take
from tracker.controller.controller import Controller
from tracker.controller.input import keys
from tracker.controller.keymap.row import Kind
from tracker.controller.menus.menu_path import GameMenu
from tracker.controller.modes import Mode
from tracker.controller.outside.dice_feed import DiceFeed
from tracker.controller.screen_requests import ReadingPage
from tracker.controller.typing import amounts
from tracker.encounter.engine.journal import steps_are
from tracker.encounter.language.parser import parse
from tracker.encounter.names import combatant_named, somebody
from tracker.game_api.target_keys import keyed_by
from tracker.line_mode import numbered_choices, status_text
from tracker.line_mode.announcer import Announcer, Before
from tracker.line_mode.shortcuts import KEYS, SpokenMap
from tracker.line_mode.speech import spoken
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.views.log.roll_log import RollLog

_LOG = 8
"""The most entries of the log printed."""


class Listener:
    """A fight in line mode. It uses the controller of the screen, so the same answers make the same steps."""

    def __init__(
        self,
        session: Session,
        trouble: Callable[[], str] | None = None,
        report: Callable[[str], str] | None = None,
    ) -> None:
        self.session = session
        self.controller = Controller(session, SpokenMap(), trouble, report)
        self._announcer = Announcer(self.controller)
        self.left = False
        """True once the player has left the fight."""
        self._last: tuple[str, ...] = ()
        self._trouble = ""
        self._warned = False
        self._keys: Mapping[str, Callable[[], Iterable[str]]] = {
            "": self._take_likely,
            "n": lambda: self._say("next"),
            "d": self._what_is_due,
            "h": self._state_of_all,
            "s": lambda: self._sheet(self.controller.view.target(session)),
            "x": lambda: self._do_row("explain"),
            "r": lambda: numbered_choices.refused(self.controller.prompt),
            "l": self._log,
            "b": self._back,
            "u": lambda: self._say("undo"),
            "y": lambda: self._say("redo"),
            "w": lambda: self._say("summary"),
            "v": lambda: self._do_row("veto"),
            "j": lambda: self._do_row("join"),
            "q": self._leave,
            "quit": self._leave,
            "?": self._help,
            "help": self._help,
        }

    def begins(self) -> tuple[str, ...]:
        """Return the first lines: the fight, its fighters, the question."""
        encounter = self.session.encounter
        sides = dict.fromkeys(fighter.profile.side for fighter in encounter)
        side_lines = [
            f"{side}: {', '.join(fighter.name for fighter in encounter if fighter.profile.side == side)}."
            for side in sides
        ]
        unit = self.session.rules.unit
        count_line = [f"It is {unit.moment(encounter.count)}."] if encounter.began else []
        notes = " ".join(self.session.notes.split()) if not encounter.began else ""
        remarks = [*self.session.words, *([f"Notes: {notes}"] if notes else [])]
        return self._heard(
            [f"{encounter.title}.", *side_lines, *count_line, *remarks, *self._announcer.asked(), "?: the keys."]
        )

    def hear(self, line: str) -> tuple[str, ...]:
        """Carry out one typed line and return the lines of the answer.

        The order matters: first the events of new steps, then why something was refused, pages, trouble with the disk,
        and last the next question.
        """
        text = line.strip()
        if text == "a" and self.controller.field is None:
            return self._last
        self._warned = self._warned and text in ("q", "quit")
        return self._act_and_report(lambda: tuple(self._carry_out(text)), "That line")

    def hear_dice(self, feed: DiceFeed) -> tuple[str, ...]:
        """Take the faces that have come from outside and return the lines of the answer."""

        def took() -> tuple[str, ...]:
            """Take the faces. Say which have come of a roll that lacks dice."""
            feed.take()
            begun = self.controller.dice.text.strip()
            return (f"{begun}, and more dice.",) if begun and not self.controller.notice.text else ()

        before = self._last
        answer = self._act_and_report(took, "Dice from outside")
        self._last = answer or before  # dice that say nothing are nothing to repeat
        return answer

    def _act_and_report(self, act: Callable[[], tuple[str, ...]], what: str) -> tuple[str, ...]:
        """Call `act`. Return its lines, then those about all that changed: steps, pages, the disk, the next question.

        `what` names the act in a report on a crash.
        """
        controller, journal = self.controller, self.session.journal
        before = Before(tuple(journal.done), journal.last, self.session.encounter.count)
        prompt, field = controller.prompt, controller.field
        controller.guarded(controller.catch_up, otherwise=False, what="Looking on")
        controller.view.page, controller.notice.text = ReadingPage(), ""
        no_lines: tuple[str, ...] = ()
        answer = list(controller.guarded(act, no_lines, what))
        has_new_steps = before.done != tuple(self.session.journal.done)
        if has_new_steps:
            answer += [*self._announcer.told(before), *([controller.notice.text] if controller.notice.refused else [])]
        elif controller.notice.text and not answer:
            answer.append(controller.notice.text)
        answer += controller.view.page.lines
        if (trouble := controller.trouble()) != self._trouble:
            self._trouble = trouble
            answer.append(f"Not saved: {trouble}." if trouble else "All steps are saved again.")
        if not self.left and (has_new_steps or controller.prompt != prompt or controller.field is not field):
            answer += self._announcer.asked()
        return self._heard(answer)

    def _heard(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Turn lines into words that can be read aloud, keep them for `a` (repeat), and return them."""
        self._last = tuple(words for line in lines for part in line.split("\n") if (words := spoken(part)))
        return self._last

    # Lines that act

    def _carry_out(self, text: str) -> Iterable[str]:
        """Carry out a typed line: an open field, a shortcut, a number, or a command.

        Return the lines that the command itself prints.
        """
        controller = self.controller
        if controller.field is not None:
            return self._complete_field(text)
        if text in self._keys:
            return self._keys[text]()
        key, _, name = text.partition(" ")
        if key in ("h", "s", "o") and (who := self._fighter_named(name.strip())):
            return {"h": self._state_of, "s": self._sheet, "o": self._open_menu_of}[key](who)
        amount = amounts.number(name)
        if key == "p" and controller.mode is Mode.AMOUNT and amount is not None:
            return [numbered_choices.priced(self.session, amount)]
        if text == "p" and controller.mode is Mode.AMOUNT:
            return ("Type p and a number for its price.",)
        if key == "p" and (not name.strip() or amount is not None):
            return ("p prints the price of a number, and no question for a number is open.",)
        if text == "o":
            return ("Type o and a name or number for what that fighter may declare.",)
        if len(text) == 1 and text.isalpha() and not self._fighter_named(text) and not self._is_command(text):
            return (f"{text} does nothing; ? prints the keys.",)
        if text.isdecimal() and controller.mode not in (Mode.DICE, Mode.AMOUNT):
            return self._take_number(int(text))
        if controller.mode is Mode.AMOUNT and amounts.number(text) is not None:
            return self._say(amounts.line(self.session, text))
        return self._say(text)

    def _say(self, line: str) -> Iterable[str]:
        """Carry out a command line. Its events are told afterwards, so it has no lines itself."""
        self.controller.say(line)
        return ()

    def _do_row(self, id: str) -> Iterable[str]:
        """Do what the keys of the row `id` do. What happens is told afterwards, so it has no lines itself."""
        keys.do(self.controller, self.controller.keymap.by_id(id))
        return ()

    def _take_likely(self) -> Iterable[str]:
        """Take the likely answer, which Enter means. Go on to the next event when nothing is asked."""
        now = self.controller.prompt
        if now.mode is Mode.FREE:
            return self._do_row("next")
        if now.likely is None and now.mode not in (Mode.DICE, Mode.AMOUNT):
            return ("Type the number of an answer.",)
        return self._do_row(
            next(row.id for row in self.controller.keymap.rows if Kind.LIKELY in row.kind and now.mode in row.modes)
        )

    def _take_number(self, number: int) -> Iterable[str]:
        """Take the choice of this number. Return why it cannot be taken, as lines."""
        choices = numbered_choices.numbered(self.controller.prompt)
        if not choices:
            return ("The open question has no numbered answers.",)
        if not 1 <= number <= len(choices):
            return (f"There is no answer {number}; type 1 to {len(choices)}.",)
        choice = choices[number - 1]
        take(self.controller, choice)
        return ()

    def _complete_field(self, text: str) -> Iterable[str]:
        """Complete the open input field with `text`. An empty line closes it without effect."""
        field = self.controller.field
        assert field is not None
        if not text or text == "b":
            self.controller.field = None
            return ("Dropped.",)
        before = field.text
        field.put(text)
        keys.press(self.controller, "enter")
        if self.controller.field is field:
            field.replace(before)
        return ()

    def _back(self) -> Iterable[str]:
        """Go back by one menu. Return a sentence when no menu is open."""
        if self.controller.menu is None:
            return ("No menu is open. u: undo a step",)
        return self._do_row("drop")

    # Lines that only tell

    def _fighter_named(self, name: str) -> str:
        """Return the fighter meant by a number or a name. Empty when there is none."""
        if who := keyed_by(self.session.encounter, name):
            return who
        try:
            return combatant_named(self.session.encounter, name) if name else ""
        except Refused:
            return ""

    def _is_command(self, text: str) -> bool:
        """Return whether a line is a command now, such as the beginning of an answer. It may still be refused."""
        try:
            parse(self.session.encounter, self.session.rules, text)
        except Refused:
            return False
        return True

    def _state_of(self, who: str) -> Iterable[str]:
        """Return the sentence on a fighter's state."""
        return [status_text.how_is(self.session.encounter, self.session.rules, who)]

    def _state_of_all(self) -> Iterable[str]:
        """Return a sentence on the state of each fighter."""
        return [line for fighter in self.session.encounter for line in self._state_of(fighter.id)]

    def _sheet(self, who: str) -> Iterable[str]:
        """Return the lines of a fighter's sheet."""
        return (
            status_text.sheet(self.session.encounter, self.session.rules, who)
            if who
            else ["The fight has no fighters yet."]
        )

    def _open_menu_of(self, who: str) -> Iterable[str]:
        """Open the menu of a fighter's actions. Return why it cannot be opened, as lines."""
        if self.controller.mode not in (Mode.FREE, Mode.BEGIN):
            return ("Answer the question first, or u to undo.",)
        self.controller.view.select(who)
        if self.controller.mode is Mode.FREE:
            self.controller.open_menu(GameMenu())
        return ()

    def _what_is_due(self) -> Iterable[str]:
        """Return the present count and what comes next."""
        return status_text.what_is_due(self.session.encounter, self.session.rules)

    def _log(self) -> Iterator[str]:
        """Yield the last lines of the log, the oldest first."""
        log: RollLog = self.controller.runner.log
        for index in range(max(0, log.count() - _LOG), log.count()):
            for entry in log.entry(index).single:
                undone = "" if log.in_force(entry) else "undone: "
                yield f"{entry.when}: {undone}{'secret: ' if entry.words.secret else ''}{entry.words.text}"

    def _help(self) -> Iterator[str]:
        """Yield the keys with their meanings, then examples of command lines."""
        yield from (f"{key}: {meaning}" for key, meaning in KEYS.items())
        who, rules = somebody(self.session.encounter), self.session.rules
        damage_line = [f"{who} {rules.abilities.damage} 12"] if rules.abilities.damage else []
        lines = [*damage_line, f"fix {who} count {rules.unit.example}", "note the rain begins"]
        yield f"Anything else is a command line, such as: {', '.join(lines)}."

    def _leave(self) -> Iterable[str]:
        """Leave the fight. When steps are not saved, warn once first."""
        recorder = self.session.recorder
        if recorder is not None and not recorder.retry() and not self._warned:
            self._warned = True
            return (f"{steps_are(recorder.unsaved)} not saved: {recorder.reason}. q again leaves without saving.",)
        self.left = True
        return ("Left.",)
