"""Assets: which images and documents saved Pages point at, what they are, where they are kept. All of it pure."""
