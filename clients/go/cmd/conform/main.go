// Conform asks a served referee, through this client, the vectors of the conformance kit, and compares the answers as
// tests/conformance/PROTOCOL.md says. What no message of its own can say is asked as a line. The server is started with
// --folders tests/rules: it opens no files.
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

// asLines are the ops that are asked as lines, for no message says them.
var asLines = []string{"meld", "layoff"}

type count struct{ same, other, lines, unasked int }

type tally struct {
	show   int
	counts map[string]*count
	told   []string
}

func (t *tally) of(op string) *count {
	if asks[op] == nil && !slices.Contains(asLines, op) {
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
		asked, _ := v.line()
		t.told = append(t.told, fmt.Sprintf("%s, vector %d\n  question %.2000s\n  wanted   %s\n  given    %s",
			v.part, v.number, asked, wanted, found))
	}
}

// print writes the table and the first differences; the exit code.
func (t *tally) print(took time.Duration) int {
	all := &count{}
	row := func(name string, c *count) {
		fmt.Printf("%-16s%8d%8d%10d%11d\n", name, c.same, c.other, c.lines, c.unasked)
	}
	fmt.Printf("%-16s%8s%8s%10s%11s\n", "op", "same", "other", "as lines", "not asked")
	for _, op := range slices.Sorted(maps.Keys(t.counts)) {
		one := t.counts[op]
		row(op, one)
		all.same, all.other = all.same+one.same, all.other+one.other
		all.lines, all.unasked = all.lines+one.lines, all.unasked+one.unasked
	}
	row("all", all)
	fmt.Printf("%.1f s\n", took.Seconds())
	if all.unasked > 0 {
		fmt.Printf("not asked: %d, for the server has no such rule set; start it with --folders tests/rules\n", all.unasked)
	}
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
	groups, others, err := grouped(asker, filepath.Join(top, "tests", "conformance", "vectors"), op, every)
	if err != nil {
		return err
	}
	if err := askLines(ctx, asker, others, made); err != nil {
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

// askLines asks vectors as lines, but those whose rule set the server has not.
func askLines(ctx context.Context, asker *asker, vectors []*vector, made *tally) error {
	var asked []*vector
	var lines [][]byte
	for _, v := range vectors {
		line, known, err := asker.line(v)
		switch {
		case err != nil:
			return err
		case !known:
			made.of(v.op()).unasked++
		default:
			asked, lines = append(asked, v), append(lines, line)
		}
	}
	found, err := asker.answers(ctx, lines)
	if err != nil {
		return err
	}
	for i, v := range asked {
		v.asked.Op = v.op()
		made.of(v.asked.Op).lines++
		made.answered(v, found[i])
	}
	return nil
}

// grouped are the vectors that messages say, by op and table, and the others.
func grouped(
	asker *asker, folder, op string, every int,
) (map[string][]*vector, []*vector, error) {
	sums, err := parts(folder)
	if err != nil {
		return nil, nil, err
	}
	var others []*vector
	groups := map[string][]*vector{}
	for _, part := range slices.Sorted(maps.Keys(sums)) {
		found, err := read(folder, part, sums[part])
		if err != nil {
			return nil, nil, err
		}
		for i := range found {
			v := &found[i]
			if v.number%every != 0 || op != "" && v.op() != op {
				continue
			}
			can, err := asker.askable(v)
			if err != nil {
				return nil, nil, err
			}
			if !can {
				others = append(others, v)
				continue
			}
			groups[group(v.asked)] = append(groups[group(v.asked)], v)
		}
	}
	return groups, others, nil
}
