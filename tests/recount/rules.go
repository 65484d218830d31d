package main

import (
	"fmt"
	"strconv"
	"strings"
)

type unsupported string

// A table: what the pack is, which melds there are, how a close is judged. The cards stand in pack order, twins together.
type table struct {
	cards        []card
	handSize     int
	lowIsBetter  bool
	suits, ranks int
	// how many cards of one suit a set may hold, and the most wild cards of a hand
	suitRoom, mostWilds int
	allowed             forms
	// where the ace stands in runs, and the stretches that runs can fill where that is not below the two alone
	ace          string
	windows      []window
	wholeHand    []function
	conditions   []function
	keys         []string
	outcomes     []outcome
	given        map[string]int
	looksAtCards bool
}

type outcome struct {
	name               string
	when, wins, writes function
	hidden             bool
	// what else it does: whose melds are open to lay-offs and what the others pay, as written
	onto function
	pays string
	// what the closer writes, as written, where that hangs on the others or is nothing at all
	rule string
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
	c := compilerOf(rules, certificate)
	settings := rules["settings"].(node)
	setting := func(slot string) any { return settings[slot].(node)["value"] }
	whole := func(slot string) int { return c.compile(setting(slot))(&facts{}) }
	made := &table{handSize: c.table["hand_size"], given: map[string]int{}}
	made.ace = aces[whole("melds.run.ace")]
	for name, value := range certificate["counts"].(node)["given"].(node) {
		made.given[name] = number(value)
	}
	copies := whole("pack.copies")
	made.deal(c, setting("pack.wild"), copies, whole("pack.jokers"))
	made.suitRoom = 1
	if whole("melds.set.twins") != 0 {
		made.suitRoom = copies
	}
	made.stretch()
	made.allowMelds(c, setting("melds.run.size"), setting("melds.set.size"))
	made.judgeBy(c)
	return made
}

func (t *table) deal(c compiler, wild any, copies, jokers int) {
	pack, isWild := c.rules["pack"].(node), c.compile(wild)
	t.suits, t.ranks = len(pack["suits"].([]any)), len(pack["ranks"].([]any))
	add := func(one card, times int) {
		one.wild = isWild(&facts{card: one}) != 0
		for _, entry := range c.rules["cases"].(node)["points"].([]any) {
			if f := (&facts{card: one}); c.compile(entry.(node)["when"])(f) != 0 {
				one.points = c.compile(entry.(node)["value"])(f)
				break
			}
		}
		for range make([]int, times) {
			t.cards = append(t.cards, one)
		}
		if one.wild {
			t.mostWilds += times
		}
	}
	for suit := range pack["suits"].([]any) {
		for rank, each := range pack["ranks"].([]any) {
			add(card{suit: suit, rank: rank, number: number(each.(node)["number"]), place: rank + 1, kind: suit*t.ranks + rank}, copies)
		}
	}
	add(card{suit: -1, rank: -1, kind: t.suits * t.ranks, joker: true}, jokers)
	t.mostWilds = min(t.mostWilds, t.handSize)
}

func entries(rules node, block string) []any {
	found, _ := rules["conditions"].(node)[block].([]any)
	return found
}

// allowMelds asks the conditions on melds about every form there is.
func (t *table) allowMelds(c compiler, runs, sets any) {
	var conditions []function
	for _, entry := range entries(c.rules, "melds.each_meld") {
		conditions = append(conditions, c.compile(entry.(node)["holds"]))
	}
	fits := func(one meld, sizes []span) bool {
		good := within(one.cards, sizes, &facts{})
		for _, holds := range conditions {
			good = good && holds(&facts{meld: one}) != 0
		}
		return good
	}
	for run, tree := range map[bool]any{true: runs, false: sets} {
		sizes, most := c.ranges(tree), t.suits*t.suitRoom
		if run {
			most = t.ranks
		}
		for size := 1; size <= min(t.handSize, most); size++ {
			for wilds := 0; wilds <= min(size-1, t.mostWilds); wilds++ {
				for outer := 0; outer <= wilds; outer++ {
					if run || outer == wilds {
						t.allowed[truth(run)][size][wilds][outer] = fits(meld{run: run, cards: size, wilds: wilds, outer: outer}, sizes)
					}
				}
			}
		}
	}
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
	others, onto := map[string]bool{"others": true}, c.compile(c.rules["settings"].(node)["lay_off.onto"].(node)["value"])
	for _, entry := range c.rules["outcomes"].([]any) {
		at := entry.(node)
		made := outcome{name: at["name"].(string)}
		made.hidden = c.reads(at["when"], hidden) || c.reads(at["wins_game"], hidden)
		if !made.hidden {
			made.when, made.wins = c.compile(at["when"]), c.compile(at["wins_game"])
		}
		if writes, is := at["writes"]; is && !c.reads(writes, others) && !c.reads(writes, hidden) {
			made.writes = c.compile(writes)
		} else if is {
			made.rule = fmt.Sprint(writes)
		} else {
			made.rule = "nothing"
		}
		made.onto = onto
		if own, is := at["lay_off"]; is && !c.reads(own, hidden) {
			made.onto = c.compile(own)
		}
		made.pays = fmt.Sprint(at["pays"])
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
