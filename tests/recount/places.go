package main

import (
	"fmt"
	"slices"
	"strings"
)

// That findings, claims, what was asked and the ends of rounds and games go together, as a proof leaves them.

// askedAll lists places of the rules that were not asked about, and whether what was asked comes to `proved`.
func askedAll(rules, certificate node) (problems []string) {
	wanted := map[string]bool{"points": true, "game.winner": len(rules["winner"].([]any)) > 0, "close.outcomes": len(rules["outcomes"].([]any)) > 0}
	for block := range rules["conditions"].(node) {
		wanted[block] = true
	}
	for block := range rules["cases"].(node) {
		wanted[block] = true
	}
	exact := certificate["courses"].(node)["exact"] == true
	proved, asked := exact, map[string]bool{}
	for _, entry := range certificate["asked"].([]any) {
		one := entry.(node)
		path, settled := one["path"].(string), one["settled"]
		if asked[path] = true; !wanted[path] {
			problems = append(problems, "asked about "+path+", of which there are no rules")
		}
		ofHands := path == "close.outcomes" || path == "close.may_close" || path == "melds.whole_hand"
		if ofHands && (settled == nil || exact && settled == false) {
			problems = append(problems, path+" is not settled, and every hand was asked about")
		}
		if settled == false && !strings.HasPrefix(path, "game.") && !strings.HasPrefix(path, "re_entry.") {
			proved = false
		}
	}
	for path, is := range wanted {
		if is && !asked[path] {
			problems = append(problems, "nothing was asked about "+path)
		}
	}
	if certificate["proved"] != proved {
		problems = append(problems, fmt.Sprintf("proved is %v, and by what was asked it is %v", certificate["proved"], proved))
	}
	slices.Sort(problems)
	return problems
}

// What a finding of each code can rest on.
var kinds = map[string]string{
	"CH507": "always", "CH601": "always", "CH602": "never_decides", "CH603": "unchanged same_result", "CH604": "never_together never_decides",
	"CH605": "no_outcome", "CH606": "unchanged", "CH607": "arranged_otherwise", "CH613": "both_fit",
}

// rested lists claims on which no finding rests, and findings on claims of another kind.
func rested(rules, certificate node, claims []claim) []string {
	var problems []string
	used := map[int]bool{}
	for _, list := range []string{"findings", "only_here"} {
		for _, entry := range certificate[list].([]any) {
			finding := entry.(node)
			if finding["claim"] == nil {
				continue
			}
			at := number(finding["claim"])
			if at < 0 || at >= len(claims) || !slices.Contains(strings.Fields(kinds[finding["code"].(string)]), claims[at].kind) {
				problems = append(problems, fmt.Sprintf("%v at %v rests on no such claim", finding["code"], finding["path"]))
			}
			if used[at] {
				problems = append(problems, fmt.Sprintf("two findings rest on claim %d", at))
			}
			used[at] = true
			if at >= 0 && at < len(claims) && !claims[at].standsAt(rules, finding["path"].(string)) {
				problems = append(problems, fmt.Sprintf("%v at %v rests on what stands elsewhere: %v", finding["code"], finding["path"], claims[at].pointers))
			}
		}
	}
	for at, one := range claims {
		if !used[at] {
			problems = append(problems, fmt.Sprintf("no finding rests on %s %v", one.kind, one.pointers))
		}
	}
	return problems
}

// Findings that rest on the end of a round or game.
var ofEnds = map[string]string{"CH608": "round", "CH609": "game"}

// Findings that rest on no claim wherever they stand.
var withoutClaim = map[string]bool{"CH508": true, "CH612": true}

// placed lists findings about nothing in the rules, findings that cannot be without a claim, and ends without their finding.
func placed(rules, certificate node) (problems []string) {
	open := map[string]int{} // ends that were not found, less the findings that say so
	for code, endings := range map[string][]any{"CH608": certificate["round"].([]any), "CH609": {certificate["game"]}} {
		for _, entry := range endings {
			if one := entry.(node); one["ends"] != true {
				open[fmt.Sprintf("%s at %v", code, one["path"])]++
			} else if one["path"] != "" {
				problems = append(problems, fmt.Sprintf("%v is said to be why something does not end, which ends", one["path"]))
			}
		}
	}
	if len(certificate["round"].([]any)) == 0 {
		problems = append(problems, "nothing is said of how rounds end")
	}
	for _, list := range []string{"findings", "only_here", "suspected"} {
		for _, entry := range certificate[list].([]any) {
			finding := entry.(node)
			code, path := finding["code"].(string), finding["path"].(string)
			about := code + " at " + path
			if ofEnds[code] != "" {
				open[about] -= truth(list == "findings")
			} else if kinds[code] == "" && !withoutClaim[code] || !isAsked(certificate, path) {
				problems = append(problems, about+" is no finding about these rules")
			}
			if list == "suspected" && finding["claim"] != nil || ofEnds[code] != "" && (finding["claim"] != nil || list != "findings") {
				problems = append(problems, about+" is told where it cannot be")
			}
			if list != "suspected" && finding["claim"] == nil && mustRest(rules, certificate, code, path) {
				problems = append(problems, about+" rests on no claim")
			}
		}
	}
	for about, times := range open {
		if times != 0 {
			problems = append(problems, about+" and the ends of rounds and games do not go together")
		}
	}
	slices.Sort(problems)
	return problems
}

// isAsked says whether a path lies in a place that was asked about.
func isAsked(certificate node, path string) bool {
	return slices.ContainsFunc(certificate["asked"].([]any), func(entry any) bool {
		place := entry.(node)["path"].(string)
		return path == place || strings.HasPrefix(path, place+".")
	})
}

// mustRest says whether a finding of an outcome rests on a claim: it does, unless the outcomes hang on what nobody knows here.
func mustRest(rules, certificate node, code, path string) bool {
	if path != "close.outcomes" && !strings.HasPrefix(path, "close.outcomes.") || kinds[code] == "" {
		return false
	}
	if slices.Contains([]string{"CH602", "CH601", "CH507"}, code) {
		return true
	}
	return !hangsOnMore(rules, certificate)
}

// hangsOnMore says whether how a hand closes hangs on its closing card or on the course, and not on the cards kept alone.
func hangsOnMore(rules, certificate node) bool {
	asked := append(closing(rules), rules["outcomes"])
	return compilerOf(rules, certificate).reads(asked, hidden) || len(certificate["courses"].(node)["tried"].(node)) > 0
}
