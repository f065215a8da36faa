"""The report's parts about what became of each URL. Pure; reads the Manifest."""

from collections import Counter

from getdocs.offline.markup import Markup, el, joined
from getdocs.offline.report.parts import Column, bar, folded, listing, part, reason, table, titled, trail, url, words
from getdocs.write.schema import CountsEntry, Manifest

_WORDS: tuple[tuple[str, str, str], ...] = (
    ("saved", "Saved", "accent"),
    ("redirected", "Led to another page", "one"),
    ("duplicate", "Same as another page", "two"),
    ("not_a_page", "Not a page", "three"),
    ("skipped", "Refused on purpose", "four"),
    ("failed", "Failed", "bad"),
    ("pending", "Pending", "warn"),
)
_KEPT_OUT = frozenset(["robots", "scope", "scheme", "depth", "limit", "private_address", "not_followed", "not_a_page"])


def tone_of(why: str) -> str:
    """Bad for what went wrong; nothing for what was meant so."""
    return "" if why in _KEPT_OUT else "warn" if why == "pending" else "bad"


def outcomes(manifest: Manifest) -> Markup:
    """Of all URLs that were met: how many came to what, and why."""
    counts = manifest["counts"]
    return part(
        "outcomes",
        "Outcomes",
        _stack(counts),
        _reasons(manifest),
        _errors(manifest),
        lead=f"What became of the {counts['discovered']:,} URLs that the crawl met. Each has one Outcome.",
    )


def redirects(manifest: Manifest) -> Markup | None:
    """What led to another page, hop by hop."""
    entries = manifest["redirects"]
    if not entries:
        return None
    rows = [
        (
            joined(
                url(entry["from"]),
                folded(f"{len(entry['trail'])} hops", trail(entry["trail"])) if entry["trail"] else None,
            ),
            " ".join(map(str, entry["statuses"])) or "—",
            url(entry["to"]),
        )
        for entry in entries
    ]
    columns = (Column("From"), Column("Statuses"), Column("To"))
    return part(
        "redirects",
        "Redirects",
        listing(columns, rows, key="redirects"),
        lead=f"{len(entries):,} URLs led to another page.",
    )


def broken_links(manifest: Manifest) -> Markup | None:
    """Links that the site itself has broken."""
    entries = manifest["broken_links"]
    if not entries:
        return None
    rows = [
        (url(entry["url"]), reason(words(entry["reason"]), "bad"), el("span", entry["path"], class_="url"))
        for entry in entries
    ]
    return part(
        "broken-links",
        "Broken links",
        listing((Column("To"), Column("Why"), Column("In the file")), rows, key="broken_links"),
        lead=f"{len(entries):,} links of saved pages that the site itself has broken.",
    )


def left_out(manifest: Manifest) -> Markup | None:
    """What was not meant to be here: refused, another language, no page, or not dealt with."""
    lists = (
        _list("Refused on purpose", "skipped", [(url(each["url"]), joined(reason(words(each["reason"]), tone_of(each["reason"])), " ", each["detail"])) for each in manifest["skipped"]]),
        _list("Not a page", "not_pages", [(url(each["url"]), each["content_type"]) for each in manifest["not_pages"]]),
        _list("Same as another page", "duplicates", [(url(each["url"]), url(each["of"])) for each in manifest["duplicates"]]),
        _list("Pending", "pending", [(url(each["url"]), each["reason"] or "its turn had not come") for each in manifest["pending"]]),
        _list("Other languages and versions", "families", [(joined(el("span", f"{each['kind']} {each['name']}", class_="title"), url(each["prefix"])), f"{each['urls']:,} URLs; {each['take_in']}") for each in manifest["families"]]),
        _list("Near the Scope, but out of it", "outside", [(url(each["prefix"]), f"{each['urls']:,} URLs; {each['take_in']}") for each in manifest["outside"]]),
    )  # fmt: skip
    shown = [each for each in lists if each is not None]
    return part("left-out", "Left out", *shown) if shown else None


def _stack(counts: CountsEntry) -> Markup:
    whole = counts["discovered"] or 1
    numbers = dict(counts)
    present = [(int(str(numbers[key])), words, tone) for key, words, tone in _WORDS if numbers[key]]
    return joined(
        el(
            "div",
            *(
                el("span", class_=f"piece {tone}", style=f"flex-grow:{count}", title=f"{words}: {count:,}")
                for count, words, tone in present
            ),
            class_="stack",
            role="img",
            aria_label="; ".join(f"{words} {count:,}" for count, words, _ in present),
        ),
        el(
            "ul",
            *(
                el(
                    "li",
                    el("i", class_=f"key {tone}"),
                    el("span", words),
                    el("b", f"{count:,}"),
                    el("span", f"{count / whole:.1%}", class_="note"),
                )
                for count, words, tone in present
            ),
            class_="legend",
        ),
    )


def _reasons(manifest: Manifest) -> Markup | None:
    groups = (
        ("Failed", "bad", [entry["reason"] for entry in manifest["errors"]]),
        ("Refused", "", [entry["reason"] for entry in manifest["skipped"]]),
        ("Pending", "warn", [entry["reason"] or "its turn had not come" for entry in manifest["pending"]]),
    )
    counted = [(count, why, name, tone) for name, tone, whys in groups for why, count in Counter(whys).items()]
    if not counted:
        return None
    counted.sort(key=lambda each: (-each[0], each[1]))
    rows = [
        (joined(words(why), " ", reason(name, tone)), f"{count:,}", bar(count / counted[0][0], tone or "neutral"))
        for count, why, name, tone in counted
    ]
    columns = (Column("Reason"), Column("URLs", number=True), Column(""))
    return joined(el("h3", "By reason"), table(columns, rows))


def _errors(manifest: Manifest) -> Markup | None:
    entries = manifest["errors"]
    if not entries:
        return None
    rows = [
        (
            joined(
                titled(None, entry["url"]),
                el("span", "found on ", url(entry["found_on"]), class_="note") if entry["found_on"] else None,
                folded(f"{len(entry['trail'])} hops", trail(entry["trail"])) if len(entry["trail"]) > 1 else None,
            ),
            joined(reason(words(entry["reason"]), "bad"), " ", entry["detail"]),
            f"{entry['attempts']:,}",
        )
        for entry in entries
    ]
    return joined(
        el("h3", "Errors"),
        listing((Column("URL"), Column("What happened"), Column("Tries", number=True)), rows, key="errors"),
    )


def _list(title: str, key: str, rows: list[tuple[Markup, str | Markup]]) -> Markup | None:
    if not rows:
        return None
    return folded(f"{title}: {len(rows):,}", table((Column("URL"), Column("Why")), rows, key=key))
