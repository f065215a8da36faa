"""The tools as the SDK's own client sees them, without a process between."""

import asyncio

import pytest
from mcp import Client

from fixtures.saved_crawl import write_crawl
from getdocs.mcp.server import server_of
from getdocs.mcp.tools import Tools


@pytest.fixture
def call(tmp_path):
    write_crawl(tmp_path / "docs", {"/": "# Home\n\nThe needle.\n"})

    def run(name, **arguments):
        async def ask():
            async with Client(server_of(Tools(tmp_path))) as client:
                return await client.call_tool(name, arguments)

        return asyncio.run(ask())

    return run


def test_client_is_offered_four_tools(tmp_path):
    async def ask():
        async with Client(server_of(Tools(tmp_path))) as client:
            return {tool.name: tool for tool in (await client.list_tools()).tools}

    offered = asyncio.run(ask())
    assert set(offered) == {"crawl", "search", "read", "verify"}
    assert not {"delay", "ignore_robots", "robots_for", "user_agent", "allow_private"} & set(
        offered["crawl"].input_schema["properties"]
    )


def test_answer_of_a_tool_is_an_object(call):
    answer = call("search", query="needle", output_dir="docs")
    assert not answer.is_error
    assert answer.structured_content["results"][0]["path"] == "index.md"


def test_what_a_tool_refuses_reaches_the_agent_with_what_to_do(call):
    answer = call("search", query="needle", output_dir="../elsewhere")
    assert answer.is_error
    assert "give a relative path" in answer.content[0].text


def test_options_in_messages_are_said_as_arguments(call):
    answer = call("search", query="needle", output_dir="nothing")
    assert "-o is the argument output_dir" in answer.content[0].text


def test_private_address_is_refused_where_an_agent_names_it(call):
    answer = call("crawl", url="http://127.0.0.1:9/", output_dir="new", render="never")
    assert not answer.is_error
    assert answer.structured_content["skip_reasons"] == {"private_address": 1}
