"""Escapes text so that a Markdown reader (CommonMark with GitHub's extensions) gives the same text back.

Only what would be read as markup is escaped, so that prose stays readable. Knows text, never elements.
"""

import re

_SPACE = re.compile(r"[\t\r\n\f][ \t\r\n\f]*| [ \t\r\n\f]+")
"""Runs of white space, but for a single blank: that is what they become."""
# Everything that can start an inline construct. Most text nodes hold none of it: one search decides.
_SPECIAL = re.compile(r"[\\`*_\[\]<&~]")
_BACKSLASH = re.compile(r"\\(?=[!-/:-@\[-`{-~\s]|$)")
_STAR = re.compile(r"(?<!\s)\*|\*(?!\s)")
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_TILDE = re.compile(r"(?<=\w)~|(?<=[^\w\s])~(?!\w)|^~(?![\w/])|~$")
"""One that could end what another text has begun to strike out (CommonMark 6.2); not that of `~5`, `(~5)` and `/~user`."""
_JOINED = re.compile(r"(?:[^\\]|^)(?:!\[|<[A-Za-z/!?])", re.DOTALL)
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)")
# A bracket pair is a link only before ( [ or :, a footnote with ^, a callout with !, a task when it is blank or x.
_PAIR = re.compile(r"\[(?![\^!]|[ xX]\])([^\[\]]*)\](?=[^(\[:]|$)")
_LINE_START = re.compile(r"\s*(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|\d{1,9}[.)](?=\s|$)|=+\s*$|-{3,}\s*$|_{3,}\s*$|~{3,})")
_RULE = re.compile(r"\s*(?=[|:\s]*-)([|:-])[|:\s-]*$")
"""What makes a heading or a table of the line before it."""
_BACKTICKS = re.compile(r"`+")


def collapse(text: str) -> str:
    """Runs of HTML white space become one blank (CSS `white-space: normal`); a no-break space stays."""
    return _SPACE.sub(" ", text)


def prose(text: str, *, in_link: bool = False) -> str:
    """`text` with inline markup escaped. In a link every bracket is escaped, since it would end the link's text."""
    if not _SPECIAL.search(text):
        return text
    text = _BACKSLASH.sub(r"\\\\", text)
    text = text.replace("`", r"\`")
    text = _STAR.sub(r"\\*", text)
    text = _UNDERSCORE.sub(r"\\_", text)
    text = _TAG.sub(r"\\<", text)
    text = _ENTITY.sub(r"\\&", text)
    if "~" in text:
        text = text.replace("~", r"\~") if text.count("~") > 1 else _TILDE.sub(r"\~", text)
    if "[" in text or "]" in text:
        text = _brackets(text, in_link=in_link)
    return text


def _brackets(text: str, *, in_link: bool) -> str:
    pieces: list[str] = []
    at = 0
    for pair in () if in_link else _PAIR.finditer(text):
        # A pair that ends the text may meet a parenthesis from the next node: it is escaped.
        if pair.end() < len(text):
            pieces += (_escape_brackets(text[at : pair.start()]), pair.group(0))
            at = pair.end()
    pieces.append(_escape_brackets(text[at:]))
    return "".join(pieces)


def _escape_brackets(text: str) -> str:
    return text.replace("[", r"\[").replace("]", r"\]")


def before(text: str, following: str) -> str:
    """`text`, both already Markdown, with its last character escaped where `following` would make a picture or a tag with it."""
    joined = f"{text[-2:]}{following[:1]}"
    return f"{text[:-1]}\\{text[-1]}" if _JOINED.fullmatch(joined) else text


def line_start(text: str, *, first: bool = True) -> str:
    """`text`, which starts a line, with a leading block marker (heading, list, quote, rule, fence) escaped.

    `first`: whether the line is the first of its block.
    """
    match = _LINE_START.match(text) or (None if first else _RULE.match(text))
    if match is None:
        return text
    marker = match.group(1)
    at = match.start(1)
    if marker[0].isdigit():
        at = match.end(1) - 1
    return f"{text[:at]}\\{text[at:]}"


def in_marks(text: str) -> str:
    """`text`, which marks of emphasis are put around, with the stars at its ends escaped that stand alone elsewhere."""
    if text.startswith("* "):
        text = f"\\{text}"
    return f"{text[:-1]}\\*" if text.endswith(" *") else text


def code_span(code: str) -> str:
    """`code` as a code span: its fence is longer than any run of backticks inside. Empty where there is no code."""
    if not code:
        return ""
    longest = max((len(run) for run in _BACKTICKS.findall(code)), default=0)
    ticks = "`" * (longest + 1)
    padding = " " if code[0] == "`" or code[-1] == "`" or (code[0] == " " == code[-1] and code.strip()) else ""
    return f"{ticks}{padding}{code}{padding}{ticks}"


def fence(code: str, language: str) -> str:
    """`code` as a fenced block, without a newline at either end; its fence is longer than any inside."""
    longest = max((len(run) for run in re.findall(r"`{3,}", code)), default=2)
    ticks = "`" * (longest + 1)
    return f"{ticks}{language}\n{code}\n{ticks}"


_RISKY = re.compile(r"[()\s<>]")


def destination(url: str) -> str:
    """`url` as the destination of a link or image (CommonMark 6.3), in angle brackets where it needs them."""
    url = url.replace("\\", "%5C").replace("|", "%7C").replace("\n", "%0A")
    url = _ENTITY.sub("&amp;", url)
    if not _RISKY.search(url):
        return url
    url = url.replace("<", "%3C").replace(">", "%3E")
    if " " not in url and _balanced(url):
        return url
    return f"<{url}>"


def _balanced(url: str) -> bool:
    depth = 0
    for char in url:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0


def title(text: str) -> str:
    """` "text"` as the title of a link or image; empty where there is none."""
    text = collapse(text).strip()
    if not text:
        return ""
    escaped = prose(text).replace('"', r"\"")
    return f' "{escaped}"'
