import asyncio
from dataclasses import replace

from getdocs.fetch.chain import chain
from getdocs.fetch.user_agent import UserAgent
from getdocs.model import Failed, FailReason, Request, RequestKind, Response

PAGE = Request("http://h/", RequestKind.DOCUMENT)


async def core(request):
    return Response(request.url, 200, request.headers, b"")


def noting(name):
    async def step(request, proceed):
        fetched = await proceed(replace(request, headers=(*request.headers, ("x-in", name))))
        return replace(fetched, headers=(*fetched.headers, ("x-out", name)))

    return step


def test_the_first_step_is_outermost():
    fetched = asyncio.run(chain([noting("a"), noting("b")], core)(PAGE))
    assert fetched.headers == (("x-in", "a"), ("x-in", "b"), ("x-out", "b"), ("x-out", "a"))


def test_a_step_may_answer_without_proceeding():
    async def refuse(_request, _proceed):
        return Failed(FailReason.TIMEOUT)

    assert asyncio.run(chain([refuse, noting("never")], core)(PAGE)) == Failed(FailReason.TIMEOUT)


def test_a_chain_without_steps_is_its_innermost_handler():
    assert asyncio.run(chain([], core)(PAGE)).status == 200


def test_every_request_says_who_we_are():
    fetched = asyncio.run(chain([UserAgent("getdocs/1")], core)(PAGE))
    assert fetched.headers == (("user-agent", "getdocs/1"),)


def test_a_step_of_the_users_own_may_say_it_differently():
    own = replace(PAGE, headers=(("user-agent", "acmebot/2"),))
    fetched = asyncio.run(chain([UserAgent("getdocs/1")], core)(own))
    assert fetched.headers == (("user-agent", "acmebot/2"),)
