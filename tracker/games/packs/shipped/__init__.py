"""The packs that come with the program."""
