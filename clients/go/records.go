package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"

	refereev1 "example.com/referee/clients/go/gen/referee/v1"
)

const batchBytes = 3_500_000 // of the records of one batch together; a message has at most 4 MiB

// Judging is how records are judged. The zero value judges each by its own rules, in English, up to its first violation.
type Judging struct {
	// Rules other than the record's own: what if. Nil: by its own.
	Rules Rules
	// Language of the messages.
	Language string
	// KeepGoing judges later rounds on the written totals after a violation; such findings are conditional.
	KeepGoing bool
	// Full gives whole verdicts for clean records of batches and streams, too.
	Full bool
}

// Valid is whether nothing is wrong with a record that nobody ruled upon.
func Valid(status Status) bool { return status == Clean || status == Consistent || status == Irregular }

// StatusName is a status as people and records write it: "clean".
func StatusName(status Status) string {
	return strings.ToLower(strings.TrimPrefix(status.String(), "STATUS_"))
}

// Reading is how a record is read.
type Reading struct {
	// Rules whose pack the cards are read with. Nil: those the record names.
	Rules Rules
	// Strict refuses everything that is not well-formed instead of repairing it.
	Strict bool
	// FileName is what places are to call the file.
	FileName string
}

// ParseRecord reads a record from YAML or JSON, with every repair, and gives its plays as actions.
func (c *Client) ParseRecord(ctx context.Context, record []byte, reading Reading) (*ParseReport, error) {
	return c.records.ParseRecord(ctx, &refereev1.ParseRecordRequest{
		Source: record, Strict: reading.Strict, FileName: reading.FileName, RuleSet: chosen(reading.Rules),
	})
}

// Writing is how a record is written.
type Writing struct {
	// Rules whose pack the cards are written with. Nil: those the record names.
	Rules Rules
	// Seal computes the seals.
	Seal bool
	// Plays take the place of the record's own: one list of actions a round, or nil.
	Plays [][]*Action
}

// FormatRecord writes a record, given as YAML or JSON, in canonical form.
func (c *Client) FormatRecord(ctx context.Context, record []byte, writing Writing) (*FormatReport, error) {
	request := &refereev1.FormatRecordRequest{
		Content: &refereev1.FormatRecordRequest_Source{Source: record},
		Seal:    writing.Seal, RuleSet: chosen(writing.Rules),
	}
	for _, actions := range writing.Plays {
		request.Plays = append(request.Plays, &refereev1.Play{Actions: actions})
	}
	return c.records.FormatRecord(ctx, request)
}

// ValidateRecord judges a record, given as YAML or JSON. Whatever is wrong with it is its verdict and no error.
func (c *Client) ValidateRecord(ctx context.Context, record []byte, judging Judging) (*Verdict, error) {
	answer, err := c.records.ValidateRecord(ctx, &refereev1.ValidateRecordRequest{
		Content:   &refereev1.ValidateRecordRequest_Source{Source: record},
		KeepGoing: judging.KeepGoing, RuleSet: chosen(judging.Rules), Language: judging.Language,
	})
	if err != nil {
		return nil, err
	}
	return answer.GetVerdict(), nil
}

// BatchValidateRecords judges any number of records, in order; deadlines as in [Client.BatchEvaluateHands].
func (c *Client) BatchValidateRecords(ctx context.Context, records [][]byte, judging Judging) ([]Item[*Verdict], error) {
	items := make([]Item[*Verdict], 0, len(records))
	for len(items) < len(records) {
		batch := firstBatch(records[len(items):])
		request := &refereev1.BatchValidateRecordsRequest{
			KeepGoing: judging.KeepGoing, RuleSet: chosen(judging.Rules), Language: judging.Language, Full: judging.Full,
		}
		for _, record := range batch {
			content := &refereev1.RecordContent{Content: &refereev1.RecordContent_Source{Source: record}}
			request.Records = append(request.Records, content)
		}
		answer, err := c.records.BatchValidateRecords(ctx, request)
		if err != nil {
			return nil, err
		}
		if err := complete(len(answer.GetResults()), len(batch)); err != nil {
			return nil, err
		}
		for _, one := range answer.GetResults() {
			items = append(items, Item[*Verdict]{Answer: one.GetVerdict(), Fault: one.GetFault()})
		}
	}
	return items, nil
}

// AnswerLines answers questions of the line protocol, each a line of JSON about rule sets that the server has, in order: any
// number, as `referee answer` does. A bad line is answered, too.
func (c *Client) AnswerLines(ctx context.Context, lines [][]byte) ([]string, error) {
	answers := make([]string, 0, len(lines))
	for len(answers) < len(lines) {
		batch := firstBatch(lines[len(answers):])
		answer, err := c.records.AnswerLines(ctx, &refereev1.AnswerLinesRequest{Lines: batch})
		if err != nil {
			return nil, err
		}
		if err := complete(len(answer.GetAnswers()), len(batch)); err != nil {
			return nil, err
		}
		answers = append(answers, answer.GetAnswers()...)
	}
	return answers, nil
}

// firstBatch is as many of the records as one message holds, at least one.
func firstBatch(records [][]byte) [][]byte {
	size := 0
	for i, record := range records {
		size += len(record)
		if i > 0 && (i == BatchItems || size > batchBytes) {
			return records[:i]
		}
	}
	return records
}

// complete is an error where a server answers other than it was asked.
func complete(answered, asked int) error {
	if answered != asked {
		return failed(codes.Internal, fmt.Sprintf("the server gave %d answers to %d questions", answered, asked))
	}
	return nil
}

var errKeepAndHand = errors.New("referee: a close has either the cards kept or the whole hand")
