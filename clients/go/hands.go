package referee

import (
	"context"
	"slices"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

// BatchItems is the most items of one batch; more are sent in several.
const BatchItems = 1000

// Cards are some cards: one in each text, or all in a single text, parted by blanks. Any notation a person would write is
// read.
type Cards []string

// HandOption asks for more of a hand.
type HandOption int

// AllOptimal asks for every arrangement with as few loose points, the best first; of many only 100 come.
const AllOptimal HandOption = 1

// Hand is what a hand is worth.
type Hand struct {
	*refereev1.HandValue
	RuleSetDigest string
}

// EvaluateHand says what a hand is worth, in its best arrangement.
func (c *Client) EvaluateHand(ctx context.Context, table Table, cards Cards, options ...HandOption) (*Hand, error) {
	all := slices.Contains(options, AllOptimal)
	answer, err := byDigest(ctx, c, table,
		func(ctx context.Context, setup *refereev1.TableSetup) (*refereev1.EvaluateHandResponse, error) {
			request := &refereev1.EvaluateHandRequest{Table: setup, Cards: cards, AllOptimal: all}
			return c.judging.EvaluateHand(ctx, request)
		})
	if err != nil {
		return nil, err
	}
	return &Hand{answer.GetValue(), answer.GetRuleSetDigest()}, nil
}

// BatchEvaluateHands says what each of any number of hands is worth, in order. A deadline is that of all of them; without
// one, each batch of 1,000 has its own.
func (c *Client) BatchEvaluateHands(
	ctx context.Context, table Table, hands []Cards, options ...HandOption,
) ([]Item[*Hand], error) {
	all := slices.Contains(options, AllOptimal)
	items := make([]Item[*Hand], 0, len(hands))
	for batch := range slices.Chunk(hands, BatchItems) {
		lists := make([]*refereev1.CardList, len(batch))
		for i, cards := range batch {
			lists[i] = &refereev1.CardList{Cards: cards}
		}
		answer, err := byDigest(ctx, c, table,
			func(ctx context.Context, setup *refereev1.TableSetup) (*refereev1.BatchEvaluateHandsResponse, error) {
				request := &refereev1.BatchEvaluateHandsRequest{Table: setup, Hands: lists, AllOptimal: all}
				return c.judging.BatchEvaluateHands(ctx, request)
			})
		if err != nil {
			return nil, err
		}
		if err := complete(len(answer.GetResults()), len(batch)); err != nil {
			return nil, err
		}
		for _, one := range answer.GetResults() {
			item := Item[*Hand]{Fault: one.GetFault()}
			if value := one.GetValue(); value != nil {
				item.Answer = &Hand{value, answer.GetRuleSetDigest()}
			}
			items = append(items, item)
		}
	}
	return items, nil
}

// CloseQuestion is a close: the cards kept, or the whole hand with or without the card put face down.
type CloseQuestion struct {
	// Keep or Hand, and not both; where both are nil the hand is empty.
	Keep, Hand Cards
	// ClosingCard of the hand. Empty: every card is tried.
	ClosingCard string
	// TakenCard is the card of the hand that came from the discard pile in this turn.
	TakenCard string
	// Given are facts by name: {"laps": "2"}.
	Given Values
}

func (q CloseQuestion) message() *refereev1.CloseQuestion {
	made := &refereev1.CloseQuestion{ClosingCard: q.ClosingCard, TakenCard: q.TakenCard, Given: q.Given}
	if q.Keep != nil {
		made.Held = &refereev1.CloseQuestion_Keep{Keep: &refereev1.CardList{Cards: q.Keep}}
	} else {
		made.Held = &refereev1.CloseQuestion_Hand{Hand: &refereev1.CardList{Cards: q.Hand}}
	}
	return made
}

// Close is the answer about a close. Its verdict is that on the cards kept or the closing card; where none was chosen, on
// the best one, nil if none is legal.
type Close struct {
	*refereev1.CloseAnswer
	RuleSetDigest string
}

// Broken are the clauses that a refused close breaks, with what was measured; empty where it is legal.
func (c *Close) Broken() []*BrokenClause { return c.GetVerdict().GetRefusal().GetBroken() }

// LegalCards are the closing cards with which the close would be legal.
func (c *Close) LegalCards() []string {
	var cards []string
	for _, one := range c.GetClosings() {
		if one.GetVerdict().GetLegal() {
			cards = append(cards, one.GetCard())
		}
	}
	return cards
}

// CheckClose says whether a close is legal and what it is, or why not. A refused close is no error.
func (c *Client) CheckClose(ctx context.Context, table Table, question CloseQuestion) (*Close, error) {
	if question.Keep != nil && question.Hand != nil {
		return nil, errKeepAndHand
	}
	request := &refereev1.CheckCloseRequest{Table: table.whole(), Close: question.message(), Language: table.Language}
	answer, err := c.judging.CheckClose(ctx, request)
	if err != nil {
		return nil, err
	}
	return &Close{answer.GetAnswer(), answer.GetRuleSetDigest()}, nil
}

// BatchCheckCloses says the same of any number of closes, in order; deadlines as in [Client.BatchEvaluateHands].
func (c *Client) BatchCheckCloses(ctx context.Context, table Table, questions []CloseQuestion) ([]Item[*Close], error) {
	items := make([]Item[*Close], 0, len(questions))
	for batch := range slices.Chunk(questions, BatchItems) {
		request := &refereev1.BatchCheckClosesRequest{Table: table.whole(), Language: table.Language}
		for _, question := range batch {
			if question.Keep != nil && question.Hand != nil {
				return nil, errKeepAndHand
			}
			request.Closes = append(request.Closes, question.message())
		}
		answer, err := c.judging.BatchCheckCloses(ctx, request)
		if err != nil {
			return nil, err
		}
		if err := complete(len(answer.GetResults()), len(batch)); err != nil {
			return nil, err
		}
		for _, one := range answer.GetResults() {
			item := Item[*Close]{Fault: one.GetFault()}
			if found := one.GetAnswer(); found != nil {
				item.Answer = &Close{found, answer.GetRuleSetDigest()}
			}
			items = append(items, item)
		}
	}
	return items, nil
}
