// Conform asks a served referee, through this client, the vectors of the conformance kit, and compares the answers as
// tests/conformance/PROTOCOL.md says. What no RPC can be asked is counted as not asked.
//
//	go run ./cmd/conform [-top FOLDER] [-op NAME] [-every N] [-show N] HOST:PORT
//
// The result is 0 if every answer is the one wanted, 1 if not, 2 if nothing could be asked.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	referee "example.com/referee/clients/go"
)

const aBatch = 500

// unanswerable are the ops for which there is no RPC.
var unanswerable = []string{"meld", "layoff"}

type count struct{ same, other, unasked int }

type tally struct {
	show   int
	counts map[string]*count
	told   []string
}

func (t *tally) of(op string) *count {
	if asks[op] == nil && !slices.Contains(unanswerable, op) {
		op = "(no question)"
	}
	if t.counts[op] == nil {
		t.counts[op] = &count{}
	}
	return t.counts[op]
}

func (t *tally) answered(v *vector, given map[string]any) {
	if v.same(given) {
		t.of(v.asked.Op).same++
		return
	}
	t.of(v.asked.Op).other++
	if len(t.told) < t.show {
		wanted, _ := json.Marshal(v.Answer)
		found, _ := json.Marshal(given)
		t.told = append(t.told, fmt.Sprintf("%s, vector %d\n  question %s\n  wanted   %s\n  given    %s",
			v.part, v.number, v.Question, wanted, found))
	}
}

// print writes the table and the first differences; the exit code.
func (t *tally) print(took time.Duration) int {
	all := &count{}
	row := func(name string, c *count) { fmt.Printf("%-16s%8d%8d%11d\n", name, c.same, c.other, c.unasked) }
	fmt.Printf("%-16s%8s%8s%11s\n", "op", "same", "other", "not asked")
	for _, op := range slices.Sorted(maps.Keys(t.counts)) {
		one := t.counts[op]
		row(op, one)
		all.same, all.other, all.unasked = all.same+one.same, all.other+one.other, all.unasked+one.unasked
	}
	row("all", all)
	fmt.Printf("%.1f s\n", took.Seconds())
	for _, one := range t.told {
		fmt.Printf("\n%s\n", one)
	}
	switch {
	case all.other > 0:
		return 1
	case all.same == 0:
		return 2
	}
	return 0
}

func main() {
	top := flag.String("top", "", "top folder of the checkout (found from here upwards)")
	op := flag.String("op", "", "only this op")
	every := flag.Int("every", 1, "only every Nth vector of a part")
	show := flag.Int("show", 5, "so many differences in full")
	flag.Parse()
	if flag.NArg() != 1 || *every < 1 {
		flag.Usage()
		os.Exit(2)
	}
	began := time.Now()
	made := &tally{show: *show, counts: map[string]*count{}}
	if err := ask(flag.Arg(0), *top, *op, *every, made); err != nil {
		fmt.Fprintln(os.Stderr, "conform:", err)
		os.Exit(2)
	}
	os.Exit(made.print(time.Since(began)))
}

// ask puts every vector that is chosen to a server, in batches of one op and one table.
func ask(address, top, op string, every int, made *tally) error {
	if top == "" {
		found, err := topFolder()
		if err != nil {
			return err
		}
		top = found
	}
	client, err := referee.NewClient(address)
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }()
	ctx := context.Background()
	asker, err := newAsker(ctx, client, top)
	if err != nil {
		return err
	}
	groups, err := grouped(asker, filepath.Join(top, "tests", "conformance", "vectors"), op, every, made)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		for batch := range slices.Chunk(groups[name], aBatch) {
			found, err := asker.ask(ctx, batch)
			if err != nil {
				return err
			}
			for i, v := range batch {
				made.answered(v, found[i])
			}
		}
	}
	return nil
}

// grouped are the vectors that are asked, by op and table; the others are counted.
func grouped(asker *asker, folder, op string, every int, made *tally) (map[string][]*vector, error) {
	sums, err := parts(folder)
	if err != nil {
		return nil, err
	}
	groups := map[string][]*vector{}
	for _, part := range slices.Sorted(maps.Keys(sums)) {
		found, err := read(folder, part, sums[part])
		if err != nil {
			return nil, err
		}
		for i := range found {
			v := &found[i]
			if v.number%every != 0 || op != "" && v.op() != op {
				continue
			}
			can, err := asker.askable(v)
			if err != nil {
				return nil, err
			}
			if !can {
				made.of(v.op()).unasked++
				continue
			}
			groups[group(v.asked)] = append(groups[group(v.asked)], v)
		}
	}
	return groups, nil
}
