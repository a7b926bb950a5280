package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// namesOf are the suites of the named stages, in their order.
func namesOf(t *testing.T, stages ...string) (names []string) {
	t.Helper()
	phases, err := planned(stages...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range phases {
		for _, s := range p.suites {
			names = append(names, s.name)
		}
	}
	return names
}

func TestToTestIsToCheckFirst(t *testing.T) {
	checks, tests, rare := namesOf(t, "check"), namesOf(t, "test"), namesOf(t, "verify")
	if !slices.Equal(tests[:len(checks)], checks) || len(tests) == len(checks) {
		t.Errorf("test runs %q", tests)
	}
	if all := namesOf(t, "verify", "test"); !slices.Equal(all, append(slices.Clone(tests), rare...)) {
		t.Errorf("both run %q", all)
	}
	for i, name := range rare {
		if slices.Contains(tests, name) || slices.Contains(rare[:i], name) {
			t.Errorf("%s runs twice", name)
		}
	}
	for _, wrong := range [][]string{nil, {"tests"}, {"test", "everything"}} {
		if _, err := planned(wrong...); err == nil {
			t.Errorf("%q is a plan", wrong)
		}
	}
}

// A project that nobody runs would look like success.
func TestEveryProjectRuns(t *testing.T) {
	run := namesOf(t, "test", "verify")
	all := map[string]bool{}
	for _, name := range run {
		words := strings.Fields(name)
		if words[0] == "release" {
			words = []string{"vitest", browserTests, "release"}
		}
		if words[0] == "vitest" {
			all[words[1]] = true
			for _, project := range words[min(2, len(words)):] {
				all[words[1]+" "+project] = true
			}
		}
	}
	root := filepath.Join("..", "..")
	for _, workspace := range []string{"site", "admin", "shared", browserTests} {
		configs, err := filepath.Glob(filepath.Join(root, workspace, "vite*.config.ts"))
		if err != nil {
			t.Fatal(err)
		}
		var projects []string
		for _, config := range configs {
			text, err := os.ReadFile(config)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range regexp.MustCompile(`test: \{\s+name: "(\w+)"`).FindAllStringSubmatch(string(text), -1) {
				projects = append(projects, match[1])
			}
		}
		if workspace == "site" && len(projects) < 3 {
			t.Errorf("site has the projects %q", projects)
		}
		for _, project := range projects {
			if everything := slices.Contains(run, "vitest "+workspace); !everything && !all[workspace+" "+project] {
				t.Errorf("nothing runs the project %s of %s", project, workspace)
			}
		}
		if !all[workspace] {
			t.Errorf("nothing runs the tests of %s", workspace)
		}
	}
}

func TestPackagesThatAreLeftOut(t *testing.T) {
	ctx, spent := metered(t.Context())
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	all, err := goTests{without: []string{"./nothing"}}.packages(ctx, root, infra)
	if err != nil || !slices.Contains(all, "./cluster") || !slices.Contains(all, "./embedded/proxy") {
		t.Fatalf("packages %q, %v", all, err)
	}
	some, err := goTests{without: []string{"./cluster"}}.packages(ctx, root, infra)
	if err != nil || slices.Contains(some, "./cluster") || len(some) != len(all)-1 {
		t.Errorf("packages %q, %v", some, err)
	}
	some, err = goTests{first: "./suites", without: []string{"./cluster"}}.packages(ctx, root, infra)
	if err != nil || slices.Contains(some, "./cluster") || len(some) != len(all)-1 || some[0] != "./suites" {
		t.Errorf("packages %q, %v", some, err)
	}
	if spent.Load() == 0 {
		t.Error("the processor time of go list is not counted")
	}
}

func TestOrderIsRepeated(t *testing.T) {
	for wanted, want := range map[string]order{"": "", "7": "7"} {
		if got, err := parseOrder(wanted); err != nil || got != want {
			t.Errorf("SHUFFLE=%s: %q, %v", wanted, got, err)
		}
	}
	drawn, err := parseOrder("1")
	var said strings.Builder
	drawn.say(&said)
	if err != nil || drawn == "1" || !strings.Contains(said.String(), "SHUFFLE="+string(drawn)+" repeats") {
		t.Errorf("SHUFFLE=1: %q, %v: %s", drawn, err, &said)
	}
	for _, wrong := range []string{"yes", "-1", "0"} {
		if _, err := parseOrder(wrong); err == nil {
			t.Errorf("SHUFFLE=%s is an order", wrong)
		}
	}
}

func TestProductionThatCannotRun(t *testing.T) {
	for said, unchecked := range map[string]bool{
		"one\nNOT CHECKED: make production: it needs root\n": true,
		"one\ntwo\n": false,
		"":           false,
	} {
		if _, err := readProduction([]byte(said), nil); (err != nil) != unchecked {
			t.Errorf("%q: %v", said, err)
		}
		if _, err := readProduction([]byte(said), io.ErrUnexpectedEOF); err != io.ErrUnexpectedEOF {
			t.Errorf("%q of a script that failed: %v", said, err)
		}
	}
}
