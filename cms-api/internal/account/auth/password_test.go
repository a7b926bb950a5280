package auth

import (
	"context"
	"strings"
	"testing"
)

func TestMatches(t *testing.T) {
	h := newHasher(HashCost{})
	hash, err := h.hash(t.Context(), "right")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") || h.dummy[:31] != hash[:31] {
		t.Errorf("a new hash is %s, that of nobody %s: not what OWASP recommends", hash, h.dummy)
	}
	for password, want := range map[string]bool{"right": true, "wrong": false, "": false} {
		if got, err := h.matches(t.Context(), password, hash); err != nil || got != want {
			t.Errorf("matches(%q) = %v, %v", password, got, err)
		}
	}
	if _, err := h.matches(t.Context(), "right", "$2y$10$unknown"); err == nil {
		t.Error("a hash of an unknown form was taken")
	}
}

// Without an account the caller waits for a slot and computes a hash too.
func TestMatches_WithoutAnAccountDoesTheSameWork(t *testing.T) {
	h := newHasher(HashCost{})
	if got, err := h.matches(t.Context(), "any", ""); got || err != nil {
		t.Errorf("matches = %v, %v", got, err)
	}
	for range cap(h.slots) {
		h.slots <- struct{}{}
	}
	given, cancel := context.WithCancel(t.Context())
	cancel()
	for _, hash := range []string{h.dummy, ""} {
		if _, err := h.matches(given, "any", hash); err == nil {
			t.Errorf("with %q no slot was needed", hash)
		}
	}
}

func FuzzReadLinkToken(f *testing.F) {
	f.Add("665f1f77bcf86cd799439011.SECRET")
	f.Add("..")
	f.Fuzz(func(t *testing.T, token string) {
		id, hash := readLinkToken(token)
		fresh, kept := newLinkToken("id")
		if len(hash) != 64 || same(hash, kept) {
			t.Errorf("%q opens what it should not: %s %s", token, id, hash)
		}
		if again, hash := readLinkToken(fresh); again != "id" || !same(hash, kept) {
			t.Errorf("a fresh token is not read back: %s", fresh)
		}
	})
}
