"""Files of the game master's own that the program writes into: as they are kept, and what writes into each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.storage.table import ford
from tracker.campaign.library_access import LibraryAccess
from tracker.campaign.party import read_party
from tracker.campaign.party_file import write
from tracker.campaign.rest import rest
from tracker.storage.atomic import Disk
from tracker.storage.settings_file import set_in

PARTY = """# Winter
kind = "party"

[[person]]
name = "Brann" # big
pools = { PFT = 9, PEX = 10 }
"""
LIBRARY = """# mine
system = "hybrid"

[[creature]]
name = "Wolf" # grey
stats = { PST = 18 }
"""
SETTINGS = """# mine
theme = "light" # for the cellar
"""


def rested(path: Path, disk: Disk | None = None) -> None:
    """The party at `path` has had an hour of rest."""
    people = rest(read_party(path), 3600, "rest")
    write(path, "rest", [change for person in people for change in person.changes], disk)


def kept(path: Path, disk: Disk | None = None) -> None:
    """Sela goes into the library at `path`, which lies in the data folder."""
    prepared = ford(path.parent.parent, 'system = "hybrid"\n[[combatant]]\nname = "Sela"\n')
    LibraryAccess(prepared, None).keep(prepared.encounter, prepared.encounter.combatants[0].id, disk)


def zoomed(path: Path, disk: Disk | None = None) -> None:
    """The settings at `path` have got a zoom."""
    set_in(path, "zoom", 2.0, disk)


Writer = Callable[[Path, Disk | None], None]
WRITERS: dict[str, tuple[str, str, Writer]] = {
    "party": ("party.toml", PARTY, rested),
    "library": ("library/own-hybrid.toml", LIBRARY, kept),
    "settings": ("config.toml", SETTINGS, zoomed),
}
"""By kind: where it lies in the data folder, its text, and what writes into it."""


def laid(folder: Path, what: str) -> Path:
    """The file of this kind as its game master keeps it."""
    name, text, _ = WRITERS[what]
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def left_over(folder: Path) -> list[str]:
    """Files of the program's own passing use, which must be gone."""
    return [path.name for path in folder.rglob(".*")]
