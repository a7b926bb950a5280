package app

import (
	"cmp"
	"encoding/json"
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

// signInTag marks the operations by which people sign in or recover an account.
const signInTag = "sign-in"

// record is the middleware that writes what a call changed into the audit log before
// the call is answered: an acknowledged change has its entry. When the entry cannot be
// written, the change stands and the failure is logged.
func (a *App) record(ctx huma.Context, next func(huma.Context)) {
	op := ctx.Operation()
	level, _ := access.Of(op)
	signIn := level == access.Everyone && slices.Contains(op.Tags, signInTag)
	who, known := access.From(ctx.Context())
	if !(known || signIn) || !(httpapi.IsUnsafe(op.Method) || access.IsAudited(op)) {
		next(ctx)
		return
	}
	inner, journal := changes.Watch(ctx.Context())
	next(huma.WithContext(ctx, inner))
	call := journal.Record()
	if call.Nothing {
		return
	}

	c := humafiber.Unwrap(ctx)
	entry := audit.Entry{
		UserID: who.UserID, UserName: who.Name, Role: who.Role,
		Action: op.OperationID, Resource: op.Tags[0], Outcome: audit.Done,
		Address: access.Address(ctx.Context()), UserAgent: ctx.Header(fiber.HeaderUserAgent), RequestID: httpapi.RequestID(c),
	}.Changed(call)
	if who.Token != nil {
		entry.TokenID, entry.TokenName = who.Token.ID, who.Token.Name
	}
	switch status := c.Response().StatusCode(); {
	case status < http.StatusBadRequest:
		complete(&entry, ctx, signIn)
	case call.Refused, signIn && (status == http.StatusUnauthorized || status == http.StatusForbidden):
		entry.Outcome = audit.Refused
	default:
		return
	}
	if signIn && entry.UserID == "" {
		entry.ResourceID = contact.Shortened(accountIn(ctx))
	}
	a.Accounts.Audits.Note(ctx.Context(), entry)
}

// complete adds what only the answer has: the id of a created document, or the
// account that signed in.
func complete(entry *audit.Entry, ctx huma.Context, signIn bool) {
	for _, part := range strings.Split(ctx.Operation().Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			entry.ResourceID = ctx.Param(strings.TrimSuffix(name, "}"))
		}
		if part == "{id}" {
			break // what follows it is not the document's
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

// accountIn returns the e-mail address or phone number with which somebody tried to
// sign in. It may read the body again because httpapi.TakeBody has.
func accountIn(ctx huma.Context) string {
	var sent struct {
		Email string `json:"email"`
		Phone string `json:"phone"`
	}
	if json.NewDecoder(ctx.BodyReader()).Decode(&sent) != nil {
		return ""
	}
	return cmp.Or(sent.Email, sent.Phone)
}
