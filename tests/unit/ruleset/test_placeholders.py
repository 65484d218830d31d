from referee.ruleset.placeholders import pieces


def kinds(text: str) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in pieces(text)]


def test_words_and_expressions_take_turns() -> None:
    assert kinds("at {limit} or {2 * limit}.") == [
        ("words", "at "),
        ("expression", "limit"),
        ("words", " or "),
        ("expression", "2 * limit"),
        ("words", "."),
    ]


def test_doubled_braces_are_braces() -> None:
    assert kinds("{{a}} {b}") == [("words", "{a} "), ("expression", "b")]


def test_a_brace_without_its_other_half_is_a_piece() -> None:
    assert kinds("a {b") == [("words", "a "), ("open", "{"), ("words", "b")]
    assert kinds("a } b") == [("words", "a "), ("close", "}"), ("words", " b")]
    assert kinds("{a {b}") == [("open", "{"), ("words", "a "), ("expression", "b")]


def test_ranges_are_those_of_the_text() -> None:
    text = "x{{y}} {limit}, z"
    for piece in pieces(text):
        if piece.kind == "expression":
            assert text[piece.start : piece.end] == "limit"
    assert [text[p.start : p.end] for p in pieces(text) if p.kind == "words"] == ["x{{y}} ", ", z"]


def test_no_text_has_no_pieces() -> None:
    assert pieces("") == ()
    assert kinds("{}") == [("expression", "")]
