"""Between fights: parties, rest, write-back, reinforcements, and the library during a fight."""
