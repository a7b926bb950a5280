// Package token keeps API tokens, by which programs call in the place of whoever made them.
// A token may do what its scopes name, and nothing that its maker may not do now.
package token

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/shared"
	"academy/cms-api/internal/platform/text"
)

// Token is a token as administrators see it. Its secret is in the answer that made it alone.
type Token struct {
	ID           string              `json:"id" example:"665f1f77bcf86cd799439011"`
	Name         string              `json:"name" example:"Newsletter"`
	Scopes       []access.Permission `json:"scopes" nullable:"false" enum:"content:read,content:write,content:publish,media:write,leads:read,leads:write,settings:write,webhooks:write,audit:read" doc:"What it may do, as far as its maker may."`
	ExpiresAt    *time.Time          `json:"expires_at" doc:"Null: it does not expire."`
	CreatedAt    time.Time           `json:"created_at"`
	CreatedBy    string              `json:"created_by" doc:"The name of who made it; empty when the account is gone, and then it does not work any more." example:"Asha Rao"`
	LastUsedAt   *time.Time          `json:"last_used_at" doc:"To about a minute; null before the first call."`
	LastUsedFrom string              `json:"last_used_from" doc:"The network address of that call." example:"192.0.2.7"`
}

// TokenWithSecret is a new Token with its secret, which cannot be shown again.
type TokenWithSecret struct {
	Token
	Secret string `json:"secret" doc:"It is not shown again." example:"acad_C2FVsBQIhrscChlQIMVb5sSYspob7oDn0q3eXh1Zt8w"`
}

// Create is the input of a new token.
type Create struct {
	Name      string              `json:"name" maxLength:"80" example:"Newsletter"`
	Scopes    []access.Permission `json:"scopes" nullable:"false" minItems:"1" maxItems:"50" enum:"content:read,content:write,content:publish,media:write,leads:read,leads:write,settings:write,webhooks:write,audit:read" doc:"content:write is drafts and working copies, content:publish all that changes what is live. Writing includes reading."`
	ExpiresAt *time.Time          `json:"expires_at,omitempty" nullable:"true" doc:"When it stops working; null or missing: it does not expire." example:"2030-01-15T09:30:00Z"`
}

// stored is a Token as it is stored. Deleting it revokes it at once on every replica.
type stored struct {
	revision.Document `bson:",inline"`
	Name              string              `bson:"name"`
	Scopes            []access.Permission `bson:"scopes"`
	// Hash is the SHA-256 of the secret, which has 256 random bits: nobody can try them all.
	Hash         string     `bson:"hash"`
	ExpiresAt    *time.Time `bson:"expires_at"`
	CreatedAt    time.Time  `bson:"created_at"`
	CreatedBy    string     `bson:"created_by"` // the id of an account
	LastUsedAt   *time.Time `bson:"last_used_at"`
	LastUsedFrom string     `bson:"last_used_from"`
}

// DisplayName returns the name.
func (s stored) DisplayName() string { return s.Name }

func (s stored) shown(names map[string]string) Token {
	return Token{
		ID: s.ID, Name: s.Name, Scopes: s.Scopes, ExpiresAt: s.ExpiresAt, CreatedAt: s.CreatedAt,
		CreatedBy: names[s.CreatedBy], LastUsedAt: s.LastUsedAt, LastUsedFrom: s.LastUsedFrom,
	}
}

const (
	// prefix lets people and scanners of leaked secrets tell what a token is.
	prefix      = "acad_"
	secretBytes = 32
	// maxTokens bounds the list. A token that is not used any more can be revoked.
	maxTokens = 100
	// usedEvery is the precision of LastUsedAt, which saves writes.
	usedEvery   = time.Minute
	readTimeout = 10 * time.Second
)

// Options configure a Service.
type Options struct {
	DB *mongodb.Database
	// Account returns the identity of an account; without a role where there is none.
	Account func(ctx context.Context, id string) (access.Identity, error)
	// Names returns what each account is called, by its id.
	Names func(context.Context) (map[string]string, error)
	// Do runs a job in the background.
	Do  func(job func(context.Context))
	Log *slog.Logger
	Now func() time.Time
}

// Service implements the rules of tokens.
type Service struct {
	o     Options
	store *store
	reads *shared.Reads[string, known]

	mu   sync.Mutex
	used map[string]time.Time // when this process noted the last call of each token
}

// NewService returns a Service.
func NewService(o Options) *Service {
	s := &Service{o: o, store: newStore(o.DB), used: map[string]time.Time{}}
	s.reads = shared.NewReads(readTimeout, s.read)
	return s
}

// Tokens returns every token, the newest first.
func (s *Service) Tokens(ctx context.Context) ([]Token, error) {
	found, err := s.store.tokens.All(ctx, "id")
	if err != nil {
		return nil, err
	}
	names, err := s.o.Names(ctx)
	tokens := []Token{}
	for _, each := range slices.Backward(found) {
		tokens = append(tokens, each.shown(names))
	}
	return tokens, err
}

// Make makes a token of the caller. It returns an Invalid problem for bad input, and a Conflict
// problem when there are too many.
func (s *Service) Make(ctx context.Context, c Create) (TokenWithSecret, error) {
	who, _ := access.From(ctx)
	now := s.now()
	if err := c.check(now); err != nil {
		return TokenWithSecret{}, err
	}
	all, err := s.store.tokens.All(ctx, "id")
	if err != nil {
		return TokenWithSecret{}, err
	}
	if len(all) >= maxTokens {
		return TokenWithSecret{}, problem.New(problem.Conflict,
			fmt.Sprintf("There are %d tokens already, which is as many as can be. Revoke one first.", len(all)))
	}
	secret := newSecret()
	fresh := stored{
		Name: c.Name, Scopes: c.Scopes, Hash: hashed(secret), ExpiresAt: c.ExpiresAt, CreatedAt: now, CreatedBy: who.UserID,
	}
	made, err := s.store.tokens.Insert(ctx, documents.Write{By: who.UserID}, &fresh)
	changes.Wrote(ctx, made)
	return TokenWithSecret{fresh.shown(map[string]string{who.UserID: who.Name}), secret}, err
}

// check puts the input into the form in which it is stored, or returns an Invalid problem.
func (c *Create) check(now time.Time) error {
	c.Name = text.Line(c.Name)
	var bad []problem.Field
	if c.Name == "" {
		bad = append(bad, problem.Field{Location: "body.name", Message: "Give the token a name."})
	}
	if c.ExpiresAt != nil {
		at := c.ExpiresAt.UTC().Truncate(time.Millisecond) // as it is stored
		c.ExpiresAt = &at
		if !at.After(now) {
			bad = append(bad, problem.Field{
				Location: "body.expires_at", Message: "Choose a time in the future, or none for a token that does not expire.",
			})
		}
	}
	slices.Sort(c.Scopes)
	c.Scopes = slices.Compact(c.Scopes)
	return problem.InvalidFields(bad)
}

// Revoke deletes a token, or returns a NotFound problem.
func (s *Service) Revoke(ctx context.Context, id string) error {
	gone, err := s.store.tokens.Delete(ctx, id, documents.Write{By: access.By(ctx)})
	return changes.Err(ctx, gone, err)
}

// known is a token and whose it is.
type known struct {
	token stored
	maker access.Identity
}

// read returns what a hash stands for, or a NotFound problem. The maker has no role when the
// account is gone.
func (s *Service) read(ctx context.Context, hash string) (known, error) {
	found, err := s.store.byHash(ctx, hash)
	if err != nil {
		return known{}, err
	}
	maker, err := s.o.Account(ctx, found.CreatedBy)
	return known{found, maker}, err
}

// Identify returns who calls with a secret: the token's maker, who is bounded by its scopes. It
// returns an Unauthorized problem for a token that is unknown, revoked or expired, or whose
// maker has no account any more. The database is asked each time, so that a revoked token and a
// maker's new role count at once on every replica.
func (s *Service) Identify(ctx context.Context, secret string) (access.Identity, error) {
	found, err := s.reads.Get(ctx, hashed(secret))
	if err != nil {
		unknown := refused("This token is not known, or it was revoked.")
		return access.Identity{}, problem.Replace(err, problem.NotFound, unknown)
	}
	token, who, now := found.token, found.maker, s.now()
	switch {
	case token.ExpiresAt != nil && !token.ExpiresAt.After(now):
		return access.Identity{}, refused("This token expired on " + token.ExpiresAt.Format("2 January 2006") + ".")
	case who.Role == "":
		return access.Identity{}, refused("This token does not work any more: whoever made it has no account.")
	}
	s.note(token, access.Address(ctx), now)
	who.Token = &access.Token{ID: token.ID, Name: token.Name, Scopes: token.Scopes}
	return who, nil
}

func refused(words string) error {
	return problem.New(problem.Unauthorized, words+" Ask an administrator for another one.")
}

// note stores in the background when and from where a token was used, at most once in usedEvery.
func (s *Service) note(token stored, address string, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.used[token.ID]
	if token.LastUsedAt != nil && token.LastUsedAt.After(last) {
		last = *token.LastUsedAt
	}
	if now.Sub(last).Abs() < usedEvery {
		return
	}
	if len(s.used) > 2*maxTokens {
		clear(s.used) // of tokens that were revoked
	}
	s.used[token.ID] = now
	s.o.Do(func(ctx context.Context) {
		if err := s.store.setUsed(ctx, token.ID, now, address); err != nil {
			s.o.Log.Debug("the last call of a token could not be noted", "error", err)
		}
	})
}

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

func newSecret() string {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // never fails
	return prefix + base64.RawURLEncoding.EncodeToString(secret)
}

func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
