"""Settings of a user, kept in a TOML file."""
