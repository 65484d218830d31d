package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	referee "example.com/referee/clients/go"
)

// said are the refusals that a message can provoke and an answer can say.
var said = []string{
	"", "RULE_SET_UNKNOWN", "NOT_PLAYABLE", "SEATS_NOT_OFFERED", "OPTION_UNKNOWN", "OPTION_OUT_OF_RANGE", "OPTION_NOT_OFFERED",
	"OPTION_FIXED", "CARD_UNKNOWN", "CARD_TWICE", "HAND_TOO_LARGE", "WRONG_NUMBER_OF_CARDS", "FACT_UNKNOWN", "FACT_OUT_OF_RANGE",
}

// someLines are as many as one call asks, so that its deadline holds on a busy machine, too.
const someLines = 100

// file is a rule set of this repository as a line names it.
var file = regexp.MustCompile(`"tests/rules/([a-z0-9-]+)\.yaml"`)

var base = regexp.MustCompile(`(?m)^extends: (\S+)$`)

type answers = []map[string]any

// asker asks one server. Rule sets that are paths are read below top; names are those that the server has.
type asker struct {
	client *referee.Client
	top    string
	names  map[string]bool
	files  map[string]*referee.Source
}

func newAsker(ctx context.Context, client *referee.Client, top string) (*asker, error) {
	listed, err := client.ListRuleSets(ctx)
	if err != nil {
		return nil, err
	}
	made := &asker{client, top, map[string]bool{}, map[string]*referee.Source{}}
	for _, one := range listed {
		made.names[one.GetName()] = true
	}
	return made, nil
}

// rules is a rule set as the client names it.
func (a *asker) rules(name string) (referee.Rules, error) {
	if !strings.Contains(name, "/") {
		return referee.Name(name), nil
	}
	if held, ok := a.files[name]; ok {
		return held, nil
	}
	source, err := referee.File(filepath.Join(a.top, filepath.FromSlash(name)))
	a.files[name] = source
	return source, err
}

// askable reads a question and says whether a message can say it: 0 is left out of messages, and a text that is sent finds
// its base by name only. What meld and layoff ask, no message of its own does.
func (a *asker) askable(v *vector) (bool, error) {
	op := v.op()
	if asks[op] == nil || !slices.Contains(said, v.code()) {
		return false, nil
	}
	if err := decode(v.Question, &v.asked); err != nil {
		return false, fmt.Errorf("%s, vector %d: %w", v.part, v.number, err)
	}
	if v.asked.Seats != nil && *v.asked.Seats == 0 || op == "legal_actions" && !stopsInItsFirstRound(v) {
		return false, nil
	}
	rules, err := a.rules(v.asked.Rules)
	if err != nil {
		return false, err
	}
	source, sent := rules.(*referee.Source)
	if !sent {
		return true, nil
	}
	found := base.FindSubmatch(source.YAML)
	return found == nil || a.names[string(found[1])], nil
}

// line is the line that asks a question, with the rule sets of tests/rules by their names, for a server opens no files; and
// whether it has all of these.
func (a *asker) line(v *vector) ([]byte, bool, error) {
	line, err := v.line()
	for _, named := range file.FindAllSubmatch(line, -1) {
		name := string(named[1])
		if _, there := os.Stat(filepath.Join(a.top, "tests", "rules", name+".yaml")); there == nil && !a.names[name] {
			return nil, false, err
		}
	}
	return file.ReplaceAllFunc(line, func(named []byte) []byte {
		name := file.ReplaceAll(named, []byte("$1"))
		if a.names[string(name)] {
			return []byte(strconv.Quote(string(name)))
		}
		return named
	}), true, err
}

// answers are those to lines.
func (a *asker) answers(ctx context.Context, lines [][]byte) (answers, error) {
	made := make(answers, 0, len(lines))
	for some := range slices.Chunk(lines, someLines) {
		told, err := a.client.AnswerLines(ctx, some)
		if err != nil {
			return nil, err
		}
		for _, answer := range told {
			var one map[string]any
			if err := decode([]byte(answer), &one); err != nil {
				return nil, err
			}
			made = append(made, one)
		}
	}
	return made, nil
}

// table is what all questions of a group are asked at, and its name.
func (a *asker) table(asked question) (referee.Table, error) {
	rules, err := a.rules(asked.Rules)
	made := referee.Table{Rules: rules, Options: texts(asked.Options)}
	if asked.Seats != nil {
		made.Seats = *asked.Seats
	}
	return made, err
}

func group(asked question) string {
	seats := 0
	if asked.Seats != nil {
		seats = *asked.Seats
	}
	options, _ := json.Marshal(asked.Options) // keys in order
	return fmt.Sprint(asked.Op, " ", asked.Rules, " ", seats, " ", string(options))
}

// ask gives the answers to a batch of one group. What is refused as a whole is refused for each of them.
func (a *asker) ask(ctx context.Context, batch []*vector) (answers, error) {
	table, err := a.table(batch[0].asked)
	if err != nil {
		return nil, err
	}
	found, err := asks[batch[0].asked.Op](ctx, a.client, table, batch)
	failed, ok := errors.AsType[*referee.Error](err)
	if !ok || failed.Reason == "" {
		return found, err
	}
	reason := failed.Reason
	if len(failed.Violations) > 0 {
		reason = failed.Violations[0].Reason
	}
	return slices.Repeat(answers{refused(reason)}, len(batch)), nil
}

// asks are the ops that a server can be asked.
var asks = map[string]func(context.Context, *referee.Client, referee.Table, []*vector) (answers, error){
	"deadwood": deadwood, "invalid_hand": invalidHand, "close": closes, "validate": validate, "legal_actions": legalActions,
}

// texts are values as rule files write them.
func texts(values map[string]any) referee.Values {
	made := referee.Values{}
	for name, value := range values {
		switch value := value.(type) {
		case bool:
			made[name] = map[bool]string{true: "yes", false: "no"}[value]
		default:
			made[name] = fmt.Sprint(value)
		}
	}
	return made
}

func refused(reason string) map[string]any {
	if reason == "RULE_SET_NOT_FOUND" { // what the server calls otherwise than the protocol
		reason = "RULE_SET_UNKNOWN"
	}
	return map[string]any{"error": map[string]any{"code": reason}}
}

// each puts the answers to the items of a batch as the protocol has them.
func each[A any](items []referee.Item[A], told func(int, A) map[string]any) answers {
	made := make(answers, len(items))
	for i, item := range items {
		if item.Fault != nil {
			made[i] = refused(item.Fault.GetReason())
		} else {
			made[i] = told(i, item.Answer)
		}
	}
	return made
}

func evaluate(
	ctx context.Context, client *referee.Client, table referee.Table, batch []*vector,
	told func(int, *referee.Hand) map[string]any,
) (answers, error) {
	hands := make([]referee.Cards, len(batch))
	for i, v := range batch {
		hands[i] = v.asked.Hand
	}
	items, err := client.BatchEvaluateHands(ctx, table, hands)
	return each(items, told), err
}

func melds(best *referee.Arrangement) [][]string {
	made := [][]string{}
	for _, meld := range best.GetMelds() {
		made = append(made, meld.GetCards())
	}
	return made
}

func deadwood(ctx context.Context, client *referee.Client, table referee.Table, batch []*vector) (answers, error) {
	return evaluate(ctx, client, table, batch, func(_ int, hand *referee.Hand) map[string]any {
		best := hand.GetBest()
		return map[string]any{"deadwood": best.GetDeadwood(), "melds": melds(best), "loose": list(best.GetLooseCards())}
	})
}

// invalidHand tells the cards in the order that is wanted if they are the same: which order is not for an RPC to say.
func invalidHand(ctx context.Context, client *referee.Client, table referee.Table, batch []*vector) (answers, error) {
	return evaluate(ctx, client, table, batch, func(i int, hand *referee.Hand) map[string]any {
		held := slices.Concat(append(melds(hand.GetBest()), hand.GetBest().GetLooseCards())...)
		var wanted struct {
			Hand []string `json:"hand"`
		}
		content, _ := json.Marshal(batch[i].Answer)
		if json.Unmarshal(content, &wanted) == nil && sameCards(held, wanted.Hand) {
			held = wanted.Hand
		}
		return map[string]any{"hand": list(held)}
	})
}

func closes(ctx context.Context, client *referee.Client, table referee.Table, batch []*vector) (answers, error) {
	questions := make([]referee.CloseQuestion, len(batch))
	for i, v := range batch {
		given := texts(v.asked.Given)
		if v.asked.Laps != nil {
			given["laps"] = strconv.Itoa(*v.asked.Laps)
		}
		questions[i] = referee.CloseQuestion{Keep: v.asked.Keep, Hand: v.asked.Cards, Given: given}
	}
	items, err := client.BatchCheckCloses(ctx, table, questions)
	return each(items, func(_ int, found *referee.Close) map[string]any {
		if len(found.GetClosings()) == 0 {
			return closed(found.GetVerdict())
		}
		told := make(answers, len(found.GetClosings()))
		for i, one := range found.GetClosings() {
			told[i] = closed(one.GetVerdict())
			told[i]["card"] = one.GetCard()
		}
		return map[string]any{"legal": found.GetLegal(), "best": orNull(found.GetBestCard()), "closings": told}
	}), err
}

func closed(found *referee.CloseVerdict) map[string]any {
	told := map[string]any{"legal": found.GetLegal()}
	switch {
	case !found.GetLegal():
		clauses := []string{}
		for _, broken := range found.GetRefusal().GetBroken() {
			if !slices.Contains(clauses, broken.GetClause()) {
				clauses = append(clauses, broken.GetClause())
			}
		}
		told["clauses"] = clauses
	case found.GetWinsGame():
		told["chinchon"], told["outcome"] = true, found.GetOutcome()
	default:
		told["outcome"], told["score"] = found.GetOutcome(), found.Writes
	}
	if len(found.GetNotJudged()) > 0 {
		told["not_judged"] = found.GetNotJudged()
	}
	return told
}

func list(texts []string) []string { return append([]string{}, texts...) }

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// topFolder is the top folder of the checkout, found from the working folder upwards.
func topFolder() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "tests", "conformance", "vectors")); err == nil {
			return folder, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", errors.New("no folder above has tests/conformance/vectors; say where with -top")
		}
		folder = above
	}
}
