"""Makes robots.txt files at random, each spelled twice: for us, and as Google's parser needs it spelled.

Google's parser compares octets and leaves RFC 3986 to its caller; an atom that has several spellings is therefore given
to it in one. Everything else, white space, line ends, misspellings and rubbish, is the same in both.
"""

import random
from dataclasses import dataclass
from typing import TypeAlias

Atom: TypeAlias = tuple[bytes, ...]
"""The spellings of one piece of a path; the first is Google's."""

AGENT = "ExampleBot"
ATOMS: tuple[Atom, ...] = (
    (b"/",),
    (b"/",),
    (b"a", b"%61"),
    (b"a",),
    (b"b", b"%62"),
    (b"_", b"%5F", b"%5f"),
    (b"-", b"%2D"),
    (b"%2F", b"%2f"),
    (b"%C3%A9", "é".encode(), b"%c3%a9", b"%C3%a9"),
    (b"%E9", b"%e9"),
    (b"%26",),
    (b"?",),
    (b"=",),
    (b"&",),
    (b";",),
    (b":",),
)
STAR: Atom = (b"*",)
DOLLAR: Atom = (b"$",)
ALLOW = (b"Allow", b"allow", b"ALLOW", b"Allowed")
DISALLOW = (b"Disallow", b"DISALLOW", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw", b"Disallows")
USER_AGENT = (b"User-agent", b"USER-AGENT", b"useragent", b"user agent", b"User-agents")
AGENTS = (
    *(b"ExampleBot", b"examplebot", b"*", b"*", b"* x", b"ExampleBot/1.0", b"ExampleBot x", b"ExampleBot-News"),
    *(b"Example", b"Other", b"*bot", b"", b"*ExampleBot", b"ExampleBot*", b"\xe9"),
)
RUBBISH = (
    *(b"", b" ", b"# a comment", b"#Disallow: /", b"Sitemap: https://example.com/s.xml", b"Crawl-delay: 5"),
    *(b"Host: example.com", b"Noindex: /", b"unknown: /a", b"just some words", b"Disallow some of it"),
    *(b"User agent Foo is welcome", b": /a", b"a:", b"Disallow = /", b"Allow:: /", b"\x00\x01", b"\xff\xfe"),
    *(b"<p>Disallow: /a</p>", b"Clean-param: a /b", b"Disallow\xef\xbc\x9a /a", "\u2028Disallow: /".encode()),
    *(b"Disallow", b"Allow", b"User-agent", b"Disallow:", b"Allow:", b"\xef\xbb\xbfDisallow: /a", b"User-agent: *\x85"),
)
SPACE = (b"", b"", b"", b" ", b"  ", b"\t", b" \t ", b"\x0b", b"\x0c ")
ENDS = (b"\n", b"\n", b"\n", b"\r\n", b"\r", b"\n\n", b"\r\r\n", b" # why\n", b"#\n", b"\x00x\n", b" \r")


@dataclass(frozen=True, slots=True)
class Sample:
    """One file and some URLs, in both spellings: ours, then Google's."""

    ours: bytes
    google: bytes
    urls: tuple[tuple[str, str], ...]


def sample(rng: random.Random) -> Sample:
    """A file of up to 14 lines, and twelve URLs that its patterns have a fair chance to match."""
    mark = rng.choice((b"", b"", b"", b"\xef\xbb\xbf", b"\xef\xbb"))
    ours, google = mark, mark
    patterns: list[tuple[Atom, ...]] = []
    for _ in range(rng.randrange(1, 15)):
        what = rng.random()
        separator = rng.choice(SPACE) + (b":" if rng.random() < 0.95 else b" ") + rng.choice(SPACE)
        if what < 0.35:
            start = rng.choice(USER_AGENT) + separator
            value = ((rng.choice(AGENTS),),)
        elif what < 0.85:
            start = rng.choice(ALLOW if rng.random() < 0.45 else DISALLOW) + separator
            value = _pattern(rng)
            patterns.append(value)
        else:
            start, value = rng.choice(RUBBISH), ()
        start, end = rng.choice(SPACE) + start, rng.choice(ENDS)
        ours += start + _spelled(value, rng) + end
        google += start + _spelled(value) + end
    return Sample(ours, google, tuple(_url(rng, patterns) for _ in range(12)))


def _spelled(atoms: tuple[Atom, ...], rng: random.Random | None = None) -> bytes:
    return b"".join(rng.choice(atom) if rng else atom[0] for atom in atoms)


def _atoms(rng: random.Random, most: int) -> tuple[Atom, ...]:
    return tuple(rng.choice(ATOMS) for _ in range(rng.randrange(most + 1)))


def _pattern(rng: random.Random) -> tuple[Atom, ...]:
    body = tuple(rng.choice((*ATOMS, STAR, STAR, STAR, DOLLAR)) for _ in range(rng.randrange(7)))
    return (() if rng.random() < 0.1 else ((b"/",),)) + body + ((DOLLAR,) if rng.random() < 0.2 else ())


def _url(rng: random.Random, patterns: list[tuple[Atom, ...]]) -> tuple[str, str]:
    atoms = _atoms(rng, 7)
    if patterns and rng.random() < 0.7:
        like = rng.choice(patterns)
        if like and like[-1] is DOLLAR and rng.random() < 0.8:
            like = like[:-1]
        filled = (_atoms(rng, 2) if atom is STAR else (atom,) for atom in like)
        atoms = sum(filled, ()) + (_atoms(rng, 2) if rng.random() < 0.5 else ())
    return _absolute(_spelled(atoms, rng)), _absolute(_spelled(atoms))


def _absolute(path: bytes) -> str:
    return "http://example.com/" + path.removeprefix(b"/").decode()
