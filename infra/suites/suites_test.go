package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Output of `go test -json` for a test with two subtests of which one fails, a
// skipped test, a package that does not build, and a package that ends early.
const goReport = `{"Action":"run","Package":"a","Test":"T"}
{"Action":"run","Package":"a","Test":"T/one"}
{"Action":"run","Package":"a","Test":"T/two"}
{"Action":"output","Package":"a","Test":"T/two","Output":"two is wrong\n"}
{"Action":"pass","Package":"a","Test":"T/one"}
{"Action":"fail","Package":"a","Test":"T/two"}
{"Action":"fail","Package":"a","Test":"T"}
{"Action":"run","Package":"a","Test":"S"}
{"Action":"skip","Package":"a","Test":"S"}
{"Action":"fail","Package":"a","Elapsed":1}
{"ImportPath":"b [b.test]","Action":"build-output","Output":"b.go:1: no\n"}
{"ImportPath":"b [b.test]","Action":"build-fail"}
{"Action":"fail","Package":"b","FailedBuild":"b [b.test]"}
{"Action":"output","Package":"c","Output":"panic: early\n"}
{"Action":"fail","Package":"c"}
{"Action":"skip","Package":"without-tests"}
{"Action":"run","Package":"d","Test":"T"}
{"Action":"pass","Package":"d","Test":"T"}
{"Action":"pass","Package":"d"}
`

func TestGoReportIsCounted(t *testing.T) {
	var out strings.Builder
	got, err := readGoReport(strings.NewReader(goReport), &out)
	if want := (tally{passed: 2, failed: 4, failing: "  a T/two\n  a S\n  b\n  c\n"}); err != nil || got != want {
		t.Errorf("counted %+v, %v; want %+v", got, err, want)
	}
	for _, said := range []string{"two is wrong", "skip a S", "b.go:1: no", "panic: early"} {
		if !strings.Contains(out.String(), said) {
			t.Errorf("does not show %q:\n%s", said, &out)
		}
	}
}

func TestVitestReportIsCounted(t *testing.T) {
	for content, want := range map[string]tally{
		`{"numTotalTests":5,"numPassedTests":3,"numPendingTests":2}`: {passed: 3, failed: 2},
		`{"numTotalTests":0,"numPassedTests":0}`:                     {failed: 1},
		`{"numTotalTests":2,"numPassedTests":1,"testResults":[
			{"name":"/x/a.test.ts","status":"failed","assertionResults":[
			{"fullName":"counts to two","status":"failed","failureMessages":["Error: three\n    at a.ts:1"]},
			{"fullName":"counts to one","status":"passed"}]},
			{"name":"/x/b.test.ts","status":"failed","assertionResults":[]}]}`: {
			passed: 1, failed: 1, failing: "  a.test.ts, counts to two: Error: three\n  b.test.ts\n",
		},
	} {
		if got, err := readVitestReport([]byte(content), false); err != nil || got != want {
			t.Errorf("%s: counted %+v, %v; want %+v", content, got, err, want)
		}
	}
}

func TestASuiteWithoutTestsFails(t *testing.T) {
	total := runAll(t.Context(), checkout{root: "."}, io.Discard, phase{1, []suite{
		{"empty", func(context.Context, checkout, io.Writer) (tally, error) { return tally{}, nil }},
		{"broken", func(context.Context, checkout, io.Writer) (tally, error) {
			return tally{passed: 1}, io.ErrUnexpectedEOF
		}},
		{"good", func(context.Context, checkout, io.Writer) (tally, error) { return tally{passed: 2}, nil }},
	}})
	if want := (tally{passed: 3, failed: 2}); total != want {
		t.Errorf("counted %+v, want %+v", total, want)
	}
}

func TestWhatCouldNotBeCheckedIsNoSuccess(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	if err := reachable(t.Context(), closed.URL); err == nil {
		t.Error("a server without the database is taken for one")
	}
	closed.Close()
	if err := reachable(t.Context(), closed.URL); err == nil {
		t.Error("an address where nobody answers is taken for a database")
	}
	offline := audit("offline", func(context.Context, string) ([]byte, error) {
		return nil, fmt.Errorf("%w: no network", errUnchecked)
	})
	for required, want := range map[string]tally{"": {unchecked: 1}, "require": {failed: 1}} {
		t.Setenv("AUDIT", required)
		if total := runAll(t.Context(), checkout{root: "."}, io.Discard, phase{1, []suite{offline}}); total != want {
			t.Errorf("AUDIT=%q: counted %+v, want %+v", required, total, want)
		}
	}
}

func TestTheLastLinesNameWhatWasNotChecked(t *testing.T) {
	t.Setenv("AUDIT", "")
	blind := func(name string) suite {
		return check(name, func(context.Context, string) ([]byte, error) {
			return nil, fmt.Errorf("%w: no network", errUnchecked)
		})
	}
	good := check("good", func(context.Context, string) ([]byte, error) { return nil, nil })
	bad := check("bad", func(context.Context, string) ([]byte, error) { return []byte("wrong\n"), errFindings })
	var said strings.Builder
	runAll(t.Context(), checkout{root: "."}, &said, phase{1, []suite{blind("second"), good, blind("first"), bad}})
	want := "failed: bad\nNOT CHECKED, neither passed nor failed: first, second\n1 passed, 1 failed\n"
	if !strings.HasSuffix(said.String(), "\n"+want) {
		t.Errorf("it ends otherwise:\n%s", &said)
	}
	if strings.Contains(said.String(), "== first: 0 passed, 0 failed") {
		t.Errorf("what was not checked reads like success:\n%s", &said)
	}
}

func TestAuditReportIsRead(t *testing.T) {
	failed := errors.New("exit status 1")
	for report, want := range map[string]error{
		`{"auditReportVersion":2,"vulnerabilities":{}}`:                               nil,
		`{"auditReportVersion":2,"vulnerabilities":{"left-pad":{"severity":"high"}}}`: errFindings,
		`{"message":"405 Method Not Allowed","method":"POST"}`:                        errUnchecked,
		`npm error code ENOTFOUND`:                                                    errUnchecked,
	} {
		var end error
		if want != nil {
			end = failed
		}
		found, err := readAudit([]byte(report), end)
		if !errors.Is(err, want) || errors.Is(want, errFindings) != strings.Contains(string(found), "left-pad") {
			t.Errorf("%s: %q, %v; want %v", report, found, err, want)
		}
	}
}

func TestTwoAtOnceAreCountedAndDoNotMixWhatTheySay(t *testing.T) {
	began := make(chan struct{})
	first := suite{"first", func(_ context.Context, _ checkout, out io.Writer) (tally, error) {
		fmt.Fprintln(out, "one")
		<-began // would wait for ever if the second came after it
		fmt.Fprintln(out, "two")
		return tally{passed: 1}, nil
	}}
	second := suite{"second", func(_ context.Context, _ checkout, out io.Writer) (tally, error) {
		fmt.Fprintln(out, "three")
		close(began)
		return tally{passed: 2, failed: 1, failing: "  that one\n"}, io.ErrUnexpectedEOF
	}}
	ended := false
	after := suite{"after", func(context.Context, checkout, io.Writer) (tally, error) {
		ended = true
		return tally{passed: 4}, nil
	}}
	var said strings.Builder
	got := runAll(t.Context(), checkout{root: "."}, &said, phase{2, []suite{first, second}}, phase{2, []suite{after}})
	if want := (tally{passed: 7, failed: 2}); got != want || !ended {
		t.Errorf("counted %+v, want %+v", got, want)
	}
	for _, piece := range []string{
		"== first\none\ntwo\n== first: 1 passed",
		"== second\nthree\n" + io.ErrUnexpectedEOF.Error(), "failed: second\n  that one\n",
	} {
		if !strings.Contains(said.String(), piece) {
			t.Errorf("does not say %q in one piece:\n%s", piece, &said)
		}
	}
}
