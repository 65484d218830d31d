package referee

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

// scripted is a server that answers as a test says, and remembers what it was asked.
type scripted struct {
	refereev1.UnimplementedRefereeServiceServer
	refereev1.UnimplementedRuleSetServiceServer
	refereev1.UnimplementedRecordServiceServer
	losing

	mu      sync.Mutex
	hands   []*refereev1.EvaluateHandRequest
	batches []*refereev1.BatchEvaluateHandsRequest
	left    []time.Duration // to the deadline of each call

	evaluate func(call int) (*refereev1.EvaluateHandResponse, error)
	batch    func(*refereev1.BatchEvaluateHandsRequest) (*refereev1.BatchEvaluateHandsResponse, error)
	pages    map[string]*refereev1.ListRuleSetsResponse
	stream   func(connection int, stream serverStream) error
	opened   int
}

type serverStream = grpc.BidiStreamingServer[refereev1.StreamValidateRecordsRequest, refereev1.StreamValidateRecordsResponse]

func (s *scripted) EvaluateHand(ctx context.Context, request *refereev1.EvaluateHandRequest) (*refereev1.EvaluateHandResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hands = append(s.hands, request)
	s.note(ctx)
	return s.evaluate(len(s.hands))
}

func (s *scripted) BatchEvaluateHands(
	ctx context.Context, request *refereev1.BatchEvaluateHandsRequest,
) (*refereev1.BatchEvaluateHandsResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches = append(s.batches, request)
	s.note(ctx)
	return s.batch(request)
}

func (s *scripted) ListRuleSets(_ context.Context, request *refereev1.ListRuleSetsRequest) (*refereev1.ListRuleSetsResponse, error) {
	return s.pages[request.GetPageToken()], nil
}

func (s *scripted) StreamValidateRecords(stream serverStream) error {
	s.mu.Lock()
	s.opened++
	connection := s.opened
	s.mu.Unlock()
	return s.stream(connection, stream)
}

func (s *scripted) note(ctx context.Context) {
	if end, has := ctx.Deadline(); has {
		s.left = append(s.left, time.Until(end))
	}
}

func (s *scripted) asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.hands)
}

// serve starts a scripted server on a free port of this machine; its address.
func serve(t *testing.T, server *scripted, options ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serveOn(t, listener, server, options...)
	return listener.Addr().String()
}

func serveOn(t *testing.T, listener net.Listener, server *scripted, options ...grpc.ServerOption) *grpc.Server {
	t.Helper()
	running := grpc.NewServer(options...)
	refereev1.RegisterRefereeServiceServer(running, server)
	refereev1.RegisterRuleSetServiceServer(running, server)
	refereev1.RegisterRecordServiceServer(running, server)
	refereev1.RegisterRuleSetStoreServiceServer(running, &server.losing)
	go func() { _ = running.Serve(listener) }()
	t.Cleanup(running.Stop)
	return running
}

// ask makes a client, which the test closes.
func ask(t *testing.T, address string, options ...Option) *Client {
	t.Helper()
	client, err := NewClient(address, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// refusal is a failure as the server words it.
func refusal(code codes.Code, reason string, details ...protoadapt.MessageV1) error {
	told := status.New(code, "as the test says")
	if reason != "" {
		details = append(details, &errdetails.ErrorInfo{Reason: reason, Domain: "referee.v1", Metadata: map[string]string{"name": "x"}})
	}
	told, err := told.WithDetails(details...)
	if err != nil {
		return err
	}
	return told.Err()
}

func comeAgain(delay time.Duration) *errdetails.RetryInfo {
	return &errdetails.RetryInfo{RetryDelay: durationpb.New(delay)}
}

var (
	spanish = Table{Rules: Name("spanish-40")}
	worth12 = &refereev1.EvaluateHandResponse{
		RuleSetDigest: "sha256:12", Value: &refereev1.HandValue{Deadwood: 12},
	}
)
