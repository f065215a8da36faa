"""What a crawl came to, in one value that everything said about it is made from. Reads the Manifest and nothing else."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from getdocs import urls
from getdocs.write.schema import Manifest


@dataclass(frozen=True, slots=True)
class Tally:
    """How often one reason was given."""

    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class LostSeed:
    """A Seed that came to no Page, and why."""

    url: str
    reason: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The end of a crawl. The tallies are ordered: most frequent first, then by name."""

    pages: int
    errors: int
    skipped: int
    redirects: int
    duplicates: int
    not_pages: int
    pending: int
    truncated: bool
    error_reasons: tuple[Tally, ...] = ()
    skip_reasons: tuple[Tally, ...] = ()
    pending_reasons: tuple[Tally, ...] = ()
    lost_seeds: tuple[LostSeed, ...] = ()

    @property
    def text(self) -> str:
        """One line for a person. It quotes URLs of the site: pass it through `terminal.printable`."""
        parts = [
            _number(self.pages, "page") + " saved",
            _number(self.errors, "error") + _because(self.error_reasons),
        ]
        for number, name, reasons in (
            (self.skipped, "skipped", self.skip_reasons),
            (self.redirects, "redirected", ()),
            (self.duplicates, "duplicate", ()),
            (self.not_pages, "not a page", ()),
            (self.pending, "pending", self.pending_reasons),
        ):
            if number:
                parts.append(f"{number} {name}{_because(reasons)}")
        line = ", ".join(parts)
        if self.truncated:
            line += "; truncated"
        return line + "".join(f"; Seed {seed.url} came to nothing: {seed.reason}" for seed in self.lost_seeds)


def summary_of(manifest: Manifest) -> Summary:
    """The Summary of the crawl that `manifest` describes."""
    return Summary(
        pages=len(manifest["pages"]),
        errors=len(manifest["errors"]),
        skipped=len(manifest["skipped"]),
        redirects=len(manifest["redirects"]),
        duplicates=len(manifest["duplicates"]),
        not_pages=len(manifest["not_pages"]),
        pending=len(manifest["pending"]),
        truncated=manifest["truncated"],
        error_reasons=_tally(entry["reason"] for entry in manifest["errors"]),
        skip_reasons=_tally(entry["reason"] for entry in manifest["skipped"]),
        pending_reasons=_tally(entry["reason"] for entry in manifest["pending"]),
        lost_seeds=_lost_seeds(manifest),
    )


def _tally(reasons: Iterable[str]) -> tuple[Tally, ...]:
    counted = Counter(reason for reason in reasons if reason)
    return tuple(
        Tally(reason, count) for reason, count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    )


def _lost_seeds(manifest: Manifest) -> tuple[LostSeed, ...]:
    why = {entry["url"]: f"not a page ({entry['content_type']})" for entry in manifest["not_pages"]}
    for pending in manifest["pending"]:
        why[pending["url"]] = f"pending ({pending['reason']})" if pending["reason"] else "pending"
    for entry in (*manifest["errors"], *manifest["skipped"]):
        why[entry["url"]] = f"{entry['reason']} ({entry['detail']})" if entry["detail"] else entry["reason"]
    led_to = {entry["from"]: entry["to"] for entry in manifest["redirects"]}
    lost = []
    for seed in manifest["seeds"]:
        url, seen = urls.page_url(seed), set[str]()
        while url in led_to and url not in seen:
            seen.add(url)
            url = led_to[url]
        if url in why:
            lost.append(LostSeed(seed, why[url]))
    return tuple(lost)


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _because(reasons: tuple[Tally, ...]) -> str:
    return f" ({', '.join(f'{tally.reason} {tally.count}' for tally in reasons)})" if reasons else ""
