package main

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

type unsupported string

// A table without wild cards and without twins: what the pack is, which melds there are, how a close is judged.
type table struct {
	cards              []card
	handSize           int
	lowIsBetter        bool
	runSizes, setSizes map[int]bool
	wholeHand          []function
	conditions         []function
	keys               []string
	outcomes           []outcome
	given              map[string]int
	looksAtCards       bool
}

type outcome struct {
	name               string
	when, wins, writes function
	hidden, unknown    bool
}

// What a hand comes to; `outcome` is -1 where the close is refused, and `failed` has a bit for each condition then.
type verdict struct {
	outcome, writes int
	wins            bool
	failed          uint
}

func number(value any) int {
	switch known := value.(type) {
	case float64:
		return int(known)
	case bool:
		return truth(known)
	}
	panic(unsupported(fmt.Sprintf("the option value %v", value)))
}

func tableOf(rules, certificate node) *table {
	c := compiler{rules: rules, options: map[string]int{}, table: map[string]int{}}
	for name, value := range certificate["options"].(node) {
		c.options[name] = number(value)
	}
	c.table["seats"] = number(certificate["seats"])
	settings := rules["settings"].(node)
	setting := func(slot string) any { return settings[slot].(node)["value"] }
	whole := func(slot string) int { return c.compile(setting(slot))(&facts{}) }
	made := &table{handSize: whole("deal.cards"), given: map[string]int{}}
	c.table["hand_size"] = made.handSize
	if whole("pack.copies") != 1 || whole("pack.jokers") != 0 || whole("melds.run.ace") != 0 {
		panic(unsupported("a pack with twins or jokers, or runs round the ace"))
	}
	for name, value := range certificate["counts"].(node)["given"].(node) {
		made.given[name] = number(value)
	}
	made.deal(c, setting("pack.wild"))
	made.allowMelds(c, setting("melds.run.size"), setting("melds.set.size"))
	made.judgeBy(c)
	return made
}

func (t *table) deal(c compiler, wild any) {
	pack, isWild := c.rules["pack"].(node), c.compile(wild)
	for suit := range pack["suits"].([]any) {
		for rank, each := range pack["ranks"].([]any) {
			one := card{suit, rank, number(each.(node)["number"]), rank + 1, 0}
			for _, entry := range c.rules["cases"].(node)["points"].([]any) {
				if f := (&facts{card: one}); c.compile(entry.(node)["when"])(f) != 0 {
					one.points = c.compile(entry.(node)["value"])(f)
					break
				}
			}
			if isWild(&facts{card: one}) != 0 {
				panic(unsupported("wild cards"))
			}
			t.cards = append(t.cards, one)
		}
	}
}

func entries(rules node, block string) []any {
	found, _ := rules["conditions"].(node)[block].([]any)
	return found
}

func (t *table) allowMelds(c compiler, runs, sets any) {
	allowed := func(tree any, run bool) map[int]bool {
		found, sizes := map[int]bool{}, c.ranges(tree)
		for size := 3; size <= t.handSize; size++ {
			fits := within(size, sizes, &facts{})
			for _, entry := range entries(c.rules, "melds.each_meld") {
				fits = fits && c.compile(entry.(node)["holds"])(&facts{meld: meld{run: run, cards: size}}) != 0
			}
			found[size] = fits
		}
		return found
	}
	t.runSizes, t.setSizes = allowed(runs, true), allowed(sets, false)
}

func (t *table) judgeBy(c compiler) {
	for _, entry := range entries(c.rules, "melds.whole_hand") {
		t.wholeHand = append(t.wholeHand, c.compile(entry.(node)["holds"]))
	}
	for _, entry := range entries(c.rules, "close.may_close") {
		if !c.reads(entry.(node)["holds"], hidden) { // nobody knows the closing card
			t.conditions = append(t.conditions, c.compile(entry.(node)["holds"]))
			t.keys = append(t.keys, entry.(node)["key"].(string))
		}
	}
	others := map[string]bool{"others": true}
	for _, entry := range c.rules["outcomes"].([]any) {
		at := entry.(node)
		made := outcome{name: at["name"].(string)}
		made.hidden = c.reads(at["when"], hidden) || c.reads(at["wins_game"], hidden)
		if !made.hidden {
			made.when, made.wins = c.compile(at["when"]), c.compile(at["wins_game"])
		}
		if writes, is := at["writes"]; is && !c.reads(writes, others) && !c.reads(writes, hidden) {
			made.writes = c.compile(writes)
		}
		t.outcomes = append(t.outcomes, made)
	}
	for _, criterion := range c.rules["winner"].([]any) {
		prefer := criterion.(node)["prefer"].(node)
		if prefer["prefer"] != "holds" && c.reads(prefer["operand"], map[string]bool{"total": true}) {
			t.lowIsBetter = prefer["prefer"] == "lowest"
			break
		}
	}
	looked := map[string]bool{"loose": true, "melds": true}
	t.looksAtCards = c.reads(c.rules["outcomes"], looked) || c.reads(entriesOf(c.rules), looked)
}

func entriesOf(rules node) any {
	return append(append([]any{}, entries(rules, "close.may_close")...), entries(rules, "melds.whole_hand")...)
}

// melds finds every meld in a hand of sorted cards, each as a mask of places in the hand.
func (t *table) melds(hand []card, found []meld) []meld {
	for from := range hand {
		size, mask := 1, uint(1)<<from
		for next := from + 1; next < len(hand); next++ {
			if hand[next].suit != hand[from].suit || hand[next].rank != hand[next-1].rank+1 {
				break
			}
			size, mask = size+1, mask|1<<next
			if t.runSizes[size] {
				found = append(found, meld{true, mask, size})
			}
		}
	}
	for from := range hand {
		same := uint(0)
		for next := from; next < len(hand); next++ {
			if hand[next].rank == hand[from].rank {
				same |= 1 << next
			}
		}
		// all sets whose first card this is
		for part := same; part != 0; part = (part - 1) & same {
			if part>>from&1 == 1 && t.setSizes[bits.OnesCount(part)] {
				found = append(found, meld{false, part, bits.OnesCount(part)})
			}
		}
	}
	return found
}

// at follows a JSON pointer into the rules.
func at(tree any, pointer string) any {
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		tree = inside(tree, step)
	}
	return tree
}

// leads says whether something stands where a pointer leads.
func leads(tree any, pointer string) bool {
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		switch value := tree.(type) {
		case node:
			tree = value[step]
		case []any:
			place, err := strconv.Atoi(step)
			if err != nil || place < 0 || place >= len(value) {
				return false
			}
			tree = value[place]
		default:
			return false
		}
	}
	return tree != nil
}

func inside(tree any, step string) any {
	if list, is := tree.([]any); is {
		place, _ := strconv.Atoi(step)
		return list[place]
	}
	return tree.(node)[step]
}

// replaced is a copy of the rules in which the parts at some pointers are always so, or never.
func replaced(tree any, pointers [][]string, holds bool) any {
	for _, steps := range pointers {
		if len(steps) == 0 {
			return node{"truth": holds, "type": "yes_no"}
		}
	}
	below := func(step string) (deeper [][]string) {
		for _, steps := range pointers {
			if steps[0] == step {
				deeper = append(deeper, steps[1:])
			}
		}
		return deeper
	}
	switch value := tree.(type) {
	case node:
		made := node{}
		for key, part := range value {
			made[key] = replaced(part, below(key), holds)
		}
		return made
	case []any:
		made := []any{}
		for place, part := range value {
			made = append(made, replaced(part, below(strconv.Itoa(place)), holds))
		}
		return made
	}
	return tree
}
