package monitoring

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
	"go.yaml.in/yaml/v3"
)

// query is an expression and where it is used.
type query struct{ where, text string }

func alerts(t *testing.T) (found []query) {
	t.Helper()
	groups, problems := rulefmt.ParseFile("alerts.yml", false)
	for _, problem := range problems {
		t.Error(problem)
	}
	if groups == nil {
		t.FailNow()
	}
	for _, group := range groups.Groups {
		for _, rule := range group.Rules {
			found = append(found, query{rule.Alert, rule.Expr})
			if severity := rule.Labels["severity"]; severity != "page" && severity != "ticket" {
				t.Errorf("%s has the severity %q", rule.Alert, severity)
			}
			if rule.Annotations["summary"] == "" {
				t.Errorf("%s has no summary", rule.Alert)
			}
		}
	}
	return found
}

func panels(t *testing.T) (found []query) {
	t.Helper()
	raw, err := os.ReadFile("dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			ID          int
			Type, Title string
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(raw, &dashboard); err != nil {
		t.Fatal(err)
	}
	ids := map[int]bool{}
	for _, panel := range dashboard.Panels {
		if ids[panel.ID] {
			t.Errorf("two panels have the id %d", panel.ID)
		}
		ids[panel.ID] = true
		if panel.Type != "row" && len(panel.Targets) == 0 {
			t.Errorf("the panel %q shows nothing", panel.Title)
		}
		for _, target := range panel.Targets {
			found = append(found, query{panel.Title, target.Expr})
		}
	}
	return found
}

// Series that Prometheus adds for every target.
var added = map[string]bool{"job": true, "instance": true, model.MetricNameLabel: true}

// exists reports why a selector can never find anything; empty when it can.
func exists(measured map[string]families, selector *parser.VectorSelector) string {
	name := selector.Name
	if name == "up" {
		return ""
	}
	for _, process := range measured {
		family := process[name]
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if base, ok := strings.CutSuffix(name, suffix); ok && family == nil {
				family = process[base]
			}
		}
		if family == nil || len(family.Metric) == 0 {
			continue
		}
		known := map[string]bool{"le": strings.HasSuffix(name, "_bucket")}
		for _, each := range family.Metric {
			for _, pair := range each.Label {
				known[pair.GetName()] = true
			}
		}
		for _, matcher := range selector.LabelMatchers {
			if !added[matcher.Name] && !known[matcher.Name] {
				return name + " has no label " + matcher.Name
			}
		}
		return ""
	}
	return "nothing measures " + name
}

func TestWhatIsAskedForIsMeasured(t *testing.T) {
	queries := append(alerts(t), panels(t)...)
	measured := product(t)
	selectors := 0
	for _, each := range queries {
		expression, err := parser.ParseExpr(each.text)
		if err != nil {
			t.Errorf("%s: %v", each.where, err)
			continue
		}
		parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
			if selector, ok := node.(*parser.VectorSelector); ok {
				selectors++
				if problem := exists(measured, selector); problem != "" {
					t.Errorf("%s: %s", each.where, problem)
				}
			}
			return nil
		})
	}
	if selectors < 50 {
		t.Errorf("only %d selectors were looked at", selectors)
	}
	for _, wrong := range []string{"academy_nothing", `academy_http_requests_total{path="/"}`} {
		selector, err := parser.ParseExpr(wrong)
		if err != nil {
			t.Fatal(err)
		}
		if exists(measured, selector.(*parser.VectorSelector)) == "" {
			t.Errorf("%s is taken for something that exists", wrong)
		}
	}
	everythingIsShown(t, measured, queries)
}

// everythingIsShown finds our metrics that neither the dashboard nor a rule uses.
func everythingIsShown(t *testing.T, measured map[string]families, queries []query) {
	t.Helper()
	var all strings.Builder
	for _, each := range queries {
		all.WriteString(each.text + "\n")
	}
	for job, process := range measured {
		for name := range process {
			if strings.HasPrefix(name, "academy_") && !strings.Contains(all.String(), name) && !unwatched[name] {
				t.Errorf("%s measures %s, which no panel and no alert looks at", job, name)
			}
		}
	}
}

// unwatched are metrics for finding a cause by hand.
var unwatched = map[string]bool{
	"academy_content_ready":                  true,
	"academy_database_stream":                true,
	"academy_publish_build_duration_seconds": true,
	"academy_publish_held":                   true,
	"academy_snapshot_revision":              true,
}

func TestEveryAlertIsExplained(t *testing.T) {
	page, err := os.ReadFile("../../docs/monitoring.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, alert := range alerts(t) {
		if !strings.Contains(string(page), "\n### "+alert.where+"\n") {
			t.Errorf("docs/monitoring.md does not say what to do about %s", alert.where)
		}
	}
}

func TestPrometheusAsksEveryProcess(t *testing.T) {
	raw, err := os.ReadFile("prometheus.yml")
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		RuleFiles     []string `yaml:"rule_files"`
		ScrapeConfigs []struct {
			Job     string `yaml:"job_name"`
			Configs []struct {
				Names []string `yaml:"names"`
			} `yaml:"dns_sd_configs"`
		} `yaml:"scrape_configs"`
	}
	if err := yaml.Unmarshal(raw, &read); err != nil {
		t.Fatal(err)
	}
	if len(read.RuleFiles) == 0 {
		t.Error("it reads no rules")
	}
	for _, file := range read.RuleFiles {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
	jobs := map[string]bool{}
	for _, each := range read.ScrapeConfigs {
		jobs[each.Job] = len(each.Configs) > 0 && len(each.Configs[0].Names) > 0
	}
	for _, job := range []string{"cms-api", "edge", "publisher"} {
		if !jobs[job] {
			t.Errorf("nobody asks %s", job)
		}
	}
}
