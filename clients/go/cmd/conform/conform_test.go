package main

import (
	"testing"

	referee "example.com/referee/clients/go"
	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

func vectorOf(t *testing.T, line string) vector {
	t.Helper()
	var made vector
	if err := decode([]byte(line), &made); err != nil {
		t.Fatal(err)
	}
	return made
}

func TestAnswersAreComparedAsTheProtocolSays(t *testing.T) {
	for _, one := range []struct {
		wanted string
		given  map[string]any
		same   bool
	}{
		{`{"answer": {"deadwood": 12, "melds": [["7o"]]}}`, map[string]any{"melds": [][]string{{"7o"}}, "deadwood": int32(12)}, true},
		{`{"answer": {"deadwood": 12}}`, map[string]any{"deadwood": 11}, false},
		{`{"answer": {"deadwood": 12}}`, map[string]any{"deadwood": 12, "loose": list(nil)}, false},
		{`{"answer": {"loose": ["7o", "7c"]}}`, map[string]any{"loose": []string{"7c", "7o"}}, false},
		{`{"answer": {"loose": []}}`, map[string]any{"loose": list(nil)}, true},
		{`{"answer": {"score": 1}}`, map[string]any{"score": true}, false},
		{`{"answer": {"best": null}}`, map[string]any{"best": orNull("")}, true},
		{`{"answer": {"error": {"code": "CARD_TWICE", "message": "x"}}}`, refused("CARD_TWICE"), true},
		{`{"answer": {"error": {"code": "CARD_TWICE"}}}`, refused("CARD_UNKNOWN"), false},
		{`{"answer": {"error": {"code": "RULE_SET_UNKNOWN"}}}`, refused("RULE_SET_NOT_FOUND"), true},
		{`{"answer": {"legal": true}, "expect": {"legal": true}}`, map[string]any{"legal": true}, true},
		{`{"answer": {"legal": true}, "expect": {"legal": false}}`, map[string]any{"legal": true}, false},
		{`{"answer": {"error": {"code": "X"}}, "expect": "error"}`, refused("X"), true},
		{`{"answer": {"legal": true}, "expect": "error"}`, map[string]any{"legal": true}, false},
	} {
		if got := vectorOf(t, one.wanted).same(one.given); got != one.same {
			t.Errorf("%s and %v: %v", one.wanted, one.given, got)
		}
	}
}

func TestWhatNoMessageCanSayIsNotAsked(t *testing.T) {
	asker := &asker{names: map[string]bool{"spanish-40": true}, files: map[string]*referee.Source{
		"rules/good.yaml": referee.Inline("rule_set: good\nextends: spanish-40\n"),
		"rules/lost.yaml": referee.Inline("rule_set: lost\nextends: nowhere\n"),
	}}
	for line, wanted := range map[string]bool{
		`{"question": {"op": "deadwood", "rules": "spanish-40", "hand": []}, "answer": {"deadwood": 0}}`:                                        true,
		`{"question": {"op": "deadwood", "rules": "spanish-40", "seats": 0, "hand": []}, "answer": {"error": {"code": "SEATS_NOT_OFFERED"}}}`:   false,
		`{"question": {"op": "deadwood", "rules": "rules/good.yaml", "hand": []}, "answer": {"deadwood": 0}}`:                                   true,
		`{"question": {"op": "deadwood", "rules": "rules/lost.yaml", "hand": []}, "answer": {"deadwood": 0}}`:                                   false,
		`{"question": {"op": "meld", "rules": "spanish-40", "cards": []}, "answer": {"meld": false}}`:                                           false,
		`{"question": {"op": 1}, "answer": {"error": {"code": "WRONG_TYPE"}}}`:                                                                  false,
		`{"question": [1], "answer": {"error": {"code": "NOT_AN_OBJECT"}}}`:                                                                     false,
		`{"bytes": "ff", "answer": {"error": {"code": "NOT_UTF8"}}}`:                                                                            false,
		`{"question": {"op": "legal_actions", "rules": "spanish-40", "record": {"rounds": [{}]}}, "answer": {"phase": "draw"}}`:                 true,
		`{"question": {"op": "legal_actions", "rules": "spanish-40", "record": {"rounds": [{}, {}]}}, "answer": {"phase": "draw"}}`:             false,
		`{"question": {"op": "legal_actions", "rules": "spanish-40", "record": {"rounds": [{}]}}, "answer": {"phase": "lay_off", "legal": []}}`: false,
	} {
		made := vectorOf(t, line)
		if got, err := asker.askable(&made); got != wanted || err != nil {
			t.Errorf("%s: %v, %v", line, got, err)
		}
	}
}

func TestWhatNoMessageCanSayIsALine(t *testing.T) {
	top, err := topFolder()
	if err != nil {
		t.Fatal(err)
	}
	meld := `{"question": {"op": "meld", "rules": "tests/rules/around.yaml"}}`
	for _, one := range []struct {
		held  string
		names map[string]bool
		line  string

		unknown bool
	}{
		{meld, map[string]bool{"around": true}, `{"op": "meld", "rules": "around"}`, false},
		{meld, nil, "", true},
		{`{"question": {"rules": "tests/rules/no-such.yaml"}}`, nil, `{"rules": "tests/rules/no-such.yaml"}`, false},
		{`{"bytes": "ff7b"}`, nil, "\xff{", false},
		{`{"line": "[1", "times": 2}`, nil, "[1[1", false},
		{`{"line": ""}`, nil, "", false},
	} {
		made := vectorOf(t, one.held)
		line, known, err := (&asker{names: one.names, top: top}).line(&made)
		if err != nil || string(line) != one.line || known == one.unknown {
			t.Errorf("%s: %q, %v", one.held, line, err)
		}
	}
}

func TestFindingsHaveWhatTheyHave(t *testing.T) {
	place := &refereev1.Place{Round: 1, Turn: 2, Seat: "B", Path: "rounds[0].play"}
	found := vectorOf(t, `{"answer": {"code": "X", "round": 1, "turn": 2, "seat": "B"}}`)
	if told := finding(&referee.Finding{Code: "X", Place: place}); !found.same(told) {
		t.Errorf("a play: %v", told)
	}
	place.Turn = 0
	found = vectorOf(t, `{"answer": {"code": "X", "round": 1, "seat": "B", "path": "rounds[0].play"}}`)
	if told := finding(&referee.Finding{Code: "X", Place: place}); !found.same(told) {
		t.Errorf("no play: %v", told)
	}
}

func TestTheResultSaysHowItWent(t *testing.T) {
	right := vectorOf(t, `{"answer": {"legal": true}}`)
	right.asked.Op = "close"
	for wanted, given := range map[int][]bool{0: {true, true}, 1: {true, false}, 2: {}} {
		made := &tally{show: 1, counts: map[string]*count{}}
		for _, legal := range given {
			made.answered(&right, map[string]any{"legal": legal})
		}
		if got := made.print(0); got != wanted {
			t.Errorf("%v ends with %d", given, got)
		}
	}
}
