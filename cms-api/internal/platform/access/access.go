// Package access declares who may call an operation, where the operation is registered:
//
//	huma.Register(api, access.Needs(access.ContentWrite, huma.Operation{…}), h.create)
//
// The server's middleware enforces it, and the server does not start when an operation
// has no level. Handlers get the caller with From. The permissions of each role are in roles.go.
package access

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Level is the group of callers that may call an operation.
type Level string

const (
	// Everyone may call. The caller is known when there is a session or a token.
	Everyone Level = "public"
	// PublisherOnly needs the publisher's signature, which covers the body: the call verifies
	// it.
	PublisherOnly Level = "signed"
	// PublisherAndStaff needs the publisher's signature or a permission.
	PublisherAndStaff Level = "publisher"
	// StaffOnly needs a permission, or a session where the operation names none.
	StaffOnly Level = "staff"
)

// The names, in the API description, of the schemes of the session cookie, of programs'
// tokens and of the publisher's signature.
const (
	SecurityScheme  = "session"
	TokenScheme     = "token"
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

// PublisherOr lets the publisher call the operation, and whoever has the permission.
func PublisherOr(p Permission, op huma.Operation) huma.Operation {
	return with(permit(p, op), PublisherAndStaff)
}

// Needs lets those call the operation who have the permission.
func Needs(p Permission, op huma.Operation) huma.Operation { return with(permit(p, op), StaffOnly) }

// SignedIn lets every signed-in person call the operation, which is about the own account.
func SignedIn(op huma.Operation) huma.Operation { return with(op, StaffOnly) }

// OrOwner also lets those call an operation that needs a permission who have it for what is their own. The call
// checks with Check whose it is.
func OrOwner(op huma.Operation) huma.Operation { return mark(op, ownerKey, true) }

// ByPerson has an operation refuse tokens, whatever their scopes.
func ByPerson(op huma.Operation) huma.Operation { return mark(op, personKey, true) }

// TakesTokens reports whether a program's token may call an operation, given the scope that it needs: not what is about
// the own account, nor what was marked by ByPerson.
func TakesTokens(op *huma.Operation) bool {
	level, _ := Of(op)
	p, _ := PermissionOf(op)
	return op.Metadata[personKey] == nil && (level != StaffOnly || slices.Contains(Scopes(), p))
}

func permit(p Permission, op huma.Operation) huma.Operation { return mark(op, permissionKey, p) }

// PermissionOf returns the permission that an operation needs, empty where it needs none; and whether it is enough
// to have it for what is one's own.
func PermissionOf(op *huma.Operation) (p Permission, own bool) {
	p, _ = op.Metadata[permissionKey].(Permission)
	return p, op.Metadata[ownerKey] != nil
}

func with(op huma.Operation, level Level) huma.Operation {
	op = mark(op, levelKey, level)
	op.Extensions = map[string]any{"x-access": level}
	if p, own := PermissionOf(&op); p != "" {
		op.Extensions["x-permission"] = p
		if own {
			op.Extensions["x-own"] = true
		}
	}
	if op.MaxBodyBytes > 0 {
		op.Extensions["x-max-body"] = op.MaxBodyBytes // for what stands between
	}
	op.Security = []map[string][]string{{SecurityScheme: {}}}
	if p, _ := PermissionOf(&op); p != "" && TakesTokens(&op) {
		op.Security = append(op.Security, map[string][]string{TokenScheme: {string(p)}})
	}
	if level == Everyone {
		op.Security = append(op.Security, map[string][]string{TokenScheme: {}}, map[string][]string{}) // or none
	}
	if level == PublisherAndStaff {
		op.Security = append(op.Security, map[string][]string{SignatureScheme: {}})
	}
	return op
}

const (
	levelKey           = "access"
	permissionKey      = "permission"
	ownerKey           = "owner"
	personKey          = "person"
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

// Identity is the caller of an operation.
type Identity struct {
	UserID    string
	Name      string
	Role      Role
	SessionID string
	// Token is the token that the caller came with; nil for a person.
	Token *Token
	// OnBehalf says that the process finishes by itself what the account asked for, and was allowed to, before.
	OnBehalf bool
	// ConfirmedAt is when the session was last confirmed to be its owner's.
	ConfirmedAt time.Time
	// NeedsFactor says that only calls marked by BeforeFactor are open.
	NeedsFactor bool
}

// Token is a program's token. UserID, Name and Role of its Identity are those of whoever made it.
type Token struct {
	ID, Name string
	Scopes   []Permission
}

// May reports whether the caller has a permission. A token has what both its scopes and the role of its creator have.
func (i Identity) May(p Permission) bool {
	return i.OnBehalf || i.Role.May(p) && (i.Token == nil || includes(i.Token.Scopes, p))
}

// MayOwn reports whether the caller has a permission, or has it for what is the caller's own.
func (i Identity) MayOwn(p Permission) bool { return i.May(p) || p.own() != "" && i.May(p.own()) }

// Permissions returns those of the caller, in the order of All.
func (i Identity) Permissions() []Permission { return filtered(i.May) }

type identityKey struct{}

// With returns a context that carries the identity.
func With(ctx context.Context, who Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, who)
}

// Without returns a context of nobody: what it is used for is decided by something else than who calls.
func Without(ctx context.Context) context.Context { return context.WithValue(ctx, identityKey{}, nil) }

// From returns the caller, and false when it is anonymous.
func From(ctx context.Context) (Identity, bool) {
	who, ok := ctx.Value(identityKey{}).(Identity)
	return who, ok
}

// Check returns a Forbidden problem that names the permission, unless the caller has it or, being the owner, has it for
// what is the caller's own. What the process does by itself is nobody's and passes.
func Check(ctx context.Context, p Permission, owner string) error {
	who, known := From(ctx)
	if !known || who.May(p) || owner != "" && owner == who.UserID && who.MayOwn(p) {
		return nil
	}
	return Refusal(who, p)
}

// May reports whether the caller is known and has a permission.
func May(ctx context.Context, p Permission) bool {
	who, known := From(ctx)
	return known && who.May(p)
}

// MayOwn reports whether the caller is known and has a permission, or has it for what is the caller's own.
func MayOwn(ctx context.Context, p Permission) bool {
	who, known := From(ctx)
	return known && who.MayOwn(p)
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
