"""What pages link to beside the Scope of the crawl: where a Seed was too narrow, that is most of it. Decides nothing."""

from collections.abc import Iterable

from getdocs import urls
from getdocs.config import CrawlConfig
from getdocs.model import Family, FamilyKind
from getdocs.policy.scope import seed_folder

MOST = 10_000
"""URLs that are told apart; more of them say nothing new."""


class Outside:
    """The places beside the Scope: of a Seed's host, the folder that would hold both; a host that is a relative of a Seed's."""

    def __init__(self, config: CrawlConfig) -> None:
        self._seeds = [seed for seed in map(urls.parse, config.seeds) if seed is not None]
        self._seen: set[str] = set()

    def new(self, found: Iterable[str]) -> dict[Family, list[str]]:
        """Of these URLs, all out of Scope, those not seen before, by place; those that are nowhere near are left out."""
        places: dict[Family, list[str]] = {}
        for url in found:
            if url in self._seen or len(self._seen) >= MOST:
                continue
            self._seen.add(url)
            prefix = self._place(url)
            if prefix is not None:
                places.setdefault(Family(FamilyKind.OUTSIDE, prefix, prefix), []).append(url)
        return places

    def _place(self, url: str) -> str | None:
        parsed = urls.parse(url)
        if parsed is None or not urls.is_web(parsed):
            return None
        on_host = [seed for seed in self._seeds if (seed.host, seed.port) == (parsed.host, parsed.port)]
        if not on_host:
            near = any(_are_relatives(parsed.host, seed.host) for seed in self._seeds)
            return f"{parsed.origin}/" if near else None
        folders = [(seed, _segments(seed_folder(seed.href))) for seed in on_host]
        shared, seed, folder = max(
            ((_shared(folder, _segments(parsed.path)), seed, folder) for seed, folder in folders),
            key=lambda each: each[0],
        )
        if shared == len(folder):
            return None  # below a Seed: a glob of the user's keeps it out
        return f"{seed.origin}/" + "".join(f"{segment}/" for segment in folder[:shared])


def _segments(path: str) -> list[str]:
    return [segment for segment in path.split("/") if segment]


def _shared(one: list[str], other: list[str]) -> int:
    """How many segments both begin with."""
    pairs = list(zip(one, other, strict=False))
    return next((at for at, (left, right) in enumerate(pairs) if left != right), len(pairs))


def _are_relatives(one: str, other: str) -> bool:
    """Whether one is a subdomain of the other, or both are of the same one (`www.` and `docs.` of `example.org`)."""
    if one.endswith(f".{other}") or other.endswith(f".{one}"):
        return True
    left, right = one.split("."), other.split(".")
    return one != other and len(left) == len(right) >= 3 and left[1:] == right[1:] and not left[-1].isdigit()
