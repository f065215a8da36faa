"""A saved crawl in other forms: llms.txt, one Markdown file, JSON lines, EPUB. `export` writes them; each form has its modules."""
