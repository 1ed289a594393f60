"""The players' screen: it shows only what the players may know (`encounter.player_view`)."""
