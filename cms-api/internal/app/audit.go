package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/httpapi"
)

// signInTag is on the calls by which people sign in, and on those for when they
// cannot.
const signInTag = "sign-in"

// record writes into the audit log what a call did, if it did something, before it
// is answered: so an acknowledged change has its entry. What the call did stands
// even when that fails. By then publishing is under way and does not wait.
func (a *App) record(ctx huma.Context, next func(huma.Context)) {
	op := ctx.Operation()
	level, _ := access.Of(op)
	signIn := level == access.Everyone && slices.Contains(op.Tags, signInTag)
	who, known := access.From(ctx.Context())
	if !(known || signIn) || !(httpapi.IsUnsafe(op.Method) || access.IsAudited(op)) {
		next(ctx)
		return
	}
	inner, gathered := changes.Gather(ctx.Context())
	sent := &sentBody{Wrapped: huma.WithContext(ctx, inner)}
	next(sent)
	if gathered.Nothing() {
		return
	}

	c := humafiber.Unwrap(ctx)
	entry := audit.Entry{
		UserID: who.UserID, UserName: who.Name, Role: who.Role,
		Action: op.OperationID, Resource: op.Tags[0], Title: gathered.Title(), Outcome: audit.Done, Changes: gathered.Names(),
		Address: access.Address(ctx.Context()), UserAgent: ctx.Header(fiber.HeaderUserAgent), RequestID: httpapi.RequestID(c),
	}
	switch status := c.Response().StatusCode(); {
	case status < http.StatusBadRequest:
		complete(&entry, ctx, signIn)
	case gathered.Refused(), signIn && (status == http.StatusUnauthorized || status == http.StatusForbidden):
		entry.Outcome = audit.Refused
	default:
		return
	}
	if signIn && entry.UserID == "" {
		entry.ResourceID = contact.Shortened(sent.account())
	}
	if err := a.Accounts.Audits.Record(ctx.Context(), entry); err != nil {
		a.Log.ErrorContext(context.WithoutCancel(ctx.Context()), "an entry of the audit log could not be written",
			"error", err, "action", entry.Action, "user_id", entry.UserID,
			"resource_id", entry.ResourceID, "request_id", entry.RequestID)
	}
}

// complete adds what is known only from the answer: which document was made, or
// who has signed in.
func complete(entry *audit.Entry, ctx huma.Context, signIn bool) {
	for _, part := range strings.Split(ctx.Operation().Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			entry.ResourceID = ctx.Param(strings.TrimSuffix(name, "}"))
		}
	}
	response := humafiber.Unwrap(ctx).Response()
	if response.IsBodyStream() {
		return
	}
	var answer struct {
		ID   string    `json:"id"`
		User auth.User `json:"user"`
	}
	if json.Unmarshal(response.Body(), &answer) != nil {
		return // a list, or nothing
	}
	if entry.ResourceID == "" {
		entry.ResourceID = answer.ID
	}
	if signIn && answer.User.ID != "" {
		entry.UserID, entry.UserName, entry.Role = answer.User.ID, answer.User.Name, answer.User.Role
	}
}

// sentBody keeps the beginning of a call's body, from which the account is read
// that somebody tried to sign in to.
type sentBody struct {
	httpapi.Wrapped
	beginning bytes.Buffer
}

const maxBeginning = 4 << 10

// BodyReader returns the body, nil when there is none.
func (s *sentBody) BodyReader() io.Reader {
	whole := s.Wrapped.BodyReader()
	if whole == nil {
		return nil
	}
	return io.TeeReader(whole, &limited{&s.beginning})
}

// Unwrap returns the context beneath.
func (s *sentBody) Unwrap() huma.Context { return s.Wrapped }

// account returns the e-mail address or phone number that was sent.
func (s *sentBody) account() string {
	var sent struct {
		Email string `json:"email"`
		Phone string `json:"phone"`
	}
	if json.Unmarshal(s.beginning.Bytes(), &sent) != nil {
		return ""
	}
	if sent.Email != "" {
		return sent.Email
	}
	return sent.Phone
}

// limited takes everything and keeps maxBeginning bytes of it.
type limited struct{ kept *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	room := max(0, maxBeginning-l.kept.Len())
	l.kept.Write(p[:min(room, len(p))])
	return len(p), nil
}
