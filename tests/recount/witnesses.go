package main

import (
	"fmt"
	"slices"
	"strings"
)

// The hands that a certificate shows: cards of the pack, of which what the finding speaks of is so; where hands are counted
// that are so, one with the fewest points of them all.

// witnessed lists the witnesses of findings that cannot be what they are shown for.
func witnessed(rules, certificate node, claims []claim, found counts) (problems []string) {
	t := tableOf(rules, certificate)
	t.wholeHand = nil // of arrangements that do not stand parts are asked as well
	for _, list := range []string{"findings", "only_here"} {
		for _, entry := range certificate[list].([]any) {
			finding := entry.(node)
			cards, shown := finding["witness"].([]any)
			if !shown {
				continue
			}
			about := fmt.Sprintf("%v at %v", finding["code"], finding["path"])
			hand := t.handOf(rules, cards)
			if hand == nil {
				problems = append(problems, fmt.Sprintf("%s: %v is no hand of the pack", about, cards))
				continue
			}
			if finding["claim"] == nil || number(finding["claim"]) < 0 || number(finding["claim"]) >= len(claims) {
				continue
			}
			at := number(finding["claim"])
			if least, is := found.least[at]; is {
				if d := newDealer(rules, certificate, claims); !d.isSo(at, d.judge.of(hand, true)) {
					problems = append(problems, fmt.Sprintf("%s: %v does not show it", about, cards))
				} else if d.judge.points != least {
					problems = append(problems, fmt.Sprintf("%s: %v is not the smallest such hand, there is one of %d points", about, cards, least))
				}
			} else if !shows(rules, certificate, t, claims[at], hand) {
				problems = append(problems, fmt.Sprintf("%s: %v does not show it", about, cards))
			}
		}
	}
	return problems
}

// handOf reads cards as they are written, in pack order; nil unless they are a hand.
func (t *table) handOf(rules node, written []any) []card {
	left, hand, before := map[int]int{}, []card{}, -1
	for _, one := range t.cards {
		left[one.kind]++
	}
	for _, text := range written {
		name, _ := text.(string)
		at := slices.IndexFunc(t.cards, func(one card) bool { return t.text(rules, one) == name })
		if at < 0 || left[t.cards[at].kind] == 0 || t.cards[at].kind < before {
			return nil
		}
		before = t.cards[at].kind
		left[before]--
		hand = append(hand, t.cards[at])
	}
	if len(hand) != t.handSize {
		return nil
	}
	return hand
}

// text is how a card is written: its rank and its suit.
func (t *table) text(rules node, one card) string {
	if one.joker {
		return "JK"
	}
	pack := rules["pack"].(node)
	return fmt.Sprint(pack["ranks"].([]any)[one.rank].(node)["sign"], pack["suits"].([]any)[one.suit].(node)["letter"])
}

// shows says whether some arrangement of a hand is as a claim speaks of: whoever claims that a part changes nothing shows a
// hand of which it says otherwise than it is taken to be.
func shows(rules, certificate node, t *table, one claim, hand []card) (so bool) {
	pointer, wanted := one.pointers[len(one.pointers)-1], true
	switch one.kind {
	case "unchanged":
		wanted = !one.holds
	case "never_together":
		pointer = one.pointers[0]
	case "never_decides", "same_result":
		pointer += "/when"
	default:
		return true
	}
	c, part := compilerOf(rules, certificate), at(rules, pointer)
	facts := map[string]bool{}
	for name := range certificate["courses"].(node)["tried"].(node) {
		facts[name] = true
	}
	if c.reads(part, facts) || c.reads(part, hidden) {
		return true // what else is the case with a witness nobody knows here
	}
	j := newJudge(t)
	j.parts, j.seen = []function{c.compile(part)}, [][2]bool{{}}
	j.of(hand, true)
	return j.seen[0][truth(wanted)]
}

// toldWitnesses says what of them is taken on trust.
func toldWitnesses(certificate node) string {
	var told []string
	for _, list := range []string{"findings", "only_here"} {
		for _, entry := range certificate[list].([]any) {
			finding := entry.(node)
			if _, shown := finding["witness"].([]any); shown && !strings.Contains("CH605 CH607 CH613", finding["code"].(string)) {
				told = append(told, fmt.Sprint(finding["code"]))
			}
		}
	}
	if len(told) == 0 {
		return ""
	}
	return "that no smaller hand shows " + strings.Join(told, ", ")
}
