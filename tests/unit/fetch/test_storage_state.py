import json

import pytest

from getdocs.errors import UsageError
from getdocs.fetch.storage_state import read
from getdocs.model import StorageState, StoredCookie, StoredItems

COOKIE = {
    "name": "sid",
    "value": "s3cret",
    "domain": ".example.com",
    "path": "/docs",
    "expires": 1900000000.5,
    "httpOnly": True,
    "secure": True,
    "sameSite": "Lax",
}


def written(folder, state):
    file = folder / "state.json"
    file.write_text(state if isinstance(state, str) else json.dumps(state))
    return file


def test_cookies_and_local_storage_are_read(tmp_path):
    items = {"origin": "https://h", "localStorage": [{"name": "token", "value": "s3cret"}]}
    state = read(written(tmp_path, {"cookies": [COOKIE], "origins": [items]}))
    assert state == StorageState(
        (StoredCookie("sid", "s3cret", ".example.com", "/docs", secure=True, expires=1900000000.5),),
        (StoredItems("https://h", (("token", "s3cret"),)),),
    )


def test_minus_one_means_as_long_as_the_session(tmp_path):
    (cookie,) = read(written(tmp_path, {"cookies": [COOKIE | {"expires": -1}]})).cookies
    assert cookie.expires is None


def test_what_may_be_left_out_has_the_narrowest_meaning(tmp_path):
    (cookie,) = read(written(tmp_path, {"cookies": [{"name": "a", "value": "1", "domain": "h"}]})).cookies
    assert (cookie.path, cookie.secure, cookie.expires) == ("/", False, None)


def test_an_empty_login_is_one(tmp_path):
    assert read(written(tmp_path, {})) == StorageState()


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ("s3cret", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        (["s3cret"], "an object is missing"),
        ({"cookies": "s3cret"}, "cookies is not a list"),
        ({"cookies": ["s3cret"]}, "an object is missing"),
        ({"cookies": [{"name": "sid", "value": "s3cret"}]}, "domain is missing"),
        ({"cookies": [COOKIE | {"value": ["s3cret"]}]}, "value is missing, or is no text"),
        ({"cookies": [COOKIE | {"value": "s3cret\r\nHost: evil"}]}, r"a cookie of \.example\.com cannot be sent"),
        ({"cookies": [COOKIE | {"name": "s3cret; a"}]}, r"a cookie of \.example\.com cannot be sent"),
        ({"cookies": [COOKIE | {"expires": "s3cret"}]}, "expires is not a number"),
        ({"cookies": [COOKIE | {"expires": 10**400}]}, "it is not JSON"),
        ({"origins": [{"origin": "https://h", "localStorage": [{"name": "s3cret"}]}]}, "value is missing"),
    ],
)
def test_what_is_no_saved_login_is_an_error_that_quotes_nothing(tmp_path, state, why):
    with pytest.raises(UsageError, match=why) as error:
        read(written(tmp_path, state))
    assert "state.json" in str(error.value)
    assert "s3cret" not in str(error.value)


def test_a_file_that_is_not_there_is_an_error_that_names_it(tmp_path):
    with pytest.raises(UsageError, match="nowhere"):
        read(tmp_path / "nowhere.json")


def test_no_secret_shows_in_the_representation(tmp_path):
    items = {"origin": "https://h", "localStorage": [{"name": "token", "value": "s3cret"}]}
    assert "s3cret" not in repr(read(written(tmp_path, {"cookies": [COOKIE], "origins": [items]})))
