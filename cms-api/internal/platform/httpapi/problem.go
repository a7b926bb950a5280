package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/danielgtaylor/huma/v2/negotiation"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/notice"
	"academy/cms-api/internal/platform/problem"
)

// Problem is the body of every error answer (RFC 9457).
type Problem struct {
	Type      string         `json:"type" doc:"Mostly about:blank: status says what kind of problem it is. Of 403 it may end in /confirm: confirm who you are and call again; or in /factor: add a second factor first. Of 428 it ends in /work: do the work and send the form again." example:"about:blank"`
	Title     string         `json:"title" doc:"The status in words." example:"Unprocessable Entity"`
	Status    int            `json:"status" doc:"The HTTP status." example:"422"`
	Detail    string         `json:"detail" doc:"A sentence that says what to do." example:"Give the article a title."`
	Errors    []ProblemField `json:"errors,omitempty" nullable:"false" doc:"The places that are wrong, for 400 and 422."`
	RequestID string         `json:"request_id" doc:"Quote it when you ask for help: the log has it too." example:"8d1f0c2a9b7e4d63a5f01c2e"`
	Current   any            `json:"current,omitempty" doc:"For 412: the document as it is now."`
	Last      any            `json:"last,omitempty" doc:"For 412 to a restore: the newest entry of the history, with revision, at, by, what and fields."`
	Live      any            `json:"live,omitempty" doc:"For 409 to a release: what is live, with release, fingerprint, code_version and partial."`
	Held      bool           `json:"held,omitempty" doc:"For 409 to a release or a report: an earlier release is held live."`
	Missing   []string       `json:"missing,omitempty" nullable:"false" doc:"For 422 to a release: the sha256 of files that the store lacks." example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Uses      any            `json:"uses,omitempty" doc:"For 409 to the deletion of a file: where it is used, as the call for its uses answers."`
	Work      any            `json:"work,omitempty" doc:"For 428 to a form: the work to do before it is sent again."`
}

// ProblemField is one place in a request that is wrong.
type ProblemField struct {
	Location string `json:"location" example:"body.title"`
	Message  string `json:"message" example:"Give the article a title."`
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType returns the media type of problems.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// statuses is the one place that maps kinds of failure to HTTP.
var statuses = map[problem.Kind]int{
	problem.Malformed:    http.StatusBadRequest,
	problem.Unauthorized: http.StatusUnauthorized,
	problem.Forbidden:    http.StatusForbidden,
	problem.NotFound:     http.StatusNotFound,
	problem.Conflict:     http.StatusConflict,
	problem.Gone:         http.StatusGone,
	problem.Stale:        http.StatusPreconditionFailed,
	problem.TooLarge:     http.StatusRequestEntityTooLarge,
	problem.Unsupported:  http.StatusUnsupportedMediaType,
	problem.Invalid:      http.StatusUnprocessableEntity,
	problem.TooMany:      http.StatusTooManyRequests,
	problem.Unavailable:  http.StatusServiceUnavailable,
	problem.Failed:       http.StatusBadGateway,
	problem.Full:         http.StatusInsufficientStorage,
	problem.WorkNeeded:   http.StatusPreconditionRequired,
}

// describe returns the problem that a caller gets for an error, and when to retry. An
// unknown error becomes a 500 without details.
func describe(err error) (*Problem, time.Duration) {
	var known *problem.Error
	if errors.As(err, &known) {
		p := newProblem(cmp.Or(statuses[known.Kind], http.StatusInternalServerError), known.Detail)
		for _, field := range known.Fields {
			p.Errors = append(p.Errors, ProblemField(field))
		}
		if known.Type != "" {
			p.Type = "/problems/" + string(known.Type)
		}
		p.Current, p.Last = known.Current, known.Last
		p.Live, p.Held, p.Missing, p.Uses = known.Live, known.Held, known.Missing, known.Uses
		p.Work = known.Work
		return p, known.RetryAfter
	}
	var routing *fiber.Error
	if errors.As(err, &routing) {
		return newProblem(routing.Code, routingDetail(routing.Code)), 0
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return newProblem(http.StatusServiceUnavailable, "This took too long. Please try again shortly."), 2 * time.Second
	}
	return newProblem(http.StatusInternalServerError,
		"Something went wrong on our side. Please try again, and quote the request id when you ask for help."), 0
}

func newProblem(status int, detail string) *Problem {
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail}
}

func routingDetail(status int) string {
	switch status {
	case http.StatusNotFound:
		return "There is nothing at this address."
	case http.StatusMethodNotAllowed:
		return "This address does not take this method."
	case http.StatusRequestEntityTooLarge:
		return "The request is too large."
	}
	return http.StatusText(status) + "."
}

// writeProblem answers a raw route's request with an error. It is Fiber's error
// handler.
func writeProblem(c fiber.Ctx, err error) error {
	p, retryAfter := describe(err)
	p.RequestID = RequestID(c)
	keepError(c, p.Status, err)
	setRetryAfter(func(name, value string) { c.Set(name, value) }, retryAfter)
	body, marshalErr := json.Marshal(p)
	if marshalErr != nil {
		return fmt.Errorf("serialise a problem: %w", marshalErr)
	}
	c.Set(fiber.HeaderContentType, p.ContentType(""))
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Status(p.Status).Send(body)
}

func setRetryAfter(set func(name, value string), wait time.Duration) {
	if wait > 0 {
		set(fiber.HeaderRetryAfter, strconv.Itoa(max(1, int(wait.Seconds()))))
	}
}

// useProblems makes Huma answer with Problem too. The library offers only
// package variables for that; what is put there is the same for every server.
var useProblems = sync.OnceFunc(func() {
	useWords()
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return fromHuma(status, message, errs)
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		c := humafiber.Unwrap(ctx)
		var p *Problem
		if len(errs) == 1 && isOurs(status, errs[0]) {
			var retryAfter time.Duration
			p, retryAfter = describe(errs[0])
			setRetryAfter(ctx.SetHeader, retryAfter)
			keepError(c, p.Status, errs[0])
		} else {
			p = fromHuma(status, message, errs)
		}
		p.RequestID = RequestID(c)
		ctx.SetHeader(fiber.HeaderCacheControl, "no-store")
		return p
	}
})

// isOurs reports whether an error is a handler's, and not one that Huma found in the request.
func isOurs(status int, err error) bool {
	var known *problem.Error
	return errors.As(err, &known) || status == http.StatusInternalServerError
}

// fromHuma returns the problem for what Huma found wrong with a request.
func fromHuma(status int, message string, errs []error) *Problem {
	p := newProblem(status, "")
	var places []string
	for _, err := range errs {
		detailer, ok := err.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		found := fieldOf(detailer.ErrorDetail())
		p.Errors = append(p.Errors, ProblemField(found))
		places = append(places, strings.TrimPrefix(found.Location, "body."))
	}
	switch {
	case status == http.StatusUnsupportedMediaType:
		p.Detail = "Send the body as JSON (application/json)."
	case status == http.StatusBadRequest && len(p.Errors) > 0:
		p.Detail = "The body is not valid JSON."
	case len(p.Errors) == 1:
		p.Detail = fmt.Sprintf("Check %s: %s.", places[0], p.Errors[0].Message)
	case len(p.Errors) > 1:
		p.Detail = "Several fields need another look: " + strings.Join(places, ", ") + "."
	case message != "":
		p.Detail = strings.ToUpper(message[:1]) + message[1:] + "."
	}
	return p
}

// ProblemsAsPages has browsers get a page that says what is wrong in the place of a problem.
// It is for addresses that people open themselves.
func ProblemsAsPages(c fiber.Ctx) error {
	if err := c.Next(); err != nil {
		if err := writeProblem(c, err); err != nil {
			return err
		}
	}
	var p Problem
	if !strings.HasPrefix(string(c.Response().Header.ContentType()), p.ContentType("")) || !readsPages(c) {
		return nil
	}
	if err := json.Unmarshal(c.Response().Body(), &p); err != nil {
		return fmt.Errorf("read a problem: %w", err)
	}
	said := notice.Page{Title: "This page cannot be shown", Text: p.Detail}
	switch p.Status {
	case http.StatusNotFound:
		said.Title = "Nothing to see here any more"
	case http.StatusServiceUnavailable:
		said.Title = "This page cannot be shown at the moment"
		said.Again, _ = strconv.Atoi(string(c.Response().Header.Peek(fiber.HeaderRetryAfter)))
	}
	c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	c.Set(fiber.HeaderContentSecurityPolicy, notice.Policy)
	return c.SendString(said.HTML())
}

// readsPages reports whether a caller wants pages rather than JSON.
func readsPages(c fiber.Ctx) bool {
	const page = "text/html"
	return negotiation.SelectQValue(c.Get(fiber.HeaderAccept), []string{"application/json", page}) == page
}
