package referee

import (
	"context"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

// Play is what is done: a [Word], or what [Act], [Dealing], [Closing], [Reentering] and [Declining] make.
type Play struct {
	word   string
	action *Action
}

// Word is a play in the notation of records: "+5c", "<12b", "-7c", "x7c"; "B: -7c" if it is not the seat to act.
func Word(word string) *Play { return &Play{word: word} }

// Act is an action, for example one of [LegalActions].
func Act(action *Action) *Play { return &Play{action: action} }

// Dealing is the deal of the table: the order of the whole pack, or what is known of hands, upcard and stock.
func Dealing(deal *Deal) *Play {
	return Act(&Action{Kind: &refereev1.Action_Deal{Deal: deal}})
}

// Closing is a close with the melds that are declared, each as cards written together. Without melds the word "x7c" says
// the same.
func Closing(seat, card string, melds ...string) *Play {
	declared := &refereev1.DeclaredMelds{Melds: melds}
	made := &refereev1.Close{Card: card, Declared: declared}
	return Act(&Action{Seat: seat, Kind: &refereev1.Action_Close{Close: made}})
}

// Reentering is a seat that is out and comes back.
func Reentering(seat string) *Play {
	return Act(&Action{Seat: seat, Kind: &refereev1.Action_Reenter{Reenter: &refereev1.Reenter{}}})
}

// Declining is a seat that is out, might come back and does not.
func Declining(seat string) *Play {
	return Act(&Action{Seat: seat, Kind: &refereev1.Action_Decline{Decline: &refereev1.Decline{}}})
}

// ActionCheck is whether an action may be done.
type ActionCheck struct {
	// Allowed is whether it is legal, or the rule set or a ruling lets it stand.
	Allowed bool
	// State is the game after it, where it was to be done and was allowed; nil otherwise.
	State *GameState
	// Irregularity is what makes it stand although it is not legal, nil otherwise.
	Irregularity *refereev1.Irregularity
	// Refusal says why it is refused and what would have been legal, nil where it is allowed.
	Refusal *ActionRefusal
	// NotJudged are clauses that hang on cards nobody knows, and were taken to hold.
	NotJudged     []string
	RuleSetDigest string
}

// ListLegalActions tells every play that is legal where a game stands; a nil state has not begun.
func (c *Client) ListLegalActions(ctx context.Context, table Table, state *GameState) (*LegalActions, error) {
	return byDigest(ctx, c, table, func(ctx context.Context, setup *refereev1.TableSetup) (*LegalActions, error) {
		return c.judging.ListLegalActions(ctx, &refereev1.ListLegalActionsRequest{Table: setup, State: state})
	})
}

// CheckAction says whether something may be done where a game stands, or why not.
func (c *Client) CheckAction(ctx context.Context, table Table, state *GameState, play *Play) (*ActionCheck, error) {
	request := &refereev1.CheckActionRequest{Table: table.whole(), State: state, Language: table.Language}
	switch {
	case play == nil:
	case play.action != nil:
		request.Played = &refereev1.CheckActionRequest_Action{Action: play.action}
	default:
		request.Played = &refereev1.CheckActionRequest_Word{Word: play.word}
	}
	answer, err := c.judging.CheckAction(ctx, request)
	if err != nil {
		return nil, err
	}
	return &ActionCheck{
		Allowed: answer.GetAllowed(), Irregularity: answer.GetIrregularity(), Refusal: answer.GetRefusal(),
		NotJudged: answer.GetNotJudged(), RuleSetDigest: answer.GetRuleSetDigest(),
	}, nil
}

// ApplyAction gives the game after a play. Without a state the play is the first deal.
func (c *Client) ApplyAction(ctx context.Context, table Table, state *GameState, play *Play) (*ActionCheck, error) {
	return c.ApplyRuling(ctx, table, state, play, nil)
}

// ApplyRuling gives the game after a play that a director lets stand, or after a ruling alone (the play is nil).
func (c *Client) ApplyRuling(
	ctx context.Context, table Table, state *GameState, play *Play, ruling *Ruling,
) (*ActionCheck, error) {
	request := &refereev1.ApplyActionRequest{Table: table.whole(), State: state, Language: table.Language, Ruling: ruling}
	switch {
	case play == nil:
	case play.action != nil:
		request.Played = &refereev1.ApplyActionRequest_Action{Action: play.action}
	default:
		request.Played = &refereev1.ApplyActionRequest_Word{Word: play.word}
	}
	answer, err := c.judging.ApplyAction(ctx, request)
	if err != nil {
		return nil, err
	}
	return &ActionCheck{
		Allowed: answer.GetRefusal() == nil, State: answer.GetState(), Irregularity: answer.GetIrregularity(),
		Refusal: answer.GetRefusal(), NotJudged: answer.GetNotJudged(), RuleSetDigest: answer.GetRuleSetDigest(),
	}, nil
}

// ScoreRound says what the round of a game in the stage [ToCount] is worth and how the game goes on. Where another table is
// given, also what its rules make of the same cards.
func (c *Client) ScoreRound(ctx context.Context, table Table, state *GameState, repricedAt *Table) (*RoundScore, error) {
	request := &refereev1.ScoreRoundRequest{Played: &refereev1.ScoreRoundRequest_State{State: state}}
	return c.scoreRound(ctx, table, repricedAt, request)
}

// ScoreFacts prices a round that has been shown, for example one from an earlier answer.
func (c *Client) ScoreFacts(ctx context.Context, table Table, facts *RoundFacts, repricedAt *Table) (*RoundScore, error) {
	request := &refereev1.ScoreRoundRequest{Played: &refereev1.ScoreRoundRequest_Facts{Facts: facts}}
	return c.scoreRound(ctx, table, repricedAt, request)
}

func (c *Client) scoreRound(
	ctx context.Context, table Table, repricedAt *Table, request *refereev1.ScoreRoundRequest,
) (*RoundScore, error) {
	request.Table, request.Language = table.whole(), table.Language
	if repricedAt != nil {
		request.RepricedAt = repricedAt.whole()
	}
	return c.judging.ScoreRound(ctx, request)
}
