package main

import "math/bits"

// Room for the forms of melds: kind, cards, stand-ins, those of them that fill no gap.
type forms [2][33][17][17]bool

func (t *table) allows(run bool, size, wilds, outer int) bool {
	return t.allowed[truth(run)][size][wilds][outer]
}

// melds finds every meld in a hand of sorted cards, each as a mask of places in the hand, in every reading: a wild card may
// play itself in its own place, or stand for another.
func (t *table) melds(hand []card, found []meld) []meld {
	pool := uint(0)
	for place, one := range hand {
		if one.wild {
			pool |= 1 << place
		}
	}
	for from := range hand {
		if hand[from].joker {
			break // jokers stand at the end, and play nothing of their own
		}
		if t.ace == "low" {
			found = t.runsFrom(hand, from, 1<<from, from, 1, pool, found)
		}
		found = t.setsFrom(hand, from, pool, found)
	}
	if t.ace != "low" {
		found = t.runsInWindows(hand, pool, found)
	}
	return found
}

// runsFrom adds the runs whose cards that play themselves are those of `own`, the highest at `last`, and longer ones.
func (t *table) runsFrom(hand []card, first int, own uint, last, cards int, pool uint, found []meld) []meld {
	span := hand[last].rank - hand[first].rank + 1
	gaps := span - cards
	if gaps > bits.OnesCount(pool&^own) {
		return found
	}
	for standing, free := pool&^own, pool&^own; ; standing = (standing - 1) & free {
		wilds := bits.OnesCount(standing)
		outer := wilds - gaps
		if outer >= 0 && span+outer <= t.ranks && t.allows(true, cards+wilds, wilds, outer) &&
			t.canStand(hand, first, last, own, standing, outer) {
			found = append(found, meld{true, own | standing, cards + wilds, wilds, outer})
		}
		if standing == 0 {
			break
		}
	}
	for next := last + 1; next < len(hand) && hand[next].suit == hand[first].suit; next++ {
		if hand[next].rank > hand[last].rank {
			found = t.runsFrom(hand, first, own|1<<next, next, cards+1, pool, found)
		}
	}
	return found
}

// canStand says whether the stand-ins can lie in the places that are free (gaps first, then above, then below) so that
// none lies in its own, for there it plays itself.
func (t *table) canStand(hand []card, first, last int, own, standing uint, outer int) bool {
	above := min(outer, t.ranks-1-hand[last].rank)
	low, high := hand[first].rank-(outer-above), hand[last].rank+above
	for place, one := range hand {
		if standing>>place&1 == 0 || one.joker || one.suit != hand[first].suit || one.rank < low || one.rank > high {
			continue
		}
		taken, others := false, 0
		for at, other := range hand {
			taken = taken || (own>>at&1 == 1 && other.rank == one.rank)
			others += truth(standing>>at&1 == 1 && other.kind != one.kind)
		}
		if !taken && others == 0 {
			return false
		}
	}
	return true
}

// setsFrom adds the sets whose first card that plays itself this is.
func (t *table) setsFrom(hand []card, from int, pool uint, found []meld) []meld {
	same := uint(0)
	for next := from + 1; next < len(hand); next++ {
		if hand[next].rank == hand[from].rank {
			same |= 1 << next
		}
	}
	for more := same; ; more = (more - 1) & same {
		if own := more | 1<<from; t.suitsDiffer(hand, own) {
			found = t.setsOf(hand, own, pool&^own, found)
		}
		if more == 0 {
			return found
		}
	}
}

// setsOf adds the sets in which these cards play themselves.
func (t *table) setsOf(hand []card, own, free uint, found []meld) []meld {
	for standing := free; ; standing = (standing - 1) & free {
		wilds := bits.OnesCount(standing)
		size := bits.OnesCount(own) + wilds
		if t.allows(false, size, wilds, wilds) && t.haveSuits(hand, own, standing) {
			found = append(found, meld{false, own | standing, size, wilds, wilds})
		}
		if standing == 0 {
			return found
		}
	}
}

// suitsDiffer says whether no suit stands in a set more often than it may.
func (t *table) suitsDiffer(hand []card, own uint) bool {
	var held [16]int
	for place, one := range hand {
		if own>>place&1 == 1 {
			held[one.suit]++
			if held[one.suit] > t.suitRoom {
				return false
			}
		}
	}
	return true
}

// haveSuits says whether every stand-in can hold a suit that is free; one of this very rank another than its own.
func (t *table) haveSuits(hand []card, own, standing uint) bool {
	if standing == 0 {
		return true
	}
	rank := hand[bits.TrailingZeros(own)].rank
	var room [16]int
	for suit := 0; suit < t.suits; suit++ {
		room[suit] = t.suitRoom
	}
	var waiting []int // the suit each stand-in must not hold; -1 where it may hold any
	for place, one := range hand {
		if own>>place&1 == 1 {
			room[one.suit]--
		}
		if standing>>place&1 == 1 {
			bad := -1
			if one.rank == rank {
				bad = one.suit
			}
			waiting = append(waiting, bad)
		}
	}
	return t.seated(room, waiting)
}

func (t *table) seated(room [16]int, waiting []int) bool {
	if len(waiting) == 0 {
		return true
	}
	for suit := 0; suit < t.suits; suit++ {
		if room[suit] > 0 && suit != waiting[0] {
			room[suit]--
			if t.seated(room, waiting[1:]) {
				return true
			}
			room[suit]++
		}
	}
	return false
}
