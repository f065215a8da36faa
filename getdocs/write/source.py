"""Where a site is written, as the Manifest says it; and the mkdocs.yml of its clone. Reads what the crawl has kept in its state."""

import json
from collections.abc import Callable
from pathlib import PurePosixPath

from getdocs import urls
from getdocs.policy.repository import Repositories
from getdocs.write.quoting import escape_invisible, well_formed
from getdocs.write.schema import SourceEntry

REPOSITORIES = "repositories"
CLONE = "clone"
"""What the state has by these names: what pages have said of repositories, and the clone that was made."""
FOLDER = "_source"
"""Of the output folder, where clones stand. No page is given that name."""


def source_entry(kept: Callable[[str], str | None]) -> SourceEntry | None:
    """What the state says; None where no repository was found."""
    found = Repositories(kept(REPOSITORIES) or "").best()
    if found is None:
        return None
    entry: SourceEntry = {
        "repository": found.url,
        "branch": found.branch,
        "folder": found.folder,
        "pages": found.pages,
        "evidence": [
            {"page": urls.without_credentials(page), "link": urls.without_credentials(link)}
            for page, link in found.evidence
        ],
    }
    if clone := kept(CLONE):
        entry["clone"] = json.loads(clone)
    return entry


def mkdocs_yml(repository: str, docs: PurePosixPath) -> bytes:
    """A configuration with which MkDocs shows the files in the folder `docs`, relative to itself. YAML that is JSON too."""
    name = repository.rpartition("/")[2]
    settings = {"site_name": name, "repo_url": repository, "docs_dir": str(docs), "site_dir": ".site"}
    lines = [
        f"{key}: {escape_invisible(json.dumps(well_formed(value), ensure_ascii=False))}"
        for key, value in settings.items()
    ]
    return ("\n".join(lines) + "\n").encode()
