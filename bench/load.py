"""An encounter loaded to a validated state against its raw parse, and written against a raw `tomli_w`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import tomli
import tomli_w
from fights import document
from pairs import Measured, ratio, report, timed

from tracker.storage.fight_log.format import head
from tracker.storage.preparation import read_encounter

COMBATANTS, MANY = 30, 300
TIMES = 5


def main() -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def loaded(what: str, document: dict[str, object]) -> Measured:
            path = folder / f"{what}.toml"
            path.write_text(tomli_w.dumps(document), encoding="utf-8")
            return timed(lambda: read_encounter(path, library_dirs=()), TIMES, time.process_time)

        few = document(COMBATANTS)
        load = loaded("thirty", few)
        parse = timed(lambda: tomli.loads((folder / "thirty.toml").read_text("utf-8")), TIMES, time.process_time)
        report(f"{COMBATANTS} fighters read and validated / parsed", ratio(load, parse), 5)
        people = [{**one, "hidden": place % 2 == 0} for place, one in enumerate(document(MANY)["combatant"])]  # type: ignore[arg-type]
        half = loaded("half", {**document(MANY), "combatant": people})
        report(f"{MANY} fighters loaded, half hidden / all visible", ratio(half, loaded("all", document(MANY))), 1.2)
        report("ms for those half hidden", 1000 * half(), 60)
        prepared = read_encounter(folder / "thirty.toml", library_dirs=())
        save = timed(lambda: head(prepared.document), TIMES)
        dump = timed(lambda: tomli_w.dumps(prepared.document), TIMES)
        report("the same thirty written / by a raw tomli_w", ratio(save, dump), 1.3)


if __name__ == "__main__":
    main()
