from getdocs import timestamps


def test_a_moment_that_was_written_down_is_read_again():
    assert timestamps.iso(1.9) == "1970-01-01T00:00:01+00:00"
    assert timestamps.seconds("1970-01-01T00:00:01+00:00") == 1.0
