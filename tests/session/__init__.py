"""The session, played on the plain game."""
