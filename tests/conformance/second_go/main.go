// Command second is a second referee for one hand: it answers deadwood, meld, close and invalid_hand of the
// conformance protocol (../PROTOCOL.md), so that the answers of the first can be doubted.
//
// It was written from the clauses of the rules and from the canonical JSON of a compiled rule set, not from the first
// referee, and shares nothing with it: its own reading of JSON, its own evaluation of the expressions, and a search
// that tries everything (every subset of a hand as a meld, every set of melds as an arrangement) where the first is
// clever. It is slow, and short enough to be read in one sitting.
//
//	second FOLDER < questions > answers
//
// FOLDER holds the rule sets, NAME.json each, as `referee show NAME --json` prints them.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

const lineBytes = 1 << 20

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: second FOLDER < questions > answers")
		os.Exit(2)
	}
	if err := serve(os.Stdin, os.Stdout, &shelf{folder: os.Args[1]}); err != nil {
		fmt.Fprintln(os.Stderr, "second:", err)
		os.Exit(1)
	}
}

// serve answers every line, in order, and writes each answer at once.
func serve(questions io.Reader, answers io.Writer, rules *shelf) error {
	in, out := bufio.NewReaderSize(questions, lineBytes+3), json.NewEncoder(answers)
	out.SetEscapeHTML(false)
	for first := true; ; first = false {
		line, tooLong, err := readLine(in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if first {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if err := out.Encode(answerLine(line, tooLong, rules)); err != nil {
			return err
		}
	}
}

// readLine gives a line without its end, or that it was too long; io.EOF where there is none.
func readLine(in *bufio.Reader) (line []byte, tooLong bool, err error) {
	line, err = in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		for err == bufio.ErrBufferFull {
			_, err = in.ReadSlice('\n')
		}
		tooLong = true
	}
	if err == io.EOF && (len(line) > 0 || tooLong) {
		err = nil
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	return line, tooLong || len(line) > lineBytes, err
}

// answerLine is the one place where a refused question ends.
func answerLine(line []byte, tooLong bool, rules *shelf) (found object) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case *refusal:
			found = object{"error": object{"code": problem.code, "message": problem.message}}
		default:
			panic(problem)
		}
	}()
	if tooLong {
		refuse("LINE_TOO_LONG", "the line has more than %d bytes", lineBytes)
	}
	question, ok := readJSON(line).(object)
	if !ok {
		refuse("NOT_AN_OBJECT", "a question is an object")
	}
	return answer(question, rules)
}
