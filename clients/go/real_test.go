package referee

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// served is the address of a real `referee serve`, and kept that of one with a new store and tokens.
var (
	served = sync.OnceValues(func() (string, error) { return start() })
	kept   = sync.OnceValues(func() (string, error) {
		if program() == "" {
			return "", nil
		}
		folder, err := os.MkdirTemp("", "kept")
		if err != nil {
			return "", err
		}
		atEnd = append(atEnd, func() { _ = os.RemoveAll(folder) })
		store, tokens := filepath.Join(folder, "rules.db"), filepath.Join(folder, "tokens.yaml")
		for name, content := range map[string]string{
			"author": author, "reader": reader,
			"tokens.yaml": "ane: {role: author, file: author}\njon: {role: reader, file: reader}\n",
		} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
				return "", err
			}
		}
		if told, err := exec.Command(program(), "migrate", "--store", store).CombinedOutput(); err != nil {
			return "", fmt.Errorf("migrate: %w: %s", err, told)
		}
		return start("--store", store, "--tokens-file", tokens)
	})
	atEnd []func()
)

const author, reader = "the-author-of-casa", "somebody-who-reads"

// program is the one that REFEREE names, or the one that is installed; empty if there is none.
func program() string {
	if named := os.Getenv("REFEREE"); named != "" {
		return named
	}
	found, _ := exec.LookPath("referee")
	return found
}

// start serves until the tests end; the address, empty if there is nothing to start.
func start(arguments ...string) (string, error) {
	program := program()
	if program == "" {
		return "", nil
	}
	command := exec.Command(program, append([]string{"serve", "--address", "127.0.0.1:0"}, arguments...)...)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := command.Start(); err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { _ = command.Process.Signal(os.Interrupt); _ = command.Wait() })
	line, err := bufio.NewReader(output).ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !found {
		return "", fmt.Errorf("%s said %q, %v", program, line, err)
	}
	return address, nil
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range slices.Backward(atEnd) {
		end()
	}
	os.Exit(code)
}

// real is the address of a real server, keeping that of one which keeps house rules for who has a token.
func real(t *testing.T) string    { t.Helper(); return there(t, served) }
func keeping(t *testing.T) string { t.Helper(); return there(t, kept) }

func there(t *testing.T, which func() (string, error)) string {
	t.Helper()
	address, err := which()
	if err != nil {
		t.Fatal(err)
	}
	if address == "" {
		t.Skip("neither is REFEREE set nor `referee` on the path: nothing was asked of a real server")
	}
	return address
}
