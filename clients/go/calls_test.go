package referee

import (
	"context"
	"errors"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

func TestACallIsRepeatedWhereTheServerWasNotReached(t *testing.T) {
	for failures, wanted := range map[int]struct {
		asked int
		ok    bool
	}{0: {1, true}, 1: {2, true}, 2: {3, true}, 3: {3, false}} {
		server := &scripted{evaluate: func(call int) (*evaluated, error) {
			if call <= failures {
				return nil, refusal(codes.Unavailable, "")
			}
			return worth12, nil
		}}
		hand, err := ask(t, serve(t, server)).EvaluateHand(t.Context(), spanish, Cards{"7o"})
		if (err == nil) != wanted.ok || server.asked() != wanted.asked {
			t.Errorf("%d failures: asked %d times, %v", failures, server.asked(), err)
		}
		if err == nil && hand.GetDeadwood() != 12 {
			t.Errorf("deadwood %d", hand.GetDeadwood())
		}
		if err != nil && status.Code(err) != codes.Unavailable {
			t.Errorf("failed with %v", err)
		}
	}
}

func TestNothingElseIsRepeated(t *testing.T) {
	for _, code := range []codes.Code{
		codes.ResourceExhausted, codes.DeadlineExceeded, codes.Internal, codes.InvalidArgument, codes.Aborted, codes.Unknown,
	} {
		server := &scripted{evaluate: func(int) (*evaluated, error) {
			return nil, refusal(code, "REASON", comeAgain(1500*time.Millisecond))
		}}
		_, err := ask(t, serve(t, server)).EvaluateHand(t.Context(), spanish, Cards{"7o"})
		failed, ok := errors.AsType[*Error](err)
		if !ok || failed.Code != code || server.asked() != 1 {
			t.Fatalf("%v: asked %d times, %v", code, server.asked(), err)
		}
		if failed.RetryAfter == nil || *failed.RetryAfter != 1500*time.Millisecond {
			t.Errorf("%v: retry after %v", code, failed.RetryAfter)
		}
	}
}

func TestAMethodOfWhichNothingIsPromisedIsNotRepeated(t *testing.T) {
	calls := 0
	address := serve(t, &scripted{}, grpc.UnknownServiceHandler(func(any, grpc.ServerStream) error {
		calls++
		return status.Error(codes.Unavailable, "gone")
	}))
	err := ask(t, address).Conn().Invoke(t.Context(), "/other.Service/Change", &emptypb.Empty{}, &emptypb.Empty{})
	if status.Code(err) != codes.Unavailable || calls != 1 {
		t.Errorf("called %d times, %v", calls, err)
	}
}

func TestTheServerSaysWhenToComeAgain(t *testing.T) {
	const asked = 400 * time.Millisecond // longer than a first wait ever is
	server := &scripted{evaluate: func(call int) (*evaluated, error) {
		if call == 1 {
			return nil, refusal(codes.Unavailable, "", comeAgain(asked))
		}
		return worth12, nil
	}}
	began := time.Now()
	if _, err := ask(t, serve(t, server)).EvaluateHand(t.Context(), spanish, Cards{"7o"}); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(began); waited < asked {
		t.Errorf("waited only %v", waited)
	}
}

func TestNobodyWaitsLongerThanTheDeadline(t *testing.T) {
	server := &scripted{evaluate: func(int) (*evaluated, error) {
		return nil, refusal(codes.Unavailable, "", comeAgain(time.Hour))
	}}
	client := ask(t, serve(t, server), WithTimeout(time.Minute))
	began := time.Now()
	_, err := client.EvaluateHand(t.Context(), spanish, Cards{"7o"})
	if status.Code(err) != codes.Unavailable || server.asked() != 1 || time.Since(began) > 30*time.Second {
		t.Errorf("asked %d times, %v", server.asked(), err)
	}
}

func TestEveryCallHasADeadline(t *testing.T) {
	server := &scripted{
		evaluate: func(int) (*evaluated, error) { return worth12, nil },
		batch:    answerEach,
	}
	client := ask(t, serve(t, server))
	within, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for _, call := range []func() error{
		func() error { _, err := client.EvaluateHand(t.Context(), spanish, Cards{"7o"}); return err },
		func() error { _, err := client.BatchEvaluateHands(t.Context(), spanish, []Cards{{"7o"}}); return err },
		func() error { _, err := client.EvaluateHand(within, spanish, Cards{"7o"}); return err },
	} {
		if err := call(); err != nil {
			t.Fatal(err)
		}
	}
	for i, wanted := range []time.Duration{DefaultTimeout, DefaultBatchTimeout, 10 * time.Second} {
		if left := server.left[i]; left > wanted || left < wanted/2 {
			t.Errorf("call %d came with %v, wanted %v", i, left, wanted)
		}
	}
}

func TestTheLongerDeadlineIsForWhatTakesLong(t *testing.T) {
	chosen := patient{timeout: 1, batchTimeout: 2}
	for method, wanted := range map[string]time.Duration{
		"RefereeService/CheckAction": 1, "RefereeService/BatchCheckCloses": 2, "RefereeService/BatchEvaluateHands": 2,
		"RecordService/ParseRecord": 2, "RecordService/BatchValidateRecords": 2,
		"RuleSetService/ListRuleSets": 1, "RuleSetService/CheckRuleSet": 2, "RuleSetService/CompileRuleSet": 2,
	} {
		if got := chosen.usual("/referee.v1." + method); got != wanted || !repeatable("/referee.v1."+method, nil) {
			t.Errorf("%s: %d", method, got)
		}
	}
}

func TestADeadlineThatPassesEndsTheCall(t *testing.T) {
	over := make(chan struct{})
	server := &scripted{evaluate: func(int) (*evaluated, error) { <-over; return worth12, nil }}
	client := ask(t, serve(t, server), WithTimeout(50*time.Millisecond))
	_, err := client.EvaluateHand(t.Context(), spanish, Cards{"7o"})
	close(over)
	if status.Code(err) != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ended with %v", err)
	}
	if errors.Is(err, context.Canceled) {
		t.Errorf("%v is not a call that was given up", err)
	}
}

func TestACallThatIsGivenUpSaysSo(t *testing.T) {
	server := &scripted{evaluate: func(int) (*evaluated, error) { return nil, refusal(codes.Unavailable, "") }}
	given, up := context.WithCancel(t.Context())
	up()
	_, err := ask(t, serve(t, server)).EvaluateHand(given, spanish, Cards{"7o"})
	if !errors.Is(err, context.Canceled) || status.Code(err) != codes.Canceled {
		t.Errorf("ended with %v", err)
	}
}

func TestAFailureHasEverythingTheServerSays(t *testing.T) {
	violation := &errdetails.BadRequest_FieldViolation{Field: "cards[0]", Reason: "CARD_UNKNOWN", Description: "no card"}
	server := &scripted{evaluate: func(int) (*evaluated, error) {
		return nil, refusal(codes.InvalidArgument, "CARD_UNKNOWN", &errdetails.BadRequest{
			FieldViolations: []*errdetails.BadRequest_FieldViolation{violation},
		})
	}}
	_, err := ask(t, serve(t, server)).EvaluateHand(t.Context(), spanish, Cards{"7z"})
	failed, ok := errors.AsType[*Error](err)
	if !ok || Reason(err) != "CARD_UNKNOWN" || failed.Metadata["name"] != "x" || failed.RetryAfter != nil {
		t.Fatalf("failed with %+v", err)
	}
	if len(failed.Violations) != 1 || failed.Violations[0] != (Violation{"cards[0]", "CARD_UNKNOWN", "no card"}) {
		t.Errorf("violations %+v", failed.Violations)
	}
	if told := err.Error(); told != "referee: CARD_UNKNOWN: as the test says" {
		t.Errorf("reads %q", told)
	}
	if Reason(errors.New("other")) != "" || Reason(nil) != "" {
		t.Error("other errors have no reason")
	}
}
