"""Typer commands: options -> CrawlConfig, Manifest -> summary and exit code."""
