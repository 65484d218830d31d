package main

import (
	"fmt"
	"slices"
	"strings"
)

// What was counted and a proof tells of, so that it cannot be left out.

// countable are the codes of findings about closing that the counts tell of, each wherever it is so: those of the usual moment
// where no closing card matters, and all where the course matters no more.
func countable(rules, certificate node) []string {
	if !hangsOnMore(rules, certificate) {
		return []string{"CH602", "CH604", "CH605", "CH607"}
	}
	for name, value := range certificate["counts"].(node)["given"].(node) {
		if value != usual[name] {
			return nil
		}
	}
	if compilerOf(rules, certificate).reads(append(closing(rules), rules["outcomes"]), hidden) {
		return nil
	}
	return []string{"CH607"}
}

// missed lists such findings that the counts ask for and that are not told.
func missed(rules, certificate node, found counts) (problems []string) {
	codes := countable(rules, certificate)
	told := func(path string, codes ...string) bool {
		for _, list := range []string{"findings", "only_here"} {
			for _, entry := range certificate[list].([]any) {
				one := entry.(node)
				at := one["path"].(string)
				if slices.Contains(codes, one["code"].(string)) && (at == path || path == "" && strings.HasPrefix(at, "close.outcomes")) {
					return true
				}
			}
		}
		return false
	}
	refused, decided := 0, map[int]bool{}
	for came, hands := range found.verdicts {
		if decided[came.outcome] = true; came.outcome < 0 && came.failed == 0 {
			refused += hands
		}
	}
	if slices.Contains(codes, "CH607") && found.arranged > 0 && !told("", "CH607") {
		problems = append(problems, fmt.Sprintf("nothing is told of %d hands that come out by how they are arranged", found.arranged))
	}
	if !slices.Contains(codes, "CH605") {
		return problems
	}
	if refused > 0 && !told("", "CH605") {
		problems = append(problems, fmt.Sprintf("nothing is told of %d hands that may close and have no outcome", refused))
	}
	if refused == 0 && len(decided) == 1 && decided[-1] { // where nobody may close that is what is told
		return problems
	}
	for place, entry := range rules["outcomes"].([]any) {
		path := fmt.Sprint("close.outcomes.", entry.(node)["name"])
		if !decided[place] && !told(path, "CH602", "CH604") {
			problems = append(problems, "nothing is told of "+path+", which is the outcome of no hand")
		}
	}
	return problems
}

// standsAt says whether a finding at a path can rest on a claim: it stands where some part that is claimed of stands; what is
// claimed of a definition may stand wherever that is named.
func (one claim) standsAt(rules node, path string) bool {
	if one.kind == "no_outcome" || one.kind == "arranged_otherwise" {
		return path == "close.outcomes" || strings.HasPrefix(path, "close.outcomes.") && knownOutcome(rules, path)
	}
	for _, pointer := range one.pointers {
		steps := strings.Split(pointer, "/")
		switch steps[1] {
		case "define":
			return true
		case "outcomes":
			name := fmt.Sprint("close.outcomes.", at(rules, "/outcomes/"+steps[2]).(node)["name"])
			if path == name && len(steps) == 3 || path == name+".when" && len(steps) > 3 {
				return true
			}
		case "conditions":
			if path == steps[2]+"."+at(rules, strings.Join(steps[:4], "/")).(node)["key"].(string) {
				return true
			}
		}
	}
	return false
}

func knownOutcome(rules node, path string) bool {
	return slices.ContainsFunc(rules["outcomes"].([]any), func(entry any) bool {
		return path == fmt.Sprint("close.outcomes.", entry.(node)["name"])
	})
}

// The facts of the moment at which hands are counted (`counts/given`), and what each of them is unless some rule asks for more.
var usual = map[string]any{
	"laps": 1.0, "turns": 1.0, "faulty": false, "stock_cards": 0.0, "reshuffles": 0.0, "total": 0.0, "gained": 0.0, "lost": 0.0,
	"is_eldest": false, "re_entries": 0.0, "rounds": 0.0, "seats_in": 0.0,
}

// unusual lists facts of that moment that are lacking, or otherwise than usual though nothing of the kind was tried.
func unusual(certificate node) (problems []string) {
	given, tried := certificate["counts"].(node)["given"].(node), certificate["courses"].(node)["tried"].(node)
	for name, value := range given {
		if wanted, is := usual[name]; !is {
			problems = append(problems, "counts/given/"+name+" is no fact of a moment")
		} else if value != wanted && (tried[name] == nil || !slices.Contains(tried[name].([]any), value)) {
			problems = append(problems, fmt.Sprintf("counts/given/%s is %v, which was not tried", name, value))
		}
	}
	for name := range usual {
		if _, is := given[name]; !is {
			problems = append(problems, "counts/given/"+name+" is lacking")
		}
	}
	slices.Sort(problems)
	return problems
}
