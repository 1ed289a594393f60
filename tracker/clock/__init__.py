"""Time: an immutable agenda and conversions of counts; knows no game."""
