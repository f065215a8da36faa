"""What became of a crawl, as one HTML page to look at."""
