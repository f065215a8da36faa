"""Makes links between saved files out of links of the web. All of it pure: text in, text out."""
