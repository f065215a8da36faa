"""What a segment of a path looks like: a language, a version, or neither. And whether it says the language that a page says.

Names only. Whether a segment that looks like one is one is a matter of evidence, see `verdicts`.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from getdocs.model import FamilyKind


class Trust(IntEnum):
    """How much the name alone is worth."""

    NUMBER = 0
    """A bare number: a version only among versions."""
    WORD = 1
    """As often a word or a product: `/id/`, `/ts/`, `/next/`, `/dev/`."""
    LIKELY = 2
    """`/fr/`, `/v2/`: hardly a word, but countries and programming interfaces are called so too."""
    CLEAR = 3
    """`/zh-CN/`, `/1.x/`, `/second-edition/`."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a segment looks like."""

    kind: FamilyKind
    trust: Trust


# ISO 639-1. Those in LIKELY are written about software in, and are hardly words, products or file endings.
_LIKELY = frozenset("bg de el en es fi fr hu ja ko nl pl pt ro ru th tr vi zh".split())
_LANGUAGES = _LIKELY | frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da dv dz ee eo et eu fa ff "
    "fj fo fy ga gd gl gn gu gv ha he hi ho hr ht hy hz ia id ie ig ii ik io is it iu jv ka kg ki kj kk kl km kn kr ks ku kv kw "
    "ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nn no nr nv ny oc oj om or os pa pi ps qu "
    "rm rn rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg ti tk tl tn to ts tt tw ty ug uk ur uz ve vo wa "
    "wo xh yi yo za zu".split()
)
# Countries that stand for their language in many a path, and codes that changed: what they mean.
_MEANS = {
    "cn": "zh", "jp": "ja", "kr": "ko", "cz": "cs", "ua": "uk", "gr": "el", "dk": "da", "vn": "vi",
    "nb": "no", "nn": "no", "iw": "he", "in": "id", "fil": "tl",
}  # fmt: skip
_COUNTRIES_FOR_LANGUAGES = frozenset("cn jp cz ua gr dk vn".split())
# With any region. The regions of the others: `to-do`, `as-is`, `my-ip` and `no-js` are no languages.
_WORLD = frozenset("ar de en es fr pt ru zh".split())
_REGIONS = frozenset(
    "af-za am-et az-az be-by bg-bg bn-bd bn-in bs-ba ca-es cs-cz cy-gb da-dk el-cy el-gr et-ee eu-es fa-ir fi-fi fil-ph "
    "ga-ie gl-es gu-in he-il hi-in hr-hr hu-hu hy-am id-id is-is it-ch it-it ja-jp ka-ge kk-kz km-kh kn-in ko-kr lo-la "
    "lt-lt lv-lv mk-mk ml-in mn-mn mr-in ms-my my-mm nb-no ne-np nl-be nl-nl nn-no no-no pa-in pl-pl ro-ro si-lk sk-sk "
    "sl-si sq-al sr-rs sv-fi sv-se sw-ke ta-in te-in th-th tl-ph tr-tr uk-ua ur-pk uz-uz vi-vn".split()
)
_SCRIPTS = frozenset({"arab", "cyrl", "deva", "hans", "hant", "latn"})
_REGIONAL = re.compile(r"([a-z]{2,3})[-_]([a-z]{4}[-_])?([a-z]{2}|[a-z]{4}|[0-9]{3})", re.IGNORECASE)

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_NOT_RELEASED = r"alpha|beta|rc|dev|snapshot|pre|preview|milestone|next|canary|nightly|unreleased"
_SUFFIX = rf"(?:[-._+]?(?:{_NOT_RELEASED}|m|final|release|ga|lts|legacy|stable|post|sp)[-._]?\d*)*"
# 1.x, 3.11, v2.0.1-rc1, v1_2, v1-2
_DOTTED = rf"v?\d{{1,4}}(?:[._]\d{{1,6}}){{0,3}}[._-]x(?:\.x)?{_SUFFIX}|v?\d{{1,4}}(?:[._]\d{{1,6}}){{1,3}}{_SUFFIX}|v\d{{1,3}}-\d{{1,3}}"
_RELEASE = re.compile(
    rf"{_DOTTED}"
    rf"|(?:[a-z][a-z-]*-)?(?:release|version|ver|rel|branch|stable)[-_]?(?:{_DOTTED}|v?\d{{1,4}})"
    rf"|[a-z][\w-]*@(?:{_DOTTED}|v?\d{{1,3}}|latest|stable|next)"
    rf"|(?:\d{{1,4}}(?:st|nd|rd|th)?|{'|'.join(_ORDINALS)})[-_]?edition|edition[-_]?\d{{1,4}}"
    r"|r20\d\d[ab]"
    r"|latest|stable|nightly|canary"
)
# The major versions of documentation and of programming interfaces.
_MAJOR = re.compile(rf"v\d{{1,3}}(?:-?(?:{_NOT_RELEASED}|legacy|lts)\d*)?|\d{{1,2}}x")
# Programming interfaces are named by dates, and so are meetings.
_DATE = re.compile(r"20\d\d-[01]\d(?:-[0-3]\d)?")
_VERSION_WORDS = frozenset(
    "next dev devel develop development main master trunk current legacy unstable lts edge beta alpha preview rc snapshot "
    "head tip unreleased release".split()
)
_OUTLINE = re.compile(r"\d+(?:\.\d+)+")
_NUMBER = re.compile(r"[1-9]\d{0,2}")
_UNFINISHED = re.compile(rf"{_NOT_RELEASED}|unstable|edge|trunk|master|main|head", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")


@lru_cache(maxsize=4096)
def look_of(segment: str) -> Look | None:
    """What the segment of a path looks like, as it is written; None: neither a language nor a version. Never raises."""
    if len(segment) > 40:
        return None
    lower = segment.lower()
    if lower in _LANGUAGES or lower in _COUNTRIES_FOR_LANGUAGES:
        return Look(FamilyKind.LOCALE, Trust.LIKELY if lower in _LIKELY else Trust.WORD)
    if (parts := _REGIONAL.fullmatch(segment)) is not None and _is_region(parts[1], parts[3], bool(parts[2])):
        return Look(FamilyKind.LOCALE, Trust.CLEAR)
    if _RELEASE.fullmatch(lower):
        return Look(FamilyKind.VERSION, Trust.CLEAR)
    if _MAJOR.fullmatch(lower):
        return Look(FamilyKind.VERSION, Trust.LIKELY)
    if lower in _VERSION_WORDS or _DATE.fullmatch(lower):
        return Look(FamilyKind.VERSION, Trust.WORD)
    return Look(FamilyKind.VERSION, Trust.NUMBER) if _NUMBER.fullmatch(segment) else None


def _is_region(language: str, region: str, scripted: bool) -> bool:  # noqa: FBT001 - one question, three parts of a name
    known = language.lower() in _LANGUAGES or language.lower() == "fil"
    if region.lower() in _SCRIPTS:
        return known
    if len(region) == 4:
        return False
    written_so = language.islower() and region.isupper()  # BCP 47 2.1.1
    usual = language.lower() in _WORLD or f"{language}-{region}".lower() in _REGIONS
    return known and (usual or written_so or scripted)


def speaks(segment: str, lang: str) -> bool:
    """Whether the segment names the language that a page says it is in (BCP 47): `zh` and `zh-hans` do for `zh-CN`.

    False where both name a region and these differ.
    """
    named, region = _tag(segment)
    said, said_region = _tag(lang)
    return bool(named) and named == said and not (region and said_region and region != said_region)


def names(segment: str, lang: str) -> bool:
    """Whether the segment is a language tag, and names the language that a page says it is in."""
    look = look_of(segment)
    tag = lang.lower().replace("_", "-")
    is_tag = (look is not None and look.kind is FamilyKind.LOCALE) or segment.lower() in (tag, tag.partition("-")[0])
    return is_tag and speaks(segment, lang)


def is_region_of(segment: str, lang: str) -> bool:
    """Whether the segment is the country of a page's language tag: `/uk/` and `/gb/` of `en-GB`."""
    lower = segment.lower()
    return len(lower) == 2 and _tag(lang)[1] == ("gb" if lower == "uk" else lower)


def nearest(segments: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """Those of the segments that name the language best: the tag itself, else the language, else another region of it."""
    language = [name for name in segments if _tag(name)[0] == _tag(lang)[0]]
    same = [name for name in language if name.lower().replace("_", "-") == lang.lower().replace("_", "-")]
    return tuple(same or [name for name in language if speaks(name, lang)] or language)


def _tag(tag: str) -> tuple[str, str]:
    """Language and region of a tag, in lower case and in today's codes."""
    language, *rest = tag.lower().replace("_", "-").split("-")
    return _MEANS.get(language, language), next((part for part in rest if len(part) == 2), "")


def is_outline(segment: str) -> bool:
    """Whether sections of a text are numbered so too: `1.2`, but not `v1.2` or `1.x`."""
    return _OUTLINE.fullmatch(segment) is not None


def newness(version: str) -> tuple[int, tuple[int, ...]]:
    """Orders versions by their names: released ones after others, then by their numbers."""
    lower = version.lower()
    numbers = tuple(int(digits) for digits in _DIGITS.findall(lower))
    ordinal = next((place for place, word in enumerate(_ORDINALS, 1) if lower.startswith(word)), 0)
    released = 0 if _UNFINISHED.search(lower) or not (numbers or ordinal) else 1
    return released, numbers or (ordinal,)
