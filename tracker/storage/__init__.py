"""TOML on disk: encounters, fights, libraries."""
