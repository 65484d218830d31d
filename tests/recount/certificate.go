package main

import (
	"fmt"
	"slices"
	"strings"
)

// What of a certificate can be told from the rules and from the rest of it without dealing a hand.

const late = 1_000_000 // a turn, a lap or a round that no rule with a number in it still waits for

// consistent lists what the certificate says of itself, of its findings and of the ends of rounds that cannot be so.
func consistent(rules, certificate node, claims []claim) []string {
	var problems []string
	wrong := func(format string, of ...any) { problems = append(problems, fmt.Sprintf(format, of...)) }
	space := certificate["space"].(node)
	if number(space["asked"]) != number(space["hands"]) {
		wrong("%d hands were asked about, of %d", number(space["asked"]), number(space["hands"]))
	}
	problems = append(problems, askedAll(rules, certificate)...)
	for _, entry := range certificate["counts"].(node)["outcomes"].([]any) {
		one := entry.(node)
		if clause := clauseOf(rules, one["outcome"].(string)); clause != one["clause"] {
			wrong("the clause of %v is %v, not %v", one["outcome"], clause, one["clause"])
		}
	}
	for _, entry := range certificate["counts"].(node)["refused"].([]any) {
		one := entry.(node)
		if !refuses(rules, one["clauses"].([]any), one["conditions"].([]any)) {
			wrong("what %v refuses does not rest on %v", one["conditions"], one["clauses"])
		}
	}
	untried, _ := triedEnough(rules, certificate)
	problems = append(problems, untried...)
	problems = append(problems, rested(rules, certificate, claims)...)
	problems = append(problems, placed(rules, certificate)...)
	return append(problems, ends(rules, certificate)...)
}

// refuses says whether these are the clauses of conditions that failed, whose keys begin with them; where none did no outcome
// fits, and the last of them is cited.
func refuses(rules node, clauses, failed []any) bool {
	if len(failed) == 0 {
		outcomes := rules["outcomes"].([]any)
		return len(clauses) == 1 && clauses[0] == outcomes[len(outcomes)-1].(node)["clause"]
	}
	rests := func(key, clause any) bool {
		return key == clause || strings.HasPrefix(key.(string), clause.(string)+".")
	}
	for _, key := range failed {
		if !slices.ContainsFunc(clauses, func(clause any) bool { return rests(key, clause) }) {
			return false
		}
	}
	return !slices.ContainsFunc(clauses, func(clause any) bool {
		return !slices.ContainsFunc(failed, func(key any) bool { return rests(key, clause) })
	})
}

func clauseOf(rules node, outcome string) any {
	for _, each := range rules["outcomes"].([]any) {
		if each.(node)["name"] == outcome {
			return each.(node)["clause"]
		}
	}
	return nil
}

// ends holds what is said of rounds and of games against the rules, as far as these alone settle it.
func ends(rules, certificate node) (problems []string) {
	shuffles := rules["settings"].(node)["stock.reshuffle"].(node)["value"].(node)["member"]
	_, bounded := rules["settings"].(node)["stock.at_most"]
	takes, known := holdsAt(rules, certificate, "turn.may_take", node{"turns": late, "laps": late})
	endless := (shuffles != nil && shuffles != "none" && !bounded) || (known && takes)
	for _, entry := range certificate["round"].([]any) {
		if said := entry.(node)["ends"]; said == true && endless {
			problems = append(problems, "a round is said to end, and seats can shuffle, or take the upcard, for ever")
		} else if said == false && !endless && known && shuffles == "none" {
			problems = append(problems, "a round is said not to end, and the stock falls with every turn")
		}
	}
	game := certificate["game"].(node)
	if game["ends"] == true && game["most"] != nil {
		rounds := number(game["most"])
		if over, known := holdsAt(rules, certificate, "game.ends_when", node{"rounds": rounds}); known && !over {
			problems = append(problems, fmt.Sprintf("after %d rounds no rule ends the game", rounds))
		}
	}
	return problems
}

// holdsAt says whether a block of conditions holds of facts as given but for some; not known where it asks for others.
func holdsAt(rules, certificate node, block string, others node) (holds, known bool) {
	t := tableOf(rules, certificate)
	c := compilerOf(rules, certificate)
	f := &facts{given: map[string]int{}}
	for name, value := range t.given {
		f.given[name] = value
	}
	for name, value := range others {
		f.given[name] = value.(int)
	}
	defer func() {
		if problem := recover(); problem != nil {
			if _, is := problem.(unsupported); !is {
				panic(problem)
			}
			known = false
		}
	}()
	all, one := true, false
	for _, entry := range entries(rules, block) {
		if c.reads(entry.(node)["holds"], map[string]bool{"card": true, "hand": true, "can_close": true}) {
			return false, false
		}
		now := c.compile(entry.(node)["holds"])(f) != 0
		all, one = all && now, one || now
	}
	if strings.HasPrefix(block, "turn.") {
		return all, true
	}
	return one, true
}

func onlyThese(codes []string) string {
	if len(codes) == 0 {
		return "none is missed"
	}
	return "those alone are missed that are of closes and " + strings.Join(codes, ", ")
}

// trusted lists what this program takes the certificate's word for.
func trusted(rules, certificate node, kinds bool) []string {
	found := []string{"that there is no more to be found: of findings that were left out " + onlyThese(countable(rules, certificate)),
		"moments of the game, of seats that did not close and of turns (`asked`), and whether all there are were asked about",
		"the measure of a round or game (`most`), or how it goes on for ever; witnesses that are no hands of a close",
		"that values of the course which were tried (`courses`) are no more than matter, and what was found with them",
		"what is said in words and how grave it is called, where in a file it stands, and the names of the rules and of what wrote the certificate"}
	for name, value := range certificate["counts"].(node)["given"].(node) {
		if value != usual[name] {
			found = append(found, fmt.Sprintf("that nobody may close before the moment at which hands are counted, %s %v", name, value))
		}
	}
	if told := toldWitnesses(certificate); told != "" {
		found = append(found, told)
	}
	if _, untold := triedEnough(rules, certificate); len(untold) > 0 {
		found = append(found, fmt.Sprintf("the values tried of %v", untold))
	}
	if !kinds {
		found = append(found, "the number of kinds of hands, for rules look at single cards")
	}
	for _, list := range []string{"findings", "only_here"} {
		for _, entry := range certificate[list].([]any) {
			if one := entry.(node); one["claim"] == nil && ofEnds[one["code"].(string)] == "" {
				found = append(found, fmt.Sprintf("%v at %v", one["code"], one["path"]))
			}
		}
	}
	for _, entry := range certificate["suspected"].([]any) {
		found = append(found, fmt.Sprintf("%v at %v, which is suspected only", entry.(node)["code"], entry.(node)["path"]))
	}
	return found
}
