package main

import (
	"runtime"
	"strings"
	"sync"
)

// Every hand there is, dealt one by one and judged.

type counts struct {
	hands    int
	verdicts map[verdict]int
	deadwood map[int]int
	broken   []bool
	// hands whose arrangements with the fewest loose points do not all come out the same by themselves
	arranged int
	// classes of hands, and their kinds where these can be told
	classes int
	kinds   map[uint64]bool
	// for each claim that two outcomes fit, of how many hands
	fit []int
	// for each claim about so many hands the fewest points of them
	least map[int]int
}

// recount deals all hands, shared out by their first two cards.
func recount(rules, certificate node, claims []claim) counts {
	t := tableOf(rules, certificate)
	work := make(chan [2]int, len(t.cards)*len(t.cards))
	for first := range t.cards {
		if first > 0 && t.cards[first].kind == t.cards[first-1].kind {
			continue
		}
		for second := first + 1; second < len(t.cards); second++ {
			if second == first+1 || t.cards[second].kind != t.cards[second-1].kind {
				work <- [2]int{first, second}
			}
		}
	}
	close(work)
	total := counts{verdicts: map[verdict]int{}, deadwood: map[int]int{}, broken: make([]bool, len(claims)), kinds: map[uint64]bool{}, fit: make([]int, len(claims)), least: leastOf(claims)}
	var dealers []*dealer // made here, for what they do not know of the rules ends the program
	for range make([]int, runtime.NumCPU()) {
		dealers = append(dealers, newDealer(rules, certificate, claims))
	}
	var all sync.WaitGroup
	for _, one := range dealers {
		all.Add(1)
		go func(one *dealer) {
			defer all.Done()
			defer func() { one.problem = recover() }()
			for pair := range work {
				one.deal(pair[0], pair[1])
			}
		}(one)
	}
	all.Wait()
	for _, one := range dealers {
		if one.problem != nil {
			panic(one.problem)
		}
		one.addTo(&total)
	}
	return total
}

// A dealer has tables of its own: the functions of rules keep facts while they are asked.
type dealer struct {
	judge   *judge
	others  map[int]*judge
	claims  []claim
	counts  counts
	hand    []card
	groups  []int
	weighs  bool
	known   map[shape]uint64
	asked   map[int]int
	pairing map[int]int
	// claims that two outcomes fit, and claims that an outcome does what others would, by their number
	pairs   map[int]int
	without map[int]*judge
	// claims that count hands, by their number
	counting []int
	// what ended its work
	problem any
}

func newDealer(rules, certificate node, claims []claim) *dealer {
	t := tableOf(rules, certificate)
	c := compilerOf(rules, certificate)
	made := &dealer{judge: newJudge(t), others: map[int]*judge{}, claims: claims, hand: make([]card, t.handSize),
		asked: map[int]int{}, pairing: map[int]int{}, pairs: map[int]int{}, without: map[int]*judge{},
		groups: suitGroups(rules, t), known: map[shape]uint64{},
		counts: counts{verdicts: map[verdict]int{}, deadwood: map[int]int{}, broken: make([]bool, len(claims)), kinds: map[uint64]bool{}, fit: make([]int, len(claims)), least: leastOf(claims)}}
	for number := range made.counts.least {
		made.counting = append(made.counting, number)
	}
	made.judge.shaping, made.weighs = seesShapes(rules, c)
	for number, one := range claims {
		switch one.kind {
		case "always":
			made.asked[number] = len(made.judge.parts)
			made.judge.parts = append(made.judge.parts, c.compile(at(rules, one.pointers[0])))
			made.judge.seen = append(made.judge.seen, [2]bool{})
		case "never_together":
			var parts []function
			for _, pointer := range one.pointers {
				parts = append(parts, c.compile(at(rules, pointer)))
			}
			made.pairing[number] = len(made.judge.pairs)
			made.judge.pairs, made.judge.met = append(made.judge.pairs, parts), append(made.judge.met, false)
		case "both_fit":
			made.pairs[number] = len(made.judge.overlaps)
			made.judge.overlaps = append(made.judge.overlaps, [2]int{outcomeAt(one.pointers[0]), outcomeAt(one.pointers[1])})
			made.judge.overlap = append(made.judge.overlap, false)
		case "same_result":
			steps := append(strings.Split(strings.TrimPrefix(one.pointers[0], "/"), "/"), "when")
			made.without[number] = newJudge(tableOf(replaced(rules, [][]string{steps}, false).(node), certificate))
		case "unchanged":
			var steps [][]string
			for _, pointer := range one.pointers {
				steps = append(steps, strings.Split(strings.TrimPrefix(pointer, "/"), "/"))
			}
			made.others[number] = newJudge(tableOf(replaced(rules, steps, one.holds).(node), certificate))
		}
	}
	return made
}

func (d *dealer) deal(first, second int) {
	cards := d.judge.table.cards
	d.hand[0], d.hand[1] = cards[first], cards[second]
	d.rest(2, second+1)
}

func (d *dealer) rest(dealt, from int) {
	if dealt == len(d.hand) {
		d.count()
		return
	}
	cards := d.judge.table.cards
	for next := from; next <= len(cards)-(len(d.hand)-dealt); next++ {
		if next > from && cards[next].kind == cards[next-1].kind {
			continue // the twin in front of it was not dealt: this hand has come with that one
		}
		d.hand[dealt] = cards[next]
		d.rest(dealt+1, next+1)
	}
}

func (d *dealer) count() {
	t := d.judge.table
	mayMeld := t.mostWilds > 0 || t.ace != "low" || mayMeld(d.hand)
	came := d.judge.of(d.hand, mayMeld)
	d.counts.hands++
	d.counts.verdicts[came]++
	d.counts.deadwood[d.judge.deadwood]++
	d.counts.arranged += truth(d.judge.differ)
	if t.isFirst(d.hand, d.groups) {
		d.counts.classes++
		d.addKind()
	}
	for number, place := range d.pairs {
		d.counts.fit[number] += truth(d.judge.overlap[place])
	}
	for _, number := range d.counting {
		if d.isSo(number, came) {
			d.counts.least[number] = min(d.counts.least[number], d.judge.points)
		}
	}
	for number, other := range d.without {
		if came.outcome == outcomeAt(d.claims[number].pointers[0]) {
			now := other.of(d.hand, mayMeld)
			d.counts.broken[number] = d.counts.broken[number] || now.outcome < 0 || other.effect != d.judge.effect
		}
	}
	for number, other := range d.others {
		now := other.of(d.hand, mayMeld)
		came.failed, now.failed = 0, 0
		d.counts.broken[number] = d.counts.broken[number] || now != came
	}
}

// leastOf makes room for the fewest points of the hands of each claim that counts them.
func leastOf(claims []claim) map[int]int {
	found := map[int]int{}
	for number, one := range claims {
		if one.kind == "arranged_otherwise" || one.kind == "no_outcome" || one.kind == "both_fit" {
			found[number] = late
		}
	}
	return found
}

// isSo says whether the hand that was judged is one of those that a claim counts.
func (d *dealer) isSo(number int, came verdict) bool {
	switch d.claims[number].kind {
	case "arranged_otherwise":
		return d.judge.differ
	case "no_outcome":
		return came.outcome < 0 && came.failed == 0
	}
	return d.judge.overlap[d.pairs[number]]
}

// addKind takes down the kind of a hand; that of hands with one arrangement is remembered.
func (d *dealer) addKind() {
	if !d.judge.shaping {
		return
	}
	points := 0
	if d.weighs {
		points = d.judge.points
	}
	if len(d.judge.shapes) > 1 {
		d.counts.kinds[kind(d.judge.shapes, points)] = true
		return
	}
	only := d.judge.shapes[0]
	if _, is := d.known[only]; !is {
		d.known[only] = kind(d.judge.shapes, points)
		d.counts.kinds[d.known[only]] = true
	}
}

// mayMeld says whether three cards follow each other in a suit or have one rank.
func mayMeld(hand []card) bool {
	var suits [16]uint64
	var ranks [64]int
	for _, one := range hand {
		if one.joker {
			return true
		}
		suits[one.suit] |= 1 << one.rank
		ranks[one.rank]++
		if ranks[one.rank] >= 3 {
			return true
		}
	}
	for _, held := range suits {
		if held&(held>>1)&(held>>2) != 0 {
			return true
		}
	}
	return false
}

func (d *dealer) addTo(total *counts) {
	total.hands += d.counts.hands
	total.arranged += d.counts.arranged
	for came, hands := range d.counts.verdicts {
		total.verdicts[came] += hands
	}
	total.classes += d.counts.classes
	for number, one := range d.counts.least {
		total.least[number] = min(total.least[number], one)
	}
	for one := range d.counts.kinds {
		total.kinds[one] = true
	}
	for points, hands := range d.counts.deadwood {
		total.deadwood[points] += hands
	}
	for number, one := range d.claims {
		total.fit[number] += d.counts.fit[number]
		broken := d.counts.broken[number]
		if place, is := d.asked[number]; is {
			broken = d.judge.seen[place][truth(!one.holds)]
		}
		if place, is := d.pairing[number]; is {
			broken = d.judge.met[place]
		}
		total.broken[number] = total.broken[number] || broken
	}
}
