"""``table``: a player by rules of thumb, after the one serious bot that this game has (docs/bots.md)."""
