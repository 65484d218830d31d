package referee

import (
	"bytes"
	"encoding/json"
	"errors"

	"google.golang.org/grpc/codes"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

// StreamedVerdict is the answer to one record of a stream.
type StreamedVerdict struct {
	// Number of the record, from 0.
	Number int
	Status Status
	// Verdict is nil for a clean record, unless whole verdicts were asked for.
	Verdict *Verdict
}

var errNotOneLine = errors.New("referee: a stream takes records as JSON; YAML goes to ValidateRecord")

// sending is one stream of records as a client keeps it: what is on its way, what comes next, and what to send again. It
// knows nothing of connections. A chunk stays here until it is answered, never more of them than the window holds.
type sending struct {
	next       func() ([]byte, bool)
	unanswered []sentChunk
	window     *refereev1.StreamWindow
	sequence   uint64 // of the next chunk
	number     int    // of the next record that is answered
	held       []byte // a line that had no room in the last chunk
	ended      bool
}

type sentChunk struct {
	chunk   *refereev1.RecordChunk
	records int
}

// first is the sequence a stream is opened with, also one that goes on.
func (s *sending) first() uint64 { return s.sequence - uint64(len(s.unanswered)) }

// done is whether everything is sent and answered.
func (s *sending) done() bool { return s.ended && len(s.unanswered) == 0 }

// room is how many chunks may be on their way.
func (s *sending) room() int { return int(min(max(1, s.window.GetChunks()), mostChunks)) }

// mostChunks bounds what a server can make a client hold.
const mostChunks = 64

// more is the next chunk that may be sent now, nil if there is none.
func (s *sending) more() (*refereev1.RecordChunk, error) {
	if len(s.unanswered) >= s.room() {
		return nil, nil
	}
	lines, records, err := s.lines()
	if err != nil || records == 0 {
		return nil, err
	}
	chunk := &refereev1.RecordChunk{Sequence: s.sequence, Lines: lines}
	s.unanswered = append(s.unanswered, sentChunk{chunk, records})
	s.sequence++
	return chunk, nil
}

// lines are the records of the next chunk and how many they are.
func (s *sending) lines() ([]byte, int, error) {
	var chunk []byte
	records := 0
	for records < int(max(1, s.window.GetRecords())) && !s.ended {
		content := s.held
		if s.held = nil; content == nil {
			record, there := s.next()
			if !there {
				s.ended = true
				break
			}
			var err error
			if content, err = line(record); err != nil {
				return nil, 0, err
			}
		}
		if records > 0 && len(chunk)+1+len(content) > int(s.window.GetBytes()) {
			s.held = content
			break
		}
		if records > 0 {
			chunk = append(chunk, '\n')
		}
		chunk = append(chunk, content...)
		records++
	}
	return chunk, records, nil
}

// answered takes the answer to the oldest chunk, and gives those to its records.
func (s *sending) answered(found *refereev1.ChunkVerdicts) ([]StreamedVerdict, error) {
	if len(s.unanswered) == 0 || found.GetSequence() != s.unanswered[0].chunk.GetSequence() ||
		len(found.GetStatuses()) != s.unanswered[0].records {
		return nil, failed(codes.Internal, "the server's answer is to no chunk that was sent")
	}
	verdicts := found.GetVerdicts()
	whole := len(verdicts) == len(found.GetStatuses())
	told := make([]StreamedVerdict, len(found.GetStatuses()))
	for i, status := range found.GetStatuses() {
		told[i] = StreamedVerdict{Number: s.number + i, Status: status}
		if !whole && status == Clean {
			continue
		}
		if len(verdicts) == 0 {
			return nil, failed(codes.Internal, "the server's answer lacks a verdict")
		}
		told[i].Verdict, verdicts = verdicts[0], verdicts[1:]
	}
	s.unanswered = s.unanswered[1:]
	s.number += len(told)
	return told, nil
}

// line is a record as one line. A text of several lines has to be JSON; an empty one is answered as no record.
func line(record []byte) ([]byte, error) {
	content := bytes.TrimSpace(record)
	if len(content) == 0 {
		return []byte("null"), nil
	}
	if !bytes.ContainsAny(content, "\r\n") {
		return content, nil
	}
	var compact bytes.Buffer
	if json.Compact(&compact, content) != nil {
		return nil, errNotOneLine
	}
	return compact.Bytes(), nil
}
