"""Where in the local site the file of a Page has its place: where it is in the crawl, but for names that are taken there. Pure."""

import re
from pathlib import PurePosixPath

_TAKEN = re.compile(r"(?:templates|404|crawl-report)_*")


def place(path: PurePosixPath) -> PurePosixPath:
    """The path of the Markdown file in the site, another one for each path.

    MkDocs leaves the folder `templates` out and makes a 404.html; crawl-report.html is ours. Pages of these names get an
    underscore more.
    """
    first, *others = path.parts
    name, dot, ending = (first, "", "") if others else first.rpartition(".")
    return PurePosixPath(f"{name}_{dot}{ending}" if _TAKEN.fullmatch(name) else first, *others)
