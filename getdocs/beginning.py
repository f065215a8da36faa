"""How a crawl begins on an output folder: fresh, going on with the one it holds, or not at all."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Flag, auto
from functools import reduce
from operator import or_
from pathlib import Path, PurePosixPath
from typing import Any

from getdocs import urls
from getdocs.config import AnchorStyle, CrawlConfig, FamilyUse, RenderMode, RobotsFor, SitemapUse
from getdocs.errors import StateError, UsageError
from getdocs.frontier.store import Frontier
from getdocs.model import Discovered, Saved, SavedAsset
from getdocs.timestamps import iso
from getdocs.write import atomic
from getdocs.write.files import PageWriter
from getdocs.write.manifest import FILE_NAME
from getdocs.write.media.names import is_media_path
from getdocs.write.paths import EXPORTS
from getdocs.write.source import CLONE, FOLDER
from getdocs.write.sources import Sources, sources_path

STARTED_AT = "started_at"
DEFINITION = "definition"
CHANGES = "changes"
"""A JSON list of {at, setting, was, now}, oldest first: what `Existing.FORCE` has changed of the definition."""
LOOK_AGAIN = "look_again"
"""Not empty where the links of the saved Pages are to be looked at again, because other settings decide about them; TRAPS
where these decide about traps too.
"""
TRAPS = "traps"

REACH = (
    "seeds", "depth", "allow_backward", "allow_subdomains", "include_paths", "exclude_paths", "sitemap", "families",
    "max_variants",
)  # fmt: skip
"""Those of the defining settings that say which URLs are taken up."""
DEFINING = (*REACH, "render", "selector", "ignore_robots", "robots_for", "accept_status", "anchors")
"""The settings that say which Pages a crawl has and what they hold; a resumed crawl keeps them."""

_KINDS: Mapping[str, Callable[[Any], object]] = {
    "render": RenderMode,
    "robots_for": RobotsFor,
    "anchors": AnchorStyle,
    "sitemap": SitemapUse,
    "families": FamilyUse,
    **dict.fromkeys(("seeds", "include_paths", "exclude_paths", "accept_status"), tuple),
}
"""What makes a setting of its JSON value, where that is not the same."""
_DEFAULTS = {field.name: field.default for field in fields(CrawlConfig)}


class Existing(Flag):
    """What to do with an output folder that holds the state of an earlier crawl. REFUSE where nothing else is said."""

    REFUSE = 0
    REPLACE = auto()
    RESUME = auto()
    RETRY_FAILED = auto()
    """Go on, and try again what Failed, and what was Skipped for want of a robots.txt."""
    FORCE = auto()
    """Go on, though the settings that define the crawl are others now: record the change."""


def existing_of(*, resume: bool, retry_failed: bool, force: bool, fresh: bool) -> Existing:
    """What to do with a crawl that the folder holds. Raises UsageError where that is a contradiction."""
    if fresh and (resume or retry_failed):
        raise UsageError(f"{'--resume' if resume else '--retry-failed'} and --fresh exclude each other")
    if force and not (resume or retry_failed):
        raise UsageError("--force says how to --resume: give both")
    chosen = {
        Existing.RESUME: resume,
        Existing.RETRY_FAILED: retry_failed,
        Existing.FORCE: force,
        Existing.REPLACE: fresh,
    }
    return reduce(or_, (each for each, wanted in chosen.items() if wanted), Existing.REFUSE)


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
    StateError where this one may not begin, with the ways on; OutputError where files cannot be removed.
    """
    definition = frontier.meta(DEFINITION)
    known = definition or None
    if known is not None and not existing and _is_untouched(frontier):
        existing = Existing.REPLACE
    if known is not None and not existing:
        raise StateError(
            f"{config.output_dir} holds a crawl already: go on with it (--resume), replace it (--fresh), "
            "or choose another folder (-o)"
        )
    if known is not None and Existing.REPLACE not in existing:
        _go_on(frontier, config, existing, _settings(known), now=now)
        return
    if definition is None and Existing.REPLACE not in existing:
        _refuse_orphans(config.output_dir)
    # Forgotten before anything is removed: killed in between, it is no crawl that could be resumed without its files.
    frontier.set_meta(DEFINITION, "")
    _clear(frontier, writer, sources, config.output_dir)
    frontier.set_meta(STARTED_AT, iso(now()))
    _enter_seeds(frontier, config)
    keep_definition(frontier, config)


def _go_on(
    frontier: Frontier,
    config: CrawlConfig,
    existing: Existing,
    known: Mapping[str, object],
    *,
    now: Callable[[], float],
) -> None:
    wanted = _settings(_definition(config))
    changed = [name for name in DEFINING if known[name] != wanted[name]]
    if changed and Existing.FORCE not in existing:
        different = "; ".join(f"{name} was {known[name]!r}, now {wanted[name]!r}" for name in changed)
        raise StateError(
            f"{config.output_dir} holds a crawl with other settings; keep to these, go on with the new ones (--force), "
            f"or start over (--fresh): {different}"
        )
    if changed:
        # In this order, so that a kill in between leaves a crawl that can be forced again, and that then does all of it.
        if set(changed) & set(REACH):
            frontier.set_meta(LOOK_AGAIN, TRAPS if "max_variants" in changed else "links")
        if "render" in changed:
            frontier.retry_empty()
        _record(
            frontier, [{"at": iso(now()), "setting": name, "was": known[name], "now": wanted[name]} for name in changed]
        )
        keep_definition(frontier, config)
    if again := frontier.meta(LOOK_AGAIN):
        frontier.reconsider(traps=again == TRAPS)
        _enter_seeds(frontier, config)
    if Existing.RETRY_FAILED in existing:
        frontier.retry_failed()
    frontier.reask_redirects()


def _record(frontier: Frontier, changes: list[dict[str, object]]) -> None:
    recorded: list[dict[str, object]] = json.loads(frontier.meta(CHANGES) or "[]")
    latest = {change["setting"]: change for change in recorded}
    for change in changes:
        before = latest.get(change["setting"])
        if before is None or (before["was"], before["now"]) != (change["was"], change["now"]):
            recorded.append(change)
    frontier.set_meta(CHANGES, json.dumps(recorded))


def _refuse_orphans(output_dir: Path) -> None:
    """Raises StateError where the folder has what a crawl leaves, but no state that knows of it: it is not written over."""
    manifest = output_dir / FILE_NAME
    if manifest.exists() or any(file.is_file() for file in sources_path(output_dir).rglob("*")):
        raise StateError(
            f"{output_dir} holds a crawl whose state (.getdocs) is gone: put it back, start over (--fresh), "
            "or choose another folder (-o)"
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
    kept = _settings(known)
    for name, kind in _KINDS.items():
        kept[name] = kind(kept[name])
    return CrawlConfig(output_dir=output_dir, **kept)


def _normal(seeds: tuple[str, ...]) -> list[str]:
    return [parsed.href for seed in seeds if (parsed := urls.parse(seed)) is not None]


def _enter_seeds(frontier: Frontier, config: CrawlConfig) -> None:
    frontier.add(Discovered(urls.page_url(seed), depth=0, seed=True) for seed in _normal(config.seeds))


def _is_untouched(frontier: Frontier) -> bool:
    return all(row.attempts == 0 for row in frontier.rows())


def _clear(frontier: Frontier, writer: PageWriter, sources: Sources, output_dir: Path) -> None:
    for row in frontier.rows():
        if isinstance(row.outcome, Saved):
            writer.remove(PurePosixPath(row.outcome.path))
    for path in _named_in_manifest(output_dir, "pages"):
        if path.suffix == ".md":
            writer.remove(path)
    kept = (row.outcome.path for row in frontier.assets() if isinstance(row.outcome, SavedAsset))
    for path in {*map(PurePosixPath, kept), *_named_in_manifest(output_dir, "media")}:
        if is_media_path(str(path)):
            atomic.remove(output_dir, path)
    sources.clear()
    for name in (*EXPORTS, FILE_NAME):
        atomic.remove(output_dir, PurePosixPath(name))
    if frontier.meta(CLONE):
        shutil.rmtree(output_dir / FOLDER, ignore_errors=True)
    frontier.clear()


def _named_in_manifest(output_dir: Path, entries: str) -> list[PurePosixPath]:
    """The files that a list of a Manifest names: where the state is gone, nothing else does."""
    try:
        manifest = json.loads((output_dir / FILE_NAME).read_bytes())
        paths = [PurePosixPath(entry["path"]) for entry in manifest[entries]]
    except (OSError, ValueError, LookupError, TypeError):
        return []
    return [path for path in paths if not path.is_absolute() and ".." not in path.parts]


def _definition(config: CrawlConfig) -> str:
    settings = {name: getattr(config, name) for name in DEFINING}
    settings["accept_status"] = sorted(config.accept_status)
    settings["seeds"] = sorted(urls.without_credentials(seed) for seed in _normal(config.seeds))
    return json.dumps(settings, sort_keys=True)


def _settings(definition: str) -> dict[str, Any]:
    """The defining settings, as JSON has them. One that an older getdocs did not know was at what is its default now."""
    defaults = json.loads(json.dumps({name: _DEFAULTS[name] for name in DEFINING if name != "seeds"}))
    return {**defaults, **json.loads(definition)}
