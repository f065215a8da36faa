"""How a crawl ends: the Manifest, made of its state. What only the running crawl knew is kept there, so that it can be made again."""

import json
from dataclasses import replace

from getdocs import urls
from getdocs.beginning import STARTED_AT, iso
from getdocs.config import CrawlConfig
from getdocs.frontier.store import Frontier
from getdocs.read.order import PageLinks, merge_nav, reading_order
from getdocs.write.manifest import Manifest, build_manifest, write_manifest

CONCLUSION = "conclusion"


def conclude(frontier: Frontier, config: CrawlConfig, *, now: float, warnings: tuple[str, ...]) -> Manifest:
    """Writes the Manifest of a crawl that ends `now` (seconds since the epoch). Raises OutputError where that fails."""
    finished_at = iso(now)
    # What an earlier run of this crawl had to say holds for the Pages that it saved.
    earlier = json.loads(frontier.meta(CONCLUSION) or "{}").get("warnings", ())
    warnings = tuple(dict.fromkeys((*earlier, *(urls.redact(warning) for warning in warnings))))
    seeds = [urls.without_credentials(seed) for seed in config.seeds]
    kept = {"seeds": seeds, "finished_at": finished_at, "warnings": warnings}
    frontier.set_meta(CONCLUSION, json.dumps(kept))
    return _write(frontier, config, finished_at, warnings)


def conclude_again(frontier: Frontier, config: CrawlConfig, *, now: float) -> Manifest:
    """Writes the Manifest anew from what the state holds. A crawl that was killed before its end ends `now`."""
    kept = json.loads(frontier.meta(CONCLUSION) or "{}")
    config = replace(config, seeds=tuple(kept.get("seeds", config.seeds)))
    return _write(frontier, config, kept.get("finished_at", iso(now)), tuple(kept.get("warnings", ())))


def _write(frontier: Frontier, config: CrawlConfig, finished_at: str, warnings: tuple[str, ...]) -> Manifest:
    rows = tuple(frontier.rows())
    saved = [(row.url, row.facts) for row in rows if row.facts is not None]
    nav = merge_nav(facts.nav for _, facts in saved)
    order = reading_order([PageLinks(url, facts.previous, facts.next) for url, facts in saved], nav)
    manifest = build_manifest(
        rows,
        frontier.counts(),
        nav,
        order,
        config,
        started_at=frontier.meta(STARTED_AT) or "",
        finished_at=finished_at,
        warnings=warnings,
    )
    write_manifest(config.output_dir, manifest)
    return manifest
