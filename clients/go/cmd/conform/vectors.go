package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
)

// vector is one question of the kit and its answer. Lines that are no question at all have neither.
type vector struct {
	Case     string          `json:"case"`
	Expect   any             `json:"expect"`
	Question json.RawMessage `json:"question"`
	Answer   map[string]any  `json:"answer"`
	Line     string          `json:"line"`  // what is no good JSON, so many times
	Times    int             `json:"times"` // 0 is once
	Bytes    string          `json:"bytes"` // what is no text, in hexadecimal digits

	part   string
	number int // in its part, from 1
	asked  question
}

// question is what a server can be asked.
type question struct {
	Op      string          `json:"op"`
	Rules   string          `json:"rules"`
	Seats   *int            `json:"seats"`
	Options map[string]any  `json:"options"`
	Hand    []string        `json:"hand"`
	Keep    []string        `json:"keep"`
	Cards   []string        `json:"cards"`
	Given   map[string]any  `json:"given"`
	Laps    *int            `json:"laps"`
	Record  json.RawMessage `json:"record"`
}

// op is the name of the op, whatever else the question is; "" for a line that is none.
func (v vector) op() string {
	var named struct {
		Op any `json:"op"`
	}
	_ = json.Unmarshal(v.Question, &named)
	name, _ := named.Op.(string)
	return name
}

// line is the line that asks it, without its end.
func (v vector) line() ([]byte, error) {
	switch {
	case v.Bytes != "":
		return hex.DecodeString(v.Bytes)
	case v.Question != nil:
		return v.Question, nil
	}
	return bytes.Repeat([]byte(v.Line), max(v.Times, 1)), nil
}

// code is the code of the error that is wanted, "" where none is.
func (v vector) code() string {
	told, _ := v.Answer["error"].(map[string]any)
	code, _ := told["code"].(string)
	return code
}

// parts are the names of the files of vectors, with their checksums.
func parts(folder string) (map[string]string, error) {
	content, err := os.ReadFile(filepath.Join(folder, "contents.json"))
	if err != nil {
		return nil, err
	}
	var listed map[string]struct {
		Sum string `json:"sha256"`
	}
	if err := json.Unmarshal(content, &listed); err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for name, one := range listed {
		sums[name] = one.Sum
	}
	return sums, nil
}

// read gives the vectors of one part, whose lines must have that checksum.
func read(folder, part, sum string) ([]vector, error) {
	file, err := os.Open(filepath.Join(folder, part+".jsonl.gz"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	opened, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(opened)
	if err != nil {
		return nil, err
	}
	if found := sha256.Sum256(content); hex.EncodeToString(found[:]) != sum {
		return nil, fmt.Errorf("%s is not what contents.json says", part)
	}
	var found []vector
	for line := range bytes.Lines(content) {
		one := vector{part: part, number: len(found) + 1}
		if err := decode(line, &one); err != nil {
			return nil, fmt.Errorf("%s, vector %d: %w", part, one.number, err)
		}
		found = append(found, one)
	}
	return found, nil
}

// decode reads JSON with its numbers as they are written.
func decode(content []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// plain is an answer in the types that JSON is read in.
func plain(given map[string]any) map[string]any {
	content, err := json.Marshal(given)
	if err != nil {
		panic(err) // it is made of texts, numbers, lists and objects
	}
	var found map[string]any
	if err := decode(content, &found); err != nil {
		panic(err)
	}
	return found
}

// same says whether an answer is the one wanted, and as its case expects; of an error only the code counts.
func (v vector) same(given map[string]any) bool {
	found := plain(given)
	if !reflect.DeepEqual(counted(found), counted(v.Answer)) {
		return false
	}
	switch expect := v.Expect.(type) {
	case nil:
		return true
	case string:
		_, there := found[expect]
		return there && len(found) == 1
	case map[string]any:
		for key, value := range expect {
			if !reflect.DeepEqual(found[key], value) {
				return false
			}
		}
		return true
	}
	return false
}

func counted(answer map[string]any) any {
	told, is := answer["error"].(map[string]any)
	if is {
		return map[string]any{"error": told["code"]}
	}
	return answer
}

// sameCards says whether two lists have the same cards, in whatever order.
func sameCards(one, other []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(one)), slices.Sorted(slices.Values(other)))
}
