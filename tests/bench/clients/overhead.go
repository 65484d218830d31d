// What the Go client adds to the stub that gRPC makes: `overhead ADDRESS ROUNDS CALLS`, lines as overhead.py prints them.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	referee "example.com/referee/clients/go"
	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

func microseconds(ask func() error, calls int) float64 {
	began := time.Now()
	for range calls {
		if err := ask(); err != nil {
			log.Fatal(err)
		}
	}
	return float64(time.Since(began).Nanoseconds()) / 1e3 / float64(calls)
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	address, rounds, calls := os.Args[1], number(os.Args[2]), number(os.Args[3])
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	client, err := referee.NewClient(address)
	if err != nil {
		log.Fatal(err)
	}
	hand := []string{"7o", "7c", "7e", "1o", "2o", "3o", "12b"}
	stub := refereev1.NewRefereeServiceClient(connection)
	request := &refereev1.EvaluateHandRequest{
		Table: &refereev1.TableSetup{RuleSet: &refereev1.RuleSetSelector{
			RuleSet: &refereev1.RuleSetSelector_Name{Name: "spanish-40"},
		}},
		Cards: hand,
	}
	table, ctx := referee.Table{Rules: referee.Name("spanish-40")}, context.Background()
	bare := func() error {
		limited, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		_, err := stub.EvaluateHand(limited, request)
		return err
	}
	ours := func() error {
		_, err := client.EvaluateHand(ctx, table, referee.Cards(hand))
		return err
	}
	for round := range rounds + 1 {
		first, second := microseconds(bare, calls), microseconds(ours, calls)
		if round > 0 {
			fmt.Println(first, second)
		}
	}
}
