"""Players that bid and play by what one hand sees, each behind the two methods of ``bot.Bot`` (docs/bots.md)."""
