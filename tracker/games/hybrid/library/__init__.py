"""The library that comes with the program: creatures, weapons, armour."""
