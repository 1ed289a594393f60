"""`tracker sweep`: a table of many fights over values of parameters, on processes or on a Dask cluster."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from tracker.api.sweep import grid_of, identity, play_grid
from tracker.cli.opening import fight_meant
from tracker.cli.streams import say, tell, tell_progress
from tracker.cli.written_pages import refuse_old_picture, refuse_unfit_name, write_picture
from tracker.odds.blocks import bar
from tracker.odds.grid import Grid
from tracker.odds.tally import wilson
from tracker.odds.worker_pool import cores
from tracker.session.opening import look
from tracker.storage.paths import file_called
from tracker.storage.sweep_spec import read_sweep
from tracker.storage.table.file import TableFile
from tracker.storage.toml.diagnostics import StorageError
from tracker.text import extras

_BAR = 20
_WAIT = 30
"""The seconds in which the scheduler of a cluster must answer."""


def carry_out(options: argparse.Namespace) -> int:
    """Play the fights that the table lacks, and write them. Return the exit code."""
    picture = Path(options.svg) if options.svg else None
    refuse_unfit_name(Path(options.out), "the table", ".csv")
    if picture is not None:
        refuse_old_picture(picture)
    spec = read_sweep(file_called(options.file))
    with fight_meant(str(spec.encounter)) as encounter:
        opened = look(encounter)
    prepared, now = opened.prepared, opened.encounter
    grid = grid_of(prepared, spec.parameters, spec.fights, spec.orders, spec.seed, now)
    of = identity(grid, prepared, spec.orders, spec.seed, now)
    table = TableFile(Path(options.out), grid.columns, of, begins=grid.row_begins)
    try:
        if table.rows > grid.total:
            raise StorageError(f"{table.path} has {table.rows:,} rows, but this sweep only {grid.total:,}.")
        if table.rows:
            say(f"{table.path}: goes on after {table.rows:,} of {grid.total:,} rows.")
        if table.rows < grid.total:
            _play(grid, table, options)
        tell(f"{table.path}: {table.rows:,} rows, {len(grid.points):,} combinations with {grid.fights:,} fights each")
        if picture is not None:
            write_picture(picture, _curves(grid, table).encode())
    finally:
        table.close()
    return 0


def _play(grid: Grid, table: TableFile, options: argparse.Namespace) -> None:
    """Play the fights of a grid into the table, here or on a cluster, and show the progress."""

    def told(done: int, total: int) -> None:
        """Show how many fights are played."""
        tell_progress(f"{bar(done / total, _BAR)} {done:,} of {total:,} fights")

    try:
        with _cluster(options.dask) as executor:
            workers = options.workers or cores()
            play_grid(grid, table.append, workers, executor, rows=table.rows, progress=told, remark=say)
    finally:
        tell_progress("")


@contextmanager
def _cluster(address: str | None) -> Iterator[Executor | None]:
    """Yield the executor of the Dask cluster at an address, or None without one. Raises StorageError."""
    if not address:
        yield None
        return
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise StorageError(
            f"--dask needs the extra `sweep`, which is not installed: {extras.adding('sweep')}"
        ) from error
    # The client logs tracebacks for a lost scheduler; the loss is told in a sentence.
    # Each of Dask's loggers has a level and a handler of its own, so only this silences them all.
    logging.disable(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=_WAIT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise StorageError(f"No Dask scheduler answers at {address}: {str(error).splitlines()[0]}.") from error
    try:
        client.wait_for_workers(1, timeout=_WAIT)
        yield client.get_executor()
    except TimeoutError as error:
        raise StorageError(
            f"The Dask scheduler at {address} has no worker after {_WAIT} seconds; start one."
        ) from error
    finally:
        client.close(timeout=2)


def _curves(grid: Grid, table: TableFile) -> str:
    """Return the picture of a whole table: the side's chance over the first parameter, a line for each other value."""
    from tracker.export.odds_svg import Curve, curves

    place = grid.columns.index("winner")
    wins = [0] * len(grid.points)
    for number, row in enumerate(table.read()):
        wins[number // grid.fights] += row[place] == grid.side
    lines: dict[tuple[object, ...], list[int]] = {}
    for index, point in enumerate(grid.points):
        lines.setdefault(point.values[1:], []).append(wins[index])
    values = list(dict.fromkeys(point.values[0] for point in grid.points))
    drawn = [
        Curve(_named(grid.parameters[1:], others), tuple(wilson(won, grid.fights) for won in line))
        for others, line in lines.items()
    ]
    return curves(grid.title, grid.parameters[0], values, grid.side, drawn, grid.fights)


def _named(parameters: Sequence[str], values: Sequence[object]) -> str:
    """Return values with the names of their parameters, as the name of a line."""
    from tracker.export.odds_svg import value_text

    return ", ".join(f"{name} = {value_text(value)}" for name, value in zip(parameters, values, strict=True))
