package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// audit is a check that asks the network. With AUDIT=require it fails where it gets no
// answer.
func audit(name string, run func(ctx context.Context, root string) ([]byte, error)) suite {
	return check(name, func(ctx context.Context, root string) ([]byte, error) {
		found, err := run(ctx, root)
		if errors.Is(err, errUnchecked) && os.Getenv("AUDIT") == "require" {
			return []byte(err.Error() + "\n"), errFindings
		}
		return found, err
	})
}

// vulnerabilities finds known vulnerabilities of the dependencies that a module calls.
func vulnerabilities(m module) suite {
	return audit("govulncheck "+m.dir, func(ctx context.Context, root string) ([]byte, error) {
		if err := reachable(ctx, cmp.Or(os.Getenv("GOVULNDB"), "https://vuln.go.dev")); err != nil {
			return nil, fmt.Errorf("%w: the vulnerability database cannot be reached: %w", errUnchecked, err)
		}
		return command(ctx, root, infra.dir, "go", "tool", "govulncheck", "-C="+filepath.Join(root, m.dir), "-tags="+m.tags,
			"./...").CombinedOutput()
	})
}

func npmAudit(ctx context.Context, root string) ([]byte, error) {
	report, err := command(ctx, root, ".", "npm", "audit", "--json").Output()
	return readAudit(report, err)
}

const reachWithin = 5 * time.Second

// reachable returns why a vulnerability database in Go's format does not answer. One in
// a folder needs no network.
func reachable(ctx context.Context, database string) error {
	if strings.HasPrefix(database, "file:") {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(database, "/")+"/index/db.json", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", database, answer.Status)
	}
	return nil
}

// readAudit distinguishes npm's findings from a failure to get an answer.
func readAudit(report []byte, failed error) ([]byte, error) {
	var said struct {
		Version         int    `json:"auditReportVersion"`
		Message         string `json:"message"`
		Vulnerabilities map[string]struct {
			Severity string `json:"severity"`
			Range    string `json:"range"`
		} `json:"vulnerabilities"`
	}
	if err := json.Unmarshal(report, &said); err != nil || said.Version == 0 {
		reason := cmp.Or(said.Message, "npm audit gave no report")
		return nil, fmt.Errorf("%w: the registry does not say what is known: %s", errUnchecked, reason)
	}
	if len(said.Vulnerabilities) == 0 {
		return nil, failed
	}
	var found bytes.Buffer
	for name, each := range said.Vulnerabilities {
		fmt.Fprintf(&found, "%s %s: %s (npm audit says more)\n", name, each.Range, each.Severity)
	}
	return found.Bytes(), errFindings
}
