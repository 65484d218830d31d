package main

// One hand judged by trying every arrangement of it (RULES.md, x.4 and x.6).

type judge struct {
	table    *table
	facts    facts
	hand     []card
	points   int
	found    []meld
	chosen   []meld
	best     rank
	verdict  verdict
	least    refusal
	deadwood int
	// always and never of the claims: parts asked about every arrangement, and whether they were ever otherwise
	parts []function
	seen  [][2]bool
	pairs [][]function
	met   []bool
	// the arrangements with the fewest loose points: those points, what the first came to, and whether another came to
	// something else
	fewest int
	first  verdict
	differ bool
	// what the arrangement that counts does, and pairs of outcomes with whether some arrangement fits both that do otherwise
	effect   effect
	overlaps [][2]int
	overlap  []bool
	// where kinds of hands are counted: the shapes of all arrangements
	shaping bool
	shapes  []shape
}

// What an arrangement is worth to the closer: the smaller the better, field by field.
type rank struct {
	known                       bool
	loses, points, loose, melds int
}

type refusal struct {
	known                         bool
	fails, deadwood, loose, melds int
	failed                        uint
}

// What an outcome does, to be compared with what others do.
type effect struct {
	wins   bool
	writes int
	rule   string
	onto   int
	pays   string
}

func (o *outcome) effect(f *facts) effect {
	did := effect{wins: !o.hidden && o.wins(f) != 0, onto: o.onto(f), pays: o.pays}
	if !did.wins {
		did.rule = o.rule
		if o.writes != nil {
			did.writes = o.writes(f)
		}
	}
	return did
}

func newJudge(t *table) *judge {
	return &judge{table: t, facts: facts{given: t.given, handSize: t.handSize}}
}

// of judges a hand of cards in pack order.
func (j *judge) of(hand []card, mayMeld bool) verdict {
	j.hand, j.points, j.best, j.least = hand, 0, rank{}, refusal{}
	for _, one := range hand {
		j.points += one.points
	}
	j.facts.handPoints, j.deadwood, j.fewest, j.differ = j.points, j.points, j.points+1, false
	j.found, j.shapes = j.found[:0], j.shapes[:0]
	if mayMeld {
		j.found = j.table.melds(hand, j.found)
	}
	for number := range j.overlap {
		j.overlap[number] = false
	}
	j.chosen = j.chosen[:0]
	j.arrange(0, 0)
	if !j.best.known {
		return verdict{outcome: -1, failed: j.least.failed}
	}
	return j.verdict
}

func (j *judge) arrange(from int, used uint) {
	j.try(used)
	for number := from; number < len(j.found); number++ {
		if one := j.found[number]; used&one.mask == 0 {
			j.chosen = append(j.chosen, one)
			j.arrange(number+1, used|one.mask)
			j.chosen = j.chosen[:len(j.chosen)-1]
		}
	}
}

func (j *judge) try(used uint) {
	f := &j.facts
	f.runs, f.sets, f.melded, f.wilds, f.deadwood = 0, 0, 0, 0, j.points
	for _, one := range j.chosen {
		f.runs, f.sets, f.melded, f.wilds = f.runs+truth(one.run), f.sets+truth(!one.run), f.melded+one.cards, f.wilds+one.wilds
	}
	f.melds, f.loose = j.chosen, f.loose[:0]
	for place, one := range j.hand {
		if used>>place&1 == 1 {
			f.deadwood -= one.points
		} else if j.table.looksAtCards {
			f.loose = append(f.loose, one)
		}
	}
	if j.shaping {
		j.shapes = append(j.shapes, shape{f.deadwood, f.melded, f.runs, f.sets, f.wilds})
	}
	if used != 0 {
		for _, holds := range j.table.wholeHand {
			if holds(f) == 0 {
				return
			}
		}
	}
	if f.deadwood < j.deadwood {
		j.deadwood = f.deadwood
	}
	j.ask(f)
	j.weigh(f)
}

// ask puts the parts of the claims to an arrangement.
func (j *judge) ask(f *facts) {
	for number, part := range j.parts {
		j.seen[number][part(f)] = true
	}
	for number, parts := range j.pairs {
		all := true
		for _, part := range parts {
			all = all && part(f) != 0
		}
		j.met[number] = j.met[number] || all
	}
}

func (j *judge) weigh(f *facts) {
	failed, fails := uint(0), 0
	for number, holds := range j.table.conditions {
		if holds(f) == 0 {
			failed, fails = failed|1<<number, fails+1
		}
	}
	which := -1
	if fails == 0 {
		which = j.table.fitting(f)
	}
	loose, melds := j.table.handSize-f.melded, f.runs+f.sets
	if which < 0 {
		j.alone(f.deadwood, verdict{outcome: -1})
		now := refusal{true, fails, f.deadwood, loose, melds, failed}
		if !j.least.known || less(now.fails, j.least.fails, now.deadwood, j.least.deadwood, loose, j.least.loose, melds, j.least.melds) {
			j.least = now
		}
		return
	}
	one := j.table.outcomes[which]
	made := verdict{outcome: which}
	made.wins = !one.hidden && one.wins(f) != 0
	worth := rank{true, 1, f.deadwood, loose, melds}
	if made.wins {
		worth.loses, worth.points = 0, 0
	} else if one.writes != nil {
		made.writes = one.writes(f)
		worth.points = made.writes
		if !j.table.lowIsBetter {
			worth.points = -made.writes
		}
	}
	j.alone(f.deadwood, made)
	for number, pair := range j.overlaps {
		if which == pair[0] && !j.overlap[number] {
			other := &j.table.outcomes[pair[1]]
			j.overlap[number] = other.when(f) != 0 && other.effect(f) != one.effect(f)
		}
	}
	if !j.best.known || less(worth.loses, j.best.loses, worth.points, j.best.points, loose, j.best.loose, melds, j.best.melds) {
		j.best, j.verdict, j.effect = worth, made, one.effect(f)
	}
}

// alone takes down what an arrangement comes to by itself, where none has fewer loose points.
func (j *judge) alone(deadwood int, came verdict) {
	if deadwood < j.fewest {
		j.fewest, j.first, j.differ = deadwood, came, false
	} else if deadwood == j.fewest && came != j.first {
		j.differ = true
	}
}

// fitting is the first outcome that fits, one that hangs on the closing card only if no other does; -1 if none does.
func (t *table) fitting(f *facts) int {
	unclear := -1
	for number, one := range t.outcomes {
		if one.hidden {
			if unclear < 0 {
				unclear = number
			}
		} else if one.when(f) != 0 {
			return number
		}
	}
	return unclear
}

// less compares pairs of numbers in turn.
func less(pairs ...int) bool {
	for at := 0; at < len(pairs); at += 2 {
		if pairs[at] != pairs[at+1] {
			return pairs[at] < pairs[at+1]
		}
	}
	return false
}
