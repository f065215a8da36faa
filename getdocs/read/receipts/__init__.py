"""The Receipt: what a reader saw on a page, against what its Markdown says.

It is a judge, so it shares no rule with the converter: what is text, code, a cell or an item is decided here once more, on
lexbor's tree, for the page as it was shown (`shown`) and for its Markdown parsed back to HTML (`written`).
"""
