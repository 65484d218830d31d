package referee

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"google.golang.org/grpc/credentials"
)

var errNoToken = errors.New("referee: a token has visible ASCII characters only; is there a blank or a line end about it?")

// WithToken sends a bearer token with every call, streams and those of generated stubs included. Over a connection that is
// not encrypted it goes no further than this machine, unless [WithInsecureToken] says that it may: NewClient fails.
func WithToken(token string) Option {
	return func(s *settings) { s.token = &token }
}

// WithInsecureToken lets the token go unencrypted to another machine, where something else on the way encrypts.
func WithInsecureToken() Option {
	return func(s *settings) { s.insecureToken = true }
}

// bearer is a token as gRPC asks for it. A function holds it, which nothing prints.
type bearer struct {
	header func() string
	secret bool // whether only an encrypted connection may carry it
}

// bearerOf takes the token of some settings to a target; nil if there is none.
func bearerOf(chosen *settings, target string) (*bearer, error) {
	if chosen.token == nil {
		return nil, nil
	}
	header := "Bearer " + *chosen.token
	if *chosen.token == "" || strings.ContainsFunc(*chosen.token, func(r rune) bool { return r < '!' || r > '~' }) {
		return nil, errNoToken
	}
	secret := !chosen.insecureToken && !isLocal(target)
	if secret && chosen.credentials.Info().SecurityProtocol == "insecure" {
		return nil, fmt.Errorf("referee: a token would go unencrypted to %q, which is not this machine: "+
			"give WithTransportCredentials, or say WithInsecureToken if whatever lies between encrypts", target)
	}
	return &bearer{header: func() string { return header }, secret: secret}, nil
}

var _ credentials.PerRPCCredentials = (*bearer)(nil)

// GetRequestMetadata is what goes along with a call.
func (b *bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": b.header()}, nil
}

// RequireTransportSecurity makes gRPC refuse connections that are not encrypted, whatever options came last.
func (b *bearer) RequireTransportSecurity() bool { return b.secret }

// isLocal says whether a gRPC target is on this machine for certain.
func isLocal(target string) bool {
	scheme, endpoint, found := strings.Cut(target, ":")
	switch {
	case found && (scheme == "unix" || scheme == "unix-abstract"):
		return true
	case found && (scheme == "dns" || scheme == "passthrough"):
		if rest, authority := strings.CutPrefix(endpoint, "//"); authority {
			_, endpoint, _ = strings.Cut(rest, "/")
		}
		return isLoopback(endpoint)
	}
	return isLoopback(target)
}

// isLoopback is the same of HOST, HOST:PORT or [HOST]:PORT.
func isLoopback(address string) bool {
	host, port := address, ""
	if rest, bracketed := strings.CutPrefix(address, "["); bracketed {
		host, port, _ = strings.Cut(rest, "]")
		port = strings.TrimPrefix(port, ":")
	} else if strings.Count(address, ":") == 1 {
		host, port, _ = strings.Cut(address, ":")
	}
	if strings.Trim(port, "0123456789") != "" {
		return false
	}
	address4or6, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && address4or6.IsLoopback()
}
