package lead

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
)

// keyWindow is how long an Idempotency-Key is remembered: clients that send one
// may retry much later.
const keyWindow = 24 * time.Hour

// once makes a form that is sent twice count once: a double click, a retry after a lost
// answer, two tabs. It keeps claims in the collection "submissions".
//
// A submission is claimed before its document is stored: the claim has the document's
// id and time, and is found by what was sent. Whoever sends the same again gets the
// same claim and so stores the same document, of which there can be only one with its
// id. When a process dies in between, the retry stores the document.
type once struct {
	docs   *documents.Collection[claim, *claim]
	window time.Duration
	now    func() time.Time
}

// claim is a submission; its id is a hash of what finds it.
type claim struct {
	revision.Document `bson:",inline"`
	DocumentID        string    `bson:"document_id"`
	Content           string    `bson:"content"`
	At                time.Time `bson:"at"`
	ExpiresAt         time.Time `bson:"expires_at"`
}

func newOnce(o Options) *once {
	o.DB.Expires("submissions", "expires_at")
	return &once{documents.New[claim](o.DB, "submissions", "submission"), o.RepeatWindow, o.Now}
}

// claim returns the id and the time that a submission of a form is stored with: the
// same for everyone who sends the same key or, without a key, the same content. It
// returns an Invalid problem for a key that came with other content before.
func (o *once) claim(ctx context.Context, form, key string, content any, now time.Time) (string, time.Time, error) {
	sum, err := hashOf(content)
	if err != nil {
		return "", now, fmt.Errorf("read a submission: %w", err)
	}
	fresh := claim{DocumentID: mongodb.NewID(), Content: sum, At: now, ExpiresAt: now.Add(o.window)}
	fresh.ID = hash(form, "content", fresh.Content)
	if key != "" {
		fresh.ID, fresh.ExpiresAt = hash(form, "key", key), now.Add(keyWindow)
	}
	found, err := o.store(ctx, fresh, now)
	if err == nil && found.Content != fresh.Content {
		err = problem.InvalidField("header.Idempotency-Key",
			"This Idempotency-Key came with other content before. Use a new one for a new submission.")
	}
	return found.DocumentID, found.At, err
}

// store stores a fresh claim, or returns the one that exists unless it has expired.
func (o *once) store(ctx context.Context, fresh claim, now time.Time) (claim, error) {
	for {
		made, err := o.docs.Insert(ctx, documents.Write{By: access.By(ctx)}, &fresh)
		changes.Wrote(ctx, made)
		if !storage.IsDuplicate(err) {
			return fresh, err
		}
		found, err := o.docs.Get(ctx, fresh.ID)
		if err == nil && !found.ExpiresAt.After(now) {
			made, err = o.docs.Update(ctx, fresh.ID, documents.Write{By: access.By(ctx)}, func(c *claim) error {
				if !c.ExpiresAt.After(now) {
					*c = fresh
				}
				return nil
			})
			found = made.After
			changes.Wrote(ctx, made)
		}
		if !problem.Is(err, problem.NotFound) { // otherwise it was deleted just now
			return found, err
		}
	}
}

// hashOf returns a hash of the fields of a struct, whatever their order is: a claim is
// compared with those that an earlier version of the program has stored.
func hashOf(content any) (string, error) {
	raw, err := json.Marshal(content)
	var fields map[string]any
	if err == nil {
		err = json.Unmarshal(raw, &fields)
	}
	for _, field := range []string{"lead_status", "sent_from"} { // not of the content, and younger than some claims
		delete(fields, field)
	}
	if err == nil {
		raw, err = json.Marshal(fields) // sorts the keys
	}
	return hash(string(raw)), err
}

func hash(parts ...string) string {
	digest := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(digest, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(digest.Sum(nil))
}
