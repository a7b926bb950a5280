// Package access declares who may call an operation, where the operation is registered:
//
//	huma.Register(api, access.Staff(huma.Operation{…}), h.create)
//
// The server's middleware enforces it, and the server does not start when an operation
// has no level. Handlers get the caller with From.
package access

import (
	"context"
	"maps"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Level is the group of callers that may call an operation.
type Level string

const (
	// Everyone may call. The caller is known when there is a session.
	Everyone Level = "public"
	// PublisherOnly needs the publisher's signature, which covers the body: the call verifies
	// it.
	PublisherOnly Level = "signed"
	// PublisherAndStaff needs the publisher's signature or a session.
	PublisherAndStaff Level = "publisher"
	// StaffOnly needs a session.
	StaffOnly Level = "staff"
	// AdministratorOnly needs a session of an administrator.
	AdministratorOnly Level = "administrator"
)

// The names, in the API description, of the session cookie's scheme and of that
// of the publisher's signature.
const (
	SecurityScheme  = "session"
	SignatureScheme = "signature"
)

// Public lets everyone call the operation.
func Public(op huma.Operation) huma.Operation { return with(op, Everyone) }

// Publisher lets only the publisher call the operation, signed-in people neither.
func Publisher(op huma.Operation) huma.Operation {
	op = with(op, PublisherOnly)
	op.Security = []map[string][]string{{SignatureScheme: {}}}
	return op
}

// PublisherOrStaff lets the publisher call the operation, and any signed-in person.
func PublisherOrStaff(op huma.Operation) huma.Operation { return with(op, PublisherAndStaff) }

// Staff lets any signed-in person call the operation.
func Staff(op huma.Operation) huma.Operation { return with(op, StaffOnly) }

// Administrator lets signed-in administrators call the operation.
func Administrator(op huma.Operation) huma.Operation { return with(op, AdministratorOnly) }

func with(op huma.Operation, level Level) huma.Operation {
	op = mark(op, levelKey, level)
	op.Extensions = map[string]any{"x-access": level}
	if op.MaxBodyBytes > 0 {
		op.Extensions["x-max-body"] = op.MaxBodyBytes // for what stands between
	}
	op.Security = []map[string][]string{{SecurityScheme: {}}}
	if level == Everyone {
		op.Security = append(op.Security, map[string][]string{}) // or none
	}
	if level == PublisherAndStaff {
		op.Security = append(op.Security, map[string][]string{SignatureScheme: {}})
	}
	return op
}

const (
	levelKey           = "access"
	uploadKey          = "upload"
	withoutDatabaseKey = "without database"
	auditedKey         = "audited"
	limitKey           = "limit"
	bodyKey            = "body"
	confirmedKey       = "confirmed"
	beforeFactorKey    = "before a factor"
)

// Upload marks a call that may take as long as its bytes arrive; every other call has a
// timeout.
func Upload(op huma.Operation) huma.Operation { return mark(op, uploadKey, true) }

func mark(op huma.Operation, key string, value any) huma.Operation {
	metadata := maps.Clone(op.Metadata)
	if metadata == nil {
		metadata = map[string]any{}
	}
	metadata[key] = value
	op.Metadata = metadata
	return op
}

// WithoutDatabase marks a call that works while the database does not answer; every
// other call is refused then.
func WithoutDatabase(op huma.Operation) huma.Operation { return mark(op, withoutDatabaseKey, true) }

// NeedsDatabase reports whether an operation was not marked by WithoutDatabase.
func NeedsDatabase(op *huma.Operation) bool { return op.Metadata[withoutDatabaseKey] == nil }

// Audited marks a read that leaves an entry in the audit log, as every change
// does: it takes personal data out of the system.
func Audited(op huma.Operation) huma.Operation { return mark(op, auditedKey, true) }

// IsAudited reports whether an operation was marked by Audited.
func IsAudited(op *huma.Operation) bool { return op.Metadata[auditedKey] != nil }

// ConfirmedFor is how long a confirmation of who one is counts. Signing in is one.
const ConfirmedFor = 10 * time.Minute

// Confirmed marks a call that needs a confirmation of who calls, at most ConfirmedFor old: whoever finds a
// dashboard open cannot do it.
func Confirmed(op huma.Operation) huma.Operation { return mark(op, confirmedKey, true) }

// NeedsConfirmation reports whether an operation was marked by Confirmed.
func NeedsConfirmation(op *huma.Operation) bool { return op.Metadata[confirmedKey] != nil }

// BeforeFactor marks a call that is open to somebody who has to add a second factor first.
func BeforeFactor(op huma.Operation) huma.Operation { return mark(op, beforeFactorKey, true) }

// IsBeforeFactor reports whether an operation was marked by BeforeFactor.
func IsBeforeFactor(op *huma.Operation) bool { return op.Metadata[beforeFactorKey] != nil }

// Limit names a bound on how often one network address may call. The configuration has
// its value.
type Limit string

// The limits by address.
const (
	LimitSignIn Limit = "sign-in"
	LimitCodes  Limit = "codes"
	LimitForgot Limit = "forgot"
	LimitForms  Limit = "forms"
)

// Limited bounds how often one network address may call the operation.
func Limited(limit Limit, op huma.Operation) huma.Operation { return mark(op, limitKey, limit) }

// LimitOf returns the limit an operation was given; false when it has none.
func LimitOf(op *huma.Operation) (Limit, bool) {
	limit, ok := op.Metadata[limitKey].(Limit)
	return limit, ok
}

// RawBody describes the body of a call that reads it as bytes, which the library cannot
// know.
func RawBody(schema *huma.Schema, op huma.Operation) huma.Operation { return mark(op, bodyKey, schema) }

// RawBodyOf returns the schema an operation was given by RawBody, or nil.
func RawBodyOf(op *huma.Operation) *huma.Schema {
	schema, _ := op.Metadata[bodyKey].(*huma.Schema)
	return schema
}

// IsUpload reports whether an operation was marked by Upload.
func IsUpload(op *huma.Operation) bool { return op.Metadata[uploadKey] != nil }

// Of returns the level an operation was given; false when it was given none.
func Of(op *huma.Operation) (Level, bool) {
	level, ok := op.Metadata[levelKey].(Level)
	return level, ok
}

// Role is the role of an account.
type Role string

const (
	// RoleAdministrator also manages the team.
	RoleAdministrator Role = "administrator"
	// RoleAuthor may do everything else.
	RoleAuthor Role = "author"
)

// Identity is the caller of an operation.
type Identity struct {
	UserID    string
	Name      string
	Role      Role
	SessionID string
	// ConfirmedAt is when the session was last confirmed to be its owner's.
	ConfirmedAt time.Time
	// NeedsFactor says that only calls marked by BeforeFactor are open.
	NeedsFactor bool
}

type identityKey struct{}

// With returns a context that carries the identity.
func With(ctx context.Context, who Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, who)
}

// From returns the caller, and false when it is anonymous.
func From(ctx context.Context) (Identity, bool) {
	who, ok := ctx.Value(identityKey{}).(Identity)
	return who, ok
}

// By returns the account of the caller, empty when it is anonymous.
func By(ctx context.Context) string {
	who, _ := From(ctx)
	return who.UserID
}

type originKey struct{}

type origin struct {
	address       string
	onThisMachine bool
}

// WithOrigin returns a context that carries the caller's network address, and
// whether the caller is a program on this very machine.
func WithOrigin(ctx context.Context, address string, onThisMachine bool) context.Context {
	return context.WithValue(ctx, originKey{}, origin{address, onThisMachine})
}

// Address returns the caller's network address, empty outside a request.
func Address(ctx context.Context) string {
	from, _ := ctx.Value(originKey{}).(origin)
	return from.address
}

// OnThisMachine reports whether the caller is a program on this machine that called
// without a proxy.
func OnThisMachine(ctx context.Context) bool {
	from, _ := ctx.Value(originKey{}).(origin)
	return from.onThisMachine
}
