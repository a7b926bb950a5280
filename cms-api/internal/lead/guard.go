package lead

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/ratelimit"
)

// FromPage is embedded in the forms that pages send.
type FromPage struct {
	SentFrom *SentFrom `json:"sent_from,omitempty" doc:"Of a form on a page; a program leaves it out."`
}

// SentFrom says how a form was filled in on a page.
type SentFrom struct {
	Path    string `json:"path,omitempty" maxLength:"2000" doc:"The page's path; one that is none is left out." example:"/contact-us"`
	AfterMS int    `json:"after_ms" minimum:"0" doc:"How long the page had been there when the form was sent, in milliseconds." example:"45000"`
	Trap    bool   `json:"trap,omitempty" doc:"Whether the field was filled in that people do not see."`
	Work    string `json:"work,omitempty" maxLength:"4000" doc:"The challenge of a 428, a tilde, and a number for each round, separated by commas. The SHA-256 of the challenge's part after its last full stop, a full stop, the round from 0, a full stop and the round's number begins with so many zero bits as work says." example:"eyJh.eyJz.c2ln~4711,815"`
}

func (f FromPage) page() *SentFrom { return f.SentFrom }

// path returns the page's path, empty for what is none.
func (f *SentFrom) path() string {
	if f == nil || !strings.HasPrefix(f.Path, "/") || len(f.Path) > maxPath || strings.ContainsAny(f.Path, "?#\\ ") {
		return ""
	}
	return f.Path
}

const (
	maxPath = 200
	// quick is how soon after its page a form is suspicious. Nobody is refused for it: a browser that fills
	// in the form for a person does the work as well.
	quick = 2 * time.Second
	// workRounds puzzles of workBits take 2^15 hashes on the average, and rarely half as many again: a cheap phone
	// does them in half a second.
	workRounds, workBits = 16, 11
	workAge              = 10 * time.Minute
	workIssuer           = "academy/work" // no session has it
)

// Work is what the browser of a suspicious form does before it sends the form again.
type Work struct {
	Challenge string `json:"challenge" example:"eyJh.eyJz.c2ln"`
	Rounds    int    `json:"rounds" example:"16"`
	Bits      int    `json:"bits" example:"11"`
}

// guard decides which forms are quarantined until their senders have done some work. A challenge is signed,
// and nothing is stored of it until it is solved.
type guard struct {
	limiter *ratelimit.Limiter
	limit   ratelimit.Limit // of forms from an address that are not suspicious
	secrets []string        // the first signs, all verify
	now     func() time.Time
}

// verdict says what becomes of a form.
type verdict struct {
	quarantined bool // it is stored as spam
	asked       bool // and its sender is asked for work
}

// judge returns the verdict on a form with a content. Only what a page sends is suspected.
func (g *guard) judge(ctx context.Context, from *SentFrom, content string) (verdict, error) {
	if from == nil {
		return verdict{}, nil
	}
	if solved, err := g.solved(ctx, from.Work, content); solved || err != nil {
		return verdict{quarantined: from.Trap}, err
	}
	address := ratelimit.AddressKey(access.Address(ctx))
	many, err := g.limiter.Exceeded(ctx, "forms before work", g.limit, address)
	suspicious := many || from.Trap || time.Duration(from.AfterMS)*time.Millisecond < quick
	return verdict{suspicious, suspicious}, err
}

// ask returns the problem that asks for work before a form with a content is sent again.
func (g *guard) ask(content string) error {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Issuer: workIssuer, Subject: content, ID: mongodb.NewID(), ExpiresAt: jwt.NewNumericDate(g.now().Add(workAge)),
	})
	signed, err := token.SignedString([]byte(g.secrets[0]))
	if err != nil {
		return fmt.Errorf("sign a challenge: %w", err)
	}
	return &problem.Error{
		Kind: problem.WorkNeeded, Type: problem.Work, Work: Work{signed, workRounds, workBits},
		Detail: "Please send the form again with the work that is asked for. Until then it is kept, but under Spam.",
	}
}

// solved reports whether a challenge of ours, for this content, was solved and not used before.
func (g *guard) solved(ctx context.Context, work, content string) (bool, error) {
	challenge, numbers, found := strings.Cut(work, "~")
	id, valid := g.read(challenge, content)
	if !found || !valid || !solves(challenge, numbers) {
		return false, nil
	}
	used, err := g.limiter.Exceeded(ctx, "work used", ratelimit.Limit{Count: 1, Window: 2 * workAge}, id)
	return !used, err
}

// read returns the id of a challenge; false unless it is one of ours for this content, and not too old.
func (g *guard) read(challenge, content string) (id string, valid bool) {
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(workIssuer),
		jwt.WithSubject(content), jwt.WithExpirationRequired(), jwt.WithTimeFunc(g.now),
	)
	for _, secret := range g.secrets {
		var claims jwt.RegisteredClaims
		key := func(*jwt.Token) (any, error) { return []byte(secret), nil }
		if _, err := parser.ParseWithClaims(challenge, &claims, key); err == nil {
			return claims.ID, claims.ID != ""
		}
	}
	return "", false
}

// solves reports whether the numbers solve every round of a challenge.
func solves(challenge, numbers string) bool {
	seed := challenge[strings.LastIndexByte(challenge, '.')+1:]
	all := strings.Split(numbers, ",")
	for round, number := range all {
		sum := sha256.Sum256([]byte(seed + "." + strconv.Itoa(round) + "." + number))
		if bits.LeadingZeros16(uint16(sum[0])<<8|uint16(sum[1])) < workBits {
			return false
		}
	}
	return len(all) == workRounds
}
