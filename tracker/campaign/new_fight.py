"""New fight: who against whom, in one line, becomes an encounter file: `party vs 4 goblin, 2 wolf`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import tomli_w

from tracker.encounter.names import plain, slug
from tracker.game_api.game import Game
from tracker.games import registry
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.game_files import ENDING, game_called
from tracker.storage.library.lookup import CREATURE, Library, folders_for, read_library
from tracker.storage.paths import data_dir, is_fight
from tracker.storage.preparation import Prepared, read_encounter
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.storage.toml.reader import parse, read

PARTY = "party"
LONGEST = 500
"""The most characters of a line."""
SUCH_AS = "party vs 4 goblin, 2 wolf"
_AGAINST = re.compile(r"\s+(?:vs\.?|against)(?:\s+|$)", re.IGNORECASE)
_SIDES = "heroes", "foes"
_SIDE = re.compile(r"\s*([^:=,\d][^:=,]*):\s*")
_NUMBER = re.compile(r"(\d{1,3})\s*[x×]?\s+(\S.*)")
_FIGURE = re.compile(r"(\w+)\s*=\s*(\S+)")
_LEAST_GROUP = 3
"""The number of equal combatants that become a group, told together."""
_MOST_FILES, _LARGEST = 200, 1_000_000
"""The most files searched for a party, and the most bytes of one."""


@dataclass(frozen=True, slots=True)
class NewFight:
    """An encounter that is ready to be written: its file, its text, and who fights whom."""

    path: Path
    text: str
    roster: str

    def write(self) -> None:
        """Write the file, which must not exist. Raises Refused."""
        try:
            write_new(Disk(), self.path, self.text.encode("utf-8"))
        except OSError as error:
            raise Refused(f"{self.path} cannot be written: {why(error)}.") from error


def party_near(folders: Iterable[Path]) -> Path | None:
    """Return the party file in these folders, `party.toml` before others. None where there is none."""
    for folder in folders:
        files = sorted(folder.glob("*.toml"))[:_MOST_FILES] if folder.is_dir() else []
        for path in sorted(files, key=lambda path: (path.name != "party.toml", path.name)):
            if not is_fight(path) and _is_party(path):
                return path
    return None


# Cached: the page of a new fight asks again with every key, and each file would be read again.
@lru_cache(maxsize=2 * _MOST_FILES)
def _is_party(path: Path) -> bool:
    """Return whether a file is a party. A large or unreadable file is none."""
    try:
        return path.stat().st_size <= _LARGEST and read(path).data.get("kind") == PARTY
    except (InvalidFile, OSError):
        return False


def planned(line: str, game: str = "", usual: str = "", folder: Path | None = None) -> NewFight:
    """Return the encounter that a line means. Raises Refused with a sentence that says what would work.

    `game` is the name of a game or the file of one. Empty: that of the party, else the `usual` one. The encounter
    is beside the party that fights, else in `folder`, which is the present one.
    """
    if len(line) > LONGEST:
        raise Refused(f"A line has at most {LONGEST} characters.")
    current = folder if folder is not None else Path()
    halves = _AGAINST.split(line.strip())
    if not halves[-1].strip() or len(halves) > 2:
        raise Refused(f"Give the two sides, as in: {SUCH_AS}")
    if len(halves) == 1:
        halves = [PARTY, *halves]
    party = party_near((current, data_dir())) if _names_party(halves) else None
    near = current if party is None else party.parent
    if game.endswith(ENDING) and near != current:
        game = str((current / game).resolve())
    game = game or _game_of(party) or usual
    system = _game(game, near)
    library = _library(system, near)
    document: dict[str, Any] = {"format": 1, "title": line.strip(), "system": game or system.name}
    combatants: list[dict[str, Any]] = []
    for half, side in zip(halves, _SIDES, strict=True):
        named = _SIDE.match(half)
        side, items = (named[1].strip(), half[named.end() :]) if named else (side, half)
        for item in filter(None, (part.strip() for part in items.split(","))):
            if plain(item) == PARTY:
                document["party"] = _party(party, current)
            else:
                combatants.append({**_combatant(item, library), "side": side})
    path = _free(near, halves[1])
    entries = (f"\n[[combatant]]\n{tomli_w.dumps(entry)}" for entry in _in_groups(combatants))
    text = f"# Begun from one line.\n{tomli_w.dumps(document)}{''.join(entries)}"
    return NewFight(path, text, _read_as_encounter(path, text).roster)


def _names_party(halves: Iterable[str]) -> bool:
    """Return whether one of the two sides names the party."""
    return any(plain(item) == PARTY for half in halves for item in half.split(","))


def _party(party: Path | None, folder: Path) -> str:
    """Return the name of the party's file. Raises Refused where there is none."""
    if party is None:
        where = "here" if folder == Path() else f"in {folder}"
        raise Refused(f"There is no party file {where}; name the fighters, as in: Ann, Bo vs 4 goblin")
    return party.name


def _game_of(party: Path | None) -> str:
    """Return the game that a party's file names. Empty without a party."""
    return "" if party is None else str(read(party).data.get("system", registry.DEFAULT))


def _game(name: str, folder: Path) -> Game:
    """Return the game of this name or file in a folder, else the default one. Raises Refused."""
    try:
        return game_called(name, folder)
    except registry.UnknownSystem as error:
        raise Refused(str(error)) from error
    except InvalidFile as invalid:
        raise Refused(str(invalid.diagnostics[0])) from invalid


def _library(system: Game, folder: Path) -> Library:
    """Return the library of a game for an encounter in a folder. Raises Refused with its first mistake."""
    try:
        return read_library(system, folders_for(folder / "encounter.toml"))
    except InvalidFile as invalid:
        raise Refused(f"The library cannot be read. {invalid.diagnostics[0]}") from invalid


def _combatant(item: str, library: Library) -> dict[str, Any]:
    """Return the entry of `4 goblin`, `wolf`, `Ann` or `Ann hit_points=16 defence=15`. Raises Refused."""
    figures = {key: _value(value) for key, value in _FIGURE.findall(item)}
    name = _FIGURE.sub("", item).strip()
    numbered = _NUMBER.fullmatch(name)
    number, name = (int(numbered[1]), numbered[2].strip()) if numbered else (1, name)
    if not name:
        raise Refused(f"{item} has no name; give one, as in: {SUCH_AS}")
    creature = _creature(name, library, many=numbered is not None)
    if creature is None and numbered is not None:
        sentence = library.missing(CREATURE, name)
        raise Refused(f"{sentence[0].upper()}{sentence[1:]}" + ("" if sentence.endswith("?") else "."))
    identity: Mapping[str, Any] = {"name": name} if creature is None else {"from": creature}
    return {**identity, **({"number": number} if number > 1 else {}), **figures}


def _creature(name: str, library: Library, many: bool) -> str | None:
    """Return the creature of a name, for `many` also of its plural or the only one that begins so. Else None."""
    known = library.names(CREATURE)
    same = next((creature for creature in known if plain(creature) == plain(name)), None)
    if same is not None or not many:
        return same
    one_of_many = plain(name).removesuffix("s")
    begins = [creature for creature in known if plain(creature) == one_of_many] or [
        creature for creature in known if plain(creature).startswith(plain(name))
    ]
    return begins[0] if len(begins) == 1 else None


def _value(text: str) -> Any:
    """Return a figure as TOML has it: a number or a truth value if it is one, else a text."""
    if re.fullmatch(r"[+-]?\d{1,9}", text):
        return int(text)
    if re.fullmatch(r"[+-]?\d{1,9}\.\d{1,9}", text):
        return float(text)
    return {"true": True, "false": False}.get(text, text)


def _in_groups(combatants: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries. One of at least `_LEAST_GROUP` fighters gets a group, whose name no other has."""
    taken: set[str] = set()
    grouped: list[dict[str, Any]] = []
    for entry in combatants:
        name = f"{entry.get('from', entry.get('name', ''))}s".lower()
        if entry.get("number", 1) >= _LEAST_GROUP and name not in taken:
            taken.add(name)
            entry = {**entry, "group": name}
        grouped.append(entry)
    return grouped


def _free(folder: Path, foes: str) -> Path:
    """Return a new file in the folder, named after the foes."""
    stem = slug(foes)[:40].strip("-") or "fight"
    candidates = (folder / f"{stem}{number}.toml" for number in ("", *(f"-{number}" for number in range(2, 1000))))
    return next((path for path in candidates if not path.exists()), folder / f"{stem}-1000.toml")


def _read_as_encounter(path: Path, text: str) -> Prepared:
    """Return the encounter as it would be read. Raises Refused with its first mistake."""
    try:
        return read_encounter(path, source=parse(str(path), text))
    except InvalidFile as invalid:
        raise Refused(str(invalid.diagnostics[0].text)) from invalid
