package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// object is a JSON object; lists are []any, numbers int, and null is nil.
type object = map[string]any

// refusal is why a question has no answer. Only the code is compared between implementations.
type refusal struct{ code, message string }

// refuse ends the question; answerLine recovers.
func refuse(code, format string, values ...any) {
	panic(&refusal{code, fmt.Sprintf(format, values...)})
}

const (
	deepest    = 50
	mostDigits = 6
)

var (
	noNumber = regexp.MustCompile(`^[\s:,]*(NaN|-?Infinity)`)
	escape   = regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|.)`)
)

// readJSON reads one line as strictly as the protocol asks: no key twice, whole numbers of six digits, whole characters.
func readJSON(line []byte) any {
	if !utf8.Valid(line) {
		refuse("NOT_UTF8", "the line is not UTF-8")
	}
	r := &reader{json.NewDecoder(bytes.NewReader(line)), line}
	r.UseNumber()
	value := r.value(r.token(), 1)
	if _, err := r.Token(); err != io.EOF {
		refuse("NOT_JSON", "something follows the value")
	}
	refuseHalves(line)
	return value
}

type reader struct {
	*json.Decoder
	line []byte
}

// token is the next sign or plain value.
func (r *reader) token() json.Token {
	found, err := r.Token()
	if err != nil {
		if noNumber.Match(r.line[r.InputOffset():]) {
			refuse("NUMBER_NOT_WHOLE", "not a number")
		}
		refuse("NOT_JSON", "the line cannot be read from byte %d on", r.InputOffset())
	}
	return found
}

func (r *reader) value(token json.Token, depth int) any {
	switch token := token.(type) {
	case json.Number:
		return number6(string(token))
	case json.Delim:
		if depth > deepest {
			refuse("TOO_DEEP", "more than %d levels", deepest)
		}
		if token == '{' {
			return r.object(depth)
		}
		list := []any{}
		for next := r.token(); next != json.Delim(']'); next = r.token() {
			list = append(list, r.value(next, depth+1))
		}
		return list
	}
	return token
}

func (r *reader) object(depth int) object {
	found := object{}
	for next := r.token(); next != json.Delim('}'); next = r.token() {
		key := next.(string)
		if _, twice := found[key]; twice {
			refuse("KEY_TWICE", "the key %q stands twice", key)
		}
		found[key] = r.value(r.token(), depth+1)
	}
	return found
}

func number6(text string) int {
	if strings.ContainsAny(text, ".eE") {
		refuse("NUMBER_NOT_WHOLE", "%s is not whole", text)
	}
	if len(strings.TrimPrefix(text, "-")) > mostDigits {
		refuse("NUMBER_TOO_LARGE", "%s has too many digits", text)
	}
	number, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return number
}

// refuseHalves refuses an escape that is half a character, which encoding/json would replace without a word.
func refuseHalves(line []byte) {
	var half rune
	end := -1
	for _, at := range escape.FindAllIndex(line, -1) {
		code, err := strconv.ParseUint(string(line[min(at[0]+2, at[1]):at[1]]), 16, 16)
		one := rune(code)
		if err != nil || !utf16.IsSurrogate(one) {
			one = 0
		}
		switch {
		case half == 0:
			half = one
		case at[0] == end && utf16.DecodeRune(half, one) != utf8.RuneError:
			half = 0
		default:
			refuse("NOT_UTF8", "half a character")
		}
		end = at[1]
	}
	if half != 0 {
		refuse("NOT_UTF8", "half a character")
	}
}
