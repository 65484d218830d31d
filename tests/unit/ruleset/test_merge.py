from referee.ruleset.layout import at, dotted, mapping
from referee.ruleset.merge import Merged, merge, same
from referee.ruleset.shorthand import in_full
from referee.yamltree.nodes import MapNode, ScalarNode
from referee.yamltree.read import read


def tree(text: str) -> MapNode:
    root = read(text.encode(), "t.yaml").root
    assert root is not None
    return in_full(root)


def merged(base: str, upper: str) -> Merged:
    return merge(tree(base), tree(upper), "base")


def keys(root: MapNode, *path: str) -> list[str]:
    return [entry.key.value for entry in mapping(root, path)]


def value(root: MapNode, *path: str) -> str:
    node = at(root, path)
    assert isinstance(node, ScalarNode)
    return node.value


POINTS = "points: {a.1: {when: card.joker, points: 25}, a.2: card.number}\n"


def test_mappings_merge_by_key_and_scalars_replace() -> None:
    result = merged(POINTS, "points: {a.1: {points: 50}}\n")
    assert value(result.root, "points", "a.1", "points") == "50"
    assert value(result.root, "points", "a.1", "when") == "card.joker"
    assert [(dotted(c.path), c.kind) for c in result.changes] == [("points.a.1.points", "changed")]


def test_a_short_case_over_a_full_one_keeps_its_when() -> None:
    result = merged(POINTS, "points: {a.1: 30}\n")
    assert value(result.root, "points", "a.1", "points") == "30"
    assert value(result.root, "points", "a.1", "when") == "card.joker"


def test_lists_are_replaced_whole() -> None:
    result = merged("pack: {ranks: [1..7, 8]}\n", "pack: {ranks: [1..3]}\n")
    assert [dotted(c.path) for c in result.changes] == ["pack.ranks"]


def test_new_cases_go_in_front_in_their_own_order() -> None:
    assert keys(merged(POINTS, "points: {b.1: 1, b.2: 2}\n").root, "points") == ["b.1", "b.2", "a.1", "a.2"]


def test_new_paragraphs_go_last() -> None:
    assert keys(merged("book: {a.1: {en: x}}\n", "book: {b.1: {en: y}}\n").root, "book") == ["a.1", "b.1"]


def test_before_puts_new_and_old_entries_elsewhere() -> None:
    result = merged(
        POINTS, "points: {b.1: {before: a.2, points: 1}, b.2: {before: b.1, points: 2}, a.1: {before: a.2}}\n"
    )
    assert keys(result.root, "points") == ["b.2", "b.1", "a.1", "a.2"]
    assert at(result.root, ("points", "b.1", "before")) is None


def test_before_may_name_an_entry_that_is_placed_later() -> None:
    result = merged(POINTS, "points: {b.1: {before: b.2, points: 1}, b.2: {before: a.2, points: 2}}\n")
    assert keys(result.root, "points") == ["a.1", "b.1", "b.2", "a.2"]


def test_before_in_a_circle_is_told_once_each() -> None:
    result = merged(POINTS, "points: {b.1: {before: b.2, points: 1}, b.2: {before: b.1, points: 2}}\n")
    assert [each.code for each in result.diagnostics] == ["CH205", "CH205"]
    assert set(keys(result.root, "points")) == {"a.1", "a.2", "b.1", "b.2"}


def test_order_has_no_meaning_elsewhere() -> None:
    result = merged("options: {a: {type: yes_no}}\n", "options: {b: {type: yes_no}}\n")
    assert keys(result.root, "options") == ["a", "b"]


def test_remove_takes_out_what_is_there_and_only_that() -> None:
    result = merged(POINTS, "points: {a.1: remove, a.3: remove}\ndeal: {cards: 7, next_card: remove}\n")
    assert keys(result.root, "points") == ["a.2"]
    assert [(each.code, each.path) for each in result.diagnostics] == [
        ("CH709", "points.a.3"),
        ("CH709", "deal.next_card"),
    ]


def test_a_paragraph_is_replaced_whole() -> None:
    base = "book: {a.1: {when: yes, en: one, es: uno}}\n"
    assert keys(merged(base, "book: {a.1: {en: two}}\n").root, "book", "a.1") == ["en"]


def test_values_keep_the_source_they_were_written_in() -> None:
    base, upper = tree(POINTS), tree("points: {a.1: {points: 50}}\n")
    root = merge(base, upper, "base").root
    case = at(root, ("points", "a.1"))
    assert isinstance(case, MapNode)
    sources = {entry.key.value: entry.value.span.source for entry in case.entries}
    assert sources == {"points": upper.span.source, "when": base.span.source}


def test_sameness_ignores_blanks_quotes_and_the_order_of_keys() -> None:
    assert same(tree('a: {b: 1 + 2, c: "x"}\n'), tree("a: {c: x, b: 1  +  2}\n"))
    assert not same(tree("a: [1, 2]\n"), tree("a: [1]\n"))
