package main

import (
	"sort"
	"strconv"
	"strings"
)

// usual is what holds of a game where a question does not say otherwise.
var usual = object{
	"laps": 1, "turns": 1, "faulty": false, "stock_cards": 0, "reshuffles": 0, "total": 0, "gained": 0, "lost": 0,
	"is_eldest": false, "re_entries": 0, "rounds": 0, "seats_in": 0,
}

// A verdict on one arrangement: it is refused for `clauses`, or has an outcome. Where no condition failed and no outcome
// fits, the clause is that of the last outcome.
type verdict struct {
	*arrangement
	clauses []string
	failed  int // conditions, by clause
	outcome *outcome
	wins    bool
	writes  *int // nil: not known without the others, or the card
}

// judge judges one arrangement. Without a closing card, conditions that read it count as met.
func (t *table) judge(a *arrangement, f facts) *verdict {
	f.arrangement = a
	found := &verdict{arrangement: a}
	for _, one := range t.mayClose {
		if !(one.hidden && f.card == nil) && !one.holds(&f).(bool) {
			found.clauses = append(found.clauses, one.clause)
		}
	}
	found.clauses = inOrder(found.clauses)
	found.failed = len(found.clauses)
	if found.failed > 0 {
		return found
	}
	found.outcome = t.fitting(&f)
	if found.outcome == nil {
		found.clauses = []string{t.outcomes[len(t.outcomes)-1].clause}
		return found
	}
	one, blind := found.outcome, f.card == nil
	found.wins = !(one.unclear && blind) && one.winsGame(&f).(bool)
	if !found.wins && one.writes != nil && !(one.hidden && blind) {
		points := one.writes(&f).(int)
		found.writes = &points
	}
	return found
}

// fitting is the first outcome that fits; one that hangs on a closing card that is not known only if no other does.
func (t *table) fitting(f *facts) *outcome {
	var unclear *outcome
	for at := range t.outcomes {
		one := &t.outcomes[at]
		if one.unclear && f.card == nil {
			if unclear == nil {
				unclear = one
			}
		} else if one.when(f).(bool) {
			return one
		}
	}
	return unclear
}

// before is whether a closer is better off with one verdict than with another (x.6): below 0 if so. Allowed before
// refused; a won game, then the best points (where they depend on others, the fewest loose points); of refused ones
// those that fail fewest clauses, then with fewest loose points.
func (t *table) before(v, other *verdict) int {
	legal := v.outcome != nil
	if legal != (other.outcome != nil) {
		return first(legal)
	}
	if difference := v.failed - other.failed; difference != 0 {
		return difference
	}
	if legal {
		if v.wins != other.wins {
			return first(v.wins)
		}
		if !v.wins {
			if difference := t.price(v) - t.price(other); difference != 0 {
				return difference
			}
		}
	} else if difference := v.deadwood - other.deadwood; difference != 0 {
		return difference
	}
	return v.arrangement.before(other.arrangement)
}

func first(it bool) int {
	if it {
		return -1
	}
	return 1
}

// price is what a legal close costs its closer: less is better.
func (t *table) price(v *verdict) int {
	switch {
	case v.writes == nil:
		return v.deadwood
	case t.highIsBetter:
		return -*v.writes
	}
	return *v.writes
}

func (t *table) judgeKeep(keep []*card, f facts) *verdict {
	var best *verdict
	for _, one := range t.arrangements(keep) {
		if found := t.judge(one, f); best == nil || t.before(found, best) < 0 {
			best = found
		}
	}
	return best
}

func (t *table) told(v *verdict, withCard bool) object {
	found := object{"legal": len(v.clauses) == 0}
	switch {
	case len(v.clauses) > 0:
		found["clauses"] = v.clauses
	case v.wins:
		found["chinchon"], found["outcome"] = true, v.outcome.name
	case v.writes == nil:
		found["outcome"], found["score"] = v.outcome.name, nil
	default:
		found["outcome"], found["score"] = v.outcome.name, *v.writes
	}
	var open []string
	for _, one := range t.mayClose {
		if one.hidden && !withCard {
			open = append(open, one.clause)
		}
	}
	for _, one := range t.outcomes {
		if one.listed && !withCard {
			open = append(open, one.clause)
		}
	}
	if len(open) > 0 {
		found["not_judged"] = inOrder(open)
	}
	return found
}

// inOrder sorts clause ids as people count, es.2 before es.10, each once.
func inOrder(clauses []string) []string {
	sort.SliceStable(clauses, func(a, b int) bool {
		one, other := strings.Split(clauses[a], "."), strings.Split(clauses[b], ".")
		for at := 0; at < len(one) && at < len(other); at++ {
			m, noM := strconv.Atoi(one[at])
			n, noN := strconv.Atoi(other[at])
			switch {
			case one[at] == other[at]:
			case noM == nil && noN == nil:
				return m < n
			case (noM == nil) != (noN == nil):
				return noM == nil
			default:
				return one[at] < other[at]
			}
		}
		return len(one) < len(other)
	})
	var found []string
	for at, one := range clauses {
		if at == 0 || one != clauses[at-1] {
			found = append(found, one)
		}
	}
	return found
}

// closings judges each different card as the closing card, in the order of the pack.
func (t *table) closings(cards []*card, f facts) object {
	each, best, bestCard := []object{}, (*verdict)(nil), any(nil)
	f.hand = cards
	for at, one := range cards {
		if at > 0 && cards[at-1] == one {
			continue
		}
		f.card = one
		kept := append(append([]*card{}, cards[:at]...), cards[at+1:]...)
		found := t.judgeKeep(kept, f)
		said := t.told(found, true)
		said["card"] = one.text
		each = append(each, said)
		if len(found.clauses) == 0 && (best == nil || t.before(found, best) < 0) {
			best, bestCard = found, one.text
		}
	}
	return object{"legal": best != nil, "best": bestCard, "closings": each}
}
