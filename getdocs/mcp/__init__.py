"""The MCP server (the extra `mcp`): crawl, search, read and verify as tools of an agent."""
