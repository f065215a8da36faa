import base64
import hashlib

from getdocs.offline.view.policy import guarded


def hashed(script) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


FRAME = (
    '<html><head lang="en"><script>theme()</script></head><body>{}<script src="a.js"></script>'
    '<script type="application/json">{{}}</script></body></html>'
)


def test_scripts_of_the_frame_are_allowed_by_their_hashes():
    output = guarded(FRAME.format("<p>x</p>"), "<p>x</p>")

    assert f"script-src 'self' {hashed('theme()')};" in output


def test_script_in_the_content_is_not_allowed():
    content = "<script>evil()</script>"

    assert hashed("evil()") not in guarded(FRAME.format(content), content)


def test_nothing_is_loaded_from_elsewhere():
    policy = guarded(FRAME.format(""), "").partition('content="')[2].partition('"')[0]

    assert "default-src 'none'" in policy
    assert not [word for word in policy.split() if word in ("*", "https:", "http:", "'unsafe-eval'")]


def test_policy_stands_first_in_the_head():
    assert '<head lang="en"><meta http-equiv="Content-Security-Policy"' in guarded(FRAME.format(""), "")
