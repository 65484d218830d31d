package referee

import (
	"context"
	"crypto/x509"
	"fmt"
	"net/http/httptest"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

func TestAConnectionIsEncrypted(t *testing.T) {
	made := httptest.NewTLSServer(nil) // has a certificate for this machine, and a client that trusts it
	made.Close()
	server := &scripted{evaluate: func(int) (*evaluated, error) { return worth12, nil }}
	address := serve(t, server, grpc.Creds(credentials.NewServerTLSFromCert(&made.TLS.Certificates[0])))
	trusted := x509.NewCertPool()
	trusted.AddCert(made.Certificate())
	safe := ask(t, address, WithTransportCredentials(credentials.NewClientTLSFromCert(trusted, "")))
	if hand, err := safe.EvaluateHand(t.Context(), spanish, Cards{"7o"}); err != nil || hand.GetDeadwood() != 12 {
		t.Errorf("worth %v, %v", hand, err)
	}
	doubtful := ask(t, address, WithTransportCredentials(credentials.NewClientTLSFromCert(x509.NewCertPool(), "")))
	if _, err := doubtful.EvaluateHand(t.Context(), spanish, Cards{"7o"}); status.Code(err) != codes.Unavailable {
		t.Errorf("a server that is not trusted: %v", err)
	}
}

func TestOptionsGoOnToGRPC(t *testing.T) {
	server := &scripted{evaluate: func(int) (*evaluated, error) { return worth12, nil }}
	address := serve(t, server, grpc.UnaryInterceptor(
		func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
			if got := metadata.ValueFromIncomingContext(ctx, "x-table"); len(got) != 1 || got[0] != "7" {
				return nil, status.Error(codes.Unauthenticated, fmt.Sprint(got))
			}
			return handle(ctx, request)
		}))
	client := ask(t, address, WithDialOptions(grpc.WithChainUnaryInterceptor(
		func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			return invoke(metadata.AppendToOutgoingContext(ctx, "x-table", "7"), method, request, reply, conn, opts...)
		})))
	if _, err := client.EvaluateHand(t.Context(), spanish, Cards{"7o"}); err != nil {
		t.Error(err)
	}
	if _, err := ask(t, address).EvaluateHand(t.Context(), spanish, Cards{"7o"}); status.Code(err) != codes.Unauthenticated {
		t.Errorf("without it: %v", err)
	}
}

func TestAClientServesManyAtOnce(t *testing.T) {
	server := &scripted{evaluate: func(int) (*evaluated, error) { return worth12, nil }}
	client := ask(t, serve(t, server))
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			table := Table{Rules: Inline(fmt.Sprint("rule_set: house-", i%5))}
			for range 4 {
				if hand, err := client.EvaluateHand(t.Context(), table, Cards{"7o"}); err != nil || hand.GetDeadwood() != 12 {
					t.Errorf("worth %v, %v", hand, err)
				}
			}
		})
	}
	all.Wait()
	if server.asked() != 200 || client.digests.order.Len() != 5 {
		t.Errorf("asked %d times, %d digests", server.asked(), client.digests.order.Len())
	}
}

func TestABadTargetIsToldAtOnce(t *testing.T) {
	if client, err := NewClient("unheard-of:///%zz"); err == nil {
		t.Errorf("a client of nothing: %v", client)
	}
}
