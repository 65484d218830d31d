package referee

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

const largestAnswer = 64 << 20 // the answers to a batch may be larger than its request

// Client asks one server. It may be used by any number of goroutines.
type Client struct {
	conn     *grpc.ClientConn
	ruleSets refereev1.RuleSetServiceClient
	judging  refereev1.RefereeServiceClient
	records  refereev1.RecordServiceClient
	stored   refereev1.RuleSetStoreServiceClient
	digests  digests
	patience time.Duration
}

// Option changes how a client is made.
type Option func(*settings)

type settings struct {
	patient       patient
	patience      time.Duration
	credentials   credentials.TransportCredentials
	token         *string
	insecureToken bool
	dial          []grpc.DialOption
}

// WithTransportCredentials encrypts the connection.
func WithTransportCredentials(found credentials.TransportCredentials) Option {
	return func(s *settings) { s.credentials = found }
}

// WithTimeout sets the deadline of calls about one thing whose context has none.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.patient.timeout = timeout }
}

// WithBatchTimeout sets that of batches, of calls about records, and of calls that compile.
func WithBatchTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.patient.batchTimeout = timeout }
}

// WithPatience sets how long a stream waits for the answer to one chunk.
func WithPatience(patience time.Duration) Option {
	return func(s *settings) { s.patience = patience }
}

// WithDialOptions passes options on to gRPC, for example an interceptor of one's own.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

// NewClient makes a client of the server at a target ("127.0.0.1:50051"). It connects when the first call is made.
func NewClient(target string, options ...Option) (*Client, error) {
	chosen := settings{
		patient:     patient{timeout: DefaultTimeout, batchTimeout: DefaultBatchTimeout},
		patience:    DefaultPatience,
		credentials: insecure.NewCredentials(),
	}
	for _, option := range options {
		option(&chosen)
	}
	dial := []grpc.DialOption{
		grpc.WithTransportCredentials(chosen.credentials),
		grpc.WithChainUnaryInterceptor(chosen.patient.call),
		grpc.WithDisableRetry(),         // calls are repeated here, where it is known which may be
		grpc.WithDisableServiceConfig(), // and nobody else says how
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(largestAnswer)),
		// A server hangs up on whoever pings more often than every 20 s.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: time.Minute, Timeout: 20 * time.Second}),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 2 * time.Second},
			MinConnectTimeout: 2 * time.Second,
		}),
	}
	token, err := bearerOf(&chosen, target)
	if err != nil {
		return nil, err
	}
	if token != nil {
		dial = append(dial, grpc.WithPerRPCCredentials(token))
	}
	conn, err := grpc.NewClient(target, append(dial, chosen.dial...)...)
	if err != nil {
		return nil, err
	}
	return &Client{
		conn:     conn,
		ruleSets: refereev1.NewRuleSetServiceClient(conn),
		judging:  refereev1.NewRefereeServiceClient(conn),
		records:  refereev1.NewRecordServiceClient(conn),
		stored:   refereev1.NewRuleSetStoreServiceClient(conn),
		patience: chosen.patience,
	}, nil
}

// Close ends the connection; calls under way fail.
func (c *Client) Close() error { return c.conn.Close() }

// Conn is the connection, for generated stubs: their calls have the same deadlines, repeats and errors.
func (c *Client) Conn() *grpc.ClientConn { return c.conn }
