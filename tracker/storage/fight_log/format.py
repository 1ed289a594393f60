"""Format of the fight log: the text of its blocks (head, step, undo, redo, checkpoint), and parsed blocks as values.

The file is TOML that only ever grows at its end. So a step is a `[[step]]` header followed by plain keys, each event is
one inline table on one line (a step stays readable, and a diff shows one event a line), and an undo is a new block that
names the step it undoes: nothing before the end is ever rewritten.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w

from tracker.encounter.engine.journal import Block, Journal, Step, UndoRedo
from tracker.game_api.rules import Rules
from tracker.model.state import Encounter
from tracker.storage.fight_log.event_codec import CodecError, event_of, keys_of_event
from tracker.storage.fight_log.state_codec import LISTS, keys_of_state, runs
from tracker.storage.migrations import HEAD
from tracker.storage.toml.writer import inline, rows

_ENCOUNTER = "[encounter]\n"


def head(document: Mapping[str, Any], game: Mapping[str, Any] | None = None) -> str:
    """Return the head of a fight without its seal: its game, and the encounter as it was at the start.

    The plain keys of `[encounter]` are behind its tables, because TOML puts the seal, which is appended as the last
    line, into the table that was opened last.
    """
    tables = [f"{tomli_w.dumps({'game': game})}\n"] if game else []
    plain = [_ENCOUNTER]
    for key, value in document.items():
        text = tomli_w.dumps({"encounter": {key: value}})
        if text.startswith(_ENCOUNTER):
            plain.append(text.removeprefix(_ENCOUNTER))
        else:
            tables.append(f"{text}\n")
    return "".join([HEAD, *tables, *plain])


def step_block(step: Step) -> str:
    """Return the block of a step, without its seal."""
    actor = f"actor = {inline(step.actor)}\n" if step.actor else ""
    mode = f"mode = {inline(step.mode)}\n" if step.mode else ""
    follows = f"follows = {step.follows}\n" if step.follows else ""
    by = f"by = {inline(step.by)}\nquestion = {step.question}\n" if step.by else ""
    events = rows("events", map(keys_of_event, step.events))
    return f"\n[[step]]\nn = {step.n}\nat = {step.at}\n{actor}{mode}{follows}{by}line = {inline(step.line)}\n{events}"


def block_text(block: Block) -> str:
    """Return the text of a step, undo or redo, without its seal."""
    if isinstance(block, Step):
        return step_block(block)
    if block.redo:
        return f"\n[[step]]\nn = {block.n}\nredo = {block.redo}\n"
    follows = f"follows = {block.follows}\n" if block.follows not in (0, block.n) else ""
    return f"\n[[step]]\nn = {block.n}\nundo = {block.undo}\n{follows}"


def state_block(journal: Journal, state: Encounter) -> str:
    """Return a checkpoint after the last block of `journal`: opening replays only the blocks after the last one."""
    keys = keys_of_state(state)
    at_step = journal.done[-1] if journal.done else 0
    lines = [f"\n[[state]]\nat_step = {at_step}\nlast = {journal.last}\n"]
    lines += [f"done = {inline(runs(journal.done))}\nundone = {inline(runs(journal.undone))}\n"]
    lines += [f"together = {inline(runs(journal.together))}\n"] if journal.undone else []
    lines += [rows(name, value) if name in LISTS else f"{name} = {inline(value)}\n" for name, value in keys.items()]
    return "".join(lines)


def read_block(data: Mapping[str, Any], rules: Rules | None) -> Block:
    """Return the step, undo or redo of a parsed [[step]] table. Raises CodecError."""
    number = _number(data, "n")
    if "undo" in data or "redo" in data:
        _only(data, ("n", "undo", "redo", "follows", "seal"))
        if "undo" in data and "redo" in data:
            raise CodecError(f"block {number} undoes and redoes at once")
        return UndoRedo(number, *(_number(data, key) if key in data else 0 for key in ("undo", "redo", "follows")))
    _only(data, ("n", "at", "actor", "mode", "follows", "by", "question", "line", "events", "seal"))
    events = data.get("events")
    if not isinstance(events, list):
        raise CodecError(f"step {number} has no list of events")
    texts = [data.get(key, "") for key in ("line", "actor", "mode", "by")]
    if not all(isinstance(text, str) for text in texts):
        raise CodecError(f"step {number}: line, actor, mode and by must be text")
    follows, question = (_number(data, key) if key in data else 0 for key in ("follows", "question"))
    try:
        parsed = tuple(event_of(event, rules) for event in events)
        line, actor, mode, by = texts
        return Step(
            n=number,
            at=_number(data, "at"),
            line=line,
            events=parsed,
            actor=actor,
            mode=mode,
            follows=follows,
            by=by,
            question=question,
        )
    except CodecError as error:
        raise CodecError(f"step {number}: {error}") from error


def _number(data: Mapping[str, Any], key: str) -> int:
    """Return the whole number at `key`. Raises CodecError for another value, a negative or a huge one."""
    value = data.get(key)
    if type(value) is not int or not 0 <= value < 2**53:
        raise CodecError(f"{key} must be a whole number, not {value!r}")
    return value


def _only(data: Mapping[str, Any], known: tuple[str, ...]) -> None:
    """Raise CodecError for a key of a parsed block that is not `known`."""
    for key in data:
        if key not in known:
            raise CodecError(f'unknown key "{key}" in step {data.get("n")}')


def apply(journal: Journal, block: Block) -> None:
    """Enter one block into the journal's lists of steps. States are computed elsewhere.

    Raises CodecError for a block that does not follow.
    """
    if block.n != journal.last + 1:
        raise CodecError(f"block {block.n} follows block {journal.last}")
    if isinstance(block, Step):
        journal.steps[block.n] = block
        journal.done.append(block.n)
        journal.undone.clear()
        journal.together.clear()
    elif block.undo:
        if not journal.done or journal.done[-1] != block.undo:
            raise CodecError(f"block {block.n} undoes step {block.undo}, which is not the last one in force")
        journal.undone.append(journal.done.pop())
        journal.together.append(block.follows or block.n)
    else:
        if not journal.undone or journal.undone[-1] != block.redo:
            raise CodecError(f"block {block.n} redoes step {block.redo}, which was not the last one undone")
        journal.done.append(journal.undone.pop())
        journal.together.pop()
    journal.last = block.n
