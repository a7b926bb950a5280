package agent

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func textOf(t *testing.T, result *mcp.CallToolResult) string {
	t.Helper()
	content, is := result.Content[0].(*mcp.TextContent)
	if !is {
		t.Fatalf("the result is %v", result)
	}
	return content.Text
}

func TestRun_SurvivesAPanic(t *testing.T) {
	h := NewHandler(Options{Log: slog.New(slog.DiscardHandler)})
	broken := tool{run: func(*call, arguments) (any, error) { panic("x") }}
	result := h.run(&call{Handler: h, as: &caller{}, tool: broken}, nil)
	if !result.IsError || !strings.HasPrefix(textOf(t, result), "Something went wrong on our side.") {
		t.Errorf("the result is %v", result)
	}
}

func TestShown_CutsWhatIsTooLong(t *testing.T) {
	long := strings.Repeat("é", mostText)
	result := shown(object{"text": long})
	if text := textOf(t, result); len(text) > mostText+200 || !strings.Contains(text, "[Cut here:") ||
		result.StructuredContent != nil {
		t.Errorf("a long result has %d bytes", len(text))
	}
	text := textOf(t, shown(marked{"items": []any{long}}))
	if _, end, _ := strings.Cut(text, "[Cut here:"); !strings.Contains(end, "</written-by-visitors-") {
		t.Errorf("what visitors wrote ends with %.200q", end)
	}
}
