package referee

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

const (
	// DefaultTimeout is the deadline of a call about one thing, where its context has none.
	DefaultTimeout = 3 * time.Second
	// DefaultBatchTimeout is that of a batch, of a call about a record, and of one that compiles.
	DefaultBatchTimeout = 30 * time.Second

	attempts  = 3
	firstWait = 100 * time.Millisecond
)

// slow are the methods with the longer deadline, beside those of RecordService.
var slow = map[string]bool{
	"BatchEvaluateHands": true, "BatchCheckCloses": true, "CheckRuleSet": true, "CompileRuleSet": true,
	"CreateRuleSet": true,
}

// patient sets the deadlines of single calls and repeats them; it serves generated stubs on [Client.Conn], too.
type patient struct {
	timeout, batchTimeout time.Duration
}

// call is the interceptor of all calls but streams. It makes every failure an [*Error].
func (p patient) call(
	ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption,
) error {
	if _, has := ctx.Deadline(); !has {
		within, cancel := context.WithTimeout(ctx, p.usual(method))
		defer cancel()
		ctx = within
	}
	for made := 1; ; made++ {
		err := failure(invoke(ctx, method, request, reply, conn, opts...))
		if err == nil {
			return nil
		}
		if made >= attempts || !repeatable(method, request) || !unreached(err) || !wait(ctx, pause(err, made)) {
			return err
		}
	}
}

// usual is the deadline of a method in the form /package.Service/Method.
func (p patient) usual(method string) time.Duration {
	if strings.Contains(method, ".RecordService/") || slow[method[strings.LastIndexByte(method, '/')+1:]] {
		return p.batchTimeout
	}
	return p.timeout
}

// repeatable says whether the schema promises that a call may be made again: it changes nothing, or carries an id by which
// the server knows it again.
func repeatable(method string, request any) bool {
	name := strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", ".")
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return false
	}
	options, _ := found.Options().(*descriptorpb.MethodOptions)
	switch options.GetIdempotencyLevel() {
	case descriptorpb.MethodOptions_NO_SIDE_EFFECTS:
		return true
	case descriptorpb.MethodOptions_IDEMPOTENT:
		named, ok := request.(interface{ GetRequestId() string })
		return ok && named.GetRequestId() != ""
	}
	return false
}

// unreached says whether the server was not reached, the one failure after which a call is made again.
func unreached(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && failed.Code == codes.Unavailable
}

// pause is how long to wait after so many failures: what the server asks for, else 0.1 s, 0.2 s …, give or take a fifth.
func pause(err error, failures int) time.Duration {
	if failed, ok := errors.AsType[*Error](err); ok && failed.RetryAfter != nil {
		return *failed.RetryAfter
	}
	usual := float64(firstWait) * float64(int(1)<<(failures-1))
	return time.Duration(usual * (0.8 + 0.4*rand.Float64())) // spreads a crowd that failed together
}

// wait sleeps, and says false, at once if it can be known, where the deadline leaves no time for it.
func wait(ctx context.Context, pause time.Duration) bool {
	if end, has := ctx.Deadline(); has && time.Until(end) <= pause {
		return false
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
