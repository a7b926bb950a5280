package lease

import (
	"context"
	"time"
)

// Take takes the lease, or takes it again, for an owner; 0 is not the owner's.
func (l *Lease) Take(ctx context.Context, owner string, ttl time.Duration) (token int64, err error) {
	mine := &leaseState{Owner: owner}
	taken, err := l.take(ctx, mine, ttl)
	if !taken {
		return 0, err
	}
	return mine.Token, nil
}

// GiveBack gives back what Take has returned the token of.
func (l *Lease) GiveBack(ctx context.Context, owner string, token int64) {
	l.giveBack(ctx, &leaseState{Owner: owner, Token: token})
}
