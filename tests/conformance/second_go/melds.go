package main

import (
	"math/bits"
	"sort"
)

// A meld is a set or a run as it is laid: a set in pack order, a run upwards with each wild card in its place.
type meld struct {
	kind           string
	cards, inOrder []*card // as they lie, and in the order of the pack
	mask           int     // which cards of the hand, by their place in it
	wilds          int     // cards that stand for another
	outer          int     // of these, those that fill no gap between natural ones
}

// before is clause x.6 (e) for two melds: runs before sets, then card by card, the cards of each in the order of the
// pack, wherever a wild card stands.
func (m *meld) before(other *meld) int {
	if m.kind != other.kind {
		if m.kind == "run" {
			return -1
		}
		return 1
	}
	for at := 0; at < len(m.inOrder) && at < len(other.inOrder); at++ {
		if difference := m.inOrder[at].index - other.inOrder[at].index; difference != 0 {
			return difference
		}
	}
	return len(m.inOrder) - len(other.inOrder)
}

// melds are all that can be made of some cards of the hand, every reading of them; with `all` only of all together.
func (t *table) melds(hand []*card, all bool) []*meld {
	var found []*meld
	first, last := 1, 1<<len(hand)-1
	if all {
		first = max(last, 1)
	}
	for mask := first; mask <= last; mask++ {
		size := bits.OnesCount(uint(mask))
		if !holds(t.setSize, size) && !holds(t.runSize, size) {
			continue
		}
		cards := pick(hand, mask)
		for _, one := range t.readings(cards) {
			one.mask, one.inOrder = mask, cards
			if t.allowed(t.eachMeld, &facts{meld: one}) {
				found = append(found, one)
			}
		}
	}
	return found
}

func pick(hand []*card, mask int) []*card {
	var found []*card
	for at, one := range hand {
		if mask>>at&1 == 1 {
			found = append(found, one)
		}
	}
	return found
}

func (t *table) allowed(conditions []expr, f *facts) bool {
	for _, one := range conditions {
		if !one(f).(bool) {
			return false
		}
	}
	return true
}

// readings are the ways in which cards are one meld: each wild card plays itself, or stands for another.
func (t *table) readings(cards []*card) []*meld {
	var found []*meld
	for standing := 0; standing < 1<<len(cards); standing++ {
		wilds, naturals := pick(cards, standing), pick(cards, (1<<len(cards)-1)&^standing)
		possible := len(naturals) > 0
		for _, one := range wilds {
			possible = possible && one.wild
		}
		for _, one := range naturals {
			possible = possible && !one.joker
		}
		if !possible {
			continue
		}
		if t.isSet(naturals, len(cards)) {
			found = append(found, &meld{kind: "set", cards: cards, wilds: len(wilds), outer: len(wilds)})
		}
		if holds(t.runSize, len(cards)) {
			found = append(found, t.runs(naturals, wilds)...)
		}
	}
	return found
}

// isSet holds a set to x.3 and fo.4: one rank, different suits unless twins may stand, and no more cards than there are.
func (t *table) isSet(naturals []*card, size int) bool {
	room := len(t.rules.Pack.Suits)
	if t.twins {
		room *= t.copies
	}
	suits := map[int]bool{}
	for _, one := range naturals {
		if one.place != naturals[0].place || suits[one.suit] && !t.twins {
			return false
		}
		suits[one.suit] = true
	}
	return size <= room && holds(t.setSize, size)
}

// runs lays naturals of one suit out with wild cards beside them: gaps first, then above while there is room, then
// below (es.15). What the ace may do (low, high, both, around) gives one or several rows of places to lie in.
func (t *table) runs(naturals, wilds []*card) []*meld {
	for _, one := range naturals {
		if one.suit != naturals[0].suit {
			return nil
		}
	}
	var found []*meld
	for _, row := range t.rows() {
		if made := lie(row, naturals, wilds); made != nil {
			found = append(found, made)
		}
	}
	return found
}

// rows are the orders in which a run may go on, as places in the pack from 1.
func (t *table) rows() [][]int {
	var low []int
	for place := 1; place <= len(t.rules.Pack.Ranks); place++ {
		low = append(low, place)
	}
	high := append(append([]int{}, low[1:]...), 1)
	switch t.ace {
	case "low":
		return [][]int{low}
	case "high":
		return [][]int{high}
	case "both":
		return [][]int{low, high}
	}
	var found [][]int
	for turn := range low {
		found = append(found, append(append([]int{}, low[turn:]...), low[:turn]...))
	}
	return found
}

// lie lays the cards into a row; nil if there is a gap too many, no room, two for one place, or a wild card in its own
// place, where it is itself (cl.10): another reading has it so.
func lie(row []int, naturals, wilds []*card) *meld {
	at := make([]*card, len(row))
	low, high := len(row), -1
	for _, one := range naturals {
		for step, place := range row {
			if place != one.place {
				continue
			}
			if at[step] != nil {
				return nil
			}
			at[step], low, high = one, min(low, step), max(high, step)
		}
	}
	gaps := high - low + 1 - len(naturals)
	outer := len(wilds) - gaps
	if outer < 0 || len(naturals)+len(wilds) > len(row) {
		return nil
	}
	above := min(outer, len(row)-1-high)
	low, high = low-(outer-above), high+above
	made := &meld{kind: "run", wilds: len(wilds), outer: outer}
	rest := append([]*card{}, wilds...)
	sort.Slice(rest, func(a, b int) bool { return rest[a].index < rest[b].index })
	for step := low; step <= high; step++ {
		one := at[step]
		if one == nil {
			one, rest = rest[0], rest[1:]
			if one.suit == naturals[0].suit && one.place == row[step] {
				return nil
			}
		}
		made.cards = append(made.cards, one)
	}
	return made
}
