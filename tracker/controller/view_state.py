"""View state: selection, marks, highlighted choice, open pane, scroll and zoom: all that changes without a command."""

from __future__ import annotations

from enum import StrEnum

from tracker.controller.screen_requests import ReadingPage
from tracker.controller.user_settings import Settings
from tracker.encounter.engine.turn_order import in_turn
from tracker.encounter.features.groups import members
from tracker.encounter.names import whole_name
from tracker.model.last_value import Last
from tracker.model.state import Encounter
from tracker.narration.log_entry import Entry
from tracker.session import Session
from tracker.views.fighters.collapsed_groups import folded, folding
from tracker.views.fighters.fighters import LineCache
from tracker.views.focus import in_focus
from tracker.views.log.roll_log import RollLog
from tracker.views.timeline.scales import SCALES, USUAL
from tracker.views.timeline.sub_lanes import LaneCache, SubLane, sub_lanes
from tracker.views.touched_pools import NOTHING, Touched, TouchedPools


class Pane(StrEnum):
    """The panes the arrows may be in."""

    FIGHTERS = "fighters"
    SHEET = "sheet"
    LOG = "log"
    TIMELINE = "timeline"


PAGE = 10
"""The rows of a page before one has been drawn."""


_READ_BACK = 500
"""The older steps read at once when the mark goes above the first line of the log."""


class ViewState:
    """Changes only what is seen, never the fight."""

    wide = False
    """True if the timeline has room for the closest scale, as set by the screen."""
    _zoomed = False
    """True if the scale was chosen by key."""

    hidden: frozenset[str] = frozenset()
    """The panes that a key has hidden, by their ids on the screen."""

    def __init__(self, log: RollLog) -> None:
        self.log = log
        self.selected = ""
        """The fighter selected for acts by hand. Empty: none."""
        self.pinned = False
        """True if the sheet stays on the selected fighter. Otherwise it follows the fighter who is asked or due."""
        self.marks: tuple[str, ...] = ()
        """The fighters marked for one common entry, in seat order. Empty after it, or once time passes."""
        self.spent: tuple[str, ...] = ()
        """The fighters marked last, until a fighter is selected: the key that marks restores them."""
        self.pane = Pane.FIGHTERS
        self.tab = Pane.FIGHTERS
        """The visible pane where they share a place below the moment."""
        self.beside = Pane.LOG
        """The visible one of the log and all pools, where others are beside it."""
        self.scale = USUAL
        """The position of the timeline's scale. The usual one is drawn closer on a `wide` terminal."""
        self.cursor = -1
        """The entry of the log that is marked and unfolded. −1: the log follows the newest."""
        self.sheet_top = 0
        """The first line of the sheet, limited to `sheet_last`."""
        self.sheet_last = 0
        """The last line to which the sheet can be scrolled, as set by the screen."""
        self.highlight = -1
        """The position of the choice highlighted by arrows or wheel. −1: none."""
        self.hovered = -1
        """The position of the choice under the mouse. −1: none."""
        self.settings = Settings()
        """The user's settings in force."""
        self.list_shown = False
        """True if the choices are in a list, as set by the screen when they do not fit into the question line."""
        self.list_used = False
        """True if a choice was taken from a list since the program began."""
        self.page = ReadingPage()
        """The page of the last command."""
        self.list_page = 0
        """The number of choices on a page of the list, as set by the screen. 0 before it is drawn."""
        self.unfolded: frozenset[str] = frozenset()
        """The groups whose members are drawn one by one."""
        self.fallen_folded = False
        """True if the fallen share one line even where there is room for a row each."""
        # Kept, because every pane asks for them with every key.
        self._shown: Last[Encounter] = Last()
        self._lanes: Last[list[SubLane]] = Last()
        self._kept_lanes = LaneCache()
        self._touched = TouchedPools()
        self.kept, self.kept_on_board = LineCache(), LineCache()
        """The caches of fighters' lines: in the pane of bars, and on the board."""
        self.scrolled: dict[Pane, int] = {}
        """The first row of each pane scrolled by hand. Cleared at the next step."""

    @property
    def shown_scale(self) -> int:
        """The scale as drawn: closer than the usual one on a wide terminal, unless another was chosen."""
        return self.scale - 1 if self.wide and not self._zoomed and self.scale == USUAL else self.scale

    def touched(self, session: Session) -> Touched:
        """Return the pools that stay unfolded since they were ever touched, where a wide terminal has room."""
        return self._touched.follow(session.journal) if self.wide else NOTHING

    @property
    def instructs(self) -> bool:
        """Return whether the hint for lists is still shown."""
        return self.settings.instructions == "always" or not self.list_used

    def as_in(self, other: ViewState) -> None:
        """Take over pane, fighter, scale and unfolded groups of another view."""
        self.selected, self.pane, self.tab, self.scale = other.selected, other.pane, other.tab, other.scale
        self.wide, self._zoomed = other.wide, other._zoomed
        self.pinned, self.fallen_folded, self.beside = other.pinned, other.fallen_folded, other.beside
        self.unfolded, self.hidden = other.unfolded, other.hidden
        self.settings, self.list_used = other.settings, other.list_used

    def keep_to(self, encounter: Encounter) -> None:
        """Drop the selection and marks of fighters who are not in this fight, or not yet."""
        if self.selected and self.selected not in encounter:
            self.selected = ""
        if self.marks:
            self.marks = tuple(who for who in self.marks if who in encounter)

    def shown(self, session: Session) -> Encounter:
        """Return the fight as the panes draw it, each folded group as one."""
        whole, unfolded = session.encounter, self.unfolded
        return self._shown.get(lambda: folded(whole, unfolded, session.rules.abilities.orders), whole, unfolded)

    def lanes(self, session: Session) -> list[SubLane]:
        shown = self.shown(session)
        return self._lanes.get(lambda: sub_lanes(shown, session.encounter, self._kept_lanes), shown)

    def drawn_as(self, session: Session, who: str) -> str:
        """Return the fighter in whose place one is drawn: itself, or its group's representative."""
        shown = self.shown(session)
        return shown[who].id if who in shown else who

    def sits_at(self, session: Session, who: str) -> str:
        """Return the fighter whom the key of a seat selects. For a folded row it is the representative of the group."""
        shown = self.shown(session)
        row = shown.combatants[shown.seats[who]]
        return row.id if row.profile.seat == session.encounter[who].profile.seat else who

    def groups(self, session: Session) -> None:
        """Unfold the group of the selected one, else all of them, or fold it again."""
        there = set(folding(session.encounter))
        own_group = session.encounter[self.selected].group if self.selected in session.encounter else ""
        turned = {own_group} if own_group in there else there
        self.unfolded = self.unfolded - turned if turned <= self.unfolded else self.unfolded | turned
        self.scrolled.clear()

    def fallen(self) -> None:
        """Fold the fallen into one line, or give them rows again as far as there is room."""
        self.fallen_folded = not self.fallen_folded
        self.scrolled.clear()

    def stepped(self, encounter: Encounter) -> None:
        """Update the view after a step: scrolled panes follow again, and a lost selection is dropped."""
        self.keep_to(encounter)
        self.scrolled.clear()
        self.point(-1)
        self.sheet_top = 0

    def spend(self) -> None:
        """Clear the marks, as one use does. They can be restored."""
        self.spent, self.marks = self.marks or self.spent, ()

    def select(self, who: str) -> None:
        """Select a combatant. Its sheet stays until it is released."""
        self.selected, self.pinned, self.spent = who, True, ()
        self.sheet_top = 0
        self.scrolled.clear()

    def unpin(self, session: Session) -> None:
        """Clear the selection. The log follows the newest again."""
        self.selected = ""
        self.marks = self.spent = ()
        self.stepped(session.encounter)

    def follow(self, session: Session) -> None:
        """Update the view after a new question: the sheet follows again unless it is about the selected fighter."""
        encounter = session.encounter
        if encounter.question is None or self.selected not in encounter:
            return
        concerned = in_focus(encounter, session.rules)
        group = encounter[self.selected].group
        if self.selected not in concerned and not (group and group in [encounter[who].group for who in concerned]):
            self.pinned, self.sheet_top = False, 0

    def sheet_of(self, session: Session) -> str:
        """Return the fighter of the sheet: the pinned one, else the one asked, else the one due next."""
        return self.target(session) if self.pinned else self._due(session)

    def target(self, session: Session) -> str:
        """Return the fighter a correction is about: the selected one, else the one asked, else the one due next."""
        encounter = session.encounter
        return self.selected if self.selected in encounter else self._due(session)

    def _due(self, session: Session) -> str:
        """Return the fighter who is asked, else the next one due, else the first. Empty without fighters."""
        encounter = session.encounter
        if encounter.question is not None and encounter.question.who in encounter:
            return encounter.question.who
        anybody = encounter.combatants[0].id if encounter.combatants else ""
        return next((due.who for due in in_turn(encounter, session.rules) if due.who in encounter), anybody)

    def whom(self, session: Session) -> tuple[str, ...]:
        """Return the fighters a correction applies to: all marked ones, else its one target. Empty without one."""
        return self.marks or tuple(who for who in (self.target(session),) if who)

    def row_of(self, session: Session, who: str) -> tuple[str, ...]:
        """Return the fighters in the fight on a fighter's row: all of a folded group, else itself alone."""
        if self.drawn_as(session, who) not in session.encounter:
            return (who,)
        group = session.encounter[who].group
        if group in self.unfolded or group not in folding(session.encounter):
            return (who,)
        return tuple(fighter.id for fighter in members(session.encounter, group) if fighter.able) or (who,)

    def meant(self, session: Session) -> tuple[str, ...]:
        """Return the fighters the menu by hand is about: the marked ones, or all of a folded group in the fight."""
        whom = self.whom(session)
        return whom if self.marks or len(whom) != 1 else self.row_of(session, whom[0])

    def selection(self, session: Session) -> str:
        """Return the selected fighter as the beginning of a sentence, with the size of a folded group."""
        if self.selected not in session.encounter:
            return ""
        fighter, row = session.encounter[self.selected], self.row_of(session, self.selected)
        if len(row) == 1:
            return f"{fighter.name} is selected"
        stands = "worst off" if self.drawn_as(session, fighter.id) == fighter.id else "sheet of"
        return f"{fighter.group} ({len(row)}) are selected, {stands} {fighter.name}"

    def mark(self, session: Session) -> None:
        """Toggle the mark of the fighters a correction applies to, a folded group as a whole, and select the next row.

        Once marks are spent, and until a fighter is selected, mark the last ones again.
        """
        if not self.marks and (again := tuple(who for who in self.spent if who in session.encounter)):
            self.marks, self.spent = again, ()
            return
        who = self.target(session)
        if not who:
            return
        row, marks, shown = set(self.row_of(session, who)), set(self.marks), self.shown(session)
        ids = marks - row if row <= marks else marks | row
        self.marks = tuple(fighter.id for fighter in session.encounter if fighter.id in ids)
        self.select(shown.combatants[min(shown.seats[who] + 1, len(shown.combatants) - 1)].id)

    def show(self, pane: Pane) -> None:
        """Give the arrows to a pane, and show it where only some of the panes have room."""
        self.pane = pane
        if pane is not Pane.TIMELINE:
            self.tab = pane
        if pane in (Pane.LOG, Pane.FIGHTERS):
            self.beside = pane

    def turn(self, by: int) -> None:
        """Give the arrows to the pane `by` places on, cyclically."""
        panes = list(Pane)
        self.show(panes[(panes.index(self.pane) + by) % len(panes)])

    def zoom(self, by: int) -> None:
        """Zoom the timeline out by `by` scales, or in for a negative number."""
        self.scale, self._zoomed = max(0, min(len(SCALES) - 1, self.shown_scale + by)), True

    def point(self, place: int) -> None:
        """Mark the line of the log at a position, which unfolds it. −1: none."""
        self.cursor = self.log.unfold(place)

    def move(self, by: int, session: Session) -> None:
        """Move `by` rows down in the pane that has the arrows, up for a negative number."""
        match self.pane:
            case Pane.LOG:
                self._move_log(by, session)
            case Pane.SHEET:
                self._scroll_sheet(by)
            case Pane.FIGHTERS | Pane.TIMELINE:
                self._move_selection(by, session)

    def _scroll_sheet(self, by: int) -> None:
        shown = min(self.sheet_top, self.sheet_last)
        self.sheet_top = max(0, min(self.sheet_last, shown + by))

    def _move_selection(self, by: int, session: Session) -> None:
        """Select the fighter `by` rows on. The first press selects the fighter a correction would be about."""
        shown = self.shown(session)
        combatants = shown.combatants
        if not combatants:
            return
        seat = shown.seats.get(self.selected or self.target(session), 0)
        first = not self.selected
        self.select(combatants[seat if first else max(0, min(len(combatants) - 1, seat + by))].id)

    def _move_log(self, by: int, session: Session) -> None:
        """Mark the log line `by` lines on. Above the first line read older steps, below the last follow the newest."""
        total = self.log.count()
        if not total:
            return
        position = (total - 1 if by < 0 else total) if self.cursor < 0 else self.cursor + by
        if position < 0:
            before = self.log.count()
            if self.log.read_back(session.journal, _READ_BACK, session.read_earlier):
                position += self.log.count() - before
        self.point(-1 if position >= total else max(0, position))

    def wheel(self, pane: str, by: int, session: Session) -> None:
        """Move `by` rows down in the pane under the wheel."""
        match pane:
            case "log":
                self._move_log(by, session)
            case "sheet":
                self._scroll_sheet(by)
            case "fighters" | "timeline":
                last = max(0, len(self.shown(session).combatants) - 1)
                which = Pane(pane)
                self.scrolled[which] = max(0, min(last, self.scrolled.get(which, 0) + by))

    def sieve(self, text: str, session: Session) -> None:
        """Filter the log. A whole name at the beginning, such as `goblin 2`, is a fighter's and not two words."""
        whom, named = whole_name(session.encounter, text.split())
        self.log.set_filter(text, session.journal, session.read_earlier, whom, named)
        self.point(-1)

    def marked_entry(self) -> Entry | None:
        return self.log.entry(self.cursor) if 0 <= self.cursor < self.log.count() else None
