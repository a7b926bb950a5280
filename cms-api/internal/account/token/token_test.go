package token

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/access"
)

var noon = time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)

func TestCreate_IsChecked(t *testing.T) {
	later := noon.Add(time.Hour + time.Microsecond)
	c := Create{
		Name: " News\tletter ", Scopes: []access.Permission{access.MediaWrite, access.ContentRead, access.MediaWrite},
		ExpiresAt: &later,
	}
	if err := c.check(noon); err != nil || c.Name != "News letter" || !c.ExpiresAt.Equal(noon.Add(time.Hour)) ||
		!slices.Equal(c.Scopes, []access.Permission{access.ContentRead, access.MediaWrite}) {
		t.Errorf("%+v, %v", c, err)
	}
	for name, wrong := range map[string]Create{"name": {Name: "\u200b"}, "future": {Name: "x", ExpiresAt: &noon}} {
		if err := wrong.check(noon); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNewSecret(t *testing.T) {
	one, two := newSecret(), newSecret()
	if !regexp.MustCompile(`^acad_[A-Za-z0-9_-]{43}$`).MatchString(one) || one == two || hashed(one) == hashed(two) {
		t.Errorf("%s and %s", one, two)
	}
}

// The last call of a token is stored at most once a minute, however often it is used.
func TestNote_WritesSeldom(t *testing.T) {
	writes := 0
	s := &Service{o: Options{Do: func(func(context.Context)) { writes++ }}, used: map[string]time.Time{}}
	used := stored{}
	used.ID = "1"
	for _, c := range []struct {
		after time.Duration
		known time.Duration // what the database has; negative: nothing
		want  int
	}{
		{0, -1, 1}, {time.Second, -1, 1}, {59 * time.Second, -1, 1}, {time.Minute, -1, 2},
		{2*time.Minute + 30*time.Second, 2 * time.Minute, 2}, // another process has noted it
		{3 * time.Minute, 2 * time.Minute, 3},
	} {
		used.LastUsedAt = nil
		if c.known >= 0 {
			at := noon.Add(c.known)
			used.LastUsedAt = &at
		}
		if s.note(used, "192.0.2.7", noon.Add(c.after)); writes != c.want {
			t.Errorf("after %s: %d writes, want %d", c.after, writes, c.want)
		}
	}
}
