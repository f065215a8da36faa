"""crawlee's PlaywrightCrawler over a list of URLs, markdownify on the content of each page.

    PYTHON_OF_THE_PEERS bench/render_crawlee.py URLS --browser PATH --tabs N        prints {"pages", "good", "bytes"}

Nothing is written to disk, no robots.txt, as many tabs as getdocs has from the first page to the last.
"""

import argparse
import asyncio
import json
import logging
from datetime import timedelta
from pathlib import Path

from crawlee import ConcurrencySettings
from crawlee.crawlers import PlaywrightCrawler, PlaywrightCrawlingContext
from crawlee.storage_clients import MemoryStorageClient
from markdownify import markdownify

LOOPBACK_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
GOOD = 200
"""Characters of Markdown that a page of documentation has at the least."""


async def main(arguments: argparse.Namespace) -> None:
    urls = arguments.urls.read_text().split()
    sizes: dict[str, int] = {}
    tabs = arguments.tabs
    crawler = PlaywrightCrawler(
        headless=True,
        browser_type="chromium",
        browser_launch_options={
            "executable_path": arguments.browser,
            "chromium_sandbox": False,
            "args": [LOOPBACK_ONLY],
        },
        storage_client=MemoryStorageClient(),
        concurrency_settings=ConcurrencySettings(min_concurrency=tabs, max_concurrency=tabs, desired_concurrency=tabs),
        request_handler_timeout=timedelta(seconds=60),
        configure_logging=False,
    )

    @crawler.router.default_handler
    async def handle(context: PlaywrightCrawlingContext) -> None:
        sizes[context.request.url] = len(markdownify(await context.page.content()))

    await crawler.run(urls)
    good = sum(size > GOOD for size in sizes.values())
    print(json.dumps({"pages": len(sizes), "good": good, "bytes": sum(sizes.values())}))


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urls", type=Path)
    parser.add_argument("--browser", required=True)
    parser.add_argument("--tabs", type=int, required=True)
    asyncio.run(main(parser.parse_args()))
