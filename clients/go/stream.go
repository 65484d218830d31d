package referee

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

const (
	// DefaultPatience is how long a stream waits for the answer to one chunk.
	DefaultPatience = time.Minute

	streamAttempts = 5
)

var errLate = failed(codes.DeadlineExceeded, "the server did not answer a chunk in time")

// StreamValidateRecords judges any number of records, each as JSON, and gives the answers in order as they come. Records
// are read no faster than they are answered: no more are on their way than the server's window holds.
//
// A connection that breaks is opened again, at most five times without an answer between, and nothing is judged or told
// twice. An error is the last that is given. A deadline of the context is that of the whole stream; without one each
// answer is waited for a minute ([WithPatience]).
func (c *Client) StreamValidateRecords(
	ctx context.Context, records iter.Seq[[]byte], judging Judging,
) iter.Seq2[StreamedVerdict, error] {
	return func(yield func(StreamedVerdict, error) bool) {
		next, stop := iter.Pull(records)
		defer stop()
		stream := &sending{next: next, sequence: 1}
		for failures := 0; ; {
			before := stream.number
			err := c.connection(ctx, stream, judging, yield)
			if err == nil {
				return
			}
			if stream.number > before {
				failures = 0
			}
			if failures++; failures >= streamAttempts || !resumable(err) || !wait(ctx, min(pause(err, failures), c.patience)) {
				yield(StreamedVerdict{}, err)
				return
			}
		}
	}
}

// resumable says whether a stream goes on after a failure: the server was lost, or had enough of waiting for us.
func resumable(err error) bool { return unreached(err) || Reason(err) == reasonStreamIdle }

// connection carries the stream over one connection, to its end or to the end of that. Whoever asked may have heard enough:
// that is an end without an error, too.
func (c *Client) connection(
	ctx context.Context, stream *sending, judging Judging, yield func(StreamedVerdict, error) bool,
) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	call, err := c.records.StreamValidateRecords(ctx)
	if err != nil {
		return failure(err)
	}
	hearing := hearing{call, cancel, ctx, c.patience}
	if err := call.Send(opening(stream.first(), judging)); err != nil && !errors.Is(err, io.EOF) {
		return failure(err)
	}
	answer, err := hearing.next()
	if err != nil {
		return err
	}
	stream.window = answer.GetWindow()
	chunks := make(chan *refereev1.RecordChunk, max(stream.room(), len(stream.unanswered)))
	defer close(chunks)
	go send(call, chunks)
	for _, sent := range stream.unanswered {
		chunks <- sent.chunk
	}
	for {
		for {
			chunk, err := stream.more()
			if err != nil {
				return err
			}
			if chunk == nil {
				break
			}
			chunks <- chunk
		}
		if stream.done() {
			return nil
		}
		answer, err := hearing.next()
		if err != nil {
			return err
		}
		told, err := stream.answered(answer.GetVerdicts())
		if err != nil {
			return err
		}
		for _, one := range told {
			if !yield(one, nil) {
				return nil
			}
		}
	}
}

// opening is the first message of a stream.
func opening(first uint64, judging Judging) *refereev1.StreamValidateRecordsRequest {
	return &refereev1.StreamValidateRecordsRequest{Part: &refereev1.StreamValidateRecordsRequest_Opening{
		Opening: &refereev1.StreamOpening{
			RuleSet: chosen(judging.Rules), Language: judging.Language, KeepGoing: judging.KeepGoing, Full: judging.Full,
			FirstSequence: first,
		},
	}}
}

type recordCall = grpc.BidiStreamingClient[refereev1.StreamValidateRecordsRequest, refereev1.StreamValidateRecordsResponse]

// send writes chunks beside what is read, so that neither side ever waits for the other. Why a stream broke is for the
// reader to learn.
func send(call recordCall, chunks <-chan *refereev1.RecordChunk) {
	for chunk := range chunks {
		request := &refereev1.StreamValidateRecordsRequest{Part: &refereev1.StreamValidateRecordsRequest_Chunk{Chunk: chunk}}
		if call.Send(request) != nil {
			break
		}
	}
	for range chunks { // nobody waits for a stream that is broken
	}
}

// hearing reads the answers of one connection, with patience.
type hearing struct {
	call     recordCall
	cancel   context.CancelCauseFunc
	ctx      context.Context
	patience time.Duration
}

func (h hearing) next() (*refereev1.StreamValidateRecordsResponse, error) {
	timer := time.AfterFunc(h.patience, func() { h.cancel(errLate) })
	defer timer.Stop()
	answer, err := h.call.Recv()
	switch {
	case err == nil:
		return answer, nil
	case errors.Is(err, io.EOF):
		return nil, failed(codes.Internal, "the server ended the stream before it had answered everything")
	case errors.Is(context.Cause(h.ctx), errLate):
		return nil, errLate
	}
	return nil, failure(err)
}
