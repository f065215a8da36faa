import asyncio

from getdocs.model import Failed, FailReason, Navigation, Response
from getdocs.render import interception
from getdocs.render.deadline import Deadline
from getdocs.render.interception import Interception

MAIN = "main-frame"
DOCUMENT = Response("http://h.test/page#/route", 200, (("content-type", "text/html"),), b"<p>x")


class FakeCdp:
    """Notes what it is told. `refuses`: methods that fail."""

    def __init__(self, refuses=()):
        self.said = []
        self._refuses = refuses

    async def quietly(self, method, **parameters):
        self.said.append((method, parameters))
        return method not in self._refuses

    @property
    def verdicts(self):
        return [(method.partition(".")[2], parameters.get("errorReason")) for method, parameters in self.said]


class Load:
    def __init__(self, fetched=None):
        self.urls = []
        self._fetched = fetched

    async def __call__(self, request):
        self.urls.append(request.url)
        return self._fetched or Response(request.url, 200, (), b"body")


def event(url, resource_type="Script", *, frame=MAIN, network_id="n", fragment=""):
    request = {"url": url, "urlFragment": fragment, "method": "GET", "headers": {}}
    return {
        "requestId": url,
        "networkId": network_id,
        "resourceType": resource_type,
        "frameId": frame,
        "request": request,
    }


def play(*steps, cdp=None, load=None, patience=5):
    """What became of a showing in which `steps` (name of a handler, event) happened one after another."""
    cdp = cdp or FakeCdp()

    async def work():
        async with asyncio.TaskGroup() as group:
            showing = Interception(
                cdp,
                DOCUMENT,
                load or Load(),
                frame=MAIN,
                group=group,
                deadline=Deadline(5, patience=patience),
                moment=0.0,
            )
            for name, happened in steps:
                getattr(showing, name)(happened)
                for _ in range(5):
                    await asyncio.sleep(0)
        return showing

    return asyncio.run(work()), cdp


def paused(url, *arguments, **fields):
    return ("on_paused", event(url, *arguments, **fields))


SHOWN = paused("http://h.test/page", "Document", network_id="first")
ANNOUNCED = ("on_started", {"frameId": MAIN, "loaderId": "first"})


def test_the_approved_document_is_answered_from_memory_without_a_request():
    load = Load()
    _, cdp = play(SHOWN, load=load)
    assert cdp.verdicts == [("fulfillRequest", None)]
    assert load.urls == []


def test_the_main_frame_asking_for_another_document_has_left():
    showing, cdp = play(ANNOUNCED, SHOWN, ("on_started", {"frameId": MAIN, "loaderId": "second"}),
                        paused("http://h.test/next", "Document", network_id="second", fragment="#/a"))  # fmt: skip
    assert showing.ended.result() == Navigation("http://h.test/next#/a")
    assert cdp.verdicts[1] == ("failRequest", "Aborted")


def test_a_document_request_that_was_not_announced_is_a_download():
    showing, cdp = play(ANNOUNCED, SHOWN, paused("http://h.test/x.zip", "Document", network_id="second"))
    assert not showing.ended.done()
    assert cdp.verdicts[1] == ("failRequest", "Aborted")


def test_a_chromium_that_announces_nothing_still_tells_of_navigations():
    showing, _ = play(SHOWN, paused("http://h.test/next", "Document", network_id="second"))
    assert showing.ended.result() == Navigation("http://h.test/next")


def test_after_the_page_has_left_nothing_is_asked_for_any_more():
    load = Load()
    play(SHOWN, paused("http://h.test/next", "Document"), paused("http://h.test/a.js"), load=load)
    assert load.urls == []


def test_a_script_goes_through_load_and_a_picture_does_not():
    load = Load()
    _, cdp = play(paused("http://h.test/a.js"), paused("http://h.test/a.png", "Image"), load=load)
    assert load.urls == ["http://h.test/a.js"]
    assert cdp.verdicts == [("fulfillRequest", None), ("failRequest", "BlockedByClient")]


def test_other_schemes_never_reach_load():
    load = Load()
    play(paused("file:///etc/hostname"), paused("chrome://version"), paused("ftp://h.test/a"), load=load)
    assert load.urls == []


def test_data_needs_no_network():
    _, cdp = play(paused("data:text/javascript,1"))
    assert cdp.verdicts == [("continueRequest", None)]


def test_a_resource_that_python_found_elsewhere_is_given_at_that_url_without_a_second_request():
    load = Load(Response("http://cdn.test/v2.js", 200, (), b"body"))
    _, cdp = play(
        paused("http://h.test/a.js", network_id="7"), paused("http://cdn.test/v2.js", network_id="7"), load=load
    )
    assert [parameters["responseCode"] for _, parameters in cdp.said] == [302, 200]
    assert load.urls == ["http://h.test/a.js"]


def test_an_answer_that_chromium_refuses_leaves_no_request_waiting():
    _, cdp = play(paused("http://h.test/a.js"), cdp=FakeCdp(refuses=("Fetch.fulfillRequest",)))
    assert cdp.verdicts == [("fulfillRequest", None), ("failRequest", "Failed")]


def test_a_failed_script_is_noted_once_and_a_missing_one_is_not():
    again = [paused("http://h.test/a.js"), paused("http://h.test/a.js")]
    showing, _ = play(*again, load=Load(Failed(FailReason.TIMEOUT)))
    assert showing.refused == ("http://h.test/a.js",)
    showing, _ = play(*again, load=Load(Response("http://h.test/a.js", 404, (), b"")))
    assert showing.refused == ()


def test_a_script_that_the_server_could_not_serve_just_now_is_noted():
    showing, _ = play(paused("http://h.test/a.js"), load=Load(Response("http://h.test/a.js", 503, (), b"")))
    assert showing.refused == ("http://h.test/a.js",)


def test_a_page_has_a_bounded_number_of_requests(monkeypatch):
    monkeypatch.setattr(interception, "MAX_REQUESTS", 3)
    load = Load()
    showing, _ = play(*(paused(f"http://h.test/{n}.js") for n in range(5)), load=load)
    assert len(load.urls) == 3
    assert showing.refused == ("http://h.test/3.js", "http://h.test/4.js")


def test_a_stream_of_events_is_noted_and_never_reaches_load():
    load = Load()
    stream = paused("http://h.test/es", "EventSource")
    showing, cdp = play(stream, stream, load=load)
    assert load.urls == []
    assert cdp.verdicts == [("failRequest", "BlockedByClient")] * 2
    assert showing.refused == ("http://h.test/es",)


def test_a_socket_is_noted_once_and_without_credentials():
    showing, _ = play(*[("on_socket", "wss://name:secret@h.test/live?t=1")] * 2)
    assert showing.refused == ("wss://h.test/live?t=1",)


def test_a_socket_of_a_page_that_is_over_is_not_noted():
    showing, _ = play(("on_socket", "ws://h.test/1"))
    showing.close()
    showing.on_socket("ws://h.test/2")
    assert showing.refused == ("ws://h.test/1",)


def test_sockets_without_end_are_not_all_noted(monkeypatch):
    monkeypatch.setattr(interception, "MAX_REFUSED", 2)
    showing, _ = play(*(("on_socket", f"ws://h.test/{n}") for n in range(5)))
    assert showing.refused == ("ws://h.test/0", "ws://h.test/1")


def committed(loader, url, frame=MAIN):
    return ("on_navigated", {"frame": {"id": frame, "loaderId": loader, "url": url}})


def test_a_document_committed_without_a_request_means_the_page_left():
    ours = (SHOWN, committed("first", "http://h.test/page"))
    showing, _ = play(*ours, committed("9", "about:blank", frame="child"))
    assert not showing.ended.done()
    showing, _ = play(*ours, committed("second", "blob:http://h.test/1"))
    assert showing.ended.result() == Navigation("blob:http://h.test/1")


def test_the_blank_page_that_the_tab_showed_before_is_no_navigation():
    showing, _ = play(committed("old", "about:blank"), SHOWN, committed("first", "http://h.test/page"))
    assert not showing.ended.done()


def test_answers_reach_the_page_in_the_order_in_which_it_asked_for_them():
    class Backwards(Load):
        """Answers when everything has been asked for, the last request first."""

        def __init__(self, fetched=None):
            super().__init__(fetched)
            self.answered = []
            self._answered = {name: asyncio.Event() for name in "abcd"}
            self._answered["d"].set()

        async def __call__(self, request):
            name = request.url[-1]
            await self._answered[chr(ord(name) + 1)].wait()
            self._answered[name].set()
            self.answered.append(name)
            return await super().__call__(request)

    load = Backwards()
    _, cdp = play(*(paused(f"http://h.test/{name}") for name in "abc"), load=load)
    assert load.answered == ["c", "b", "a"]
    assert [parameters["requestId"][-1] for _, parameters in cdp.said] == ["a", "b", "c"]
    showing, _ = play(*(paused(f"http://h.test/{name}") for name in "abc"), load=Backwards(Failed(FailReason.TIMEOUT)))
    assert [url[-1] for url in showing.refused] == ["a", "b", "c"]


def test_a_refusal_waits_for_no_answer():
    cdp = FakeCdp()
    play(paused("http://h.test/slow"), paused("http://h.test/a.png", "Image"), load=Never(), patience=0.01, cdp=cdp)
    assert [parameters["requestId"][-4:] for _, parameters in cdp.said] == [".png", "slow"]


class Never(Load):
    async def __call__(self, request):
        await super().__call__(request)
        await asyncio.get_running_loop().create_future()


def test_a_request_that_takes_longer_than_there_is_patience_is_given_up_and_noted():
    showing, cdp = play(paused("http://h.test/a.js"), load=Never(), patience=0.01)
    assert showing.refused == ("http://h.test/a.js",)
    assert cdp.verdicts == [("failRequest", "BlockedByClient")]


def test_an_answer_is_given_though_the_one_before_it_never_came():
    class First(Never):
        async def __call__(self, request):
            if request.url.endswith("a.js"):
                return await super().__call__(request)
            return Response(request.url, 200, (), b"body")

    _, cdp = play(paused("http://h.test/a.js"), paused("http://h.test/b.js"), load=First(), patience=0.01)
    assert ("fulfillRequest", None) in cdp.verdicts
