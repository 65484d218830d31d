package main

import "fmt"

// The typed trees of `referee show RULESET --json` (referee/lang/tree.py) as functions of facts. Answers are 0 and 1,
// members of enumerations their place in it.

type node = map[string]any
type function func(*facts) int

// A card as rules see it; twins have one kind. A joker has neither suit nor rank (-1).
type card struct {
	suit, rank, number, place, points, kind int
	joker, wild                             bool
}

// A meld as places in a hand; of its wild cards that stand for others `outer` fill no gap.
type meld struct {
	run                 bool
	mask                uint
	cards, wilds, outer int
}

// What is known of one arrangement of one hand.
type facts struct {
	given                                                     map[string]int
	deadwood, melded, handPoints, runs, sets, handSize, wilds int
	loose                                                     []card
	melds                                                     []meld
	card                                                      card
	meld                                                      meld
}

type compiler struct {
	rules     node
	options   map[string]int
	table     map[string]int
	variables map[string]string
}

var hidden = map[string]bool{"card": true, "hand": true, "can_close": true}

// reads says whether a tree names a fact of a set, through definitions too.
func (c compiler) reads(tree any, names map[string]bool) bool {
	switch value := tree.(type) {
	case []any:
		for _, part := range value {
			if c.reads(part, names) {
				return true
			}
		}
	case node:
		if name, is := value["fact"].(string); is && names[name] {
			return true
		}
		if name, is := value["definition"].(string); is {
			return c.reads(c.rules["define"].(node)[name], names)
		}
		for key, part := range value {
			if key != "type" && c.reads(part, names) {
				return true
			}
		}
	}
	return false
}

func (c compiler) member(name string, kind any) int {
	enum := kind.(node)["enum"].(string)
	places := map[string][]string{"kind": {"set", "run"}, "ace": {"low", "high", "both", "around"},
		"onto": {"closer", "everyone", "all_but_closer", "nobody"}}
	pack := c.rules["pack"].(node)
	for enumeration, key := range map[string]string{"suit": "suits", "rank": "ranks"} {
		for _, each := range pack[key].([]any) {
			places[enumeration] = append(places[enumeration], each.(node)["name"].(string))
		}
	}
	for _, each := range c.rules["outcomes"].([]any) {
		places["outcome"] = append(places["outcome"], each.(node)["name"].(string))
	}
	if option, is := c.rules["options"].(node)[enum].(node); is {
		for _, each := range option["one_of"].([]any) {
			places[enum] = append(places[enum], each.(string))
		}
	}
	for place, each := range places[enum] {
		if each == name {
			return place
		}
	}
	return -1
}

func constant(value int) function { return func(*facts) int { return value } }

func truth(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (c compiler) compile(tree any) function {
	at := tree.(node)
	if value, is := at["number"].(float64); is {
		return constant(int(value))
	}
	if value, is := at["truth"].(bool); is {
		return constant(truth(value))
	}
	if name, is := at["member"].(string); is {
		return constant(c.member(name, at["type"]))
	}
	if name, is := at["option"].(string); is {
		return constant(c.options[name])
	}
	if name, is := at["definition"].(string); is {
		return c.compile(c.rules["define"].(node)[name])
	}
	if name, is := at["fact"].(string); is {
		return c.fact(name)
	}
	if name, is := at["field"].(string); is {
		return c.field(name, at["of"].(node))
	}
	if name, is := at["over"].(string); is {
		return c.over(name, at)
	}
	if name, is := at["call"].(string); is {
		return least(name == "max", c.all(at["arguments"]))
	}
	if test, is := at["if"]; is {
		holds, then, otherwise := c.compile(test), c.compile(at["then"]), c.compile(at["else"])
		return func(f *facts) int {
			if holds(f) != 0 {
				return then(f)
			}
			return otherwise(f)
		}
	}
	return c.operation(at)
}

func (c compiler) all(trees any) []function {
	var made []function
	for _, tree := range trees.([]any) {
		made = append(made, c.compile(tree))
	}
	return made
}

func least(greatest bool, parts []function) function {
	return func(f *facts) int {
		best := parts[0](f)
		for _, part := range parts[1:] {
			if value := part(f); (value > best) == greatest {
				best = value
			}
		}
		return best
	}
}

func (c compiler) fact(name string) function {
	if value, known := c.table[name]; known {
		return constant(value)
	}
	switch name {
	case "deadwood":
		return func(f *facts) int { return f.deadwood }
	case "melded":
		return func(f *facts) int { return f.melded }
	case "hand_points":
		return func(f *facts) int { return f.handPoints }
	case "runs":
		return func(f *facts) int { return f.runs }
	case "sets":
		return func(f *facts) int { return f.sets }
	case "wilds":
		return func(f *facts) int { return f.wilds }
	}
	return func(f *facts) int {
		value, known := f.given[name]
		if !known {
			panic(unsupported("the fact " + name))
		}
		return value
	}
}

func (c compiler) field(name string, of node) function {
	if collection, is := of["fact"].(string); is && name == "count" {
		switch collection {
		case "loose":
			return func(f *facts) int { return f.handSize - f.melded }
		case "melds":
			return func(f *facts) int { return f.runs + f.sets }
		}
	}
	record, _ := of["fact"].(string)
	if variable, is := of["variable"].(string); is {
		record = c.variables[variable]
	}
	switch record + "." + name {
	case "card.suit":
		return func(f *facts) int { return f.card.suit }
	case "card.rank":
		return func(f *facts) int { return f.card.rank }
	case "card.number":
		return func(f *facts) int { return f.card.number }
	case "card.place":
		return func(f *facts) int { return f.card.place }
	case "card.points":
		return func(f *facts) int { return f.card.points }
	case "card.joker":
		return func(f *facts) int { return truth(f.card.joker) }
	case "card.wild":
		return func(f *facts) int { return truth(f.card.wild) }
	case "card.taken", "card.own":
		return constant(0)
	case "meld.kind":
		return func(f *facts) int { return truth(f.meld.run) }
	case "meld.size":
		return func(f *facts) int { return f.meld.cards }
	case "meld.naturals":
		return func(f *facts) int { return f.meld.cards - f.meld.wilds }
	case "meld.wilds":
		return func(f *facts) int { return f.meld.wilds }
	case "meld.outer_wilds":
		return func(f *facts) int { return f.meld.outer }
	case "meld.own":
		return constant(1)
	}
	panic(unsupported(fmt.Sprintf("the field %s of %v", name, of)))
}

// over runs over the loose cards or the melds.
func (c compiler) over(name string, at node) function {
	collection, _ := at["in"].(node)["fact"].(string)
	record := map[string]string{"loose": "card", "melds": "meld"}[collection]
	if record == "" {
		panic(unsupported("the collection " + collection))
	}
	inside := compiler{c.rules, c.options, c.table, map[string]string{at["variable"].(string): record}}
	body := inside.compile(at["each"])
	return func(f *facts) int {
		var values []int
		kept, keptMeld := f.card, f.meld
		if record == "card" {
			for _, f.card = range f.loose {
				values = append(values, body(f))
			}
		} else {
			for _, f.meld = range f.melds {
				values = append(values, body(f))
			}
		}
		f.card, f.meld = kept, keptMeld
		return gathered(name, values)
	}
}

func gathered(name string, values []int) int {
	sum := 0
	for _, value := range values {
		sum += value
	}
	switch name {
	case "all":
		return truth(sum == len(values))
	case "any":
		return truth(sum > 0)
	case "count", "sum":
		return sum
	}
	best := 0
	for place, value := range values {
		if place == 0 || (value > best) == (name == "max") {
			best = value
		}
	}
	return best
}

func (c compiler) operation(at node) function {
	switch operator := at["op"].(string); operator {
	case "and", "or":
		parts, ends := c.all(at["parts"]), truth(operator == "or")
		return func(f *facts) int {
			for _, part := range parts {
				if part(f) == ends {
					return ends
				}
			}
			return 1 - ends
		}
	case "not":
		part := c.compile(at["operand"])
		return func(f *facts) int { return 1 - part(f) }
	case "negative":
		part := c.compile(at["operand"])
		return func(f *facts) int { return -part(f) }
	case "in", "not in":
		left, set, wanted := c.compile(at["left"]), c.ranges(at["right"]), operator == "in"
		return func(f *facts) int { return truth(within(left(f), set, f) == wanted) }
	default:
		left, right := at["left"].(node), at["right"].(node)
		if left["field"] == "suit" && right["field"] == "suit" && (operator == "is" || operator == "is not") {
			return sameSuit(c.compile(left), c.compile(right), operator == "is")
		}
		return binary(operator, c.compile(left), c.compile(right))
	}
}

// sameSuit compares the suits of two cards; a joker has none, so that no card has the suit of a joker.
func sameSuit(left, right function, wanted bool) function {
	return func(f *facts) int {
		one := left(f)
		return truth((one >= 0 && one == right(f)) == wanted)
	}
}

func binary(operator string, left, right function) function {
	switch operator {
	case "+":
		return func(f *facts) int { return left(f) + right(f) }
	case "-":
		return func(f *facts) int { return left(f) - right(f) }
	case "*":
		return func(f *facts) int { return left(f) * right(f) }
	case "/":
		return func(f *facts) int {
			value, by := left(f), right(f)
			if value < 0 && value%by != 0 {
				return value/by - 1
			}
			return value / by
		}
	case "is":
		return func(f *facts) int { return truth(left(f) == right(f)) }
	case "is not":
		return func(f *facts) int { return truth(left(f) != right(f)) }
	case "at most":
		return func(f *facts) int { return truth(left(f) <= right(f)) }
	case "at least":
		return func(f *facts) int { return truth(left(f) >= right(f)) }
	case "below":
		return func(f *facts) int { return truth(left(f) < right(f)) }
	case "above":
		return func(f *facts) int { return truth(left(f) > right(f)) }
	}
	panic(unsupported("the operator " + operator))
}

// A range of whole numbers; without an upper end `high` is nil.
type span struct{ low, high function }

func (c compiler) ranges(tree any) []span {
	at := tree.(node)
	if items, is := at["list"].([]any); is {
		var found []span
		for _, item := range items {
			found = append(found, c.ranges(item)...)
		}
		return found
	}
	if from, is := at["from"]; is {
		one := span{low: c.compile(from)}
		if to, is := at["to"]; is {
			one.high = c.compile(to)
		}
		return []span{one}
	}
	value := c.compile(tree)
	return []span{{value, value}}
}

func within(value int, set []span, f *facts) bool {
	for _, one := range set {
		if value >= one.low(f) && (one.high == nil || value <= one.high(f)) {
			return true
		}
	}
	return false
}
