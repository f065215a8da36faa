"""getdocs for Python. Crawls are made by a stand-in, but for those that say otherwise."""

import asyncio
import contextlib
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import getdocs
from getdocs import api
from getdocs.beginning import Existing
from getdocs.conductor import Result
from getdocs.config import CrawlConfig
from getdocs.model import SavedPage, StorageState

URL = "https://docs.example/"


def page(number):
    return SavedPage(f"{URL}{number}", f"{number}.md", "", 200, 0, None, "", "")


class Crawls:
    """Stands in for `Crawl`: saves `pages` Pages one after the other, then ends, or raises."""

    def __init__(self):
        self.made = []
        self.pages = 3
        self.raises = None

    def __call__(self, config, **options):
        self.made.append(_Made(self, config, options))
        return self.made[-1]


class _Made:
    def __init__(self, crawls, config, options):
        self.crawls, self.config, self.options = crawls, config, options
        self.saved = 0
        self.stopped = False
        self.ended = False

    def stop(self):
        self.stopped = True

    async def run(self):
        try:
            while self.saved < self.crawls.pages and not self.stopped:
                self.saved += 1
                if self.options["hand_on"] is not None:
                    await self.options["hand_on"](page(self.saved))
            if self.crawls.raises:
                raise self.crawls.raises
            return Result({"pages": self.saved}, interrupted=self.stopped)
        finally:
            self.ended = True


@pytest.fixture
def crawls(monkeypatch):
    made = Crawls()
    monkeypatch.setattr(api, "Crawl", made)
    return made


# --- one call


def test_a_crawl_is_one_call_that_returns_the_manifest(crawls):
    assert getdocs.crawl(URL, out="there", limit=5) == {"pages": 3}
    assert crawls.made[0].config == CrawlConfig(seeds=(URL,), output_dir=Path("there"), limit=5)
    assert crawls.made[0].options["existing"] is Existing.REFUSE


def test_several_seeds_are_a_list(crawls):
    getdocs.crawl([URL, f"{URL}b/"])
    assert crawls.made[0].config.seeds == (URL, f"{URL}b/")


@pytest.mark.parametrize(
    ("how", "existing"),
    [
        ({"resume": True}, Existing.RESUME),
        ({"fresh": True}, Existing.REPLACE),
        ({"resume": True, "force": True}, Existing.RESUME | Existing.FORCE),
        ({"retry_failed": True}, Existing.RETRY_FAILED),
    ],
)
def test_what_to_do_with_an_earlier_crawl_is_said_as_on_the_command_line(crawls, how, existing):
    getdocs.crawl(URL, **how)
    assert crawls.made[0].options["existing"] == existing


def test_what_ends_a_crawl_is_raised(crawls):
    crawls.raises = getdocs.BrowserError("no Chromium found")
    with pytest.raises(getdocs.BrowserError, match="no Chromium found"):
        getdocs.crawl(URL)


@pytest.mark.usefixtures("crawls")
def test_where_an_event_loop_runs_the_call_says_what_to_write_instead():
    async def inside():
        getdocs.crawl(URL)

    with pytest.raises(RuntimeError, match=r"await getdocs\.acrawl.*getdocs\.stream"):
        asyncio.run(inside())


@pytest.mark.usefixtures("crawls")
def test_on_an_event_loop_a_crawl_is_awaited():
    async def inside():
        return await getdocs.acrawl(URL)

    assert asyncio.run(inside()) == {"pages": 3}


# --- a stream


def test_a_stream_yields_each_page_and_ends_with_the_crawl(crawls):
    async def read():
        return [page.path async for page in getdocs.stream(URL)]

    assert asyncio.run(read()) == ["1.md", "2.md", "3.md"]
    assert crawls.made[0].ended


def test_the_crawl_waits_while_nobody_takes_a_page(crawls):
    async def read():
        async with contextlib.aclosing(getdocs.stream(URL)) as pages:
            await anext(pages)
            for _ in range(10):
                await asyncio.sleep(0)
            return crawls.made[0].saved

    # One is being looked at, one is offered.
    assert asyncio.run(read()) == 2


def test_leaving_the_loop_stops_the_crawl_in_good_order(crawls):
    crawls.pages = 1000

    async def read():
        async with contextlib.aclosing(getdocs.stream(URL)) as pages:
            async for _ in pages:
                break
        return crawls.made[0].stopped, crawls.made[0].ended

    assert asyncio.run(read()) == (True, True)
    assert crawls.made[0].saved < 5


def test_leaving_the_loop_and_the_program_at_once_leaves_no_crawl_behind(crawls):
    async def read():
        async for _ in getdocs.stream(URL):
            break

    asyncio.run(read())
    assert crawls.made[0].ended


def test_what_ends_a_crawl_is_raised_after_the_pages_that_it_saved(crawls):
    crawls.raises = getdocs.OutputError("cannot write out")
    read = []

    async def stream():
        async for page in getdocs.stream(URL):
            read.append(page.path)  # noqa: PERF401 - what was read before the error counts

    with pytest.raises(getdocs.OutputError, match="cannot write out"):
        asyncio.run(stream())
    assert read == ["1.md", "2.md", "3.md"]


def test_an_error_of_the_reader_is_the_readers_and_the_crawl_ends(crawls):
    async def stream():
        async with contextlib.aclosing(getdocs.stream(URL)) as pages:
            async for _ in pages:
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(stream())
    assert crawls.made[0].ended


# --- settings


def test_there_is_an_argument_for_each_setting_and_for_nothing_else():
    elsewhere = {"seeds", "output_dir", "logins"}
    assert set(api.Settings.__annotations__) | elsewhere == {field.name for field in fields(CrawlConfig)}


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("render", "never", getdocs.RenderMode.NEVER),
        ("render", getdocs.RenderMode.AUTO, getdocs.RenderMode.AUTO),
        ("families", "all", getdocs.FamilyUse.ALL),
        ("sitemap", "only", getdocs.SitemapUse.ONLY),
        ("robots_for", "pages", getdocs.RobotsFor.PAGES),
        ("include_paths", ["/a*", "/b"], ("/a*", "/b")),
        ("accept_status", [404], (404,)),
        ("headers", {"X-Key": "a"}, (("X-Key", "a"),)),
        ("cookies", {"a": "b"}, (("a", "b"),)),
        ("ca_file", "ca.pem", Path("ca.pem")),
        ("ca_file", None, None),
        ("browser", "/chromium", Path("/chromium")),
        ("delay", 0.5, 0.5),
        ("keep_html", True, True),
    ],
)
def test_a_setting_is_taken_as_it_is_easy_to_write(name, given, value):
    assert getattr(api.config_of(URL, "out", {name: given}), name) == value


def test_a_saved_login_is_read_from_its_file(tmp_path):
    (tmp_path / "login.json").write_text('{"cookies": [], "origins": []}', encoding="utf-8")
    assert api.config_of(URL, "out", {"storage_state": tmp_path / "login.json"}).storage_state == StorageState()


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"render": "sometimes"}, "render: 'sometimes' is not a valid RenderMode"),
        ({"include_paths": "/a*"}, "include_paths must be a list, not the text '/a*'"),
        ({"limit": -1}, "--limit must be at least 0, not -1"),
    ],
)
def test_a_value_that_makes_no_sense_is_a_usage_error_that_names_the_setting(settings, says):
    with pytest.raises(getdocs.UsageError) as raised:
        api.config_of(URL, "out", settings)
    assert str(raised.value) == says


def test_a_setting_that_there_is_not_is_an_error():
    with pytest.raises(TypeError, match="limt"):
        getdocs.crawl(URL, limt=5)


def test_a_log_of_requests_is_opened_before_the_crawl_begins(crawls, tmp_path):
    getdocs.crawl(URL, log_file=tmp_path / "log")
    assert (tmp_path / "log").exists()
    assert crawls.made[0].options["note"] is not None


def test_what_a_crawl_warns_of_goes_to_the_log_of_the_program(crawls, caplog):
    getdocs.crawl(URL)
    crawls.made[0].options["observer"].warn("http://me:secret@h/ is slow")
    assert [record.name for record in caplog.records] == ["getdocs"]
    assert "secret" not in caplog.text


# --- types

USE = """
import asyncio
import getdocs

class Team:
    async def __call__(self, request: getdocs.Request, proceed: object) -> getdocs.Response:
        raise NotImplementedError

manifest = getdocs.crawl("https://h/", out="out", limit=10, render="never", headers={"x": "y"}, middlewares=[Team()])
count: int = manifest["page_count"]
status: str = getdocs.summary_of(manifest).status

async def read() -> None:
    async for page in getdocs.stream(["https://h/"], out="out", delay=0.5):
        text: str = page.markdown
        number: int = page.markdown  # type: ignore[assignment]

asyncio.run(read())
getdocs.crawl("https://h/", limit="many")  # type: ignore[arg-type]
getdocs.crawl("https://h/", limt=1)  # type: ignore[call-arg]
getdocs.crawl("https://h/", render="sometimes")  # type: ignore[arg-type]
"""


def test_a_type_checker_knows_the_interface_and_finds_what_is_wrong_with_its_use(tmp_path):
    # Every `ignore` that finds nothing to ignore is an error.
    (tmp_path / "use.py").write_text(USE, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path / 'cache'}", "use.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "Success: no issues found in 1 source file\n"


# --- the package


def test_every_name_of_the_interface_is_there():
    assert {
        name: getattr(getdocs, name, None) for name in getdocs.__all__ if getattr(getdocs, name, None) is None
    } == {}


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'crawll'"):
        getdocs.crawll  # noqa: B018 - looked up


def test_importing_the_package_loads_none_of_it():
    program = "import sys, getdocs; print([name for name in sys.modules if name.startswith('getdocs.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_module_of_the_package_takes_the_name_of_a_function():
    program = "import getdocs.api, getdocs.cli, getdocs; print(callable(getdocs.crawl), callable(getdocs.stream))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True True"
