package main

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// What a certificate must have at all before anything in it is looked at, and whether it is still as it was written.

type malformed string

const most = 1 << 53 // a larger number is not written plainly in JSON

// What stands where: `*` is every entry of a list; a question mark behind a kind allows null, two of them nothing at all.
// Nothing else may stand there, but for maps that name what the rules name.
var form = append(append(append([][2]string{
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
	{"claims/*/at/*", "text"}, {"claims/*/holds", "truth"}, {"claims/*/hands", "number??"}, {"asked", "list"}, {"asked/*", "map"},
	{"asked/*/path", "text"}, {"asked/*/said", "text"}, {"asked/*/settled", "truth?"}, {"asked/*/moments", "number"}, {"proved", "truth"},
	{"round", "list"}, {"round/*", "map"}, {"round/*/ends", "truth?"}, {"round/*/most", "number?"}, {"round/*/said", "text"},
	{"round/*/path", "text"}, {"game", "map"}, {"game/ends", "truth?"}, {"game/most", "number?"}, {"game/said", "text"}, {"game/path", "text"},
}, findingsIn("findings")...), findingsIn("suspected")...), findingsIn("only_here")...)

// findingsIn is what stands in a list of findings.
func findingsIn(list string) [][2]string {
	made := [][2]string{{list, "list"}, {list + "/*", "map"}}
	for _, one := range [][2]string{
		{"code", "text"}, {"severity", "text"}, {"path", "text"}, {"message", "text"}, {"file", "text??"}, {"line", "number??"},
		{"column", "number??"}, {"notes", "list"}, {"help", "text??"}, {"claim", "number?"}, {"witness", "list?"},
	} {
		made = append(made, [2]string{list + "/*/" + one[0], one[1]})
	}
	return made
}

// Maps whose keys are what the rules name.
var named = map[string]bool{"options": true, "counts/given": true, "courses/tried": true}

// shaped ends the program unless everything stands where it must.
func shaped(certificate node) {
	known := map[string]bool{}
	for _, one := range form {
		look(certificate, strings.Split(one[0], "/"), one[0], one[1])
		known[one[0]] = true
	}
	nothingElse(certificate, "", known)
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

// nothingElse ends the program if something stands there that has no place in a certificate.
func nothingElse(tree any, path string, known map[string]bool) {
	switch value := tree.(type) {
	case []any:
		for _, each := range value {
			nothingElse(each, path+"/*", known)
		}
	case node:
		for key, each := range value {
			inner := strings.TrimPrefix(path+"/"+key, "/")
			if !known[inner] {
				panic(malformed(fmt.Sprintf("it has no %q", inner)))
			}
			if !named[inner] {
				nothingElse(each, inner, known)
			}
		}
	}
}

func look(tree any, steps []string, path, kind string) {
	if len(steps) == 0 {
		if !is(tree, kind) {
			panic(malformed(fmt.Sprintf("%s must be a %s", path, strings.TrimRight(kind, "?"))))
		}
		return
	}
	if steps[0] == "*" {
		for _, each := range tree.([]any) { // a list: the line for it stands in front
			look(each, steps[1:], path, kind)
		}
		return
	}
	inner, there := tree.(node)[steps[0]]
	if there || !strings.HasSuffix(kind, "??") {
		if !there {
			panic(malformed(path + " is lacking"))
		}
		look(inner, steps[1:], path, kind)
	}
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
	content, err := plain(rest)
	if err != nil {
		return err.Error()
	}
	if seal := fmt.Sprintf("%x", sha256.Sum256(content)); seal != certificate["seal"] {
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
