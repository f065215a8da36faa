"""One visit to the network: redirects > guard > chain (cache, retry, user agent) > core."""
