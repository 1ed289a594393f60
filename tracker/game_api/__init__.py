"""The interface of a game to the rest of the program, in parts, and the plain values it exchanges."""
