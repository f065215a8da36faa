"""crawl4ai over a list of URLs, as its documentation has it: arun_many, its memory-adaptive dispatcher, Markdown of each page.

    PYTHON_OF_THE_PEERS bench/render_crawl4ai.py URLS --browser PATH --tabs N        prints {"pages", "good", "bytes"}

No cache, no robots.txt, no rate limiter, as many tabs as getdocs has.
"""

import argparse
import asyncio
import functools
import json
from pathlib import Path

from crawl4ai import AsyncWebCrawler, BrowserConfig, CacheMode, CrawlerRunConfig, MemoryAdaptiveDispatcher
from playwright.async_api import BrowserType

LOOPBACK_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
GOOD = 200
"""Characters of Markdown that a page of documentation has at the least."""


def use(browser: str) -> None:
    """It has no option that names an executable; its browser is the one that Playwright starts."""
    launch = BrowserType.launch
    BrowserType.launch = functools.partialmethod(launch, executable_path=browser)


async def main(arguments: argparse.Namespace) -> None:
    use(arguments.browser)
    urls = arguments.urls.read_text().split()
    browser = BrowserConfig(headless=True, verbose=False, extra_args=[LOOPBACK_ONLY])
    config = CrawlerRunConfig(cache_mode=CacheMode.BYPASS, verbose=False, stream=True)
    dispatcher = MemoryAdaptiveDispatcher(max_session_permit=arguments.tabs, rate_limiter=None)
    pages = good = size = 0
    async with AsyncWebCrawler(config=browser) as crawler:
        async for result in await crawler.arun_many(urls, config=config, dispatcher=dispatcher):
            markdown = str(result.markdown or "") if result.success else ""
            pages += bool(result.success)
            good += len(markdown) > GOOD
            size += len(markdown)
            if not result.success:
                print(f"# {result.url}: {result.error_message}")
    print(json.dumps({"pages": pages, "good": good, "bytes": size}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urls", type=Path)
    parser.add_argument("--browser", required=True)
    parser.add_argument("--tabs", type=int, required=True)
    asyncio.run(main(parser.parse_args()))
