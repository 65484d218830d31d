package referee

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"sync"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

const digestsKept = 64

// Rules are a rule set: a [Name], a [*Source] or a [Digest].
type Rules interface {
	selector() *refereev1.RuleSetSelector
}

// Name is a rule set that the server offers: "spanish-40".
type Name string

// Digest is a rule set by its digest from an earlier answer; the server may have forgotten it.
type Digest string

// Source is a rule set that is brought along: its YAML, and what diagnostics are to call it.
//
// A client sends a source once and then its digest, and sends it again when the server has forgotten it.
type Source struct {
	YAML     []byte
	FileName string
}

// Inline is a rule set written in the program.
func Inline(yaml string) *Source { return &Source{YAML: []byte(yaml)} }

// File is the rule set in a file.
func File(path string) (*Source, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &Source{YAML: content, FileName: filepath.Base(path)}, nil
}

func (n Name) selector() *refereev1.RuleSetSelector {
	return &refereev1.RuleSetSelector{RuleSet: &refereev1.RuleSetSelector_Name{Name: string(n)}}
}

func (d Digest) selector() *refereev1.RuleSetSelector {
	return &refereev1.RuleSetSelector{RuleSet: &refereev1.RuleSetSelector_Digest{Digest: string(d)}}
}

func (s *Source) selector() *refereev1.RuleSetSelector {
	if s == nil {
		return nil // the server says that it is missing
	}
	return &refereev1.RuleSetSelector{RuleSet: &refereev1.RuleSetSelector_Source{Source: s.YAML}}
}

// chosen names a rule set as a request does; nil is none.
func chosen(rules Rules) *refereev1.RuleSetSelector {
	if rules == nil {
		return nil
	}
	return rules.selector()
}

// Values are options or facts by name, written as rule files write them: "2", "yes", "no", a choice.
type Values map[string]string

// Table is the rule set, what the table chose, and the language it is answered in.
type Table struct {
	Rules Rules
	// Seats is how many play; 0: the smallest number the rule set offers.
	Seats int
	// Options that are left out have their defaults.
	Options Values
	// Language of refusals and clauses: "en", "es", "eu", "fr", "pt", "tr". Empty: English.
	Language string
}

// setup is the table as a request describes it, with the rule set named as it is told.
func (t Table) setup(named *refereev1.RuleSetSelector) *refereev1.TableSetup {
	made := &refereev1.TableSetup{RuleSet: named, Options: t.Options}
	if t.Seats != 0 {
		seats := int32(t.Seats)
		made.Seats = &seats
	}
	return made
}

// whole is the same with the rule set as the caller named it: texts of a source are in no digest.
func (t Table) whole() *refereev1.TableSetup { return t.setup(chosen(t.Rules)) }

// digests remembers what the server calls each source, those used last.
type digests struct {
	mu    sync.Mutex
	found map[[sha256.Size]byte]*list.Element
	order list.List
}

type remembered struct {
	key    [sha256.Size]byte
	digest string
}

func (d *digests) of(source *Source) (Digest, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	held, ok := d.found[sha256.Sum256(source.YAML)]
	if !ok {
		return "", false
	}
	d.order.MoveToFront(held)
	return Digest(held.Value.(remembered).digest), true
}

func (d *digests) remember(source *Source, digest string) {
	if digest == "" {
		return
	}
	key := sha256.Sum256(source.YAML)
	d.mu.Lock()
	defer d.mu.Unlock()
	if held, ok := d.found[key]; ok {
		held.Value = remembered{key, digest}
		d.order.MoveToFront(held)
		return
	}
	if d.found == nil {
		d.found = map[[sha256.Size]byte]*list.Element{}
	}
	d.found[key] = d.order.PushFront(remembered{key, digest})
	if d.order.Len() > digestsKept {
		oldest := d.order.Remove(d.order.Back()).(remembered)
		delete(d.found, oldest.key)
	}
}

// digested is an answer that says which rule set it was judged by.
type digested interface {
	GetRuleSetDigest() string
}

// byDigest makes a call whose answer holds no text of the rules: a source that the server has seen goes as its digest, and
// itself again if the server has forgotten it.
func byDigest[A digested](
	ctx context.Context, c *Client, table Table, ask func(context.Context, *refereev1.TableSetup) (A, error),
) (A, error) {
	source, ok := table.Rules.(*Source)
	if !ok || source == nil {
		return ask(ctx, table.whole())
	}
	if digest, known := c.digests.of(source); known {
		answer, err := ask(ctx, table.setup(digest.selector()))
		if Reason(err) != reasonNotLoaded {
			return answer, err
		}
	}
	answer, err := ask(ctx, table.whole())
	if err == nil {
		c.digests.remember(source, answer.GetRuleSetDigest())
	}
	return answer, err
}

// errNoRules is what a nil source comes to.
var errNoRules = errors.New("referee: the source is nil")

// ListRuleSets tells all rule sets the server offers, by name.
func (c *Client) ListRuleSets(ctx context.Context) ([]*RuleSetSummary, error) {
	var listed []*RuleSetSummary
	for token := ""; ; {
		page, err := c.ruleSets.ListRuleSets(ctx, &refereev1.ListRuleSetsRequest{PageToken: token})
		if err != nil {
			return nil, err
		}
		listed = append(listed, page.GetRuleSets()...)
		if token = page.GetNextPageToken(); token == "" {
			return listed, nil
		}
	}
}

// GetRuleSet tells everything about a rule set, and its YAML where withSource says so.
func (c *Client) GetRuleSet(ctx context.Context, rules Rules, withSource bool) (*RuleSet, error) {
	request := &refereev1.GetRuleSetRequest{RuleSet: chosen(rules), WithSource: withSource}
	answer, err := c.ruleSets.GetRuleSet(ctx, request)
	return answer.GetRuleSet(), err
}

// CheckRuleSet says what is wrong with a rule set. Its examples are run.
func (c *Client) CheckRuleSet(ctx context.Context, source *Source) (*CheckReport, error) {
	if source == nil {
		return nil, errNoRules
	}
	return c.ruleSets.CheckRuleSet(ctx, &refereev1.CheckRuleSetRequest{Source: source.YAML, FileName: source.FileName})
}

// CompileRuleSet compiles a rule set, so that calls can name it by its digest; this client does so by itself.
func (c *Client) CompileRuleSet(ctx context.Context, source *Source) (*CompileReport, error) {
	if source == nil {
		return nil, errNoRules
	}
	request := &refereev1.CompileRuleSetRequest{Source: source.YAML, FileName: source.FileName}
	answer, err := c.ruleSets.CompileRuleSet(ctx, request)
	if err == nil {
		c.digests.remember(source, answer.GetRuleSet().GetDigest())
	}
	return answer, err
}

// DescribeRuleSet prints the rules of a table in its language.
func (c *Client) DescribeRuleSet(ctx context.Context, table Table) (*PrintedRules, error) {
	request := &refereev1.DescribeRuleSetRequest{Table: table.whole(), Language: table.Language}
	return c.ruleSets.DescribeRuleSet(ctx, request)
}
