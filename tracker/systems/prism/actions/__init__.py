"""Actions: turns of the chain, what is declared on them, and the resolution of a whole tick together."""
