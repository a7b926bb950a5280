package preview

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"academy/cms-api/internal/platform/outbound"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/webhook"
)

// maxPage bounds the answer of the publisher.
const maxPage = 32 << 20

// publisher asks the publisher for pages.
type publisher struct {
	url    string
	client *http.Client
	signer *webhook.Signer
}

func newPublisher(o Options) (*publisher, error) {
	address, err := url.Parse(o.PublisherURL)
	if err != nil {
		return nil, fmt.Errorf("read the publisher's address: %w", err)
	}
	client := outbound.Client(outbound.Options{Reach: outbound.Anywhere, Timeout: rendering})
	if o.Transport != nil {
		client.Transport = o.Transport(client.Transport)
	}
	return &publisher{address.ResolveReference(&url.URL{Path: "render"}).String(), client, o.Signer}, nil
}

// question asks for a page of the site with some changes of the content. A newer one of the
// same frame replaces one that waits.
type question struct {
	Frame   string          `json:"frame"`
	Pattern string          `json:"pattern"`
	Param   string          `json:"param"`
	Changes json.RawMessage `json:"changes"`
}

// otherContent says that the publisher has other content than the changes begin from.
type otherContent struct{ fingerprint string }

func (o otherContent) Error() string { return "the publisher has the content " + o.fingerprint }

// refusal is what the publisher answers instead of a page.
type refusal struct {
	Detail      string `json:"detail"`
	Fingerprint string `json:"fingerprint"`
}

// render returns the page. Its error is otherContent, or a problem.
func (p *publisher) render(ctx context.Context, q question) ([]byte, error) {
	payload, err := json.Marshal(q)
	if err != nil {
		return nil, fmt.Errorf("encode a question for a preview: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(payload))
	if err != nil {
		return nil, fmt.Errorf("ask for a preview: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "cms-api")
	if err := p.signer.Sign(request.Header, "prv_"+rand.Text(), payload); err != nil {
		return nil, err
	}
	response, err := p.client.Do(request)
	if err != nil {
		return nil, away(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxPage+1))
	switch {
	case err != nil:
		return nil, away(err)
	case len(body) > maxPage:
		return nil, tooLarge()
	case response.StatusCode == http.StatusOK:
		return body, nil
	}
	return nil, p.refused(response, body)
}

func (p *publisher) refused(response *http.Response, body []byte) error {
	var said refusal
	_ = json.Unmarshal(body, &said) // what stands between may answer with something else
	switch response.StatusCode {
	case http.StatusPreconditionFailed:
		return otherContent{said.Fingerprint}
	case http.StatusConflict:
		return errReplaced
	case http.StatusUnprocessableEntity:
		return problem.New(problem.Invalid, said.Detail)
	case http.StatusServiceUnavailable:
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		return &problem.Error{
			Kind: problem.Unavailable, Detail: said.Detail, RetryAfter: max(time.Second, time.Duration(seconds)*time.Second),
		}
	}
	return away(fmt.Errorf("the publisher answered %s: %s", response.Status, said.Detail))
}

// away says that there is no publisher that renders anything.
func away(cause error) error {
	return &problem.Error{
		Kind:       problem.Unavailable,
		Detail:     "The publisher, which renders previews, cannot be reached at the moment. Please try again shortly.",
		RetryAfter: 5 * time.Second, Cause: cause,
	}
}

func tooLarge() error {
	return problem.New(problem.Invalid, "The page is too large for a preview.")
}
