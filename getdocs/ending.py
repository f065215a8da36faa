"""How a crawl ends: what repeats is left out of its files, they are linked, and the Manifest is made of its state. What only the running crawl knew is kept there, so that it can be made again."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from getdocs import urls
from getdocs.beginning import CHANGES, STARTED_AT
from getdocs.config import CrawlConfig, SitemapUse, SourceUse
from getdocs.errors import OutputError
from getdocs.frontier.store import Frontier
from getdocs.linking import link_files, wanted_assets
from getdocs.offline.export.export import Form, export
from getdocs.offline.saved import SavedCrawl
from getdocs.policy.scope import Scope
from getdocs.read.order import PageLinks, merge_nav, reading_order
from getdocs.repeats import is_over, leave_out_repeats
from getdocs.timestamps import iso
from getdocs.visits.soft404 import DEAD_ENDS
from getdocs.write.coverage import SiteClaims
from getdocs.write.manifest import Manifest, build_manifest, write_manifest
from getdocs.write.relink.site import Broken
from getdocs.write.source import source_entry
from getdocs.write.traffic import Traffic

CONCLUSION = "conclusion"
TRAFFIC = "traffic"
"""What has been asked for, by this name in the state of the crawl."""


@dataclass(frozen=True, slots=True)
class _Conclusion:
    """What only the crawl that ends knows."""

    seeds: tuple[str, ...]
    finished_at: str
    warnings: tuple[str, ...] = ()
    limit_reached: bool = False


def conclude(frontier: Frontier, config: CrawlConfig, *, now: float, warnings: Sequence[str]) -> Manifest:
    """Links the files and writes the Manifest of a crawl that ends `now` (seconds since the epoch). Raises OutputError where that fails."""
    # What an earlier run of this crawl had to say holds for the Pages that it saved.
    earlier = _kept(frontier)
    told = (*(earlier.warnings if earlier else ()), *map(urls.redact, warnings))
    counts = frontier.counts()
    conclusion = _Conclusion(
        seeds=tuple(map(urls.without_credentials, config.seeds)),
        finished_at=iso(now),
        warnings=tuple(dict.fromkeys(told)),
        limit_reached=counts.pending > 0 and is_over(counts, config.limit),
    )
    frontier.set_meta(CONCLUSION, json.dumps(asdict(conclusion)))
    return _write(frontier, config, conclusion)


def conclude_again(frontier: Frontier, config: CrawlConfig, *, now: float) -> Manifest:
    """Links the files and writes the Manifest anew from what the state holds. A crawl that was killed before its end ends `now`."""
    conclusion = _kept(frontier) or _Conclusion(config.seeds, iso(now))
    return _write(frontier, replace(config, seeds=conclusion.seeds), conclusion)


def _kept(frontier: Frontier) -> _Conclusion | None:
    text = frontier.meta(CONCLUSION)
    if not text:
        return None
    kept = json.loads(text)
    return _Conclusion(
        tuple(kept["seeds"]), kept["finished_at"], tuple(kept["warnings"]), kept.get("limit_reached", False)
    )


def _write(frontier: Frontier, config: CrawlConfig, conclusion: _Conclusion) -> Manifest:
    counts = frontier.counts()
    # What repeats on all pages is known when all are there.
    all_there = conclusion.limit_reached or not counts.pending
    broken, trouble = _finished(frontier, config, all_there=all_there)
    rows = tuple(frontier.rows())
    saved = [(row.url, row.facts) for row in rows if row.facts is not None]
    nav = merge_nav(facts.nav for _, facts in saved)
    order = reading_order([PageLinks(url, facts.previous, facts.next) for url, facts in saved], nav)
    scope = Scope.of(config)
    assets = frontier.assets()
    manifest = build_manifest(
        rows,
        counts,
        nav,
        order,
        config,
        started_at=frontier.meta(STARTED_AT) or "",
        finished_at=conclusion.finished_at,
        warnings=conclusion.warnings,
        changes=json.loads(urls.redact(frontier.meta(CHANGES) or "[]")),
        limit_reached=conclusion.limit_reached,
        broken=broken,
        assets=assets,
        wanted=wanted_assets(frontier, config.output_dir) if config.download_media or assets else (),
        site=SiteClaims(
            listings=frontier.listings(),
            claims=frontier.claims(),
            families=frontier.family_counts(),
            in_scope=lambda url: scope.refusal(url) is None,
            dead_ends=json.loads(frontier.meta(DEAD_ENDS) or "[]"),
            follows_links=config.sitemap is not SitemapUse.ONLY,
        ),
        traffic=Traffic(frontier.meta(TRAFFIC) or ""),
        source=source_entry(frontier.meta) if config.source is not SourceUse.OFF else None,
    )
    write_manifest(config.output_dir, manifest)
    if trouble is not None:
        raise trouble
    if forms := _forms(config) if manifest["pages"] else ():
        export(SavedCrawl.open(config.output_dir), forms)
    return manifest


def _forms(config: CrawlConfig) -> tuple[Form, ...]:
    """In which other forms the whole of it is wanted."""
    wanted = ((config.llms_txt, Form.LLMS), (config.single_file, Form.SINGLE))
    return tuple(form for is_wanted, form in wanted if is_wanted)


def _finished(
    frontier: Frontier, config: CrawlConfig, *, all_there: bool
) -> tuple[tuple[Broken, ...], OutputError | None]:
    """The links that the site has broken; and why not all files could be finished, which keeps no Manifest from being written."""
    try:
        if all_there:
            leave_out_repeats(frontier, config.output_dir, config.selector)
        return link_files(frontier, config.output_dir, config.anchors), None
    except OutputError as error:
        return (), error
