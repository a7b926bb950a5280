package release

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/problem"
)

const (
	// verifyWait is how long a call waits for a verification: the publisher gives up a call
	// after 30 s.
	verifyWait = 20 * time.Second
	// verifyKept is for how long its result is there for whoever has not waited for it.
	verifyKept = time.Minute
)

// verification is a reading of all files of the live release. It goes on when nobody waits
// for it any more.
type verification struct {
	waiting int // calls
	ended   chan struct{}
	err     error
}

// verifyLive returns when all files of the live release were read. The error is an
// Unavailable problem when that takes longer than a call may: whoever asks again waits for
// the same verification.
func (s *Store) verifyLive(ctx context.Context) error {
	s.verifying.Lock()
	v := s.verification
	if v == nil {
		v = &verification{ended: make(chan struct{})}
		s.verification = v
		go s.readLive(context.WithoutCancel(ctx), v)
	}
	v.waiting++
	s.verifying.Unlock()
	err := error(&problem.Error{
		Kind: problem.Unavailable, Detail: "The files of the live release are being read. Please ask again.",
		RetryAfter: time.Second,
	})
	select {
	case <-v.ended:
		s.forgetVerification(v)
		err = v.err
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(verifyWait):
	}
	s.verifying.Lock()
	defer s.verifying.Unlock()
	v.waiting--
	return err
}

// readLive makes a verification. Whoever gave up waiting for it is told that it has ended.
func (s *Store) readLive(ctx context.Context, v *verification) {
	_, m, err := s.head(ctx)
	if err == nil && m.Release != "" {
		_, err = s.Verify(ctx, []string{m.Release})
	}
	s.looking.Lock()
	s.lost = nil // what was damaged is lost now
	s.looking.Unlock()
	s.verifying.Lock()
	defer s.verifying.Unlock()
	if v.waiting == 0 {
		s.damaged.Notify()
	}
	v.err = err
	close(v.ended)
	time.AfterFunc(verifyKept, func() { s.forgetVerification(v) })
}

func (s *Store) forgetVerification(v *verification) {
	s.verifying.Lock()
	defer s.verifying.Unlock()
	if s.verification == v {
		s.verification = nil
	}
}
