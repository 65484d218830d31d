"""The printed rules of one table: a document made of its rules, and the same as Markdown, as HTML and as PDF.

`booklet_of` makes the document: the paragraphs in order under the clause numbers that verdicts cite, tables of options
and points, and pictures of hands that the referee has judged. It is made of the table alone, so that every rule set
has its booklet in every language as soon as it can be played. The writers beside it know nothing of rules.
"""

from referee.booklet.compose import booklet_of
from referee.booklet.model import Booklet

__all__ = ["Booklet", "booklet_of"]
