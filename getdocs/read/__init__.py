"""A Snapshot in, a Page out. Pure: no browser, no socket, no clock."""
