"""Time: an immutable agenda and conversions of counts. Knows no game."""
