// Recount checks the certificate of `referee prove` against the rules alone: it deals every hand there is, one by one,
// arranges it in every way, and counts what it comes to. It shares nothing with the program that wrote the certificate.
//
//	referee show spanish-40 --json > rules.json
//	referee prove spanish-40 --certificate certificate.json
//	go run . rules.json certificate.json
//
// Exit codes: 0 all is as certified, 1 something is not, 2 it cannot be recounted (a sample, an ace that is not low, no such
// file). What it takes the certificate's word for it lists (`trusted`).
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

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
}

func main() {
	defer func() {
		if problem := recover(); problem != nil {
			if what, is := problem.(unsupported); is {
				fail(2, "this program does not recount "+string(what))
			}
			panic(problem)
		}
	}()
	if len(os.Args) != 3 {
		fail(2, "usage: recount RULES.json CERTIFICATE.json")
	}
	began := time.Now()
	content := bytes.TrimRight(read(os.Args[1]), "\r\n")
	var rules, certificate node
	parse(content, &rules)
	parse(read(os.Args[2]), &certificate)
	if digest := fmt.Sprintf("%x", sha256.Sum256(content)); digest != certificate["digest"] {
		fail(1, "the certificate is about other rules: "+digest)
	}
	if certificate["space"].(node)["exact"] != true {
		fail(2, "the certificate is about a sample, which proves nothing")
	}
	claims := claimsOf(rules, certificate)
	found := recount(rules, certificate, claims)
	problems := compare(found, tableOf(rules, certificate), certificate, claims)
	problems = append(problems, consistent(rules, certificate, claims)...)
	for _, problem := range problems {
		fmt.Println(problem)
	}
	name := certificate["rules"]
	fmt.Printf("%s: %d hands and %d claims recounted in %.1f s\n", name, found.hands, len(claims), time.Since(began).Seconds())
	for _, one := range trusted(rules, certificate, len(found.kinds) > 0) {
		fmt.Println("  not recounted: " + one)
	}
	if len(problems) > 0 {
		fail(1, "the certificate is not true")
	}
}

func fail(code int, why string) {
	fmt.Fprintln(os.Stderr, "recount: "+why)
	os.Exit(code)
}

func read(path string) []byte {
	content, err := os.ReadFile(path)
	if err != nil {
		fail(2, err.Error())
	}
	return content
}

func parse(content []byte, into *node) {
	if err := json.Unmarshal(content, into); err != nil {
		fail(2, err.Error())
	}
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
	total := counts{verdicts: map[verdict]int{}, deadwood: map[int]int{}, broken: make([]bool, len(claims)), kinds: map[uint64]bool{}, fit: make([]int, len(claims))}
	var lock sync.Mutex
	var all sync.WaitGroup
	for range make([]int, runtime.NumCPU()) {
		all.Add(1)
		go func() {
			defer all.Done()
			mine := newDealer(rules, certificate, claims)
			for pair := range work {
				mine.deal(pair[0], pair[1])
			}
			lock.Lock()
			defer lock.Unlock()
			mine.addTo(&total)
		}()
	}
	all.Wait()
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
}

func newDealer(rules, certificate node, claims []claim) *dealer {
	t := tableOf(rules, certificate)
	c := compiler{rules: rules, options: map[string]int{}, table: map[string]int{"seats": number(certificate["seats"]), "hand_size": t.handSize}}
	for name, value := range certificate["options"].(node) {
		c.options[name] = number(value)
	}
	made := &dealer{judge: newJudge(t), others: map[int]*judge{}, claims: claims, hand: make([]card, t.handSize),
		asked: map[int]int{}, pairing: map[int]int{}, pairs: map[int]int{}, without: map[int]*judge{},
		groups: suitGroups(rules, t), known: map[shape]uint64{},
		counts: counts{verdicts: map[verdict]int{}, deadwood: map[int]int{}, broken: make([]bool, len(claims)), kinds: map[uint64]bool{}, fit: make([]int, len(claims))}}
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
		its[fmt.Sprintf("deadwood %d", number(entry.(node)["points"]))] = number(entry.(node)["hands"])
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

// outcomeAt is the number of the outcome that a pointer leads to.
func outcomeAt(pointer string) int {
	place, err := strconv.Atoi(strings.TrimPrefix(pointer, "/outcomes/"))
	if err != nil {
		panic(unsupported(pointer))
	}
	return place
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
