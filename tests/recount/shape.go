package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// What a certificate must have at all before anything in it is looked at, and whether it is still as it was written.

type malformed string

const most = 1 << 53 // a larger number is not written plainly in JSON

// What stands where: `*` is every entry of a list, a question mark behind a kind allows null and nothing at all.
var form = [][2]string{
	{"certificate", "number"}, {"made_by", "text"}, {"rules", "text"}, {"digest", "text"}, {"seal", "text"}, {"seats", "number"},
	{"options", "map"}, {"hand_size", "number"}, {"space", "map"}, {"space/hands", "number"}, {"space/asked", "number"},
	{"space/classes", "number"}, {"space/kinds", "number"}, {"space/exact", "truth"}, {"courses", "map"}, {"courses/exact", "truth"},
	{"courses/tried", "map"}, {"counts", "map"}, {"counts/given", "map"}, {"counts/outcomes", "list"}, {"counts/refused", "list"},
	{"counts/deadwood", "list"}, {"counts/outcomes/*", "map"}, {"counts/outcomes/*/outcome", "text"}, {"counts/outcomes/*/clause", "text"},
	{"counts/outcomes/*/wins_game", "truth"}, {"counts/outcomes/*/writes", "number?"}, {"counts/outcomes/*/hands", "number"},
	{"counts/refused/*", "map"}, {"counts/refused/*/clauses", "list"}, {"counts/refused/*/conditions", "list"},
	{"counts/refused/*/clauses/*", "text"}, {"counts/refused/*/conditions/*", "text"},
	{"counts/refused/*/hands", "number"}, {"counts/deadwood/*", "map"}, {"counts/deadwood/*/points", "number"},
	{"counts/deadwood/*/hands", "number"}, {"claims", "list"}, {"claims/*", "map"}, {"claims/*/claim", "text"}, {"claims/*/at", "list"},
	{"claims/*/at/*", "text"}, {"claims/*/holds", "truth"}, {"claims/*/hands", "number?"}, {"asked", "list"}, {"asked/*", "map"},
	{"asked/*/path", "text"}, {"asked/*/said", "text"}, {"asked/*/settled", "truth?"}, {"asked/*/moments", "number"}, {"proved", "truth"},
	{"findings", "list"}, {"findings/*", "map"}, {"findings/*/code", "text"}, {"findings/*/path", "text"}, {"findings/*/claim", "number?"},
	{"findings/*/witness", "list?"}, {"suspected", "list"}, {"only_here", "list"}, {"only_here/*", "map"}, {"only_here/*/code", "text"},
	{"only_here/*/path", "text"}, {"only_here/*/claim", "number?"}, {"only_here/*/witness", "list?"}, {"round", "list"}, {"round/*", "map"},
	{"round/*/ends", "truth?"}, {"round/*/most", "number?"}, {"game", "map"}, {"game/ends", "truth?"}, {"game/most", "number?"},
}

// shaped ends the program unless everything stands where it must.
func shaped(certificate node) {
	for _, one := range form {
		look(certificate, strings.Split(one[0], "/"), one[0], one[1])
	}
	for _, name := range []string{"options", "counts/given"} {
		for key, value := range at(certificate, "/"+name).(node) {
			if !is(value, "number") && !is(value, "truth") && (name != "options" || !is(value, "text")) {
				panic(malformed(fmt.Sprintf("%s/%s is %v", name, key, value)))
			}
		}
	}
	for name, values := range at(certificate, "/courses/tried").(node) {
		list, good := values.([]any)
		if !good || slices.ContainsFunc(list, func(value any) bool { return !is(value, "number") && !is(value, "truth") }) {
			panic(malformed("courses/tried/" + name + " is no list of numbers"))
		}
	}
}

func look(tree any, steps []string, path, kind string) {
	if len(steps) == 0 {
		if !is(tree, kind) {
			panic(malformed(fmt.Sprintf("%s must be a %s", path, strings.TrimSuffix(kind, "?"))))
		}
		return
	}
	if steps[0] == "*" {
		for _, each := range tree.([]any) { // a list: the line for it stands in front
			look(each, steps[1:], path, kind)
		}
		return
	}
	look(tree.(node)[steps[0]], steps[1:], path, kind)
}

func is(value any, kind string) (good bool) {
	if value == nil {
		return strings.HasSuffix(kind, "?")
	}
	switch known := value.(type) {
	case string:
		return strings.HasPrefix(kind, "text")
	case bool:
		return strings.HasPrefix(kind, "truth")
	case []any:
		return strings.HasPrefix(kind, "list")
	case node:
		return strings.HasPrefix(kind, "map")
	case float64:
		return strings.HasPrefix(kind, "number") && known == float64(int(known)) && -most < known && known < most
	}
	return false
}

// brokenSeal says what is wrong with the seal: the digest of all else, keys in order and nothing between.
func brokenSeal(certificate node) string {
	rest := node{}
	for key, value := range certificate {
		if key != "seal" {
			rest[key] = value
		}
	}
	var plain bytes.Buffer
	writer := json.NewEncoder(&plain)
	writer.SetEscapeHTML(false)
	if err := writer.Encode(rest); err != nil {
		return err.Error()
	}
	if seal := fmt.Sprintf("%x", sha256.Sum256(bytes.TrimRight(plain.Bytes(), "\n"))); seal != certificate["seal"] {
		return "the certificate was changed after it was made: its seal would be " + seal
	}
	return ""
}

// notOffered says which seats or options of a certificate the rules do not have.
func notOffered(rules, certificate node) string {
	seats, offered := number(certificate["seats"]), rules["settings"].(node)["table.seats"].(node)["value"]
	c := compilerOf(rules, certificate)
	if !within(seats, c.ranges(offered), &facts{}) {
		return fmt.Sprintf("the rules are not for %d seats", seats)
	}
	known, chosen := rules["options"].(node), certificate["options"].(node)
	for name, value := range chosen {
		option, is := known[name].(node)
		if !is || !allows(option, value) {
			return fmt.Sprintf("the rules offer no option %s of %v", name, value)
		}
	}
	for name := range known {
		if _, is := chosen[name]; !is {
			return "the certificate names no option " + name
		}
	}
	return ""
}

func allows(option node, value any) bool {
	if option["fixed"] == true && value != option["default"] {
		return false
	}
	if list, is := option["one_of"].([]any); is {
		return slices.Contains(list, value)
	}
	if option["type"] == "yes_no" {
		return value == true || value == false
	}
	low, bounded := option["from"].(float64)
	high, _ := option["to"].(float64)
	given, is := value.(float64)
	return is && (!bounded || low <= given && given <= high)
}

// compilerOf knows the options and the seats of a certificate.
func compilerOf(rules, certificate node) compiler {
	c := compiler{rules: rules, options: map[string]int{}, table: map[string]int{"seats": number(certificate["seats"])}}
	for name, value := range certificate["options"].(node) {
		if text, is := value.(string); is {
			option, _ := rules["options"].(node)[name].(node)
			list, _ := option["one_of"].([]any)
			c.options[name] = slices.Index(list, any(text))
			continue
		}
		c.options[name] = number(value)
	}
	c.table["hand_size"] = c.compile(rules["settings"].(node)["deal.cards"].(node)["value"])(&facts{})
	return c
}
