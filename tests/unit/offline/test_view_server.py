"""Over loopback."""

import http.client
import threading

import pytest

from getdocs.errors import UsageError
from getdocs.offline.view.server import ViewServer


@pytest.fixture
def server(tmp_path):
    (tmp_path / "site" / "folder").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("start")
    (tmp_path / "secret").write_text("secret")
    with ViewServer(tmp_path / "site", 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def get(server, path, host=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
    connection.request("GET", path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body, answer


def test_files_of_the_folder_are_served(server):
    assert get(server, "/")[:2] == (200, b"start")


def test_url_is_of_this_machine_alone(server):
    assert server.server_address[0] == "127.0.0.1"
    assert server.url == f"http://127.0.0.1:{server.server_port}/"


@pytest.mark.parametrize("path", ["/../secret", "/%2e%2e/secret", "/..%2fsecret"])
def test_nothing_above_the_folder_is_served(server, path):
    assert b"secret" not in get(server, path)[1]


def test_folders_are_not_listed(server):
    assert get(server, "/folder/")[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", "localhost.evil.example"])
def test_who_names_another_host_is_not_answered(server, host):
    status, body, _ = get(server, "/", host)

    assert (status, b"start" in body) == (421, False)


def test_browser_takes_files_for_what_they_are_called(server):
    assert get(server, "/")[2].headers["X-Content-Type-Options"] == "nosniff"


def test_port_that_is_taken_is_an_error_that_names_the_option(server, tmp_path):
    with pytest.raises(UsageError, match="--port"):
        ViewServer(tmp_path, server.server_port)
