"""getdocs: a local, faithful, verifiable Markdown copy of a documentation site."""

__version__ = "0.1.0"
