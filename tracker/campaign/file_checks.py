"""File checks: all mistakes of any file of the tracker, and new seals for a fight that the game master edited."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import tomli

from tracker.campaign.party import is_party, read_party
from tracker.encounter.engine.journal import Block, Journal, Step
from tracker.encounter.features.presence import out_at_the_start
from tracker.game_api.rules import Rules
from tracker.games import registry
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.atomic import write_whole
from tracker.storage.fight_log.bounded_read import LARGEST_FIGHT, read_fight_bytes
from tracker.storage.fight_log.checkpoint_interval import CheckpointInterval
from tracker.storage.fight_log.event_codec import CodecError
from tracker.storage.fight_log.fight_lock import Lock
from tracker.storage.fight_log.format import (
    apply,
    block_text,
    head,
    read_block,
    state_block,
)
from tracker.storage.fight_log.hash_chain import seal_block
from tracker.storage.fight_log.opening import write_beside
from tracker.storage.fight_log.reader import FightText, Head, has_fight_head, head_of
from tracker.storage.fight_log.replay import Replay, current_state, replayed, unknown_fighter
from tracker.storage.fight_log.state_check import first_invalid_step
from tracker.storage.fight_log.writer import CHECKPOINT
from tracker.storage.game_files import check_game, game_called
from tracker.storage.library.lookup import (
    CREATURE,
    FOLDER,
    completed,
    folders_for,
    incomplete_parts,
    read_library,
    validate_library,
)
from tracker.storage.migrations import migrated
from tracker.storage.name_warnings import free_name_warnings
from tracker.storage.preparation import Prepared, read_encounter, unusable_creatures
from tracker.storage.toml.diagnostics import BrokenSeal, Diagnostic, InvalidFile, StorageError, and_more
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import LARGEST, Source, decoded, parse, read
from tracker.storage.toml.validation import MOST
from tracker.text.line_endings import split_line_endings

_SEAL = re.compile(r'^seal = "[^"\n]*"$')


OnProgress = Callable[[int, int], None]
"""Called with the number of steps checked so far and the number of steps in the fight."""


def _ignore_progress(looked_at: int, steps: int) -> None:
    """Take the progress of a check and show nothing."""


LARGEST_HEAD = LARGEST_FIGHT // 8
"""The most signs that the head of a fight may have."""
STANDARD_INPUT = "-"
"""The file name that means the standard input, on the command line and in messages."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The diagnostics and warnings of a file. `prepared` is the encounter or fight, when it has no errors."""

    diagnostics: tuple[Diagnostic, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    """Names that were perhaps mistyped. The file can be used nevertheless."""
    prepared: Prepared | None = None

    @property
    def roster(self) -> str:
        """The combatants of an encounter in words. Empty for any other file."""
        return self.prepared.roster if self.prepared is not None else ""

    def house_rules(self, everything: bool = False) -> tuple[str, ...]:
        """Return the house rules of an encounter or fight that differ from the rulings. All with `everything`."""
        return () if self.prepared is None else self.prepared.rules.display.house_rules(changed=not everything)

    def remarks(self) -> tuple[str, ...]:
        """Return sentences about the open points of a valid encounter or fight, and how its game reads it."""
        if self.prepared is None:
            return ()
        out = out_at_the_start(self.prepared.encounter, self.prepared.rules)
        return (*self.prepared.system.remarks(self.prepared.document), *out)


def check(path: Path, on_progress: OnProgress = _ignore_progress) -> tuple[Diagnostic, ...]:
    """Return all mistakes of an encounter, fight (its seals too), party, library or game. None when it is valid."""
    return examine(path, on_progress=on_progress).diagnostics


def examine(path: Path, given: bytes | None = None, on_progress: OnProgress = _ignore_progress) -> CheckResult:
    """Check a file and return everything found. `given` are its bytes when it was not read from the disk."""
    try:
        data = read_fight_bytes(path).data if given is None else given
        if has_fight_head(data):
            fight = FightText(path, given)
            diagnostics = _check_fight(fight, on_progress)
            return CheckResult(diagnostics, prepared=None if diagnostics else fight.prepared)
        source = _source(path, given)
        if is_party(source.data):
            return CheckResult(warnings=read_party(path, source=source).warnings)
        if registry.is_game_file(source.data):
            return CheckResult(check_game(source))
        if _is_library(path, source):
            return _examine_library(source, path)
        prepared = read_encounter(path, source=source)
        return CheckResult(warnings=prepared.warnings, prepared=prepared)
    except InvalidFile as faults:
        return CheckResult(faults.diagnostics)
    except BrokenSeal as broken:
        return CheckResult((_seal_diagnostic(broken),))


def _source(path: Path, given: bytes | None) -> Source:
    """Parse the file at `path`, or the bytes `given`. Raises InvalidFile."""
    if given is None:
        return read(path)
    if len(given) > LARGEST:
        text = f"has {len(given)} bytes; at most {LARGEST} are read, so make it smaller"
        raise InvalidFile([Diagnostic(str(path), 0, 0, text)])
    return parse(str(path), decoded(str(path), given))


def _seal_diagnostic(broken: BrokenSeal) -> Diagnostic:
    """Return a broken seal as a mistake at its line."""
    return Diagnostic(broken.path, broken.line, 1, broken.what)


def _is_library(path: Path, source: Source) -> bool:
    """Return whether a file is a library: it lies in a library folder, or it has creatures and no combatants."""
    return path.resolve().parent.name == FOLDER or (CREATURE in source.data and "combatant" not in source.data)


def _examine_library(source: Source, path: Path) -> CheckResult:
    """Check a library file: its keys, parts without figures, creatures that cannot fight, and mistyped names."""
    name = source.data.get("system", registry.DEFAULT)
    try:
        system = game_called(name, path.parent) if isinstance(name, str) and name else registry.find("")
    except registry.UnknownSystem as error:
        return CheckResult((source.diagnostic(("system",), str(error)),))
    except InvalidFile as invalid:
        return CheckResult((source.diagnostic(("system",), str(invalid.diagnostics[0])),))
    if diagnostics := validate_library(system, source):
        return CheckResult(tuple(diagnostics))
    try:
        folder = path.resolve().parent
        near = (folder,) if folder.name == FOLDER else ()  # files in such a folder are one library
        library = read_library(system, (*near, *folders_for(path)))
    except InvalidFile:
        return CheckResult()  # what creatures carry cannot be told where another file of the library cannot be read
    creatures = [completed(creature, system, library) for creature in source.data.get(CREATURE, ())]

    def locate(where: KeyPath, text: str) -> Diagnostic:
        """Return a diagnostic at a key of the library."""
        return source.diagnostic(where, text)

    partial: list[Diagnostic] = []
    beyond_limit = 0
    for index, creature in enumerate(creatures):
        for finding in incomplete_parts(creature, system, library, MOST - len(partial)):
            key: KeyPath = (CREATURE, index, *finding.path)
            if finding.text:
                partial.append(locate(key, context(source.data, key) + finding.text))
            else:
                beyond_limit += 1
    wrong = (*partial, *and_more(source.shown, beyond_limit)) or unusable_creatures(creatures, system, locate)
    return CheckResult(
        wrong, () if wrong else free_name_warnings(CREATURE, creatures, source.data, system, library, locate)
    )


def _check_fight(fight: FightText, on_progress: OnProgress) -> tuple[Diagnostic, ...]:
    """Replay a fight and return its first mistake: a step that does not fit, a broken seal, or a torn end."""
    steps = len(fight.blocks) - 1 - len(fight.checkpoints)  # all blocks but the head and the checkpoints
    unknown: dict[int, str] = {}
    replay: Replay | None = None
    for replay in replayed(fight):
        for n in replay.new:
            if sentence := unknown_fighter(replay.journal.steps[n], replay.state_at(n)):
                unknown[n] = sentence
        on_progress(replay.journal.last, steps)
    assert replay is not None, "there is a segment, however empty"
    unfit = _unfit_step(replay, unknown)
    if unfit:
        return unfit
    last = replay.journal.last
    if fight.chain.broken:
        return (_seal_diagnostic(BrokenSeal(fight.shown, fight.line(fight.chain.valid_size), last, openable=True)),)
    if len(fight.data) > fight.chain.valid_size:
        line = fight.line(fight.chain.valid_size)
        text = f"the file breaks off here, after step {last}; opening it keeps the rest beside it"
        return (Diagnostic(fight.shown, line, 1, text),)
    return ()


def _unfit_step(replay: Replay, unknown: Mapping[int, str]) -> tuple[Diagnostic, ...]:
    """Return the mistake of the first step that names an unknown fighter or after which the rules fail.

    `unknown` has a sentence by the number of each step with an unknown fighter. Without a mistake nothing is returned.
    """
    fight = replay.fight
    for n in replay.journal.done if unknown else ():
        if n in unknown:
            return (Diagnostic(fight.shown, fight.line_of_step(n), 1, unknown[n]),)
    n, reason = first_invalid_step(replay.journal, replay.rules, replay.reach)
    if not n:
        return ()
    return (Diagnostic(fight.shown, fight.line_of_step(n), 1, f"step {n}: the rules cannot go on from here: {reason}"),)


@dataclass(frozen=True, slots=True)
class ResealResult:
    """The outcome of resealing a fight: how many steps it has, and the file that keeps the former version."""

    path: Path
    steps: int
    former: Path

    def __str__(self) -> str:
        return f"{self.path}: accepted, with {self.steps} steps resealed; the former file is {self.former.name}."


def reseal(path: Path) -> ResealResult:
    """Accept the game master's own edit of a fight: replay it, then write it with new seals.

    Raises InvalidFile when the steps do not fit together, Locked while the fight is being played. The former file is
    kept beside it.
    """
    try:
        lock = Lock(path)
    except OSError as error:
        raise StorageError(f"{path} cannot be resealed: {error.strerror or error}.") from error
    try:
        data = _all_bytes(path)
        new, steps = _with_new_seals(str(path), data)
        former = write_beside(path, data, "former.tail")
        write_whole(path, split_line_endings(data)[0].whole(new))
    except OSError as error:
        raise StorageError(f"{path} cannot be resealed: {error.strerror or error}.") from error
    finally:
        lock.release()
    return ResealResult(path, steps, former)


def _all_bytes(path: Path) -> bytes:
    """Return the bytes of a fight. Raises InvalidFile for a file too long to be read whole."""
    read = read_fight_bytes(path)
    if read.unread:
        size = len(read.data) + read.unread
        raise InvalidFile(
            [Diagnostic(str(path), 0, 0, f"has {size} bytes, too many to be resealed; remove what is no step")]
        )
    return read.data


def _with_new_seals(shown: str, data: bytes) -> tuple[bytes, int]:
    """Return a fight's bytes with new seals and checkpoints, and its number of steps. Raises InvalidFile."""
    text = decoded(shown, data)
    pieces = _pieces(text)
    begun = _head(shown, pieces[0][1])
    prepared, number = begun.prepared, begun.format
    block_bytes, seal = seal_block("", head(prepared.document, begun.game))
    written = [block_bytes]
    journal = Journal(states={0: prepared.encounter})
    interval = CheckpointInterval()
    for line, piece in pieces[1:]:
        block = _block(shown, line, piece, number, prepared.rules)
        if block is None:
            continue
        try:
            apply(journal, block)
        except CodecError as error:
            raise InvalidFile([Diagnostic(shown, line, 1, str(error))]) from error
        try:
            state = current_state(journal, lambda n: None, shown)  # all steps are in memory: none is to be read
        except InvalidFile as faults:
            raise InvalidFile(
                [Diagnostic(shown, line, 1, diagnostic.text) for diagnostic in faults.diagnostics]
            ) from faults
        if isinstance(block, Step) and (sentence := unknown_fighter(block, state)):
            raise InvalidFile([Diagnostic(shown, line, 1, sentence)])
        texts = [block_text(block)]
        interval.add(texts[0])
        checkpoint = state_block(journal, state) if interval.may_be_due(CHECKPOINT) else ""
        if checkpoint and interval.accept(checkpoint):
            texts.append(checkpoint)
        for body in texts:
            block_bytes, seal = seal_block(seal, body)
            written.append(block_bytes)
    n, fault = first_invalid_step(journal, prepared.rules)
    if n:
        line = next(line for line, piece in pieces if piece.startswith("[[step]]") and f"\nn = {n}\n" in piece)
        raise InvalidFile([Diagnostic(shown, line, 1, f"step {n}: the rules cannot go on from here: {fault}")])
    return b"".join(written), len(journal.steps)


def _pieces(text: str) -> list[tuple[int, str]]:
    """Return the head and the blocks after it, each with the number of its first line. Seals are left out."""
    pieces: list[tuple[int, list[str]]] = [(1, [])]
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() in ("[[step]]", "[[state]]"):
            pieces.append((number, []))
        pieces[-1][1].append("" if _SEAL.match(line.strip()) else line)
    return [(number, "\n".join(lines)) for number, lines in pieces]


def _head(shown: str, text: str) -> Head:
    """Return the parsed head of a fight. Raises InvalidFile for a text that is too long or no head."""
    if len(text) > LARGEST_HEAD:
        raise InvalidFile([Diagnostic(shown, 1, 1, f"the head has more than {LARGEST_HEAD} signs; it is no fight")])
    source = parse(shown, text, played=True)
    return head_of(source, "this is not a fight, so it has no seals; `tracker check` without --reseal checks it")


def _block(shown: str, line: int, text: str, number: int, rules: Rules) -> Block | None:
    """Return the step, undo or redo of a block's text. None for a checkpoint, which is computed afresh.

    `line` is the block's first line in the file, `number` the format of the fight. Raises InvalidFile.
    """
    try:
        tables = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        error_line = line + error.lineno - 1
        raise InvalidFile([Diagnostic(shown, error_line, error.colno, f"this is not TOML: {error.msg}")]) from error
    except (ValueError, RecursionError) as error:
        raise InvalidFile([Diagnostic(shown, line, 1, f"this block cannot be read: {error}")]) from error
    if "state" in tables:
        return None
    try:
        (row,) = tables["step"]
        return read_block(migrated("step", row, number), rules)
    except CodecError as error:
        raise InvalidFile([Diagnostic(shown, line, 1, str(error))]) from error
    except (LookupError, ValueError, TypeError) as error:
        raise InvalidFile([Diagnostic(shown, line, 1, "this is not one [[step]]")]) from error
