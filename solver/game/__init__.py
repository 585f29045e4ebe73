"""The rules of the game as pure values; knows nothing of files, JSON or the search."""
