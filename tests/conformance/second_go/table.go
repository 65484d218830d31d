package main

import (
	"encoding/json"
	"sort"
)

// A card is one kind of card of a pack; twins are the same card twice.
type card struct {
	index, suit, place     int // in the order of the pack, from 0; suit from 0, place from 1, of a joker -1 and 0
	text, rank, suitName   string
	number, points, copies int
	joker, wild            bool
}

// A table is a rule set with its seats and options chosen.
type table struct {
	*compiler
	cards            []*card
	byText           map[string]*card
	setSize, runSize []span
	twins            bool
	ace              string
	copies           int
	eachMeld         []expr
	wholeHand        []expr
	mayClose         []condition
	outcomes         []outcome
	highIsBetter     bool
}

// A condition with its clause, which is its key: the paragraph that a longer key belongs to stands in the book, and that
// is no part of the canonical JSON. `hidden` if it reads what only a hand with its closing card shows.
type condition struct {
	clause string
	holds  expr
	hidden bool
}

type outcome struct {
	name, clause   string
	when, winsGame expr
	writes         expr // nil: nothing, or what depends on the hands of others
	unclear        bool // when or wins_game reads what only a hand with its closing card shows
	hidden         bool // writes does
	listed         bool // anything of it does
}

const mostSeats = 8

// hidden is what nobody knows of a close who is told the cards kept only.
var hidden = []string{"card", "hand", "can_close"}

// table binds a rule set; without seats, for the fewest it offers.
func (s *shelf) table(name string, seats *int, options object) *table {
	key, err := json.Marshal([]any{name, seats, options})
	if err != nil {
		panic(err)
	}
	if found := s.tables[string(key)]; found != nil {
		return found
	}
	rules := s.find(name)
	if len(rules.Outcomes) == 0 || len(rules.Pack.Suits) == 0 || rules.Settings["table.seats"].Value == nil {
		refuse("NOT_PLAYABLE", "%q is there to be extended", name)
	}
	made := &table{compiler: &compiler{rules: rules, options: rules.options(options)}}
	made.seats = made.seatsFor(seats)
	made.bind()
	if s.tables == nil {
		s.tables = map[string]*table{}
	}
	s.tables[string(key)] = made
	return made
}

func (t *table) seatsFor(wanted *int) int {
	offered := t.setting("table.seats").([]span)
	for seats := 1; seats <= mostSeats; seats++ {
		if holds(offered, seats) && (wanted == nil || *wanted == seats) {
			return seats
		}
	}
	refuse("SEATS_NOT_OFFERED", "no table of so many seats")
	return 0
}

func (t *table) setting(slot string) any { return t.compile(t.rules.Settings[slot].Value)(&facts{}) }

func (t *table) bind() {
	t.handSize = t.setting("deal.cards").(int)
	t.setSize = t.setting("melds.set.size").([]span)
	t.runSize = t.setting("melds.run.size").([]span)
	t.twins = t.setting("melds.set.twins").(bool)
	t.ace = t.setting("melds.run.ace").(string)
	t.copies = t.setting("pack.copies").(int)
	t.makePack()
	for _, one := range t.rules.Conditions["melds.each_meld"] {
		t.eachMeld = append(t.eachMeld, t.compile(one.Holds))
	}
	for _, one := range t.rules.Conditions["melds.whole_hand"] {
		t.wholeHand = append(t.wholeHand, t.compile(one.Holds))
	}
	for _, one := range t.rules.Conditions["close.may_close"] {
		t.mayClose = append(t.mayClose, condition{one.Key, t.compile(one.Holds), t.reads(one.Holds, hidden...)})
	}
	for _, one := range t.rules.Outcomes {
		made := outcome{name: one.Name, clause: one.Clause, when: t.compile(one.When), winsGame: t.compile(one.WinsGame)}
		if one.Writes != nil && !t.reads(one.Writes, "others") {
			made.writes = t.compile(one.Writes)
		}
		made.hidden = t.reads(one.Writes, hidden...)
		made.unclear = t.reads(one.When, hidden...) || t.reads(one.WinsGame, hidden...)
		made.listed = made.hidden || made.unclear || t.reads(one.LayOff, hidden...)
		t.outcomes = append(t.outcomes, made)
	}
	for _, one := range t.rules.Winner {
		if one.Prefer.Prefer != "holds" && t.reads(one.Prefer.Operand, "total") {
			t.highIsBetter = one.Prefer.Prefer == "highest"
			break
		}
	}
}

// makePack lays the cards out in the order of the pack: suits as named, ranks from the ace up, jokers last.
func (t *table) makePack() {
	for s, suit := range t.rules.Pack.Suits {
		for r, rank := range t.rules.Pack.Ranks {
			t.cards = append(t.cards, &card{
				suit: s, place: r + 1, text: rank.Sign + suit.Letter, rank: rank.Name, suitName: suit.Name,
				number: rank.Number, copies: t.copies,
			})
		}
	}
	if jokers := t.setting("pack.jokers").(int); jokers > 0 {
		t.cards = append(t.cards, &card{suit: -1, text: "JK", rank: "joker", joker: true, copies: jokers})
	}
	wild := t.compile(t.rules.Settings["pack.wild"].Value)
	t.byText = map[string]*card{}
	for at, one := range t.cards {
		one.index = at
		t.byText[one.text] = one
		f := &facts{card: one}
		one.wild = wild(f).(bool)
		for _, priced := range t.rules.Cases["points"] {
			if t.compile(priced.When)(f).(bool) {
				one.points = t.compile(priced.Value)(f).(int)
				break
			}
		}
	}
}

// hand reads cards into the order of the pack.
func (t *table) hand(texts []string) []*card {
	held := map[*card]int{}
	var found []*card
	for _, text := range texts {
		one := t.byText[text]
		if one == nil {
			refuse("CARD_UNKNOWN", "%q is no card of this pack", text)
		}
		held[one]++
		found = append(found, one)
	}
	if len(found) > t.handSize+2 {
		refuse("HAND_TOO_LARGE", "%d cards are more than a hand can have", len(found))
	}
	for one, times := range held {
		if times > one.copies {
			refuse("CARD_TWICE", "%q stands there %d times", one.text, times)
		}
	}
	sort.SliceStable(found, func(a, b int) bool { return found[a].index < found[b].index })
	return found
}

func texts(cards []*card) []string {
	found := []string{}
	for _, one := range cards {
		found = append(found, one.text)
	}
	return found
}

// field is a field of a card, a meld or a collection. Which card was taken or thrown no question says.
func field(of any, name string) any {
	switch of := of.(type) {
	case *card:
		switch name {
		case "rank":
			return of.rank
		case "suit":
			return of.suitName
		case "number":
			return of.number
		case "place":
			return of.place
		case "joker":
			return of.joker
		case "wild":
			return of.wild
		case "points":
			return of.points
		}
		return false
	case *meld:
		switch name {
		case "kind":
			return of.kind
		case "size":
			return len(of.cards)
		case "wilds":
			return of.wilds
		case "naturals":
			return len(of.cards) - of.wilds
		case "outer_wilds":
			return of.outer
		}
		return false
	}
	return len(members(of)) // .count, the one field of a collection
}
