package referee

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

// numbered are so many records, and how many of them have been read.
func numbered(count int, read *atomic.Int64) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range count {
			read.Add(1)
			if !yield(fmt.Appendf(nil, `{"record": %d}`, i)) {
				return
			}
		}
	}
}

func window(chunks, records, size uint32) *refereev1.StreamValidateRecordsResponse {
	stated := &refereev1.StreamWindow{Chunks: chunks, Records: records, Bytes: size}
	return &refereev1.StreamValidateRecordsResponse{Part: &refereev1.StreamValidateRecordsResponse_Window{Window: stated}}
}

// judged finds every third record of all violated, and tells its line as the record's id.
func judged(chunk *refereev1.RecordChunk, from int) *refereev1.StreamValidateRecordsResponse {
	told := &refereev1.ChunkVerdicts{Sequence: chunk.GetSequence()}
	for i, line := range bytes.Split(chunk.GetLines(), []byte("\n")) {
		status := Clean
		if (from+i)%3 == 2 {
			status = Violated
			told.Verdicts = append(told.Verdicts, &refereev1.Verdict{RecordId: string(line), Status: status})
		}
		told.Statuses = append(told.Statuses, status)
	}
	return &refereev1.StreamValidateRecordsResponse{Part: &refereev1.StreamValidateRecordsResponse_Verdicts{Verdicts: told}}
}

// judging serves a stream and breaks it as it is told: after so many answers, with that failure; never where it is nil. What
// was answered over all connections is kept, as a server does not.
type judging struct {
	window   *refereev1.StreamValidateRecordsResponse
	answered int // chunks, over all connections
	records  int
	first    []uint64
	breaks   func(connection, answers int) error
}

func (j *judging) stream(connection int, stream serverStream) error {
	opening, err := stream.Recv()
	if err != nil {
		return err
	}
	j.first = append(j.first, opening.GetOpening().GetFirstSequence())
	if err := stream.Send(j.window); err != nil {
		return err
	}
	for answers := 0; ; answers++ {
		if err := j.breaks(connection, answers); err != nil {
			return err
		}
		request, err := stream.Recv()
		if err != nil {
			return err
		}
		chunk := request.GetChunk()
		if chunk.GetSequence() != uint64(j.answered+1) {
			return status.Errorf(codes.InvalidArgument, "chunk %d after %d", chunk.GetSequence(), j.answered)
		}
		answer := judged(chunk, j.records)
		j.answered++
		j.records += len(answer.GetVerdicts().GetStatuses())
		if err := stream.Send(answer); err != nil {
			return err
		}
	}
}

func unbroken(int, int) error { return nil }

// hear reads a stream to its end, and fails unless the answers are those to the records, each once and in order.
func hear(t *testing.T, answers iter.Seq2[StreamedVerdict, error]) (int, error) {
	t.Helper()
	heard := 0
	for answer, err := range answers {
		if err != nil {
			return heard, err
		}
		wanted := ""
		if heard%3 == 2 {
			wanted = fmt.Sprintf(`{"record": %d}`, heard)
		}
		got := ""
		if answer.Verdict != nil {
			got = answer.Verdict.GetRecordId()
		}
		if answer.Number != heard || got != wanted || (answer.Status == Clean) != (wanted == "") {
			t.Fatalf("answer %d: %+v", heard, answer)
		}
		heard++
	}
	return heard, nil
}

func TestAStreamAnswersEveryRecordInOrder(t *testing.T) {
	for _, count := range []int{0, 1, 7, 8, 1000} {
		server := &judging{window: window(3, 7, 1<<20), breaks: unbroken}
		client := ask(t, serve(t, &scripted{stream: server.stream}))
		var read atomic.Int64
		heard, err := hear(t, client.StreamValidateRecords(t.Context(), numbered(count, &read), Judging{}))
		if err != nil || heard != count || server.answered != (count+6)/7 {
			t.Errorf("%d records: %d answers in %d chunks, %v", count, heard, server.answered, err)
		}
	}
}

func TestNoMoreIsReadThanTheWindowHolds(t *testing.T) {
	const chunks, records = 3, 7
	server := &judging{window: window(chunks, records, 1<<20), breaks: unbroken}
	client := ask(t, serve(t, &scripted{stream: server.stream}))
	var read atomic.Int64
	heard := 0
	for _, err := range client.StreamValidateRecords(t.Context(), numbered(500, &read), Judging{}) {
		if err != nil {
			t.Fatal(err)
		}
		heard++
		if ahead := int(read.Load()) - heard; ahead > chunks*records {
			t.Fatalf("%d records were read ahead", ahead)
		}
	}
	if heard != 500 {
		t.Errorf("%d answers", heard)
	}
}

func TestAStreamGoesOnWhereItBroke(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	for range 20 {
		count, chunks, records := random.IntN(200), 1+random.Uint32N(4), 1+random.Uint32N(9)
		at := []int{1 + random.IntN(3), 1 + random.IntN(5), random.IntN(4)}
		server := &judging{window: window(chunks, records, 1<<20)}
		server.breaks = func(connection, answers int) error {
			if connection > len(at) || answers < at[connection-1] {
				return nil
			}
			if connection == 2 {
				return refusal(codes.DeadlineExceeded, reasonStreamIdle)
			}
			return refusal(codes.Unavailable, "", comeAgain(time.Millisecond))
		}
		client := ask(t, serve(t, &scripted{stream: server.stream}))
		var read atomic.Int64
		heard, err := hear(t, client.StreamValidateRecords(t.Context(), numbered(count, &read), Judging{}))
		if err != nil || heard != count || int(read.Load()) != count {
			t.Fatalf("%d records, breaks at %v: %d answers, %v", count, at, heard, err)
		}
		wanted := uint64(1)
		for connection, first := range server.first {
			if first != wanted {
				t.Fatalf("connection %d began with %d, wanted %d (breaks at %v)", connection+1, first, wanted, at)
			}
			if connection < len(at) {
				wanted += uint64(at[connection])
			}
		}
	}
}

func TestAStreamThatGetsOnMayBreakAnyNumberOfTimes(t *testing.T) {
	server := &judging{window: window(2, 5, 1<<20)}
	server.breaks = func(_, answers int) error {
		if answers == 0 {
			return nil
		}
		return refusal(codes.Unavailable, "", comeAgain(time.Millisecond))
	}
	client := ask(t, serve(t, &scripted{stream: server.stream}))
	var read atomic.Int64
	heard, err := hear(t, client.StreamValidateRecords(t.Context(), numbered(100, &read), Judging{}))
	if err != nil || heard != 100 || len(server.first) < 3*streamAttempts {
		t.Errorf("%d answers over %d connections, %v", heard, len(server.first), err)
	}
}

func TestAStreamOutlivesItsServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	server := &judging{window: window(2, 5, 1<<20), breaks: unbroken}
	running := serveOn(t, listener, &scripted{stream: server.stream})
	var read atomic.Int64
	heard := 0
	for answer, err := range ask(t, address).StreamValidateRecords(t.Context(), numbered(100, &read), Judging{}) {
		if err != nil {
			t.Fatal(err)
		}
		if answer.Number != heard {
			t.Fatalf("answer %d after %d", answer.Number, heard)
		}
		if heard++; heard == 40 { // answers on their way are lost with the connection: the next server begins where we are
			running.Stop()
			again, err := net.Listen("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			next := &judging{window: window(2, 5, 1<<20), breaks: unbroken, answered: 8, records: 40}
			serveOn(t, again, &scripted{stream: func(connection int, stream serverStream) error {
				return next.stream(connection, resumed{stream, next})
			}})
		}
	}
	if heard != 100 || read.Load() != 100 {
		t.Errorf("%d answers to %d records", heard, read.Load())
	}
}

// resumed takes a stream up where its client says.
type resumed struct {
	serverStream
	judging *judging
}

func (r resumed) Recv() (*refereev1.StreamValidateRecordsRequest, error) {
	request, err := r.serverStream.Recv()
	if opening := request.GetOpening(); opening != nil {
		r.judging.answered = int(opening.GetFirstSequence()) - 1
		r.judging.records = 5 * r.judging.answered
	}
	return request, err
}

func TestAStreamIsGivenUp(t *testing.T) {
	for _, one := range []struct {
		failure     error
		connections int
		reason      string
	}{
		{refusal(codes.Unavailable, "DRAINING", comeAgain(0)), streamAttempts, "DRAINING"},
		{refusal(codes.ResourceExhausted, "STREAMS_EXHAUSTED", comeAgain(0)), 1, "STREAMS_EXHAUSTED"},
		{refusal(codes.InvalidArgument, "SEQUENCE_BROKEN"), 1, "SEQUENCE_BROKEN"},
	} {
		server := &judging{window: window(2, 5, 1<<20)}
		server.breaks = func(connection, answers int) error {
			if connection == 1 && answers == 0 && one.connections > 1 {
				return nil // one answer, so that the failures after it count
			}
			return one.failure
		}
		client := ask(t, serve(t, &scripted{stream: server.stream}))
		var read atomic.Int64
		heard, err := hear(t, client.StreamValidateRecords(t.Context(), numbered(100, &read), Judging{}))
		if Reason(err) != one.reason || len(server.first) != one.connections || heard != 5*server.answered {
			t.Errorf("%d connections, %d answers, %v", len(server.first), heard, err)
		}
	}
}

func TestWhoHasHeardEnoughEndsTheStream(t *testing.T) {
	ended := make(chan error, 1)
	server := &judging{window: window(2, 5, 1<<20), breaks: unbroken}
	client := ask(t, serve(t, &scripted{stream: func(connection int, stream serverStream) error {
		err := server.stream(connection, stream)
		ended <- err
		return err
	}}))
	var read atomic.Int64
	for answer, err := range client.StreamValidateRecords(t.Context(), numbered(1000, &read), Judging{}) {
		if err != nil || answer.Number == 12 {
			break
		}
	}
	if err := <-ended; status.Code(err) != codes.Canceled || read.Load() > 25 {
		t.Errorf("the server's end was %v, %d records were read", err, read.Load())
	}
}

func TestAServerThatSaysNothingIsNotWaitedForForEver(t *testing.T) {
	client := ask(t, serve(t, &scripted{stream: func(_ int, stream serverStream) error {
		<-stream.Context().Done()
		return nil
	}}), WithPatience(50*time.Millisecond))
	var read atomic.Int64
	_, err := hear(t, client.StreamValidateRecords(t.Context(), numbered(3, &read), Judging{}))
	if !errors.Is(err, errLate) || status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("ended with %v", err)
	}
}

func TestAnAnswerToNothingIsAFailure(t *testing.T) {
	chunk := &refereev1.RecordChunk{Sequence: 1, Lines: []byte("1\n2\n3\n4\n5")}
	for name, answer := range map[string]*refereev1.StreamValidateRecordsResponse{
		"another chunk":    judged(&refereev1.RecordChunk{Sequence: 2, Lines: chunk.GetLines()}, 0),
		"too few records":  judged(&refereev1.RecordChunk{Sequence: 1, Lines: []byte("1\n2")}, 0),
		"no verdicts":      {},
		"a verdict is not": {Part: &refereev1.StreamValidateRecordsResponse_Verdicts{Verdicts: &refereev1.ChunkVerdicts{Sequence: 1, Statuses: slices.Repeat([]Status{Violated}, 5)}}},
	} {
		client := ask(t, serve(t, &scripted{stream: func(_ int, stream serverStream) error {
			if _, err := stream.Recv(); err != nil {
				return err
			}
			return errors.Join(stream.Send(window(2, 5, 1<<20)), stream.Send(answer))
		}}))
		var read atomic.Int64
		heard, err := hear(t, client.StreamValidateRecords(t.Context(), numbered(20, &read), Judging{}))
		if heard != 0 || status.Code(err) != codes.Internal {
			t.Errorf("%s: %d answers, %v", name, heard, err)
		}
	}
}

func TestAServerThatEndsAStreamEarlyIsToldOf(t *testing.T) {
	client := ask(t, serve(t, &scripted{stream: func(_ int, stream serverStream) error { return stream.Send(window(1, 1, 1)) }}))
	var read atomic.Int64
	_, err := hear(t, client.StreamValidateRecords(t.Context(), numbered(3, &read), Judging{}))
	if status.Code(err) != codes.Internal || !strings.Contains(err.Error(), "ended the stream") {
		t.Errorf("ended with %v", err)
	}
}

func TestChunksHoldWhatTheWindowSays(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 2))
	for range 300 {
		var wanted [][]byte
		for range random.IntN(60) {
			wanted = append(wanted, bytes.Repeat([]byte("x"), 1+random.IntN(40)))
		}
		next, stop := iter.Pull(slices.Values(wanted))
		stated := &refereev1.StreamWindow{Chunks: random.Uint32N(5), Records: random.Uint32N(9), Bytes: random.Uint32N(80)}
		stream := &sending{next: next, sequence: 1, window: stated}
		var got [][]byte
		for !stream.done() {
			chunk, err := stream.more()
			if err != nil {
				t.Fatal(err)
			}
			if chunk == nil {
				if len(stream.unanswered) > max(1, int(stated.GetChunks())) {
					t.Fatalf("%d chunks are on their way of %v", len(stream.unanswered), stated)
				}
				stream.unanswered = nil
				continue
			}
			lines := bytes.Split(chunk.GetLines(), []byte("\n"))
			if len(lines) > max(1, int(stated.GetRecords())) || len(lines) > 1 && len(chunk.GetLines()) > int(stated.GetBytes()) {
				t.Fatalf("%d records with %d bytes of %v", len(lines), len(chunk.GetLines()), stated)
			}
			got = append(got, lines...)
		}
		stop()
		if !slices.EqualFunc(got, wanted, bytes.Equal) {
			t.Fatalf("%q came of %q", got, wanted)
		}
	}
}

func TestARecordIsSentAsOneLine(t *testing.T) {
	for record, wanted := range map[string]string{
		"":                                "null",
		" \n ":                            "null",
		"{\"record\": 1}\n":               `{"record": 1}`,
		"{\n\t\"record\": 1,\r\n\"a\":2}": `{"record":1,"a":2}`,
		"no record":                       "no record", // the server says so
		"record: 1\nrules: x":             "",
	} {
		got, err := line([]byte(record))
		if string(got) != wanted || (err == nil) != (wanted != "") {
			t.Errorf("%q is sent as %q, %v", record, got, err)
		}
	}
	client := ask(t, serve(t, &scripted{stream: (&judging{window: window(2, 5, 1<<20), breaks: unbroken}).stream}))
	yaml := slices.Values([][]byte{[]byte("record: 1\nrules: x")})
	for _, err := range client.StreamValidateRecords(t.Context(), yaml, Judging{}) {
		if !errors.Is(err, errNotOneLine) {
			t.Errorf("ended with %v", err)
		}
	}
}
