package referee

import refereev1 "example.com/referee/clients/go/gen/referee/v1"

// The messages of the schema that questions and answers are made of.
type (
	Action         = refereev1.Action
	ActionRefusal  = refereev1.ActionRefusal
	Arrangement    = refereev1.Arrangement
	BrokenClause   = refereev1.BrokenClause
	CheckReport    = refereev1.CheckRuleSetResponse
	CloseVerdict   = refereev1.CloseVerdict
	CompileReport  = refereev1.CompileRuleSetResponse
	CreateReport   = refereev1.CreateRuleSetResponse
	Deal           = refereev1.Deal
	Finding        = refereev1.Finding
	FormatReport   = refereev1.FormatRecordResponse
	GameRecord     = refereev1.GameRecord
	GameState      = refereev1.GameState
	InputFault     = refereev1.InputFault
	LegalAction    = refereev1.LegalAction
	LegalActions   = refereev1.ListLegalActionsResponse
	Meld           = refereev1.Meld
	ParseReport    = refereev1.ParseRecordResponse
	Phase          = refereev1.Phase
	PrintedRules   = refereev1.DescribeRuleSetResponse
	RoundFacts     = refereev1.RoundFacts
	RoundScore     = refereev1.ScoreRoundResponse
	RuleSet        = refereev1.RuleSet
	RuleSetSummary = refereev1.RuleSetSummary
	Ruling         = refereev1.Ruling
	ScoreSheet     = refereev1.ScoreSheet
	Status         = refereev1.Status
	StoredRuleSet  = refereev1.StoredRuleSet
	Verdict        = refereev1.Verdict
)

// What may be said of a record.
const (
	Clean      = refereev1.Status_STATUS_CLEAN
	Consistent = refereev1.Status_STATUS_CONSISTENT
	Irregular  = refereev1.Status_STATUS_IRREGULAR
	Violated   = refereev1.Status_STATUS_VIOLATION
	Unreadable = refereev1.Status_STATUS_UNREADABLE
)

// Where a game stands.
const (
	ToDeal    = refereev1.Phase_PHASE_DEAL
	ToOffer   = refereev1.Phase_PHASE_OFFER
	ToDraw    = refereev1.Phase_PHASE_DRAW
	ToDiscard = refereev1.Phase_PHASE_DISCARD
	ToLayOff  = refereev1.Phase_PHASE_LAY_OFF
	ToCount   = refereev1.Phase_PHASE_COUNT
	ToReenter = refereev1.Phase_PHASE_REENTRY
	GameOver  = refereev1.Phase_PHASE_OVER
)

// Item is the answer to one item of a batch: an answer, or why it was not judged.
type Item[A any] struct {
	Answer A
	Fault  *InputFault
}
