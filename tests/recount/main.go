// Recount checks the certificate of `referee prove` against the rules alone: it deals every hand there is, one by one,
// arranges it in every way, and counts what it comes to. It shares nothing with the program that wrote the certificate.
//
//	referee show spanish-40 --json > rules.json
//	referee prove spanish-40 --certificate certificate.json
//	go run . rules.json certificate.json
//
// Exit codes: 0 all is as certified, 1 something is not, 2 it cannot be recounted (a sample, no certificate, no such file).
// What it takes the certificate's word for it lists (`trusted`).
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

const version = 1 // the version of certificates whose words this program has

func main() {
	defer refuse()
	if len(os.Args) != 3 {
		fail(2, "usage: recount RULES.json CERTIFICATE.json")
	}
	began := time.Now()
	content := bytes.TrimRight(read(os.Args[1]), "\r\n")
	rules, certificate := parse(content, os.Args[1]), parse(read(os.Args[2]), os.Args[2])
	if its, is := certificate["certificate"].(float64); is && its != version {
		fail(2, fmt.Sprintf("this program recounts certificates of version %d, not of version %v", version, its))
	}
	shaped(certificate)
	if broken := brokenSeal(certificate); broken != "" {
		fail(1, broken)
	}
	if digest := fmt.Sprintf("%x", sha256.Sum256(content)); digest != certificate["digest"] {
		fail(1, "the certificate is about other rules: "+digest)
	}
	if certificate["space"].(node)["exact"] != true {
		fail(2, "the certificate is about a sample, which proves nothing")
	}
	if problem := notOffered(rules, certificate); problem != "" {
		fail(1, problem)
	}
	if problems := unusual(certificate); len(problems) > 0 {
		fail(1, strings.Join(problems, "\n"))
	}
	claims := claimsOf(rules, certificate)
	found := recount(rules, certificate, claims)
	problems := compare(found, tableOf(rules, certificate), certificate, claims)
	problems = append(problems, consistent(rules, certificate, claims)...)
	problems = append(problems, missed(rules, certificate, found)...)
	problems = append(problems, witnessed(rules, certificate, claims, found)...)
	for _, problem := range problems {
		fmt.Println(problem)
	}
	name := certificate["rules"]
	fmt.Printf("%s: %d hands and %d claims recounted in %.1f s\n", name, found.hands, len(claims), time.Since(began).Seconds())
	for _, one := range trusted(rules, certificate, len(found.kinds) > 0) {
		fmt.Println("  not recounted: " + one)
	}
	if len(problems) > 0 {
		fail(1, "the certificate is not true")
	}
}

// refuse ends the program with a plain message where it met what it does not know.
func refuse() {
	switch problem := recover().(type) {
	case nil:
	case unsupported:
		fail(2, "this program does not recount "+string(problem))
	case malformed:
		fail(2, "this is no certificate: "+string(problem))
	case runtime.Error:
		fail(2, "these are no such rules: "+problem.Error())
	default:
		panic(problem)
	}
}

func fail(code int, why string) {
	fmt.Fprintln(os.Stderr, "recount: "+why)
	os.Exit(code)
}
