package referee

import (
	"bytes"
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const secret = "kaixo-7b-5o-Zz"

// listening is a server that has no methods, and hears the authorization of each call.
type listening struct {
	mu    sync.Mutex
	heard map[string][]string
}

func (l *listening) option() grpc.ServerOption {
	l.heard = map[string][]string{}
	return grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		method, _ := grpc.MethodFromServerStream(stream)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.heard[method[strings.LastIndexByte(method, '/')+1:]] = metadata.ValueFromIncomingContext(stream.Context(), "authorization")
		return status.Error(codes.Unimplemented, "no methods")
	})
}

// listen starts such a server; its address.
func (l *listening) listen(t *testing.T, options ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	running := grpc.NewServer(append(options, l.option())...)
	go func() { _ = running.Serve(listener) }()
	t.Cleanup(running.Stop)
	return listener.Addr().String()
}

// everyCall asks everything that a client can; what each failed with.
func everyCall(ctx context.Context, client *Client) []error {
	var failures []error
	source := Inline("rule_set: casa\n")
	failed := func(_ any, err error) { failures = append(failures, err) }
	failed(client.ListRuleSets(ctx))
	failed(client.GetRuleSet(ctx, Name("x"), false))
	failed(client.CheckRuleSet(ctx, source))
	failed(client.CompileRuleSet(ctx, source))
	failed(client.DescribeRuleSet(ctx, spanish))
	failed(client.EvaluateHand(ctx, spanish, Cards{"7o"}))
	failed(client.BatchEvaluateHands(ctx, spanish, []Cards{{"7o"}}))
	failed(client.CheckClose(ctx, spanish, CloseQuestion{Keep: Cards{"7o"}}))
	failed(client.BatchCheckCloses(ctx, spanish, []CloseQuestion{{Keep: Cards{"7o"}}}))
	failed(client.ListLegalActions(ctx, spanish, nil))
	failed(client.CheckAction(ctx, spanish, nil, Word("-7c")))
	failed(client.ValidateRecord(ctx, []byte("{}"), Judging{}))
	failed(client.BatchValidateRecords(ctx, [][]byte{[]byte("{}")}, Judging{}))
	failed(client.CreateRuleSet(ctx, source, Keeping{}))
	failed(client.GetStoredRuleSet(ctx, "casa", 0, false))
	failed(client.ListStoredRuleSets(ctx))
	failed(client.ListRuleSetRevisions(ctx, "casa"))
	failed(nil, client.DeleteRuleSet(ctx, "casa", "", ""))
	for _, err := range client.StreamValidateRecords(ctx, slices.Values([][]byte{[]byte("{}")}), Judging{}) {
		failed(nil, err)
	}
	return failures
}

func TestATokenGoesWithEveryCallAndIntoNoText(t *testing.T) {
	for _, given := range []bool{true, false} {
		server := &listening{}
		var options []Option
		var wanted []string
		if given {
			options, wanted = []Option{WithToken(secret)}, []string{"Bearer " + secret}
		}
		client := ask(t, server.listen(t), options...)
		failures := everyCall(t.Context(), client)
		for _, err := range failures {
			if status.Code(err) != codes.Unimplemented || strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), secret) {
				t.Errorf("failed with %#v", err)
			}
		}
		if len(server.heard) != len(failures) || len(failures) != 19 {
			t.Errorf("%d failures of %v", len(failures), server.heard)
		}
		for method, heard := range server.heard {
			if !slices.Equal(heard, wanted) {
				t.Errorf("%s with %q", method, heard)
			}
		}
		for _, verb := range []string{"%v", "%+v", "%#v"} {
			if told := fmt.Sprintf(verb, client); strings.Contains(told, secret) {
				t.Errorf("%s tells %s", verb, told)
			}
		}
	}
}

func TestATokenPrintsNothing(t *testing.T) {
	token := secret
	held, err := bearerOf(&settings{token: &token, credentials: insecure.NewCredentials()}, "127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if told := fmt.Sprintf(verb, held) + fmt.Sprintf(verb, *held); strings.Contains(told, secret) {
			t.Errorf("%s tells %s", verb, told)
		}
	}
}

func TestEncryptedATokenGoesAnywhere(t *testing.T) {
	made := httptest.NewTLSServer(nil)
	made.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(made.Certificate())
	encrypted := WithTransportCredentials(credentials.NewClientTLSFromCert(trusted, ""))
	server := &listening{}
	address := server.listen(t, grpc.Creds(credentials.NewServerTLSFromCert(&made.TLS.Certificates[0])))
	client := ask(t, address, encrypted, WithToken(secret))
	if _, err := client.ListRuleSets(t.Context()); status.Code(err) != codes.Unimplemented {
		t.Error(err)
	}
	if !slices.Equal(server.heard["ListRuleSets"], []string{"Bearer " + secret}) {
		t.Errorf("heard %v", server.heard)
	}
	ask(t, "referee.example:443", encrypted, WithToken(secret))
}

func TestUnencryptedATokenStaysOnThisMachineUnlessItIsMeant(t *testing.T) {
	for _, options := range [][]Option{
		{WithToken(secret)},
		{WithTransportCredentials(credentials.NewTLS(nil)), WithToken(secret), WithDialOptions(grpc.WithTransportCredentials(insecure.NewCredentials()))},
	} {
		client, err := NewClient("referee.example:50051", options...)
		if err == nil || client != nil || strings.Contains(err.Error(), secret) {
			t.Fatalf("a client %v, %v", client, err)
		}
	}
	_, err := NewClient("referee.example:50051", WithToken(secret))
	if told := err.Error(); !strings.Contains(told, `unencrypted to "referee.example:50051"`) || !strings.Contains(told, "WithInsecureToken") {
		t.Error(told)
	}
	ask(t, "referee.example:50051", WithToken(secret), WithInsecureToken())
	ask(t, "referee.example:50051", WithInsecureToken())
}

func TestWhatIsNoToken(t *testing.T) {
	for _, token := range []string{"", secret + "\n", secret + " 1", "ñ" + secret, "\x00"} {
		client, err := NewClient("127.0.0.1:1", WithToken(token))
		if client != nil || err == nil || err.Error() != errNoToken.Error() {
			t.Errorf("%q: %v", token, err)
		}
	}
}

func TestWhichTargetsAreThisMachine(t *testing.T) {
	for _, target := range []string{
		"127.0.0.1:50051", "127.8.9.1", "localhost:1", "LOCALHOST", "[::1]:50051", "::1", "dns:///localhost:1", "dns:127.0.0.1:5",
		"dns://8.8.8.8/localhost:1", "passthrough:///[::1]:5", "passthrough:127.0.0.1:1", "unix:/run/x.sock", "unix-abstract:x",
	} {
		if !isLocal(target) {
			t.Errorf("%s is this machine", target)
		}
	}
	for _, target := range []string{
		"", "10.0.0.1:50051", "0.0.0.0:1", "127.0.0.1.example:1", "localhost.example", "127.0.0.1@example.org:1",
		"127.0.0.1:1@example.org", "dns:///referee.example:1", "dns://127.0.0.1/referee.example", "xds:///localhost", "[::1]x:1",
		"localhost:1/../x", "passthrough://localhost",
	} {
		if isLocal(target) {
			t.Errorf("%s is another machine", target)
		}
	}
}

// FuzzToken: a token is taken or refused without being told, and its header is one line of visible characters.
func FuzzToken(f *testing.F) {
	f.Add(secret)
	f.Add("a b")
	f.Fuzz(func(t *testing.T, token string) {
		held, err := bearerOf(&settings{token: &token, credentials: insecure.NewCredentials()}, "localhost")
		if err != nil {
			if err != errNoToken {
				t.Error(err)
			}
			return
		}
		sent, _ := held.GetRequestMetadata(t.Context())
		if header := []byte(sent["authorization"]); bytes.ContainsFunc(header[len("Bearer "):], func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Errorf("sends %q", header)
		}
	})
}
