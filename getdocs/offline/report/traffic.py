"""The report's parts about when pages were saved and what was asked for."""

from datetime import UTC, datetime

from getdocs.offline.markup import Markup, el, joined
from getdocs.offline.report.parts import Column, part, span_bar, table
from getdocs.offline.report.times import Course, course, duration, moment, response_time, size
from getdocs.offline.saved import SavedCrawl
from getdocs.write.schema import Manifest

_DAY = 86400


def over_time(crawl: SavedCrawl) -> Markup | None:
    """How many Pages were saved when, by the heads of their files."""
    fronts = (crawl.front(page) for page in crawl.pages)
    moments = (moment(front.crawled_at) for front in fronts if front is not None)
    found = course(each for each in moments if each is not None)
    if found is None:
        return None
    most = max(found.counts)
    columns = el(
        "div",
        *(
            el("span", el("i", style=f"height:{count / most * 100:.2f}%"), title=f"{_clock(found, at)}: {count:,}")
            for at, count in enumerate(found.counts)
        ),
        class_="columns",
        role="img",
        aria_label=f"Pages saved in each {duration(found.step)}: {', '.join(map(str, found.counts))}",
    )
    last = len(found.counts)
    axis = el("div", *(el("span", _clock(found, at)) for at in dict.fromkeys((0, last // 2, last))), class_="axis")
    every = "second" if found.step == 1 else duration(found.step)
    return part(
        "time",
        "Pages over time",
        el(
            "figure",
            el("div", el("span", f"{most:,}"), el("span", "0"), class_="scale"),
            el("div", columns, axis),
            class_="course",
        ),
        lead=f"Pages saved in each {every}, in UTC. At most {most:,}.",
    )


def requests(manifest: Manifest) -> Markup | None:
    """What was asked for: of which host, how fast it answered, and what for."""
    hosts, kinds = manifest["requests_by_host"], manifest["requests_by_kind"]
    if not kinds:
        return None
    slowest = max((host["p95_s"] or 0.0 for host in hosts), default=0.0) or 1.0
    by_host = [
        (
            el("span", host["host"], class_="title"),
            f"{host['requests']:,}",
            f"{host['cached']:,}",
            f"{host['failed']:,}",
            size(host["bytes"]),
            response_time(host["median_s"]),
            response_time(host["p95_s"]),
            span_bar(host["median_s"] / slowest, host["p95_s"] / slowest)
            if host["median_s"] is not None and host["p95_s"] is not None
            else "",
        )
        for host in hosts
    ]
    most = max(sum((kind["requests"], kind["cached"], kind["refused"])) for kind in kinds)
    by_kind = [
        (
            el("span", kind["kind"].replace("_", " "), class_="title"),
            f"{kind['requests']:,}",
            f"{kind['cached']:,}",
            f"{kind['refused']:,}",
            f"{kind['failed']:,}",
            size(kind["bytes"]),
            _pieces(kind["requests"], kind["cached"], kind["refused"], most),
        )
        for kind in kinds
    ]
    counts = [Column(name, number=True) for name in ("Sent", "Cached", "Failed", "Size", "Median", "95 %")]
    kind_counts = [Column(name, number=True) for name in ("Sent", "Cached", "Refused", "Failed", "Size")]
    return part(
        "requests",
        "Requests",
        joined(
            el("h3", "Response times by host"),
            table((Column("Host"), *counts, Column("")), by_host, key="requests_by_host"),
        )
        if hosts
        else None,
        el("h3", "By kind"),
        table((Column("Kind"), *kind_counts, Column("")), by_kind),
        el(
            "ul",
            *(
                el("li", el("i", class_=f"key {tone}"), el("span", word))
                for word, tone in (("sent", "accent"), ("cached", "soft"), ("refused", "four"))
            ),
            class_="legend small",
        ),
        lead="Every request was made by getdocs, for the browser too. A bar ends where 95 % of the answers were there; its mark is the median.",
    )


def _pieces(sent: int, cached: int, refused: int, most: int) -> Markup:
    return el(
        "span",
        *(
            el("i", class_=tone, style=f"width:{count / most * 100:.2f}%")
            for count, tone in ((sent, "accent"), (cached, "soft"), (refused, "four"))
            if count
        ),
        class_="bar pieces",
        aria_hidden="true",
    )


def _clock(found: Course, at: int) -> str:
    when = datetime.fromtimestamp(found.begin + at * found.step, UTC)
    return f"{when:%d %b %H:%M}" if len(found.counts) * found.step > _DAY else f"{when:%H:%M:%S}"
