package main

import (
	"fmt"
	"hash/fnv"
	"slices"
)

// The classes of hands (those that differ only in suits no rule tells apart) and their kinds (those of which rules see the
// same), counted again from the rules.

var ofSeats = []string{"written.by_others", "written.if_unclosed"}
var ofLayOffs = []string{"lay_off.may_lay_off", "lay_off.may_exchange"}

// seatRules are the rules that are asked about the hands of seats that did not close.
func seatRules(rules node) []any {
	var found []any
	for _, block := range ofSeats {
		cases, _ := rules["cases"].(node)[block].([]any)
		for _, entry := range cases {
			found = append(found, entry.(node)["when"], entry.(node)["value"])
		}
	}
	for _, block := range ofLayOffs {
		for _, entry := range entries(rules, block) {
			found = append(found, entry.(node)["holds"])
		}
	}
	return found
}

// suitGroups gives each suit a number; suits with the same one are not told apart.
func suitGroups(rules node, t *table) []int {
	named := hasField([]any{rules["outcomes"], entriesOf(rules), rules["define"]}, "suit")
	for _, tree := range seatRules(rules) {
		named = named || (hasKey(tree, "over") && hasField(tree, "suit"))
	}
	groups := make([]int, t.suits)
	for suit := range groups {
		groups[suit] = suit
		for earlier := 0; earlier < suit && !named; earlier++ {
			if t.look(earlier) == t.look(suit) {
				groups[suit] = groups[earlier]
				break
			}
		}
	}
	return groups
}

// look is what the cards of a suit cost, and which of them are wild.
func (t *table) look(suit int) string {
	told := ""
	for _, one := range t.cards {
		if !one.joker && one.suit == suit {
			told += fmt.Sprint(one.rank, " ", one.points, " ", one.wild, ";")
		}
	}
	return told
}

func hasKey(tree any, key string) bool {
	switch value := tree.(type) {
	case []any:
		return slices.ContainsFunc(value, func(part any) bool { return hasKey(part, key) })
	case node:
		for name, part := range value {
			if name == key || hasKey(part, key) {
				return true
			}
		}
	}
	return false
}

func hasField(tree any, field string) bool {
	switch value := tree.(type) {
	case []any:
		return slices.ContainsFunc(value, func(part any) bool { return hasField(part, field) })
	case node:
		if value["field"] == field {
			return true
		}
		for _, part := range value {
			if hasField(part, field) {
				return true
			}
		}
	}
	return false
}

// isFirst says whether a hand is the one of its class whose suits, where they are not told apart, hold no less in front.
func (t *table) isFirst(hand []card, groups []int) bool {
	var held [16]uint64
	for _, one := range hand {
		if !one.joker {
			held[one.suit] += 1 << (2 * one.rank)
		}
	}
	for suit := 1; suit < t.suits; suit++ {
		for earlier := suit - 1; earlier >= 0; earlier-- {
			if groups[earlier] == groups[suit] {
				if held[earlier] < held[suit] {
					return false
				}
				break
			}
		}
	}
	return true
}

// A shape is what plain rules see of an arrangement.
type shape struct{ deadwood, melded, runs, sets, wilds int }

// seesShapes says whether that is all that rules see, so that kinds can be counted, and whether they weigh whole hands too.
func seesShapes(rules node, c compiler) (plain, weighs bool) {
	asked := []any{rules["outcomes"], entriesOf(rules)}
	plain = !hasKey(asked, "over") && !hasKey(c.opened(asked), "over")
	for _, tree := range seatRules(rules) {
		plain = plain && !hasKey(tree, "over") && !hasKey(c.opened(tree), "over")
		asked = append(asked, tree)
	}
	weighs = c.reads(asked, map[string]bool{"hand_points": true}) || hasField(asked, "hand_points")
	return plain, weighs
}

// opened are the definitions that a tree names, with those that these name.
func (c compiler) opened(tree any) []any {
	var found []any
	switch value := tree.(type) {
	case []any:
		for _, part := range value {
			found = append(found, c.opened(part)...)
		}
	case node:
		if name, is := value["definition"].(string); is {
			named := c.rules["define"].(node)[name]
			return append(c.opened(named), named)
		}
		for _, part := range value {
			found = append(found, c.opened(part)...)
		}
	}
	return found
}

// kind is a number for the shapes of a hand; hands of one kind have the same.
func kind(shapes []shape, points int) uint64 {
	slices.SortFunc(shapes, func(one, other shape) int {
		return slices.Compare(one.numbers(), other.numbers())
	})
	sum := fnv.New64a()
	fmt.Fprint(sum, points, slices.Compact(shapes))
	return sum.Sum64()
}

func (s shape) numbers() []int { return []int{s.deadwood, s.melded, s.runs, s.sets, s.wilds} }
