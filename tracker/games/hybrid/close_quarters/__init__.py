"""Close quarters: closing in, holds and tricks."""
