"""The typed language: command lines, parsed; one file a topic."""
