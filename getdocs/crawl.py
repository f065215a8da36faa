"""The conductor, and the table of contents: lease -> fetch -> render -> read -> write -> settle."""
