package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// What is claimed of all hands.

var pointsAtOutcome = regexp.MustCompile(`^/outcomes/(0|[1-9][0-9]*)$`)

// Claims that are about outcomes and nothing else.
var ofOutcomes = map[string]bool{"never_decides": true, "same_result": true, "both_fit": true}

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
	for _, entry := range certificate["claims"].([]any) {
		one := claim{kind: entry.(node)["claim"].(string), holds: entry.(node)["holds"].(bool)}
		for _, pointer := range entry.(node)["at"].([]any) {
			one.pointers = append(one.pointers, pointer.(string))
			if !leads(rules, pointer.(string)) || (ofOutcomes[one.kind] && !pointsAtOutcome.MatchString(pointer.(string))) {
				fail(1, fmt.Sprintf("%s %v is about nothing in the rules", one.kind, pointer))
			}
		}
		if len(one.pointers) == 0 {
			fail(1, one.kind+" is about nothing")
		}
		if hands, is := entry.(node)["hands"]; is {
			one.hands = number(hands)
		}
		switch one.kind {
		case "always", "unchanged", "never_together", "never_decides", "arranged_otherwise", "no_outcome", "same_result", "both_fit":
		default:
			fail(2, "this program does not recount claims of "+one.kind)
		}
		found = append(found, one)
	}
	return found
}

// outcomeAt is the number of the outcome that a pointer leads to.
func outcomeAt(pointer string) int {
	place, err := strconv.Atoi(strings.TrimPrefix(pointer, "/outcomes/"))
	if err != nil {
		panic(unsupported(pointer))
	}
	return place
}
