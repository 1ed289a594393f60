"""Packs: games that are one TOML file each: read into frozen values, judged whole, and played by the same contract."""
