"""The table of diagnostic codes. Codes are stable: a released one never changes its meaning.

CH0xx reading · CH1xx shape · CH2xx names · CH3xx expressions · CH4xx types and units · CH5xx is the game
possible · CH6xx logic, cost and size · CH7xx variants · CH8xx examples and texts. Each has a golden bad file in
tests/golden. CH9xx are mistakes of records, which the judge knows by their names (`record.numbers`). `referee check`
says all others but those in PROVED, which `referee prove` decides by asking about every hand, and those in TESTED,
which `referee test --coverage` finds.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """`severity` is error, warning or information; `title` names the mistake in a few words."""

    severity: str
    title: str


CODES: dict[str, Code] = {
    # reading
    "CH001": Code("error", "a tab where YAML wants spaces"),
    "CH002": Code("error", "the same key twice"),
    "CH004": Code("error", "not a plain whole number"),
    "CH005": Code("error", "a comment cuts an expression short"),
    "CH006": Code("error", "anchors, aliases and merge keys"),
    "CH007": Code("error", "a second document in one file"),
    "CH008": Code("error", "a look-alike or typographic sign"),
    "CH009": Code("error", "a block of text where one line is meant"),
    "CH010": Code("error", "a colon or brace makes a mapping of an expression"),
    "CH011": Code("error", "not readable as text"),
    "CH012": Code("error", "the file is too large"),
    "CH013": Code("error", "a tag"),
    "CH014": Code("error", "not YAML"),
    "CH015": Code("error", "the file cannot be opened"),
    "CH016": Code("error", "a comma cuts an expression inside braces or brackets"),
    "CH017": Code("information", "so many mistakes that no more are looked for"),
    # shape
    "CH101": Code("error", "unknown key"),
    "CH102": Code("error", "missing key"),
    "CH103": Code("error", "the wrong kind of value"),
    "CH104": Code("error", "out of range"),
    "CH105": Code("error", "unknown choice"),
    "CH106": Code("error", "neither of the forms that a value may have"),
    "CH107": Code("error", "written for another format"),
    "CH108": Code("error", "nothing after a key"),
    "CH110": Code("error", "the right key in the wrong place"),
    "CH111": Code("error", "not a valid name or clause id"),
    "CH112": Code("warning", "the file is not called like its rule set"),
    # names
    "CH201": Code("error", "unknown name"),
    "CH202": Code("error", "a name that is not known in this place"),
    "CH203": Code("error", "unknown function, or a wrong number of arguments"),
    "CH204": Code("error", "two clause ids that differ in capitals only"),
    "CH205": Code("error", "a reference to nothing"),
    "CH206": Code("error", "definitions in a circle"),
    "CH207": Code("warning", "a definition nobody uses"),
    "CH208": Code("error", "hides a built-in name"),
    "CH209": Code("error", "a card that is not in the pack"),
    "CH210": Code("error", "unknown field"),
    # expressions
    "CH301": Code("error", "a sign where a word compares: ="),
    "CH302": Code("error", "a sign where words compare: <="),
    "CH303": Code("error", "a sign or foreign word where `and`, `or`, `not`, `yes` or `no` belongs"),
    "CH304": Code("error", "a chained comparison"),
    "CH305": Code("error", "a parenthesis left open or closed too often"),
    "CH306": Code("error", "`and` beside `or` without parentheses"),
    "CH308": Code("error", "the expression ends too early"),
    "CH309": Code("error", "a decimal number"),
    "CH310": Code("error", "too long or too deep"),
    "CH311": Code("error", "a word or sign that does not fit here"),
    "CH312": Code("error", "a sign the language does not have"),
    # types and units
    "CH401": Code("error", "things that cannot be compared"),
    "CH402": Code("error", "a condition that is not yes or no"),
    "CH403": Code("error", "a result of the wrong kind"),
    "CH404": Code("error", "two branches of different kinds"),
    "CH406": Code("error", "two units that do not mix"),
    "CH407": Code("error", "not a member"),
    "CH408": Code("error", "a divisor that is not a positive number written out"),
    "CH409": Code("error", "a number is needed here"),
    "CH410": Code("error", "a collection is needed here"),
    # is the game possible?
    "CH501": Code("error", "the pack is too small"),
    "CH502": Code("error", "melds that cannot exist"),
    "CH503": Code("error", "a card without points"),
    "CH504": Code("error", "a joker without points"),
    "CH505": Code("warning", "twins in a set left open"),
    "CH506": Code("warning", "neighbours across a gap"),
    "CH507": Code("warning", "a limit that nothing goes beyond"),
    "CH508": Code("error", "a limit of the game that nobody comes to"),
    "CH509": Code("error", "a suit, rank or letter twice"),
    "CH510": Code("error", "nothing said about the empty stock"),
    "CH511": Code("error", "a case that can never be reached"),
    "CH512": Code("error", "the last case must hold always"),
    "CH513": Code("error", "a rule set that cannot be played"),
    "CH514": Code("error", "a seat is given nothing to write"),
    "CH515": Code("error", "an option with impossible bounds"),
    "CH516": Code("warning", "something that nobody can ever do"),
    "CH517": Code("warning", "a hand with no card that may be thrown"),
    "CH518": Code("error", "a meld of wild cards alone"),
    "CH519": Code("error", "a value out of its bounds"),
    # logic: what `prove` decides on every hand
    "CH601": Code("warning", "a condition that is always so, or never"),
    "CH602": Code("error", "a case that never decides"),
    "CH603": Code("warning", "a rule contained in another"),
    "CH604": Code("error", "rules that contradict each other"),
    "CH605": Code("error", "a close without an outcome"),
    "CH606": Code("warning", "a part that changes nothing"),
    "CH607": Code("information", "a score that hangs on the arrangement"),
    "CH608": Code("information", "a round that may never end"),
    "CH609": Code("information", "a game that may never end"),
    # cost and size
    "CH610": Code("error", "too expensive"),
    "CH611": Code("error", "a text that would show the cards of a hand"),
    "CH614": Code("error", "a number that may become too large"),
    # more of what `prove` decides
    "CH612": Code("information", "two outcomes that do the same"),
    "CH613": Code("information", "outcomes of which the order decides"),
    # variants
    "CH701": Code("error", "unknown base"),
    "CH702": Code("error", "bases in a circle"),
    "CH703": Code("warning", "says what the base says already"),
    "CH704": Code("error", "something removed is still used"),
    "CH705": Code("error", "two overlays change the same thing"),
    "CH706": Code("error", "the base is not the one that was pinned"),
    "CH708": Code("error", "too many bases on top of each other"),
    "CH709": Code("error", "removes what is not there"),
    "CH710": Code("error", "an overlay that does not belong to this base"),
    "CH711": Code("information", "a paragraph dropped with the rule it speaks of"),
    "CH712": Code("error", "a base that has errors itself"),
    "CH713": Code("warning", "a paragraph that also told rules which did not change"),
    "CH714": Code("warning", "an outcome that leaves those behind it no close"),
    # examples and texts
    "CH801": Code("error", "an example expects what does not exist"),
    "CH802": Code("error", "an impossible hand"),
    "CH803": Code("error", "a state that no game comes to"),
    "CH804": Code("warning", "something in the rules that no test shows"),
    "CH805": Code("error", "a placeholder that names nothing printable"),
    "CH806": Code("warning", "a jump in the numbers of the clauses"),
    "CH807": Code("error", "a figure in a text that no rule of its clause has"),
    "CH808": Code("warning", "an allowance that silences nothing"),
    "CH809": Code("information", "examples that are not run"),
    "CH810": Code("error", "an example that fails"),
    "CH811": Code("error", "a paragraph for no clause"),
    "CH814": Code("warning", "an allowance without a reason"),
    "CH815": Code("warning", "an allowance that cannot be followed"),
}

PROVED: frozenset[str] = frozenset(
    {"CH507", "CH508", *(f"CH60{number}" for number in range(1, 10)), "CH612", "CH613"},
)
"""The codes that `referee prove` says and `referee check` does not: they take every hand of the pack to decide."""

TESTED: frozenset[str] = frozenset({"CH804"})
"""The codes of `referee test --coverage`: they take the tests beside the rules to be found."""

UNUSED: dict[str, str] = {
    "CH003": "`yes` and `no` are words of the language, and a value is text until its place gives it a type: none can "
    "be misread",
    "CH109": "no key has been renamed, for this is the first format; a file of another one is CH107",
    "CH307": "the language has no texts that could be left open; a quotation mark in it is CH312",
    "CH405": "no value is ever missing; a name that is not known in its place is CH202",
    "CH707": "no rule set promises to be like another; `referee diff` says whether two are",
}
"""Numbers that stand for mistakes which cannot be made in this format, and why not."""
