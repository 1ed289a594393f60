"""Lines: what is typed after a name, read into what is declared."""
