"""Library browser: the library, the table and the party on one page. What its keys do, without a screen library."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum

from tracker.campaign.changes import PersonChanges
from tracker.campaign.library_access import LibraryAccess, LibraryItem
from tracker.clock.recovery import span
from tracker.controller.controller import Controller
from tracker.controller.typing.fields import Field, Purpose, without_hidden
from tracker.model.refusals import Refused
from tracker.storage.toml.diagnostics import InvalidFile, StorageError
from tracker.views.pages import library_entries


class Tab(StrEnum):
    """The parts of the page."""

    LIBRARY = "library"
    TABLE = "table"
    PARTY = "party"


_NUMBER = re.compile(r"(?:(\d{1,2})\s*x?\s*)?(\D*)")
_HINTS = {
    Tab.LIBRARY: "type to search: words, a side, figures{} · enter puts it in",
    Tab.TABLE: "enter puts the marked fighter into your own library",
    Tab.PARTY: "enter writes it · space or a click skips one person · or type: 8 hours, bind, undo",
}
_HOW_MANY = "3 · 3 raiders · raiders · enter alone: one, on its own side · esc goes back"
_TURNS = {"undo": False, "redo": True}
_BIND = "bind"


class Browser:
    """The search, mark and typed text of the library. Each act is a line of the fight or a change of the shelf."""

    def __init__(self, controller: Controller, shelf: LibraryAccess) -> None:
        self.controller = controller
        self.shelf = shelf
        self.tab = Tab.LIBRARY
        self.at = 0
        self.field = Field(Purpose.COMMAND, "")
        self.asking: LibraryItem | None = None
        """The creature whose number is asked."""
        self._searched = ""
        self.words = ""
        self.left_out: set[str] = set()
        self._outside_asked = self._outside_agreed = False
        """Flags for a party outside the fight's folder: the GM was just asked, and said yes."""
        self._items: tuple[LibraryItem, ...] = ()
        self._people: tuple[PersonChanges, ...] = ()
        self._attempt(self._read)

    def _read(self) -> None:
        self._items = self.shelf.items()

    def _attempt(self, act: Callable[[], object]) -> bool:
        """Return whether an act succeeds. The reason of a failure is shown under the list."""
        try:
            act()
        except (Refused, StorageError) as error:
            self.words = error.sentence
            return False
        except InvalidFile as invalid:
            self.words = str(invalid.diagnostics[0])
            return False
        return True

    # The rows shown

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return the list: each name with the text behind it."""
        match self.tab:
            case Tab.LIBRARY:
                return tuple((item.name, item.kind) for item in self.items())
            case Tab.TABLE:
                return tuple((person.name, person.profile.side) for person in self.controller.session.encounter)
            case Tab.PARTY:
                return tuple(
                    (person.name, "left out" if person.name in self.left_out else "") for person in self._people
                )

    def items(self) -> tuple[LibraryItem, ...]:
        """Return the entries of the library that match the typed text."""
        words = self._searched if self.asking is not None else self.field.text
        return tuple(item for item in self._items if library_entries.fits(words, item.kind, item.figures))

    def sheet(self) -> tuple[str, ...]:
        """Return the details of the marked row."""
        if not 0 <= self.at < len(self.rows()):
            return ()
        match self.tab:
            case Tab.LIBRARY:
                item = self.items()[self.at]
                return (*library_entries.sheet(item.figures), f"from: {item.origin}")
            case Tab.TABLE:
                encounter = self.controller.session.encounter
                fighter = encounter.combatants[self.at]
                return library_entries.sheet(self.controller.session.rules.sheets.sheet_record(encounter, fighter.id))
            case Tab.PARTY:
                person = self._people[self.at]
                words = [change.words for change in person.changes if change.words]
                return (*(words or () if person.remarks else words or ("as before",)), *person.remarks)

    @property
    def prompt(self) -> str:
        if self.asking is not None:
            return f"How many of {self.asking.name}, and on which side?"
        return {Tab.LIBRARY: "Search:", Tab.TABLE: "", Tab.PARTY: "Rest, bind, undo or redo:"}[self.tab]

    @property
    def hint(self) -> str:
        """The words under the list: of the last act, else how to use the page."""
        if self.words:
            return self.words
        if self.asking is not None:
            return _HOW_MANY
        if self.tab is Tab.LIBRARY and self.field.text and not self.rows():
            return "No library entry matches. esc: clear the search"
        return _HINTS[self.tab].format(self._figure())

    def _figure(self) -> str:
        """Return a figure of the first creature, as an example of a search."""
        figures = (figure for item in self._items if item.joins for figure in library_entries.flat(item.figures))
        numbers = ((name, value) for name, value in figures if isinstance(value, int) and not isinstance(value, bool))
        return next((f" ({name}>{value - 1})" for name, value in numbers), "")

    # Keys

    def press(self, key: str, character: str | None) -> bool:
        """Take one key. Return False to leave the page."""
        self.words = ""
        asked = self._outside_asked
        if key != "enter":
            self._outside_asked = False
        match key:
            case "escape" if asked:
                self.words = "The tracker wrote nothing."
            case "escape":
                return self._back()
            case "tab" | "right" | "shift+tab" | "left" if self.asking is None:
                self.turn(1 if key in ("tab", "right") else -1)
            case "up" | "down":
                self.mark(self.at + (1 if key == "down" else -1))
            case "pageup" | "pagedown":
                self.mark(self.at + (10 if key == "pagedown" else -10))
            case "enter":
                self.enter()
            case "space" if self.tab is Tab.PARTY and not self.field.text:
                self.toggle()
            case _ if self.tab is not Tab.TABLE:
                if self.field.edit(key, character) and self.asking is None and self.tab is Tab.LIBRARY:
                    self.at = 0
        return True

    def _back(self) -> bool:
        """Leave the question for a number, else clear the typed text. Return whether there was one of them."""
        if self.asking is not None:
            self.asking = None
            self.field.replace(self._searched)
            return True
        if self.field.text:
            self.field.clear()
            return True
        return False

    def turn(self, by: int) -> None:
        """Turn to another tab."""
        tabs = list(Tab)
        self.show(tabs[(tabs.index(self.tab) + by) % len(tabs)])

    def show(self, tab: Tab) -> None:
        """Show a tab from its top."""
        self.tab, self.at, self.asking, self.words, self._outside_asked = tab, 0, None, "", False
        self.field.clear()
        if tab is Tab.PARTY:
            self._look()

    def _look(self) -> None:
        """Read how the fight changes the people of the party."""
        done = self.controller.session.journal.done
        step, encounter = done[-1] if done else 0, self.controller.session.encounter
        self._people = ()

        def look() -> None:
            self._people = self.shelf.differences(encounter, step)

        self._attempt(look)

    def mark(self, place: int) -> None:
        self._outside_asked = False
        self.at = max(0, min(len(self.rows()) - 1, place))

    def click(self, place: int) -> None:
        """Mark the row clicked at a position. A second click does what enter does, or toggles the fighter."""
        if place != self.at or self.asking is not None or place >= len(self.rows()):
            self.mark(place)
        elif self.tab is Tab.PARTY:
            self.toggle()
        else:
            self.enter()

    def toggle(self) -> None:
        """Leave the marked fighter out of the party's changes, or take it in again."""
        self._outside_asked = False
        if 0 <= self.at < len(self._people):
            self.left_out ^= {self._people[self.at].name}

    def enter(self) -> None:
        """Do what the tab is for: add, keep, write or rest."""
        match self.tab:
            case Tab.LIBRARY:
                self._join_marked()
            case Tab.TABLE:
                self._keep()
            case Tab.PARTY:
                self._run_party_line()

    def _join_marked(self) -> None:
        """Ask for the number of the marked creature. Then let them join."""
        if self.asking is None:
            items = self.items()
            if not items:
                return
            if not items[self.at].joins:
                self.words = f"{items[self.at].name} is a {items[self.at].kind}; only creatures join."
            else:
                self.asking, self._searched = items[self.at], self.field.text
                self.field.clear()
            return
        typed, hidden = without_hidden(f" {self.field.text.strip()}")
        parts = _NUMBER.fullmatch(typed.strip())
        if parts is None:
            self.words = "Say how many, and perhaps a side: 3 raiders, or: 3 raiders hidden"
            return
        side = parts[2].replace('"', "").strip()
        named = f'join "{self.asking.name}" x{parts[1] or 1}'
        line = " ".join(filter(None, (named, f'"{side}"' if side else "", hidden)))
        ids_before = {fighter.id for fighter in self.controller.session.encounter}
        if not self.controller.say(line):
            self.words = self.controller.notice.text
            return
        new = [fighter for fighter in self.controller.session.encounter if fighter.id not in ids_before]
        sides = " and ".join(dict.fromkeys(fighter.profile.side for fighter in new if fighter.profile.side))
        many = f" ×{len(new)}" if len(new) > 1 else ""
        self.words = f"{self.asking.name}{many} joined {sides}".rstrip()
        self.asking = None
        self.field.clear()

    def _keep(self) -> None:
        """Keep the marked fighter in the user's library, and say where."""
        encounter = self.controller.session.encounter
        if not 0 <= self.at < len(encounter.combatants):
            return
        fighter = encounter.combatants[self.at]

        def keep() -> None:
            self.words = f"{fighter.name} is in your library now: {self.shelf.keep(encounter, fighter.id)}"
            self._read()

        self._attempt(keep)

    def _run_party_line(self) -> None:
        """Carry out the line typed on the party's page: bind, undo, redo, rest. Empty, write the fight's changes."""
        if self._asks_about_outside():
            return
        text = " ".join(self.field.text.casefold().split())
        first, _, name = text.partition(" ")
        if first == _BIND:
            done = self._attempt(lambda: self._bind(name))
        elif text in _TURNS:
            done = self._attempt(lambda: self._said(self.shelf.turn(_TURNS[text])))
        elif text:
            done = self._attempt(lambda: self._rest(text))
        else:
            people = [person for person in self._people if person.name not in self.left_out]
            title = self.controller.session.encounter.title
            done = self._attempt(lambda: self._said(self.shelf.write(people, f"fight: {title}")))
        if done:
            words = self.words
            self.field.clear()
            self._look()
            self.words = words

    def _said(self, words: str) -> None:
        self.words = words

    def _asks_about_outside(self) -> bool:
        """Return whether to ask about a party that an encounter names outside its folder. A second enter says yes."""
        outside = self.shelf.party_outside()
        if outside is None or self._outside_agreed:
            return False
        if self._outside_asked:
            self._outside_agreed = True
            return False
        self._outside_asked = True
        self.words = f"Write outside the fight's folder? enter: yes, esc: no · {outside}"
        return True

    def _bind(self, name: str) -> None:
        """Bind the wounds of one person, or of all, and write it to the party."""
        people = self.shelf.bind([name] if name else ())
        self.shelf.write(people, f"bound: {', '.join(person.name for person in people)}")
        self.words = _told(people)

    def _rest(self, text: str) -> None:
        """Let the party rest for a time, and write the recovery. Refused where there is none."""
        parts = text.split()
        for end in range(len(parts), 0, -1):
            if (seconds := span(" ".join(parts[:end]))) is not None:
                people = self.shelf.rest(seconds, " ".join(parts[end:]))
                people = tuple(person for person in people if person.name not in self.left_out)
                wounded = [name for name in self.shelf.to_bind() if name not in self.left_out]
                advice = f"type bind {wounded[0].casefold()}, then rest · " if wounded else ""
                if not any(person.changes for person in people):
                    raise Refused(f"No points come back: {advice}{_told(people)}")
                self.shelf.write(people, text)
                self.words = f"{advice}{_told(people)}"
                return
        raise Refused("Give the time, such as 8 hours, or: bind, undo, redo.")


def _told(people: Sequence[PersonChanges]) -> str:
    return " · ".join(f"{person.name}: {person.words or ', '.join(person.remarks) or 'as before'}" for person in people)
