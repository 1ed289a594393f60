"""Opening: the encounter or fight at a path as a session. Only to be read, unless its file is handed over."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.campaign.reinforcements import stock
from tracker.dice.source import DiceSource
from tracker.encounter.engine.journal import Journal
from tracker.session.fight import Session
from tracker.storage.fight_log.opening import OpenedFight, open_fight
from tracker.storage.fight_log.reader import has_fight_head
from tracker.storage.file_beginnings import beginning
from tracker.storage.paths import is_fight
from tracker.storage.preparation import Prepared, read_encounter

if TYPE_CHECKING:
    from tracker.campaign.library_access import LibraryAccess
    from tracker.model.state import Encounter
    from tracker.odds.setup import Setup

_HEAD = 4096
"""The number of bytes in which a fight identifies itself."""


def holds_fight(path: Path) -> bool:
    """Return whether a file is a fight, by its first lines. By its name when it cannot be read."""
    head = beginning(path, _HEAD)
    return has_fight_head(head) if head else is_fight(path)


def look(path: Path) -> OpenedFight:
    """Open the encounter or fight at `path` for reading only. Raises InvalidFile or BrokenSeal."""
    return open_fight(path, look=True) if holds_fight(path) else prepared_only(read_encounter(path))


def prepared_only(prepared: Prepared) -> OpenedFight:
    """Wrap an encounter as a fight with no steps and no file."""
    return OpenedFight(prepared, prepared.encounter, Journal(), None, warned(prepared))


def warned(prepared: Prepared) -> tuple[str, ...]:
    """Return the warnings about an encounter, in sentences."""
    return tuple(map(str, prepared.warnings))


def session_at_start(opened: OpenedFight, dice: DiceSource) -> Session:
    """Return a session at the beginning of an opened fight. It writes no file."""
    prepared = opened.prepared
    return Session(prepared.encounter, prepared.rules, dice, None, stock(prepared), notes=prepared.notes)


def session_of(opened: OpenedFight, dice: DiceSource) -> Session:
    """Return the session in which an opened fight continues."""
    return Session(
        encounter=opened.encounter,
        rules=opened.prepared.rules,
        dice=dice,
        recorder=opened.fight_file,
        stock=stock(opened.prepared),
        journal=opened.journal,
        earlier=opened.earlier,
        words=tuple(opened.warnings),
        notes=opened.prepared.notes,
        shelves=partial(shelf_of, opened),
        setup=partial(_setup_of, opened),
        roster=opened.prepared.roster,
    )


def _setup_of(opened: OpenedFight, encounter: Encounter) -> Setup:
    """Return the forecast of a state of an opened fight. Imported on demand. Raises Refused."""
    from tracker.session.forecasts import setup_of

    return setup_of(encounter, opened.prepared.rules, opened.prepared)


def shelf_of(opened: OpenedFight) -> LibraryAccess:
    """Return access to the library and the party of an opened fight. Imported here, since few fights ask for it."""
    from tracker.campaign.library_access import LibraryAccess

    return LibraryAccess(opened.prepared, opened.fight_file.path if opened.fight_file is not None else None)
