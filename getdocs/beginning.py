"""How a crawl begins on an output folder: fresh, going on with the one it holds, or not at all."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path, PurePosixPath

from getdocs import urls
from getdocs.config import CrawlConfig, RenderMode, RobotsFor
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier
from getdocs.model import Discovered, Saved
from getdocs.write.files import PageWriter
from getdocs.write.sources import Sources

STARTED_AT = "started_at"
DEFINITION = "definition"

DEFINING = (
    "seeds", "depth", "allow_backward", "allow_subdomains", "include_paths", "exclude_paths", "render", "selector",
    "ignore_robots", "robots_for", "accept_status",
)  # fmt: skip
"""The settings that say which Pages a crawl has and what they hold; a resumed crawl keeps them."""


class Existing(StrEnum):
    """What to do with an output folder that holds the state of an earlier crawl."""

    REFUSE = "refuse"
    RESUME = "resume"
    REPLACE = "replace"


def begin(
    frontier: Frontier,
    writer: PageWriter,
    sources: Sources,
    config: CrawlConfig,
    existing: Existing,
    *,
    now: Callable[[], float],
) -> None:
    """Enters the Seeds of a new crawl, or makes sure that this one may go on with what the state holds.

    A crawl that came to its end before it asked for anything, for want of a browser say, is in nobody's way. Raises
    StateError where this one may not begin, with the ways on.
    """
    definition = _definition(config)
    known = frontier.meta(DEFINITION) or None
    if known is not None and existing is Existing.REFUSE and _is_untouched(frontier):
        existing = Existing.REPLACE
    if known is not None and existing is Existing.REFUSE:
        raise StateError(
            f"{config.output_dir} holds a crawl already: go on with it (--resume), replace it (--fresh), "
            "or choose another folder (-o)"
        )
    if known is not None and existing is Existing.REPLACE:
        # Forgotten before anything is removed: killed in between, it is no crawl that could be resumed without its files.
        frontier.set_meta(DEFINITION, "")
        known = None
    if known is None:
        _clear(frontier, writer, sources)
        frontier.set_meta(STARTED_AT, iso(now()))
        frontier.add(Discovered(urls.page_url(seed), depth=0, seed=True) for seed in _normal(config.seeds))
        keep_definition(frontier, config)
    elif known != definition:
        raise StateError(
            f"{config.output_dir} holds another crawl, which --resume cannot turn into this one: "
            f"{_difference(known, definition)}"
        )


def keep_definition(frontier: Frontier, config: CrawlConfig) -> None:
    """Keeps in the state what defines its crawl."""
    frontier.set_meta(DEFINITION, _definition(config))


def kept_config(frontier: Frontier, output_dir: Path) -> CrawlConfig:
    """The settings that define the crawl which the state holds; the others are at their defaults.

    Raises StateError where it holds none.
    """
    known = frontier.meta(DEFINITION)
    if not known:
        raise StateError(f"{output_dir} holds no crawl: name the folder of one with -o")
    kept = json.loads(known)
    kept["render"] = RenderMode(kept["render"])
    kept["robots_for"] = RobotsFor(kept.get("robots_for", RobotsFor.ALL))
    for name in ("seeds", "include_paths", "exclude_paths", "accept_status"):
        kept[name] = tuple(kept.get(name, ()))
    return CrawlConfig(output_dir=output_dir, **kept)


def iso(seconds: float) -> str:
    """That moment (seconds since the epoch) as ISO 8601 in UTC, to the second."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _normal(seeds: tuple[str, ...]) -> list[str]:
    return [parsed.href for seed in seeds if (parsed := urls.parse(seed)) is not None]


def _is_untouched(frontier: Frontier) -> bool:
    return all(row.attempts == 0 for row in frontier.rows())


def _clear(frontier: Frontier, writer: PageWriter, sources: Sources) -> None:
    for row in frontier.rows():
        if isinstance(row.outcome, Saved):
            writer.remove(PurePosixPath(row.outcome.path))
    sources.clear()
    frontier.clear()


def _definition(config: CrawlConfig) -> str:
    settings = {name: getattr(config, name) for name in DEFINING}
    settings["accept_status"] = sorted(config.accept_status)
    settings["seeds"] = sorted(urls.without_credentials(seed) for seed in _normal(config.seeds))
    return json.dumps(settings, sort_keys=True)


def _difference(known: str, wanted: str) -> str:
    before, now = json.loads(known), json.loads(wanted)
    return "; ".join(
        f"{name} was {before.get(name)!r}, now {now[name]!r}" for name in DEFINING if before.get(name) != now[name]
    )
