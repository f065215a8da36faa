"""A saved crawl as a local web site: MkDocs Material gives the frame, the Pages are drawn by our own rules."""
