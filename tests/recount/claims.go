package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// What is claimed of all hands.

// Parts of rules that a claim may be about: whole conditions and definitions, and what `and`, `or`, `not` and a test join.
var (
	anOutcome = regexp.MustCompile(`^/outcomes/(0|[1-9][0-9]*)$`)
	allOf     = regexp.MustCompile(`^/outcomes$`)
	aPart     = regexp.MustCompile(`^/(conditions/[a-z_.]+/[0-9]+/holds|outcomes/[0-9]+/(when|wins_game)|define/[^/]+)` +
		`(/parts/[0-9]+|/operand|/if|/then|/else)*$`)
)

// How a kind of claim is written: what it is about, of how many parts it speaks, and whether it says of how many hands. Where
// `says` is set, `holds` has no other value; where it is not, both may be true and `holds` is recounted.
type wording struct {
	about       *regexp.Regexp
	least, most int
	counted     bool
	says        *bool
}

var yes, no = true, false

var wordings = map[string]wording{
	"always":             {about: aPart, least: 1, most: 1},
	"unchanged":          {about: aPart, least: 1, most: late},
	"never_together":     {about: aPart, least: 2, most: 2, says: &no},
	"never_decides":      {about: anOutcome, least: 1, most: 1, says: &no},
	"same_result":        {about: anOutcome, least: 1, most: 1, says: &no},
	"no_outcome":         {about: allOf, least: 1, most: 1, counted: true, says: &yes},
	"arranged_otherwise": {about: allOf, least: 1, most: 1, counted: true, says: &yes},
	"both_fit":           {about: anOutcome, least: 2, most: 2, counted: true, says: &yes},
}

// A claim of the certificate; `hands` is how many it says there are, where it says so.
type claim struct {
	kind     string
	pointers []string
	holds    bool
	hands    int
}

// claimsOf reads the claims; one of another kind, or about nothing in the rules, ends the program: it could not be broken.
func claimsOf(rules, certificate node) []claim {
	var found []claim
	for place, entry := range certificate["claims"].([]any) {
		written := entry.(node)
		one := claim{kind: written["claim"].(string), holds: written["holds"].(bool)}
		wanted, is := wordings[one.kind]
		if !is {
			fail(2, "this program does not recount claims of "+one.kind)
		}
		told := fmt.Sprintf("claims/%d, %s,", place, one.kind)
		for _, pointer := range written["at"].([]any) {
			one.pointers = append(one.pointers, pointer.(string))
			one.about(rules, pointer.(string), told)
		}
		if many := len(one.pointers); many < wanted.least || many > wanted.most {
			panic(malformed(fmt.Sprintf("%s is about %d parts of the rules", told, many)))
		}
		hands, counted := written["hands"]
		if counted != wanted.counted || counted && hands == nil {
			panic(malformed(told + " says of how many hands it is, or does not, against its kind"))
		} else if counted {
			one.hands = number(hands)
		}
		if wanted.says != nil && one.holds != *wanted.says {
			fail(1, fmt.Sprintf("%s %v is said to hold: %v, which it never says", one.kind, one.pointers, one.holds))
		}
		found = append(found, one)
	}
	return found
}

// about ends the program where a pointer leads to nothing that such a claim can be about.
func (one claim) about(rules node, pointer, told string) {
	if !leads(rules, pointer) {
		fail(1, fmt.Sprintf("%s %v is about nothing in the rules", one.kind, pointer))
	}
	if !wordings[one.kind].about.MatchString(pointer) {
		panic(malformed(fmt.Sprintf("%s is not about such a part of the rules: %s", told, pointer)))
	}
	if part, is := at(rules, pointer).(node); wordings[one.kind].about == aPart && (!is || part["type"] != "yes_no") {
		panic(malformed(fmt.Sprintf("%s is about what is neither so nor not: %s", told, pointer)))
	}
}

// outcomeAt is the number of the outcome that a pointer leads to.
func outcomeAt(pointer string) int {
	place, err := strconv.Atoi(strings.TrimPrefix(pointer, "/outcomes/"))
	if err != nil {
		panic(unsupported(pointer))
	}
	return place
}
