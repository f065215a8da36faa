import pytest

from getdocs.policy.repository import MAX_KNOWN, FileLink, Repositories, file_link, is_about

GITHUB = "https://github.com/acme/tool"


@pytest.mark.parametrize(
    ("url", "repository", "branch", "file", "edits"),
    [
        (f"{GITHUB}/edit/main/docs/a.md", GITHUB, "main", "docs/a.md", True),
        (f"{GITHUB}/blob/v1.2/docs/a%20b.rst", GITHUB, "v1.2", "docs/a b.rst", False),
        (
            "https://gitlab.com/g/sub/tool/-/edit/main/doc/a.adoc",
            "https://gitlab.com/g/sub/tool",
            "main",
            "doc/a.adoc",
            True,
        ),
        ("https://git.acme.example/g/tool/-/blob/main/a.md", "https://git.acme.example/g/tool", "main", "a.md", False),
        ("https://codeberg.org/acme/tool/_edit/main/a.md", "https://codeberg.org/acme/tool", "main", "a.md", True),
        (
            "https://codeberg.org/acme/tool/src/branch/main/d/a.md",
            "https://codeberg.org/acme/tool",
            "main",
            "d/a.md",
            False,
        ),
        (
            "https://bitbucket.org/acme/tool/src/main/a.md?mode=edit",
            "https://bitbucket.org/acme/tool",
            "main",
            "a.md",
            True,
        ),
        ("https://bitbucket.org/acme/tool/src/main/a.md", "https://bitbucket.org/acme/tool", "main", "a.md", False),
    ],
)
def test_link_to_a_file_of_a_repository_is_taken_apart(url, repository, branch, file, edits):
    assert file_link(url) == FileLink(repository, branch, file, edits)


@pytest.mark.parametrize(
    "url",
    [
        GITHUB,
        f"{GITHUB}/issues/new",
        f"{GITHUB}/tree/main/docs",
        f"{GITHUB}/edit/main/src/tool.py",
        f"{GITHUB}/edit/main/docs/%2e%2e%2f%2e%2e%2fa.md",
        "http://github.com/acme/tool/edit/main/docs/a.md",
        "https://docs.example.com/edit/main/a.md",
        "https://github.com.evil.example/acme/tool/blob/main/a.md",
        "no url",
    ],
)
def test_other_links_are_none(url):
    assert file_link(url) is None


@pytest.mark.parametrize(
    ("shown_at", "file", "edits", "about"),
    [
        ("https://d.example/guide/install", "docs/Install.md", False, True),
        ("https://d.example/guide/install.html", "docs/install.rst", False, True),
        ("https://d.example/guide/", "docs/guide/index.md", False, True),
        ("https://d.example/", "README.md", False, True),
        ("https://d.example/", "docs/setup.md", False, False),
        ("https://d.example/guide/install", "docs/other.md", False, False),
        ("https://d.example/guide/install", "docs/other.md", True, True),
    ],
)
def test_link_is_about_the_page_that_edits_it_or_is_called_as_it_is(shown_at, file, edits, about):
    assert is_about(shown_at, FileLink(GITHUB, "main", file, edits)) is about


def known(*pages):
    found = Repositories()
    for page, links in pages:
        found.read(page, links)
    return found


def test_repository_is_found_once_two_pages_lead_to_two_files_of_it():
    found = known(("https://d.example/a", [f"{GITHUB}/edit/main/docs/a.md"]))
    assert found.best() is None
    found.read("https://d.example/x/b", [f"{GITHUB}/edit/main/docs/x/b.md"])
    best = found.best()
    assert (best.url, best.branch, best.folder, best.pages) == (GITHUB, "main", "docs", 2)
    assert best.evidence[0] == ("https://d.example/a", f"{GITHUB}/edit/main/docs/a.md")


def test_one_file_on_every_page_says_nothing_of_them():
    licence = f"{GITHUB}/edit/main/LICENSE.md"
    assert known(*((f"https://d.example/{number}", [licence]) for number in range(5))).best() is None


def test_sources_that_a_text_quotes_are_not_those_of_the_page():
    quoted = [f"https://github.com/other/code/blob/main/src/f{number}.md" for number in range(9)]
    assert known(("https://d.example/a", quoted), ("https://d.example/b", quoted)).best() is None


def test_repository_that_most_pages_lead_to_is_the_one():
    other = "https://github.com/acme/blog/edit/main"
    found = known(
        *((f"https://d.example/{name}", [f"{other}/{name}.md"]) for name in "ab"),
        *((f"https://d.example/{name}", [f"{GITHUB}/edit/main/docs/{name}.md"]) for name in "cde"),
    )
    assert found.best().url == GITHUB


@pytest.mark.parametrize(
    ("files", "folder"),
    [(("a.md", "b.md"), ""), (("docs/a.md", "README.md"), ""), (("docs/x/a.md", "docs/xy/b.md"), "docs")],
)
def test_folder_holds_the_files_of_all_pages(files, folder):
    found = known(
        *((f"https://d.example/{number}", [f"{GITHUB}/edit/main/{file}"]) for number, file in enumerate(files))
    )
    assert found.best().folder == folder


def test_what_is_known_survives_as_text():
    found = known(*((f"https://d.example/{name}", [f"{GITHUB}/edit/main/docs/{name}.md"]) for name in "ab"))
    assert Repositories(found.state()).best() == found.best()


def test_number_of_repositories_that_are_told_apart_is_bounded():
    found = known(
        ("https://d.example/a", [f"https://github.com/o/r{number}/edit/main/a{number}.md" for number in range(99)])
    )
    assert found.state().count('"branch"') == MAX_KNOWN
