package main

import "math/bits"

// Runs where the ace does not stand below the two alone: at the top (`high`), at either end (`both`), or between the highest
// rank and the two (`around`). Every stretch of a suit that a run can fill is tried.

var aces = map[int]string{0: "low", 1: "high", 2: "both", 3: "around"}

// A stretch of ranks from the bottom up; `top` if nothing comes above it.
type window struct {
	ranks []int
	top   bool
}

// stretch lists every window of the sizes that a run may have.
func (t *table) stretch() {
	var track []int
	for rank := 0; rank < t.ranks; rank++ {
		track = append(track, rank)
	}
	switch t.ace {
	case "high":
		track = append(track[1:], 0)
	case "both":
		track = append(track, 0)
	}
	for size := 1; size <= min(t.handSize, t.ranks); size++ {
		for low := range track {
			if t.ace != "around" && low+size > len(track) {
				break
			}
			var ranks []int
			for step := 0; step < size; step++ {
				ranks = append(ranks, track[(low+step)%len(track)])
			}
			t.windows = append(t.windows, window{ranks, t.ace != "around" && low+size == len(track)})
		}
	}
}

// runsInWindows finds the runs of a hand, in every reading.
func (t *table) runsInWindows(hand []card, pool uint, found []meld) []meld {
	for suit := 0; suit < t.suits; suit++ {
		var held [64]uint // the places in the hand of the cards of this suit, by rank
		cards := 0
		for place, one := range hand {
			if !one.joker && one.suit == suit {
				held[one.rank] |= 1 << place
				cards++
			}
		}
		for number := range t.windows {
			if cards > 0 {
				found = t.fill(hand, &held, t.windows[number], 0, 0, pool, found)
			}
		}
	}
	return found
}

// fill lets cards play themselves in a window from a step on, or leaves places to stand-ins; `own` are those chosen.
func (t *table) fill(hand []card, held *[64]uint, in window, step int, own, pool uint, found []meld) []meld {
	if step == len(in.ranks) {
		return t.standIn(hand, in, own, pool, found)
	}
	for left := held[in.ranks[step]]; left != 0; left &= left - 1 {
		found = t.fill(hand, held, in, step+1, own|left&-left, pool, found)
	}
	if missing := step + 1 - bits.OnesCount(own); missing <= bits.OnesCount(pool) {
		found = t.fill(hand, held, in, step+1, own, pool, found)
	}
	return found
}

// standIn adds the runs in which these cards of a window play themselves and others stand in the places that are free.
func (t *table) standIn(hand []card, in window, own, pool uint, found []meld) []meld {
	wilds := len(in.ranks) - bits.OnesCount(own)
	free := pool &^ own
	if own == 0 || wilds > bits.OnesCount(free) {
		return found
	}
	first, last := -1, -1
	var taken uint64
	for step, rank := range in.ranks {
		for place, one := range hand {
			if own>>place&1 == 1 && one.rank == rank {
				taken |= 1 << rank
				last = step
				if first < 0 {
					first = step
				}
			}
		}
	}
	if first > 0 && !in.top { // those beyond the ends go above while there is room
		return found
	}
	outer := first + len(in.ranks) - 1 - last
	if !t.allows(true, len(in.ranks), wilds, outer) {
		return found
	}
	for standing := free; ; standing = (standing - 1) & free {
		if bits.OnesCount(standing) == wilds && t.otherPlaces(hand, in, own, standing, taken) {
			found = append(found, meld{true, own | standing, len(in.ranks), wilds, outer})
		}
		if standing == 0 {
			return found
		}
	}
}

// otherPlaces says whether the stand-ins can lie so that none lies in its own place: not if all are of one kind that is free.
func (t *table) otherPlaces(hand []card, in window, own, standing uint, taken uint64) bool {
	suit := hand[bits.TrailingZeros(own)].suit
	for place, one := range hand {
		if standing>>place&1 == 0 || one.joker || one.suit != suit || taken>>one.rank&1 == 1 || !in.has(one.rank) {
			continue
		}
		others := 0
		for at, other := range hand {
			others += truth(standing>>at&1 == 1 && other.kind != one.kind)
		}
		if others == 0 {
			return false
		}
	}
	return true
}

func (in window) has(rank int) bool {
	for _, one := range in.ranks {
		if one == rank {
			return true
		}
	}
	return false
}
