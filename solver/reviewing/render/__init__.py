"""Ways to show a review: plain text, Markdown, an HTML page with drawings, and the tables that they share."""
