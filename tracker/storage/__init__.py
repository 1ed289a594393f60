"""Storage: TOML files on disk. Encounters are validated. Fights are append-only, hash-chained logs."""
