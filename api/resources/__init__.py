"""One module a resource: its route, what it asks and what it answers."""
