package main

import (
	"fmt"
	"sort"
)

// The courses of a round and a game that a close was judged in: where rules compare a plain fact with a number, that number and
// its neighbours must have been tried, for between them nothing changes.

type tried struct {
	compiler compiler
	values   map[string]map[int]bool
	given    node
	seats    int
	problems map[string]bool
	// facts that are used otherwise: what was tried of them is not judged here
	untold map[string]bool
	// whether nothing of the rule that is walked through can be left out at a table: what it asks for must have been tried
	whole bool
}

// triedEnough lists values that were not tried though some rule of a close asks for them, and facts of which it cannot tell.
func triedEnough(rules, certificate node) (problems, untold []string) {
	courses := certificate["courses"].(node)
	one := tried{values: map[string]map[int]bool{}, given: certificate["counts"].(node)["given"].(node),
		seats: number(certificate["seats"]), problems: map[string]bool{}, untold: map[string]bool{}}
	one.compiler = compilerOf(rules, certificate)
	for name, values := range courses["tried"].(node) {
		one.values[name] = map[int]bool{}
		for _, value := range values.([]any) {
			one.values[name][number(value)] = true
		}
	}
	if courses["exact"] != true {
		return nil, []string{"all"}
	}
	for _, asked := range closing(rules) {
		opened := append(one.compiler.opened(asked), asked)
		one.whole = !hasKey(opened, "option") && !hasKey(opened, "truth") && !one.compiler.reads(asked, ofTable)
		one.walk(opened)
	}
	one.whole = false
	one.walk([]any{rules["outcomes"], one.compiler.opened(rules["outcomes"])})
	return sorted(one.problems), sorted(one.untold)
}

var ofTable = map[string]bool{"seats": true, "hand_size": true}

// closing are the rules that say whether a hand may close and as what.
func closing(rules node) (found []any) {
	for _, entry := range append(entries(rules, "close.may_close"), entries(rules, "melds.whole_hand")...) {
		found = append(found, entry.(node)["holds"])
	}
	for _, entry := range rules["outcomes"].([]any) {
		found = append(found, entry.(node)["when"])
	}
	return found
}

func sorted(names map[string]bool) []string {
	var found []string
	for name := range names {
		found = append(found, name)
	}
	sort.Strings(found)
	return found
}

var comparing = map[string]bool{"is": true, "is not": true, "at most": true, "at least": true, "below": true, "above": true}

func (t *tried) walk(tree any) {
	switch value := tree.(type) {
	case []any:
		for _, part := range value {
			t.walk(part)
		}
	case node:
		operator, _ := value["op"].(string)
		if comparing[operator] && (t.compared(value["left"], value["right"]) || t.compared(value["right"], value["left"])) {
			return
		}
		if name, is := value["fact"].(string); is {
			if _, is := t.given[name]; is && value["type"] == "yes_no" {
				t.need(name, 0, 1)
			} else if is {
				t.untold[name] = true
			}
			return
		}
		for _, part := range value {
			t.walk(part)
		}
	}
}

// compared says whether this is a plain fact beside a number, and asks that the values near it were tried.
func (t *tried) compared(side, beside any) bool {
	name, is := side.(node)["fact"].(string)
	if _, given := t.given[name]; !is || !given || t.hangs(beside) {
		return false
	}
	least, most := 0, late
	if name == "total" {
		least = -late
	}
	if name == "seats_in" {
		least, most = 1, t.seats
	}
	near := t.compiler.compile(beside)(&facts{})
	for value := near - 1; value <= near+1; value++ {
		if value >= least && value <= most {
			t.need(name, value)
		}
	}
	return true
}

// hangs says whether a tree is anything but a number of the table.
func (t *tried) hangs(tree any) bool {
	switch value := tree.(type) {
	case []any:
		for _, part := range value {
			if t.hangs(part) {
				return true
			}
		}
	case node:
		if name, is := value["fact"].(string); is {
			_, fixed := t.compiler.table[name]
			return !fixed
		}
		if name, is := value["definition"].(string); is {
			return t.hangs(t.compiler.rules["define"].(node)[name])
		}
		if value["over"] != nil || value["variable"] != nil {
			return true
		}
		for _, part := range value {
			if t.hangs(part) {
				return true
			}
		}
	}
	return false
}

func (t *tried) need(name string, values ...int) {
	known, is := t.values[name]
	if !is && t.whole {
		t.problems[fmt.Sprintf("no value of %s was tried, and a rule of a close asks for it", name)] = true
	} else if !is { // what options of this table leave out need not be tried: which that is it does not judge
		t.untold[name+" (none)"] = true
	}
	if !is {
		return
	}
	for _, value := range values {
		if !known[value] {
			t.problems[fmt.Sprintf("%s %d was not tried, and a rule asks for it", name, value)] = true
		}
	}
}
