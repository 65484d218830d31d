package referee

import (
	"context"
	"crypto/rand"
	"fmt"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

// Keeping says how a source is kept.
type Keeping struct {
	// Etag is that of the latest revision of the name, empty where there is none yet.
	Etag string
	// RequestID is a UUID of the caller's choice; the same request under the same id is answered as the first time. Empty:
	// one is made for this call.
	RequestID string
	// ValidateOnly only says what would be answered.
	ValidateOnly bool
}

// CreateRuleSet keeps a source as the next revision of the name it gives itself; of a source with mistakes nothing is kept,
// and the answer has diagnostics. Where the etag is not that of the latest revision the call fails with ETAG_OUTDATED, or
// RULE_SET_EXISTS if there was none, and "etag" among the metadata is the one it should have been.
func (c *Client) CreateRuleSet(ctx context.Context, source *Source, keeping Keeping) (*CreateReport, error) {
	if source == nil {
		return nil, errNoRules
	}
	return c.stored.CreateRuleSet(ctx, &refereev1.CreateRuleSetRequest{
		Source: source.YAML, Etag: keeping.Etag, RequestId: identified(keeping.RequestID), ValidateOnly: keeping.ValidateOnly,
	})
}

// GetStoredRuleSet tells of one revision of a name, 0 being the latest, with its YAML where withSource says so.
func (c *Client) GetStoredRuleSet(ctx context.Context, name string, revision int, withSource bool) (*StoredRuleSet, error) {
	request := &refereev1.GetStoredRuleSetRequest{Name: name, Revision: int32(revision), WithSource: withSource}
	answer, err := c.stored.GetStoredRuleSet(ctx, request)
	return answer.GetRuleSet(), err
}

// ListStoredRuleSets tells the latest revision of every name, by name.
func (c *Client) ListStoredRuleSets(ctx context.Context) ([]*StoredRuleSet, error) {
	return pages(func(token string) (storedPage, error) {
		return c.stored.ListStoredRuleSets(ctx, &refereev1.ListStoredRuleSetsRequest{PageToken: token})
	})
}

// ListRuleSetRevisions tells all revisions of a name, the latest first.
func (c *Client) ListRuleSetRevisions(ctx context.Context, name string) ([]*StoredRuleSet, error) {
	return pages(func(token string) (storedPage, error) {
		return c.stored.ListRuleSetRevisions(ctx, &refereev1.ListRuleSetRevisionsRequest{Name: name, PageToken: token})
	})
}

// DeleteRuleSet takes a name off the lists, whose latest revision has an etag; its revisions are still found as "casa@2" and
// by digest. The id of the request is as in [Keeping].
func (c *Client) DeleteRuleSet(ctx context.Context, name, etag, requestID string) error {
	request := &refereev1.DeleteRuleSetRequest{Name: name, Etag: etag, RequestId: identified(requestID)}
	_, err := c.stored.DeleteRuleSet(ctx, request)
	return err
}

type storedPage interface {
	GetRuleSets() []*StoredRuleSet
	GetNextPageToken() string
}

func pages(ask func(token string) (storedPage, error)) ([]*StoredRuleSet, error) {
	var listed []*StoredRuleSet
	for token := ""; ; {
		page, err := ask(token)
		if err != nil {
			return nil, err
		}
		listed = append(listed, page.GetRuleSets()...)
		if token = page.GetNextPageToken(); token == "" {
			return listed, nil
		}
	}
}

// identified is the id of a request: the caller's, or a random UUID (version 4 of RFC 9562).
func identified(id string) string {
	if id != "" {
		return id
	}
	var bits [16]byte
	_, _ = rand.Read(bits[:]) // never fails
	bits[6] = bits[6]&0x0f | 0x40
	bits[8] = bits[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bits[:4], bits[4:6], bits[6:8], bits[8:10], bits[10:])
}
