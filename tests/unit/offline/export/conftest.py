from dataclasses import replace

import pytest

from fixtures.saved_crawl import FACTS, SITE, write_crawl
from getdocs.model import NavNode, Receipt
from getdocs.offline.saved import SavedCrawl

PAGES = {
    "/": "![logo](https://docs.example/logo.png)\n\n# Demo\n\nDemo is a tool that does things.\n\n[Install](guide/install.md#from-source), [up](#demo)\n",
    "/guide/install": "# Install\n\nHow to install it on your machine.\n\n## From source\n\n[API](../api.md#demo.run) [start](../index.md) [usage](usage.md#usage)\n\n[^1] [ref]\n\n[^1]: one\n\n[ref]: ../api.md\n",
    "/guide/usage": "## Usage\n\nHow to use it, day by day.\n\n## Install\n\n[self](#install) [gone](../gone.md#x)\n\n```\n# no heading\n[no](link.md)\n```\n\n[^1] [ref]\n\n[^1]: two\n",
    "/api": '# API\n\nEverything that can be called from outside.\n\n<a id="demo.run"></a>**run**()\n\n## Install\n\n<!-- never closed\n',
    "/gone": "# Gone\n",
    "/extra": "Extra\n=====\n\n![pic](_media/docs.example/p.png) ![far](https://far.example/x.png) [doc](_media/docs.example/d.pdf)\n",
}  # fmt: skip
NAV = (
    NavNode("Demo", f"{SITE}/"),
    NavNode("Guide", None, (NavNode("Install", f"{SITE}/guide/install"), NavNode("Usage", f"{SITE}/guide/usage"))),
    NavNode("Reference", None, (NavNode("API", f"{SITE}/api"),)),
)
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6364f8cf500f00038601805a345f2b0000000049454e44ae426082"
)


def make(folder):
    """A crawl whose page /gone somebody has deleted."""
    write_crawl(
        folder,
        PAGES,
        titles={"/": "Demo", "/guide/install": "Install", "/guide/usage": "Usage", "/api": "API", "/extra": "Extra"},
        facts=dict.fromkeys(PAGES, replace(FACTS, receipt=Receipt())),
        nav=NAV,
    )
    media = folder / "_media" / "docs.example"
    media.mkdir(parents=True)
    (media / "p.png").write_bytes(PNG)
    (media / "d.pdf").write_bytes(b"%PDF-")
    (folder / "gone.md").unlink()
    return SavedCrawl.open(folder)


@pytest.fixture
def crawl(tmp_path):
    return make(tmp_path / "out")
