package submission

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/problem"
)

// Key is an Idempotency-Key, empty when none was sent.
type Key string

// Header is the Idempotency-Key of a form; embed it in an operation's input.
type Header struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"Names this submission: a retry with the same key and body gets the same answer and stores nothing, the same key with another body is refused (422). At most 255 printable characters. Without it, equal content within ten minutes counts as a retry."`
}

const maxKey = 255

// Resolve refuses keys that cannot be one.
func (h *Header) Resolve(huma.Context) []error {
	h.IdempotencyKey = strings.TrimSpace(h.IdempotencyKey)
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	if len(h.IdempotencyKey) > maxKey || strings.ContainsFunc(h.IdempotencyKey, unprintable) {
		return []error{problem.New(problem.Malformed, "The Idempotency-Key may have at most 255 printable ASCII characters.")}
	}
	return nil
}

// Key returns the key.
func (h *Header) Key() Key { return Key(strings.Trim(h.IdempotencyKey, `"`)) }
