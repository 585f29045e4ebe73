"""What sits at the table: a seat's knowledge, the layouts that it leaves possible, and bots that bid and play."""
