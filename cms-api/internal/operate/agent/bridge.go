package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/httpapi"
)

// bridgeTimeout bounds one call over the bridge.
const bridgeTimeout = 2 * time.Minute

// Bridge serves the tools of the CMS at an address to the program at local, until that program ends or ctx does.
func Bridge(ctx context.Context, address, token, version string, local mcp.Transport) error {
	endpoint, err := endpointOf(address)
	if err != nil {
		return err
	}
	if token == "" {
		return errors.New("CMS_TOKEN is missing; set it to a token, which an administrator creates in Settings")
	}
	self := &mcp.Implementation{Name: "academy-cms", Version: version}
	remote, err := mcp.NewClient(self, nil).Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: endpoint, DisableStandaloneSSE: true, MaxRetries: -1, HTTPClient: &http.Client{
			Transport: withToken(token), Timeout: bridgeTimeout,
			// Following a redirect would hand the token to another address.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil)
	if err != nil {
		return fmt.Errorf("connect to %s: %w", endpoint, sentence(err))
	}
	defer remote.Close()
	server := mcp.NewServer(self, options())
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			switch params := r.GetParams().(type) {
			case *mcp.ListToolsParams:
				listed, err := remote.ListTools(ctx, &mcp.ListToolsParams{Cursor: params.Cursor})
				return listed, sentence(err)
			case *mcp.CallToolParamsRaw:
				result, err := remote.CallTool(ctx, &mcp.CallToolParams{Name: params.Name, Arguments: params.Arguments})
				return result, sentence(err)
			}
			return next(ctx, method, r)
		}
	})
	err = server.Run(ctx, local)
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// endpointOf returns where the CMS at an address answers agents.
func endpointOf(address string) (string, error) {
	parsed, err := url.Parse(address)
	switch {
	case address == "":
		return "", errors.New("CMS_URL is missing; set it to the address of the site, such as https://academy.example")
	case err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.User != nil:
		return "", errors.New("CMS_URL must be an address such as https://academy.example")
	case parsed.Scheme == "http" && !config.IsLoopback(parsed.Hostname()):
		return "", errors.New("CMS_URL must begin with https://: over http:// others could read the token. " +
			"Only an address of this machine may do without")
	}
	return strings.TrimRight(parsed.Scheme+"://"+parsed.Host+parsed.Path, "/") + httpapi.Path + Path, nil
}

// withToken sends requests with a token. It returns a problem that the CMS answers as a saidError, after which the
// connection can be used on.
type withToken string

// RoundTrip implements http.RoundTripper.
func (t withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(t))
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil || answer.StatusCode < http.StatusMultipleChoices ||
		!strings.Contains(answer.Header.Get("Content-Type"), "problem+json") {
		return answer, err
	}
	defer answer.Body.Close()
	var p struct{ Detail string }
	if json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&p) != nil {
		return nil, fmt.Errorf("the CMS answered %s", answer.Status)
	}
	return nil, saidError(p.Detail)
}

// saidError is what the CMS said.
type saidError string

// Error returns it.
func (e saidError) Error() string { return string(e) }

// sentence returns what the CMS said in an error, without what stands around it.
func sentence(err error) error {
	var said saidError
	if errors.As(err, &said) {
		return said
	}
	return err
}
