import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.model import FamilyKind
from getdocs.policy.families.names import is_region_of, look_of, names, nearest, newness, speaks


def look(segment: str) -> str:
    found = look_of(segment)
    return f"{found.kind} {found.trust.name.lower()}" if found else "nothing"


@pytest.mark.parametrize(
    "segment",
    ["zh-CN", "zh-cn", "zh_CN", "zh-hans", "zh-Hant-TW", "pt-br", "pt_BR", "en-us", "de-DE", "sr-latn", "es-419", "fil-PH", "nb-no", "it-it"],
)  # fmt: skip
def test_a_language_with_a_region_or_a_script_is_clearly_one(segment):
    assert look(segment) == "locale clear"


@pytest.mark.parametrize("segment", ["en", "zh", "ja", "FR", "ru"])
def test_a_language_that_is_hardly_a_word_is_likely_one(segment):
    assert look(segment) == "locale likely"


@pytest.mark.parametrize("segment", "id is to ts cs os ml ee ce ar hr it uk cn jp".split())
def test_a_language_that_is_as_often_a_word_or_a_product_is_a_word(segment):
    assert look(segment) == "locale word"


@pytest.mark.parametrize(
    "segment",
    "to-do as-is my-ip is-on no-js my-blog no-code ts-js ml-ai go js py us gb vue api docs en-route fr-guides abc-DE x".split(),
)
def test_words_that_begin_like_a_language_are_none(segment):
    assert look(segment) == "nothing"


@pytest.mark.parametrize(
    "segment",
    "1.x 3.11 2.0.1 v1.2 v2.0.1-rc1 3.x.x 5.0.x 1.0.0-SNAPSHOT 2.5.1.RELEASE v1_2 v1-2 release-1.2 release-3 version-2.0 "
    "stable-2.1 flink-docs-release-1.18 enterprise-server@3.11 enterprise-cloud@latest r2023b 2023.3 latest stable nightly "
    "canary 2018-edition first-edition second-edition 3rd-edition edition-2021".split(),
)
def test_what_names_a_release_is_clearly_a_version(segment):
    assert look(segment) == "version clear"


@pytest.mark.parametrize("segment", "v1 v2 v30 v1beta1 v11-legacy 5x".split())
def test_what_may_be_the_version_of_an_interface_is_likely_one(segment):
    assert look(segment) == "version likely"


@pytest.mark.parametrize("segment", "next dev main master current legacy beta release 2024-01 2024-01-15".split())
def test_what_is_also_called_so_is_a_word(segment):
    assert look(segment) == "version word"


@pytest.mark.parametrize("segment", ["3", "16", "404"])
def test_a_number_is_no_more_than_a_number(segment):
    assert look(segment) == "version number"


@pytest.mark.parametrize(
    "segment",
    ["2024", "05", "0", "2616", "v", "version", "edition", "v2-migration", "x.y", "1.0.html.de", "latest-news"],
)
def test_years_months_and_titles_are_no_versions(segment):
    assert look(segment) == "nothing"


@given(st.text(max_size=60))
def test_any_text_looks_like_something_or_nothing(segment):
    assert look_of(segment) is None or look_of(segment).kind in FamilyKind


@pytest.mark.parametrize(
    "segment", ["1" * 40, "v" + ".1" * 19, "1.0" + "-rc" * 12, "a-" * 20, "rc" * 20, "1.0" + "_m1" * 12]
)
def test_no_segment_takes_long_to_look_at(segment):
    started = time.process_time()
    for end in range(len(segment)):
        look_of(segment[:end] + "!")
    assert time.process_time() - started < 0.5


@pytest.mark.parametrize(
    ("segment", "lang", "same"),
    [
        ("zh", "zh-CN", True),
        ("zh-cn", "zh_CN", True),
        ("zh-hans", "zh-CN", True),
        ("zh-tw", "zh-CN", False),
        ("en", "en-US", True),
        ("en-us", "en", True),
        ("cn", "zh-CN", True),
        ("jp", "ja", True),
        ("no", "nb", True),
        ("ts", "en", False),
        ("zh", "", False),
    ],
)
def test_a_segment_speaks_the_language_that_a_page_says_it_is_in(segment, lang, same):
    assert speaks(segment, lang) is same


def test_a_title_that_begins_like_the_language_does_not_name_it():
    assert not names("en-route", "en")
    assert names("ckb", "ckb-IQ")


def test_a_country_stands_for_the_tag_that_names_it():
    assert is_region_of("gb", "en-GB")
    assert is_region_of("uk", "en-GB")
    assert not is_region_of("us", "en-GB")


@pytest.mark.parametrize(
    ("segments", "lang", "best"),
    [
        (("en", "en-gb", "en-us"), "en-US", ("en-us",)),
        (("en", "en-gb"), "en-US", ("en",)),
        (("en-gb", "de"), "en-US", ("en-gb",)),
        (("fr", "de"), "en", ()),
    ],
)
def test_the_nearest_of_several_is_the_tag_then_the_language_then_another_region(segments, lang, best):
    assert nearest(segments, lang) == best


def test_versions_are_ordered_by_their_numbers_and_unfinished_ones_come_before_all_others():
    order = ["dev", "v11-alpha", "first-edition", "1.9", "1.10", "v2", "3.x"]
    assert sorted(order, key=newness) == order
