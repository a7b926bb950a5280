package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asProgram makes the tests' binary behave as cms-api.
const asProgram = "TEST_AS_CMS_API"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// bridge returns the program at a CMS.
func bridge(t *testing.T, address, token string, arguments ...string) *exec.Cmd {
	t.Helper()
	program := exec.CommandContext(t.Context(), os.Args[0], append([]string{"mcp"}, arguments...)...)
	program.Env = append(os.Environ(), asProgram+"=yes", "CMS_URL="+address, "CMS_TOKEN="+token)
	return program
}

func TestMCP_PassesOnOverStandardInputAndOutput(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "cms", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "greet"},
		func(context.Context, *mcp.CallToolRequest, struct{ Name string }) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Good day."}}}, nil, nil
		})
	protocol := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	cms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/mcp" || r.Header.Get("Authorization") != "Bearer acad_right" {
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"detail":"This token is over."}`))
			return
		}
		protocol.ServeHTTP(w, r)
	}))
	defer cms.Close()

	var said bytes.Buffer
	program := bridge(t, cms.URL, "acad_right", "--stdio")
	program.Stderr = &said
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &mcp.CommandTransport{Command: program}, nil)
	if err != nil {
		t.Fatal(err, said.String())
	}
	asha := map[string]any{"Name": "Asha"}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "greet", Arguments: asha})
	if text, is := result.Content[0].(*mcp.TextContent); err != nil || !is || text.Text != "Good day." {
		t.Errorf("the result is %v, %v", result, err)
	}
	if err := session.Close(); err != nil || said.Len() > 0 {
		t.Errorf("it ends with %v, and has said %s", err, said.String())
	}

	for _, test := range []struct{ address, token, arguments, says string }{
		{cms.URL, "acad_wrong", "--stdio", "This token is over."},
		{"", "acad_right", "--stdio", "CMS_URL is missing"},
		{cms.URL, "acad_right", "", "use cms-api mcp --stdio"},
	} {
		program := bridge(t, test.address, test.token, strings.Fields(test.arguments)...)
		var printed, said bytes.Buffer
		program.Stdout, program.Stderr = &printed, &said
		if err := program.Run(); err == nil || printed.Len() > 0 || !strings.Contains(said.String(), test.says) ||
			strings.Contains(said.String(), test.token) {
			t.Errorf("%+v: %v, %q, %q", test, err, printed.String(), said.String())
		}
	}
}
