"""What is done with a saved crawl, without a request: it is searched, viewed, reported on, exported. `saved` reads it from disk."""
