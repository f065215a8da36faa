"""What the end of a crawl says, and its exit code. No crawl is made: each test says what one came to."""

URL = "https://docs.example/"
SHOUT = "INCOMPLETE: missing are 2 of 3 pages in the site's navigation:"


def test_a_whole_crawl_ends_with_0_and_does_not_shout(end):
    result = end(saved=3)
    assert result.exit_code == 0
    assert result.stderr.splitlines() == ["3 pages saved, 0 errors; nav 3/3"]


def test_an_incomplete_crawl_ends_with_5_and_shouts_behind_its_summary(end):
    result = end(saved=1)
    assert result.exit_code == 5
    assert result.stderr.splitlines() == [
        "1 page saved, 2 errors (redirect_loop 2); nav 1/3",
        SHOUT,
        f"  redirect_loop: {URL}1 (Page 1)",
        f"  redirect_loop: {URL}2 (Page 2)",
        "--retry-failed tries again what failed",
    ]


def test_an_incomplete_crawl_shouts_even_where_it_is_to_be_quiet(end):
    assert end("--quiet", saved=1).stderr.splitlines()[0] == SHOUT


def test_a_crawl_that_saved_nothing_ends_with_1_whatever_it_lacks(end):
    assert end(saved=0).exit_code == 1


def test_an_interrupted_crawl_ends_with_130_and_does_not_shout(end):
    result = end(saved=1, interrupted=True)
    assert result.exit_code == 130
    assert "INCOMPLETE" not in result.stderr
