package main

import (
	"fmt"
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

type reader struct {
	text  string
	at    int
	depth int
}

// readJSON reads one line as strictly as the protocol asks: no key twice, whole numbers of six digits, whole characters.
func readJSON(line []byte) any {
	if !utf8.Valid(line) {
		refuse("NOT_UTF8", "the line is not UTF-8")
	}
	r := &reader{text: string(line)}
	value := r.value()
	if r.space(); r.at < len(r.text) {
		r.broken()
	}
	return value
}

func (r *reader) broken() {
	refuse("NOT_JSON", "the line cannot be read from byte %d on", r.at)
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// next skips space and takes the sign if it stands there.
func (r *reader) next(sign string) bool {
	r.space()
	if !strings.HasPrefix(r.text[r.at:], sign) {
		return false
	}
	r.at += len(sign)
	return true
}

func (r *reader) value() any {
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if r.next(word) {
			refuse("NUMBER_NOT_WHOLE", "%s is no whole number", word)
		}
	}
	switch {
	case r.next("{"):
		return r.object()
	case r.next("["):
		return r.list()
	case r.next(`"`):
		return r.str()
	case r.next("true"):
		return true
	case r.next("false"):
		return false
	case r.next("null"):
		return nil
	}
	return r.number()
}

func (r *reader) deeper() {
	if r.depth++; r.depth > deepest {
		refuse("TOO_DEEP", "more than %d levels", deepest)
	}
}

func (r *reader) object() object {
	r.deeper()
	found := object{}
	for more := !r.next("}"); more; {
		if !r.next(`"`) {
			r.broken()
		}
		key := r.str()
		if _, twice := found[key]; twice {
			refuse("KEY_TWICE", "the key %q stands twice", key)
		}
		if !r.next(":") {
			r.broken()
		}
		found[key] = r.value()
		if more = r.next(","); !more && !r.next("}") {
			r.broken()
		}
	}
	r.depth--
	return found
}

func (r *reader) list() []any {
	r.deeper()
	found := []any{}
	for more := !r.next("]"); more; {
		found = append(found, r.value())
		if more = r.next(","); !more && !r.next("]") {
			r.broken()
		}
	}
	r.depth--
	return found
}

func (r *reader) number() int {
	begin, digits := r.at, func() int {
		from := r.at
		for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
			r.at++
		}
		return r.at - from
	}
	negative := strings.HasPrefix(r.text[r.at:], "-")
	if negative {
		r.at++
	}
	whole := r.at
	count := digits()
	if count == 0 || (count > 1 && r.text[whole] == '0') {
		r.broken()
	}
	end := r.at
	if strings.HasPrefix(r.text[r.at:], ".") {
		if r.at++; digits() == 0 {
			r.broken()
		}
	}
	if r.at < len(r.text) && (r.text[r.at] == 'e' || r.text[r.at] == 'E') {
		if r.at++; r.at < len(r.text) && (r.text[r.at] == '+' || r.text[r.at] == '-') {
			r.at++
		}
		if digits() == 0 {
			r.broken()
		}
	}
	if r.at != end {
		refuse("NUMBER_NOT_WHOLE", "%s is not whole", r.text[begin:r.at])
	}
	if count > mostDigits {
		refuse("NUMBER_TOO_LARGE", "a number has %d digits", count)
	}
	number := 0
	for _, digit := range r.text[whole:end] {
		number = number*10 + int(digit-'0')
	}
	if negative {
		return -number
	}
	return number
}

const escapes = `"\/bfnrt`
const escaped = "\"\\/\b\f\n\r\t"

// str reads a text whose opening quote is behind us.
func (r *reader) str() string {
	var found strings.Builder
	for r.at < len(r.text) {
		sign := r.text[r.at]
		r.at++
		switch {
		case sign == '"':
			return found.String()
		case sign < ' ':
			r.at--
			r.broken()
		case sign != '\\':
			found.WriteByte(sign)
		case strings.HasPrefix(r.text[r.at:], "u"):
			r.at++
			found.WriteRune(r.unicode())
		default:
			which := -1
			if r.at < len(r.text) {
				which = strings.IndexByte(escapes, r.text[r.at])
			}
			if which < 0 {
				r.broken()
			}
			found.WriteByte(escaped[which])
			r.at++
		}
	}
	r.broken()
	return ""
}

// unicode reads the four digits behind \u, and the second half of a character outside the first plane.
func (r *reader) unicode() rune {
	one := r.four()
	if !utf16.IsSurrogate(one) {
		return one
	}
	if strings.HasPrefix(r.text[r.at:], `\u`) {
		r.at += 2
		if whole := utf16.DecodeRune(one, r.four()); whole != utf8.RuneError {
			return whole
		}
	}
	refuse("NOT_UTF8", "half a character")
	return 0
}

func (r *reader) four() rune {
	var code rune
	for i := 0; i < 4; i++ {
		code = code<<4 | r.hex()
	}
	return code
}

func (r *reader) hex() rune {
	if r.at < len(r.text) {
		sign := r.text[r.at]
		r.at++
		switch {
		case sign >= '0' && sign <= '9':
			return rune(sign - '0')
		case sign|0x20 >= 'a' && sign|0x20 <= 'f':
			return rune(sign|0x20-'a') + 10
		}
		r.at--
	}
	r.broken()
	return 0
}
