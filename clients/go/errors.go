package referee

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Reasons that callers treat by themselves; the others are listed in protos/README.md.
const (
	reasonNotLoaded  = "RULE_SET_NOT_LOADED"
	reasonStreamIdle = "STREAM_IDLE"
)

// Error is why a call failed. The message is for people and may change; code and reason are stable.
type Error struct {
	Code    codes.Code
	Message string
	// Reason is a stable name (RULE_SET_NOT_FOUND), empty where the server had no say.
	Reason string
	// Metadata holds the values of the message by name.
	Metadata map[string]string
	// Violations name the fields of the request that are wrong, at most 20.
	Violations []Violation
	// RetryAfter is how long the server asks to be left alone, nil where it says nothing of the kind.
	RetryAfter *time.Duration

	status *status.Status
}

// Violation is what is wrong with one field of the request.
type Violation struct {
	Field, Reason, Message string
}

// Error tells reason and message.
func (e *Error) Error() string {
	name := e.Reason
	if name == "" {
		name = e.Code.String()
	}
	return fmt.Sprintf("referee: %s: %s", name, e.Message)
}

// GRPCStatus is what status.FromError and status.Code read.
func (e *Error) GRPCStatus() *status.Status {
	if e.status == nil {
		return status.New(e.Code, e.Message)
	}
	return e.status
}

// Is lets a call that ran out of time, or was given up, be known by the errors of package context.
func (e *Error) Is(target error) bool {
	return target == context.DeadlineExceeded && e.Code == codes.DeadlineExceeded ||
		target == context.Canceled && e.Code == codes.Canceled
}

// Reason is the stable reason of a failed call, empty for other errors.
func Reason(err error) string {
	if failed, ok := errors.AsType[*Error](err); ok {
		return failed.Reason
	}
	return ""
}

// failure is the error for what gRPC returned; nil stays nil.
func failure(err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	told := status.Convert(err)
	if told.Code() == codes.Unknown && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)) {
		told = status.FromContextError(err)
	}
	failed := &Error{Code: told.Code(), Message: told.Message(), status: told}
	for _, detail := range told.Details() {
		switch found := detail.(type) {
		case *errdetails.ErrorInfo:
			failed.Reason, failed.Metadata = found.GetReason(), found.GetMetadata()
		case *errdetails.BadRequest:
			for _, one := range found.GetFieldViolations() {
				violation := Violation{Field: one.GetField(), Reason: one.GetReason(), Message: one.GetDescription()}
				failed.Violations = append(failed.Violations, violation)
			}
		case *errdetails.RetryInfo:
			delay := max(0, found.GetRetryDelay().AsDuration())
			failed.RetryAfter = &delay
		}
	}
	return failed
}

// failed is an error of our own making.
func failed(code codes.Code, message string) *Error {
	return &Error{Code: code, Message: message}
}
