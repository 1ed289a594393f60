"""The library: creatures and parts by name, from the built-in files, the user's folder and beside the encounter."""
