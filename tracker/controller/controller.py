"""The controller: composes command runner, view and prompt into what keys, mouse and screen use. No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from tracker.controller.command_runner import CommandResult, CommandRunner
from tracker.controller.error_boundary import ReportedError
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.menus.group_chances import answers_of_all, declarations_of_all
from tracker.controller.menus.menu_path import FighterMenu, GameMenu, MenuPath
from tracker.controller.menus.menu_subjects import Whom
from tracker.controller.menus.own_conditions import OwnConditions
from tracker.controller.menus.prompt import Prompt, bare_prompt, is_own, menu_of, menu_owner, prompt_for
from tracker.controller.menus.refusal_keys import by_keys
from tracker.controller.modes import Mode
from tracker.controller.notice import Notice, PendingRepeat
from tracker.controller.odds_line import OddsLine
from tracker.controller.screen_requests import ReadingPage
from tracker.controller.shared_pages import Knock, OfferedAnswer, Verdict
from tracker.controller.time_travel import EARLIER, EarlierMoment, Playback, TimeTravel
from tracker.controller.typing.command_history import History
from tracker.controller.typing.dice_field import DiceField
from tracker.controller.typing.fields import Field, Purpose
from tracker.controller.user_settings import Settings
from tracker.controller.view_state import ViewState
from tracker.encounter.engine.journal import JournalState
from tracker.encounter.features import groups
from tracker.encounter.language.parser import LONGEST_LINE
from tracker.game_api.values import Choice
from tracker.model import commands as cmd
from tracker.model.last_value import Last
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.session.dry_run import asked_in_turn, dry_run
from tracker.session.preview import preview
from tracker.text.cells import clean
from tracker.views.choices.choice_table import identical_as_one, spares_friends
from tracker.views.timeline.ghosts import NO_GHOSTS, Ghosts, first_blows

Some = TypeVar("Some")
_ANSWERS = (
    cmd.Choose, cmd.GiveDice, cmd.GiveAmount, cmd.Alone, cmd.Do, cmd.Wait, cmd.Pass, cmd.Improvise,
)  # fmt: skip
_CHOOSING = (Mode.MENU, Mode.DECLARE, Mode.CHOOSE)
"""The modes in which a choice may cost time."""


class Controller:
    """The selection, open menus and typed text of the GM in one fight. Keys, mouse and menus change it."""

    def __init__(
        self,
        session: Session,
        keymap: Keymap,
        trouble: Callable[[], str] | None = None,
        report: Callable[[str], str] | None = None,
        moment: EarlierMoment | None = None,
        remarks: Sequence[str] = (),
    ) -> None:
        self.keymap = keymap
        only_asks = "" if moment is None else self.keymap.worded(EARLIER)
        self.runner = CommandRunner(session, self.keymap, report, only_asks)
        self.view = ViewState(self.runner.log)
        self.menu: MenuPath | None = None
        self.field: Field | None = None
        self.dice = DiceField()
        self.history = History()
        remarked = " ".join([*session.words, *remarks])
        opening = remarked or self._opening_notes()
        self.notice = Notice(opening if moment is None else "", refused=bool(remarked))
        self.pending_repeat = PendingRepeat()
        """The key that has an effect only when it is pressed again."""
        self.going_to: int | None = None
        """The count that `to` was on its way to when a question stopped it. None without one."""
        self.odds = OddsLine()
        """The forecast beside the fight. An earlier moment shows the one of the present."""
        self.picking = False
        """True if the next key names the fighter to select."""
        self.trouble: Callable[[], str] = trouble or (lambda: "")
        """Returns the reason why the last steps are not saved, in a few words. Empty when all are."""
        self.moment = moment
        self.offered: OfferedAnswer | None = None
        """A player's answer from a page, until the GM takes it or answers otherwise."""
        self.offer_drawn: OfferedAnswer | None = None
        """The player's answer on the screen. Enter takes no other."""
        self.knocks: Sequence[Knock] = ()
        """The phones that ask to be let in."""
        self.admit: Callable[[int], None] = lambda number: None
        """Lets the phone of a knock in, by its number."""
        self.plans: Mapping[str, str] = {}
        """The plan of each player, in words."""
        self.heard: dict[tuple[str, int, str, int], Verdict] = {}
        """The verdicts on players' last answers by player, place, phone and number: a repeated one counts once."""
        self._travel: TimeTravel[Controller] | None = None
        self.playback: Playback | None = None
        """The playback of steps, of the past or of the fight, while it runs."""
        self.own_conditions = OwnConditions()
        # Kept: panes, mouse and keys ask for both several times in each drawing, and to make them is dear.
        self._prompt: Last[Prompt] = Last()
        self._ghosts: Last[Ghosts] = Last()
        self.typing_hint: Last[str] = Last()
        """The hint beside the line being typed: its possible next words, or its result."""

    def tune(self, settings: Settings) -> None:
        """Take the settings that are in force now."""
        self.view.settings, self.view.scale = settings, settings.scale

    @property
    def session(self) -> Session:
        return self.runner.session

    def _opening_notes(self) -> str:
        """Return the roster and the encounter's notes, until the fight has begun."""
        if self.session.encounter.began:
            return ""
        notes, roster = " ".join(self.session.notes.split()), self.session.roster
        sentences = [f"{roster[:1].upper()}{roster[1:]}."] if roster else []
        return " ".join([*sentences, *([f"{self.keymap.key('notes')} notes: {notes}"] if notes else [])])

    # An earlier moment

    @property
    def shown(self) -> Controller:
        """The controller on the screen: this one, or that of the earlier moment."""
        return self if self._travel is None else self._travel.shown

    @property
    def walked(self) -> int | None:
        """The position in the steps in force that the screen shows. None: the present."""
        return None if self._travel is None else self._travel.place

    def walk_to(self, place: int | None) -> None:
        """Show the fight after the first `place` steps. None: the present."""
        seen = self.shown.view
        self.field = None
        self.open_menu(None)
        if place is None:
            self._travel = self.playback = None
            self.view.as_in(seen)
            self.view.keep_to(self.session.encounter)
            return
        if self._travel is None:
            self._travel = TimeTravel(self.session, self._at_moment, place, self.keymap.given)
        else:
            self._travel.to(place)
        then = self._travel.shown
        then.view.as_in(seen)
        then.view.keep_to(then.session.encounter)

    def _at_moment(self, session: Session, moment: EarlierMoment) -> Controller:
        """Return a controller that shows an earlier moment, with the same keys and odds as this one."""
        controller = Controller(session, self.keymap, self.trouble, self.runner.errors.report, moment=moment)
        controller.odds = self.odds
        return controller

    # The prompt

    @property
    def prompt(self) -> Prompt:
        """The prompt that keys answer now: the open menu, else the question. An open field takes keys before it."""
        encounter = self.session.encounter
        self.view.keep_to(encounter)
        owner = self.view.selected
        if isinstance(self.menu, GameMenu) and self.menu.path:
            owner = menu_owner(encounter, owner)
            if self.menu.owner != owner:
                self.menu, owner = None, self.view.selected
        # The menu is read before the prompt is made: one that fails is closed, and the next prompt is a new one.
        menu = self.menu
        made_from = encounter, menu, owner, self.view.unfolded, self.runner.only_one
        return self._prompt.get(lambda: self.prompt_with(menu), *made_from)

    def prompt_with(self, menu: MenuPath | None) -> Prompt:
        """Return the prompt as it would be with this menu, or with none. Nothing opens."""
        prompt = self.guarded(lambda: self._by_keys(self._make_prompt(menu), menu), None, "The question")
        return prompt or bare_prompt(self.session.encounter)

    def _by_keys(self, prompt: Prompt, menu: MenuPath | None) -> Prompt:
        """Return the prompt of a declaration whose refused rows recommend keys instead of lines."""
        encounter, rows = self.session.encounter, (*prompt.choices, *prompt.absent)
        asked = encounter.question is not None and (encounter.question.ask, encounter.question.who)
        if asked != (Ask.DECLARE, prompt.who) or not any("`" in row.refused for row in rows):
            return prompt
        root = menu_of(encounter, self.session.rules, prompt.who, ()).choices
        back = self.keymap.key("drop") if isinstance(menu, GameMenu) and menu.path else ""
        keyed = partial(by_keys, who=prompt.who, root=root, back=back, change=self.keymap.key("fighter-menu"))
        return replace(prompt, choices=keyed(prompt.choices), absent=keyed(prompt.absent))

    def _make_prompt(self, menu: MenuPath | None) -> Prompt:
        """Return the prompt of a menu, else of the question, with the dry run of each choice."""
        session, view, errors = self.session, self.view, self.runner.errors
        came_to = self.keymap.key("came-to")
        selection = view.selection(session)
        prompt = prompt_for(session.encounter, session.rules, menu, view.selected, selection, came_to)
        if isinstance(menu, FighterMenu) and menu.page[:1] == ("is",):  # the game alone knows what its points allow
            return replace(prompt, choices=errors.attempt(lambda: dry_run(session, prompt.choices), prompt.choices))
        if menu is not None and not isinstance(menu, GameMenu):
            return prompt
        alone = self.runner.only_one
        if menu is None:
            nothing: tuple[Encounter, ...] = ()
            asked = errors.attempt(lambda: asked_in_turn(session), nothing)
            who = dict.fromkeys(state.question.who for state in asked if state.question is not None)
            prompt = replace(prompt if alone else answers_of_all(prompt, session.rules, asked), together=tuple(who))
        path = menu.path if menu is not None else ()
        if not alone and groups.asked(session.encounter):
            prompt = declarations_of_all(prompt, session.encounter, session.rules, path)
        if not path:
            return prompt
        group = identical_as_one(prompt.choices, session.encounter, view.unfolded)
        choices = errors.attempt(lambda: dry_run(session, group.shown), group.shown)
        likely = next((choice for choice in choices if spares_friends(choice)), None)
        # The keys of those behind another choice go on working, and so do clicks on their rows.
        return replace(prompt, choices=choices, likely=likely, absent=(*prompt.absent, *group.behind))

    @property
    def mode(self) -> Mode:
        """The mode of the keys now."""
        if self.moment is not None or self._travel is not None:
            return Mode.WALK
        return Mode.FIELD if self.field is not None else self.prompt.mode

    @property
    def seen(self) -> JournalState:
        """The state that must have been drawn before a key may answer it."""
        return self.session.journal.state

    @property
    def highlighted(self) -> int:
        """The position of the choice that enter takes. −1 when it is none of them."""
        prompt = self.prompt
        if self.view.highlight >= 0 or prompt.likely not in prompt.choices:
            return self.view.highlight
        return prompt.choices.index(prompt.likely)

    @property
    def looked_at(self) -> Choice | None:
        """The choice under the mouse, else the marked one, else the one that enter takes. None without one."""
        prompt = self.prompt
        if self.field is not None or self.moment is not None or prompt.mode not in _CHOOSING:
            return None
        place = self.view.hovered if self.view.hovered >= 0 else self.highlighted
        return prompt.choices[place] if 0 <= place < len(prompt.choices) else prompt.likely

    @property
    def ghosts(self) -> Ghosts:
        """The timeline entries that the choice looked at would add or move. Before the fight: the first blows."""
        choice, encounter, alone = self.looked_at, self.session.encounter, self.runner.only_one
        if not encounter.began:
            return self._ghosts.get(partial(first_blows, encounter, self.session.rules), encounter, None, alone)
        if choice is None or is_own(self.menu) or encounter.question is None:
            return NO_GHOSTS
        session, errors, who = self.session, self.runner.errors, self.prompt.who
        shown = partial(errors.attempt, lambda: preview(session, choice, who, alone), NO_GHOSTS)
        return self._ghosts.get(shown, encounter, choice, alone)

    @property
    def aimed_at(self) -> str:
        """The id of the fighter whom the choice of enter is about. Empty without one."""
        choices, marked = self.prompt.choices, self.highlighted
        whom = choices[marked].whom if 0 <= marked < len(choices) else ""
        return whom if whom in self.session.encounter else ""

    @property
    def picking_one(self) -> bool:
        """True if a choice of a question is highlighted, even if all would fit beside it."""
        return self.view.highlight >= 0 and self.prompt.mode in (Mode.DECLARE, Mode.CHOOSE)

    def listing(self) -> Prompt | None:
        """Return the prompt whose choices are in a list. None when no list is shown."""
        prompt = self.prompt
        if self.moment is not None or not prompt.choices:
            return None
        typing = self.field is not None and self.field.purpose is not Purpose.FIND
        return prompt if prompt.mode is Mode.MENU or (self.view.list_shown and not typing) else None

    # Changes

    def open_menu(self, menu: MenuPath | None) -> None:
        """Open a menu without a highlight. None closes the open one."""
        self.menu, self.view.highlight, self.view.hovered = menu, -1, -1

    def say(self, line: str, by_hand: Sequence[str] = ()) -> bool:
        """Run a line. Return whether it was carried out. A refusal becomes the notice.

        An act `by_hand` on the marked fighters spends their marks. In an earlier moment a line may only read.
        """
        if self._travel is not None:
            return self._travel.shown.say(line)
        asked = self.session.encounter.question is not None
        result = self.runner.say(line)
        self._show(result)
        self._go_on_to(result, asked)
        if result.carried_out and result.marks is None and by_hand and set(by_hand) <= set(self.view.marks):
            self.view.spend()
        return result.carried_out

    def answer(self, who: str, word: str) -> None:
        """Answer the question that `who` is asked with the word of a choice, and show the result."""
        result = self.runner.answer(who, word)
        self._show(result)
        self._go_on_to(result, asked=True)

    def _go_on_to(self, result: CommandResult, asked: bool) -> None:
        """Resume a `to` that a question stopped, once it is answered. Any other command drops it.

        `asked` says that a question was open before the command.
        """
        encounter, to, command = self.session.encounter, self.going_to, result.command
        if command is None:
            return
        if isinstance(command, cmd.Advance) and command.to is not None:
            stopped = encounter.question is not None and encounter.count < command.to
            self.going_to = command.to if stopped else None
        elif not asked or not isinstance(command, _ANSWERS):
            self.going_to = None
        elif to is not None and encounter.question is None:
            self.going_to = None
            if encounter.count < to:
                self.say(f"to {self.session.rules.unit.text(to)}")

    def _show(self, result: CommandResult) -> None:
        """Show the result of a command: its notice, its page, and the state of the fight."""
        if result.notice is not None:
            self.notice = result.notice
        if not result.carried_out:
            return
        self.own_conditions.take(result.command)
        self.open_menu(None)
        self.view.page = result.page
        if result.marks is not None:
            self.mark(result.marks)
            return
        self.view.list_shown = False
        self.dice.clear()
        self.view.stepped(self.session.encounter)
        if result.time_passed:
            self.view.spend()
        if not result.still_asked:
            self.view.follow(self.session)

    def mark(self, ids: Sequence[str]) -> None:
        """Mark the fighters with these ids and no others. Changes by the GM then apply to all of them."""
        encounter = self.session.encounter
        self.view.marks = tuple(fighter.id for fighter in encounter if fighter.id in ids)
        names = Whom(encounter, self.view.marks).names if self.view.marks else ""
        self.notice = Notice(self.keymap.marked(names) if names else "No fighter is marked.")

    def catch_up(self) -> bool:
        """Show the steps that another program has recorded. Return whether there were any."""
        if not self.runner.catch_up():
            return False
        self.open_menu(None)
        self.view.list_shown, self.view.page = False, ReadingPage()
        self.view.stepped(self.session.encounter)
        return True

    def paste(self, text: str) -> None:
        """Put pasted text into the field, its lines joined. Without a field, refuse it."""
        field = self.field
        if field is None:
            words = "Pasted text needs an open line. {command}: command line"
            self.shown.notice = Notice(self.keymap.worded(words), refused=True)
            return
        room = LONGEST_LINE - len(field.text)
        # Cut before it is cleaned: a clipboard may hold megabytes. Cleaning only ever drops characters, seldom many.
        pasted = clean(" ".join(text[: 4 * LONGEST_LINE].splitlines()))
        field.put(pasted)
        if len(pasted) > room or len(text) > 4 * LONGEST_LINE:
            words = f"A line has at most {LONGEST_LINE} characters: the tracker left out the rest of the pasted text."
            self.notice = Notice(words, refused=True)
        if field.purpose is Purpose.FILTER:
            self.view.sieve(field.text, self.session)

    def guarded(self, act: Callable[[], Some], otherwise: Some, what: str) -> Some:
        """Call a function. A bug in it is reported and shown, if reports are kept, and `otherwise` returned.

        `what` names the act in the report.
        """
        try:
            return self.runner.errors.guard(act, what)
        except (ReportedError, Refused) as caught:  # refused: earlier steps that the disk does not give back
            self.menu = None
            self.notice = Notice(str(caught), refused=True)
            return otherwise
