"""Building is MkDocs' and is tested elsewhere: here it is made up."""

import webbrowser

import pytest
from typer.testing import CliRunner

from fixtures.saved_crawl import write_crawl
from getdocs.cli import app
from getdocs.commands import view
from getdocs.offline.view.server import ViewServer


@pytest.fixture
def out(tmp_path, monkeypatch):
    write_crawl(tmp_path, {"/": "# Home\n"})
    monkeypatch.setattr(view, "built", lambda crawl, **_: crawl.output_dir / "site")
    return tmp_path


def run(out, *args):
    return CliRunner().invoke(app, ["view", "-o", str(out), *args])


@pytest.fixture
def opened(monkeypatch):
    """What was opened in a web browser; the server is stopped at once, as by Ctrl-C."""

    def stop(_server):
        raise KeyboardInterrupt

    opened = []
    monkeypatch.setattr(ViewServer, "serve_forever", stop)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    return opened


def test_build_prints_the_folder_of_the_site_and_serves_nothing(out):
    result = run(out, "--build")

    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{out}/site\n", "")


def test_where_it_is_served_is_said_until_ctrl_c(out, opened):
    result = run(out, "--port", "0")

    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("http://127.0.0.1:")
    assert opened == []


def test_web_browser_is_opened_where_that_is_asked_for(out, opened):
    run(out, "--port", "0", "--open")

    assert len(opened) == 1
    assert opened[0].startswith("http://127.0.0.1:")


def test_help_names_the_extra(out):
    assert "getdocs[view]" in run(out, "--help").stdout
