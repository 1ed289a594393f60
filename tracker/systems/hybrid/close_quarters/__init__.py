"""Close quarters: closing, holds and tricks."""
