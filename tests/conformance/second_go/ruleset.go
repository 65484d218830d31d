package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A rule set as its canonical JSON has it; only what hands and closes need.
type ruleSet struct {
	Pack struct {
		Suits []struct{ Name, Letter string }
		Ranks []struct {
			Name   string
			Number int
			Sign   string
		}
	}
	Options    map[string]option
	Define     map[string]*node
	Settings   map[string]struct{ Value *node }
	Conditions map[string][]struct {
		Key   string
		Holds *node
	}
	Cases    map[string][]struct{ When, Value *node }
	Outcomes []struct {
		Name, Clause string
		When, Writes *node
		WinsGame     *node `json:"wins_game"`
		LayOff       *node `json:"lay_off"`
	}
	Winner []struct{ Prefer *node }
}

type option struct {
	Type     string
	Default  any
	Fixed    bool
	From, To *int
	OneOf    []any `json:"one_of"`
	When     *node
}

// A node is one part of an expression; which fields are set says which kind it is. The schema of the canonical JSON
// (ruleset.canonical.schema.json) lists the kinds.
type node struct {
	Number                                     *int
	Truth                                      *bool
	Fact, Option, Definition, Variable, Member string
	Field                                      string
	Of                                         *node
	Call                                       string
	Arguments                                  []*node
	Over                                       string
	Each, In                                   *node
	List                                       []*node
	From, To                                   *node
	Op                                         string
	Operand, Left, Right                       *node
	Parts                                      []*node
	If, Then, Else                             *node
	Prefer                                     string
}

// A shelf finds rule sets by name in a folder, and keeps them and the tables made of them.
type shelf struct {
	folder string
	read   map[string]*ruleSet
	tables map[string]*table
}

// find gives the rule set a question names. A path names a file that only the first referee can compile; those of the
// vectors were compiled beforehand, and stand in the folder under the name of the file.
func (s *shelf) find(name string) *ruleSet {
	if found := s.read[name]; found != nil {
		return found
	}
	path, code := name, "RULE_SET_UNKNOWN"
	if strings.Contains(name, "/") || strings.HasSuffix(name, ".yaml") {
		path, code = strings.TrimSuffix(filepath.Base(name), ".yaml"), "RULE_SET_UNREADABLE"
	}
	content, err := os.ReadFile(filepath.Join(s.folder, path+".json"))
	if err != nil || path != filepath.Base(path) {
		refuse(code, "no rule set %q", name)
	}
	found := &ruleSet{}
	if err := json.Unmarshal(content, found); err != nil {
		panic(err)
	}
	if s.read == nil {
		s.read = map[string]*ruleSet{}
	}
	s.read[name] = found
	return found
}

var whole = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,5})$`)

// plain reads a value that a question may write as itself or as rule files write it; nil if it is neither.
func plain(value any, truth bool) any {
	if truth {
		switch value {
		case true, "yes", "true":
			return true
		case false, "no", "false":
			return false
		}
		return nil
	}
	switch value := value.(type) {
	case int:
		return value
	case string:
		if whole.MatchString(value) {
			var number int
			if err := json.Unmarshal([]byte(value), &number); err == nil {
				return number
			}
		}
	}
	return nil
}

// chosen reads a value for the option; nil if it cannot have it.
func (o option) chosen(value any) any {
	_, named := o.Default.(string)
	read := value
	if !named {
		read = plain(value, o.Type == "yes_no")
	}
	if number, ok := read.(int); ok && (o.From != nil && number < *o.From || o.To != nil && number > *o.To) {
		return nil
	}
	for _, one := range o.OneOf {
		if settled(one) == read {
			return read
		}
	}
	if len(o.OneOf) > 0 {
		return nil
	}
	return read
}

// settled makes the numbers of encoding/json whole.
func settled(value any) any {
	if number, ok := value.(float64); ok {
		return int(number)
	}
	return value
}

// options are the values of all options at a table.
func (r *ruleSet) options(said object) object {
	values := object{}
	for name, one := range r.Options {
		values[name] = settled(one.Default)
	}
	for name, value := range said {
		one, known := r.Options[name]
		if !known {
			refuse("OPTION_UNKNOWN", "no option %q", name)
		}
		read := one.chosen(value)
		switch {
		case read == nil:
			refuse("OPTION_OUT_OF_RANGE", "the option %q cannot be %v", name, value)
		case one.Fixed && read != values[name]:
			refuse("OPTION_FIXED", "the option %q is fixed", name)
		}
		values[name] = read
	}
	for name := range said {
		one := r.Options[name]
		if one.When != nil && values[name] != settled(one.Default) {
			offered := (&compiler{rules: r, options: values}).compile(one.When)
			if !offered(&facts{}).(bool) {
				refuse("OPTION_NOT_OFFERED", "the option %q is not offered with these", name)
			}
		}
	}
	return values
}
