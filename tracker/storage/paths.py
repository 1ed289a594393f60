"""Paths: the folders of data, configuration and examples, where a fight is put, and safe file names."""

from __future__ import annotations

import os
from pathlib import Path

import tracker
from tracker.storage.atomic import Disk, write_new

FIGHT = ".fight.toml"
APPLICATION = "combat-tracker"


def data_dir() -> Path:
    """Return the user's data folder (it may not exist yet). The environment variable TRACKER_DATA names another."""
    from_environment = os.environ.get("TRACKER_DATA")
    if from_environment:
        return Path(from_environment)
    import platformdirs  # late: not needed where TRACKER_DATA names the folder

    return platformdirs.user_data_path(APPLICATION, appauthor=False)


def config_dir() -> Path:
    """Return the user's configuration folder (it may not exist yet).

    The environment variable TRACKER_CONFIG names another.
    """
    from_environment = os.environ.get("TRACKER_CONFIG")
    if from_environment:
        return Path(from_environment)
    import platformdirs

    return platformdirs.user_config_path(APPLICATION, appauthor=False)


def _package() -> Path:
    """Return the folder of the installed program."""
    return Path(tracker.__file__).resolve().parent


def examples_dir() -> Path:
    """Return the folder of the example fights: in the installed package, or at the top of a checkout."""
    installed = _package() / "saves"
    return installed if installed.is_dir() else _package().parent / "saves"


def examples() -> tuple[Path, ...]:
    """Return the example encounters that came with the program."""
    folder = examples_dir()
    return tuple(sorted(path for path in folder.glob("*.toml") if not is_fight(path))) if folder.is_dir() else ()


def example_called(name: str) -> Path | None:
    """Return the example with this bare name, an encounter (`duel`) or a finished fight (`finished-duel`), or None."""
    if not name or Path(name).name != name:
        return None
    folder = examples_dir()
    paths = (folder / f"{name.removesuffix('.toml').removesuffix('.fight')}{ending}" for ending in (".toml", FIGHT))
    return next((path for path in paths if path.is_file() and name in _names(path)), None)


def fight_called(name: str) -> Path:
    """Return the fight meant by a path or a bare name, such as `duel`: the path itself where there is such a file.

    Else, for a bare name: the fight beside, the one in the data folder, where `play` puts that of an example, or the
    finished example of that name. The path itself when there is none.
    """
    path = Path(name)
    if path.name != name or os.path.lexists(path):
        return path
    stem = name.removesuffix(".toml").removesuffix(".fight")
    kept = (path.with_name(f"{stem}{FIGHT}"), data_dir() / f"{stem}{FIGHT}", examples_dir() / f"{stem}{FIGHT}")
    return next((fight for fight in kept if fight.is_file()), path)


def file_called(name: str) -> Path:
    """Return the encounter or fight meant by a path or a bare name such as `duel`, to be read only.

    A file of that path comes first, then one with an ending (`duel.toml`, `duel.fight.toml`), then the user's own copy
    of an example, then the example. The path itself when there is none.
    """
    path = Path(name)
    if os.path.lexists(path) or path.name != name or not name:
        return path
    example = example_called(name)
    examples = () if example is None else (data_dir() / example.name, example)
    with_endings = (path.with_name(f"{name}{ending}") for ending in (".toml", FIGHT))
    return next((file for file in (*with_endings, *examples) if file.is_file()), path)


def _names(path: Path) -> tuple[str, str, str]:
    """Return the names of an example: the file name, and without its endings."""
    return path.name, path.name.removesuffix(".toml"), path.name.removesuffix(FIGHT).removesuffix(".toml")


def copy_example(example: Path) -> tuple[Path, bool]:
    """Return the user's copy of an example in the data folder, and whether it was made just now.

    An existing copy is left as it is. Raises OSError.
    """
    copy = data_dir() / example.name
    if copy.exists():
        return copy, False
    copy.parent.mkdir(parents=True, exist_ok=True)
    write_new(Disk(), copy, example.read_bytes())
    return copy, True


def is_finished_example(path: Path) -> bool:
    """Return whether a file is a fight that came with the program, which is opened for reading only.

    In a checkout the user's fights lie beside the examples. Those that came with it begin with `finished-`.
    """
    try:
        inside = path.resolve().parent == examples_dir().resolve()
    except OSError:
        return False
    return inside and is_fight(path) and (_shipped(path) or path.name.startswith("finished-"))


def is_fight(path: Path) -> bool:
    """Return whether a file's name is that of a fight."""
    return path.name.endswith(FIGHT)


def fight_path_for(encounter_path: Path, new: bool = False) -> Path:
    """Return the path for the fight of an encounter: beside it, or in the user's data folder.

    With `new`, a name that is free: `ford-2.fight.toml` after `ford.fight.toml`.
    """
    stem = encounter_path.name.removesuffix(FIGHT).removesuffix(".toml") or "fight"
    folder = encounter_path.parent
    if not _may_write(folder) or _shipped(encounter_path):
        folder = data_dir()
    path = folder / f"{stem}{FIGHT}"
    number = 2
    while new and (path.exists() or path.is_symlink()):
        path = folder / f"{stem}-{number}{FIGHT}"
        number += 1
    return path


def _may_write(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _shipped(path: Path) -> bool:
    """Return whether an encounter came with the installed program. In a checkout the examples are the user's files."""
    try:
        return path.resolve().is_relative_to(_package())
    except OSError:
        return False


def beside(path: Path, ending: str) -> Path:
    """Return a free name beside `path`: `ford.fight.toml.tail`, then `ford.fight.toml.2.tail`."""
    free = path.with_name(f"{path.name}.{ending}")
    number = 2
    while free.exists() or free.is_symlink():
        free = path.with_name(f"{path.name}.{number}.{ending}")
        number += 1
    return free
