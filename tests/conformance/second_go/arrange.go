package main

import "sort"

// An arrangement is a split of a hand into melds, in the order of x.6 (e), and loose cards.
type arrangement struct {
	melds            []*meld
	loose            []*card
	melded, deadwood int
	points           int // of all cards
}

func (a *arrangement) fact(name string) any {
	kinds, wilds := map[string]int{}, 0
	for _, one := range a.melds {
		kinds[one.kind]++
		wilds += one.wilds
	}
	switch name {
	case "melds":
		return a.melds
	case "loose":
		return a.loose
	case "melded":
		return a.melded
	case "deadwood":
		return a.deadwood
	case "hand_points":
		return a.points
	case "runs":
		return kinds["run"]
	case "sets":
		return kinds["set"]
	case "wilds":
		return wilds
	}
	panic("no fact " + name)
}

// before is x.6 (b) to (e): fewest loose cards, most in melds, fewest melds, smallest list of melds.
func (a *arrangement) before(other *arrangement) int {
	for _, difference := range []int{
		len(a.loose) - len(other.loose), other.melded - a.melded, len(a.melds) - len(other.melds),
	} {
		if difference != 0 {
			return difference
		}
	}
	for _, compare := range []func(*meld, *meld) int{(*meld).before, (*meld).plainer} {
		for at, one := range a.melds {
			if difference := compare(one, other.melds[at]); difference != 0 {
				return difference
			}
		}
	}
	return 0
}

// arrangements are all of a hand: every set of melds that share no card, if the whole hand may be split so. The one
// without a meld always stands.
func (t *table) arrangements(hand []*card) []*arrangement {
	var found []*arrangement
	byFirst := make([][]*meld, len(hand))
	for _, one := range t.melds(hand, false) {
		for at := range hand {
			if one.mask>>at&1 == 1 {
				byFirst[at] = append(byFirst[at], one)
				break
			}
		}
	}
	var split func(at, used int, melds []*meld)
	split = func(at, used int, melds []*meld) {
		if at == len(hand) {
			if made := arranged(hand, used, melds); len(melds) == 0 || t.allowed(t.wholeHand, &facts{arrangement: made}) {
				found = append(found, made)
			}
			return
		}
		split(at+1, used, melds)
		for _, one := range byFirst[at] {
			if used&one.mask == 0 {
				split(at+1, used|one.mask, append(melds[:len(melds):len(melds)], one))
			}
		}
	}
	split(0, 0, nil)
	return found
}

func arranged(hand []*card, used int, melds []*meld) *arrangement {
	made := &arrangement{melds: append([]*meld{}, melds...)}
	sort.Slice(made.melds, func(a, b int) bool { return made.melds[a].before(made.melds[b]) < 0 })
	for at, one := range hand {
		made.points += one.points
		if used>>at&1 == 1 {
			made.melded++
		} else {
			made.loose = append(made.loose, one)
			made.deadwood += one.points
		}
	}
	return made
}

// best is the arrangement with the fewest loose points.
func (t *table) best(hand []*card) *arrangement {
	var best *arrangement
	for _, one := range t.arrangements(hand) {
		if best == nil || one.deadwood < best.deadwood || one.deadwood == best.deadwood && one.before(best) < 0 {
			best = one
		}
	}
	return best
}
