// Judge asks a served referee about a hand, a close, a move and two records, all under a house rule written right here.
//
//	referee serve &
//	go run ./examples/judge [HOST:PORT]
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	referee "example.com/referee/clients/go"
)

// house is Spanish rules at a table where nobody closes with more than one loose card, nor with five points.
var house = referee.Table{Rules: referee.Inline(`
rule_set: casa-abuela
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 card and deadwood below 5 points
`)}

const dealt = `"eldest": "A", "hands": {"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b"}, "upcard": "12b"`

func main() {
	address := "127.0.0.1:50051"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	client, err := referee.NewClient(address)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	ctx := context.Background()
	for _, judge := range []func(context.Context, *referee.Client) error{hand, move, records} {
		if err := judge(ctx, client); err != nil {
			if failed, ok := errors.AsType[*referee.Error](err); ok && failed.RetryAfter != nil {
				log.Fatalf("the server is full; come again in %v", *failed.RetryAfter)
			}
			log.Fatal(err)
		}
	}
}

// hand asks what a hand is worth, and whether it may close.
func hand(ctx context.Context, client *referee.Client) error {
	value, err := client.EvaluateHand(ctx, house, referee.Cards{"4o 5o 6o 7c 7e 7b 12c"})
	if err != nil {
		return err
	}
	fmt.Println("hand:", value.GetDeadwood(), "points, loose", strings.Join(value.GetBest().GetLooseCards(), " "))
	answer, err := client.CheckClose(ctx, house, referee.CloseQuestion{
		Hand: referee.Cards{"4c 5c 6c 11o 11e 11b 5b 2e"}, ClosingCard: "2e",
	})
	if err != nil {
		return err
	}
	for _, broken := range answer.Broken() {
		fmt.Println("close:", broken.GetClause(), broken.GetText())
	}
	fmt.Println("close: legal would be", strings.Join(answer.LegalCards(), " "))
	return nil
}

// move deals, takes the upcard, and asks whether the seat may close at once.
func move(ctx context.Context, client *referee.Client) error {
	deal := referee.Dealing(&referee.Deal{
		Eldest: "A", Upcard: "12b",
		Hands: map[string]string{"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b"},
	})
	var state *referee.GameState
	for _, play := range []*referee.Play{deal, referee.Word("<12b")} {
		done, err := client.ApplyAction(ctx, house, state, play)
		if err != nil {
			return err
		}
		state = done.State
	}
	check, err := client.CheckAction(ctx, house, state, referee.Word("x7c"))
	if err != nil {
		return err
	}
	fmt.Println("move: x7c is allowed:", check.Allowed)
	for _, broken := range check.Refusal.GetBroken() {
		fmt.Println("move:", broken.GetClause(), broken.GetText())
	}
	legal, err := client.ListLegalActions(ctx, house, state)
	if err != nil {
		return err
	}
	var words []string
	for _, action := range legal.GetActions() {
		words = append(words, action.GetWord())
	}
	fmt.Println("move: legal are", strings.Join(words, " "))
	return nil
}

// records judges a record and one with a slip in it, as a stream of any length would be.
func records(ctx context.Context, client *referee.Client) error {
	record := func(play string) []byte {
		return fmt.Appendf(nil, `{"record": 1, "rules": "casa-abuela", "seats": {"A": "Ane", "B": "Jon"}, "rounds": [{%s, %s}]}`, dealt, play)
	}
	written := slices.Values([][]byte{
		record(`"play": "A: <12b-4o +5b-12c +2bx2b", "scores": {"A": 1, "B": 34}`),
		record(`"play": "A: <12b-4o +5b-12b"`),
	})
	for answer, err := range client.StreamValidateRecords(ctx, written, referee.Judging{Rules: house.Rules}) {
		if err != nil {
			return err
		}
		fmt.Printf("record %d: %s", answer.Number+1, referee.StatusName(answer.Status))
		if first := answer.Verdict.GetFirstViolation(); first != nil {
			fmt.Printf(": %s", first.GetMessage())
		}
		fmt.Println()
	}
	return nil
}
