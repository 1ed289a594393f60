"""The fixtures of the command line."""

from tests.cli.conftest import config, data_folder, duel, nerve, shown

__all__ = ["config", "data_folder", "duel", "nerve", "shown"]
