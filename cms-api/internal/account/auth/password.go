package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

const (
	argonThreads = 1
	saltLength   = 16
	keyLength    = 32
)

// HashCost is what computing the hash of a new password costs with argon2id. Each hash
// contains its own, so that raising it does not invalidate old hashes.
type HashCost struct{ MemoryKiB, Rounds uint32 }

// recommended is OWASP's recommendation.
var recommended = HashCost{MemoryKiB: 19 * 1024, Rounds: 2}

// hasher computes password hashes, a few at a time because each needs 19 MiB.
type hasher struct {
	cost  HashCost
	slots chan struct{}
	dummy string // compared against for accounts that do not exist
}

func newHasher(cost HashCost) *hasher {
	if cost == (HashCost{}) {
		cost = recommended
	}
	h := &hasher{cost: cost, slots: make(chan struct{}, 4)}
	// Nobody may match it, so it need not be the hash of anything.
	random := make([]byte, saltLength+keyLength)
	rand.Read(random)
	h.dummy = h.encode(random[:saltLength], random[saltLength:])
	return h
}

func (h *hasher) encode(salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.MemoryKiB, h.cost.Rounds,
		argonThreads, base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

func (h *hasher) enter(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}

// hash returns the argon2id hash of a password with a fresh salt.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer func() { <-h.slots }()
	salt := make([]byte, saltLength)
	rand.Read(salt)
	key := argon2.IDKey([]byte(password), salt, h.cost.Rounds, h.cost.MemoryKiB, argonThreads, keyLength)
	return h.encode(salt, key), nil
}

// matches reports whether a password has the hash. With an empty hash it takes the same
// time and returns false, so that the time does not reveal whether an account exists.
func (h *hasher) matches(ctx context.Context, password, encoded string) (bool, error) {
	known := encoded != ""
	if !known {
		encoded = h.dummy
	}
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer func() { <-h.slots }()
	memory, rounds, threads, salt, want, err := parseHash(encoded)
	if err != nil {
		return false, err
	}
	got := argon2.IDKey([]byte(password), salt, rounds, memory, threads, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1 && known, nil
}

func parseHash(encoded string) (memory, rounds uint32, threads uint8, salt, key []byte, err error) {
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return 0, 0, 0, nil, nil, errors.New("a stored password hash has an unknown form")
	}
	if _, err = fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &rounds, &threads); err == nil {
		if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err == nil {
			key, err = base64.RawStdEncoding.DecodeString(parts[5])
		}
	}
	if err != nil {
		return 0, 0, 0, nil, nil, fmt.Errorf("read a stored password hash: %w", err)
	}
	return memory, rounds, threads, salt, key, nil
}
