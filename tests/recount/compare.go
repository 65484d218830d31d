package main

import (
	"fmt"
	"sort"
	"strings"
)

// What was counted beside what is certified.

// compare lists what the certificate says otherwise.
func compare(found counts, t *table, certificate node, claims []claim) []string {
	mine := map[string]int{"hands": found.hands, "cards of a hand": t.handSize}
	for points, hands := range found.deadwood {
		mine[fmt.Sprintf("deadwood %d", points)] = hands
	}
	for came, hands := range found.verdicts {
		mine[t.told(came)] += hands
	}
	its := map[string]int{"hands": number(certificate["space"].(node)["hands"]), "cards of a hand": number(certificate["hand_size"])}
	mine["classes"], its["classes"] = found.classes, number(certificate["space"].(node)["classes"])
	if len(found.kinds) > 0 {
		mine["kinds"], its["kinds"] = len(found.kinds), number(certificate["space"].(node)["kinds"])
	}
	told := certificate["counts"].(node)
	for _, entry := range told["deadwood"].([]any) {
		its[fmt.Sprintf("deadwood %d", number(entry.(node)["points"]))] += number(entry.(node)["hands"])
	}
	for _, entry := range told["outcomes"].([]any) {
		one := entry.(node)
		writes := "?"
		if one["writes"] != nil {
			writes = fmt.Sprint(number(one["writes"]))
		}
		its[fmt.Sprintf("%s %v %s", one["outcome"], one["wins_game"], writes)] += number(one["hands"])
	}
	for _, entry := range told["refused"].([]any) {
		its[fmt.Sprintf("refused %v", entry.(node)["conditions"])] += number(entry.(node)["hands"])
	}
	var problems []string
	for name := range union(mine, its) {
		if mine[name] != its[name] {
			problems = append(problems, fmt.Sprintf("%s: certified %d, counted %d", name, its[name], mine[name]))
		}
	}
	for _, list := range []string{"outcomes", "refused", "deadwood"} {
		for place, entry := range told[list].([]any) {
			if number(entry.(node)["hands"]) < 1 {
				problems = append(problems, fmt.Sprintf("counts/%s/%d is of no hand", list, place))
			}
		}
	}
	sort.Strings(problems)
	for place, one := range claims {
		broken := found.broken[place]
		if one.kind == "never_decides" {
			name := at(certificate, "/claims").([]any)[place].(node)["at"].([]any)[0].(string)
			broken = t.decides(found, strings.TrimPrefix(name, "/outcomes/"))
		}
		if one.kind == "arranged_otherwise" {
			broken = one.hands != found.arranged
		}
		if one.kind == "both_fit" {
			broken = one.hands != found.fit[place]
		}
		if one.kind == "no_outcome" {
			broken = one.hands != mine["refused []"]
		}
		if broken {
			problems = append(problems, fmt.Sprintf("not true: %s %v", one.kind, one.pointers))
		}
	}
	return problems
}

func union(one, other map[string]int) map[string]bool {
	all := map[string]bool{}
	for name := range one {
		all[name] = true
	}
	for name := range other {
		all[name] = true
	}
	return all
}

func (t *table) told(came verdict) string {
	if came.outcome < 0 {
		failed := []string{}
		for place, key := range t.keys {
			if came.failed>>place&1 == 1 {
				failed = append(failed, key)
			}
		}
		return fmt.Sprintf("refused %v", failed)
	}
	one := t.outcomes[came.outcome]
	writes := "?"
	if one.writes != nil && !came.wins {
		writes = fmt.Sprint(came.writes)
	}
	return fmt.Sprintf("%s %v %s", one.name, came.wins, writes)
}

func (t *table) decides(found counts, outcome string) bool {
	for came := range found.verdicts {
		if fmt.Sprint(came.outcome) == outcome {
			return true
		}
	}
	return false
}
