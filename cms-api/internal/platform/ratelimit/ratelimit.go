package ratelimit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"net/netip"
	"time"

	"academy/cms-api/internal/platform/problem"
)

// Allow counts one try of the named limit by a key. It returns a TooMany problem, with
// how long to wait, after too many tries, and an Unavailable problem while the database
// does not answer: nothing is allowed then. It is called before the work that the limit
// protects. Refused tries do not prolong the wait.
func (l *Limiter) Allow(ctx context.Context, name string, limit Limit, key string) error {
	_, err := l.Take(ctx, name, limit, key)
	return err
}

// Take is like Allow and also reports whether this try was the last one that is
// allowed. TakeBack undoes it.
func (l *Limiter) Take(ctx context.Context, name string, limit Limit, key string) (last bool, err error) {
	if limit.Off() {
		return false, nil
	}
	if key == "" {
		return false, errNoKey
	}
	now := l.now().UTC().Truncate(time.Millisecond)
	found, err := l.count(ctx, id(name, key), limit, now)
	if err != nil {
		return false, err
	}
	if found.Count <= limit.Count {
		return found.Count == limit.Count, nil
	}
	if l.Refused != nil {
		l.Refused(name)
	}
	return false, tooMany(found.Until.Sub(now))
}

// Exceeded counts like Allow, and reports whether there were more tries than the limit. It is for limits
// that refuse nothing by themselves.
func (l *Limiter) Exceeded(ctx context.Context, name string, limit Limit, key string) (bool, error) {
	if limit.Off() {
		return false, nil
	}
	if key == "" {
		return false, errNoKey
	}
	found, err := l.count(ctx, id(name, key), limit, l.now().UTC().Truncate(time.Millisecond))
	return found.Count > limit.Count, err
}

// TakeBack undoes a Take.
func (l *Limiter) TakeBack(ctx context.Context, name string, limit Limit, key string) error {
	if limit.Off() {
		return nil
	}
	return l.uncount(ctx, id(name, key))
}

func tooMany(wait time.Duration) error {
	wait = max(wait, time.Second)
	return &problem.Error{
		Kind:       problem.TooMany,
		Detail:     "There were too many tries. Please try again in " + InWords(wait) + ".",
		RetryAfter: wait,
	}
}

// AddressKey returns the key of a client's address. One household or phone has a whole
// /64 of IPv6 addresses, so they are counted together.
func AddressKey(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return "unknown"
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		if network, err := ip.Prefix(64); err == nil {
			return network.String()
		}
	}
	return ip.String()
}

// id hashes keys, so that addresses and phone numbers are not stored.
func id(name, key string) string {
	sum := sha256.Sum256([]byte(name + "\x00" + key))
	return hex.EncodeToString(sum[:16])
}

// InWords returns a duration in words. It is rounded up, so that a try after that time
// is allowed.
func InWords(wait time.Duration) string {
	count, unit := int(math.Ceil(wait.Minutes())), "minute"
	switch {
	case wait <= time.Minute:
		count, unit = int(math.Ceil(wait.Seconds())), "second"
	case wait > 2*time.Hour:
		count, unit = int(math.Ceil(wait.Hours())), "hour"
	}
	if count == 1 {
		return "a " + unit
	}
	return fmt.Sprintf("%d %ss", count, unit)
}
