package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// vitest runs the tests of a workspace, or of one of its projects.
func vitest(workspace string, project ...string) suite {
	title := strings.Join(append([]string{"vitest", workspace}, project...), " ")
	return suite{title, func(ctx context.Context, in checkout, out io.Writer) (tally, error) {
		name := strings.ReplaceAll(strings.Join(append([]string{workspace}, project...), "-"), "/", "-")
		report := filepath.Join(in.root, reports, name+".json")
		if err := os.RemoveAll(report); err != nil {
			return tally{}, err
		}
		cmd := command(ctx, in.root, workspace, npmProgram(in.root, "vitest"), "run",
			"--reporter=default", "--reporter=json", "--outputFile.json="+report)
		if in.order != "" {
			cmd.Args = append(cmd.Args, "--sequence.shuffle.files", "--sequence.shuffle.tests",
				"--sequence.seed="+string(in.order))
		}
		for _, p := range project {
			cmd.Args = append(cmd.Args, "--project="+p)
		}
		if workspace == browserTests {
			chromium, err := browser(ctx)
			if err != nil {
				return tally{}, err
			}
			cmd.Env = append(cmd.Env, "CHROMIUM_PATH="+chromium)
			if slices.Contains(project, "verify") {
				jre, err := java(ctx)
				if err != nil {
					return tally{}, err
				}
				cmd.Env = append(cmd.Env, "JAVA_PATH="+jre)
			}
		}
		cmd.Stdout, cmd.Stderr = out, out
		ended := cmd.Run()
		var exit *exec.ExitError
		if ended != nil && !errors.As(ended, &exit) {
			return tally{}, ended
		}
		content, err := os.ReadFile(report)
		if err != nil {
			return tally{}, fmt.Errorf("vitest left no report: %w", errors.Join(ended, err))
		}
		return readVitestReport(content, ended == nil)
	}}
}

// readVitestReport counts. A run that failed without a failed test (a file that
// does not load, an unhandled error) counts as one failure.
func readVitestReport(content []byte, succeeded bool) (tally, error) {
	var report struct {
		NumTotalTests, NumPassedTests int
		TestResults                   []struct {
			Name, Status     string
			AssertionResults []struct {
				FullName, Status string
				FailureMessages  []string
			}
		}
	}
	if err := json.Unmarshal(content, &report); err != nil {
		return tally{}, fmt.Errorf("the report of vitest cannot be read: %w", err)
	}
	counted := tally{passed: report.NumPassedTests, failed: report.NumTotalTests - report.NumPassedTests}
	if !succeeded && counted.failed == 0 {
		counted.failed = 1
	}
	for _, file := range report.TestResults {
		name := filepath.Base(file.Name)
		if file.Status == "failed" && len(file.AssertionResults) == 0 {
			counted.failing += fmt.Sprintf("  %s\n", name)
		}
		for _, test := range file.AssertionResults {
			if test.Status == "passed" {
				continue
			}
			why := test.Status
			if len(test.FailureMessages) > 0 {
				why, _, _ = strings.Cut(test.FailureMessages[0], "\n")
			}
			counted.failing += fmt.Sprintf("  %s, %s: %.300s\n", name, test.FullName, why)
		}
	}
	return counted, nil
}
