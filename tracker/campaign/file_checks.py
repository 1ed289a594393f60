"""Checks: every mistake of any file of ours, and sealing anew what a game master changed on purpose."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import tomli

from tracker.campaign.party import read_party, says_party
from tracker.encounter.engine.journal import Journal, Step
from tracker.storage.atomic import write_whole
from tracker.storage.fight_log.checkpoint_interval import Interval
from tracker.storage.fight_log.event_codec import CodecError
from tracker.storage.fight_log.format import (
    Moved,
    apply,
    head,
    read_block,
    redo_block,
    state_block,
    step_block,
    undo_block,
)
from tracker.storage.fight_log.hash_chain import sealed
from tracker.storage.fight_log.lock import Lock
from tracker.storage.fight_log.opening import keep_beside
from tracker.storage.fight_log.reader import FightText, Replay, head_of, says_fight, state_in_force, strangers
from tracker.storage.fight_log.state_check import first_faulty
from tracker.storage.fight_log.stream import LARGEST_SOUND, read_fight
from tracker.storage.fight_log.writer import CHECKPOINT
from tracker.storage.library.lookup import (
    CREATURE,
    FOLDER,
    completed,
    folders_for,
    judge_library,
    lacking,
    read_library,
)
from tracker.storage.name_warnings import mistypings
from tracker.storage.preparation import Prepared, misfits, read_encounter
from tracker.storage.toml.diagnostics import BrokenSeal, Mistake, Mistakes, StorageError, and_more
from tracker.storage.toml.key_paths import context
from tracker.storage.toml.migrations import migrated
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import LARGEST, Source, decoded, parse, read
from tracker.storage.toml.validation import MOST
from tracker.systems import registry
from tracker.text.line_endings import in_own_manner

_SEAL = re.compile(r'^seal = "[^"\n]*"$')


Looking = Callable[[int, int], None]
"""Is told how many steps of a fight were looked at, and how many it has."""


def _in_silence(looked_at: int, steps: int) -> None:
    """Nobody waits to be told."""


STANDARD_INPUT = "-"
"""The name by which a file that is read from the standard input is given and told."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found in a file; `prepared` is what an encounter or fight makes, where it is right."""

    mistakes: tuple[Mistake, ...] = ()
    warnings: tuple[Mistake, ...] = ()
    """Names that were perhaps mistyped: the file can be used all the same."""
    prepared: Prepared | None = None

    @property
    def roster(self) -> str:
        """Whom an encounter was found to hold; empty for anything else."""
        return self.prepared.roster if self.prepared is not None else ""

    def house_rules(self, everything: bool = False) -> tuple[str, ...]:
        """The house rules of an encounter or fight that are not as ruled, or all in force; none of anything else."""
        return () if self.prepared is None else self.prepared.rules.display.house_rules(changed=not everything)

    def remarks(self) -> tuple[str, ...]:
        """What a sound encounter or fight is taken for that it does not say in so many words."""
        return () if self.prepared is None else self.prepared.system.remarks(self.prepared.document)


def check(path: Path, looking: Looking = _in_silence) -> tuple[Mistake, ...]:
    """All mistakes of an encounter, a fight (its seals too), a party or a library file; none when it is right."""
    return examine(path, looking=looking).mistakes


def examine(path: Path, given: bytes | None = None, looking: Looking = _in_silence) -> Examined:
    """Everything that is found in a file; `given` are its bytes where it is not read from the disk."""
    try:
        data = read_fight(path).data if given is None else given
        if says_fight(data):
            fight = FightText(path, given)
            mistakes = _check_fight(fight, looking)
            return Examined(mistakes, prepared=None if mistakes else fight.prepared)
        source = _source(path, given)
        if says_party(source.data):
            return Examined(warnings=read_party(path, source=source).warnings)
        if _is_library(path, source):
            return _examined_library(source, path)
        prepared = read_encounter(path, source=source)
        return Examined(warnings=prepared.warnings, prepared=prepared)
    except Mistakes as faults:
        return Examined(faults.mistakes)
    except BrokenSeal as broken:
        return Examined((_of_broken(broken),))


def _source(path: Path, given: bytes | None) -> Source:
    if given is None:
        return read(path)
    if len(given) > LARGEST:
        text = f"has {len(given)} bytes, more than the {LARGEST} that are read; make it smaller"
        raise Mistakes([Mistake(str(path), 0, 0, text)])
    return parse(str(path), decoded(str(path), given))


def _of_broken(broken: BrokenSeal) -> Mistake:
    return Mistake(broken.path, broken.line, 1, broken.what)


def _is_library(path: Path, source: Source) -> bool:
    return path.resolve().parent.name == FOLDER or (CREATURE in source.data and "combatant" not in source.data)


def _examined_library(source: Source, path: Path) -> Examined:
    name = source.data.get("system", registry.DEFAULT)
    try:
        system = registry.find(name if isinstance(name, str) else "")
    except registry.UnknownSystem as error:
        return Examined((source.mistake(("system",), str(error)),))
    if mistakes := judge_library(system, source):
        return Examined(tuple(mistakes))
    try:
        folder = path.resolve().parent
        near = (folder,) if folder.name == FOLDER else ()
        library = read_library(system, (*near, *folders_for(path)))
    except Mistakes:
        return Examined()  # what creatures carry cannot be told where another file of the library cannot be read
    creatures = [completed(creature, system, library) for creature in source.data.get(CREATURE, ())]

    def locate(where: KeyPath, text: str) -> Mistake:
        return source.mistake(where, text)

    partial: list[Mistake] = []
    more = 0
    for place, creature in enumerate(creatures):
        for _, where, text in lacking(creature, system, library, MOST - len(partial)):
            key: KeyPath = (CREATURE, place, *where)
            partial += [locate(key, context(source.data, key) + text)] if text else []
            more += not text
    wrong = (*partial, *and_more(source.shown, more)) or misfits(creatures, system, locate)
    return Examined(wrong, () if wrong else mistypings(CREATURE, creatures, source.data, system, library, locate))


def _check_fight(fight: FightText, looking: Looking) -> tuple[Mistake, ...]:
    steps = len(fight.blocks) - 1 - len(fight.checkpoints)
    unknown: dict[int, str] = {}
    replay: Replay | None = None
    for replay in fight.replayed():
        for n in replay.new:
            if nobody := strangers(replay.journal.steps[n], replay.state_at(n)):
                unknown[n] = nobody
        looking(replay.journal.last, steps)
    assert replay is not None, "there is a segment, however empty"
    unfit = _unfit_step(replay, unknown)
    if unfit:
        return unfit
    last = replay.journal.last
    if fight.chain.broken:
        return (_of_broken(BrokenSeal(fight.shown, fight.line(fight.chain.good), last, openable=True)),)
    if len(fight.data) > fight.chain.good:
        line = fight.line(fight.chain.good)
        text = f"the file breaks off here, after step {last}; opening it keeps the rest beside it"
        return (Mistake(fight.shown, line, 1, text),)
    return ()


def _unfit_step(replay: Replay, unknown: Mapping[int, str]) -> tuple[Mistake, ...]:
    """The step with which a fight became one that the rules cannot go on with, or that names a stranger."""
    fight = replay.fight
    for n in replay.journal.done if unknown else ():
        if n in unknown:
            return (Mistake(fight.shown, fight.line_of_step(n), 1, unknown[n]),)
    n, why = first_faulty(replay.journal, replay.rules, replay.reach)
    if not n:
        return ()
    return (Mistake(fight.shown, fight.line_of_step(n), 1, f"step {n}: the rules cannot go on from here: {why}"),)


@dataclass(frozen=True, slots=True)
class Resealed:
    """What came of sealing a fight anew: how many steps it has, and where the former file is kept."""

    path: Path
    steps: int
    former: Path

    def __str__(self) -> str:
        return f"{self.path}: accepted, with {self.steps} steps sealed anew; the file as it was is {self.former.name}."


def reseal(path: Path) -> Resealed:
    """Accept a game master's own edit: everything is read and played again, then written with new seals.

    Raises Mistakes when it does not fit together, Locked when somebody plays it; the former file is kept beside it.
    """
    try:
        lock = Lock(path)
    except OSError as error:
        raise StorageError(f"{path} cannot be sealed anew: {error.strerror or error}.") from error
    try:
        data = _whole(path)
        new, steps = _sealed_anew(str(path), data)
        former = keep_beside(path, data, "former.tail")
        write_whole(path, in_own_manner(data)[0].whole(new))
    except OSError as error:
        raise StorageError(f"{path} cannot be sealed anew: {error.strerror or error}.") from error
    finally:
        lock.release()
    return Resealed(path, steps, former)


def _whole(path: Path) -> bytes:
    """All bytes of a fight; raises Mistakes when there are more than can be sealed anew."""
    read = read_fight(path)
    if read.unread:
        size = len(read.data) + read.unread
        raise Mistakes(
            [Mistake(str(path), 0, 0, f"has {size} bytes, too many to be sealed anew; take out what is no step")]
        )
    return read.data


def _sealed_anew(shown: str, data: bytes) -> tuple[bytes, int]:
    text = decoded(shown, data)
    pieces = _pieces(text)
    prepared, number = _head(shown, pieces[0][1])
    out, seal = sealed("", head(prepared.document))
    written = [out]
    journal = Journal(states={0: prepared.encounter})
    interval = Interval()
    for line, piece in pieces[1:]:
        block = _block(shown, line, piece, number)
        if block is None:
            continue
        try:
            apply(journal, block)
        except CodecError as error:
            raise Mistakes([Mistake(shown, line, 1, str(error))]) from error
        try:
            state = state_in_force(journal, prepared.rules, lambda n: None, shown)
        except Mistakes as faults:
            raise Mistakes([Mistake(shown, line, 1, each.text) for each in faults.mistakes]) from faults
        if isinstance(block, Step) and (nobody := strangers(block, state)):
            raise Mistakes([Mistake(shown, line, 1, nobody)])
        texts = [_text(block)]
        interval.add(texts[0])
        checkpoint = state_block(journal, state) if interval.wanted(CHECKPOINT) else ""
        if checkpoint and interval.fits(checkpoint):
            texts.append(checkpoint)
        for body in texts:
            out, seal = sealed(seal, body)
            written.append(out)
    n, fault = first_faulty(journal, prepared.rules)
    if n:
        line = next(line for line, piece in pieces if piece.startswith("[[step]]") and f"\nn = {n}\n" in piece)
        raise Mistakes([Mistake(shown, line, 1, f"step {n}: the rules cannot go on from here: {fault}")])
    return b"".join(written), len(journal.steps)


def _text(block: Step | Moved) -> str:
    if isinstance(block, Step):
        return step_block(block)
    return undo_block(block.n, block.undo, block.follows or block.n) if block.undo else redo_block(block.n, block.redo)


def _pieces(text: str) -> list[tuple[int, str]]:
    """The head and the blocks after it, each with its first line; seals are left out."""
    pieces: list[tuple[int, list[str]]] = [(1, [])]
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() in ("[[step]]", "[[state]]"):
            pieces.append((number, []))
        pieces[-1][1].append("" if _SEAL.match(line.strip()) else line)
    return [(number, "\n".join(lines)) for number, lines in pieces]


def _head(shown: str, text: str) -> tuple[Prepared, int]:
    if len(text) > LARGEST_SOUND // 8:
        raise Mistakes([Mistake(shown, 1, 1, f"the head has more than {LARGEST} signs; it is no fight")])
    source = parse(shown, text, played=True)
    return head_of(source, "this is not a fight, so it has no seals; `tracker check` judges it")


def _block(shown: str, line: int, text: str, number: int) -> Step | Moved | None:
    """A step, undo or redo; None for a checkpoint, which is made anew."""
    try:
        whole = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        at = line + error.lineno - 1
        raise Mistakes([Mistake(shown, at, error.colno, f"this is not TOML: {error.msg}")]) from error
    except (ValueError, RecursionError) as error:
        raise Mistakes([Mistake(shown, line, 1, f"this block cannot be read: {error}")]) from error
    if "state" in whole:
        return None
    try:
        (row,) = whole["step"]
        return read_block(migrated("step", row, number))
    except CodecError as error:
        raise Mistakes([Mistake(shown, line, 1, str(error))]) from error
    except (LookupError, ValueError, TypeError) as error:
        raise Mistakes([Mistake(shown, line, 1, "this is not one [[step]]")]) from error
