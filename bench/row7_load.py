"""Row 7: an encounter loaded to a validated state against its raw parse, and written against a raw `tomli_w`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import tomli
import tomli_w
from fights import document
from pairs import ratio, report, timed

from tracker.storage.fight_log.format import head
from tracker.storage.preparation import read_encounter

COMBATANTS = 30
TIMES = 5


def main() -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "thirty.toml"
        path.write_text(tomli_w.dumps(document(COMBATANTS)), encoding="utf-8")
        prepared = read_encounter(path, library_dirs=())
        load = timed(lambda: read_encounter(path, library_dirs=()), TIMES)
        parse = timed(lambda: tomli.loads(path.read_text(encoding="utf-8")), TIMES)
        report(f"7  {COMBATANTS} fighters read and validated / parsed", ratio(load, parse), 1.3)
        save = timed(lambda: head(prepared.document), TIMES)
        dump = timed(lambda: tomli_w.dumps(prepared.document), TIMES)
        report("7  the same written / by a raw tomli_w", ratio(save, dump), 1.3)


if __name__ == "__main__":
    main()
