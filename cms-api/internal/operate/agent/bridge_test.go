package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"academy/cms-api/internal/operate/agent"
)

func TestBridge_Refusals(t *testing.T) {
	for address, says := range map[string]string{
		"":                              "CMS_URL is missing",
		"academy.example":               "CMS_URL must be an address",
		"ftp://academy.example":         "CMS_URL must be an address",
		"https://me:x@academy.example":  "CMS_URL must be an address",
		"http://academy.example":        "must begin with https",
		"http://localhost.example:8080": "must begin with https",
		"https://academy.example":       "CMS_TOKEN is missing",
		"http://localhost:8080":         "CMS_TOKEN is missing",
		"http://[::1]:8080/":            "CMS_TOKEN is missing",
	} {
		if err := agent.Bridge(t.Context(), address, "", "test", nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", address, err, says)
		}
	}
}

func TestDocument_NamesEveryTool(t *testing.T) {
	words, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "agents.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range agent.Names() {
		if !strings.Contains(string(words), "`"+name+"`") {
			t.Errorf("docs/agents.md does not name %s", name)
		}
	}
}
