import pytest

from getdocs.model import RequestKind
from getdocs.policy.kinds import CHECKS

SUBRESOURCES = ("SCRIPT", "STYLESHEET", "XHR", "WORKER")
REFUSED = ("IMAGE", "FONT", "MEDIA", "PING", "EVENT_SOURCE", "WEB_SOCKET", "OTHER")


def test_every_kind_of_request_has_a_row():
    assert set(CHECKS) == set(RequestKind)


def test_a_document_passes_every_check():
    checks = CHECKS[RequestKind.DOCUMENT]
    assert (checks.sent, checks.pin, checks.scope, checks.robots) == (True, True, True, True)


@pytest.mark.parametrize("name", [*SUBRESOURCES, "SITEMAP"])
def test_what_a_page_or_a_crawl_needs_passes_pin_and_robots_but_not_scope(name):
    checks = CHECKS[RequestKind[name]]
    assert (checks.sent, checks.pin, checks.scope, checks.robots) == (True, True, False, True)


def test_only_a_frame_is_bound_to_the_hosts_of_the_scope_and_to_no_path_of_theirs():
    assert [kind for kind, checks in CHECKS.items() if checks.host] == [RequestKind.FRAME]
    assert not CHECKS[RequestKind.FRAME].scope


@pytest.mark.parametrize("name", REFUSED)
def test_what_adds_no_words_to_a_page_is_never_sent(name):
    assert not CHECKS[RequestKind[name]].sent


def test_a_robots_txt_is_asked_for_without_any_check():
    checks = CHECKS[RequestKind.ROBOTS]
    assert (checks.sent, checks.pin, checks.scope, checks.robots) == (True, False, False, False)


def test_an_asset_passes_robots_alone():
    checks = CHECKS[RequestKind.ASSET]
    assert (checks.sent, checks.pin, checks.scope, checks.robots) == (True, False, False, True)


def test_only_what_the_frontier_hands_out_is_put_back_to_it():
    assert {kind for kind, checks in CHECKS.items() if checks.put_back} == {RequestKind.DOCUMENT, RequestKind.SITEMAP}


def test_the_table_cannot_be_changed():
    with pytest.raises(TypeError):
        CHECKS[RequestKind.IMAGE] = CHECKS[RequestKind.DOCUMENT]
