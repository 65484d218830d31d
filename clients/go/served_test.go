package referee

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// house is the table of the example program.
var house = Table{Language: "en", Rules: Inline(`rule_set: casa-abuela
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
`)}

func TestServedRuleSets(t *testing.T) {
	client := ask(t, real(t))
	listed, err := client.ListRuleSets(t.Context())
	names := slices.Collect(func(yield func(string) bool) {
		for _, one := range listed {
			if !yield(one.GetName()) {
				return
			}
		}
	})
	if err != nil || !slices.Contains(names, "spanish-40") || !slices.IsSorted(names) {
		t.Fatalf("listed %v, %v", names, err)
	}
	told, err := client.GetRuleSet(t.Context(), Name("spanish-40"), true)
	if err != nil || told.GetSummary().GetName() != "spanish-40" || len(told.GetSource()) == 0 {
		t.Errorf("told %v, %v", told.GetSummary(), err)
	}
	if _, err := client.GetRuleSet(t.Context(), Name("spanish-41"), false); Reason(err) != "RULE_SET_NOT_FOUND" {
		t.Errorf("of one that is not there: %v", err)
	}
	bad, err := client.CheckRuleSet(t.Context(), Inline("rule_set: x\nformat: 1\nextends: spanish-40\nclose: 3\n"))
	if err != nil || bad.GetUsable() || len(bad.GetDiagnostics()) == 0 {
		t.Errorf("checked %v, %v", bad, err)
	}
	compiled, err := client.CompileRuleSet(t.Context(), house.Rules.(*Source))
	if err != nil || compiled.GetRuleSet().GetName() != "casa-abuela" {
		t.Errorf("compiled %v, %v", compiled, err)
	}
	if digest, known := client.digests.of(house.Rules.(*Source)); !known || string(digest) != compiled.GetRuleSet().GetDigest() {
		t.Errorf("the digest %q is not remembered", digest)
	}
	printed, err := client.DescribeRuleSet(t.Context(), Table{Rules: Name("spanish-40"), Seats: 3, Language: "es"})
	if err != nil || printed.GetSeats() != 3 || printed.GetLanguage() != "es" || len(printed.GetParagraphs()) == 0 {
		t.Errorf("printed %v, %v", printed, err)
	}
}

func TestServedHandsAndCloses(t *testing.T) {
	client := ask(t, real(t))
	for range 2 { // the second time by digest
		hand, err := client.EvaluateHand(t.Context(), house, Cards{"4o 5o 6o 7c 7e 7b 12c"}, AllOptimal)
		if err != nil || hand.GetDeadwood() != 12 || len(hand.GetOptimal()) == 0 || hand.RuleSetDigest == "" {
			t.Fatalf("worth %v, %v", hand, err)
		}
	}
	digest, _ := client.digests.of(house.Rules.(*Source))
	for _, rules := range []Rules{digest, Name("spanish-40")} {
		items, err := client.BatchEvaluateHands(t.Context(), Table{Rules: rules}, []Cards{{"7o", "7c", "7e"}, {"7z"}, {"1o"}})
		if err != nil || items[0].Answer.GetDeadwood() != 0 || items[1].Fault.GetReason() != "CARD_UNKNOWN" ||
			items[1].Answer != nil || items[2].Answer.GetDeadwood() != 1 {
			t.Errorf("worth %v, %v", items, err)
		}
	}
	question := CloseQuestion{Hand: Cards{"4c 5c 6c 11o 11e 11b 5b 2e"}, ClosingCard: "2e"}
	items, err := client.BatchCheckCloses(t.Context(), house, []CloseQuestion{question, {Keep: Cards{"7o"}}})
	if err != nil || items[0].Answer.GetLegal() || items[1].Fault.GetReason() != "WRONG_NUMBER_OF_CARDS" {
		t.Errorf("closes %v, %v", items, err)
	}
	_, err = client.EvaluateHand(t.Context(), spanish, Cards{"7z"})
	failed, ok := errors.AsType[*Error](err)
	if !ok || failed.Code != codes.InvalidArgument || len(failed.Violations) != 1 || failed.Violations[0].Field != "cards" {
		t.Errorf("failed with %+v", err)
	}
	if _, err = client.EvaluateHand(t.Context(), Table{}, Cards{"7o"}); Reason(err) != "RULE_SET_MISSING" {
		t.Errorf("without rules: %v", err)
	}
}

// rounds are a deal and its plays, and the same as a record.
const play = "<12b -4o +5b -12c +2b x2b"

var hands = map[string]string{"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b"}

func record(slip string) []byte {
	return fmt.Appendf(nil, `{"record": 1, "rules": "spanish-40", "seats": {"A": "Ane", "B": "Jon"}, "rounds": [{"eldest": "A",
  "hands": {"A": %q, "B": %q}, "upcard": "12b", "play": "A: <12b-4o +5b-%s +2bx2b", "scores": {"A": 1, "B": 34}}]}`,
		hands["A"], hands["B"], slip)
}

func TestServedGames(t *testing.T) {
	client := ask(t, real(t))
	plays := []*Play{Dealing(&Deal{Eldest: "A", Hands: hands, Upcard: "12b"})}
	for word := range strings.FieldsSeq(play) {
		plays = append(plays, Word(word))
	}
	var state *GameState
	for _, one := range plays {
		check, err := client.CheckAction(t.Context(), house, state, one)
		if err != nil || !check.Allowed {
			t.Fatalf("%+v is refused: %v, %v", one, check, err)
		}
		done, err := client.ApplyAction(t.Context(), house, state, one)
		if err != nil || !done.Allowed || done.State == nil {
			t.Fatalf("%+v is not done: %v, %v", one, done, err)
		}
		state = done.State
		if one.word == "<12b" {
			refused, err := client.ApplyAction(t.Context(), house, state, Closing("A", "7c", "4o5c"))
			if err != nil || refused.Allowed || refused.State != nil || refused.Refusal.GetCode() == "" {
				t.Errorf("a bad close: %v, %v", refused, err)
			}
			legal, err := client.ListLegalActions(t.Context(), house, state)
			if err != nil || len(legal.GetActions()) == 0 || legal.GetPhase() != ToDiscard {
				t.Fatalf("legal are %v, %v", legal, err)
			}
			again, err := client.CheckAction(t.Context(), house, state, Act(legal.GetActions()[0].GetAction()))
			if err != nil || !again.Allowed {
				t.Errorf("%v is listed and refused: %v, %v", legal.GetActions()[0], again, err)
			}
		}
	}
	other := spanish
	score, err := client.ScoreRound(t.Context(), house, state, &other)
	if err != nil || score.GetNext().GetPhase() != ToDeal || len(score.GetSheet().GetLines()) != 2 || score.GetRepriced() == nil {
		t.Fatalf("scored %v, %v", score, err)
	}
	facts, err := client.ScoreFacts(t.Context(), house, score.GetFacts(), nil)
	if err != nil || facts.GetSheet().GetLines()[1].GetPoints() != score.GetSheet().GetLines()[1].GetPoints() {
		t.Errorf("priced again %v, %v", facts, err)
	}
	for name, play := range map[string]*Play{"reenter": Reentering("B"), "decline": Declining("B")} {
		check, err := client.CheckAction(t.Context(), house, score.GetNext(), play)
		if err != nil || check.Allowed || check.Refusal.GetCode() != "NOT_OUT" {
			t.Errorf("%s where nobody is out: %v, %v", name, check, err)
		}
	}
	if _, err := client.CheckAction(t.Context(), house, state, nil); Reason(err) != "ACTION_MISSING" {
		t.Errorf("without a play: %v", err)
	}
	ruled, err := client.ApplyRuling(t.Context(), house, state, nil, &Ruling{Points: map[string]int32{"A": 5}})
	if err != nil || ruled.State.GetRound().GetPenalties()[0].GetPoints() != 5 {
		t.Errorf("ruled %v, %v", ruled, err)
	}
}

func TestServedRecords(t *testing.T) {
	client := ask(t, real(t))
	parsed, err := client.ParseRecord(t.Context(), record("12c"), Reading{})
	if err != nil || len(parsed.GetPlays()) != 1 || len(parsed.GetFaults()) != 0 {
		t.Fatalf("parsed %v, %v", parsed, err)
	}
	sealed := Writing{Seal: true, Plays: [][]*Action{parsed.GetPlays()[0].GetActions()}}
	written, err := client.FormatRecord(t.Context(), record("12c"), sealed)
	if err != nil || written.GetYaml() == "" {
		t.Fatalf("written %v, %v", written, err)
	}
	for text, wanted := range map[string]Status{
		string(record("12c")): Clean, written.GetYaml(): Clean, string(record("12b")): Violated, "{": Unreadable,
	} {
		verdict, err := client.ValidateRecord(t.Context(), []byte(text), Judging{Rules: house.Rules})
		if err != nil || verdict.GetStatus() != wanted || Valid(verdict.GetStatus()) != (wanted == Clean) {
			t.Errorf("%q is %v, %v", text, verdict.GetStatus(), err)
		}
	}
	items, err := client.BatchValidateRecords(t.Context(), [][]byte{record("12c"), record("12b")}, Judging{Full: true})
	if err != nil || StatusName(items[0].Answer.GetStatus()) != "clean" || len(items[0].Answer.GetSheet()) == 0 ||
		items[1].Answer.GetFirstViolation().GetCode() != "NOT_IN_HAND" {
		t.Errorf("judged %v, %v", items, err)
	}
	lines := [][]byte{[]byte(`{"op": "meld", "rules": "spanish-40", "cards": ["7o"]}`), []byte("{")}
	answers, err := client.AnswerLines(t.Context(), lines)
	if err != nil || len(answers) != 2 || answers[0] != `{"meld": false}` || !strings.Contains(answers[1], "NOT_JSON") {
		t.Errorf("answered %q, %v", answers, err)
	}
}

// cut carries connections to a server, and cuts them all when it is told.
type cut struct {
	net.Listener
	target string
	mu     sync.Mutex
	open   []net.Conn
	made   int
}

func (c *cut) serve() {
	for {
		near, err := c.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", c.target)
		if err != nil {
			_ = near.Close()
			continue
		}
		c.mu.Lock()
		c.open = append(c.open, near, far)
		c.made++
		c.mu.Unlock()
		go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
		go func() { _, _ = io.Copy(near, far); _ = near.Close() }()
	}
}

func (c *cut) now() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.open {
		_ = conn.Close()
	}
	c.open = nil
}

func TestServedStreamGoesOnWhereItBroke(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	between := &cut{Listener: listener, target: real(t)}
	go between.serve()
	t.Cleanup(func() { _ = listener.Close(); between.now() })
	client := ask(t, listener.Addr().String())
	const count = 1000
	records := func(yield func([]byte) bool) {
		for i := range count {
			if !yield(record([]string{"12c", "12b"}[i%2])) {
				return
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	heard := 0
	for answer, err := range client.StreamValidateRecords(ctx, records, Judging{}) {
		if err != nil {
			t.Fatal(err)
		}
		if wanted := []Status{Clean, Violated}[heard%2]; answer.Number != heard || answer.Status != wanted {
			t.Fatalf("answer %d: %v, wanted %v", heard, answer, wanted)
		}
		if heard++; heard == 150 || heard == 620 {
			between.now()
		}
	}
	if heard != count || between.made != 3 {
		t.Errorf("%d answers over %d connections", heard, between.made)
	}
}

func TestServedDeadlinePassesOnTheServerToo(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	_, err := ask(t, real(t)).EvaluateHand(ctx, spanish, Cards{"7o"})
	if status.Code(err) != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended with %v", err)
	}
}

var fenced = regexp.MustCompile("(?s)```(go|text)\n(.*?)```")

// TestREADME runs the programs of README.md as they stand, but for the address, and compares what they print.
func TestREADME(t *testing.T) {
	t.Setenv("REFEREE_TOKEN", author)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := fenced.FindAllStringSubmatch(string(readme), -1)
	if len(blocks) == 0 || len(blocks)%2 != 0 {
		t.Fatalf("%d blocks", len(blocks))
	}
	for pair := range slices.Chunk(blocks, 2) {
		program := filepath.Join(t.TempDir(), "main.go")
		address := real(t)
		if strings.Contains(pair[0][2], "WithToken") {
			address = keeping(t)
		}
		text := strings.ReplaceAll(pair[0][2], "127.0.0.1:50051", address)
		if pair[0][1] != "go" || pair[1][1] != "text" {
			t.Fatalf("a program and what it prints, found %s and %s", pair[0][1], pair[1][1])
		}
		if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		runs(t, pair[1][2], program)
	}
}

// TestExample runs the program of examples/judge.
func TestExample(t *testing.T) {
	address := real(t)
	wanted, err := os.ReadFile(filepath.Join("examples", "judge", "output.txt"))
	if err != nil {
		t.Fatal(err)
	}
	runs(t, string(wanted), "./examples/judge", address)
}

func runs(t *testing.T, wanted string, words ...string) {
	t.Helper()
	printed, err := exec.Command("go", append([]string{"run"}, words...)...).CombinedOutput()
	if err != nil || string(printed) != wanted {
		t.Errorf("%v: %v, printed\n%s\nwanted\n%s", words, err, printed, wanted)
	}
}
