package main

import "math/bits"

// A meld is a set or a run as it is laid: a set in pack order, a run upwards with each wild card in its place.
type meld struct {
	kind           string
	cards, inOrder []*card // as they lie, and in the order of the pack
	mask           int     // which cards of the hand, by their place in it
	wilds          int     // cards that stand for another
	outer          int     // of these, those that fill no gap between natural ones
	bottom         int     // of a run, which card of the pack its lowest place is
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

// plainer tells readings of the same cards apart: fewest cards that stand for others, fewest of these beyond the
// natural ones, then the run whose lowest place comes first in the pack.
func (m *meld) plainer(other *meld) int {
	for _, difference := range []int{m.wilds - other.wilds, m.outer - other.outer} {
		if difference != 0 {
			return difference
		}
	}
	return m.bottom - other.bottom
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
	wild, joker := 0, 0
	for at, one := range cards {
		if one.wild {
			wild |= 1 << at
		}
		if one.joker {
			joker |= 1 << at
		}
	}
	all := 1<<len(cards) - 1
	for standing := wild; standing >= 0; standing-- {
		if standing&^wild != 0 || standing == all || joker&^standing != 0 {
			continue // only wild cards stand for others, one card stands for itself, and a joker has no place of its own
		}
		naturals, wilds := pick(cards, all&^standing), pick(cards, standing)
		if t.isSet(naturals, wilds) {
			found = append(found, &meld{kind: "set", cards: cards, wilds: len(wilds), outer: len(wilds)})
		}
		if holds(t.runSize, len(cards)) {
			found = append(found, t.runs(naturals, wilds)...)
		}
	}
	return found
}

// isSet holds a set to x.3 and fo.4: one rank, different suits unless twins may stand, and no more cards than there are.
// A wild card of that rank stands for a card of another suit, or it would be itself.
func (t *table) isSet(naturals, wilds []*card) bool {
	room, size := 1, len(naturals)+len(wilds)
	if t.twins {
		room = t.copies
	}
	suits := map[int]int{}
	for _, one := range naturals {
		suits[one.suit]++
		if one.place != naturals[0].place || suits[one.suit] > 1 && !t.twins {
			return false
		}
	}
	standing := map[*card]int{}
	for _, one := range wilds {
		standing[one]++
		elsewhere := room*(len(t.rules.Pack.Suits)-1) - (len(naturals) - suits[one.suit])
		if one.place == naturals[0].place && standing[one] > elsewhere {
			return false
		}
	}
	return size <= room*len(t.rules.Pack.Suits) && holds(t.setSize, size)
}

// runs lays naturals of one suit out with wild cards beside them: gaps first, then above while there is room, then
// below (es.15). Where the ace stands at both ends, a natural one is tried at each.
func (t *table) runs(naturals, wilds []*card) []*meld {
	for _, one := range naturals {
		if one.suit != naturals[0].suit {
			return nil
		}
	}
	var found []*meld
	for _, row := range t.rows() {
		if t.ace == "around" && !among(naturals, row[0]) {
			continue // where a run goes round there is always room above, so a natural card lies lowest
		}
		for _, aceFirst := range []bool{true, false} {
			if made := lie(row, naturals, wilds, aceFirst); made != nil {
				found = append(found, made)
			}
			if row[0] != row[len(row)-1] {
				break
			}
		}
	}
	return found
}

func among(cards []*card, place int) bool {
	for _, one := range cards {
		if one.place == place {
			return true
		}
	}
	return false
}

// rows are the orders in which a run may go on, as places in the pack from 1: one, or where it may go round, one from
// each place.
func (t *table) rows() [][]int {
	var low []int
	for place := 1; place <= len(t.rules.Pack.Ranks); place++ {
		low = append(low, place)
	}
	switch t.ace {
	case "low":
		return [][]int{low}
	case "high":
		return [][]int{append(append([]int{}, low[1:]...), 1)}
	case "both":
		return [][]int{append(append([]int{}, low...), 1)}
	}
	var found [][]int
	for turn := range low {
		found = append(found, append(append([]int{}, low[turn:]...), low[:turn]...))
	}
	return found
}

// lie lays the cards into a row; nil if there is a gap too many, no room, two for one place, or no way to keep every
// wild card out of its own place, where it would be itself (cl.10): another reading has it so.
func lie(row []int, naturals, wilds []*card, aceFirst bool) *meld {
	at := make([]*card, len(row))
	low, high, last := len(row), -1, len(row)-1
	for _, one := range naturals {
		step := 0
		for row[step] != one.place {
			step++
		}
		if step == 0 && row[last] == one.place && !aceFirst {
			step = last
		}
		if at[step] != nil {
			return nil
		}
		at[step], low, high = one, min(low, step), max(high, step)
	}
	outer := len(wilds) - (high - low + 1 - len(naturals))
	if outer < 0 || len(naturals)+len(wilds) > len(row) {
		return nil
	}
	above := min(outer, last-high)
	low, high = low-(outer-above), high+above
	if !stand(at[low:high+1], row[low:], naturals[0].suit, wilds) {
		return nil
	}
	bottom := naturals[0].suit*len(row) + row[low]
	return &meld{kind: "run", cards: at[low : high+1], wilds: len(wilds), outer: outer, bottom: bottom}
}

// stand puts wild cards into the free places, the first in pack order lowest where that is not its own place.
func stand(at []*card, row []int, suit int, wilds []*card) bool {
	for step, one := range at {
		if one != nil {
			continue
		}
		for which, wild := range wilds {
			if wild.suit == suit && wild.place == row[step] {
				continue
			}
			at[step] = wild
			if stand(at, row, suit, append(append([]*card{}, wilds[:which]...), wilds[which+1:]...)) {
				return true
			}
			at[step] = nil
		}
		return false
	}
	return true
}
