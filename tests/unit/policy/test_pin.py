from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs import urls
from getdocs.policy.pin import Pins


def follow(pins: Pins, start: str, server: dict[str, str]) -> list[str]:
    """What is asked for from `start` on, where `server` maps a URL to the Location it answers with; ends at a repeat."""
    asked = []
    url = pins.apply(start)
    while url not in asked:
        asked.append(url)
        location = server.get(url)
        if location is None:
            break
        pins.observe(url, location)
        url = pins.apply(location)
    return asked


FLIP = {"https://h/openbox": "http://h/openbox/", "http://h/openbox/": "https://h/openbox"}


def test_story_01_a_scheme_flipping_loop_ends_at_the_page():
    assert follow(Pins(["https://h/docs/"]), "https://h/openbox", FLIP) == ["https://h/openbox", "https://h/openbox/"]


def test_story_03_a_page_whose_only_working_url_differs_by_scheme_and_slash_is_reached():
    assert follow(Pins(["https://h/"]), "http://h/openbox/", FLIP) == ["https://h/openbox/"]


def test_story_04_an_https_seed_keeps_its_host_on_https():
    pins = Pins(["https://h/"])
    pins.observe("https://h/a", "http://h/b")
    assert pins.apply("http://h/b") == "https://h/b"


def test_story_05_a_true_loop_repeats_a_url_so_that_it_can_be_seen():
    loop = {"https://h/b": "http://h/b/", "https://h/b/": "https://h/b"}
    assert follow(Pins(["https://h/"]), "https://h/b", loop) == ["https://h/b", "https://h/b/"]


@pytest.mark.parametrize("url", ["https://h/a", "https://h/a?b#c", "https://other/x", "http://other/x"])
def test_story_07_on_a_healthy_site_every_url_is_returned_as_it_is(url):
    assert Pins(["https://h/"]).apply(url) is url


def test_story_08_each_host_is_pinned_to_the_scheme_of_its_own_seed():
    pins = Pins(["https://a.org/", "http://b.org/"])
    assert [pins.apply("http://a.org/x"), pins.apply("https://b.org/x")] == ["https://a.org/x", "http://b.org/x"]


def test_story_10_pins_of_an_earlier_run_hold_in_the_next():
    first = Pins(["http://h/"])
    first.observe("http://h/", "https://h/")
    assert Pins(["http://h/"], first.as_mapping()).apply("http://h/x") == "https://h/x"


@pytest.mark.parametrize("url", ["http://other.org/x", "https://other.org/x", "http://www.h/x", "http://h.org/x"])
def test_story_13_a_host_without_a_seed_is_left_alone(url):
    assert Pins(["https://h/"]).apply(url) == url


def test_story_14_pinning_leaves_host_and_path_so_that_scope_decides_the_same():
    pinned = urls.parse(Pins(["https://h/docs"]).apply("http://h/private/"))
    assert pinned is not None
    assert (pinned.netloc, pinned.path) == ("h", "/private/")


def test_only_the_scheme_changes():
    assert Pins(["https://h/"]).apply("http://u:p@h/A/b/?q=%2f&r=#/Route") == "https://u:p@h/A/b/?q=%2f&r=#/Route"


@pytest.mark.parametrize("seeds", [["http://h/a", "https://h/b"], ["https://h/b", "http://h/a"]])
def test_of_two_seeds_of_one_host_https_wins(seeds):
    assert Pins(seeds).apply("http://h/a") == "https://h/a"


def test_a_seed_port_is_a_host_of_its_own():
    pins = Pins(["http://h:8080/"])
    assert pins.apply("https://h:8080/x") == "http://h:8080/x"
    assert pins.apply("https://h/x") == "https://h/x"


def test_an_upgrade_to_another_port_is_another_host():
    pins = Pins(["http://h:8080/"])
    pins.observe("http://h:8080/", "https://h:8443/")
    assert pins.apply("https://h:8443/") == "https://h:8443/"
    assert pins.as_mapping() == {"h:8080": "http"}


def test_an_http_seed_that_its_host_upgrades_is_pinned_to_https_from_there():
    server = {f"http://h{path}": f"https://h{path}" for path in ("/docs/", "/docs/a", "/docs/b")}
    pins = Pins(["http://h/docs/"])
    assert follow(pins, "http://h/docs/", server) == ["http://h/docs/", "https://h/docs/"]
    assert follow(pins, "http://h/docs/a", server) == ["https://h/docs/a"]


def test_an_upgrade_at_a_later_hop_of_the_seed_counts():
    server = {"http://h/": "http://h/docs", "http://h/docs": "https://h/docs/"}
    pins = Pins(["http://h/"])
    assert follow(pins, "http://h/", server)[-1] == "https://h/docs/"
    assert pins.as_mapping() == {"h": "https"}


def test_a_seed_with_credentials_and_a_route_is_known_by_the_url_that_is_sent():
    pins = Pins(["http://u:p@h/#/start"])
    pins.observe("http://h/", "https://h/")
    assert pins.as_mapping() == {"h": "https"}


def test_a_seed_that_leaves_for_another_host_upgrades_nothing():
    pins = Pins(["http://h/"])
    pins.observe("http://h/", "https://www.h/")
    assert pins.as_mapping() == {"h": "http"}


def test_a_page_of_an_http_site_that_links_to_a_dead_https_is_pinned_back():
    server = {"http://h/x": "https://h/x/"}
    assert follow(Pins(["http://h/"]), "http://h/x", server) == ["http://h/x", "http://h/x/"]


def test_a_page_that_exists_on_https_only_is_reached_there_and_the_host_stays_on_http():
    pins = Pins(["http://h/"])
    assert follow(pins, "http://h/x", {"http://h/x": "https://h/x"}) == ["http://h/x", "https://h/x"]
    assert pins.apply("https://h/y") == "http://h/y"


def test_nothing_leads_an_upgraded_host_back_to_http():
    pins = Pins(["http://h/"])
    pins.observe("http://h/", "https://h/")
    pins.observe("https://h/a", "http://h/a")
    assert pins.apply("http://h/a") == "https://h/a"


def test_a_known_pin_never_takes_an_https_seed_to_http():
    assert Pins(["https://h/"], {"h": "http"}).apply("http://h/x") == "https://h/x"


def test_a_known_pin_of_a_host_that_no_seed_names_is_dropped():
    assert Pins(["https://h/"], {"other": "https"}).as_mapping() == {"h": "https"}


def test_the_mapping_is_a_copy():
    pins = Pins(["http://h/"])
    before = pins.as_mapping()
    pins.observe("http://h/", "https://h/")
    assert before == {"h": "http"}


@pytest.mark.parametrize("url", ["mailto:a@h", "nonsense", "ftp://h/x", "wss://h/x", ""])
def test_what_is_no_http_url_is_returned_as_it_is(url):
    assert Pins(["https://h/"]).apply(url) == url


hosts = st.sampled_from(["h", "h:80", "h:443", "h:8080", "i", "[::1]", "[::1]:8443"])
any_url = st.builds(
    lambda scheme, host, path: f"{scheme}://{host}{path}",
    st.sampled_from(["http", "https"]),
    hosts,
    st.sampled_from(["/", "/a", "/a/", "/a?b", "/a#c"]),
)


@given(st.lists(any_url, min_size=1, max_size=3), st.lists(st.tuples(any_url, any_url), max_size=6), any_url)
def test_whatever_was_observed_only_the_scheme_changes_and_applying_twice_is_applying_once(seeds, redirects, url):
    pins = Pins(seeds)
    for source, target in redirects:
        pins.observe(source, target)
    before, pinned = urls.parse(url), urls.parse(pins.apply(url))
    assert before is not None
    assert pinned is not None
    assert replace(pinned, scheme=before.scheme, href=before.href) == before
    assert pins.apply(pinned.href) == pinned.href


@given(st.lists(any_url, min_size=1, max_size=3), st.lists(st.tuples(any_url, any_url), max_size=6))
def test_a_host_on_https_stays_on_https_whatever_is_observed(seeds, redirects):
    pins = Pins(seeds)
    for source, target in redirects:
        before = pins.as_mapping()
        pins.observe(source, target)
        assert all(pins.as_mapping()[host] == "https" for host, scheme in before.items() if scheme == "https")
