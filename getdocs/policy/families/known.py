"""Which URLs belong to another language or version of the documentation than the Seeds do.

Takes in what a crawl meets, page by page, and keeps what it has learned for a later run. What the names of segments are
worth is in `names`, what is made of the evidence in `verdicts`. Looks at paths and client-side routes only:
a language in a query (`?hl=fr`) or in the name of a host (`fr.docs.example`) makes no family.
"""

from collections.abc import Iterable

from getdocs.model import Alternate, Family, FamilyKind
from getdocs.policy.families.groups import Value
from getdocs.policy.families.index import MAX_REMEMBERED, Index
from getdocs.policy.families.names import Trust, is_region_of, look_of, names, speaks
from getdocs.policy.families.paths import Path
from getdocs.policy.families.state import remembered, written
from getdocs.policy.families.verdicts import Tongues, is_due, weigh

_MAX_TONGUES = 8


class Families:
    """The languages and versions of one crawl. The same calls in the same order give the same answers."""

    def __init__(self, seeds: tuple[str, ...], *, kept: str = "") -> None:
        """`kept` is what `state` gave in an earlier run; what cannot be read of it is left out."""
        self._index = Index()
        self._met: dict[int, tuple[int, tuple[Value, ...]]] = {}
        """By hash of the URL: the age of the index when it was placed, and the values that it lies below."""
        self._landings: dict[str, str] = {}
        self._tongues: dict[str, Path | None] = {}
        """The languages of the pages that the Seeds led to, and those pages; None: of an earlier run."""
        self._has_read = False
        self._state: str | None = None
        for seed in seeds:
            self.landed(seed)
        self._seeds = len(self._landings)
        self._restore(kept)

    def landed(self, url: str) -> None:
        """A Seed led to the page at `url`: what that lies below are own families from now on."""
        path = Path.of(url)
        if path is None or path.text in self._landings:
            return
        self._landings[path.text] = url
        self._index.homes.update((*path.prefixes[1:], f"//{'/'.join(path.steps)}/"))
        self._state = None
        for place in path.places:
            look = look_of(path.steps[place])
            entered = self._index.enter(look.kind, path, place, look.trust) if look else None
            if entered is not None:
                group, value = entered
                value.landing = True
                group.make_own(value)

    def see(self, met: Iterable[str], *, on: str) -> None:
        """Takes note of URLs in Scope, in their order, and of the page `on` which they were met."""
        fresh = [url for url in dict.fromkeys((on, *met)) if self._met.get(hash(url), (-1,))[0] != self._index.age]
        if not fresh:
            return
        paths = [(hash(url), path) for url in fresh if (path := Path.of(url)) is not None]
        for _, path in paths:
            self._index.name(path)
        here = Path.of(on)
        is_landing = here is not None and here.text in self._landings
        for key, path in paths:
            values = self._index.place(path)
            if key not in self._met:
                for value in values:
                    value.on_landing += is_landing
                if len(self._met) >= MAX_REMEMBERED:
                    continue
            # What `/docs/1.x` is shows when something below it is met.
            self._met[key] = (-1 if self._index.is_open(path) else self._index.age, values)

    def read(self, url: str, lang: str, alternates: tuple[Alternate, ...]) -> None:
        """Takes note of what the page at `url` says of itself: its language (empty: nothing), and its alternates.

        Nothing is decided before the first page was read.
        """
        path = Path.of(url)
        if path is None:
            return
        self._has_read = True
        others = _on_this_host(path, alternates)
        lang = lang or next((tongue for tongue, other in others if other.text == path.text), "")
        if lang and path.text in self._landings and lang not in self._tongues and len(self._tongues) < _MAX_TONGUES:
            self._tongues[lang] = path
            self._state = None
            for group in self._index.groups():
                group.hear()
        if lang:
            self._hear(path, lang)
        self._declare(path, others)

    def other(self, url: str) -> Family | None:
        """The family that `url` belongs to where that is not the Seeds' own; None: an own one, or none.

        Evidence grows: what was None may become a family, but not the reverse, unless a Seed leads into it.
        """
        age, values = self._met.get(hash(url), (-1, ()))
        if age != self._index.age:
            path = Path.of(url)
            values = self._index.below(path) if path else ()
        return next((value.family for value in values if self._is_out(value)), None)

    def state(self) -> str:
        """What has been learned, for a later run: JSON of at most `state.MAX_STATE` characters; empty: nothing."""
        if self._state is None:
            landings = tuple(self._landings.values())[self._seeds :]
            self._state = written(landings, tuple(self._tongues), self._index.groups())
        return self._state

    def _is_out(self, value: Value) -> bool:
        """Whether it is another family than the Seeds' own. Weighs what is new where that may make it one."""
        group = value.group
        if not value.out and not value.own and self._has_read and is_due(group):
            outside = (lang for lang, path in self._tongues.items() if not self._index.is_in(group, path))
            if weigh(group, Tongues(tuple(self._tongues), tuple(outside))):
                self._state = None
        return value.out

    def _hear(self, path: Path, lang: str) -> None:
        """Compares the language of a page with the segments that look like one."""
        for place in path.places:
            segment = path.steps[place]
            if not names(segment, lang) and self._index.known(FamilyKind.LOCALE, path, place) is None:
                continue
            entered = self._index.enter(FamilyKind.LOCALE, path, place, Trust.WORD)
            if entered is None:
                continue
            group, value = entered
            said = speaks(segment, lang)
            if not (value.spoken if said else value.unspoken):
                value.spoken, value.unspoken = value.spoken or said, value.unspoken or not said
                group.hear()
                self._state = None

    def _declare(self, path: Path, others: list[tuple[str, Path]]) -> None:
        """Takes the segments that tell the alternates of a page apart for the languages that these are said to be in."""
        if all(other.text == path.text for _, other in others):
            return
        is_named = any(other.text == path.text for _, other in others)
        for lang, other in others:
            place = _place_of(lang, other, path)
            entered = self._index.enter(FamilyKind.LOCALE, other, place, Trust.WORD) if place else None
            if entered is None or place is None:
                continue
            group, value = entered
            is_plain = is_named and path.at(place) not in group.values
            if not value.declared or (is_plain and not group.plain):
                value.declared = True
                group.plain = group.plain or is_plain
                group.hear()
                self._state = None

    def _restore(self, kept: str) -> None:
        memory = remembered(kept)
        for url in memory.landings:
            self.landed(url)
        self._tongues.update(dict.fromkeys(memory.tongues[:_MAX_TONGUES]))
        for mark in memory.marks:
            path = Path.of(mark.family.prefix)
            if path is None or len(path.steps) < 2:
                continue
            place = len(path.steps) - 1
            look = look_of(path.steps[place])
            entered = self._index.enter(mark.family.kind, path, place, look.trust if look else Trust.WORD)
            if entered is None:
                continue
            group, value = entered
            group.plain = group.plain or mark.plain
            if mark.own:
                group.make_own(value)
            value.declared, value.spoken, value.unspoken = mark.declared, mark.spoken, mark.unspoken
            value.out = mark.out and not value.own
        self._has_read = bool(memory.tongues or memory.marks)


def _on_this_host(path: Path, alternates: tuple[Alternate, ...]) -> list[tuple[str, Path]]:
    """Languages and paths of the alternates on the host of the page; that of a copy which names the original is both."""
    found = [
        (alternate.lang, other)
        for alternate in alternates
        if alternate.lang.lower() != "x-default" and (other := Path.of(alternate.url)) is not None
    ]
    original = {other.steps[0] for _, other in found if other.steps[1:] == path.steps[1:]}
    here = path.steps[0]
    return [
        (lang, other if other.steps[0] == here else other.on(path))
        for lang, other in found
        if other.steps[0] == here or other.steps[0] in original
    ]


def _place_of(lang: str, other: Path, page: Path) -> int | None:
    """Which segment of an alternate says its language: best one that is all that tells it from the page."""
    places = [
        place for place in other.places if names(other.steps[place], lang) or is_region_of(other.steps[place], lang)
    ]
    if other.text == page.text:
        return places[0] if places else None
    for place in places:
        less = other.less(place, place + 1)
        if less in (page.text, page.less(place, place + 1)):
            return place
    return next((place for place in places if page.at(place) != other.steps[place]), None)
