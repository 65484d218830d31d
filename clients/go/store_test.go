package referee

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

// losing is a store that loses some answers, hears every request, and has three pages of everything.
type losing struct {
	refereev1.UnimplementedRuleSetStoreServiceServer

	mu    sync.Mutex
	lost  int
	heard []proto.Message
}

func (l *losing) hear(request proto.Message) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard = append(l.heard, request)
	if l.lost > 0 {
		l.lost--
		return status.Error(codes.Unavailable, "lost")
	}
	return nil
}

func (l *losing) CreateRuleSet(_ context.Context, request *refereev1.CreateRuleSetRequest) (*CreateReport, error) {
	return &CreateReport{RuleSet: &StoredRuleSet{Revision: 1}}, l.hear(request)
}

func (l *losing) DeleteRuleSet(
	_ context.Context, request *refereev1.DeleteRuleSetRequest,
) (*refereev1.DeleteRuleSetResponse, error) {
	return &refereev1.DeleteRuleSetResponse{}, l.hear(request)
}

func (l *losing) ListStoredRuleSets(
	_ context.Context, request *refereev1.ListStoredRuleSetsRequest,
) (*refereev1.ListStoredRuleSetsResponse, error) {
	page, next := paged(request.GetPageToken())
	return &refereev1.ListStoredRuleSetsResponse{RuleSets: page, NextPageToken: next}, l.hear(request)
}

func (l *losing) ListRuleSetRevisions(
	_ context.Context, request *refereev1.ListRuleSetRevisionsRequest,
) (*refereev1.ListRuleSetRevisionsResponse, error) {
	page, next := paged(request.GetPageToken())
	return &refereev1.ListRuleSetRevisionsResponse{RuleSets: page, NextPageToken: next}, l.hear(request)
}

func paged(token string) ([]*StoredRuleSet, string) {
	number, _ := strconv.Atoi("0" + token)
	next := ""
	if number < 2 {
		next = strconv.Itoa(number + 1)
	}
	return []*StoredRuleSet{{Revision: int32(number)}}, next
}

func revisions(found []*StoredRuleSet) []int32 {
	var numbers []int32
	for _, one := range found {
		numbers = append(numbers, one.GetRevision())
	}
	return numbers
}

var uuid4 = regexp.MustCompile("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")

// changes are the calls that change the store, under an id.
var changes = map[string]func(context.Context, *Client, string) error{
	"create": func(ctx context.Context, client *Client, id string) error {
		_, err := client.CreateRuleSet(ctx, Inline("rule_set: casa\n"), Keeping{Etag: "e", RequestID: id})
		return err
	},
	"delete": func(ctx context.Context, client *Client, id string) error {
		return client.DeleteRuleSet(ctx, "casa", "e", id)
	},
}

func TestAChangeWhoseAnswerIsLostIsAskedAgainUnderItsID(t *testing.T) {
	for name, change := range changes {
		server := &scripted{}
		client := ask(t, serve(t, server))
		ids := map[string]bool{}
		for _, lost := range []int{2, 0, 1} {
			server.lost, server.heard = lost, nil
			if err := change(t.Context(), client, ""); err != nil {
				t.Fatal(name, err)
			}
			first := server.heard[0]
			if len(server.heard) != lost+1 || slices.ContainsFunc(server.heard, func(one proto.Message) bool { return !proto.Equal(one, first) }) {
				t.Errorf("%s: heard %v", name, server.heard)
			}
			id := first.(interface{ GetRequestId() string }).GetRequestId()
			if !uuid4.MatchString(id) || ids[id] {
				t.Errorf("%s: the id %q", name, id)
			}
			ids[id] = true
		}
	}
}

func TestAnIDOfTheCallersOwn(t *testing.T) {
	const id = "6f1c2c1e-7d3b-4c55-9f8e-1a2b3c4d5e6f"
	for name, change := range changes {
		server := &scripted{losing: losing{lost: 3}}
		err := change(t.Context(), ask(t, serve(t, server)), id)
		if status.Code(err) != codes.Unavailable || len(server.heard) != 3 {
			t.Fatalf("%s: heard %v, %v", name, server.heard, err)
		}
		for _, request := range server.heard {
			if request.(interface{ GetRequestId() string }).GetRequestId() != id {
				t.Errorf("%s: heard %v", name, request)
			}
		}
	}
}

// A generated stub may leave the id out: then nobody knows whether the change was made, and it is not made again.
func TestAChangeWithoutAnIDIsNotRepeated(t *testing.T) {
	server := &scripted{losing: losing{lost: 1}}
	stub := refereev1.NewRuleSetStoreServiceClient(ask(t, serve(t, server)).Conn())
	_, err := stub.CreateRuleSet(t.Context(), &refereev1.CreateRuleSetRequest{})
	if status.Code(err) != codes.Unavailable || len(server.heard) != 1 {
		t.Errorf("heard %v, %v", server.heard, err)
	}
}

func TestPagesOfTheStoreAreHidden(t *testing.T) {
	server := &scripted{}
	client := ask(t, serve(t, server))
	for name, list := range map[string]func() ([]*StoredRuleSet, error){
		"all": func() ([]*StoredRuleSet, error) { return client.ListStoredRuleSets(t.Context()) },
		"one": func() ([]*StoredRuleSet, error) { return client.ListRuleSetRevisions(t.Context(), "casa") },
	} {
		server.lost = 1 // a page is asked for again, too
		if found, err := list(); err != nil || !slices.Equal(revisions(found), []int32{0, 1, 2}) {
			t.Errorf("%s: %v, %v", name, found, err)
		}
		server.lost = 3
		if found, err := list(); status.Code(err) != codes.Unavailable || found != nil {
			t.Errorf("%s without a server: %v, %v", name, found, err)
		}
	}
	if _, err := client.CreateRuleSet(t.Context(), nil, Keeping{}); err == nil {
		t.Error("no source was kept")
	}
}

func limited(name string, limit int) *Source {
	return Inline(fmt.Sprintf("rule_set: %s\nformat: 1\nextends: spanish-40\nclose: {may_close: {es.4: deadwood at most %d points}}\n", name, limit))
}

func TestServedHouseRulesAreKept(t *testing.T) {
	client := ask(t, keeping(t), WithToken(author))
	report, err := client.CreateRuleSet(t.Context(), limited("casa", 3), Keeping{ValidateOnly: true})
	if err != nil || report.GetRuleSet() != nil || len(report.GetDiagnostics()) != 0 {
		t.Fatalf("a rehearsal: %v, %v", report, err)
	}
	report, err = client.CreateRuleSet(t.Context(), Inline("rule_set: casa\nformat: 1\nclose: 3\n"), Keeping{})
	if err != nil || report.GetRuleSet() != nil || len(report.GetDiagnostics()) == 0 {
		t.Fatalf("mistakes: %v, %v", report, err)
	}
	report, err = client.CreateRuleSet(t.Context(), limited("casa", 3), Keeping{})
	first := report.GetRuleSet()
	if err != nil || first.GetSummary().GetName() != "casa" || first.GetRevision() != 1 || time.Since(first.GetCreated().AsTime()).Abs() > time.Minute {
		t.Fatalf("kept %v, %v", first, err)
	}
	_, err = client.CreateRuleSet(t.Context(), limited("casa", 4), Keeping{})
	if failed, ok := err.(*Error); !ok || failed.Code != codes.AlreadyExists || failed.Metadata["etag"] != first.GetEtag() {
		t.Errorf("without the etag: %v", err)
	}
	report, err = client.CreateRuleSet(t.Context(), limited("casa", 4), Keeping{Etag: first.GetEtag()})
	second := report.GetRuleSet()
	if err != nil || second.GetRevision() != 2 {
		t.Fatalf("kept %v, %v", second, err)
	}
	for _, change := range []func() error{
		func() error {
			_, err := client.CreateRuleSet(t.Context(), limited("casa", 5), Keeping{Etag: first.GetEtag()})
			return err
		},
		func() error { return client.DeleteRuleSet(t.Context(), "casa", first.GetEtag(), "") },
	} {
		failed, ok := change().(*Error)
		if !ok || failed.Code != codes.Aborted || failed.Reason != "ETAG_OUTDATED" || failed.Metadata["etag"] != second.GetEtag() {
			t.Errorf("with an old etag: %v", failed)
		}
	}
	listed, err := client.ListStoredRuleSets(t.Context())
	if err != nil || !slices.ContainsFunc(listed, func(one *StoredRuleSet) bool { return proto.Equal(one, second) }) {
		t.Errorf("listed %v, %v", listed, err)
	}
	if all, err := client.ListRuleSetRevisions(t.Context(), "casa"); err != nil || !slices.Equal(revisions(all), []int32{2, 1}) {
		t.Errorf("revisions %v, %v", all, err)
	}
	old, err := client.GetStoredRuleSet(t.Context(), "casa", 1, true)
	if err != nil || string(old.GetSource()) != string(limited("casa", 3).YAML) || old.GetEtag() != first.GetEtag() {
		t.Errorf("told %v, %v", old, err)
	}
	closing := CloseQuestion{Keep: Cards{"4o 5o 6o 7c 7e 7b 4c"}}
	for rules, legal := range map[Rules]bool{
		Name("casa"): true, Name("casa@1"): false, Name("casa@2"): true, Digest(first.GetSummary().GetDigest()): false,
	} {
		if answer, err := client.CheckClose(t.Context(), Table{Rules: rules}, closing); err != nil || answer.GetLegal() != legal {
			t.Errorf("by %v: %v, %v", rules, answer, err)
		}
	}
	if err := client.DeleteRuleSet(t.Context(), "casa", second.GetEtag(), ""); err != nil {
		t.Error(err)
	}
	if _, err := client.GetStoredRuleSet(t.Context(), "casa", 0, false); Reason(err) != "RULE_SET_NOT_FOUND" {
		t.Errorf("when it is gone: %v", err)
	}
}

func TestServedRoles(t *testing.T) {
	address := keeping(t)
	_, err := ask(t, address, WithToken(reader)).CreateRuleSet(t.Context(), limited("otra", 3), Keeping{})
	failed, ok := err.(*Error)
	if !ok || failed.Code != codes.PermissionDenied || failed.Reason != "ROLE_TOO_LOW" || failed.Metadata["needed"] != "author" {
		t.Errorf("a reader keeps: %v", err)
	}
	for reason, options := range map[string][]Option{"TOKEN_MISSING": nil, "TOKEN_UNKNOWN": {WithToken("somebody-else")}} {
		client := ask(t, address, options...)
		if _, err := client.ListStoredRuleSets(t.Context()); status.Code(err) != codes.Unauthenticated || Reason(err) != reason {
			t.Errorf("%s: %v", reason, err)
		}
		for _, err := range client.StreamValidateRecords(t.Context(), slices.Values([][]byte{[]byte("{}")}), Judging{}) {
			if Reason(err) != reason {
				t.Errorf("a stream, %s: %v", reason, err)
			}
		}
	}
	if _, err := ask(t, real(t)).ListStoredRuleSets(t.Context()); Reason(err) != "NO_STORE" {
		t.Errorf("a server without a store: %v", err)
	}
}
