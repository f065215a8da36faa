"""The MCP server as a process, asked by the SDK's own client over stdin and stdout."""

import asyncio
import json
import os
import sys
from pathlib import Path

import anyio
import pytest
from crawls import LONGEST_WAIT, Gate
from mcp import Client, StdioServerParameters
from rendering import alone

from fixtures.misbehave import answer
from fixtures.site import document


@pytest.fixture
def ask(run_getdocs, tmp_path):  # noqa: ARG001 - after it, nothing that was started may be left
    """Runs a conversation with a server whose root is the test's folder."""

    def run(conversation):
        server = StdioServerParameters(
            command=str(Path(sys.executable).with_name("getdocs")),
            args=["mcp", "--root", str(tmp_path), "--allow-private"],
            env=dict(os.environ),
        )

        async def talk():
            async with Client(server) as client:
                with anyio.fail_after(LONGEST_WAIT):
                    return await conversation(client)

        return alone(talk)

    return run


def test_agent_crawls_a_site_and_then_searches_reads_and_verifies_it(ask, server, tmp_path):
    server.page("/", document("Start", links=("/knobs",)))
    server.page("/knobs", document("Knobs", "<h2>Red</h2><p>Turn the red knob.</p>"))

    async def conversation(client):
        heard = []

        async def hear(done, _total, words):
            heard.append((done, words))

        crawled = await client.call_tool(
            "crawl", {"url": server.url("/"), "output_dir": "site"}, progress_callback=hear
        )
        found = await client.call_tool("search", {"query": "knob", "output_dir": "site"})
        hit = found.structured_content["results"][0]
        read = await client.call_tool("read", {"page": hit["path"], "line": hit["line"], "output_dir": "site"})
        verified = await client.call_tool("verify", {"output_dir": "site"})
        return crawled.structured_content, heard, read.structured_content, verified.structured_content

    crawled, heard, read, verified = ask(conversation)
    assert (crawled["status"], crawled["pages"], crawled["output_dir"]) == ("ok", 2, str(tmp_path / "site"))
    assert heard
    assert read["text"] == "Turn the red knob."
    assert (verified["good"], verified["pages"]) == (True, 2)


def test_crawl_that_an_agent_gives_up_stops_in_good_order_and_the_server_goes_on(ask, server, tmp_path):
    gate = Gate(answer(document("Slow").encode()))
    server.page("/", document("Start", links=("/slow",)))
    server.route("/slow", gate)

    async def conversation(client):
        arguments = {"url": server.url("/"), "output_dir": "site", "render": "never"}
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "crawl", arguments)
            assert await asyncio.to_thread(gate.asked.wait, LONGEST_WAIT)
            elsewhere = await client.call_tool("read", {"output_dir": "nothing"})
            group.cancel_scope.cancel()
        # It takes its turn when the one before has ended: its state is free then.
        again = await client.call_tool("crawl", arguments)
        gate.opened.set()
        return elsewhere, again

    elsewhere, again = ask(conversation)
    assert "holds no crawl.json" in elsewhere.content[0].text
    assert "resume" in again.content[0].text
    manifest = json.loads((tmp_path / "site" / "crawl.json").read_text("utf-8"))
    assert [page["url"] for page in manifest["pages"]] == [server.url("/")]
    assert [entry["url"] for entry in manifest["pending"]] == [server.url("/slow")]
