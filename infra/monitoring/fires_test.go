package monitoring

import (
	"context"
	"log/slog"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/promqltest"
	"github.com/prometheus/prometheus/rules"
)

// step is the interval of scrapes and of rule evaluation, as in prometheus.yml.
const step = 15 * time.Second

// scene is what an alert is for, and what looks like it and is not. Series are in the
// notation of Prometheus' own tests of rules: 0+2x40 is 0 and 40 more, each by 2
// larger.
type scene struct {
	after         time.Duration
	fires, silent []string
	labels        map[string]string // but for alertname and severity
	summary       string
}

var scenes = map[string]scene{
	"ProcessDown": {
		75 * time.Second, []string{`up{job="edge",instance="e:1"} 0x9`},
		[]string{`up{job="edge",instance="e:1"} 1x9`, `up{job="somebody",instance="s:1"} 0x9`},
		map[string]string{"job": "edge", "instance": "e:1"}, "edge on e:1 does not answer",
	},
	"DatabaseAway": {
		time.Minute, []string{`academy_database_ready{instance="a"} 0x9`},
		[]string{`academy_database_ready{instance="a"} 1x9`},
		map[string]string{"instance": "a"}, "a cannot reach the database; visitors read on, nobody can write",
	},
	"StorageAway": {
		75 * time.Second, []string{`academy_storage_ready{instance="a"} 0x9`},
		[]string{`academy_storage_ready{instance="a"} 0x3 1x6`},
		map[string]string{"instance": "a"}, "a cannot reach the object storage; pictures and uploads fail",
	},
	"ContentStale": {
		75 * time.Second, []string{`academy_snapshot_age_seconds{job="cms-api",instance="a"} 40x9`},
		[]string{`academy_snapshot_age_seconds{job="cms-api",instance="a"} 20x9`},
		map[string]string{"job": "cms-api", "instance": "a"},
		"a has not been answered by the database's change stream for 40s; its content may be old",
	},
	"NotPublished": {
		75 * time.Second,
		[]string{`academy_unpublished_seconds{instance="a"} 180x9`, `academy_unpublished_seconds{instance="b"} 0x9`},
		[]string{`academy_unpublished_seconds{instance="a"} 100x9`}, nil, "what editors saved has not been live for 3m 0s",
	},
	"BuildsFail": {
		10 * time.Minute, []string{`academy_publish_builds_total{outcome="failed"} 0+1x50`},
		[]string{
			`academy_publish_builds_total{outcome="live"} 0+1x50`, `academy_publish_builds_total{outcome="failed"} 0x50`,
		},
		nil, "40 builds failed in ten minutes",
	},
	"PagesFail": {
		6 * time.Minute,
		[]string{`academy_release_failed_pages{instance="a"} 3x40`, `academy_release_failed_pages{instance="b"} 3x40`},
		[]string{`academy_release_failed_pages{instance="a"} 0x40`},
		nil, "3 pages cannot be rendered and are not up to date",
	},
	"ScheduledChangesRefused": {
		75 * time.Second,
		[]string{
			`academy_scheduled_changes_refused{instance="a"} 2x9`, `academy_scheduled_changes_refused{instance="b"} 2x9`,
		},
		[]string{`academy_scheduled_changes_refused{instance="a"} 0x9`},
		nil, "2 scheduled changes were not published when they were due",
	},
	"NobodyPublishes": {
		75 * time.Second, []string{`academy_publish_leader{instance="a"} 0x9`, `academy_publish_leader{instance="b"} 0x9`},
		[]string{`academy_publish_leader{instance="a"} 0x9`, `academy_publish_leader{instance="b"} 1x9`},
		nil, "no process has the lease for publishing",
	},
	"ReleaseRefused": {
		75 * time.Second, []string{`academy_release_refused{job="edge",instance="e"} 1x9`},
		[]string{`academy_release_refused{job="edge",instance="e"} 0x9`},
		map[string]string{"job": "edge", "instance": "e"},
		"the newest release is not whole for e, which serves the one before it",
	},
	"EdgesDiffer": {
		3 * time.Minute,
		[]string{
			`academy_release_live_timestamp_seconds{instance="a"} 1000x20`,
			`academy_release_live_timestamp_seconds{instance="b"} 1090x20`,
		},
		[]string{
			`academy_release_live_timestamp_seconds{instance="a"} 1000x20`,
			`academy_release_live_timestamp_seconds{instance="b"} 1050x20`,
		},
		nil, "processes serve releases that are 1m 30s apart",
	},
	"ServerErrors": {
		12 * time.Minute,
		[]string{
			`academy_http_requests_total{job="edge",status="500"} 0+1x60`,
			`academy_http_requests_total{job="edge",status="200"} 0+9x60`,
		},
		[]string{
			`academy_http_requests_total{job="edge",status="500"} 0+1x60`,
			`academy_http_requests_total{job="edge",status="404"} 0+999x60`,
		},
		map[string]string{"job": "edge"}, "10% of the answers of edge are errors of ours",
	},
	"SlowReads": {
		17 * time.Minute, durations("http_request", `job="edge",method="GET",route="site",`, "0.05", "0.1", 50),
		durations("http_request", `job="edge",method="GET",route="site",`, "0.05", "0.1", 100),
		map[string]string{"job": "edge"}, "one public read in a hundred takes longer than 99ms in edge",
	},
	"SlowStore": {
		17 * time.Minute, durations("store_call", `store="database",`, "1", "2.5", 50),
		durations("store_call", `store="database",`, "1", "2.5", 100),
		map[string]string{"store": "database"}, "one call of the database in a hundred takes longer than 2.47s",
	},
	"StoreFails": {
		12 * time.Minute, []string{`academy_store_call_failures_total{store="storage",call="GET"} 0+30x60`},
		[]string{`academy_store_call_failures_total{store="storage",call="GET"} 0+1x60`},
		map[string]string{"store": "storage"}, "2 calls of the storage fail each second",
	},
	"WebhookFails": {
		30 * time.Minute, []string{`academy_webhook_deliveries_total{endpoint="host",outcome="failing"} 0+1x130`},
		[]string{
			`academy_webhook_deliveries_total{endpoint="host",outcome="failing"} 0+1x130`,
			`academy_webhook_deliveries_total{endpoint="host",outcome="delivered"} 0+1x130`,
		},
		map[string]string{"endpoint": "host"}, "the webhook host has taken nothing for half an hour",
	},
	"RendersFail": {
		30 * time.Minute, []string{`academy_publisher_render_failures_total{reason="handover"} 0+1x130`},
		[]string{`academy_publisher_render_failures_total{reason="handover"} 3x130`},
		map[string]string{"reason": "handover"}, "120 batches were not rendered (handover) in half an hour",
	},
	"RenderersGrow": {
		11 * time.Minute, []string{`academy_publisher_renderers_resident_bytes{instance="p"} 3221225472x60`},
		[]string{`academy_publisher_renderers_resident_bytes{instance="p"} 1073741824x60`},
		map[string]string{"instance": "p"}, "the render processes of p take 3GiB",
	},
	"MemoryGrows": {
		11 * time.Minute, []string{`process_resident_memory_bytes{job="edge",instance="e"} 2147483648x60`},
		[]string{`process_resident_memory_bytes{job="publisher",instance="p"} 2147483648x60`},
		map[string]string{"job": "edge", "instance": "e"}, "edge on e takes 2GiB",
	},
	"FewFilesLeft": {
		6 * time.Minute,
		[]string{`process_open_fds{job="edge",instance="e"} 90x30`, `process_max_fds{job="edge",instance="e"} 100x30`},
		[]string{`process_open_fds{job="edge",instance="e"} 70x30`, `process_max_fds{job="edge",instance="e"} 100x30`},
		map[string]string{"job": "edge", "instance": "e"}, "edge on e has 90% of its files open",
	},
	"PasswordsTried": {
		10 * time.Minute, []string{`academy_sign_ins_total{way="password",outcome="refused"} 0+10x50`},
		[]string{`academy_sign_ins_total{way="password",outcome="done"} 0+10x50`},
		nil, "400 sign-ins were refused in ten minutes",
	},
	"ManyRefused": {
		10 * time.Minute, []string{`academy_rate_limit_refusals_total{limit="forms"} 0+10x50`},
		[]string{`academy_rate_limit_refusals_total{limit="forms"} 0+1x50`},
		map[string]string{"limit": "forms"}, "the limit forms refused 400 tries in ten minutes",
	},
}

// durations are a hundred calls in each step, of which some are quick and the others
// take longer, up to slow seconds.
func durations(what, names, quick, slow string, percent int) []string {
	series := func(le string, count int) string {
		return "academy_" + what + "_duration_seconds_bucket{" + names + `le="` + le + `"} 0+` + strconv.Itoa(count) + "x80"
	}
	return []string{series(quick, percent), series(slow, 100), series("+Inf", 100)}
}

func TestEveryAlertFiresAndStaysSilent(t *testing.T) {
	known := map[string]bool{}
	for _, alert := range alerts(t) {
		known[alert.where] = true
		s, ok := scenes[alert.where]
		if !ok {
			t.Errorf("nobody tries %s", alert.where)
			continue
		}
		t.Run(alert.where, func(t *testing.T) {
			t.Parallel() // most of the time goes into making files
			firing, severity := look(t, alert.where, s.after, s.fires)
			if len(firing) != 1 {
				t.Fatalf("fires %d times, want once: %v", len(firing), firing)
			}
			want := map[string]string{labels.AlertName: alert.where, "severity": severity}
			maps.Copy(want, s.labels)
			if got := firing[0].Labels.Map(); !maps.Equal(got, want) {
				t.Errorf("its labels are %v, want %v", got, want)
			}
			if got := firing[0].Annotations.Get("summary"); got != s.summary {
				t.Errorf("it says %q, want %q", got, s.summary)
			}
			if firing, _ := look(t, alert.where, s.after, s.silent); len(firing) > 0 {
				t.Errorf("it is not silent: %v", firing)
			}
		})
	}
	for name := range scenes {
		if !known[name] {
			t.Errorf("there is no alert %s", name)
		}
	}
}

// look has Prometheus' own rules look at series until a time, and returns which
// alerts of a name fire then.
func look(t *testing.T, name string, until time.Duration, series []string) (firing []*rules.Alert, severity string) {
	t.Helper()
	measured, err := promqltest.NewLazyLoader("load "+step.String()+"\n  "+strings.Join(series, "\n  "),
		promqltest.LazyLoaderOpts{EnableAtModifier: true, EnableNegativeOffset: true})
	if err != nil {
		t.Fatal(err)
	}
	defer measured.Close()
	manager := rules.NewManager(&rules.ManagerOptions{
		QueryFunc: rules.EngineQueryFunc(measured.QueryEngine(), measured.Storage()), Appendable: measured.Storage(),
		Context: t.Context(), NotifyFunc: func(context.Context, string, ...*rules.Alert) {},
		Logger: slog.New(slog.DiscardHandler),
	})
	groups, problems := manager.LoadGroups(step, labels.EmptyLabels(), "", nil, false, "alerts.yml")
	if problems != nil {
		t.Fatal(problems)
	}
	for at := time.Unix(0, 0).UTC(); !at.After(time.Unix(0, 0).Add(until)); at = at.Add(step) {
		measured.WithSamplesTill(at, func(err error) {
			if err != nil {
				t.Fatal(err)
			}
			for _, group := range groups {
				group.Eval(measured.Context(), at)
			}
		})
	}
	for _, group := range groups {
		for _, rule := range group.Rules() {
			if alerting, ok := rule.(*rules.AlertingRule); ok && alerting.Name() == name {
				severity = alerting.Labels().Get("severity")
				for _, alert := range alerting.ActiveAlerts() {
					if alert.State == rules.StateFiring {
						firing = append(firing, alert)
					}
				}
			}
			if err := rule.LastError(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return firing, severity
}
