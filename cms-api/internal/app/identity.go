package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/ratelimit"
)

// requestTimeout bounds what one call may take, uploads aside, which last as
// long as their bytes arrive.
const requestTimeout = 30 * time.Second

// identify finds out who calls and from where, and enforces the level and the
// limit that each operation names on its own line.
func (a *App) identify(api huma.API) func(huma.Context, func(huma.Context)) {
	proxies := a.Config.ProxyNetworks()
	return func(ctx huma.Context, next func(huma.Context)) {
		c := humafiber.Unwrap(ctx)
		origin := access.WithOrigin(ctx.Context(), httpapi.ClientAddress(c, proxies), httpapi.OnThisMachine(c))
		ctx = httpapi.Context(huma.WithContext(ctx, origin))
		level, _ := access.Of(ctx.Operation())
		refuse := func(err error) { httpapi.Refuse(api, ctx, err) }

		if !access.IsUpload(ctx.Operation()) {
			bounded, cancel := context.WithTimeout(ctx.Context(), requestTimeout)
			defer cancel()
			ctx = huma.WithContext(ctx, bounded)
		}
		who, err := a.caller(ctx)
		_, token := httpapi.Bearer(c)
		switch {
		case err == nil:
		case token:
			// Going on without an identity would answer as to a reader: the program would not learn that its token is
			// no good.
			if problem.Is(err, problem.Unauthorized) {
				ctx.SetHeader(fiber.HeaderWWWAuthenticate, `Bearer error="invalid_token"`)
			}
			refuse(err)
			return
		case errors.Is(err, auth.ErrReplaced):
			// Clearing the cookies could take away the session that replaced it.
		case problem.Is(err, problem.Unauthorized):
			a.clearCookies(ctx)
		default:
			// Going on without an identity would answer as to a reader: drafts would be
			// missing.
			refuse(err)
			return
		}
		if who != nil && who.NeedsFactor && !access.IsBeforeFactor(ctx.Operation()) {
			if level != access.Everyone {
				refuse(&problem.Error{
					Kind: problem.Forbidden, Type: problem.Factor,
					Detail: "Your role needs a second factor. Add an authenticator app or a passkey first.",
				})
				return
			}
			who = nil // what visitors may see is open to everybody
		}
		if who != nil {
			ctx = huma.WithContext(ctx, access.With(ctx.Context(), *who))
		}
		signed := level == access.PublisherAndStaff && a.signed(ctx)
		if level != access.Everyone && level != access.PublisherOnly && who == nil && !signed {
			refuse(problem.New(problem.Unauthorized, "Please sign in."))
			return
		}
		p, own := access.PermissionOf(ctx.Operation())
		if p != "" && !signed && !(who.May(p) || own && who.MayOwn(p)) {
			refuse(access.Refusal(*who, p))
			return
		}
		if err := personOnly(ctx.Operation(), who); err != nil {
			refuse(err)
			return
		}
		// A token has nobody to ask: its scopes say what it may do, and of an account's own calls nothing.
		if access.NeedsConfirmation(ctx.Operation()) && who != nil && (who.Token == nil || p == "") &&
			a.Clock.Now().Sub(who.ConfirmedAt) > access.ConfirmedFor {
			refuse(&problem.Error{
				Kind: problem.Forbidden, Type: problem.Confirm, Detail: "Please confirm that it is you, and try again.",
			})
			return
		}
		if err := a.allow(ctx); err != nil {
			refuse(err)
			return
		}
		next(ctx)
	}
}

// personOnly returns a Forbidden problem for a token where a person has to call, as to sign in.
func personOnly(op *huma.Operation, who *access.Identity) error {
	if who == nil || who.Token == nil || access.TakesTokens(op) && !slices.Contains(op.Tags, signInTag) {
		return nil
	}
	return problem.New(problem.Forbidden, "This is for a person who is signed in. A token cannot do it.")
}

// signed reports whether the publisher has signed a call that has no body. The
// path is not part of what is signed, as Standard Webhooks has it; whoever could
// repeat such a call has seen its answer.
func (a *App) signed(ctx huma.Context) bool {
	return a.Publishing.signer.Verify(
		ctx.Header("webhook-id"), ctx.Header("webhook-timestamp"), ctx.Header("webhook-signature"), nil,
	) == nil
}

// presentAddresses has the bodies of staff's calls name the files that are in the place of replaced ones.
func (a *App) presentAddresses(ctx context.Context, body []byte) []byte {
	if _, known := access.From(ctx); !known || !bytes.Contains(body, []byte(library.MediaPath)) {
		return body
	}
	return []byte(a.Content.Library.Present(string(body)))
}

// allow counts a call of an operation that is limited by address.
func (a *App) allow(ctx huma.Context) error {
	name, limited := access.LimitOf(ctx.Operation())
	if !limited {
		return nil
	}
	limit := map[access.Limit]ratelimit.Limit{
		access.LimitSignIn: a.Config.LimitLoginAddress, access.LimitCodes: a.Config.LimitOTPAddress,
		access.LimitForgot: a.Config.LimitForgotAddress, access.LimitForms: a.Config.LimitForms,
	}[name]
	key := ratelimit.AddressKey(access.Address(ctx.Context()))
	return a.Accounts.limiter.Allow(ctx.Context(), string(name)+" by address", limit, key)
}

// caller returns who a request's token belongs to, or else its session; nil without both.
func (a *App) caller(ctx huma.Context) (*access.Identity, error) {
	c := humafiber.Unwrap(ctx)
	if secret, sent := httpapi.Bearer(c); sent {
		return a.program(ctx.Context(), secret)
	}
	token := a.cookies().Token(func(name string) string { return c.Cookies(name) })
	if token == "" {
		return nil, nil
	}
	who, err := a.Accounts.Sessions.Identify(ctx.Context(), token)
	if err != nil {
		return nil, fmt.Errorf("identify the caller: %w", err)
	}
	return &who, nil
}

// program returns who a token belongs to, and counts the call.
func (a *App) program(ctx context.Context, secret string) (*access.Identity, error) {
	who, err := a.Accounts.Tokens.Identify(ctx, secret)
	if err != nil {
		return nil, fmt.Errorf("identify a token: %w", err)
	}
	return &who, a.Accounts.limiter.Allow(ctx, "calls by token", a.Config.LimitToken, who.Token.ID)
}

// clearCookies tells a browser to forget a session that is over.
func (a *App) clearCookies(ctx huma.Context) {
	for _, cookie := range a.cookies().Clear() {
		ctx.AppendHeader("Set-Cookie", cookie.String())
	}
}

// needDatabase answers 503 at once while the database is away, rather than
// after a wait.
func (a *App) needDatabase(ctx huma.Context, next func(huma.Context)) {
	if !a.Stores.DB.Ready() && access.NeedsDatabase(ctx.Operation()) {
		httpapi.Refuse(a.api, ctx, problem.StoreDown(errDatabaseAway, "database"))
		return
	}
	next(ctx)
}

var errDatabaseAway = errors.New("the database is not ready")
