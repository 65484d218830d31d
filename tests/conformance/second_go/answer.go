package main

import "strings"

const mostTexts = 64

// An op has the keys it may hold beside those of every question, and answers at a table.
type op struct {
	keys   string
	answer func(*table, object) object
}

var common = []string{"op", "rules", "options", "seats", "expect"}

var ops = map[string]op{
	"deadwood": {"hand", func(t *table, question object) object {
		best := t.best(t.hand(cardTexts(question, "hand")))
		melds := [][]string{}
		for _, one := range best.melds {
			melds = append(melds, texts(one.cards))
		}
		return object{"deadwood": best.deadwood, "melds": melds, "loose": texts(best.loose)}
	}},
	"meld": {"cards", func(t *table, question object) object {
		kind := ""
		for _, one := range t.melds(t.hand(cardTexts(question, "cards")), true) {
			if kind != "run" {
				kind = one.kind
			}
		}
		if kind == "" {
			return object{"meld": false}
		}
		return object{"meld": true, "kind": kind}
	}},
	"close": {"keep cards laps given", func(t *table, question object) object {
		_, keep := question["keep"]
		if _, cards := question["cards"]; keep == cards {
			refuse("KEEP_OR_CARDS", "either keep or cards")
		}
		f := facts{given: given(question)}
		if keep {
			return t.told(t.judgeKeep(t.exactly(question, "keep", t.handSize), f), false)
		}
		return t.closings(t.exactly(question, "cards", t.handSize+1), f)
	}},
	"invalid_hand": {"hand", func(t *table, question object) object {
		return object{"hand": texts(t.hand(cardTexts(question, "hand")))}
	}},
}

func answer(question object, rules *shelf) object {
	name := text(question, "op")
	asked, known := ops[name]
	if !known {
		refuse("OP_UNKNOWN", "no op %q here", name)
	}
	allowed := append(strings.Fields(asked.keys), common...)
	for key := range question {
		if !listed(key, allowed) {
			refuse("KEY_UNKNOWN", "%q has no key %q", name, key)
		}
	}
	rule := text(question, "rules")
	var seats *int
	if _, said := question["seats"]; said {
		number := number(question, "seats")
		seats = &number
	}
	return asked.answer(rules.table(rule, seats, values(question, "options")), question)
}

func listed(word string, words []string) bool {
	for _, one := range words {
		if one == word {
			return true
		}
	}
	return false
}

func (t *table) exactly(question object, key string, size int) []*card {
	hand := t.hand(cardTexts(question, key))
	if len(hand) != size {
		refuse("WRONG_NUMBER_OF_CARDS", "%d cards, expected %d", len(hand), size)
	}
	return hand
}

// given are the facts of the game, those that the question does not say as usual.
func given(question object) object {
	found := object{}
	for name, value := range usual {
		found[name] = value
	}
	said := values(question, "given")
	if _, twice := said["laps"]; question["laps"] != nil && twice {
		refuse("FACT_TWICE", "laps stands in two places")
	}
	if _, there := question["laps"]; there {
		said = merged(said, object{"laps": number(question, "laps")})
	}
	for name, value := range said {
		before, known := usual[name]
		if !known {
			refuse("FACT_UNKNOWN", "%q cannot be given", name)
		}
		_, truth := before.(bool)
		read := plain(value, truth)
		count, counted := read.(int)
		if read == nil || counted && count < 0 && !listed(name, []string{"total", "gained", "lost"}) {
			refuse("FACT_OUT_OF_RANGE", "%q cannot be %v", name, value)
		}
		found[name] = read
	}
	return found
}

func merged(one, other object) object {
	found := object{}
	for _, each := range []object{one, other} {
		for key, value := range each {
			found[key] = value
		}
	}
	return found
}

func must[T any](question object, key, expected string) T {
	value, there := question[key]
	if !there {
		refuse("KEY_MISSING", "the question needs %q", key)
	}
	found, right := value.(T)
	if !right {
		refuse("WRONG_TYPE", "%q is no %s", key, expected)
	}
	return found
}

func text(question object, key string) string { return must[string](question, key, "text") }
func number(question object, key string) int  { return must[int](question, key, "whole number") }

// values are an object of numbers, truths and texts; empty where it is left out.
func values(question object, key string) object {
	if _, there := question[key]; !there {
		return nil
	}
	found := must[object](question, key, "object")
	for name, value := range found {
		switch value.(type) {
		case int, bool, string:
		default:
			refuse("WRONG_TYPE", "%q in %q is no number, truth or text", name, key)
		}
	}
	return found
}

func cardTexts(question object, key string) []string {
	found := []string{}
	list := must[[]any](question, key, "list of cards")
	if len(list) > mostTexts {
		refuse("HAND_TOO_LARGE", "%d cards", len(list))
	}
	for _, one := range list {
		found = append(found, must[string](object{key: one}, key, "text"))
	}
	return found
}
