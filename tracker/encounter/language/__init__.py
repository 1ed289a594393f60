"""The typed language: command lines, parsed. One file a topic."""
