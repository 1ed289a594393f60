"""Storage: TOML files on disk. Encounters are validated; fights are append-only, hash-chained logs."""
