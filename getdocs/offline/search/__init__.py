"""Finds words in a saved crawl: an index of its passages, and what a person types made a question to it."""
