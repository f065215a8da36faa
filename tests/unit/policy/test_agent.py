import pytest

from getdocs.config import PRODUCT_TOKEN, user_agent
from getdocs.policy.agent import product_token


@pytest.mark.parametrize(
    ("field", "token"),
    [
        ("ExampleBot", "examplebot"),
        ("ExampleBot/1.2 (+https://example.org/bot)", "examplebot"),
        ("Example_Bot-News/1", "example_bot-news"),
        ("  getdocs/0.1", "getdocs"),
        ("Mozilla/5.0 (compatible; ExampleBot/1.0; +https://example.org/bot)", "examplebot"),
        ("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://x)", "gptbot"),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1 Safari/537 AcmeBot/1.0",
            "acmebot",
        ),
        (
            "Mozilla/5.0 (Macintosh) AppleWebKit/600 (KHTML, like Gecko) Version/8 Safari/600 (Applebot/0.1; +http://x)",
            "applebot",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:1) Gecko/20100101 Firefox/120.0", "mozilla"),
        ("AcmeBot/1.0 (compatible; MSIE 6.0)", "acmebot"),
        ("", ""),
        ("+https://example.org", ""),
        ("123", ""),
    ],
)
def test_the_product_token_is_the_name_behind_which_no_other_stands(field, token):
    assert product_token(field) == token


def test_our_own_user_agent_carries_our_product_token():
    assert product_token(user_agent("me@example.org")) == PRODUCT_TOKEN
