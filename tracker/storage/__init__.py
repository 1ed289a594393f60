"""Storage: TOML on disk. Encounters are validated, fights are appended to, hash-chained and never lost."""
