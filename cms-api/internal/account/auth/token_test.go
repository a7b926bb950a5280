package auth

import (
	"testing"
	"time"
)

func TestSigner_ReadsWhatIsSignedAndNotOver(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := now
	clock := func() time.Time { return at }
	session := session{UserID: "asha", CreatedAt: now, ExpiresAt: now.Add(time.Hour)}
	session.ID = "one"
	token, err := newSigner([]string{"the key of then"}, clock).sign(session)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		keys  []string
		after time.Duration
		want  bool
	}{
		"with the key":         {[]string{"the key of then"}, 0, true},
		"with it after a new":  {[]string{"a new key", "the key of then"}, 0, true},
		"without it":           {[]string{"a new key"}, 0, false},
		"just before it ends":  {[]string{"the key of then"}, time.Hour - time.Second, true},
		"after it has ended":   {[]string{"the key of then"}, time.Hour + time.Second, false},
		"much later than that": {[]string{"the key of then"}, 1000 * time.Hour, false},
	} {
		at = now.Add(c.after)
		id, user, ok := newSigner(c.keys, clock).read(token)
		if ok != c.want || ok && (id != "one" || user != "asha") {
			t.Errorf("%s: %q of %q, %t", name, id, user, ok)
		}
	}
}

func TestLinkToken_OpensNothingButItsOwn(t *testing.T) {
	token, hash := newLinkToken("one")
	_, other := newLinkToken("one")
	if id, read := readLinkToken(token); id != "one" || !same(read, hash) || same(read, other) {
		t.Errorf("%q, %t, %t", id, same(read, hash), same(read, other))
	}
}

func TestIsCode_WithAnyKey(t *testing.T) {
	hash := newSigner([]string{"old"}, time.Now).codeHash("+919876543210", "123456")
	s := newSigner([]string{"new", "old"}, time.Now)
	if !s.isCode("+919876543210", "123456", hash) || s.isCode("+919876543210", "123457", hash) ||
		s.isCode("+919876543211", "123456", hash) {
		t.Error("a code is not told from another, or from another phone's")
	}
}
