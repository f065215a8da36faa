"""Finds the most specific pattern that matches a path, by RFC 9309 2.2.2 and 2.2.3, on octets and in bounded time.

It knows nothing of files, groups, agents or verdicts: `robots` does. Why this is no library: docs/adr/0003.
"""

import re

from getdocs.policy import octets

_STARS = re.compile(rb"\*{2,}")
_INNER_DOLLAR = re.compile(rb"\$(?!\n|\Z)")


class Patterns:
    """The patterns of one agent's Disallow rules, or of its Allow rules, as written. None holds a line feed.

    `wide` gives them a second meaning where RFC 9309 and common practice part: row 2 of the table in 2.2.2 takes escaped
    and plain data of a query for equal. A Disallow means both, an Allow only the narrower.

    Patterns are kept by their head, that is what stands before the first star or the final dollar: only those whose
    head begins the path are looked at. 500 KiB cannot hold more than about 1,000 different lengths of heads.
    """

    __slots__ = ("_count", "_lengths", "_origin", "_patterns", "_plain", "_sizes", "_special", "_wide")

    def __init__(self, written: list[bytes], *, wide: bool) -> None:
        # All patterns at once: one call that does nothing, where there is nothing to respell, instead of thousands.
        folded = octets.fold(b"\n".join(written))
        spelled = octets.escape(folded)
        if b"*" in spelled or b"$" in spelled:
            spelled = _INNER_DOLLAR.sub(b"%24", _STARS.sub(b"*", spelled))
        self._patterns = spelled.split(b"\n")
        # Precedence counts the octets that RFC 9309 2.2.2 prepares for comparison, not those of our further respelling.
        self._sizes = list(map(len, folded.split(b"\n")))
        self._wide = wide
        self._origin: dict[int, int] = {}
        if wide and b"?" in spelled and b"%" in spelled:
            self._widen(octets.relax(spelled).split(b"\n"))
        # Of two that are spelled alike the larger counts, of equals the first: the last one to enter the table stays.
        order = sorted(range(len(self._patterns) - 1, -1, -1), key=self._sizes.__getitem__)
        # Patterns with a star or dollar are in it too: no path, as it is spelled here, contains either.
        self._plain = dict(zip(map(self._patterns.__getitem__, order), order, strict=True))
        self._plain.pop(b"", None)
        self._special: dict[bytes, list[int]] = {}
        if b"*" in spelled or b"$" in spelled:
            for index, pattern in enumerate(self._patterns):
                if b"*" in pattern:
                    self._special.setdefault(pattern[: pattern.index(b"*")], []).append(index)
                elif b"$" in pattern:
                    self._special.setdefault(pattern[:-1], []).append(index)
        self._lengths = sorted({*map(len, self._plain), *map(len, self._special)})

    def _widen(self, relaxed_throughout: list[bytes]) -> None:
        for index, (pattern, relaxed) in enumerate(zip(self._patterns.copy(), relaxed_throughout, strict=True)):
            if relaxed == pattern:
                continue
            path, query, _ = pattern.partition(b"?")
            if query and b"%" in path:
                relaxed = octets.relax_query(pattern)  # noqa: PLW2901 - the exact form of it, where they differ
            # Without a star before its query, a pattern that matches a path also does so where both are relaxed.
            if query and b"*" not in path:
                self._patterns[index] = relaxed
            elif query and relaxed != pattern:
                self._origin[len(self._patterns)] = index
                self._patterns.append(relaxed)
                self._sizes.append(self._sizes[index])

    def most_specific(self, path: bytes) -> tuple[int, int]:
        """Octets of the longest pattern that matches `path`, and its index; (0, -1) where none matches.

        `path` starts with `/`, and holds the query and no fragment.
        """
        # In a path a star or dollar is an octet like any other; in a pattern, one that means itself is escaped.
        spelled = octets.escape(octets.fold(path)).replace(b"*", b"%2A").replace(b"$", b"%24")
        best = self._longest(spelled, (0, -1))
        if self._wide and (relaxed := octets.relax_query(spelled)) != spelled:
            best = self._longest(relaxed, best)
        size, index = best
        return size, self._origin.get(index, index)

    def _longest(self, path: bytes, best: tuple[int, int]) -> tuple[int, int]:
        most, found = best
        sizes, patterns = self._sizes, self._patterns
        for length in self._lengths:
            if length > len(path):
                break
            head = path[:length]
            plain = self._plain.get(head)
            if plain is not None and sizes[plain] > most:
                most, found = sizes[plain], plain
            for index in self._special.get(head, ()):
                if sizes[index] > most and _goes_on(path, length, patterns[index]):
                    most, found = sizes[index], index
        return most, found


def _goes_on(path: bytes, start: int, pattern: bytes) -> bool:
    """Whether a path that begins with the head of `pattern`, of length `start`, goes on as the pattern does.

    Each part between stars is taken where it occurs first: that leaves the most for the rest, so there is nothing to go
    back to. The last one is looked for first, as it is the likeliest to be missing.
    """
    before, star, last = pattern.rpartition(b"*")
    if not star:
        return start == len(path)
    if last.endswith(b"$"):
        last = last[:-1]
        end = len(path) - len(last) if path.endswith(last) else -1
    else:
        end = path.rfind(last)
    if end < start:
        return False
    for part in before.split(b"*")[1:]:
        at = path.find(part, start, end)
        if at < 0:
            return False
        start = at + len(part)
    return True
