"""Command runner: a line or an answer in, a result out that says what the screen has to show of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tracker.controller.error_boundary import ErrorBoundary
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.menus import marks
from tracker.controller.notice import Notice
from tracker.controller.screen_requests import NO_PAGE, ReadingPage
from tracker.encounter.engine.journal import Commit, Step
from tracker.encounter.engine.multi_target import meant
from tracker.encounter.features import groups
from tracker.encounter.language.fight_commands import FIGHT
from tracker.encounter.names import name_of
from tracker.model import commands as cmd
from tracker.model.events import Event
from tracker.model.last_value import Last
from tracker.model.lazy_dataclass import dataclass
from tracker.model.queries import Query
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.narration.step_names import deeds
from tracker.session import Outcome, Session
from tracker.session.onlooker import Onlooker
from tracker.session.queries import Answer, answer
from tracker.session.veto import VETO
from tracker.text.citations import without_ids
from tracker.views.choices.multi_target import told_of_several
from tracker.views.log.roll_log import RollLog
from tracker.views.pools import in_pool_words


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a line or an answer."""

    carried_out: bool
    command: cmd.Command | cmd.Request | None = None
    """The command. None: the line only asked or marked, or could not be read."""
    notice: Notice | None = None
    """The new notice. None: the notice on the screen stays."""
    page: ReadingPage = NO_PAGE
    marks: tuple[str, ...] | None = None
    """The ids of the fighters that the line marks. None: the line marks none."""
    time_passed: bool = False
    still_asked: bool = True
    """True if members of one group are still being asked the same."""


class CommandRunner:
    """Runs commands in one session and keeps its roll log and its error boundary."""

    def __init__(
        self, session: Session, keymap: Keymap, report: Callable[[str], str] | None = None, only_asks: str = ""
    ) -> None:
        """Keep the session. `only_asks` is the reason why an earlier moment's lines can only ask, or empty."""
        self.session = session
        self._only_asks = only_asks
        self.errors = ErrorBoundary(session, report)
        self.log = RollLog(
            self.name,
            session.rules.unit,
            group=self.group,
            worded=self._worded,
            given=keymap.given,
            turning_term=session.rules.dice.turning_term,
        )
        self.log.follow(session.journal)
        session.on_commit.append(self._follow)
        # Kept: the footer asks with every drawing, and the words need the state before the step.
        self._takes_back: Last[str] = Last()
        self.only_one = False
        """True if the next declaration or answer is for one fighter of a group only."""

    def say(self, line: str) -> CommandResult:
        """Answer the query or carry out the command of a line. A refusal becomes the notice."""
        if self.only_one and groups.asked(self.session.encounter) and not _of_the_fight(line):
            line = f"only {line}"
        self.errors.line = line  # before it runs: a crash report names the line that failed
        try:
            marked = marks.read(self.session.encounter, self.session.rules, line)
            if marked is not None:
                return CommandResult(carried_out=True, marks=marked)
            asked = self.session.parse(line)
            if isinstance(asked, Query):
                return _page(answer(asked, self.session.view))
            return self._run(asked, line)
        except Refused as refused:
            return _refusal(refused)

    def answer(self, who: str, word: str) -> CommandResult:
        """Answer the question that `who` is asked with the word of a choice."""
        command = groups.told(self.session.encounter, cmd.Choose(who, word), self.only_one)
        try:
            return self._run(command, f"{who} {word}".strip())
        except Refused as refused:
            return _refusal(refused)

    def catch_up(self) -> bool:
        """Take the steps that another program has recorded. Return whether there were any."""
        return isinstance(self.session, Onlooker) and self.session.catch_up()

    def _follow(self, commit: Commit) -> None:
        self.log.follow(commit.journal)

    def name(self, who: str) -> str:
        return name_of(self.session.encounter, who)

    def _worded(self, event: Event) -> Event:
        return in_pool_words(event, self.session.encounter)

    def group(self, who: str) -> str:
        """Return the group of a fighter. Empty when it has none."""
        return groups.of(self.session.encounter, who)

    def _run(self, command: cmd.Command | cmd.Request, line: str) -> CommandResult:
        """Carry out a command. Return its notice, and whether the same question is still open. Raises Refused."""
        if self._only_asks:
            raise Refused(f"{line.strip()} changes the fight. {self._only_asks}")
        before = self.session.encounter
        outcome = self.session.dispatch(command, line)
        still_asked = groups.still_asked(before, self.session.encounter, outcome.events)
        self.only_one = self.only_one and still_asked
        return CommandResult(
            carried_out=True,
            command=command,
            notice=self._notice(outcome, before),
            page=ReadingPage(outcome.title, outcome.words),
            time_passed=self.session.encounter.count != before.count,
            still_asked=still_asked,
        )

    def _notice(self, outcome: Outcome, before: Encounter) -> Notice | None:
        """Return the notice: the refusal of the rest, else the steps undone or redone, else the newest log entry."""
        if outcome.refused:
            return Notice(outcome.refused, refused=True)
        # A veto undoes and then decides again: its new step is the news, not what was undone.
        decided_again = bool(outcome.steps) and outcome.steps[-1].mode != VETO
        moved = () if decided_again else outcome.undone or outcome.redone
        if moved:
            return self._undo_notice("Undone" if outcome.undone else "Redone", moved)
        return self._log_notice(outcome, before) if outcome.steps else None

    def takes_back(self) -> str:
        """Return the effect of undo now, in words. Empty without one."""
        journal = self.session.journal
        return self._takes_back.get(self._next_undone, journal.last, len(journal.done))

    def _next_undone(self) -> str:
        steps = self.session.next_undone()
        return self._deeds(steps) if steps else ""

    def _undo_notice(self, verb: str, steps: Sequence[Step]) -> Notice:
        return Notice(f"{verb}: {self._deeds(steps)}")

    def _deeds(self, steps: Sequence[Step]) -> str:
        worded = [replace(step, events=tuple(map(self._worded, step.events))) for step in steps]
        return deeds(worded, self.name, self.group, self.session.rules.unit)

    def _log_notice(self, outcome: Outcome, before: Encounter) -> Notice | None:
        """Return the newest entry of the log. For a line about several fighters, the result for each."""
        newest = self.log.newest()
        if newest is None or newest.step != outcome.steps[-1].n:
            return None
        words, several = newest.words, ""
        concerned = {who for event in outcome.events if (who := getattr(event, "who", ""))}
        if len(outcome.steps) == 1 and len(concerned) > 1 and not newest.behind and not words.secret:
            line = outcome.steps[0].line
            ids = () if _of_the_fight(line) else meant(before, line)
            results = told_of_several(
                [self._worded(event) for event in outcome.events], ids, self.name, self.session.rules.unit
            )
            several = without_ids(results, line)[0]
        return Notice(f"{newest.when}{' §' if words.secret else ''} {several or words.text}", logged=True)


def _page(answer: Answer) -> CommandResult:
    return CommandResult(carried_out=True, page=ReadingPage(answer.title, answer.words, answer.account))


def _refusal(refused: Refused) -> CommandResult:
    return CommandResult(carried_out=False, notice=Notice(str(refused), refused=True))


def _of_the_fight(line: str) -> bool:
    """Return whether a line is about the whole fight, and so about no member of a group."""
    first = line.split(maxsplit=1)[0].casefold() if line.strip() else ""
    return first in FIGHT
