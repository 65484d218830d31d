package main

import (
	"context"
	"encoding/json"
	"strings"

	referee "example.com/referee/clients/go"
)

func validate(ctx context.Context, client *referee.Client, table referee.Table, batch []*vector) (answers, error) {
	records := make([][]byte, len(batch))
	for i, v := range batch {
		records[i] = v.asked.Record
	}
	items, err := client.BatchValidateRecords(ctx, records, referee.Judging{Rules: table.Rules, Full: true})
	return each(items, func(_ int, found *referee.Verdict) map[string]any {
		accepted := found.GetAccepted()
		totals := map[string]int32{}
		for seat, points := range found.GetTotals() {
			totals[seat] = points
		}
		told := map[string]any{
			"status": referee.StatusName(found.GetStatus()), "complete": found.GetComplete(), "totals": totals,
			"out": list(found.GetOut()), "winners": list(found.GetWinners()),
			"accepted": map[string]any{
				"rounds": accepted.GetRounds(), "turns": accepted.GetTurns(), "actions": accepted.GetActions(),
			},
		}
		if first := found.GetFirstViolation(); first != nil {
			told["violation"] = finding(first)
		}
		var stands answers
		for _, one := range found.GetFindings() {
			if strings.HasSuffix(one.GetWeight().String(), "_IRREGULARITY") {
				stands = append(stands, finding(one))
			}
		}
		if stands != nil {
			told["stands"] = stands
		}
		return told
	}), err
}

// finding is a finding by its code, its clause and as much of its place as it has; the path only of what is no play.
func finding(found *referee.Finding) map[string]any {
	told, place := map[string]any{}, found.GetPlace()
	for key, text := range map[string]string{"code": found.GetCode(), "clause": found.GetClause(), "seat": place.GetSeat()} {
		if text != "" {
			told[key] = text
		}
	}
	numbers := map[string]uint32{"round": place.GetRound(), "turn": place.GetTurn(), "action": place.GetAction()}
	for key, number := range numbers {
		if number != 0 {
			told[key] = number
		}
	}
	if place.GetTurn() == 0 && place.GetPath() != "" {
		told["path"] = place.GetPath()
	}
	return told
}

// started is what is dealt in a record that can be played here.
type started struct {
	Seats   map[string]any `json:"seats"`
	Options map[string]any `json:"options"`
	Rounds  []struct {
		Eldest string            `json:"eldest"`
		Pack   string            `json:"pack"`
		Hands  map[string]string `json:"hands"`
		Upcard string            `json:"upcard"`
		Stock  *string           `json:"stock"`
	} `json:"rounds"`
}

// stopsInItsFirstRound says whether a record stops there before its close: what is shown behind it are no actions.
func stopsInItsFirstRound(v *vector) bool {
	phase, _ := v.Answer["phase"].(string)
	var record struct {
		Rounds []json.RawMessage `json:"rounds"`
	}
	if phase != "offer" && phase != "draw" && phase != "discard" {
		return false
	}
	return json.Unmarshal(v.asked.Record, &record) == nil && len(record.Rounds) == 1
}

// legalActions plays the game of each record, action by action, and asks what may come next.
func legalActions(ctx context.Context, client *referee.Client, table referee.Table, batch []*vector) (answers, error) {
	made := make(answers, len(batch))
	for i, v := range batch {
		var record started
		if err := decode(v.asked.Record, &record); err != nil {
			return nil, err
		}
		at := referee.Table{Rules: table.Rules, Seats: len(record.Seats), Options: texts(record.Options)}
		state, err := played(ctx, client, at, v.asked.Record, record)
		if err != nil {
			return nil, err
		}
		if state == nil {
			made[i] = refused("RECORD_INVALID")
			continue
		}
		found, err := client.ListLegalActions(ctx, at, state)
		if err != nil {
			return nil, err
		}
		words := []string{}
		for _, action := range found.GetActions() {
			word := action.GetWord()
			if strings.HasPrefix(word, "+") {
				word = "+?" // a server is shown the stock, and names the card
			}
			words = append(words, word)
		}
		phase := strings.ToLower(strings.TrimPrefix(found.GetPhase().String(), "PHASE_"))
		made[i] = map[string]any{"phase": phase, "seat": found.GetSeat(), "legal": words}
	}
	return made, nil
}

// played is where the game of a record stands, nil if an action is refused.
func played(
	ctx context.Context, client *referee.Client, table referee.Table, source []byte, record started,
) (*referee.GameState, error) {
	parsed, err := client.ParseRecord(ctx, source, referee.Reading{Rules: table.Rules})
	if err != nil || len(parsed.GetPlays()) == 0 {
		return nil, err
	}
	dealt := record.Rounds[0]
	plays := []*referee.Play{referee.Dealing(&referee.Deal{
		Eldest: dealt.Eldest, Pack: dealt.Pack, Hands: dealt.Hands, Upcard: dealt.Upcard, Stock: dealt.Stock,
	})}
	for _, action := range parsed.GetPlays()[0].GetActions() {
		plays = append(plays, referee.Act(action))
	}
	var state *referee.GameState
	for _, play := range plays {
		done, err := client.ApplyAction(ctx, table, state, play)
		if err != nil || done.State == nil {
			return nil, err
		}
		state = done.State
	}
	return state, nil
}
