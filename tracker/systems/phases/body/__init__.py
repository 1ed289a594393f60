"""Body: hit factors, shock by location, and what comes of them."""
