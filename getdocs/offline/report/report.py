"""The report of a crawl: one HTML file to look at, with nothing in it that is loaded from anywhere.

Made of the Manifest, and of the heads of the Pages' files for when they were saved. No script; text of others is text.
"""

from importlib.resources import files

from getdocs.offline.markup import Markup, el, joined, link
from getdocs.offline.report import outcomes, traffic
from getdocs.offline.report.parts import Column, bar, listing, part, reason, table, titled, words
from getdocs.offline.report.times import duration, moment, size
from getdocs.offline.saved import SavedCrawl
from getdocs.urls import netloc
from getdocs.write.schema import Manifest, Source
from getdocs.write.summary import CrawlStatus, Summary, summary_of

_SOURCES: dict[Source, tuple[str, str]] = {
    "nav": ("Navigation", "the site's sidebars and tabs"),
    "prev_next": ("Previous and next", "links between consecutive pages"),
    "llms_txt": ("llms.txt", "the site's list for language models"),
    "sitemap": ("Sitemap", "the site's list for search engines"),
}
_STATUSES = {
    CrawlStatus.OK: ("Complete", "good", "Nothing says that much is missing."),
    CrawlStatus.TRUNCATED: ("Part of the site", "warn", "Something was left over on purpose."),
    CrawlStatus.INTERRUPTED: ("Interrupted", "warn", "Somebody stopped it; --resume goes on."),
    CrawlStatus.EMPTY: ("Nothing saved", "bad", "No page was saved."),
    CrawlStatus.INCOMPLETE: ("Incomplete", "bad", "So much is missing that this must not pass for the whole."),
}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
_ALARM = "INCOMPLETE: "


def report(crawl: SavedCrawl) -> str:
    """The report, as a whole HTML document."""
    manifest = crawl.manifest
    summary = summary_of(manifest)
    hosts = ", ".join(dict.fromkeys(netloc(seed) or seed for seed in manifest["seeds"]))
    parts = (
        ("coverage", "Coverage", _coverage(manifest)),
        ("outcomes", "Outcomes", outcomes.outcomes(manifest)),
        ("receipts", "Receipts", _receipts(manifest)),
        ("time", "Time", traffic.over_time(crawl)),
        ("requests", "Requests", traffic.requests(manifest)),
        ("redirects", "Redirects", outcomes.redirects(manifest)),
        ("broken-links", "Broken links", outcomes.broken_links(manifest)),
        ("left-out", "Left out", outcomes.left_out(manifest)),
    )
    shown = [(name, title, content) for name, title, content in parts if content is not None]
    body = joined(
        el("header", _head(manifest, summary, hosts), class_="top"),
        el("nav", *(el("a", title, href=f"#{name}") for name, title, _ in shown), aria_label="Parts of the report"),
        el("main", _tiles(manifest, summary), _warnings(summary), *(content for _, _, content in shown)),
        el("footer", f"Made by {manifest['tool']['name']} {manifest['tool']['version']} from crawl.json."),
    )
    style = files("getdocs.offline.report").joinpath("report.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="robots" content="noindex">\n'
        f'<link rel="icon" href="data:,">\n{el("title", f"Crawl report: {hosts}")}\n<style>\n{style}</style>\n'
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _head(manifest: Manifest, summary: Summary, hosts: str) -> Markup:
    word, tone, meaning = _STATUSES[summary.status]
    seeds = manifest["seeds"]
    return joined(
        el("p", "Crawl report", class_="kicker"),
        el("h1", hosts),
        el(
            "p",
            *(joined(link(seed, seed), " ") for seed in seeds[:3]),
            f"and {len(seeds) - 3} more" if len(seeds) > 3 else None,
            class_="seeds",
        ),
        el("p", reason(word, tone), " ", meaning, class_="status"),
        _alarm(summary),
    )


def _alarm(summary: Summary) -> Markup | None:
    """What an incomplete crawl lacks, and what to do; the pages that it lacks have their own list."""
    lacks = [line.removeprefix(_ALARM).rstrip(":") for line in summary.alarm if line.startswith(_ALARM)]
    remedies = [line for line in summary.alarm if not line.startswith((_ALARM, " "))]
    if not lacks:
        return None
    return el(
        "div", el("ul", *(el("li", line) for line in lacks)), *(el("p", line) for line in remedies), class_="alarm"
    )


def _tiles(manifest: Manifest, summary: Summary) -> Markup:
    nav = manifest["coverage"].get("nav")
    receipts = manifest["receipts"]
    begin, end = moment(manifest["started_at"]), moment(manifest["finished_at"])
    hosts = manifest["requests_by_host"]
    sent, cached = sum(host["requests"] for host in hosts), sum(host["cached"] for host in hosts)
    reasons = ", ".join(f"{words(tally.reason)}: {tally.count:,}" for tally in summary.error_reasons[:2])
    tiles = (
        ("Pages saved", f"{summary.pages:,}", f"of {manifest['counts']['discovered']:,} URLs met", ""),
        ("Navigation", _share(nav["saved"], nav["claimed"]), f"{nav['saved']:,} of {nav['claimed']:,} pages", "")
        if nav and nav["claimed"]
        else ("Navigation", "—", "the site shows none", ""),
        (
            "Kept whole",
            _share(receipts["whole"], receipts["pages"]),
            f"{receipts['whole']:,} of {receipts['pages']:,} pages",
            "",
        )
        if receipts["pages"]
        else ("Kept whole", "—", "no page was compared", ""),
        ("Errors", f"{summary.errors:,}", reasons or "none", "bad" if summary.errors else ""),
        ("Took", duration(end - begin) if begin and end else "—", _day(manifest["started_at"]), ""),
        ("Fetched", size(sum(host["bytes"] for host in hosts)), f"{sent:,} requests, {cached:,} cached", "")
        if hosts
        else ("Fetched", "—", "not recorded", ""),
    )
    return el(
        "dl",
        *(
            el("div", el("dt", name), el("dd", value, class_=tone or None), el("dd", note, class_="note"))
            for name, value, note, tone in tiles
        ),
        class_="tiles",
    )


def _warnings(summary: Summary) -> Markup | None:
    if not summary.warnings:
        return None
    count = len(summary.warnings)
    return el(
        "section",
        el("h2", "1 warning" if count == 1 else f"{count:,} warnings"),
        el("ul", *(el("li", warning) for warning in summary.warnings)),
        class_="warnings",
    )


def _coverage(manifest: Manifest) -> Markup:
    coverage = manifest["coverage"]
    rows = []
    missing = []
    for source, entry in coverage.items():
        name, what = _SOURCES[source]
        share = entry["saved"] / entry["claimed"] if entry["claimed"] else 1.0
        rows.append(
            (
                joined(el("span", name, class_="title"), el("span", what, class_="note")),
                f"{entry['saved']:,}",
                f"{entry['claimed']:,}",
                _share(entry["saved"], entry["claimed"]),
                bar(share),
            )
        )
        if entry["missing"]:
            lost = [
                (
                    titled(each["title"], each["url"]),
                    joined(reason(words(each["reason"]), outcomes.tone_of(each["reason"])), " ", each["detail"]),
                )
                for each in entry["missing"]
            ]
            columns = (Column("Page"), Column("Why it is not here"))
            missing.append(el("h3", f"{name}: {len(lost):,} missing"))
            missing.append(listing(columns, lost, key=f"coverage.{source}"))
    if not rows:
        return part(
            "coverage", "Coverage", lead="The site names its pages nowhere: neither in a navigation nor in a sitemap."
        )
    heads = (
        Column("Where the site names its pages"),
        Column("Saved", number=True),
        Column("Named", number=True),
        Column("Share", number=True),
        Column(""),
    )
    return part(
        "coverage",
        "Coverage",
        table(heads, rows),
        *missing,
        lead="Of the pages that the site itself says it has, how many are here.",
    )


def _receipts(manifest: Manifest) -> Markup | None:
    receipts = manifest["receipts"]
    if not receipts["pages"]:
        return None
    rows = []
    for kind, (shown, kept, added) in receipts["kinds"].items():
        whole = shown + added
        rows.append(
            (
                el("span", kind, class_="title"),
                f"{shown:,}",
                f"{kept:,}",
                f"{added:,}",
                _share(kept, whole),
                bar(kept / whole if whole else 1.0),
            )
        )
    heads = (Column("Kind"), *(Column(name, number=True) for name in ("Shown", "Kept", "Added", "Share")), Column(""))
    worst = [
        (
            joined(el("span", each["path"], class_="title"), titled(None, each["url"])),
            f"{each['score']:.2%}",
            bar(each["score"], "bad" if each["score"] < 0.9 else "warn"),
        )
        for each in receipts["worst"]
    ]
    return part(
        "receipts",
        "Receipts",
        table(heads, rows),
        joined(el("h3", "The worst pages"), table((Column("Page"), Column("Kept", number=True), Column("")), worst))
        if worst
        else None,
        lead="What the files hold of what a reader sees on the pages. `getdocs verify` names what is missing.".replace(
            "`", ""
        ),
    )


def _share(some: int, whole: int) -> str:
    """A percentage, rounded down: 100 % is said of what is whole only."""
    return "100%" if some >= whole else f"{some * 1000 // whole / 10:.1f}%"


def _day(text: str) -> str:
    return text.replace("T", " ")[:16] + " UTC" if text else ""
