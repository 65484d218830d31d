package referee

import (
	"fmt"
	"testing"

	"google.golang.org/grpc/codes"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

type evaluated = refereev1.EvaluateHandResponse

// answerEach gives every hand the number of its cards as deadwood.
func answerEach(request *refereev1.BatchEvaluateHandsRequest) (*refereev1.BatchEvaluateHandsResponse, error) {
	answer := &refereev1.BatchEvaluateHandsResponse{RuleSetDigest: "sha256:12"}
	for _, hand := range request.GetHands() {
		value := &refereev1.HandValue{Deadwood: int32(len(hand.GetCards()))}
		answer.Results = append(answer.Results, &refereev1.HandResult{Result: &refereev1.HandResult_Value{Value: value}})
	}
	return answer, nil
}

func TestASourceIsSentOnceAndThenItsDigest(t *testing.T) {
	house := Table{Rules: Inline("rule_set: house"), Seats: 3, Options: Values{"jokers": "2"}}
	server := &scripted{}
	server.evaluate = func(int) (*evaluated, error) {
		last := server.hands[len(server.hands)-1].GetTable().GetRuleSet()
		if last.GetDigest() != "" && len(server.hands) == 3 {
			return nil, refusal(codes.NotFound, reasonNotLoaded)
		}
		return worth12, nil
	}
	client := ask(t, serve(t, server))
	for range 4 {
		if _, err := client.EvaluateHand(t.Context(), house, Cards{"7o"}); err != nil {
			t.Fatal(err)
		}
	}
	var named []string
	for _, request := range server.hands {
		table := request.GetTable()
		named = append(named, string(table.GetRuleSet().GetSource())+table.GetRuleSet().GetDigest())
		if table.GetSeats() != 3 || table.GetOptions()["jokers"] != "2" {
			t.Errorf("the table was %v", table)
		}
	}
	wanted := []string{"rule_set: house", "sha256:12", "sha256:12", "rule_set: house", "sha256:12"}
	if fmt.Sprint(named) != fmt.Sprint(wanted) {
		t.Errorf("asked with %q", named)
	}
}

func TestOnlySoManyDigestsAreKept(t *testing.T) {
	var kept digests
	source := func(i int) *Source { return Inline(fmt.Sprint(i)) }
	for i := range digestsKept {
		kept.remember(source(i), fmt.Sprintf("d%d", i))
	}
	if digest, known := kept.of(source(0)); !known || digest != "d0" { // used: the next to go is 1
		t.Fatalf("of the first %q", digest)
	}
	kept.remember(source(2), "new")
	kept.remember(source(digestsKept), "last")
	for i, wanted := range map[int]Digest{0: "d0", 1: "", 2: "new", 3: "d3", digestsKept: "last"} {
		if digest, _ := kept.of(source(i)); digest != wanted {
			t.Errorf("of %d %q, wanted %q", i, digest, wanted)
		}
	}
	if kept.order.Len() != digestsKept || len(kept.found) != digestsKept {
		t.Errorf("%d and %d are kept", kept.order.Len(), len(kept.found))
	}
}

func TestManyItemsGoInSeveralBatches(t *testing.T) {
	hands := make([]Cards, 2*BatchItems+500)
	for i := range hands {
		hands[i] = make(Cards, i%7)
	}
	server := &scripted{batch: answerEach}
	items, err := ask(t, serve(t, server)).BatchEvaluateHands(t.Context(), spanish, hands, AllOptimal)
	if err != nil || len(items) != len(hands) || len(server.batches) != 3 || !server.batches[2].GetAllOptimal() {
		t.Fatalf("%d answers in %d batches, %v", len(items), len(server.batches), err)
	}
	for i, item := range items {
		if item.Fault != nil || int(item.Answer.GetDeadwood()) != i%7 {
			t.Fatalf("item %d: %v", i, item)
		}
	}
}

func TestAnAnswerTooFewIsAFailure(t *testing.T) {
	server := &scripted{batch: func(*refereev1.BatchEvaluateHandsRequest) (*refereev1.BatchEvaluateHandsResponse, error) {
		return &refereev1.BatchEvaluateHandsResponse{}, nil
	}}
	_, err := ask(t, serve(t, server)).BatchEvaluateHands(t.Context(), spanish, []Cards{{"7o"}})
	if failed, ok := err.(*Error); !ok || failed.Code != codes.Internal {
		t.Errorf("ended with %v", err)
	}
}

func TestAllPagesAreRead(t *testing.T) {
	page := func(name, next string) *refereev1.ListRuleSetsResponse {
		return &refereev1.ListRuleSetsResponse{RuleSets: []*RuleSetSummary{{Name: name}}, NextPageToken: next}
	}
	server := &scripted{pages: map[string]*refereev1.ListRuleSetsResponse{
		"": page("a", "2"), "2": page("b", "3"), "3": page("c", ""),
	}}
	listed, err := ask(t, serve(t, server)).ListRuleSets(t.Context())
	if err != nil || len(listed) != 3 || listed[0].GetName()+listed[1].GetName()+listed[2].GetName() != "abc" {
		t.Errorf("listed %v, %v", listed, err)
	}
}

func TestRecordsOfABatchFitIntoAMessage(t *testing.T) {
	small, large := make([]byte, 10), make([]byte, 1<<20)
	for _, one := range []struct {
		records [][]byte
		wanted  int
	}{
		{[][]byte{small, small}, 2},
		{[][]byte{large, large, large, large, small}, 3},
		{[][]byte{make([]byte, batchBytes+1), small}, 1},
		{make([][]byte, BatchItems+1), BatchItems},
	} {
		if got := len(firstBatch(one.records)); got != one.wanted {
			t.Errorf("%d of %d, wanted %d", got, len(one.records), one.wanted)
		}
	}
}

func TestACloseIsOfTheCardsKeptOrTheHand(t *testing.T) {
	client := ask(t, serve(t, &scripted{}))
	both := CloseQuestion{Keep: Cards{"7o"}, Hand: Cards{"7o"}}
	if _, err := client.CheckClose(t.Context(), spanish, both); err != errKeepAndHand {
		t.Errorf("ended with %v", err)
	}
	if _, err := client.BatchCheckCloses(t.Context(), spanish, []CloseQuestion{both}); err != errKeepAndHand {
		t.Errorf("ended with %v", err)
	}
	if _, err := client.CheckRuleSet(t.Context(), nil); err != errNoRules {
		t.Errorf("ended with %v", err)
	}
	if table := (Table{Rules: (*Source)(nil)}).whole(); table.GetRuleSet() != nil {
		t.Errorf("a nil source is %v", table)
	}
}
