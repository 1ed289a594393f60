"""TOML files: reading, validation with located diagnostics, writing."""
