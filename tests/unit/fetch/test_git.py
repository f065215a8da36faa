"""Cloning, from repositories on this disk: no network."""

import asyncio
import os
import subprocess

import pytest

from getdocs.fetch import git

REPOSITORY = "https://github.com/acme/tool"


def run_git(folder, *words):
    subprocess.run(
        [
            "git",
            "-C",
            folder,
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.com",
            "-c",
            "commit.gpgsign=false",
            *words,
        ],
        check=True,
        capture_output=True,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
    )


@pytest.fixture
def hosted(tmp_path, monkeypatch):
    """github.com, with one repository: acme/tool, branch main."""
    folder = tmp_path / "github" / "acme" / "tool.git"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Tool\n")
    (folder / "docs" / "outside.md").symlink_to("/etc/hostname")
    run_git(folder, "init", "-q", "-b", "main")
    run_git(folder, "add", ".")
    run_git(folder, "commit", "-qm", "first")
    monkeypatch.setattr(git, "HOSTS", {"github.com": f"file://{tmp_path}/github"})
    monkeypatch.setattr(git, "PROTOCOLS", "file")
    return folder


def clone(into, *, repository=REPOSITORY, branch="main", longest_s=60.0):
    return asyncio.run(git.clone(repository, branch, into, user_agent="getdocs/test", longest_s=longest_s))


def test_clone_holds_the_last_commit(hosted, tmp_path):
    cloned = clone(tmp_path / "into")
    assert cloned.why == ""
    assert cloned.commit == (hosted / ".git" / "refs" / "heads" / "main").read_text().strip()
    assert (tmp_path / "into" / "docs" / "index.md").read_text() == "# Tool\n"


@pytest.mark.usefixtures("hosted")
def test_link_that_leads_out_of_the_repository_is_a_file_with_its_name(tmp_path):
    clone(tmp_path / "into")
    outside = tmp_path / "into" / "docs" / "outside.md"
    assert (outside.is_symlink(), outside.read_text()) == (False, "/etc/hostname")


@pytest.mark.usefixtures("hosted")
def test_branch_whose_name_the_link_does_not_tell_whole_is_the_usual_one(tmp_path):
    assert clone(tmp_path / "into", branch="feature").commit


@pytest.mark.usefixtures("hosted")
@pytest.mark.parametrize(
    ("repository", "branch", "why"),
    [
        ("https://github.com/acme/gone", "main", "git: "),
        ("https://10.0.0.1/acme/tool", "main", "none of the hosts"),
        ("https://github.com:8443/acme/tool", "main", "none of the hosts"),
        (REPOSITORY, "--upload-pack=touch", "no name of a branch"),
    ],
)
def test_clone_that_cannot_be_made_says_why_and_leaves_nothing(tmp_path, repository, branch, why):
    cloned = clone(tmp_path / "into", repository=repository, branch=branch)
    assert (cloned.commit, why in cloned.why, (tmp_path / "into").exists()) == ("", True, False)


@pytest.mark.usefixtures("hosted")
def test_clone_that_takes_too_long_is_given_up(tmp_path):
    assert "longer than 0 s" in clone(tmp_path / "into", longest_s=0).why
    assert not (tmp_path / "into").exists()


@pytest.mark.usefixtures("hosted")
def test_clone_that_grows_too_large_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(git, "LARGEST", -1)
    monkeypatch.setattr(git, "_LOOK_S", 0.0)
    assert "larger" in clone(tmp_path / "into").why


def test_without_git_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert clone(tmp_path / "into").why == "git is not installed"


def test_only_https_is_spoken_to_hosts_that_everybody_knows():
    assert (git.PROTOCOLS, {base.partition("://")[0] for base in git.HOSTS.values()}) == ("https", {"https"})


def test_what_the_user_has_set_for_git_does_not_count(monkeypatch):
    monkeypatch.setenv("GIT_SSH_COMMAND", "touch")
    monkeypatch.setenv("HTTPS_PROXY", "http://old.example")
    made = git._environment("agent", "http://new.example")
    assert "GIT_SSH_COMMAND" not in made
    assert (made["https_proxy"], made.get("HTTPS_PROXY"), made["GIT_TERMINAL_PROMPT"]) == (
        "http://new.example",
        None,
        "0",
    )
