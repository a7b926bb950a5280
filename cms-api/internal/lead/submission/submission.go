// Package submission makes a form that is sent twice count once: a double
// click, a retry after a lost answer, two tabs.
//
// A submission is claimed before its document is stored: the claim names the
// document's id and time, and is found by what was sent. Whoever sends the same
// again gets the same claim and so stores the same document, which its id lets
// exist once. A process that died in between is made good by the retry.
package submission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// keyWindow is how long an Idempotency-Key is remembered: clients that send one
// may retry much later.
const keyWindow = 24 * time.Hour

// Claim is what a submission is stored as.
type Claim struct {
	ID string    // of the document
	At time.Time // when it was first sent
}

// claim is a Claim as it is stored; its id is a hash of what finds it.
type claim struct {
	revision.Document `bson:",inline"`
	DocumentID        string    `bson:"document_id"`
	Content           string    `bson:"content"`
	At                time.Time `bson:"at"`
	ExpiresAt         time.Time `bson:"expires_at"`
}

// Once remembers submissions.
type Once struct {
	store  *Store
	window time.Duration
	now    func() time.Time
}

// New returns a Once for which equal content within the window is the same
// submission.
func New(store *Store, window time.Duration, now func() time.Time) *Once {
	return &Once{store: store, window: window, now: now}
}

// Claim returns what a submission of a form is stored as: the same for everyone
// who sends the same key or, where there is no key, the same content. A key
// that came with other content before is an Invalid problem.
func (o *Once) Claim(ctx context.Context, form string, key Key, content any) (Claim, error) {
	raw, err := json.Marshal(content)
	if err != nil {
		return Claim{}, fmt.Errorf("read a submission: %w", err)
	}
	now := o.now().UTC().Truncate(time.Millisecond)
	fresh := claim{DocumentID: mongodb.NewID(), Content: hash(string(raw)), At: now, ExpiresAt: now.Add(o.window)}
	fresh.ID = hash(form, "content", fresh.Content)
	if key != "" {
		fresh.ID, fresh.ExpiresAt = hash(form, "key", string(key)), now.Add(keyWindow)
	}
	found, err := o.store.claim(ctx, fresh, now)
	if err != nil {
		return Claim{}, err
	}
	if found.Content != fresh.Content {
		return Claim{}, problem.InvalidField("header.Idempotency-Key",
			"This Idempotency-Key came with other content before. Use a new one for a new submission.")
	}
	return Claim{ID: found.DocumentID, At: found.At}, nil
}

func hash(parts ...string) string {
	digest := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(digest, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(digest.Sum(nil))
}
