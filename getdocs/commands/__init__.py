"""The commands beside `crawl`, one a module: options in, exit code out."""
