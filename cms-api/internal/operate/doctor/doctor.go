// Package doctor looks at an installation and says what is wrong with it and what
// to do. It leaves everything as it was, and names no secret.
package doctor

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// Level says how a finding is to be taken.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, and may not be meant
	Failed  Level = "failed"  // it does not work
)

// Finding is one thing that was looked at.
type Finding struct {
	Check string `json:"check"`
	Level Level  `json:"level"`
	Found string `json:"found"`
	// Do is what to do about it, in one sentence; empty when all is well.
	Do string `json:"do,omitempty"`
}

// Notes gathers what a check finds.
type Notes struct {
	check    string
	findings []Finding
}

// OK notes that something is as it should be.
func (n *Notes) OK(format string, args ...any) { n.add(OK, fmt.Sprintf(format, args...), "") }

// Warn notes what may not be meant, and what to do.
func (n *Notes) Warn(found, do string) { n.add(Warning, found, do) }

// Fail notes what does not work, and what to do.
func (n *Notes) Fail(found, do string) { n.add(Failed, found, do) }

func (n *Notes) add(level Level, found, do string) {
	n.findings = append(n.findings, Finding{n.check, level, found, do})
}

// Check looks at one thing.
type Check struct {
	Name string
	// Needs is a check before it without whose success there is nothing to see;
	// empty when there is none.
	Needs string
	Look  func(context.Context, *Notes)
}

// Report is everything that was found.
type Report struct {
	// OK is false when anything failed.
	OK       bool      `json:"ok"`
	Findings []Finding `json:"findings"`
}

// checkTime is how long one check may take.
const checkTime = 15 * time.Second

// Examine runs checks one after the other. Secrets in what they found are
// replaced.
func Examine(ctx context.Context, secrets []string, checks []Check) Report {
	report := Report{OK: true, Findings: []Finding{}}
	failed := map[string]bool{}
	for _, check := range checks {
		if failed[check.Needs] {
			continue
		}
		notes := &Notes{check: check.Name}
		looking, cancel := context.WithTimeout(ctx, checkTime)
		check.Look(looking, notes)
		cancel()
		for _, f := range notes.findings {
			f.Found, f.Do = redact(f.Found, secrets), redact(f.Do, secrets)
			report.Findings = append(report.Findings, f)
			if f.Level == Failed {
				failed[check.Name], report.OK = true, false
			}
		}
	}
	return report
}

func redact(text string, secrets []string) string {
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	return text
}

// Text writes the report for people: a line for each finding and, below what is
// not well, one on what to do.
func (r Report) Text(out io.Writer) error {
	counts := map[Level]int{}
	for _, f := range r.Findings {
		counts[f.Level]++
		line := fmt.Sprintf("%-8s %-16s %s\n", f.Level, f.Check, strings.ReplaceAll(f.Found, "\n", " "))
		if f.Do != "" {
			line += fmt.Sprintf("%-8s %-16s → %s\n", "", "", f.Do)
		}
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%d ok, %d to look at, %d failed\n", counts[OK], counts[Warning], counts[Failed])
	return err
}
