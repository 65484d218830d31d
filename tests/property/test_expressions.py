"""Random expressions and random text: what is printed parses back, what is checked runs, and nothing ever crashes."""

from __future__ import annotations

import json
from types import SimpleNamespace

import lark
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from referee.diagnostics import CODES
from referee.lang.automaton import Refused
from referee.lang.build import RULES, Builder
from referee.lang.check import check
from referee.lang.compile import compile_expression
from referee.lang.cost import cost
from referee.lang.leaves import failing_leaves
from referee.lang.parse import STARTS, automaton, grammar_text, lark_of, parse
from referee.lang.pieces import Piece
from referee.lang.syntax import Preference
from referee.lang.tree import from_json, to_json
from referee.lang.unparse import unparse
from referee.lang.walk import depth, everything, reads, size, transform
from referee.source import Text
from referee.vocabulary.load import vocabulary
from tests.property import strategies as made
from tests.property.twin import Twin

SLOTS = sorted(vocabulary().slots)


def checked(text, scope=made.WORLD):
    """The typed tree of a text that must be right."""
    expr, told = parse(Text.plain(text))
    assert not told, told
    typed, told = check(expr, scope)
    assert not told, told
    return typed


DEFINED = {name: checked(text) for name, text in made.DEFINITION_TEXTS.items()}


def types(expr):
    """Every node's type and sort, in order."""
    return [(type(node), node.type, getattr(node, "sort", "")) for node in everything(expr)]


def well_told(diagnostics, text):
    """What holds of every message: a known code, a place in the text, one voice."""
    for one in diagnostics:
        assert one.code in CODES
        assert one.span is not None
        assert 0 <= one.span.start <= one.span.end <= len(text)
        assert one.message[0] == "`" or not one.message[0].isupper()
        assert not one.message.endswith(".")
        assert "\n" not in one.message


# printing


@given(made.any_tree)
def test_what_is_printed_parses_to_the_same_tree(expr):
    text = unparse(expr)
    assume(len(text) <= 2000 and depth(expr) <= 50)
    again, told = parse(Text.plain(text))
    assert told == []
    assert again == expr
    assert unparse(again) == text


@given(st.sampled_from(["lowest", "highest", "holds"]), made.any_tree)
def test_criteria_print_and_parse(prefer, expr):
    criterion = Preference(prefer, expr)
    text = unparse(criterion)
    assume(len(text) <= 2000 and depth(criterion) <= 50)
    assert parse(Text.plain(text), criterion=True) == (criterion, [])


@given(made.typed_trees)
def test_checking_is_a_fixed_point(expr):
    typed = checked(unparse(expr))
    text = unparse(typed)
    assume(len(text) <= 2000)
    again = checked(text)
    assert again == typed
    assert types(again) == types(typed)
    assert unparse(again) == text


@given(made.any_tree)
def test_walking(expr):
    assert size(expr) == len(list(everything(expr)))
    assert transform(expr, lambda node: node) == expr
    assert 1 <= depth(expr) <= size(expr)


@given(made.typed_trees)
def test_json_trees_lose_nothing(expr):
    typed = checked(unparse(expr))
    tree = json.loads(json.dumps(to_json(typed)))
    assert from_json(tree) == typed
    assert types(from_json(tree)) == types(typed)


# running


def as_names(card):
    """A card of the facts with members as names, as the twin has them."""
    suit, rank = card["suit"], card["rank"]
    return {
        **card,
        "suit": None if suit < 0 else made.SUIT.members[suit],
        "rank": "joker" if rank < 0 else made.RANK.members[rank],
    }


def twin_of(facts, options):
    return Twin(
        {**facts, "card": as_names(facts["card"]), **{n: [as_names(c) for c in facts[n]] for n in ("hand", "loose")}},
        {**options, "trump": made.SUIT.members[options["trump"]]},
        DEFINED,
        {name: list(enum.members) for name, enum in made.ENUMS.items()},
    )


def as_facts(facts):
    """The facts as one object with records as objects."""
    cards = {name: tuple(SimpleNamespace(**card) for card in facts[name]) for name in ("hand", "loose")}
    return SimpleNamespace(**{**facts, **cards, "card": SimpleNamespace(**facts["card"])})


def same(compiled, wanted, kind):
    """Whether a value of the compiler is a value of the twin."""
    if isinstance(wanted, str) or wanted is None:
        enum = made.ENUMS[kind.enum]
        return wanted is None if compiled < 0 and not enum.outside else enum.member(compiled) == wanted
    return type(compiled) is type(wanted) and compiled == wanted


@settings(max_examples=400)
@given(made.typed_trees, made.worlds, made.settings_of_a_table, st.sets(st.sampled_from(["laps", "melded", "faulty"])))
def test_compiled_is_what_the_twin_says(expr, facts, options, known):
    typed = checked(unparse(expr))
    constants = {**options, **{name: facts[name] for name in known}}
    compiled = compile_expression(typed, constants=constants, definitions=DEFINED, enums=made.ENUMS)
    wanted = twin_of(facts, options).value(typed)
    assert same(compiled.call(as_facts(facts)), wanted, typed.type)
    assert compiled.reads <= reads(typed, DEFINED) - known
    assert compiled.constant is None or same(compiled.constant, wanted, typed.type)
    only_read = SimpleNamespace(**{name: getattr(as_facts(facts), name) for name in compiled.reads})
    assert same(compiled.call(only_read), wanted, typed.type)


@given(made.truths(), made.worlds, made.settings_of_a_table, st.booleans())
def test_leaves_are_there_exactly_when_it_is_not_as_wanted(expr, facts, options, wanted):
    typed = checked(unparse(expr))
    twin = twin_of(facts, options)
    leaves = failing_leaves(typed, wanted, options, DEFINED, made.ENUMS)(as_facts(facts))
    assert bool(leaves) == (twin.value(typed) is not wanted)
    for leaf in leaves:
        assert leaf.holds is twin.value(leaf.expr)
        for side, value in leaf.sides:
            if side.type.__class__.__name__ != "SetOf":
                assert same(value, twin.value(side), side.type)


@given(made.typed_trees)
def test_cost_is_never_less_than_the_size(expr):
    typed = checked(unparse(expr))
    assert cost(typed, made.WORLD.bounds, DEFINED) >= size(typed)


# nonsense


@given(st.one_of(st.text(max_size=60), made.soup), st.booleans())
@example("(" * 900 + ")" * 900, False)
@example("not " * 499, False)
@example("-" * 1999 + "1", False)
@example("[" * 1000, True)
@example("if " * 600, False)
@example("1+" * 999 + "1", False)
@example("a." * 999 + "a", False)
@example("x" * 2000, False)
@example("x" * 2001, False)
@example("\ud800 \x00 \u2028 ½ ²", False)
@example("a or b and " * 180, False)
@example("1 < " * 400 + "1", True)
def test_no_text_crashes(text, criterion):
    expr, told = parse(Text.plain(text), criterion=criterion)
    assert expr is not None or told
    well_told(told, text)
    if expr is not None:
        for slot in SLOTS[:: len(SLOTS) // 6]:
            typed, told = check(expr, vocabulary().scope(slot, enums=made.ENUMS, options=made.OPTIONS))
            assert (typed is None) == bool(told)
            well_told(told, text)


LARK = lark_of(grammar_text())


def by_lark(text, start):
    """The tree and what was noticed on the way, read by Lark itself; None if Lark refuses it."""
    builder = Builder(Text.plain(text), [])

    def finished(node):
        if not isinstance(node, lark.Tree):
            return Piece(node.type, str(node), node.start_pos, node.end_pos)
        return RULES[node.data](builder, [finished(child) for child in node.children])

    try:
        return finished(LARK.parse(text, start=start)).expr, len(builder.told), len(builder.later)
    except lark.UnexpectedInput:
        return None


def by_ours(text, start):
    builder = Builder(Text.plain(text), [])
    try:
        return automaton().read(start, automaton().pieces(text), builder), len(builder.told), len(builder.later)
    except Refused:
        return None


@given(st.one_of(st.text(max_size=60), made.soup, made.any_tree.map(unparse)), st.sampled_from(STARTS))
def test_the_automaton_reads_as_lark_reads(text, start):
    pieces = [(piece.kind, piece.value, piece.start, piece.end) for piece in automaton().pieces(text)]
    assert pieces == [(token.type, str(token), token.start_pos, token.end_pos) for token in LARK.lex(text)]
    assert by_ours(text, start) == by_lark(text, start)


@given(made.any_tree, st.sampled_from(SLOTS))
def test_no_tree_crashes_the_checker(expr, slot):
    text = unparse(expr)
    parsed, _ = parse(Text.plain(text))
    for tree in [expr, parsed] if parsed is not None else [expr]:
        typed, told = check(tree, vocabulary().scope(slot, enums=made.ENUMS, options=made.OPTIONS))
        assert (typed is None) == bool(told)


@settings(suppress_health_check=[HealthCheck.filter_too_much])  # few texts make sense in any one slot
@given(st.sampled_from(SLOTS), st.one_of(made.typed_trees.map(unparse), made.soup))
def test_what_checks_also_compiles(slot, text):
    scope = vocabulary().scope(slot, enums=made.ENUMS, options=made.OPTIONS)
    expr, _ = parse(Text.plain(text))
    typed = check(expr, scope)[0] if expr is not None else None
    assume(typed is not None)
    options = {"limit": 100, "jokers": 2, "strict": True, "trump": "oros"}
    compiled = compile_expression(typed, constants=options, enums=scope.enums)
    assert compiled.reads <= reads(typed, {}) <= set(scope.facts)
