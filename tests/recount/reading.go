package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// How files are read and, for the seal, written.

func read(path string) []byte {
	content, err := os.ReadFile(path)
	if err != nil {
		fail(2, err.Error())
	}
	return content
}

func parse(content []byte, path string) node {
	var found node
	if err := json.Unmarshal(content, &found); err != nil {
		fail(2, path+": "+err.Error())
	}
	if key, is := twice(json.NewDecoder(bytes.NewReader(content))); is {
		fail(2, fmt.Sprintf("%s: the key %q stands twice in one place, so that it cannot be told what is meant", path, key))
	}
	return found
}

// twice is a key that some map within the next value has more than once; of a value that is well formed.
func twice(reader *json.Decoder) (key string, is bool) {
	opening, _ := reader.Token()
	bracket, nested := opening.(json.Delim)
	if !nested {
		return "", false
	}
	known := map[string]bool{}
	for reader.More() {
		if bracket == '{' {
			token, _ := reader.Token()
			if key = token.(string); known[key] {
				return key, true
			}
			known[key] = true
		}
		if inner, is := twice(reader); is {
			return inner, true
		}
	}
	reader.Token() // the bracket that closes it
	return "", false
}

// plain is a value in JSON, keys in order and nothing between: what the seal is taken of.
func plain(value any) ([]byte, error) {
	var made bytes.Buffer
	writer := json.NewEncoder(&made)
	writer.SetEscapeHTML(false)
	if err := writer.Encode(value); err != nil {
		return nil, err
	}
	return separators(bytes.TrimRight(made.Bytes(), "\n")), nil
}

// separators writes U+2028 and U+2029 as they are: JSON lets them stand, and only this encoder never does.
func separators(escaped []byte) []byte {
	made := make([]byte, 0, len(escaped))
	for at := 0; at < len(escaped); at++ {
		if escaped[at] != '\\' {
			made = append(made, escaped[at])
		} else if rest := escaped[at:]; bytes.HasPrefix(rest, []byte(`\u2028`)) || bytes.HasPrefix(rest, []byte(`\u2029`)) {
			made = append(made, "\u2028"[:2]...)
			made = append(made, 0xa0+rest[5]-'0')
			at += 5
		} else {
			made = append(made, rest[:2]...)
			at++
		}
	}
	return made
}
